/// Few colours for many, by median cut (Heckbert 1982) over colours of five bits a channel.
#ifndef QUADRILLE_APP_PALETTE_H
#define QUADRILLE_APP_PALETTE_H

#include <stdint.h>

enum { PALETTE_MOST = 255, PALETTE_BINS = 1 << 15 };

typedef struct palette {
    uint64_t weight[PALETTE_BINS];
    uint8_t colors[PALETTE_MOST][3];
    int count;
    int16_t nearest[PALETTE_BINS]; ///< -1: not looked for yet.
} palette;

/// All zero before the first. No more colours after palette_make.
void palette_add(palette *self, const uint8_t color[3], uint64_t weight);

/// Chooses PALETTE_MOST colours or fewer.
void palette_make(palette *self);

/// The index of the nearest one.
int palette_nearest(palette *self, const uint8_t color[3]);

#endif
