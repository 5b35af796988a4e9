// What an object says of itself: a place, a size and a turn, and by the child element its shape.
#include "grow.h"
#include "tiled_parser.h"

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

bool tiled_read_draft(tiled_map *map, tiled_draft *d, const element *e)
{
    long long id = 0, gid = 0;
    *d = (tiled_draft){ .visible = true };
    if (!element_take_int(e, "id", 0, INT32_MAX, &id) || !element_take_int(e, "gid", 0, UINT32_MAX, &gid) ||
        !element_take_flag(e, "visible", &d->visible) || !read_numbers(d, e))
        return false;
    const char *type = element_attribute(e, "type");
    d->name = keep_text(map, element_attribute(e, "name"));
    d->type = keep_text(map, type != NULL ? type : element_attribute(e, "class")); // in Tiled 1.9
    if (d->name == NULL || d->type == NULL)
        return element_no_memory(e->reader);
    d->id = (uint32_t)id;
    d->gid = (uint32_t)gid & TILED_GID_MASK;
    d->has_visible = element_attribute(e, "visible") != NULL;
    return true;
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

void tiled_inherit(tiled_draft *d, tiled_draft *from)
{
    if (*d->name == 0)
        d->name = from->name;
    if (*d->type == 0)
        d->type = from->type;
    if (!d->has_shape) {
        d->shape = from->shape;
        d->inherited = &from->outline;
    }
    if (!(d->width > 0 && d->height > 0)) {
        d->width = from->width;
        d->height = from->height;
    }
    if (d->gid == 0) {
        d->gid = from->gid;
        d->alignment = from->alignment;
        d->tile_width = from->tile_width;
        d->tile_height = from->tile_height;
    }
    if (!d->has_rotation)
        d->rotation = from->rotation;
    if (!d->has_visible)
        d->visible = from->visible;
}
