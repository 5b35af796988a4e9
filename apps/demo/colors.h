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
    INK_BEFORE,                                     ///< Cells that were looked into in the steps before.
    INK_ASKED,                                      ///< The outline of what is asked by a tool.
    INK_FOUND,                                      ///< The outline of an answer to it.
    INK_ANSWERS,                                    ///< The inside of answers that are many.
    INK_MARK,                                       ///< Places where something is hit.
    INK_NAME,                                       ///< Names of quadrants, and the node at the pointer.
    INK_HEAT,                                       ///< Tests: this one and the next HEATS - 1, from few to many.
    HEATS = 24,
    INK_TINT = INK_HEAT + HEATS, ///< The inside of leaves: this one and the next TINTS - 1, by depth.
    TINTS = 8,
};

enum { COLORS = INK_TINT + TINTS };

/// `number`: an ink or one of these.
ink_color color_of(int number);

/// Other colours for all of them from now on, and for the edges: COLORS of them, not copied; NULL: those for dark
/// ground.
void colors_use(const ink_color *colors, ink_color edge);

/// How many pixels wide its lines are. Wide ones have dark edges, so that they can be seen on anything.
int ink_width(int number);

/// For wide lines and marks.
ink_color edge_color(void);

#endif
