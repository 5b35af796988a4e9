/// Options as data. A command keeps its settings in a struct; each option says where in that struct its value goes,
/// what kind of value it takes and what is allowed. `--name value`, `--name=value`, `-l value` and `-lvalue` all work,
/// a value may begin with a minus, and `--` ends the options.
#ifndef QUADRILLE_CONSOLE_OPTIONS_H
#define QUADRILLE_CONSOLE_OPTIONS_H

#include <digits.h>
#include <output_form.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum option_kind {
    OPTION_FLAG,    ///< bool: set when given.
    OPTION_INT,     ///< int64_t within least..most.
    OPTION_SIZE,    ///< int64_t: bytes, with K, M, G or T behind the number for powers of 1024; above 0.
    OPTION_FLOAT,   ///< float within low..high.
    OPTION_DOUBLE,  ///< double within low..high.
    OPTION_FLOATS,  ///< float_list of exactly `count` numbers, or of `fewer` and more by twos; with blanks or without.
    OPTION_TEXT,    ///< const char *, not empty.
    OPTION_OUTPUT,  ///< const char *: the name of a file to write, whose ending agrees with `forms`, or "-".
    OPTION_CHOICE,  ///< int: index into `choices`. The help lists them if `value` does not.
    OPTION_REFUSED, ///< Another program has it: `help` says why this one does not. Not in the help.
    OPTION_CONFIG,  ///< config_file: a file with values for the other options; see below.
} option_kind;

enum { FLOATS_MAX = 34, FLOAT_TEXT_MAX = 128 };

/// The value of an OPTION_FLOATS; count 0: not given.
typedef struct float_list {
    int count;
    float values[FLOATS_MAX];    ///< The nearest ones.
    double exact[FLOATS_MAX];    ///< The same numbers as the nearest doubles.
    int places[FLOATS_MAX];      ///< The places of their last digits: see digits_place.
    char beyond[FLOAT_TEXT_MAX]; ///< The first that only a double can hold, as written; "": floats hold all.
} float_list;

/// The value of an OPTION_CONFIG, of which a table has one at most. The file is XML:
///
///     <config>
///       <app framerate_cap="30"><title>Boxes</title></app>
///       <window><resolution width="800" height="600"/></window>
///       <collision><quadtree qt_x="0" qt_y="0" qt_width="8" qt_height="6" capacity="4" depth="6"/></collision>
///       <option name="seed" value="7"/>
///     </config>
///
/// An <option> is any option of the table by its name; a flag's value is true or false. What <quadtree> says goes to
/// the options `capacity`, `depth`, and, as X,Y,WIDTH,HEIGHT, `world`; in a table with an `origin`, that takes the
/// first two numbers and `world` the others. The title, the resolution and the frame cap go to `title`, `window`, as
/// WIDTHxHEIGHT, and `fps`, in a table that has them. What else an article's file has is known, and named on standard
/// error as passed over unless it is so here in any case. The command line wins over the file. Complaints name file and
/// line.
typedef struct config_file {
    const char *path; ///< NULL: not given.
    char **texts;     ///< Values of OPTION_TEXT that came from the file.
    size_t count;
    uint64_t given;   ///< The options that the file gave, each a bit by its place in the table.
    bool quiet;       ///< A program that is started reads the file again and names what is passed over.
    char passed[256]; ///< That, with commas between.
} config_file;

/// Frees the texts, to which other settings point, when the settings are done with. All zero is fine.
void config_file_free(config_file *file);

typedef struct option {
    const char *name; ///< Without dashes. NULL ends a table.
    char letter;      ///< Short name, or 0.
    bool quiet;       ///< OPTION_FLAG: notes and progress are left out from then on.
    option_kind kind;
    size_t offset;              ///< The value's, in the command's settings.
    const char *value;          ///< What the help calls the value; not for flags.
    const char *help;           ///< One or more lines, separated by '\n'.
    int64_t least, most;        ///< OPTION_INT
    double low, high;           ///< OPTION_FLOAT, OPTION_DOUBLE
    int count;                  ///< OPTION_FLOATS: how many, at most FLOATS_MAX
    unsigned char fewer;        ///< OPTION_FLOATS: so many are right too, and so is each two more; 0: they are not
    char separator;             ///< OPTION_FLOATS: between the numbers; 0: a comma
    bool infinite;              ///< OPTION_FLOAT, OPTION_FLOATS: `inf` and `-inf` are allowed
    bool doubles;               ///< OPTION_FLOATS: larger numbers than floats are allowed; see options_keep_to_floats
    const char *const *choices; ///< OPTION_CHOICE: ends with NULL
    unsigned forms;             ///< OPTION_OUTPUT: bits of output_form.h
    const char *about;          ///< What it is or does, for complaints by the three below: "moves nothing"
    const char *needs;          ///< Names with a blank between: without one of these options it has no effect
    const char *excludes;       ///< The same: with one of these it has no effect
    const char *beside;         ///< The same: with it no option but these has an effect. "": none has.
} option;

/// The parts of a row of a table: what the option is called and where its value goes, then what it takes. `of` is the
/// struct of the settings, `what` the help's word for the value; the rest as in `option`.
#define OPTION(word, short_form, of, member) .name = (word), .letter = (short_form), .offset = offsetof(of, member)
#define TAKES_NOTHING .kind = OPTION_FLAG
#define TAKES_INT(what, from, to) .kind = OPTION_INT, .value = (what), .least = (from), .most = (to)
#define TAKES_FLOAT(what, from, to) .kind = OPTION_FLOAT, .value = (what), .low = (from), .high = (to)
#define TAKES_DOUBLE(what, from, to) .kind = OPTION_DOUBLE, .value = (what), .low = (from), .high = (to)
#define TAKES_FLOATS(what, numbers) .kind = OPTION_FLOATS, .value = (what), .count = (numbers)
#define TAKES_TEXT(what) .kind = OPTION_TEXT, .value = (what)
#define TAKES_OUTPUT(what, endings) .kind = OPTION_OUTPUT, .value = (what), .forms = (endings)
#define TAKES_CHOICE(what, names) .kind = OPTION_CHOICE, .value = (what), .choices = (names)

/// Letters mean one thing in all commands: -h --help, -j --json, -n how many things there are, -o where the output
/// goes, -q --quiet.
#define QUIET_OPTION(settings, member)                                                                                 \
    {                                                                                                                  \
        OPTION("quiet", 'q', settings, member), TAKES_NOTHING, .help = "hide notes and progress, never errors",        \
                                                               .quiet = true                                           \
    }

/// Reads argv[1..] into `settings`, and up to so many operands, NULL at first, into `values`.
/// *help: stop, --help was given. False: complained. A config_file among the settings is to be freed in any case.
/// `command` is its name, for complaints of options that do not agree.
bool options_parse(const option *options, const char *command, const char **values, size_t operands, int argc,
                   char **argv, void *settings, bool *help);

/// Has every option that was given an effect beside the others? `typed` are those of the command line, `given` those
/// and the configuration's, as bits by the place in the table. A configuration serves other uses of
/// the program too, so `excludes` and `beside` refuse only options that were typed. False: complained, in the name of
/// the command.
bool options_agree(const option *options, const char *command, uint64_t typed, uint64_t given);

/// Takes down in *to, first emptied, what floats must keep of all numbers of the table that may be doubles.
void options_count_digits(const option *options, const void *settings, kept_digits *to);

/// For a command that wanted no doubles after all: false, and complained, if an option of the table got a number that
/// is too large for a float.
bool options_keep_to_floats(const option *options, const void *settings);

#endif
