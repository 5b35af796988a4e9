/// Many questions of one kind to one tree, the boxes of a list: what overlaps each, or what is nearest to each. Answers
/// come question by question; those of one in the order of rows, or nearest first and then in the order of rows.
#ifndef QUADRILLE_QUERY_ASKING_H
#define QUADRILLE_QUERY_ASKING_H

#include "items.h"

#include <quadrille/ranked.h>

/// An option for a float_list: a distance.
#define WITHIN_OPTION(settings, member, text)                                                                          \
    {                                                                                                                  \
        OPTION("within", 0, settings, member), TAKES_FLOATS("D", 1), .infinite = true, .doubles = true, .help = text   \
    }

/// How near is near enough. With closed edges what is this far away still counts, with open edges only what is nearer:
/// with open edges nothing is near enough for 0. The rule is that of qd_pair_query.
typedef struct reach {
    bool limited;
    double limit; ///< INFINITY where it is not.
    bool open;    ///< Edges.
    bool exact;   ///< Boxes and distances are doubles, otherwise floats, and so is the limit.
} reach;

/// Is it near enough by the number that decides: of doubles the distance, of floats its square?
bool reach_holds(const reach *r, double key);

/// Is a box near enough to a question, of which the library says that it is `distance` away, rounded?
bool reach_covers(const reach *r, const qd_box *question, const qd_box *box, double distance);

typedef struct asking {
    const qd_tree *tree;
    const items *questions; ///< With their boxes; see items_need_boxes.
    bool nearest;
    qd_relation relation; ///< The relation of found items to the question, but for the nearest.
    uint64_t k;           ///< How many are wanted of the nearest; UINT64_MAX: all.
    reach reach;
    qd_cost cost; ///< The sum over all questions.
} asking;

/// What is found of question number `question`. False: enough.
typedef bool ask_taker(void *context, size_t question, qd_entry found, double distance);

/// False: no memory; complained.
bool ask_all(asking *self, ask_taker *take, void *context);

#endif
