// Objects: a place, a size and a turn, and what the child element says about the shape.
#include "grow.h"
#include "number.h"
#include "tiled_parser.h"

#include <stdlib.h>
#include <string.h>

static const tiled_alignment bottom_left = { 0, 1 }, bottom = { 0.5, 1 };

static bool fail(const xml_element *e, const char *what, const char *quoted)
{
    return format_fail(xml_message(e->reader), xml_line(e->reader), "%s '%.60s'", what, quoted);
}

static bool read_alignment(const xml_element *e, const tiled_map *map, tiled_alignment *alignment)
{
    static const struct {
        const char *name;
        tiled_alignment alignment;
    } known[] = {
        { "topleft", { 0, 0 } },    { "top", { 0.5, 0 } },      { "topright", { 1, 0 } },
        { "left", { 0, 0.5 } },     { "center", { 0.5, 0.5 } }, { "right", { 1, 0.5 } },
        { "bottomleft", { 0, 1 } }, { "bottom", { 0.5, 1 } },   { "bottomright", { 1, 1 } },
    };
    const char *name = xml_attribute(e, "objectalignment");
    *alignment = map->orientation == TILED_ISOMETRIC ? bottom : bottom_left;
    if (name == NULL || strcmp(name, "unspecified") == 0)
        return true;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].name, name) == 0) {
            *alignment = known[i].alignment;
            return true;
        }
    return fail(e, "<tileset> has an unknown objectalignment", name);
}

bool tiled_take_tileset(tiled_parser *p, const xml_element *e)
{
    long long first = 0;
    tiled_tileset set = { 0 };
    if (!xml_demand(e, "firstgid") || !xml_take_int(e, "firstgid", 1, TILED_GID_MASK, &first) ||
        !xml_take_number(e, "tilewidth", TILED_NUMBER_MAX, &set.width) ||
        !xml_take_number(e, "tileheight", TILED_NUMBER_MAX, &set.height) || !read_alignment(e, p->map, &set.alignment))
        return false;
    set.first = (uint32_t)first;
    if (p->tileset_count > 0 && p->tilesets[p->tileset_count - 1].first >= set.first)
        return fail(e, "tilesets must come in the order of their firstgid: misplaced is", xml_attribute(e, "firstgid"));
    tiled_tileset *sets = grow_one(p->tilesets, p->tileset_count, sizeof *sets);
    if (sets == NULL)
        return format_no_memory(xml_message(e->reader));
    p->tilesets = sets;
    sets[p->tileset_count++] = set;
    return true;
}

// The tileset with the tile in it: the last that begins no later. NULL: none does.
static const tiled_tileset *find_tileset(const tiled_parser *p, uint32_t gid)
{
    size_t low = 0, high = p->tileset_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (p->tilesets[middle].first <= gid)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 ? &p->tilesets[low - 1] : NULL;
}

static bool read_numbers(tiled_parser *p, const xml_element *e)
{
    p->x = p->y = p->width = p->height = p->rotation = 0;
    p->extent = tiled_nowhere;
    if (!xml_take_number(e, "x", TILED_NUMBER_MAX, &p->x) || !xml_take_number(e, "y", TILED_NUMBER_MAX, &p->y) ||
        !xml_take_number(e, "width", TILED_NUMBER_MAX, &p->width) ||
        !xml_take_number(e, "height", TILED_NUMBER_MAX, &p->height) ||
        !xml_take_number(e, "rotation", TILED_NUMBER_MAX, &p->rotation))
        return false;
    if (p->width < 0 || p->height < 0)
        return fail(e, "<object> has a negative size:", xml_attribute(e, p->width < 0 ? "width" : "height"));
    return true;
}

// Maps of very old versions of Tiled do not say how large a placed tile is: as large as its tileset says.
static bool complete_tile(tiled_parser *p, const xml_element *e)
{
    if (xml_attribute(e, "width") != NULL || xml_attribute(e, "height") != NULL || p->object.from_template)
        return true;
    const tiled_tileset *set = find_tileset(p, p->object.gid);
    if (set == NULL || !(set->width > 0 && set->height > 0))
        return fail(e, "<object> has no width and height, and its tileset is not in the map: gid",
                    xml_attribute(e, "gid"));
    p->width = set->width;
    p->height = set->height;
    return true;
}

static bool read_names(tiled_parser *p, const xml_element *e)
{
    const char *name = xml_attribute(e, "name"), *type = xml_attribute(e, "type");
    if (type == NULL)
        type = xml_attribute(e, "class"); // in Tiled 1.9
    p->object.name = name != NULL ? copy_text(name, strlen(name)) : copy_text("", 0);
    p->object.type = type != NULL ? copy_text(type, strlen(type)) : copy_text("", 0);
    return (p->object.name != NULL && p->object.type != NULL) || format_no_memory(xml_message(e->reader));
}

bool tiled_begin_object(tiled_parser *p, const xml_element *e)
{
    long long id = 0, gid = 0;
    p->object = (tiled_object){ .visible = true, .from_template = xml_attribute(e, "template") != NULL };
    if (!xml_take_int(e, "id", 0, INT32_MAX, &id) || !xml_take_int(e, "gid", 0, UINT32_MAX, &gid) ||
        !xml_take_flag(e, "visible", &p->object.visible) || !read_numbers(p, e))
        return false;
    p->object.id = (uint32_t)id;
    p->object.gid = (uint32_t)gid & TILED_GID_MASK;
    if (p->object.gid != 0) {
        p->object.shape = TILED_TILE;
        if (!complete_tile(p, e))
            return false;
    }
    return read_names(p, e);
}

// A coordinate in a list of points, and what must follow it. Moves *text on. False: there is none.
static bool take_coordinate(const char **text, const char *ends, double *value)
{
    char digits[64];
    size_t length = strcspn(*text, ", \t\r\n");
    if (length >= sizeof digits)
        return false;
    memcpy(digits, *text, length);
    digits[length] = 0;
    const char *end = *text + length;
    *text = end;
    return strchr(ends, *end) != NULL && number_double(digits, value) == NUMBER_OK && *value >= -TILED_NUMBER_MAX &&
           *value <= TILED_NUMBER_MAX;
}

static bool take_points(tiled_parser *p, const xml_element *e)
{
    const char *text = xml_attribute(e, "points"), *blanks = " \t\r\n";
    if (text == NULL)
        return xml_demand(e, "points");
    const tiled_pose pose = tiled_pose_of(p->map, p->x, p->y, p->rotation, true);
    text += strspn(text, blanks);
    do {
        const char *point = text;
        double x = 0, y = 0;
        if (!take_coordinate(&text, ",", &x) || *text++ != ',' || !take_coordinate(&text, blanks, &y))
            return fail(e, "points needs pairs of numbers like 0,0 10,5, not", point);
        tiled_add_point(&p->extent, &pose, x, y);
        text += strspn(text, blanks);
    } while (*text != 0);
    return true;
}

bool tiled_take_shape(tiled_parser *p, const xml_element *e)
{
    tiled_shape shape = TILED_RECTANGLE;
    if (strcmp(e->name, "ellipse") == 0)
        shape = TILED_ELLIPSE;
    else if (strcmp(e->name, "point") == 0)
        shape = TILED_POINT;
    else if (strcmp(e->name, "text") == 0)
        shape = TILED_TEXT;
    else if (strcmp(e->name, "polygon") == 0)
        shape = TILED_POLYGON;
    else if (strcmp(e->name, "polyline") == 0)
        shape = TILED_POLYLINE;
    else
        return true;
    if (p->object.shape != TILED_RECTANGLE)
        return fail(e, "<object> has a second shape:", e->name);
    p->object.shape = shape;
    return (shape != TILED_POLYGON && shape != TILED_POLYLINE) || take_points(p, e);
}

// Polygons and polylines have told their extent as they were read.
static void find_extent(tiled_parser *p)
{
    bool upright = p->object.shape == TILED_TILE || p->object.shape == TILED_TEXT;
    const tiled_pose pose = tiled_pose_of(p->map, p->x, p->y, p->rotation, !upright);
    switch (p->object.shape) {
    case TILED_POLYGON:
    case TILED_POLYLINE:
        return;
    case TILED_POINT:
        tiled_add_point(&p->extent, &pose, 0, 0);
        return;
    case TILED_ELLIPSE:
        tiled_add_ellipse(&p->extent, &pose, p->width, p->height);
        return;
    case TILED_TILE: {
        const tiled_tileset *set = find_tileset(p, p->object.gid);
        tiled_alignment usual = p->map->orientation == TILED_ISOMETRIC ? bottom : bottom_left;
        tiled_alignment at = set != NULL ? set->alignment : usual;
        tiled_add_rectangle(&p->extent, &pose, -at.x * p->width, -at.y * p->height, p->width, p->height);
        return;
    }
    case TILED_RECTANGLE:
    case TILED_TEXT:
        break;
    }
    tiled_add_rectangle(&p->extent, &pose, 0, 0, p->width, p->height);
}

bool tiled_end_object(tiled_parser *p, const xml_reader *reader)
{
    tiled_layer *layer = tiled_last_layer(p);
    find_extent(p);
    p->object.box = tiled_moved(&p->extent, layer);
    if (!tiled_within_floats(&p->object.box))
        return format_fail(xml_message(reader), xml_line(reader), "the object reaches beyond the largest float");
    tiled_object *objects = grow_one(layer->objects, layer->object_count, sizeof *objects);
    if (objects == NULL)
        return format_no_memory(xml_message(reader));
    layer->objects = objects;
    objects[layer->object_count++] = p->object;
    p->object = (tiled_object){ 0 }; // its names are the layer's now
    return true;
}
