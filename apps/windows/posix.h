/// POSIX for Windows, as far as the programs and tests here use it: in front of each of their files (-include).
///
/// Streams are binary, the standard ones too: bytes come out as written. All memory is from one allocator, so
/// that free() takes what aligned_alloc() gave.
#ifndef QUADRILLE_WINDOWS_POSIX_H
#define QUADRILLE_WINDOWS_POSIX_H

#include <direct.h>
#include <io.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>
#define tell tell_of_ours // Microsoft's io.h has one

// Memory.
void *posix_aligned_alloc(size_t alignment, size_t size);
void *posix_malloc(size_t size);
void *posix_calloc(size_t count, size_t size);
void *posix_realloc(void *block, size_t size);
void posix_free(void *block);
char *posix_strdup(const char *text);
#define aligned_alloc posix_aligned_alloc
#define malloc posix_malloc
#define calloc posix_calloc
#define realloc posix_realloc
#define free posix_free
#define strdup posix_strdup

// Files. A file can be identified, and an open one can lose its name.
struct posix_stat {
    mode_t st_mode;
    int64_t st_size;
    uint64_t st_dev, st_ino;
};
int posix_stat(const char *path, struct posix_stat *about);
int posix_fstat(int file, struct posix_stat *about);
int posix_isatty(int file);
int posix_mkstemp(char *path);
int posix_rename(const char *from, const char *to);
char *realpath(const char *path, char *into);
ssize_t pread(int file, void *bytes, size_t size, off_t at);
ssize_t pwrite(int file, const void *bytes, size_t size, off_t at);
ssize_t readlink(const char *path, char *into, size_t size); ///< "/proc/self/exe" alone: the program itself
int setenv(const char *name, const char *value, int replace);
#undef stat
#undef fstat
#define stat posix_stat
#define fstat posix_fstat
#define lstat posix_stat
#define isatty posix_isatty
#define mkstemp posix_mkstemp
#define rename posix_rename
#define mkdir(path, mode) _mkdir(path)
#define fchmod(file, mode) ((void)(file), (void)(mode))
#define S_ISLNK(mode) false

// Signals: handlers stay, and none waits.
#define SIGHUP 1
#define SIGQUIT 3
#define SIGPIPE 13
#define SIGXCPU 24
#define SIGXFSZ 25
#define SIG_BLOCK 0
#define SIG_SETMASK 2
#define SA_RESTART 0
typedef int sigset_t;
struct sigaction {
    void (*sa_handler)(int number);
    int sa_flags;
    sigset_t sa_mask;
};
int sigaction(int number, const struct sigaction *to, struct sigaction *from);
#define sigemptyset(set) (*(set) = 0)
#define sigaddset(set, number) (*(set) |= 1 << (number))
#define sigprocmask(how, set, old) ((void)(set), (void)(old))

// The machine.
#define _SC_PAGESIZE 30
#define _SC_PHYS_PAGES 85
#define _SC_NPROCESSORS_ONLN 84
#define _SC_CLK_TCK 2
long sysconf(int what);

#endif
