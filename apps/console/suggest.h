/// The name that a misspelt one probably stands for.
#ifndef QUADRILLE_CONSOLE_SUGGEST_H
#define QUADRILLE_CONSOLE_SUGGEST_H

#include <stddef.h>

/// How many characters must be put in, taken out or changed to make one word of the other.
size_t edit_distance(const char *a, const char *b);

/// Is a name at that distance worth suggesting for `typed`?
size_t suggest_limit(const char *typed);

#endif
