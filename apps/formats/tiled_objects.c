// Objects: the tile of one, and the box around it where it lies.
#include "grow.h"
#include "tiled_parser.h"

#include <math.h>

bool tiled_begin_object(tiled_parser *p, const tiled_tilesets *sets, tiled_draft *d, const element *e)
{
    const tiled_tileset *set = NULL;
    if (!tiled_read_draft(p->map, d, e) || (d->gid != 0 && !tiled_find_tileset(p, sets, d->gid, e->reader, &set)))
        return false;
    // Where the tile has its origin, and how large it is.
    if (set != NULL) {
        d->alignment = set->alignment;
        d->tile_width = set->width;
        d->tile_height = set->height;
    } else if (d->gid != 0) {
        d->alignment = p->map->orientation == TILED_ISOMETRIC ? (tiled_alignment){ 0.5, 1 } : (tiled_alignment){ 0, 1 };
    }
    return true;
}

// Early versions of Tiled do not write how large a placed tile is: as large as its tileset says.
static bool complete_tile(tiled_draft *d, const element_reader *reader)
{
    d->shape = TILED_TILE;
    if (d->width == 0)
        d->width = d->tile_width;
    if (d->height == 0)
        d->height = d->tile_height;
    return (d->width > 0 && d->height > 0) ||
           element_fail(reader, "%sobject%s has no width and height, and no tileset says how large its tile is: gid %u",
                        reader->open, reader->close, (unsigned)d->gid);
}

static tiled_extent find_extent(const tiled_map *map, tiled_draft *d)
{
    bool upright = d->shape == TILED_TILE || d->shape == TILED_TEXT;
    const tiled_pose pose = tiled_pose_of(map, d->x, d->y, d->rotation, !upright);
    tiled_extent extent = tiled_nowhere;
    switch (d->shape) {
    case TILED_POLYGON:
    case TILED_POLYLINE:
        tiled_add_outline(&extent, &pose, d->inherited != NULL ? d->inherited : &d->outline);
        break;
    case TILED_POINT:
        tiled_add_point(&extent, &pose, 0, 0);
        break;
    case TILED_ELLIPSE:
        tiled_add_ellipse(&extent, &pose, 0, 0, d->width, d->height);
        break;
    case TILED_CAPSULE:
        tiled_add_capsule(&extent, &pose, d->width, d->height);
        break;
    case TILED_TILE:
        tiled_add_rectangle(&extent, &pose, -d->alignment.x * d->width, -d->alignment.y * d->height, d->width,
                            d->height);
        break;
    case TILED_RECTANGLE:
    case TILED_TEXT:
        tiled_add_rectangle(&extent, &pose, 0, 0, d->width, d->height);
        break;
    }
    return (tiled_extent){ pose.x + extent.min_x, pose.y + extent.min_y, pose.x + extent.max_x, pose.y + extent.max_y };
}

// Does the shape fill its box? So does a rectangle that is turned by right angles, unless an isometric or oblique
// map makes a diamond of it.
static bool fills_box(const tiled_map *map, const tiled_draft *d, const qd_box *box)
{
    const bool leans = map->orientation == TILED_ISOMETRIC || map->orientation == TILED_OBLIQUE;
    const bool upright = d->shape == TILED_TILE || d->shape == TILED_TEXT || !leans;
    if (box->min.x == box->max.x && box->min.y == box->max.y)
        return true;
    if (d->shape == TILED_RECTANGLE || d->shape == TILED_TILE || d->shape == TILED_TEXT)
        return upright && fmod(d->rotation, 90) == 0;
    return false;
}

bool tiled_end_object(tiled_parser *p, const element_reader *reader)
{
    tiled_layer *layer = tiled_last_layer(p);
    tiled_draft *d = &p->object;
    if (d->template != 0)
        tiled_inherit(d, &p->others[d->template - 1].object);
    if (d->gid != 0 && !complete_tile(d, reader))
        return false;
    tiled_object object = { d->id, d->gid, d->shape, d->visible, .name = d->name, .type = d->type };
    const tiled_extent extent = find_extent(p->map, d);
    object.box = tiled_moved(&extent, layer);
    object.boxed = !fills_box(p->map, d, &object.box);
    if (!tiled_within_floats(&object.box))
        return element_fail(reader, "the object reaches beyond the largest float");
    tiled_object *objects = grow_one(layer->objects, layer->object_count, sizeof *objects);
    if (objects == NULL)
        return element_no_memory(reader);
    layer->objects = objects;
    objects[layer->object_count++] = object;
    tiled_free_draft(d);
    return true;
}
