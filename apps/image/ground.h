/// The option --ground: a colour as six digits of base 16.
#ifndef QUADRILLE_APP_GROUND_H
#define QUADRILLE_APP_GROUND_H

#include <stdbool.h>
#include <stdint.h>

/// RRGGBB or #RRGGBB. False: complained.
bool ground_read(const char *text, uint8_t color[3]);

#endif
