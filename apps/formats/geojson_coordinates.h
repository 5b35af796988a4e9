/// The coordinates of one geometry: positions, or arrays of them, or arrays of those, as the type of the geometry says.
/// The type may come behind them; then they are taken as every type would have them, until it is known.
#ifndef QUADRILLE_FORMATS_GEOJSON_COORDINATES_H
#define QUADRILLE_FORMATS_GEOJSON_COORDINATES_H

#include "json_reader.h"

#include <quadrille/geometry.h>

enum { GEOJSON_LEVELS = 4 }; ///< Up to three arrays around a position.

/// What coordinates are to a type of a certain number of arrays around each position.
typedef struct geojson_shape {
    qd_box box;
    bool any;                  ///< Has it positions?
    const char *wrong;         ///< NULL; or what is wrong first, "is no position",
    json_place place;          ///< where,
    int depth;                 ///< and its path, of so many
    size_t at[GEOJSON_LEVELS]; ///< items of arrays.
} geojson_shape;

typedef struct geojson_coordinates {
    int first, last; ///< There are so many arrays around each position.
    geojson_shape shapes[GEOJSON_LEVELS];
} geojson_coordinates;

/// Reads the value that the current token begins. `levels`: the arrays around each position; -1: not known. False: the
/// reader's message says why.
bool geojson_coordinates_read(geojson_coordinates *self, json_reader *reader, int levels);

#endif
