/// What a command reads is not written over by it: opening a file to write empties it, also one that is mapped.
#ifndef QUADRILLE_CONSOLE_SAME_FILE_H
#define QUADRILLE_CONSOLE_SAME_FILE_H

#include <stdbool.h>

/// Is there a regular file of the one name that is the same as that of the other? "-" is standard input as the second,
/// and no file as the first.
bool same_file(const char *output, const char *input);

/// Is it standard output: "-", /dev/stdout and the like, or the file or pipe that is open as that? NULL is no file. A
/// device counts by these names alone: two outputs to a terminal or to /dev/null are no mistake.
bool is_standard_output(const char *path);

/// Would writing to `output`, which the option names, spoil `input`? Then it complains. They are the same regular file,
/// by whatever names; the input may be "-", standard input. NULL is no file.
bool spoils_input(const char *option, const char *output, const char *input);

/// The same where two files are read.
bool spoils_either(const char *option, const char *output, const char *first, const char *second);

/// Would one output spoil another one, each named by its option? Then it complains. They are the same file or pipe, or
/// both are standard output. NULL is no file.
bool spoils_output(const char *option, const char *output, const char *other_option, const char *other);

#endif
