/// @file geojson.h
/// GeoJSON (RFC 7946): features and the boxes around their coordinates. A source is one FeatureCollection, one Feature
/// or one geometry, or a sequence of those, one after the other (a line for each, or RFC 8142 with its byte 0x1e before
/// each). Features are read one by one, so memory is bounded by the largest of them and not by the file.
///
/// The box is that of the coordinates, the first two numbers of each position, and never that of a member "bbox": that
/// may be wrong, and its west may be larger than its east, to span the antimeridian. Coordinates are numbers in a plane
/// here: what the file cuts at the antimeridian, as it should, has a box from one side of the world to the other.
#ifndef QUADRILLE_FORMATS_GEOJSON_H
#define QUADRILLE_FORMATS_GEOJSON_H

#include "json_reader.h"

#include <quadrille/geometry.h>

typedef struct geojson_feature {
    uint64_t number;           ///< From 1, in the order of the file.
    size_t line;               ///< Where it begins.
    uint64_t bytes;            ///< Of the file, up to where it ends.
    const json_value *object;  ///< All of it. Good during the call only.
    const char *wrong;         ///< NULL; or why it has no box: "its geometry is null".
    const char *place;         ///< Of what is wrong, for geojson_place; "": the feature itself.
    qd_box box;                ///< In double.
    const json_reader *reader; ///< For geojson_place, and so is
    size_t item;               ///< which item of the features it is in the text there; SIZE_MAX: it is that text.
} geojson_feature;

/// What there is to say about a source that could be read.
typedef struct geojson_notes {
    char reference[128]; ///< A reference system that a member "crs" names, unless it is longitude and latitude; or "".
} geojson_notes;

/// Where in the file something of a feature stands, by its path in it: `geometry.coordinates[0]`. Of what is not
/// there, the value that should have it. Reads the feature's text again: for a complaint, of which there is one.
void geojson_place(const geojson_feature *feature, const char *path, size_t *line, size_t *column);

/// Takes a feature, a bad one too. False ends the reading.
typedef bool geojson_sink(void *context, const geojson_feature *feature, format_message *message);

/// Gives every feature to `sink`. What is no JSON or no GeoJSON is an error. False: *message says why, unless `sink`
/// has ended the reading without a message.
bool geojson_read(byte_source *from, geojson_sink *sink, void *context, geojson_notes *notes, format_message *message);

#endif
