/// @file query.h
/// quadrille query: what is asked, the asking of one question or of many from a file, and the printing.
#ifndef QUADRILLE_CLI_QUERY_H
#define QUADRILLE_CLI_QUERY_H

#include "asking.h"
#include "options.h"
#include "row_text.h"

/// What is printed of each item: its id; its box as well; or its row of CSV in the place of both.
enum { PRINT_IDS, PRINT_BOXES, PRINT_ROWS };

/// The options.
typedef struct query_settings {
    input in, questions;
    float_list box, circle, point, ray, nearest, within;
    int64_t k;
    int print;
    bool json;
} query_settings;

/// A number of an option as it is asked: of doubles as it is, otherwise the nearest float.
static inline double query_number(const query_settings *set, const float_list *list, int i)
{
    return set->in.exact ? list->exact[i] : (double)list->values[i];
}

/// What is wrong with what is asked, or NULL; before FILE has been read.
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

/// The limit of --within for a tree of doubles or of floats.
reach query_reach(const query_settings *set);

/// One thing found; which of the numbers mean something depends on the question.
typedef struct answer {
    uint64_t item;
    qd_id id;
    double along; ///< t of a ray, distance of a neighbour
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

/// Prints lines: [question,]id[,distance or t][,box], or [question,][distance or t,]row below a header that says so.
typedef struct query_lines {
    const query_settings *set;
    const items *list, *questions; ///< NULL: one question, which has no name.
    const qd_tree *tree;           ///< Has the boxes. NULL: the list has them.
    row_text *rows;
    bool along;  ///< There is a distance, or a t.
    bool failed; ///< Complained.
} query_lines;

/// False: complained. query_lines_end in either case.
bool query_lines_begin(query_lines *lines, const query_settings *set, const items *list, const items *questions,
                       const qd_tree *tree);
void query_lines_end(query_lines *lines);

/// The names of the columns, where there are any. False: complained.
bool query_head(query_lines *lines, output *out);
/// False: enough, for whatever reason.
bool query_line(query_lines *lines, output *out, size_t question, qd_entry found, double along);

/// Prints what one question has found, as lines or as an object.
status query_print(const answers *from, const items *list, const qd_tree *tree, const query_settings *set);

/// Asks all questions of the file --questions, which have been read, and prints what is found.
status query_many(items *list, items *questions, const query_settings *set);

#endif
