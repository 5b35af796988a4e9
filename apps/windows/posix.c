// Memory, streams and the machine: see posix.h.
#include "sys/mman.h"
#include "sys/utsname.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <windows.h>

enum { ALIGNED = 16 };

int _CRT_glob = 0; // NOLINT(bugprone-reserved-identifier): a star in an argument stays one

void posix_begin(void);

// Before main; CMakeLists.txt at the top makes the linker take this file.
__attribute__((constructor)) void posix_begin(void)
{
    _fmode = _O_BINARY;
    for (int file = 0; file < 3; file++)
        (void)_setmode(file, _O_BINARY);
}

void *posix_aligned_alloc(size_t alignment, size_t size)
{
    return _aligned_malloc(size > 0 ? size : 1, alignment);
}

void *posix_malloc(size_t size)
{
    return posix_aligned_alloc(ALIGNED, size);
}

void *posix_calloc(size_t count, size_t size)
{
    if (size > 0 && count > SIZE_MAX / size) {
        errno = ENOMEM;
        return NULL;
    }
    void *block = posix_malloc(count * size);
    return block ? memset(block, 0, count * size) : NULL;
}

void *posix_realloc(void *block, size_t size)
{
    return _aligned_realloc(block, size > 0 ? size : 1, ALIGNED);
}

void posix_free(void *block)
{
    _aligned_free(block);
}

char *posix_strdup(const char *text)
{
    const size_t size = strlen(text) + 1;
    char *copy = posix_malloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

int setenv(const char *name, const char *value, int replace)
{
    return replace || !getenv(name) ? _putenv_s(name, value) : 0;
}

void *mmap(void *at, size_t size, int may, int flags, int file, off_t from)
{
    DWORD before;
    if ((flags & MAP_FIXED) != 0) // PROT_NONE
        return VirtualProtect(at, size, PAGE_NOACCESS, &before) ? at : MAP_FAILED;
    if ((flags & MAP_ANONYMOUS) != 0) {
        void *fresh = VirtualAlloc(NULL, size, MEM_COMMIT | MEM_RESERVE, PAGE_READWRITE);
        return fresh ? fresh : MAP_FAILED;
    }
    (void)may;
    HANDLE mapping =
        from == 0 ? CreateFileMappingA((HANDLE)_get_osfhandle(file), NULL, PAGE_READONLY, 0, 0, NULL) : NULL;
    void *bytes = mapping ? MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, size) : NULL;
    if (mapping)
        CloseHandle(mapping); // the view keeps it
    errno = EINVAL;
    return bytes ? bytes : MAP_FAILED;
}

int munmap(void *bytes, size_t size)
{
    (void)size;
    return UnmapViewOfFile(bytes) ? 0 : -1;
}

long sysconf(int what)
{
    SYSTEM_INFO system;
    MEMORYSTATUSEX memory = { .dwLength = sizeof memory };
    GetSystemInfo(&system);
    switch (what) {
    case _SC_PAGESIZE:
        return (long)system.dwPageSize;
    case _SC_NPROCESSORS_ONLN:
        return (long)system.dwNumberOfProcessors;
    case _SC_PHYS_PAGES:
        return GlobalMemoryStatusEx(&memory) ? (long)(memory.ullTotalPhys / system.dwPageSize) : -1;
    default:
        return -1;
    }
}

int uname(struct utsname *about)
{
    *about = (struct utsname){ "Windows", "" };
    return 0;
}
