// There may be more numbers than anybody would try: the files of the folder are looked through instead.
#include "frame_names.h"

#include "report.h"
#include "same_file.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Its length, which may be more than fits.
static size_t compose(const frame_names *self, int64_t number, char path[FRAME_PATH])
{
    return (size_t)snprintf(path, FRAME_PATH, "%s/%s%0*lld%s", self->folder, self->before, self->digits,
                            (long long)number, self->ending);
}

bool frame_path(const frame_names *self, int64_t number, char path[FRAME_PATH])
{
    if (compose(self, number, path) < FRAME_PATH)
        return true;
    complain_at(self->folder, 0, "the name is too long");
    return false;
}

// Is it the name of one of them? Then its path, too.
static bool is_frame(const frame_names *self, const char *name, char path[FRAME_PATH])
{
    const size_t before = strlen(self->before);
    if (strncmp(name, self->before, before) != 0 || name[before] < '0' || name[before] > '9')
        return false;
    const int64_t number = strtoll(name + before, NULL, 10);
    if (number < self->first || number > self->last ||
        ((number - self->first) % self->every != 0 && number != self->last))
        return false;
    const size_t length = compose(self, number, path), own = strlen(name);
    return length < FRAME_PATH && length > own && strcmp(path + length - own, name) == 0 &&
           path[length - own - 1] == '/';
}

// Is one of them there, and this very file? Then its path.
static bool find_frame(const frame_names *self, const char *file, char path[FRAME_PATH])
{
    DIR *open = file != NULL && self->folder != NULL ? opendir(self->folder) : NULL;
    bool found = false;
    if (open == NULL)
        return false;
    for (const struct dirent *entry = readdir(open); !found && entry != NULL; entry = readdir(open))
        found = is_frame(self, entry->d_name, path) && same_file(path, file);
    closedir(open);
    return found;
}

bool frames_spoil_input(const frame_names *self, const char *input)
{
    char path[FRAME_PATH];
    return find_frame(self, input, path) && spoils_input("--frames", path, input);
}

bool frames_spoil_output(const frame_names *self, const char *option, const char *other)
{
    char path[FRAME_PATH];
    if (self->folder == NULL || other == NULL)
        return false;
    const char *slash = strrchr(other, '/');
    if (is_frame(self, slash != NULL ? slash + 1 : other, path) && spoils_output("--frames", path, option, other))
        return true;
    return find_frame(self, other, path) && spoils_output("--frames", path, option, other);
}
