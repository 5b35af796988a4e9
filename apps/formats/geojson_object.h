/// What all objects of GeoJSON have in common: members of which some matter and others do not, and a type.
#ifndef QUADRILLE_FORMATS_GEOJSON_OBJECT_H
#define QUADRILLE_FORMATS_GEOJSON_OBJECT_H

#include "json_reader.h"

/// Names of members.
typedef enum geojson_name {
    GEOJSON_TYPE,
    GEOJSON_COORDINATES,
    GEOJSON_GEOMETRIES,
    GEOJSON_GEOMETRY,
    GEOJSON_PROPERTIES,
    GEOJSON_ID,
    GEOJSON_FEATURES,
    GEOJSON_CRS,
    GEOJSON_ATTRIBUTES,
    GEOJSON_NAMES,
    GEOJSON_OTHER = GEOJSON_NAMES,
    GEOJSON_END, ///< No member: the object has ended, or reading has failed.
} geojson_name;

enum { GEOJSON_TYPE_SIZE = 64 };

typedef struct geojson_object {
    json_place place;
    unsigned matter, seen;        ///< Names, as bits.
    char type[GEOJSON_TYPE_SIZE]; ///< Clipped; "": it has none, or one that no name can be.
    json_place type_place;        ///< If it has one.
    const char *twice;            ///< A name that matters and is there twice, or NULL;
    json_place twice_place;       ///< the second one.
} geojson_object;

/// Begins the object that the current token begins. `matter`: the members that count, as bits; others may be anything.
void geojson_object_begin(geojson_object *self, json_reader *reader, unsigned matter);

/// The next member; the current token begins its value then, but for a type, which has been taken. What does not matter
/// is passed over.
geojson_name geojson_object_next(geojson_object *self, json_reader *reader);

bool geojson_object_has(const geojson_object *self, geojson_name name);

#endif
