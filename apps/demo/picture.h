/// What is seen, as a file.
#ifndef QUADRILLE_DEMO_PICTURE_H
#define QUADRILLE_DEMO_PICTURE_H

#include <stdbool.h>

struct demo;

/// The shapes of all sides as SVG, as big as the view. False: complained.
bool picture_svg(const char *path, const struct demo *demo);

#endif
