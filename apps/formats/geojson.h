/// GeoJSON (RFC 7946): features and the boxes around their coordinates. A source is one FeatureCollection, one Feature
/// or one geometry, or a sequence of those, one after the other (a line for each, or RFC 8142 with its byte 0x1e before
/// each). Memory grows neither with the file nor with a feature.
///
/// The box is that of the coordinates, the first two numbers of each position, and never that of a member "bbox": that
/// may be wrong, and its west may be larger than its east, to span the antimeridian. Coordinates are numbers in a plane
/// here: what the file cuts at the antimeridian, as it should, has a box from one side of the world to the other.
///
/// What is wrong in something that makes neither the box nor the id, as in other properties, is wrong in vain: a name
/// that is there twice, a number beyond all doubles, half of a pair of surrogates. Where it does, the feature is bad
/// and the others are not. What is no JSON or not UTF-8 ends the reading, wherever it is.
#ifndef QUADRILLE_FORMATS_GEOJSON_H
#define QUADRILLE_FORMATS_GEOJSON_H

#include "json_reader.h"

#include <quadrille/geometry.h>

typedef struct geojson_feature {
    uint64_t number;   ///< From 1, in the order of the file.
    size_t line;       ///< Where it begins.
    uint64_t bytes;    ///< From the start of the file to the end of the feature.
    const char *wrong; ///< NULL; or why it is bad: "its geometry is null".
    json_place place;  ///< Where the error is, or else its geometry.
    const char *id;    ///< NULL: it has none. Good during the call only.
    qd_box box;        ///< In double.
} geojson_feature;

/// What there is to say about a source that could be read.
typedef struct geojson_notes {
    char reference[128]; ///< A reference system that a member "crs" names, unless it is longitude and latitude; or "".
} geojson_notes;

/// Takes a feature, a bad one too. False ends the reading.
typedef bool geojson_sink(void *context, const geojson_feature *feature, format_message *message);

/// Gives every feature to `sink`. `id`: the property that features are called by, without which they are bad; NULL:
/// their member "id", if they have one. Anything but GeoJSON is an error. False: *message says why, unless
/// `sink` has ended the reading without a message.
bool geojson_read(byte_source *from, const char *id, geojson_sink *sink, void *context, geojson_notes *notes,
                  format_message *message);

#endif
