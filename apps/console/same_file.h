/// What a command reads is not written over by it: opening a file to write empties it, also one that is mapped.
#ifndef QUADRILLE_CONSOLE_SAME_FILE_H
#define QUADRILLE_CONSOLE_SAME_FILE_H

#include <stdbool.h>

/// Would writing to `output`, which the option names, spoil `input`? Then it complains. They are the same regular file,
/// by whatever names; the input may be "-", standard input. NULL is no file.
bool spoils_input(const char *option, const char *output, const char *input);

/// The same where two files are read.
bool spoils_either(const char *option, const char *output, const char *first, const char *second);

/// Would one output spoil another one, each named by its option? Then it complains. NULL is no file.
bool spoils_output(const char *option, const char *output, const char *other_option, const char *other);

#endif
