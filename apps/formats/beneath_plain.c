// For systems whose folders have no handles to open files by.
#include "beneath.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool beneath_open(beneath *folder, const char *path)
{
    struct stat about;
    folder->path = realpath(path, NULL);
    if (folder->path == NULL || (stat(folder->path, &about) == 0 && S_ISDIR(about.st_mode)))
        return folder->path != NULL;
    beneath_close(folder);
    errno = ENOTDIR;
    return false;
}

void beneath_close(beneath *folder)
{
    free(folder->path);
    folder->path = NULL;
}

FILE *beneath_file(const beneath *folder, const char *path)
{
    struct stat about;
    const size_t room = strlen(folder->path) + strlen(path) + 2;
    char *full = malloc(room);
    if (full == NULL)
        return NULL;
    snprintf(full, room, "%s/%s", folder->path, path);
    const bool regular = stat(full, &about) == 0 && S_ISREG(about.st_mode);
    FILE *file = regular ? fopen(full, "rb") : NULL;
    if (!regular)
        errno = ENXIO;
    free(full);
    return file;
}
