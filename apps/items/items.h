/// @file items.h
/// The items of a file, CSV, a map or an index: boxes with their ids, in the order of the file. Every command that
/// takes FILE reads it here.
#ifndef QUADRILLE_CLI_ITEMS_H
#define QUADRILLE_CLI_ITEMS_H

#include "bad_rows.h"
#include "csv.h"
#include "limit_option.h"
#include "output.h"
#include "status.h"

#include <digits.h>
#include <kind.h>
#include <quadrille/tree.h>

/// What every such command lets its user say about the file.
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
    bool quiet;               ///< --quiet: notes on how the file was taken are left out.
    bool with_others;         ///< Another file is read beside it, of which --skip-bad and --bad-rows speak as well.
    bool exact;               ///< --double; once it has been read, true of all that is kept in doubles
    bool rounded;             ///< --float
    bool float_index;         ///< With `exact`: an index of floats is fine too, if it is what was written.
    bool keep_rows;           ///< Where each row lies in the file is wanted: see row_text.h.
    int edges;                ///< a qd_edges, or EDGES_UNSAID until the file has been read
    const kept_digits *asked; ///< Numbers of a question to it, which floats must keep as well; or NULL.
    bool later;               ///< Others are read beside it: whether floats do is decided by items_decide.
    char own;          ///< Options that are about this file alone end with it, as --id-b does; 0: there are none.
    bool one_of_some;  ///< Others are read beside it: what is said about columns and rows need not be about it.
    part_finder *part; ///< NULL: all of it is read.
    void *part_context;
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
    { .name = "columns",                                                                                               \
      .kind = OPTION_TEXT,                                                                                             \
      .offset = offsetof(settings, member.columns),                                                                    \
      .value = "NAMES",                                                                                                \
      .help =                                                                                                          \
          "columns of CSV to read, separated by commas: four for\ntwo corners in any order, two for points, one for\n" \
          "well-known text, more pairs for a polygon; by names,\nor by positions from 1" },                            \
        { .name = "size-columns",                                                                                      \
          .kind = OPTION_TEXT,                                                                                         \
          .offset = offsetof(settings, member.sizes),                                                                  \
          .value = "NAMES",                                                                                            \
          .help = "columns of CSV with width and height, or one for\nboth, beside the two of a corner" },              \
        { .name = "center",                                                                                            \
          .kind = OPTION_FLAG,                                                                                         \
          .offset = offsetof(settings, member.center),                                                                 \
          .help = "with --size-columns: the two --columns are those of\nthe center, not of a corner" },                \
        { .name = "header",                                                                                            \
          .kind = OPTION_CHOICE,                                                                                       \
          .offset = offsetof(settings, member.header),                                                                 \
          .value = "auto|yes|no",                                                                                      \
          .choices = header_names,                                                                                     \
          .help =                                                                                                      \
              "is the first row of CSV a header? (default: auto,\nnot if --columns are positions of numbers in it)" }, \
        { .name = "separator",                                                                                         \
          .kind = OPTION_CHOICE,                                                                                       \
          .offset = offsetof(settings, member.separator),                                                              \
          .value = "auto|comma|semicolon|tab|bar|blanks",                                                              \
          .choices = separator_names,                                                                                  \
          .help = "what is between the fields of CSV (default: auto,\nas its first rows show)" },                      \
        { .name = "decimal",                                                                                           \
          .kind = OPTION_CHOICE,                                                                                       \
          .offset = offsetof(settings, member.decimal),                                                                \
          .value = "point|comma",                                                                                      \
          .choices = decimal_names,                                                                                    \
          .help = "what is before the decimals of numbers in CSV\n(default: point)" },                                 \
        { .name = "quotes",                                                                                            \
          .kind = OPTION_CHOICE,                                                                                       \
          .offset = offsetof(settings, member.quotes),                                                                 \
          .value = "auto|none|csv",                                                                                    \
          .choices = quotes_names,                                                                                     \
          .help =                                                                                                      \
              "what quotes are: text, or around fields as CSV has\nthem (default: auto, text between tabs, bars and\n" \
              "blanks but around whole fields of one line)" },                                                         \
        { .name = "comments",                                                                                          \
          .kind = OPTION_CHOICE,                                                                                       \
          .offset = offsetof(settings, member.comments),                                                               \
          .value = "auto|yes|no",                                                                                      \
          .choices = comments_names,                                                                                   \
          .help = "are lines that begin with # passed over? (default:\nauto, if they have not as many fields as "      \
                  "others)" },                                                                                         \
        { .name = "id",                                                                                                \
          .kind = OPTION_TEXT,                                                                                         \
          .offset = offsetof(settings, member.id),                                                                     \
          .value = "NAME",                                                                                             \
          .help = "column of CSV or property of GeoJSON that names the\nitems (default: id, where there is one)" },    \
        { .name = "skip-bad",                                                                                          \
          .kind = OPTION_FLAG,                                                                                         \
          .offset = offsetof(settings, member.skip_bad),                                                               \
          .help = "pass over bad rows of CSV and bad features of\nGeoJSON, and say how many there were" },             \
        LIMIT_OPTION(settings, member.limit),                                                                          \
        { .name = "bad-rows",                                                                                          \
          .kind = OPTION_OUTPUT,                                                                                       \
          .offset = offsetof(settings, member.bad_rows),                                                               \
          .value = "LIST",                                                                                             \
          .forms = OUTPUT_CSV,                                                                                         \
          .help = "as --skip-bad, and write which rows they are, and why\nthey are bad, to the file LIST (CSV)" },     \
        QUIET_OPTION(settings, member.quiet)

#define MAP_OPTIONS(settings, member)                                                                                  \
    { .name = "layer",                                                                                                 \
      .kind = OPTION_TEXT,                                                                                             \
      .offset = offsetof(settings, member.layers),                                                                     \
      .value = "NAMES",                                                                                                \
      .help = "layers of a map to take, or groups of them, separated\nby commas (default: all)" },                     \
    {                                                                                                                  \
        .name = "root", .kind = OPTION_TEXT, .offset = offsetof(settings, member.root), .value = "DIR",                \
        .help = "a map in the folder DIR or below may name tilesets and\ntemplates there (default: in its own folder)" \
    }

#define PRECISION_OPTIONS(settings, member)                                                                            \
    { .name = "double",                                                                                                \
      .kind = OPTION_FLAG,                                                                                             \
      .offset = offsetof(settings, member.exact),                                                                      \
      .help = "keep numbers as doubles (default: only where floats do not\nkeep all digits that are written)" },       \
    {                                                                                                                  \
        .name = "float", .kind = OPTION_FLAG, .offset = offsetof(settings, member.rounded),                            \
        .help = "round numbers to the nearest floats, which take half the\nmemory"                                     \
    }

#define EDGES_OPTION(settings, member)                                                                                 \
    {                                                                                                                  \
        .name = "edges", .kind = OPTION_CHOICE, .offset = offsetof(settings, member.edges), .value = "closed|open",    \
        .choices = edges_names, .help = "whether what only touches overlaps: closed, yes (the\ndefault); open, no"     \
    }

/// What such a command's help says about FILE.
#define FILE_HELP                                                                                                      \
    "FILE is CSV, GeoJSON, a Tiled map, or what quadrille index has made of one, and may\n"                            \
    "be packed by gzip or zstd; - is standard input, and what it is shows in its first\n"                              \
    "bytes. The first line of CSV names the columns: min_x,min_y,max_x,max_y, or\n"                                    \
    "x,y,width,height, or x,y for points, among any others; an id column names the\n"                                  \
    "items, which otherwise are called by the number of their row. Of GeoJSON each\n"                                  \
    "feature is an item, with the box of its coordinates, called by its id or number.\n"                               \
    "Of a map (.tmx, .tmj) each object is an item, called by its id, and each tile that\n"                             \
    "is not empty, called LAYER:COLUMN:ROW. Lines, polygons, and what is turned or round\n"                            \
    "in a map count as the boxes around them; a note says how many there are."

typedef struct index_file index_file;

/// Where a row lies in its file, its line end included.
typedef struct row_span {
    uint64_t start;
    size_t size;
} row_span;

/// See items_box, items_number and items_text for what is in it. An item takes 16 bytes, or 32 where it is doubles, and
/// its name if it has one.
typedef struct items {
    size_t count;
    uint64_t shapes;   ///< Items that are more than their boxes say: lines, polygons, what is turned or round.
    index_file *index; ///< What the file is, if it is an index.

    float *floats; ///< Boxes, four numbers each; NULL while there are none, or if they are
    qd_box *boxes; ///< doubles.
    size_t room;   ///< In boxes.

    uint64_t *numbers; ///< NULL: 1, 2, 3, ... behind those
    uint64_t before;   ///< of other parts of the file.
    size_t numbers_room;
    char *texts; ///< Names one after the other, each with its NUL.
    size_t texts_used, texts_room;
    size_t *marks; ///< Where the name of one item in ITEMS_MARKED begins.
    size_t marks_room;
    const unsigned char *packed; ///< Of an index: for each item eight bytes, as docs/format.md has them.

    row_span *spans; ///< Of the rows of CSV, if they are wanted.
    size_t spans_room;
    row_span header;     ///< Empty where there is none.
    memory_limit *limit; ///< Of the file, and its name for people, while it is read; then NULL, and no
    const char *limited; ///< limit.
    bad_rows bad;        ///< Those that were passed over, if they are to be listed.
    kept_digits digits;  ///< Of an open list: what its numbers need.
    file_kind kind;
    csv_form form;    ///< How CSV is written, and
    char separator;   ///< what is between its fields.
    bool exact;       ///< Doubles, otherwise floats.
    bool open;        ///< They may still become floats: items_decide says.
    bool written;     ///< Floats, of which it is known that they are what was written: items_are_written.
    bool has_texts;   ///< Items have names, otherwise the numbers of their rows.
    bool down;        ///< y grows downwards, as it does in maps: it is one.
    bool borrowed;    ///< The texts are part of the index.
    bool packed_file; ///< The file is packed, so that no row can be read again.
    char taken[512];  ///< As what a table is taken, until it is told; or "".
} items;

enum { ITEMS_MARKED = 16 };

/// Which of the options that are about columns of CSV was given; NULL: none.
const char *input_of_columns(const input *in);

/// An empty list for what is said about a file: as it is before anything is read.
void items_begin(items *list, const input *in);

/// Reads the file; complains itself. Settles what the user has not said about edges. Whatever the status, items_free
/// afterwards.
status items_read(items *list, input *in);

/// Says on standard error that `shapes` of `count` items count as the boxes around them, if there are such. items_read
/// does, but for a part of a file.
void items_tell_shapes(file_kind kind, const char *file, uint64_t shapes, uint64_t count);

/// Writes the bad rows of lists that were read beside each other, if the first of their inputs has a file for them.
/// False: complained.
bool items_write_bad_rows(const input *in, const items *const *lists, size_t count);
void items_free(items *list);

/// Floats or doubles, one for all lists that are read beside each other: doubles if a list is of doubles or a number
/// needs them, of an open list or of what is asked. Says so. Open lists become what is decided, and `exact` of each
/// input says what it is. False: complained of an index of floats, of which it is not known what was written.
bool items_decide(items *const *lists, input *const *ins, size_t count);

/// Of floats: are they all numbers of few digits, so that each is what was written? False also without memory.
bool items_are_written(items *list);

/// Of an index the boxes are in its tree alone: a command that looks at the boxes of the list calls this first. False:
/// complained.
bool items_need_boxes(items *list);
/// Of an index: appends items `first` to `end` of it, with their names, to a list that keeps as exact numbers. False:
/// complained.
bool items_copy_part(items *to, const items *index, size_t first, size_t end);

/// The boxes of `count` items that are spread evenly over the list, which has as many; of an index without more of them
/// in memory.
void items_sample(const items *list, size_t count, qd_box *boxes);

/// Gives the memory of the boxes back, once the tree has them.
void items_drop_boxes(items *list);

/// Box of item i, and all boxes as the library takes them.
qd_box items_box(const items *list, size_t i);
qd_boxes items_view(const items *list);

/// Number of the row of item i, where items have no names; and its name, where they have.
uint64_t items_number(const items *list, size_t i);
const char *items_text(const items *list, size_t i);

/// Id of item i, quoted where CSV with this separator needs it.
void put_id(output *out, const items *list, size_t i, int separator);
void put_id_text(output *out, const char *text, int separator);
/// The same for JSON: a string where items have names, or the row's number.
void put_json_id(output *out, const items *list, size_t i);

/// A tree of all items, user value = place in the list; that of an index itself where it is as wanted, and not to be
/// changed. NULL: complained. `def` says how; its precision and edges come from `in`. items_tree_free afterwards,
/// before items_free.
qd_tree *items_tree(items *list, const input *in, qd_tree_def def);
void items_tree_free(const items *list, qd_tree *tree);

#endif
