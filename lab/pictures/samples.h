/// Pictures that are drawn here, of what photographs do not have.
#ifndef QUADRILLE_LAB_SAMPLES_H
#define QUADRILLE_LAB_SAMPLES_H

#include <pixels.h>

typedef struct sample {
    const char *name;
    bool (*draw)(pixels *into); ///< Makes it, 512 x 512 in colour. False: complained.
} sample;

/// Ends with a name of NULL.
extern const sample samples[];

#endif
