// A question about items as the oracle takes it, and whether an item is an answer.
#ifndef QD_ORACLE_QUESTION_H
#define QD_ORACLE_QUESTION_H

#include "state.h"

/// Rounded, and of a polygon the box around it and the way it turns: 1 or -1.
typedef struct qd__oracle_question {
    qd_query query;
    qd_vec2 corners[QD_MAX_CORNERS];
    int turn;
} qd__oracle_question;

/// False: malformed. NULL: every item.
bool qd__oracle_question_of(const qd_oracle *oracle, const qd_query *query, qd__oracle_question *question);

bool qd__oracle_answers(const qd_oracle *oracle, const qd__oracle_question *question, const qd__oracle_entry *entry);

#endif
