// The other name, and how it becomes the file's.
#include "whole_file.h"

#include "interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAME_ADDED = 24, NAME_LONGEST = 255, PARTS_MOST = 1000 };

static bool is_standard_output(const struct stat *about)
{
    struct stat own;
    return fstat(STDOUT_FILENO, &own) == 0 && own.st_dev == about->st_dev && own.st_ino == about->st_ino;
}

// As it is: what is written before goes before.
static bool open_itself(whole_file *self, const char *path, bool standard)
{
    if (!standard) {
        self->file = fopen(path, "wb");
        return self->file != NULL;
    }
    fflush(stdout);
    int file = dup(STDOUT_FILENO);
    self->file = file >= 0 ? fdopen(file, "wb") : NULL;
    if (file >= 0 && self->file == NULL)
        close(file);
    return self->file != NULL;
}

// Those of a new file, or of the one that is replaced.
static mode_t permissions(const char *path)
{
    struct stat about;
    mode_t mask = (mode_t)umask(0);
    umask(mask);
    return (mode_t)(stat(path, &about) == 0 ? about.st_mode & 0777 : 0666 & ~mask);
}

// `path` and `added`, the path cut where the name would be longer than names are.
static void compose(char *out, const char *path, const char *added)
{
    const char *slash = strrchr(path, '/');
    size_t folder = slash != NULL ? (size_t)(slash + 1 - path) : 0, name = strlen(path + folder);
    size_t length = strlen(added);
    if (name + length > NAME_LONGEST)
        name = NAME_LONGEST - length;
    memcpy(out, path, folder + name);
    memcpy(out + folder + name, added, length + 1);
}

static int open_part(char *out, const char *path)
{
    for (int i = 1; i <= PARTS_MOST; i++) {
        char added[NAME_ADDED];
        snprintf(added, sizeof added, i > 1 ? ".partial-%d" : ".partial", i);
        compose(out, path, added);
        int file = open(out, O_WRONLY | O_CREAT | O_EXCL, 0600);
        if (file >= 0 || errno != EEXIST)
            return file;
    }
    return -1;
}

static bool open_other(whole_file *self)
{
    self->written = malloc(strlen(self->path) + NAME_ADDED);
    if (self->written == NULL)
        return false;
    int file = -1;
    if (self->kind == WHOLE_OR_PART) {
        file = open_part(self->written, self->path);
    } else {
        compose(self->written, self->path, ".XXXXXX");
        file = mkstemp(self->written);
    }
    if (file < 0)
        return false;
    fchmod(file, permissions(self->path));
    self->file = fdopen(file, "wb");
    if (self->file != NULL && interrupt_removes(self->written))
        return true;
    int error = self->file != NULL ? EMFILE : errno;
    if (self->file != NULL)
        fclose(self->file);
    else
        close(file);
    unlink(self->written);
    errno = error;
    return false;
}

static void forget(whole_file *self)
{
    int error = errno;
    free(self->path);
    free(self->written);
    *self = (whole_file){ 0 };
    errno = error;
}

// Where the file itself is, whatever links lead there.
static char *follow(const char *path)
{
    struct stat about;
    if (lstat(path, &about) != 0 || !S_ISLNK(about.st_mode))
        return strdup(path);
    char *real = realpath(path, NULL);
    if (real != NULL || errno != ENOENT)
        return real;
    // They lead to no file yet. Made for a moment, it has a path.
    const int file = open(path, O_WRONLY | O_CREAT, 0600);
    if (file < 0)
        return NULL;
    close(file);
    real = realpath(path, NULL);
    if (real != NULL)
        unlink(real);
    return real;
}

bool whole_file_open(whole_file *self, const char *path, whole_kind kind)
{
    struct stat about;
    *self = (whole_file){ .kind = kind };
    bool there = stat(path, &about) == 0, regular = there && S_ISREG(about.st_mode);
    if (path[0] == 0) {
        errno = ENOENT;
        return false;
    }
    if (strcmp(path, "-") == 0)
        return open_itself(self, path, true);
    if (there && (!regular || is_standard_output(&about)))
        return open_itself(self, path, regular);
    if (there && access(path, W_OK) != 0)
        return false;
    self->path = follow(path);
    interrupt_hold();
    bool good = self->path != NULL && open_other(self);
    if (!good)
        forget(self);
    interrupt_release();
    return good;
}

void whole_file_keep(whole_file *self)
{
    if (self->written != NULL && self->kind == WHOLE_OR_PART)
        interrupt_keeps(self->written);
}

int whole_file_end(whole_file *self, whole_end end)
{
    errno = 0;
    int error = fclose(self->file) == 0 ? 0 : errno != 0 ? errno : EIO;
    if (self->written != NULL) {
        interrupt_hold();
        if (error == 0 && end == WHOLE_DONE && rename(self->written, self->path) != 0)
            error = errno;
        bool there = error != 0 || end != WHOLE_DONE;
        if (there && (self->kind == WHOLE_OR_NOTHING || end == WHOLE_LOST))
            unlink(self->written);
        interrupt_keeps(self->written);
        interrupt_release();
    }
    forget(self);
    return error;
}
