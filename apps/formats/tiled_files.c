// A path is taken apart as text first, so that no file outside of the root is even looked at. Then the system says
// where symbolic links lead, and what lies there is opened by the root's handle, following none.
#include "tiled_files.h"

#include "grow.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void tiled_files_free(tiled_files *files)
{
    beneath_close(&files->folder);
    free(files->home);
    memset(files, 0, sizeof *files);
}

// ---- Paths that realpath has made ----

// Is `path` in the folder, or below it? The root of all may be "".
static bool is_below(const char *path, const char *folder)
{
    size_t length = strlen(folder);
    length -= length > 0 && folder[length - 1] == '/'; // the root is "/"
    return strncmp(path, folder, length) == 0 && path[length] == '/';
}

static void go_up(char *path)
{
    char *slash = strrchr(path, '/');
    *(slash != NULL ? slash : path) = 0;
}

// The path from the working folder, if it lies there.
static const char *shown(const char *path)
{
    char *working = realpath(".", NULL);
    const size_t length = working != NULL ? strlen(working) : 0;
    const bool here = working != NULL && strcmp(path, working) == 0, below = length > 1 && is_below(path, working);
    free(working);
    return here ? "." : below ? path + length + 1 : path;
}

// Says that `what` lies outside of the root, and which root would do: `folder`, or the next above it that has `path` in
// it, where there is a path. It is freed.
static void say_outside(tiled_files *files, const char *what, char *folder, const char *path, const char **wrong)
{
    while (path != NULL && *folder != 0 && !is_below(path, folder))
        go_up(folder);
    const char *root = shown(folder), *named = files->root != NULL ? "folder that --root names" : "map's folder";
    if (*folder != 0 && strlen(root) < TILED_WRONG_SIZE / 2)
        snprintf(files->wrong, sizeof files->wrong, "%s lies outside of the %s; --root '%s' allows what lies there%s",
                 what, named, root,
                 strcmp(what, "it") == 0 ? ", or copy it to the map's folder and name it by a path from there" : "");
    else
        snprintf(files->wrong, sizeof files->wrong,
                 "%s lies outside of the %s; copy it there, or to a folder in it, and name it by a path from there",
                 what, named);
    *wrong = files->wrong;
    free(folder);
}

// ---- The root ----

// The folder that the map is in, as realpath gives it. NULL: *wrong says why.
static char *real_home(const tiled_files *files, const char **wrong)
{
    const char *slash = strrchr(files->map, '/');
    char *folder = slash == NULL ? copy_text(".", 1) : copy_text(files->map, (size_t)(slash - files->map) + 1);
    char *real = folder != NULL ? realpath(folder, NULL) : NULL;
    if (folder != NULL && real == NULL && errno != ENOMEM)
        *wrong = strerror(errno);
    free(folder);
    return real;
}

bool tiled_files_begin(tiled_files *files, const char **wrong)
{
    *wrong = NULL;
    if (beneath_open(&files->folder, files->root))
        return true;
    if (errno != ENOMEM) {
        snprintf(files->wrong, sizeof files->wrong, "--root '%.200s' cannot be opened: %s", files->root,
                 strerror(errno));
        *wrong = files->wrong;
    }
    return false;
}

// Where the map's folder is in the root.
static bool find_home(tiled_files *files, const char **wrong)
{
    char *home = real_home(files, wrong);
    if (home == NULL)
        return false;
    if (files->root == NULL && !beneath_open(&files->folder, home)) {
        *wrong = errno != ENOMEM ? strerror(errno) : NULL;
    } else if (strcmp(home, files->folder.path) == 0) {
        files->home = copy_text("", 0);
    } else if (is_below(home, files->folder.path)) {
        const char *rest = home + strlen(files->folder.path);
        rest += *rest == '/';
        files->home = copy_text(rest, strlen(rest));
    } else {
        char *would_do = copy_text(files->folder.path, strlen(files->folder.path));
        if (would_do != NULL)
            say_outside(files, "the map itself", would_do, home, wrong);
    }
    free(home);
    return files->home != NULL;
}

// ---- Paths from the root ----

// Appends a part of a path; `..` takes the last one away. False: the path is empty.
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

// Appends the parts of `name` to `path`. Returns how often it leads out of the root.
static size_t append_name(char *path, const char *name)
{
    size_t length = strlen(path), above = 0;
    for (const char *part = name;;) {
        const size_t size = strcspn(part, "/");
        above += !append_part(path, &length, part, size);
        if (part[size] == 0)
            break;
        part += size + 1;
    }
    path[length] = 0;
    return above;
}

char *tiled_files_path(tiled_files *files, const char *folder, const char *name, const char **wrong)
{
    *wrong = NULL;
    if (*name == '/')
        *wrong = "its path is absolute; name it by a path from the folder of the file that names it";
    else if (files->map == NULL)
        *wrong = "it is a file of its own, and standard input has no folder to find it in; give the map by its name";
    if (*wrong != NULL || (files->home == NULL && !find_home(files, wrong)))
        return NULL;
    folder = folder != NULL ? folder : files->home;
    char *path = malloc(strlen(folder) + strlen(name) + 2);
    if (path == NULL)
        return NULL;
    memcpy(path, folder, strlen(folder) + 1);
    const size_t above = append_name(path, name);
    if (above == 0)
        return path;
    free(path);
    char *would_do = copy_text(files->folder.path, strlen(files->folder.path));
    for (size_t i = 0; would_do != NULL && i < above; i++)
        go_up(would_do);
    if (would_do != NULL)
        say_outside(files, "it", would_do, NULL, wrong);
    return NULL;
}

// ---- Opening ----

static const char *too_much(const tiled_files *files, uint64_t size)
{
    if (size > TILED_FILE_MAX)
        return "it has more than 16 MiB, too much for a tileset or a template";
    if (files->count >= TILED_FILES_MAX)
        return "it is one too many, a map may name 1000 files";
    return files->bytes + size > TILED_FILES_MOST ? "with it the files that the map names have more than 64 MiB" : NULL;
}

// Opens what is below the root, without links.
static FILE *open_below(tiled_files *files, const char *path, const char **wrong)
{
    struct stat about;
    FILE *file = beneath_file(&files->folder, path);
    if (file == NULL) {
        *wrong = errno == ENXIO ? "it is no file" : errno == ENOMEM ? NULL : strerror(errno);
        return NULL;
    }
    if (fstat(fileno(file), &about) != 0)
        *wrong = strerror(errno);
    else
        *wrong = too_much(files, (uint64_t)about.st_size);
    if (*wrong != NULL) {
        fclose(file);
        return NULL;
    }
    files->count++;
    files->bytes += (uint64_t)about.st_size;
    return file;
}

static FILE *open_real(tiled_files *files, const char *path, const char **wrong)
{
    const char *root = files->folder.path;
    if (is_below(path, root))
        return open_below(files, path + strlen(root) + (root[strlen(root) - 1] != '/'), wrong);
    if (strcmp(path, root) == 0) {
        *wrong = "it is no file";
        return NULL;
    }
    char *would_do = copy_text(root, strlen(root));
    if (would_do != NULL)
        say_outside(files, "it", would_do, path, wrong);
    return NULL;
}

FILE *tiled_files_open(tiled_files *files, const char *path, const char **wrong)
{
    *wrong = NULL;
    const size_t room = strlen(files->folder.path) + strlen(path) + 2;
    char *full = malloc(room);
    if (full == NULL)
        return NULL;
    snprintf(full, room, "%s/%s", files->folder.path, path);
    char *real = realpath(full, NULL);
    if (real == NULL && errno == ENOENT)
        *wrong = files->root != NULL ? "No such file or directory; put it there"
                                     : "No such file or directory; put it there, in the map's folder or below";
    else if (real == NULL && errno != ENOMEM)
        *wrong = strerror(errno);
    FILE *file = real != NULL ? open_real(files, real, wrong) : NULL;
    free(real);
    free(full);
    return file;
}
