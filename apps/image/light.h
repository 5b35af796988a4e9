/// Samples of pictures, which are sRGB, as light, in which colours can be averaged.
#ifndef QUADRILLE_APP_LIGHT_H
#define QUADRILLE_APP_LIGHT_H

#include <stdint.h>

/// Red, green and blue from 0 to 1.
typedef struct light {
    float red, green, blue;
} light;

/// The light of a sample, 0 to 1. Call light_begin first.
float light_of(uint8_t sample);
uint8_t light_sample(float amount);

void light_begin(void);

#endif
