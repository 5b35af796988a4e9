/// Letters, digits and dashes as lines, for what lies over a scene: shapes have no text. Those that names of quadrants
/// and counts need: N E S W, 0 to 9, and +.
#ifndef QUADRILLE_DEMO_STROKES_H
#define QUADRILLE_DEMO_STROKES_H

#include <drawing.h>

/// How wide a text of that height is, in the same unit.
float strokes_width(const char *text, float height);

/// Draws a text with its middle at a place, on a ground of its own. A letter that is unknown is a blank.
void strokes_draw(drawing *out, ink color, const char *text, fvec2 middle, float height);

/// Draws a dashed outline. Outlines of cells are solid.
void strokes_dashed_frame(drawing *out, ink color, fbox box);

#endif
