#include "light.h"

#include <math.h>

static float lights[256], between[255]; ///< The light of a sample; where the next one begins.

// The curve of IEC 61966-2-1.
static float curve(double sample)
{
    return (float)(sample <= 0.04045 ? sample / 12.92 : pow((sample + 0.055) / 1.055, 2.4));
}

void light_begin(void)
{
    for (int i = 0; i < 256; i++)
        lights[i] = curve(i / 255.0);
    for (int i = 0; i < 255; i++)
        between[i] = curve((i + 0.5) / 255);
}

float light_of(uint8_t sample)
{
    return lights[sample];
}

uint8_t light_sample(float amount)
{
    int sample = 0;
    for (int step = 128; step > 0; step /= 2)
        if (amount >= between[sample + step - 1])
            sample += step;
    return (uint8_t)sample;
}
