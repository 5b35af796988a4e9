/// Many questions of all ranks to items that they share: what overlaps each, or what is nearest to each.
#ifndef QUADRILLE_MPI_MANY_H
#define QUADRILLE_MPI_MANY_H

#include "asking.h"
#include "names.h"

typedef struct many_questions {
    const part_of_items *of, *questions;
    int edges;    ///< A qd_edges.
    bool exact;   ///< Doubles decide.
    bool nearest; ///< Otherwise what overlaps.
    uint64_t k;   ///< How many of the nearest; 0: all.
    reach reach;
    bool by_rows;             ///< The nearest come in the order of rows.
    bool counted;             ///< Only how many answers there are is wanted:
    uint64_t count;           ///< of all ranks,
    uint64_t *each;           ///< and here, of each question of this rank, all 0 at first; NULL: not wanted.
    double build_ms, find_ms; ///< The longest of any rank.
    qd_executor executor;
} many_questions;

/// Collective: asks. Unless they are only counted, the answers are in `to` then, as pairs of a question and an item
/// (names_free afterwards), `whole` as names_fetch has it. Anything but STATUS_DONE: complained, and `to` is empty.
status many_ask(many_questions *self, named_pairs *to, bool whole);

#endif
