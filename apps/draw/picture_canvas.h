/// From the tree's coordinates to pixels. All in double, clipped before it is written: cells reach to FLT_MAX.
///
///     tree: y up            picture: y down    (or down in both)
///
///       max +-------+       top +-------+
///           |  view |   ->      | plot  |
///       min +-------+           +-------+
#ifndef QUADRILLE_DRAW_PICTURE_CANVAS_H
#define QUADRILLE_DRAW_PICTURE_CANVAS_H

#include "surface.h"

#include <quadrille/tree.h>

typedef struct canvas {
    surface *on;          ///< The caller's to set.
    rect view;            ///< What the plot shows, in the tree's coordinates.
    rect plot;            ///< Where, in pixels.
    double width, height; ///< The whole picture's.
    bool down;            ///< The tree's y grows downwards too.
} canvas;

/// A view with most of the items in it. False: no memory.
bool canvas_choose_view(const qd_tree *tree, rect *view);

/// Lays a plot over the view, which is widened to a shape that suits a picture. One of no extent, a place, is made up;
/// whatever small extent it has is kept.
canvas canvas_make(rect view, double header, double footer);

/// The length in pixels.
double canvas_pixels(const canvas *c, double length);

/// What the plot shows as a box.
qd_box canvas_view(const canvas *c);

/// The box in pixels, cut to a little more than the plot, so that outlines of what goes on beyond it do not show.
rect canvas_rect(const canvas *c, qd_box box);

/// Does the box show in the plot?
bool canvas_shows(const canvas *c, qd_box box);

#endif
