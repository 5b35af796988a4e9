/// One question or one insert in single steps, with a sentence and a cell for each. The steps are found from the cells
/// that the tree shows and from its rules: cells place, bounds prune.
#ifndef QUADRILLE_DEMO_EXPLAIN_H
#define QUADRILLE_DEMO_EXPLAIN_H

#include "cells.h"
#include "question.h"

typedef struct step {
    char text[200];
    fbox cell;
    bool has_cell;
    bool passed_by; ///< Nothing in the cell was looked at.
    double reach;   ///< How far the farthest answer so far is, as question_distance has it; NAN: that is not known.
} step;

/// All zero: nothing is explained.
typedef struct explanation {
    step *steps;
    size_t count, space;
    size_t at;                      ///< The step that is shown.
    question asked;                 ///< ASK_NOTHING: it is an insert.
    fbox box;                       ///< What goes in.
    uint64_t looked_into, compared; ///< A question's cells and items, summed over the steps.
} explanation;

/// A box, a point or a circle, asked of so many items; `found` is what the tree answers.
void explanation_question(explanation *self, const cells *tree, const question *asked, const answer *found,
                          size_t items, bool open);

/// The nearest to a place, or the first on a ray; `cells` are those of the tree.
void explanation_ranked(explanation *self, const cells *tree, const qd_tree *of, const question *asked,
                        const answer *found, bool open);

/// A box that has just gone in: the cells before and after. capacity: of a leaf.
void explanation_insert(explanation *self, const cells *before, const cells *after, fbox box, int capacity);

/// Frees it, and shows nothing any more.
void explanation_end(explanation *self);

bool explanation_shown(const explanation *self);

/// The step that is shown, or NULL.
const step *explanation_now(const explanation *self);

/// So many steps on, or back; stays within.
void explanation_go(explanation *self, int steps);

#endif
