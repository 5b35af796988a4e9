/// @file geojson_box.h
/// The box around the coordinates of one geometry, for geojson.c.
#ifndef QUADRILLE_FORMATS_GEOJSON_BOX_H
#define QUADRILLE_FORMATS_GEOJSON_BOX_H

#include "json.h"

#include <quadrille/geometry.h>

typedef struct geojson_extent {
    qd_box box;
    bool any;        ///< Has it coordinates?
    char wrong[256]; ///< "", or what is wrong.
    /// The path to the geometry, as json_place.h has paths, and then to what is wrong; clipped.
    char place[512];
} geojson_extent;

/// The type of an object. NULL: it has none, or one that no name can be, which has a NUL in it.
const char *geojson_type(const json_value *object);

/// Is it the name of a type of geometry?
bool geojson_is_geometry(const char *type);

/// Adds all coordinates of a geometry, a collection's too. False: extent->wrong says why, extent->place where.
bool geojson_extend(geojson_extent *extent, const json_value *geometry);

#endif
