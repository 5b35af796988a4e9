// One handle after another, from the folder down: each name is opened in the folder above it, and only if it is no
// link.
#include "beneath.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAME_SIZE = 256 };

// To look for something in a folder it need not be readable.
#if defined(O_PATH)
enum { FOLDER = O_PATH | O_DIRECTORY | O_CLOEXEC };
#elif defined(O_SEARCH)
enum { FOLDER = O_SEARCH | O_DIRECTORY | O_CLOEXEC };
#else
enum { FOLDER = O_RDONLY | O_DIRECTORY | O_CLOEXEC };
#endif

bool beneath_open(beneath *folder, const char *path)
{
    folder->path = realpath(path, NULL);
    folder->handle = folder->path != NULL ? open(folder->path, FOLDER | O_NOFOLLOW) : -1;
    if (folder->path == NULL || folder->handle >= 0)
        return folder->path != NULL;
    free(folder->path);
    folder->path = NULL;
    return false;
}

void beneath_close(beneath *folder)
{
    if (folder->path != NULL)
        close(folder->handle);
    free(folder->path);
    folder->path = NULL;
}

// The path's first name. False: it is too long.
static bool take_name(char name[NAME_SIZE], const char **path)
{
    const size_t length = strcspn(*path, "/");
    errno = ENAMETOOLONG;
    if (length >= NAME_SIZE)
        return false;
    memcpy(name, *path, length);
    name[length] = 0;
    *path += length + ((*path)[length] == '/');
    return true;
}

// A regular file may become something else before it is opened, so the check runs before and after.
static int open_regular(int folder, const char *name)
{
    struct stat about;
    if (fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) != 0)
        return -1;
    errno = S_ISLNK(about.st_mode) ? ELOOP : ENXIO;
    if (!S_ISREG(about.st_mode))
        return -1;
    const int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file < 0 || (fstat(file, &about) == 0 && S_ISREG(about.st_mode)))
        return file;
    close(file);
    errno = ENXIO;
    return -1;
}

// -1: errno says why.
static int walk(int folder, const char *path)
{
    char name[NAME_SIZE];
    int at = folder, next = -1;
    do {
        if (!take_name(name, &path))
            next = -1;
        else
            next = *path == 0 ? open_regular(at, name) : openat(at, name, FOLDER | O_NOFOLLOW);
        const int why = errno;
        if (at != folder)
            close(at);
        errno = why;
        at = next;
    } while (next >= 0 && *path != 0);
    return next;
}

FILE *beneath_file(const beneath *folder, const char *path)
{
    const int handle = walk(folder->handle, path);
    FILE *file = handle >= 0 ? fdopen(handle, "rb") : NULL;
    if (file == NULL && handle >= 0) {
        close(handle);
        errno = ENOMEM;
    }
    return file;
}
