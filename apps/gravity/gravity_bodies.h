/// Bodies that move: from a scene or from a file, and into one.
#ifndef QUADRILLE_GRAVITY_GRAVITY_BODIES_H
#define QUADRILLE_GRAVITY_GRAVITY_BODIES_H

#include "csv.h"
#include "output.h"

#include <galaxies.h>
#include <stdio.h>

/// Coordinates, velocities and masses lie within +- this.
#define BODIES_MOST 1e60

typedef struct bodies {
    size_t count, room;
    double *x, *y, *vx, *vy, *mass;
} bodies;

/// How many more bodies there will be room for when one is added: 0, unless it is full.
size_t bodies_growth(const bodies *list);

/// All zero is none. False: no memory, complained.
bool bodies_reserve(bodies *list, size_t count);
void bodies_free(bodies *list);

/// Takes some bodies.
typedef void bodies_taker(void *context, const bodies *some);

/// Bodies that need not all be in memory: `pass` hands them out, some at a time, in their order, as often as it is
/// called.
typedef struct bodies_source {
    size_t count;
    void (*pass)(void *from, bodies_taker *take, void *context);
    void *from;
} bodies_source;

/// All of a list at once; the list stays the caller's.
bodies_source bodies_of(bodies *list);

/// Those of a scene, def->count of them. False: complained.
bool bodies_make(bodies *list, const galaxies_def *def);

/// How a file of bodies is read.
typedef struct bodies_reading {
    bool skip_bad;
    uint64_t limit;    ///< --limit-memory; 0: the rule of limit.h
    part_finder *part; ///< NULL: all of it is read. A part may have no bodies.
    void *part_context;
    struct csv_notes *notes; ///< Get the notes on that part (csv_rows.h).
} bodies_reading;

/// Those of a CSV file with the columns x, y, vx, vy and mass among any others; "-" is standard input. Anything but
/// STATUS_DONE: complained.
status bodies_read(bodies *list, const char *path, const bodies_reading *how);

/// The same from a file that is open, `name` to people, of `size` bytes where that is known. False: complained.
bool bodies_read_from(bodies *list, FILE *file, const char *name, uint64_t size, const bodies_reading *how);

/// The same columns, every number such that reading gives it back: their names, and rows.
void bodies_put_head(output *out);
void bodies_put(output *out, const bodies *list);

#endif
