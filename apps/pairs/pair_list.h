/// Pairs of rows, for the commands that print pairs: counted, written as they are found, or sorted first.
#ifndef QUADRILLE_PAIRS_PAIR_LIST_H
#define QUADRILLE_PAIRS_PAIR_LIST_H

#include "items.h"
#include "pair_sort.h"
#include "progress.h"
#include "row_fields.h"

#include <quadrille/pairs.h>

enum { PAIR_MEMORY = 256, PAIR_MEMORY_MOST = 1 << 20 }; ///< MiB.

/// What is printed of a pair: both ids; both rows of CSV; an object of JSON in a line of its own; a feature of GeoJSON.
enum { PAIR_IDS, PAIR_ROWS, PAIR_NDJSON, PAIR_GEOJSON };
extern const char *const pair_print_names[];

/// What such a command prints of its pairs; with neither `count` nor `json`: all of them.
typedef struct pair_output {
    bool count, json, unsorted;
    int print;
    int64_t memory; ///< MiB; 0: not said.
} pair_output;

/// The options for a `pair_output` that is a member of the settings of a command.
#define PAIR_OUTPUT_OPTIONS(settings, member)                                                                          \
    { OPTION("count", 0, settings, member.count), TAKES_NOTHING, .help = "print only how many there are" },            \
        { OPTION("json", 'j', settings, member.json), TAKES_NOTHING,                                                   \
          .help = "print a JSON object with the count, the time and the cost" },                                       \
        { OPTION("output", 0, settings, member.print), TAKES_CHOICE("ids|rows|ndjson|geojson", pair_print_names),      \
          .help = "print both ids (the default); the columns of both\nrows of CSV below their names, where a "         \
                  "second\none of the same name gets _b; JSON objects, a line each;\nor GeoJSON" },                    \
        { OPTION("unsorted", 0, settings, member.unsorted), TAKES_NOTHING,                                             \
          .help = "print them as they are found, which takes no memory" },                                             \
    {                                                                                                                  \
        OPTION("memory", 0, settings, member.memory), TAKES_INT("MIB", 1, PAIR_MEMORY_MOST),                           \
            .help = "memory for sorting them (default: 256); the rest goes to\na file in TMPDIR or /tmp"               \
    }

/// What is wrong with them, or NULL.
const char *pair_output_problem(const pair_output *how);

typedef struct pair_list {
    bool keep;      ///< Pairs are printed,
    bool at_once;   ///< as they are found.
    bool of_one;    ///< Both rows are of one file: the smaller comes first.
    bool distances; ///< Pairs have distances.
    bool exact;     ///< Which are doubles.
    bool failed;    ///< Complained.
    int print;
    char separator; ///< Between columns.
    const items *a, *b;
    row_fields *rows_a, *rows_b; ///< PAIR_ROWS
    const uint64_t *sizes[2];    ///< How many rows each row of a and b stands for, when counting.
                                 ///< NULL: one each.
    size_t count, memory, printed;
    pair_sorter sorter;
    output out;
    progress progress;
} pair_list;

/// An empty list for what is to be printed, with the ids of the items in two lists, which may be the same; shows
/// progress.
pair_list pair_list_begin(const pair_output *how, const items *a, const items *b);
/// Before the files are read: what is printed needs to be known of their rows.
void pair_list_wants(const pair_output *how, input *in);
/// Afterwards, before the search: opens what is read again, has boxes where they are printed, and prints what stands
/// before all pairs. Pairs have distances by then, if they have. False: complained.
bool pair_list_head(pair_list *list, items *a, const input *in_a, items *b, const input *in_b);
/// Are boxes printed, so that they must stay in the lists?
bool pair_list_has_boxes(const pair_output *how);

/// Pairs have distances, which are printed.
void pair_list_has_distances(pair_list *list);
/// Pairs come in the order in which they are printed.
void pair_list_is_sorted(pair_list *list);

/// False: no more is wanted, for whatever reason.
bool pair_list_add(pair_list *list, uint64_t a, uint64_t b, double distance);

/// A qd_pair_visitor: the context is the list, and user values are rows.
qd_flow pair_list_take(void *context, const qd_pair *pairs, const double *distances, size_t count);

/// Do two boxes overlap? Not the library's word: what compares each with each is the judge of the others.
static inline bool boxes_overlap(const qd_box *a, const qd_box *b, bool open)
{
    return open ? a->min.x < b->max.x && b->min.x < a->max.x && a->min.y < b->max.y && b->min.y < a->max.y
                : a->min.x <= b->max.x && b->min.x <= a->max.x && a->min.y <= b->max.y && b->min.y <= a->max.y;
}

/// What a search took.
typedef struct pair_figures {
    double build_ms, find_ms;
    qd_cost cost;
} pair_figures;

/// The end of a search, which went well or has complained: prints the pairs, sorted by rows, that have not been
/// printed; or the number, or an object that begins with the members in `head`. Frees the list.
status pair_list_end(pair_list *list, bool good, const pair_output *how, const char *head, const pair_figures *figures);

#endif
