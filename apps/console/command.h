/// What a subcommand is: a name, its help, its options, and a function. Each lives in a file of its own, beside what it
/// shows; a program's main.c alone has the table of them. A command's options are a table too (options.h), from which
/// parsing and `--help` both come.
#ifndef QUADRILLE_CONSOLE_COMMAND_H
#define QUADRILLE_CONSOLE_COMMAND_H

#include "options.h"
#include "status.h"

typedef struct command {
    const char *name;        ///< A command below another has both names: "image encode".
    const char *summary;     ///< One line, for `quadrille --help`.
    const char *description; ///< A paragraph or two, for `quadrille NAME --help`. Lines end where they should break.
    const char *example;     ///< Lines of shell.
    const char *operand;     ///< What the help calls the operand ("FILE"); NULL: the command takes none.
    bool optional;           ///< The operand may be missing; the settings keep what they hold then.
    size_t operand_offset;   ///< Where the command's settings have the `const char *` for the operand.
    const char *second;      ///< The same of a second operand, for a command that takes two.
    size_t second_offset;
    const char *surplus;                  ///< What helps whoever gives one more operand; NULL: nothing.
    const option *options;                ///< Ends with an option without a name; --help is added to it.
    status (*run)(int argc, char **argv); ///< argv[0] is the command's name.
    /// Instead of `run`, for a command about commands: also gets the program's table.
    status (*run_about)(const struct command *const *all, int argc, char **argv);
    const struct command *const *parts; ///< Commands below this one, which does no more than run one of them; ends
                                        ///< with NULL. Options and function are not used then.
} command;

/// Reads argv into `settings`, a struct that holds the defaults already. True: go on. False: return *result, since it
/// printed help, or complained of wrong usage.
bool command_parse(const command *c, int argc, char **argv, void *settings, status *result);

/// Complains in the command's name of what is wrong with its settings. NULL: nothing, false.
bool command_refuses(const command *c, const char *wrong);

/// Prints `quadrille NAME --help`.
status command_help(const command *c);

/// Prints the program's name, and the library's version as qd_version gives it.
status command_version(int version);

/// The name that is typed: the last word.
const char *command_word(const command *c);

/// Finds the command of this name. NULL: no command has it, and it has complained, perhaps with a suggestion. `above`
/// is the command that has the table as its parts; NULL: they are the program's.
const command *command_find(const command *const *table, const char *name, const command *above);

/// Runs a command of the program's table `all`, or the one below it that argv[1] names.
status command_run(const command *c, const command *const *all, int argc, char **argv);

#endif
