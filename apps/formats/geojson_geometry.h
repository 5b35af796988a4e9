/// Geometries, and the boxes around their coordinates.
#ifndef QUADRILLE_FORMATS_GEOJSON_GEOMETRY_H
#define QUADRILLE_FORMATS_GEOJSON_GEOMETRY_H

#include "geojson_coordinates.h"
#include "geojson_object.h"

/// The box around geometries.
typedef struct geojson_extent {
    qd_box box;
    bool any;         ///< Have they positions?
    char wrong[256];  ///< "", or what is wrong,
    json_place place; ///< and where.
} geojson_extent;

/// The members of a geometry; those of an object that may be one.
typedef struct geojson_geometry {
    geojson_object object;
    geojson_coordinates coordinates;
    json_kind geometries; ///< What that member is.
    json_place geometries_place;
    geojson_extent inside; ///< Their extent.
} geojson_geometry;

/// The members that matter to it, as bits.
extern const unsigned geojson_geometry_names;

/// Is it the name of a type of geometry?
bool geojson_is_geometry(const char *type);

/// Takes a member of those that matter to geometries. False: the reader's message says why.
bool geojson_geometry_take(geojson_geometry *self, json_reader *reader, geojson_name name);

/// Says what the members make.
void geojson_geometry_end(const geojson_geometry *self, geojson_extent *extent);

/// Reads the geometry that the current token begins, and adds it to the extent. False: the reader's message says why.
bool geojson_geometry_read(geojson_extent *extent, json_reader *reader);

#endif
