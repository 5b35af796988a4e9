/// Maps as texts: what they hold, or what is said about them.
#ifndef QUADRILLE_TESTS_READ_MAP_H
#define QUADRILLE_TESTS_READ_MAP_H

#include <tiled.h>

/// Reads a map that is good; the test fails if it is not.
tiled_map read_map(const char *text);

/// Says what is wrong with a map, as LINE: TEXT. The test fails if nothing is. Good until the next call.
const char *wrong_map(const char *text);

/// A map of 4 x 3 cells of 10 x 20 pixels, with `inside` in it.
const char *orthogonal(const char *inside);

/// The same, isometric, of cells of 40 x 20 pixels.
const char *isometric(const char *inside);

/// A map of these attributes.
const char *staggered(const char *attributes, const char *inside);

void assert_box(qd_box box, double min_x, double min_y, double max_x, double max_y);

#endif
