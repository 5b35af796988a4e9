// Objects: a place, a size and a turn, and what the child element says about the shape.
#include "grow.h"
#include "tiled_parser.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void tiled_free_draft(tiled_draft *d)
{
    tiled_free_outline(&d->outline);
    memset(d, 0, sizeof *d);
}

static bool read_numbers(tiled_draft *d, const element *e)
{
    if (!element_take_number(e, "x", TILED_NUMBER_MAX, &d->x) ||
        !element_take_number(e, "y", TILED_NUMBER_MAX, &d->y) ||
        !element_take_number(e, "width", TILED_NUMBER_MAX, &d->width) ||
        !element_take_number(e, "height", TILED_NUMBER_MAX, &d->height) ||
        !element_take_number(e, "rotation", TILED_NUMBER_MAX, &d->rotation))
        return false;
    if (d->width < 0 || d->height < 0)
        return element_fail(e->reader, "%sobject%s has a negative size: '%.60s'", e->reader->open, e->reader->close,
                            element_attribute(e, d->width < 0 ? "width" : "height"));
    d->has_rotation = element_attribute(e, "rotation") != NULL;
    return true;
}

// A copy that the map keeps. NULL: no memory.
static const char *keep_text(tiled_map *map, const char *text)
{
    if (text == NULL || *text == 0)
        return "";
    char **texts = grow_one(map->texts, map->text_count, sizeof *texts);
    if (texts == NULL)
        return NULL;
    map->texts = texts;
    texts[map->text_count] = copy_text(text, strlen(text));
    return texts[map->text_count] != NULL ? texts[map->text_count++] : NULL;
}

static bool read_names(tiled_map *map, tiled_draft *d, const element *e)
{
    const char *type = element_attribute(e, "type");
    d->name = keep_text(map, element_attribute(e, "name"));
    d->type = keep_text(map, type != NULL ? type : element_attribute(e, "class")); // in Tiled 1.9
    return (d->name != NULL && d->type != NULL) || element_no_memory(e->reader);
}

// Where the tile has its origin, and how large it is.
static bool find_tile(tiled_parser *p, const tiled_tilesets *sets, tiled_draft *d, const element *e)
{
    const tiled_tileset *set = NULL;
    if (!tiled_find_tileset(p, sets, d->gid, e->reader, &set))
        return false;
    d->alignment = p->map->orientation == TILED_ISOMETRIC ? (tiled_alignment){ 0.5, 1 } : (tiled_alignment){ 0, 1 };
    if (set == NULL)
        return true;
    d->alignment = set->alignment;
    d->tile_width = set->width;
    d->tile_height = set->height;
    return true;
}

bool tiled_begin_object(tiled_parser *p, const tiled_tilesets *sets, tiled_draft *d, const element *e)
{
    long long id = 0, gid = 0;
    const char *template = element_attribute(e, "template");
    *d = (tiled_draft){ .visible = true };
    if (!element_take_int(e, "id", 0, INT32_MAX, &id) || !element_take_int(e, "gid", 0, UINT32_MAX, &gid) ||
        !element_take_flag(e, "visible", &d->visible) || !read_numbers(d, e) || !read_names(p->map, d, e))
        return false;
    d->id = (uint32_t)id;
    d->gid = (uint32_t)gid & TILED_GID_MASK;
    d->has_visible = element_attribute(e, "visible") != NULL;
    if (d->gid != 0 && !find_tile(p, sets, d, e))
        return false;
    return template == NULL || *template == 0 ||
           tiled_find_template(p, sets->folder, template, e->reader, &d->template);
}

bool tiled_take_shape(tiled_draft *d, const element *e)
{
    static const struct {
        const char *name;
        tiled_shape shape;
    } shapes[] = {
        { "ellipse", TILED_ELLIPSE }, { "capsule", TILED_CAPSULE }, { "point", TILED_POINT },
        { "text", TILED_TEXT },       { "polygon", TILED_POLYGON }, { "polyline", TILED_POLYLINE },
    };
    size_t count = sizeof shapes / sizeof *shapes, i = 0;
    while (i < count && !element_is(e, shapes[i].name))
        i++;
    if (i == count)
        return true;
    if (d->has_shape || d->gid != 0)
        return element_fail(e->reader, "%sobject%s has a second shape: '%.60s'", e->reader->open, e->reader->close,
                            e->name);
    d->has_shape = true;
    d->shape = shapes[i].shape;
    return (d->shape != TILED_POLYGON && d->shape != TILED_POLYLINE) || tiled_take_points(&d->outline, e);
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
