/// @file colors.h
/// The scenes' palette, and behind its inks those that only overlays use.
#ifndef QUADRILLE_DEMO_COLORS_H
#define QUADRILLE_DEMO_COLORS_H

#include <drawing.h>
#include <quadrille/inspect.h>

enum {
    INK_DEPTH = INKS,                               ///< Cells: this one and the next QD_MAX_NODE_DEPTH, by depth.
    INK_BOUNDS = INK_DEPTH + QD_MAX_NODE_DEPTH + 1, ///< What cells really hold.
    INK_VISITED,                                    ///< Cells that a question looks into: filled.
    INK_EDGE,                                       ///< The world's.
    INK_STEP,                                       ///< What is being explained, and
    INK_STEP_FILL,                                  ///< its inside.
    INK_HEAT,                                       ///< Tests: this one and the next HEATS - 1, from few to many.
    HEATS = 24,
};

/// `number`: an ink or one of these.
ink_color color_of(int number);

#endif
