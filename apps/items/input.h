/// What a command that reads items lets its user say about the file.
#ifndef QUADRILLE_ITEMS_INPUT_H
#define QUADRILLE_ITEMS_INPUT_H

#include "csv.h"
#include "limit_option.h"

#include <digits.h>
#include <quadrille/tree.h>

typedef struct input {
    const char *file;
    const char *columns;
    const char *layers;   ///< --layer, for maps
    const char *root;     ///< --root, for maps
    const char *id;       ///< Column or property that names the items; NULL: id.
    const char *sizes;    ///< --size-columns
    bool center;          ///< --center
    int separator;        ///< auto, comma, semicolon, tab, bar, blanks
    int header;           ///< a header_wish
    int quotes;           ///< a quotes_wish
    int comments;         ///< a comments_wish
    int decimal;          ///< point, comma
    const char *bad_rows; ///< A file to list them in, or NULL.
    int64_t limit;        ///< --limit-memory; 0: the rule of limit.h
    bool skip_bad;
    bool quiet;       ///< --quiet: notes on how the file was taken are left out.
    bool with_others; ///< Another file is read beside it: --skip-bad, --bad-rows and input_of_writing are about both.
    bool exact;       ///< --double; after reading: the list keeps doubles
    bool rounded;     ///< --float
    bool float_index; ///< With `exact`: an index of floats is fine too, if it is what was written.
    bool keep_rows;   ///< Where each row lies in the file is wanted: see row_text.h.
    int edges;        ///< a qd_edges, or EDGES_UNSAID until the file has been read
    const kept_digits *asked; ///< Numbers of a question to it, which floats must keep as well; or NULL.
    bool later;               ///< Others are read beside it: whether floats do is decided by items_decide.
    char own;                 ///< Options about this file alone end with it, as --id-b does; 0: without any.
    bool one_of_some;         ///< Others are read beside it: options about columns and rows may be for them.
    part_finder *part;        ///< NULL: all of it is read.
    void *part_context;
    struct csv_notes *notes; ///< Get the notes on that part (csv_rows.h).
} input;

/// What `edges` is to begin with, for whom INPUT_BEGIN stands in the settings: an index knows its own, all other files
/// are closed.
enum { EDGES_UNSAID = -1 };
#define INPUT_BEGIN                                                                                                    \
    {                                                                                                                  \
        .edges = EDGES_UNSAID                                                                                          \
    }

extern const char *const edges_names[], *const separator_names[], *const header_names[], *const quotes_names[],
                                                                                             *const comments_names[],
                                                                                                 *const decimal_names[];
enum { DECIMAL_POINT, DECIMAL_COMMA };

/// The options for an `input` that is a member of the settings of a command.
#define INPUT_OPTIONS(settings, member)                                                                                \
    { OPTION("columns", 0, settings, member.columns), TAKES_TEXT("NAMES"),                                             \
      .help =                                                                                                          \
          "columns of CSV to read, separated by commas: four for\ntwo corners in any order, two for points, one for\n" \
          "well-known text, more pairs for a polygon; by names,\nor by positions from 1" },                            \
        { OPTION("size-columns", 0, settings, member.sizes), TAKES_TEXT("NAMES"),                                      \
          .help = "columns of CSV with width and height, or one for\nboth, beside the two of a corner" },              \
        { OPTION("center", 0, settings, member.center), TAKES_NOTHING,                                                 \
          .help = "with --size-columns: the two --columns are those of\nthe center, not of a corner" },                \
        { OPTION("header", 0, settings, member.header), TAKES_CHOICE("auto|yes|no", header_names),                     \
          .help = "the first row of CSV is a header (default: auto, no\nif --columns are positions and it has "        \
                  "numbers there)" },                                                                                  \
        { OPTION("separator", 0, settings, member.separator),                                                          \
          TAKES_CHOICE("auto|comma|semicolon|tab|bar|blanks", separator_names),                                        \
          .help = "the separator between the fields of CSV (default:\nauto, from the first rows)" },                   \
        { OPTION("decimal", 0, settings, member.decimal), TAKES_CHOICE("point|comma", decimal_names),                  \
          .help = "the decimal mark of numbers in CSV (default: point)" },                                             \
        { OPTION("quotes", 0, settings, member.quotes), TAKES_CHOICE("auto|none|csv", quotes_names),                   \
          .help = "quotes are text, or enclose fields as in CSV\n(default: auto; between tabs, bars and blanks they\n" \
                  "enclose only whole fields in one line)" },                                                          \
        { OPTION("comments", 0, settings, member.comments), TAKES_CHOICE("auto|yes|no", comments_names),               \
          .help = "skip lines that begin with # (default: auto, above the\nheader, and if they have another number "   \
                  "of fields "                                                                                         \
                  "than\nthe rows)" },                                                                                 \
        { OPTION("id", 0, settings, member.id), TAKES_TEXT("NAME"),                                                    \
          .help = "column of CSV or property of GeoJSON that names the\nitems (default: id, if it exists)" },          \
        { OPTION("skip-bad", 0, settings, member.skip_bad), TAKES_NOTHING,                                             \
          .help = "skip bad rows of CSV and bad features of GeoJSON,\nand print their number" },                       \
        LIMIT_OPTION(settings, member.limit),                                                                          \
        { OPTION("bad-rows", 0, settings, member.bad_rows), TAKES_OUTPUT("LIST", OUTPUT_CSV),                          \
          .help = "as --skip-bad, and write each bad row's line and what\nis wrong with it to the file LIST (CSV)" },  \
        QUIET_OPTION(settings, member.quiet)

#define MAP_OPTIONS(settings, member)                                                                                  \
    { OPTION("layer", 0, settings, member.layers), TAKES_TEXT("NAMES"),                                                \
      .help = "layers of a map to use, or groups of layers, separated\nby commas (default: all)" },                    \
    {                                                                                                                  \
        OPTION("root", 0, settings, member.root), TAKES_TEXT("DIR"),                                                   \
            .help =                                                                                                    \
                "a map in the folder DIR or below may name tilesets and\ntemplates there (default: in its own folder)" \
    }

#define PRECISION_OPTIONS(settings, member)                                                                            \
    { OPTION("double", 0, settings, member.exact), TAKES_NOTHING,                                                      \
      .help = "keep numbers as doubles (default: only where floats lose\nwritten digits)" },                           \
    {                                                                                                                  \
        OPTION("float", 0, settings, member.rounded), TAKES_NOTHING,                                                   \
            .help = "round numbers to the nearest floats, which take half the\nmemory"                                 \
    }

#define EDGES_OPTION(settings, member)                                                                                 \
    {                                                                                                                  \
        OPTION("edges", 0, settings, member.edges), TAKES_CHOICE("closed|open", edges_names),                          \
            .help = "touching boxes overlap: closed, yes (the default);\nopen, no"                                     \
    }

/// What such a command's help says about FILE.
#define FILE_HELP                                                                                                      \
    "FILE is CSV, GeoJSON, a Tiled map, or an index that quadrille index made of one. It\n"                            \
    "may be packed by gzip or zstd; - is standard input. Its first bytes show its format.\n"                           \
    "The first line of CSV names the columns: min_x,min_y,max_x,max_y, or\n"                                           \
    "x,y,width,height, or x,y for points; others are ignored. An id column names the\n"                                \
    "items; without one, an item's id is the number of its row. In GeoJSON, each feature\n"                            \
    "is an item with the box of its coordinates; its id is its own or its number. In a\n"                              \
    "map (.tmx, .tmj), each object is an item with its id, and each tile that is not\n"                                \
    "empty is an item with the id LAYER:COLUMN:ROW. Lines, polygons, and turned or round\n"                            \
    "shapes in a map count as the boxes around them; a note prints their number."

/// What is wrong with them in a command that prints its results, or NULL.
const char *input_problem(const input *in);

/// Which of the options about numbers and texts in CSV was given, which the files of a command share; NULL: none.
const char *input_of_writing(const input *in);

/// Which of the options about bad rows was given; NULL: none.
const char *input_of_bad(const input *in);

/// Which of the options that are about CSV, and about this file, was given; NULL: none.
const char *input_of_columns(const input *in);

/// Complains of options that say something about rows and columns, for `what` ("a map") that has neither. False: it
/// did.
bool input_no_rows(const input *in, const char *name, const char *what);

#endif
