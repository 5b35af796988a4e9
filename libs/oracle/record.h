// The calls that a checker has seen, as the statements of a C program.
#ifndef QD_ORACLE_RECORD_H
#define QD_ORACLE_RECORD_H

#include <quadrille/oracle.h>

/// Lines of text, each ending in 0. Calls that ask are kept apart: each takes the place of the one before.
typedef struct qd__record {
    char *text;
    size_t size, room;
    size_t start;   ///< Where the line that is being written begins.
    size_t dropped; ///< Lines that were too many to keep.
    char *asked;
    size_t asked_size, asked_room;
    bool asking; ///< The line is a question.
    bool lost;   ///< A line got no memory.
} qd__record;

void qd__record_close(qd__record *record);
void qd__record_print(const qd__record *record, qd_checker_line *line, void *context);

/// A line: begun, written piece by piece, ended.
void qd__record_begin(qd__record *record, bool asking);
void qd__record_add(qd__record *record, const char *format, ...);
void qd__record_end(qd__record *record);

/// Pieces of a line: initialisers, and pointers to what they make.
void qd__record_number(qd__record *record, double number);
void qd__record_vec(qd__record *record, qd_vec2 v);
void qd__record_box(qd__record *record, qd_box box);
void qd__record_filter(qd__record *record, qd_filter filter);
void qd__record_query(qd__record *record, const qd_query *query);
void qd__record_ranked(qd__record *record, const qd_ranked *ranked);
void qd__record_pair_query(qd__record *record, const qd_pair_query *query, const char *other);
void qd__record_item(qd__record *record, const qd_item *item);
void qd__record_def(qd__record *record, const qd_tree_def *def);

#endif
