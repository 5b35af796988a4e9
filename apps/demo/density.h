/// Many boxes on few pixels, drawn by how many cover each pixel: one by one they would hide one another, and take long.
/// A pixel under one box differs from the ground; under more boxes it is brighter, by powers and by how many pixels
/// have fewer. Where boxes of two inks overlap, its colour lies between theirs, nearer to the ink with more boxes.
#ifndef QUADRILLE_DEMO_DENSITY_H
#define QUADRILLE_DEMO_DENSITY_H

#include "view.h"

#include <drawing.h>

/// The numbers of boxes on the pixels, of one run; kept, since most piles lie still.
typedef struct density_cover {
    int32_t *of[2]; ///< By ink: the number of boxes on each pixel, from their corners' differences.
    size_t room;
    uint64_t key; ///< A sum of everything that the numbers depend on; 0: no numbers.
    int32_t most;
} density_cover;

enum { DENSITY_COVERS = 4, DENSITY_FIRST = 20000 };

/// Zeroed before the first time.
typedef struct density {
    density_cover covers[DENSITY_COVERS];
    int next; ///< The one to be used next.
} density;

/// A part of a picture: pixels of rows that are `stride` apart.
typedef struct density_paper {
    uint32_t *pixels;
    int stride, left, top, right, bottom; ///< Where may be painted.
} density_paper;

/// How many of the first shapes are boxes of one kind, filled or frames, that may be drawn so: items, or answers that
/// are many.
size_t density_run(const drawn_shape *shapes, size_t count);

/// Do so many of them lie on the pixels that can be seen, that single ones cannot be made out? Looks at some of them.
bool density_is_high(const drawn_shape *shapes, size_t count, const view *seen);

/// Is a run drawn by density? So it is where that is high, and from DENSITY_FIRST boxes in view on: each pixel shows
/// how many cover it, until the view is so near that fewer are seen.
bool density_comes_first(const drawn_shape *shapes, size_t count, const view *seen);

/// Paints a run. False: no memory, and nothing is painted.
bool density_paint(density *self, const density_paper *paper, const drawn_shape *shapes, size_t count,
                   const view *seen);
/// Paints a crowd the same way. Its numbers are not kept, since its boxes move.
bool density_paint_crowd(density *self, const density_paper *paper, const drawn_crowd *crowd, const view *seen);
void density_free(density *self);

#endif
