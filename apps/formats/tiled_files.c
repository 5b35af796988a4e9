// A path is taken apart as text first, so that no file outside of the map's folder is even looked at, and then resolved
// by the system, which knows where symbolic links lead.
#include "tiled_files.h"

#include "grow.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void tiled_files_free(tiled_files *files)
{
    free(files->folder);
    memset(files, 0, sizeof *files);
}

static const char *const outside =
    "it lies outside of the map's folder; copy it there, or to a folder in it, and name it "
    "by a path from there";

// Appends a part of a path; `..` takes the last one away. False: there is none.
static bool append_part(char *path, size_t *length, const char *part, size_t size)
{
    if (size == 0 || (size == 1 && part[0] == '.'))
        return true;
    if (size == 2 && memcmp(part, "..", 2) == 0) {
        if (*length == 0)
            return false;
        while (*length > 0 && path[*length - 1] != '/')
            (*length)--;
        *length -= *length > 0;
        return true;
    }
    if (*length > 0)
        path[(*length)++] = '/';
    memcpy(path + *length, part, size);
    *length += size;
    return true;
}

char *tiled_files_path(const char *folder, const char *name, const char **wrong)
{
    *wrong = NULL;
    if (*name == '/') {
        *wrong = "its path is absolute; name it by a path from the folder of the file that names it";
        return NULL;
    }
    char *path = malloc(strlen(folder) + strlen(name) + 2);
    if (path == NULL)
        return NULL;
    size_t length = strlen(folder);
    memcpy(path, folder, length);
    for (const char *part = name;;) {
        size_t size = strcspn(part, "/");
        if (!append_part(path, &length, part, size)) {
            *wrong = outside;
            free(path);
            return NULL;
        }
        if (part[size] == 0)
            break;
        part += size + 1;
    }
    path[length] = 0;
    return path;
}

// Finds out which folder the map is in.
static bool find_folder(tiled_files *files, const char **wrong)
{
    const char *slash = strrchr(files->map, '/');
    char *folder = slash == NULL ? copy_text(".", 1) : copy_text(files->map, (size_t)(slash - files->map) + 1);
    if (folder == NULL)
        return false;
    files->folder = realpath(folder, NULL);
    if (files->folder == NULL && errno != ENOMEM)
        *wrong = strerror(errno);
    free(folder);
    return files->folder != NULL;
}

// Is `path` in the folder, or below it? Both are as realpath gives them.
static bool is_below(const char *path, const char *folder)
{
    size_t length = strlen(folder);
    length -= length > 0 && folder[length - 1] == '/'; // the root is "/"
    return strncmp(path, folder, length) == 0 && path[length] == '/';
}

static FILE *open_real(tiled_files *files, const char *path, const char **wrong)
{
    struct stat about;
    if (!is_below(path, files->folder)) {
        *wrong = outside;
        return NULL;
    }
    FILE *file = NULL;
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode))
        *wrong = "it is no file";
    else if (about.st_size > TILED_FILE_MAX)
        *wrong = "it has more than 16 MiB, too much for a tileset or a template";
    else if (files->count >= TILED_FILES_MAX)
        *wrong = "it is one too many, a map may name 1000 files";
    else if (files->bytes + (uint64_t)about.st_size > TILED_FILES_MOST)
        *wrong = "with it the files that the map names have more than 64 MiB";
    else if ((file = fopen(path, "rb")) == NULL)
        *wrong = strerror(errno);
    files->count += file != NULL;
    files->bytes += file != NULL ? (uint64_t)about.st_size : 0;
    return file;
}

FILE *tiled_files_open(tiled_files *files, const char *path, const char **wrong)
{
    *wrong = NULL;
    if (files->map == NULL) {
        *wrong = "it is a file of its own, and standard input has no folder to find it in; give the map by its name";
        return NULL;
    }
    if (files->folder == NULL && !find_folder(files, wrong))
        return NULL;
    size_t room = strlen(files->folder) + strlen(path) + 2;
    char *full = malloc(room);
    if (full == NULL)
        return NULL;
    snprintf(full, room, "%s/%s", files->folder, path);
    char *real = realpath(full, NULL);
    if (real == NULL && errno == ENOENT)
        *wrong = "No such file or directory; put it there, in the map's folder or below";
    else if (real == NULL && errno != ENOMEM)
        *wrong = strerror(errno);
    FILE *file = real != NULL ? open_real(files, real, wrong) : NULL;
    free(real);
    free(full);
    return file;
}
