/// What the colours and shapes of a picture mean: those of its scene, and of what lies over it at the moment.
#ifndef QUADRILLE_DEMO_LEGEND_H
#define QUADRILLE_DEMO_LEGEND_H

#include "demo.h"

enum { LEGEND_MOST = SCENE_SIGNS_MOST + 14 };

/// Writes the entries and returns how many there are. Their inks are those of colors.h.
size_t legend_of(const demo *show, scene_sign out[LEGEND_MOST]);

#endif
