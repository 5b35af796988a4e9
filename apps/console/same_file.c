// Device and number identify a file; because of links, a name does not.
#include "same_file.h"

#include "report.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool same_file(const char *output, const char *input)
{
    struct stat to, from;
    if (strcmp(output, "-") == 0 || stat(output, &to) != 0 || !S_ISREG(to.st_mode))
        return false;
    int found = strcmp(input, "-") == 0 ? fstat(STDIN_FILENO, &from) : stat(input, &from);
    return found == 0 && to.st_dev == from.st_dev && to.st_ino == from.st_ino;
}

bool spoils_input(const char *option, const char *output, const char *input)
{
    if (output == NULL || input == NULL || !same_file(output, input))
        return false;
    complain_at(output, 0, "this file is read and would be lost; %s needs another name", option);
    return true;
}

bool spoils_either(const char *option, const char *output, const char *first, const char *second)
{
    return spoils_input(option, output, first) || spoils_input(option, output, second);
}

enum { LINKS_MOST = 40, NAME_ROOM = 256 };

// Where links lead, be it to no file yet. False: farther than paths go.
static bool follow_links(const char *path, char end[PATH_MAX])
{
    char to[PATH_MAX];
    size_t folder = 0;
    ssize_t length = (ssize_t)strlen(path);
    memcpy(to, path, (size_t)length < sizeof to ? (size_t)length : 0);
    for (int links = 0; length > 0 && folder + (size_t)length < PATH_MAX && links <= LINKS_MOST; links++) {
        memcpy(end + folder, to, (size_t)length);
        end[folder + (size_t)length] = 0;
        length = readlink(end, to, sizeof to);
        const char *slash = strrchr(end, '/');
        folder = slash == NULL || to[0] == '/' ? 0 : (size_t)(slash + 1 - end);
    }
    return length < 0;
}

// The folder where a path would make a file, and the name there. False: nowhere.
static bool place_of(const char *path, struct stat *folder, char name[NAME_ROOM])
{
    char end[PATH_MAX];
    if (!follow_links(path, end))
        return false;
    char *slash = strrchr(end, '/');
    const char *last = slash != NULL ? slash + 1 : end;
    const size_t length = strlen(last);
    memcpy(name, last, length < NAME_ROOM ? length + 1 : 0);
    if (slash != NULL)
        slash[1] = 0;
    return length < NAME_ROOM && stat(slash != NULL ? end : ".", folder) == 0;
}

// Would two files that are not there yet be the same? They have one name in one folder.
static bool same_place(const char *a, const char *b)
{
    struct stat in_a, in_b;
    char name_a[NAME_ROOM], name_b[NAME_ROOM];
    return place_of(a, &in_a, name_a) && place_of(b, &in_b, name_b) && strcmp(name_a, name_b) == 0 &&
           in_a.st_dev == in_b.st_dev && in_a.st_ino == in_b.st_ino;
}

// The same regular file, or the same pipe.
static bool one_place(const struct stat *a, const struct stat *b)
{
    const bool alike = (S_ISREG(a->st_mode) && S_ISREG(b->st_mode)) || (S_ISFIFO(a->st_mode) && S_ISFIFO(b->st_mode));
    return alike && a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

bool is_standard_output(const char *path)
{
    static const char *const names[] = { "-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", NULL };
    struct stat to, own;
    for (int i = 0; path != NULL && names[i] != NULL; i++)
        if (strcmp(names[i], path) == 0)
            return true;
    return path != NULL && stat(path, &to) == 0 && fstat(STDOUT_FILENO, &own) == 0 && one_place(&to, &own);
}

// A device takes what two outputs write, one after the other.
static bool is_device(const char *path)
{
    struct stat about;
    return strcmp(path, "-") == 0 || (stat(path, &about) == 0 && S_ISCHR(about.st_mode));
}

bool spoils_output(const char *option, const char *output, const char *other_option, const char *other)
{
    if (output == NULL || other == NULL)
        return false;
    if (is_standard_output(output) && is_standard_output(other)) {
        complain("%s and %s both go to standard output; one of them needs a file", option, other_option);
        return true;
    }
    if (is_device(output) || is_device(other))
        return false;
    struct stat a, b;
    const bool same = stat(output, &a) == 0 && stat(other, &b) == 0 && one_place(&a, &b);
    if (!same && !same_place(output, other))
        return false;
    complain_at(output, 0, "%s and %s name the same file, and one of them would be lost", option, other_option);
    return true;
}
