/// @file tiled_parser.h
/// What the parts of the reader of maps share: where in the document it is, and what has been begun and not ended.
#ifndef QUADRILLE_FORMATS_TILED_PARSER_H
#define QUADRILLE_FORMATS_TILED_PARSER_H

#include "tiled.h"

/// Coordinates and sizes beyond this are refused, so that sums of a few of them are finite.
#define TILED_NUMBER_MAX 1e30

/// What the element that is being read is. The children of the unknown are unknown.
typedef enum tiled_place {
    PLACE_OUTSIDE,
    PLACE_MAP,
    PLACE_GROUP,
    PLACE_LAYER,
    PLACE_DATA,
    PLACE_CHUNK,
    PLACE_OBJECTS,
    PLACE_OBJECT,
    PLACE_UNKNOWN,
} tiled_place;

/// One element that has begun and not ended; what layers inherit, groups hand down.
typedef struct tiled_frame {
    tiled_place place;
    bool visible;
    double offset_x, offset_y;
} tiled_frame;

typedef enum tiled_encoding { ENCODING_ELEMENTS, ENCODING_CSV, ENCODING_BASE64 } tiled_encoding;
typedef enum tiled_packing { PACKING_NONE, PACKING_ZLIB, PACKING_ZSTD } tiled_packing;

/// Where a tile that is placed freely has its origin, as parts of its width and height from the top left corner.
typedef struct tiled_alignment {
    double x, y;
} tiled_alignment;

typedef struct tiled_tileset {
    uint32_t first;
    tiled_alignment alignment;
    double width, height; ///< Of a tile; 0: not in the map.
} tiled_tileset;

/// From a point beside the object's origin to the map: origin + matrix * point.
typedef struct tiled_pose {
    double x, y;
    double xx, xy, yx, yy;
} tiled_pose;

/// A box that grows, in double.
typedef struct tiled_extent {
    double min_x, min_y, max_x, max_y;
} tiled_extent;

typedef struct tiled_parser {
    tiled_map *map;
    tiled_frame frames[XML_DEPTH_MAX + 1];
    int depth;
    tiled_tileset *tilesets; ///< In ascending order of their first gid.
    size_t tileset_count;
    uint64_t cells; ///< In all chunks so far.
    // The layer's data.
    tiled_encoding encoding;
    tiled_packing packing;
    bool has_data, has_chunks;
    tiled_chunk area; ///< Of the cells that are being read, with those read so far.
    size_t area_count;
    char *text; ///< Of CSV or base64, not ended by a NUL.
    size_t text_length, text_room, text_line;
    // The object that has begun.
    tiled_object object;
    double x, y, width, height, rotation;
    tiled_extent extent; ///< Of its points.
} tiled_parser;

static inline tiled_layer *tiled_last_layer(const tiled_parser *p)
{
    return &p->map->layers[p->map->layer_count - 1];
}

// tiled_grid.c
/// Reads <map>.
bool tiled_begin_map(tiled_map *map, const xml_element *e);

// tiled_tiles.c
bool tiled_begin_data(tiled_parser *p, const xml_element *e);
bool tiled_begin_chunk(tiled_parser *p, const xml_element *e);
bool tiled_take_tile(tiled_parser *p, const xml_element *e);
bool tiled_take_text(tiled_parser *p, const xml_reader *reader, const char *text, size_t length);
bool tiled_end_chunk(tiled_parser *p, const xml_reader *reader);
bool tiled_end_data(tiled_parser *p, const xml_reader *reader);

// tiled_objects.c
bool tiled_take_tileset(tiled_parser *p, const xml_element *e);
bool tiled_begin_object(tiled_parser *p, const xml_element *e);
bool tiled_take_shape(tiled_parser *p, const xml_element *e);
bool tiled_end_object(tiled_parser *p, const xml_reader *reader);

// tiled_boxes.c
extern const tiled_extent tiled_nowhere;
/// How an object at (x, y) lies in the map: turned by so many degrees; `projected`, drawn on the ground of an isometric
/// map.
tiled_pose tiled_pose_of(const tiled_map *map, double x, double y, double rotation, bool projected);
void tiled_add_point(tiled_extent *extent, const tiled_pose *pose, double x, double y);
void tiled_add_rectangle(tiled_extent *extent, const tiled_pose *pose, double x, double y, double width, double height);
void tiled_add_ellipse(tiled_extent *extent, const tiled_pose *pose, double width, double height);
/// Where the layer's offset moves it.
qd_box tiled_moved(const tiled_extent *extent, const tiled_layer *layer);
/// Do floats reach as far as the box?
bool tiled_within_floats(const qd_box *box);

/// Bits of a gid that say how the tile is flipped.
enum { TILED_GID_MASK = 0x0fffffff };

#endif
