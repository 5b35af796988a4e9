/// The table of errors of `quadrille gravity --accuracy`.
#ifndef QUADRILLE_GRAVITY_GRAVITY_ACCURACY_H
#define QUADRILLE_GRAVITY_GRAVITY_ACCURACY_H

#include "gravity.h"
#include "gravity_error.h"

enum { ACCURACY_REPEATS = 3 }; ///< Times are medians of so many.

/// How sums are made: by one process, or by many, which all make the same calls, and one of them has the results.
typedef struct accuracy_way {
    bool (*make)(bodies *list, const galaxies_def *def); ///< As bodies_make.
    size_t (*count)(const bodies *list);                 ///< Over all processes.
    bool (*agree)(bool good);                            ///< Do all go on?
    /// By all pairs, and by the tree, with the last two figures, into fields that are open. False: no memory, or a
    /// number out of range.
    bool (*sum_up)(sampled_field *exact, const qd_gravity_def *def, const bodies *list);
    bool (*solve)(sampled_field *field, error_figures *figures, const qd_gravity_def *def, const bodies *list);
} accuracy_way;

extern const accuracy_way accuracy_alone;

/// Prints how far the tree's sums are from those of all pairs, and finishes the output. `given` are the bodies of a
/// file, or NULL.
status gravity_accuracy(const gravity_settings *set, const bodies *given, const accuracy_way *way, output out,
                        qd_executor executor);

#endif
