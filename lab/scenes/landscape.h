/// A picture that is drawn from a seed: mountains, woods and a lake under a low sun.
#ifndef QUADRILLE_SCENE_LANDSCAPE_H
#define QUADRILLE_SCENE_LANDSCAPE_H

#include <stdint.h>

enum { LANDSCAPE_SIDE = 256 };

/// Brightness of LANDSCAPE_SIDE x LANDSCAPE_SIDE pixels, in rows.
void landscape_draw(uint8_t *pixels, uint64_t seed);

#endif
