/// What JSON, XML, WKT and base64 hold to be a blank.
#ifndef QUADRILLE_FORMATS_BLANK_H
#define QUADRILLE_FORMATS_BLANK_H

#include <stdbool.h>

static inline bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

#endif
