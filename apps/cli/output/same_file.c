// Files are told apart by device and number: a name says little, what with links.
#include "same_file.h"

#include "report.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool same_file(const char *output, const char *input)
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
