/// One option and its value, wherever it is given: on the command line or in a configuration.
#ifndef QUADRILLE_CONSOLE_OPTION_VALUE_H
#define QUADRILLE_CONSOLE_OPTION_VALUE_H

#include "options.h"

#include <xml.h>

/// The option whose name is the first `length` bytes at `name`, or NULL.
const option *option_find(const option *options, const char *name, size_t length);

/// The option that a misspelt one probably stands for, or NULL.
const option *option_suggest(const option *options, const char *typed);

/// Writes the value to `target`, where the option's kind of value lives; a flag is set, whatever the text. The value of
/// an OPTION_TEXT is `text` itself, which must live as long. False: the message, which calls the option `shown`, says
/// what would be right.
bool option_set(const option *o, const char *shown, const char *text, void *target, format_message *message);

/// Reads the configuration that an OPTION_CONFIG of the table has got from the command line, if any. An option whose
/// bit, by its place in the table, is in `given` keeps its value; that in the file must still be right. False:
/// complained.
bool options_configure(const option *options, void *settings, uint64_t given);

/// The same from where a configuration is open already; file->path is what complaints call it.
bool options_read(const option *options, byte_source *from, config_file *file, void *settings, uint64_t given);

#endif
