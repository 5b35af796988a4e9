// What the explanations share: a step is a sentence and a cell.
#ifndef QUADRILLE_DEMO_EXPLAIN_PARTS_H
#define QUADRILLE_DEMO_EXPLAIN_PARTS_H

#include "explain.h"

#include <report.h>

// After so many steps only the end is shown: more is not read.
enum { STEPS_MOST = 400 };

/// Adds a step; NULL node: it is about no cell. No memory: it is left out.
PRINTF_LIKE(3, 4) void explanation_say(explanation *self, const tree_cell *node, const char *format, ...);

/// The last step is about a cell in which nothing is looked at.
void explanation_passes_by(explanation *self);

static inline const char *plural(size_t count)
{
    return count == 1 ? "" : "s";
}

#endif
