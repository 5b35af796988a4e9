/// quadrille query: what is asked, the asking of one question or of many from a file, and the printing.
#ifndef QUADRILLE_QUERY_PARTS_H
#define QUADRILLE_QUERY_PARTS_H

#include "asking.h"
#include "options.h"
#include "row_fields.h"
#include "row_text.h"

/// The output for each item: its id; its id and box; its row of CSV; an object of JSON on its own line; a feature of
/// GeoJSON.
enum { PRINT_IDS, PRINT_BOXES, PRINT_ROWS, PRINT_NDJSON, PRINT_GEOJSON };

/// The options.
typedef struct query_settings {
    input in, questions;
    float_list box, circle, point, polygon, ray, segment, nearest, within;
    int64_t k;
    int print;
    bool inside, contains; ///< What is found, where it is not all that overlaps.
    bool json, count, exists;
    bool found; ///< With --exists, once it has been asked: is there anything?
} query_settings;

/// A number of an option as it is asked: of doubles as it is, otherwise the nearest float.
static inline double query_number(const query_settings *set, const float_list *list, int i)
{
    return set->in.exact ? list->exact[i] : (double)list->values[i];
}

/// An error of the question, or NULL; before FILE has been read.
const char *query_problem(const query_settings *set);

/// What is wrong with the numbers of the question, or NULL, as floats or as doubles: once it is known which.
const char *query_wrong_numbers(const query_settings *set);

/// What the options say of the file of questions as well, and what floats must keep of the items: before it is read.
void query_begin_questions(query_settings *set, const items *list);

/// Once both files have been read: whether --skip-bad is about either, and the list of --bad-rows, of both. Otherwise
/// complained.
status query_files_fit(const query_settings *set, const items *list, const items *questions);

/// Do answers have a distance, or a t?
bool query_is_ranked(const query_settings *set);

/// Is the question a ray or a segment, with a t?
bool query_is_cast(const query_settings *set);

qd_relation query_relation(const query_settings *set);

/// The corners of --polygon, in room for them; returns how many. A last one that is the first again is left out.
uint32_t query_corners(const query_settings *set, qd_vec2 corners[FLOATS_MAX / 2]);

/// The limit of --within for a tree of doubles or of floats.
reach query_reach(const query_settings *set);

/// One thing found; which of the numbers mean something depends on the question.
typedef struct answer {
    uint64_t item;
    qd_id id;
    double along; ///< t of a ray or segment, distance of a neighbour
    qd_vec2 point, normal;
} answer;

typedef struct answers {
    answer *all;
    size_t count, items; ///< What was found, and among how many.
    qd_cost cost;
    bool has_cost;
    double build_ms, find_ms;
} answers;

/// Puts the one question. False: no memory, complained. The answers are to be freed in either case.
bool query_ask(answers *to, const qd_tree *tree, const query_settings *set);

/// How many there are; with --exists whether there is any. False: no memory, complained.
bool query_count(size_t *count, const qd_tree *tree, const query_settings *set);

/// Prints lines: [question,]id[,distance or t][,box]; or [question,][distance or t,]row below a header that says so; or
/// objects and features with the same members.
typedef struct query_lines {
    const query_settings *set;
    const items *list, *questions; ///< NULL: one question, which has no name.
    const qd_tree *tree;           ///< Has the boxes. NULL: the list has them.
    row_text *rows;
    row_fields *fields; ///< The columns of GeoJSON: its properties; NULL: it has none.
    row_names names;    ///< The names of all properties, or those of the columns and of what stands before them.
    size_t added;       ///< Where in these `question` is, and behind it the name of `along`: below a header only.
    size_t printed;     ///< Features.
    bool along;         ///< There is a distance, or a t.
    bool failed;        ///< Complained.
} query_lines;

/// False: complained. query_lines_end in either case.
bool query_lines_begin(query_lines *lines, const query_settings *set, const items *list, const items *questions,
                       const qd_tree *tree);
void query_lines_end(query_lines *lines);

/// The names of the columns, where there are any. False: complained.
bool query_head(query_lines *lines, output *out);
/// What ends a collection of features.
void query_tail(const query_lines *lines, output *out);
/// False: enough, for whatever reason.
bool query_line(query_lines *lines, output *out, size_t question, qd_entry found, double along);

/// Prints what one question has found, as lines or as an object.
status query_print(const answers *from, const items *list, const qd_tree *tree, const query_settings *set);

/// Asks all questions of the file --questions, which have been read, and prints what is found, or a line
/// QUESTION,NUMBER for each; with --exists nothing.
status query_many(items *list, items *questions, query_settings *set);

#endif
