// Replacing a file as a whole: see replace.h.
#include "replace.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// The file that a path means, links followed, if that is to be replaced; a device or a pipe is written to as it is.
static bool find_path(replacement *self, const char *path)
{
    struct stat about;
    bool exists = stat(path, &about) == 0;
    if (exists && !S_ISREG(about.st_mode))
        return true;
    self->path = exists ? realpath(path, NULL) : strdup(path);
    return self->path != NULL;
}

// Those of a new file, or of the one that is replaced.
static mode_t permissions(const char *path)
{
    struct stat about;
    mode_t mask = umask(0);
    umask(mask);
    return stat(path, &about) == 0 ? about.st_mode & 0777 : 0666 & ~mask;
}

static bool open_temporary(replacement *self)
{
    static const char ending[] = ".XXXXXX";
    size_t length = strlen(self->path);
    self->temporary = malloc(length + sizeof ending);
    if (self->temporary == NULL)
        return false;
    memcpy(self->temporary, self->path, length);
    memcpy(self->temporary + length, ending, sizeof ending);
    int file = mkstemp(self->temporary);
    if (file < 0) {
        free(self->temporary);
        self->temporary = NULL;
        return false;
    }
    fchmod(file, permissions(self->path));
    self->out.file = fdopen(file, "wb");
    if (self->out.file == NULL)
        close(file);
    return self->out.file != NULL;
}

static void forget(replacement *self)
{
    if (self->temporary != NULL)
        unlink(self->temporary);
    free(self->temporary);
    free(self->path);
    self->temporary = self->path = NULL;
}

bool replace_begin(replacement *self, const char *path)
{
    memset(self, 0, sizeof *self);
    if (strcmp(path, "-") == 0)
        return output_open(&self->out, path);
    errno = 0;
    if (find_path(self, path) && self->path == NULL)
        return output_open(&self->out, path);
    self->out = (output){ NULL, path, 0 };
    if (self->path != NULL && open_temporary(self))
        return true;
    complain_at(path, 0, "cannot write: %s", strerror(errno != 0 ? errno : ENOMEM));
    forget(self);
    return false;
}

status replace_finish(replacement *self, status result)
{
    bool broken = output_failed(&self->out); // also where output_finish makes no failure of it, for want of a reader
    result = output_finish(&self->out, result);
    if (self->temporary != NULL && result == STATUS_DONE && !broken) {
        if (rename(self->temporary, self->path) == 0) {
            free(self->temporary);
            self->temporary = NULL;
        } else {
            complain_at(self->out.name, 0, "cannot write: %s", strerror(errno));
            result = STATUS_FAILED;
        }
    }
    forget(self);
    return result;
}
