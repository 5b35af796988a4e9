/// Maps of the editor Tiled (.tmx, .tmj): layers of tiles and of objects, and the boxes they take up.
///
/// Boxes are in the pixels of the map as Tiled shows it: x to the right, y DOWN. In an isometric map that is the
/// projected picture, in which the tile in column 0 and row 0 has its top corner at (origin_x, 0).
///
/// What is read: orthogonal, isometric, staggered, hexagonal and oblique maps, finite or in chunks; groups, with the
/// offset and visibility that their layers get; tiles as CSV, as elements, as base64, and packed by zlib or gzip if
/// this was built with zlib, by zstd if it was built with libzstd; tilesets and templates in files of their own, which
/// are opened when an object needs them (tiled_files.h). The box of a tile is that of its cell, however large its
/// picture. Parallax factors and drawing offsets of tilesets move pictures, not boxes.
#ifndef QUADRILLE_FORMATS_TILED_H
#define QUADRILLE_FORMATS_TILED_H

#include "message.h"
#include "xml.h"

#include <quadrille/geometry.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TILED_TILES_MAX = 1 << 27 }; ///< Cells in all layers of a map, empty ones too.

typedef enum tiled_orientation {
    TILED_ORTHOGONAL,
    TILED_ISOMETRIC,
    TILED_STAGGERED, ///< Isometric, with straight edges: every other row or column is moved by half a cell.
    TILED_HEXAGONAL,
    TILED_OBLIQUE, ///< Orthogonal, and leaning: in Tiled from 1.12.
} tiled_orientation;

typedef enum tiled_layer_kind { TILED_TILES, TILED_OBJECTS, TILED_IMAGE } tiled_layer_kind;

/// Box of the shape: an ellipse's own when it is turned, not that of its corners.
typedef enum tiled_shape {
    TILED_RECTANGLE,
    TILED_ELLIPSE,
    TILED_CAPSULE, ///< In Tiled from 1.12.
    TILED_POINT,
    TILED_POLYGON,
    TILED_POLYLINE,
    TILED_TEXT,
    TILED_TILE, ///< A tile placed freely: `gid`.
} tiled_shape;

typedef struct tiled_object {
    uint32_t id; ///< As in the file; where that has none, the next above all that it has.
    uint32_t
        gid; ///< Without the bits that say how it is flipped; a template's own where it has it from there; 0: no tile.
    tiled_shape shape;
    bool visible;
    bool boxed;              ///< The box is larger than the shape, which is turned or not rectangular.
    qd_box box;              ///< Floats reach that far.
    const char *name, *type; ///< Never NULL; "" where the file says nothing. The map keeps them.
} tiled_object;

/// A rectangle of cells. A finite layer has one, an infinite one as many as it needs; none overlaps another in files
/// that Tiled has written.
typedef struct tiled_chunk {
    int64_t column, row; ///< The first cell's.
    uint32_t width, height;
    uint32_t *gids; ///< Row by row, without the bits that say how they are flipped; 0: empty.
} tiled_chunk;

typedef struct tiled_group {
    char *name;    ///< Never NULL.
    size_t parent; ///< The group that it is in, as in tiled_layer.
} tiled_group;

typedef struct tiled_layer {
    uint32_t id; ///< As in the file; where that has none, the next above all that it has.
    char *name;  ///< Never NULL.
    tiled_layer_kind kind;
    size_t group;              ///< That it is in, from 1; 0: none.
    bool visible;              ///< It and all groups that it is in.
    double offset_x, offset_y; ///< Pixels, those of its groups added; the objects' boxes have it in them.
    tiled_chunk *chunks;       ///< TILED_TILES
    size_t chunk_count;
    tiled_object *objects; ///< TILED_OBJECTS
    size_t object_count;
} tiled_layer;

/// How the cells of a staggered or hexagonal map lie.
typedef struct tiled_stagger {
    bool by_columns; ///< Every other column is moved down by half a cell; otherwise every other row to the right.
    bool even;       ///< The moved ones are those with even numbers, otherwise those with odd ones.
    uint32_t cell_width, cell_height; ///< Pixels: those of the map's tiles, rounded down to even numbers.
    uint32_t step_x, step_y;          ///< From one column, one row to the next.
} tiled_stagger;

typedef struct tiled_map {
    tiled_orientation orientation;
    bool infinite;
    uint32_t width, height;           ///< Cells; an infinite map has more.
    uint32_t tile_width, tile_height; ///< Pixels of a cell.
    double origin_x;                  ///< Isometric: x where column 0 meets row 0. Otherwise 0.
    tiled_stagger stagger;            ///< Staggered and hexagonal maps.
    int32_t skew_x, skew_y;           ///< Oblique: pixels that a row goes to the right, a column down. Otherwise 0.
    tiled_layer *layers;              ///< In the order of the file, which is the order of drawing.
    size_t layer_count;
    tiled_group *groups; ///< Each behind the one that it is in.
    size_t group_count;
    char **texts; ///< Texts of objects; a template's stands here once for all its objects.
    size_t text_count;
} tiled_map;

/// Reads a map. `path` is its file's, from which other files are found; NULL: it has none, and what needs another file
/// is an error. False: *message says why, and *map is empty. tiled_free afterwards in any case.
bool tiled_read(tiled_map *map, byte_source *from, const char *path, format_message *message);

/// The same, where other files may lie in or below the folder `root`, which the map must too; NULL: the map's folder.
bool tiled_read_below(tiled_map *map, byte_source *from, const char *path, const char *root, format_message *message);

void tiled_free(tiled_map *map);

/// The cell's box: the cell itself, or the box around its diamond or hexagon.
qd_box tiled_cell_box(const tiled_map *map, const tiled_layer *layer, int64_t column, int64_t row);

/// Has the layer, or a group that it is in, this name?
bool tiled_is_in(const tiled_map *map, const tiled_layer *layer, const char *name);

/// Keeps the layers of these names, and those in groups of these names, and frees the others. `names`, separated by
/// commas, must all be there. False: *message says why, and the map is as it was.
bool tiled_choose(tiled_map *map, const char *names, format_message *message);

/// How many boxes the map has: tiles that are not empty, and objects.
size_t tiled_count(const tiled_map *map);

#endif
