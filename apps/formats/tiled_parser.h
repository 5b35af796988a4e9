/// What the parts of the reader of maps share: where in the document it is, and what has been begun and not ended.
#ifndef QUADRILLE_FORMATS_TILED_PARSER_H
#define QUADRILLE_FORMATS_TILED_PARSER_H

#include "tiled.h"
#include "tiled_files.h"

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
    size_t group; ///< That layers in it are in, as in tiled_layer.
} tiled_frame;

typedef enum tiled_encoding { ENCODING_ELEMENTS, ENCODING_CSV, ENCODING_BASE64 } tiled_encoding;
typedef enum tiled_packing { PACKING_NONE, PACKING_ZLIB, PACKING_ZSTD } tiled_packing;

/// Where a tile that is placed freely has its origin, as parts of its width and height from the top left corner.
typedef struct tiled_alignment {
    double x, y;
} tiled_alignment;

typedef struct tiled_tileset {
    uint32_t first;
    char *source; ///< The file that it is in, which has not been read; NULL: it is here.
    size_t line;  ///< Where it is named.
    tiled_alignment alignment;
    double width, height; ///< A tile's; 0: not known.
} tiled_tileset;

/// The tilesets of one document, in ascending order of their first gid.
typedef struct tiled_tilesets {
    const char *folder; ///< That of the document, from the root; NULL: the map's.
    tiled_tileset *sets;
    size_t count;
} tiled_tilesets;

typedef struct tiled_point {
    double x, y;
} tiled_point;

/// From a point beside the object's origin to the map: origin + matrix * point.
typedef struct tiled_pose {
    double x, y;
    double xx, xy, yx, yy;
} tiled_pose;

/// A box that grows, in double.
typedef struct tiled_extent {
    double min_x, min_y, max_x, max_y;
} tiled_extent;

/// The points of a polygon or polyline, beside the object's place.
typedef struct tiled_outline {
    tiled_point *points;
    size_t count;
    tiled_extent *blocks; ///< Around points that lie together, in an outline that may be placed often; else NULL.
    bool has_extent;      ///< It has been placed, last as below.
    tiled_pose pose;
    tiled_extent extent;
    uint64_t looked_at; ///< Points of blocks so far, counted for tests.
} tiled_outline;

/// An object as its element describes it; a template is one too.
typedef struct tiled_draft {
    uint32_t id, gid;
    tiled_alignment alignment;      ///< The tile's, like the size.
    double tile_width, tile_height; ///< 0: not known.
    bool has_shape, has_rotation, has_visible, visible;
    tiled_shape shape;
    double x, y, width, height, rotation;
    tiled_outline outline;    ///< A polygon's or polyline's.
    tiled_outline *inherited; ///< The template's, in its place; NULL: its own counts.
    const char *name, *type;  ///< The map keeps them.
    size_t template;          ///< Its number among the parser's other files, from 1; 0: without a template.
} tiled_draft;

/// A file that the map, or one of these, has named, and what it says: a tileset or a template.
typedef struct tiled_other {
    char *path; ///< From the root.
    bool is_template;
    tiled_tileset set;
    tiled_draft object;
} tiled_other;

typedef struct tiled_parser {
    tiled_map *map;
    memory_limit *limit; ///< For the map and all files that it names.
    tiled_frame frames[ELEMENT_DEPTH_MAX + 1];
    int depth;
    tiled_tilesets tilesets;
    tiled_files files;
    tiled_other *others;
    size_t other_count;
    uint64_t cells; ///< In all chunks so far.
    // The layer's data.
    tiled_encoding encoding;
    tiled_packing packing;
    bool has_data, has_chunks, says_size;
    tiled_chunk area; ///< The cells being read, with those read so far.
    size_t area_count;
    char *text; ///< Of CSV or base64, not ended by a NUL.
    size_t text_length, text_room, text_line;
    tiled_draft object; ///< That has begun.
} tiled_parser;

static inline tiled_layer *tiled_last_layer(const tiled_parser *p)
{
    return &p->map->layers[p->map->layer_count - 1];
}

// tiled_hold.c
/// Claims memory of the limit for the kept part of the element being read. False: failed.
bool tiled_hold(const element *e);

// tiled_grid.c
/// Reads <map>.
bool tiled_begin_map(tiled_map *map, const element *e);

// tiled_tiles.c
bool tiled_begin_data(tiled_parser *p, const element *e);
bool tiled_begin_chunk(tiled_parser *p, const element *e);
bool tiled_take_tile(tiled_parser *p, const element *e);
bool tiled_take_text(tiled_parser *p, const element_reader *reader, const char *text, size_t length);
bool tiled_end_chunk(tiled_parser *p, const element_reader *reader);
bool tiled_end_data(tiled_parser *p, const element_reader *reader);
bool tiled_end_tile_layer(tiled_parser *p, const element_reader *reader);

// tiled_tilesets.c
/// Reads <tileset>, and adds it to those of its document.
bool tiled_take_tileset(const tiled_parser *p, tiled_tilesets *sets, const element *e);
/// The tileset with the tile in it, read if it is a file of its own. *set NULL: no tileset has it. False: failed.
bool tiled_find_tileset(tiled_parser *p, const tiled_tilesets *sets, uint32_t gid, const element_reader *reader,
                        const tiled_tileset **set);
void tiled_free_tilesets(tiled_tilesets *sets);

// tiled_templates.c
/// Finds the template that a document of `folder` names: its place among the parser's other files, from 1.
bool tiled_find_template(tiled_parser *p, const char *folder, const char *name, const element_reader *reader,
                         size_t *template);

// tiled_others.c
/// What reads a tileset or a template from its file. False: failed.
typedef bool tiled_reader(tiled_parser *p, tiled_other *other, FILE *file, format_message *message);
/// The other file that a document of `folder` names in this line; `read` reads it if it has not been. NULL: failed.
/// Good until the next call.
tiled_other *tiled_find_other(tiled_parser *p, const char *folder, const char *name, const element_reader *reader,
                              size_t line, bool is_template, tiled_reader *read);
void tiled_free_others(tiled_parser *p);
/// Reads a document, a `root`, from an open file.
bool tiled_read_file(const tiled_parser *p, FILE *file, const char *path, const char *root,
                     const element_handlers *handlers, void *context, format_message *message);

// tiled_draft.c
/// Reads <object>, without what tilesets and templates say of it.
bool tiled_read_draft(tiled_map *map, tiled_draft *d, const element *e);
bool tiled_take_shape(tiled_draft *d, const element *e);
/// What the object does not say becomes as in its template, which must outlive it.
void tiled_inherit(tiled_draft *d, tiled_draft *from);
void tiled_free_draft(tiled_draft *d);

// tiled_objects.c
/// Reads <object> and finds its tile in these sets.
bool tiled_begin_object(tiled_parser *p, const tiled_tilesets *sets, tiled_draft *d, const element *e);
bool tiled_end_object(tiled_parser *p, const element_reader *reader);

// tiled_outline.c
/// Reads the points of <polygon> or <polyline>.
bool tiled_take_points(tiled_outline *o, const element *e);
/// Makes the outline ready to be placed often, at a cost that hardly grows with its points. False: no memory.
bool tiled_divide_outline(tiled_outline *o);
void tiled_add_outline(tiled_extent *extent, const tiled_pose *pose, tiled_outline *o);
void tiled_free_outline(tiled_outline *o);

// tiled_layers.c
void tiled_free_layer(tiled_layer *layer);

// tiled_boxes.c
extern const tiled_extent tiled_nowhere;
/// How an object at (x, y) lies in the map: turned by so many degrees; `projected`, drawn on the ground of an isometric
/// or oblique map.
tiled_pose tiled_pose_of(const tiled_map *map, double x, double y, double rotation, bool projected);
/// What is added lies beside the pose's origin: the extent is that of the object at (0, 0).
void tiled_add_point(tiled_extent *extent, const tiled_pose *pose, double x, double y);
void tiled_add_rectangle(tiled_extent *extent, const tiled_pose *pose, double x, double y, double width, double height);
void tiled_add_ellipse(tiled_extent *extent, const tiled_pose *pose, double x, double y, double width, double height);
/// A rectangle with half circles for its shorter sides.
void tiled_add_capsule(tiled_extent *extent, const tiled_pose *pose, double width, double height);
/// Where the layer's offset moves it.
qd_box tiled_moved(const tiled_extent *extent, const tiled_layer *layer);
/// Do floats reach as far as the box?
bool tiled_within_floats(const qd_box *box);

/// Bits of a gid that say how the tile is flipped.
enum { TILED_GID_MASK = 0x0fffffff };

#endif
