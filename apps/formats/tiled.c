// The way through the document: which element is where, and what layers inherit from their groups. Elements that are
// not known are skipped with their content, as the format asks of its readers.
#include "tiled.h"

#include "grow.h"
#include "tiled_json.h"
#include "tiled_parser.h"

#include <stdlib.h>
#include <string.h>

// What groups and layers have in common; the new frame holds it.
static bool inherit(const tiled_frame *parent, const element *e, tiled_frame *frame)
{
    double x = 0, y = 0;
    bool visible = true;
    if (!element_take_number(e, "offsetx", TILED_NUMBER_MAX, &x) ||
        !element_take_number(e, "offsety", TILED_NUMBER_MAX, &y) || !element_take_flag(e, "visible", &visible))
        return false;
    frame->offset_x = parent->offset_x + x;
    frame->offset_y = parent->offset_y + y;
    frame->visible = parent->visible && visible;
    frame->group = parent->group;
    return true;
}

static bool begin_layer(tiled_parser *p, const element *e, const tiled_frame *frame, tiled_layer_kind kind)
{
    long long id = 0;
    const char *name = element_attribute(e, "name");
    if (!element_take_int(e, "id", 0, INT32_MAX, &id))
        return false;
    tiled_layer *layers = grow_one(p->map->layers, p->map->layer_count, sizeof *layers);
    if (layers == NULL)
        return element_no_memory(e->reader);
    p->map->layers = layers;
    tiled_layer layer = { .id = (uint32_t)id, .kind = kind, .visible = frame->visible };
    layer.group = frame->group;
    layer.offset_x = frame->offset_x;
    layer.offset_y = frame->offset_y;
    layer.name = name != NULL ? copy_text(name, strlen(name)) : copy_text("", 0);
    if (layer.name == NULL)
        return element_no_memory(e->reader);
    layers[p->map->layer_count++] = layer;
    return true;
}

static bool begin_group(tiled_map *map, const element *e, tiled_frame *frame)
{
    const char *name = element_attribute(e, "name");
    tiled_group *groups = grow_one(map->groups, map->group_count, sizeof *groups);
    if (groups == NULL)
        return element_no_memory(e->reader);
    map->groups = groups;
    tiled_group group = { name != NULL ? copy_text(name, strlen(name)) : copy_text("", 0), frame->group };
    if (group.name == NULL)
        return element_no_memory(e->reader);
    groups[map->group_count++] = group;
    frame->group = map->group_count;
    return true;
}

static bool begin_tile_layer(tiled_parser *p, const element *e, const tiled_frame *frame)
{
    long long x = 0, y = 0, width = p->map->width, height = p->map->height;
    if (!element_take_int(e, "x", INT32_MIN, INT32_MAX, &x) || !element_take_int(e, "y", INT32_MIN, INT32_MAX, &y) ||
        !element_take_int(e, "width", 0, INT32_MAX, &width) || !element_take_int(e, "height", 0, INT32_MAX, &height))
        return false;
    p->area = (tiled_chunk){ x, y, (uint32_t)width, (uint32_t)height, NULL };
    p->area_count = p->text_length = 0;
    p->has_data = false;
    p->says_size = element_attribute(e, "width") != NULL;
    return begin_layer(p, e, frame, TILED_TILES);
}

// Elements in a map or a group.
static bool begin_in_map(tiled_parser *p, const element *e, const tiled_frame *parent, tiled_frame *frame)
{
    bool group = element_is(e, "group"), layer = element_is(e, "layer"), objects = element_is(e, "objectgroup"),
         image = element_is(e, "imagelayer");
    frame->place = group ? PLACE_GROUP : layer ? PLACE_LAYER : objects ? PLACE_OBJECTS : PLACE_UNKNOWN;
    if (!group && !layer && !objects && !image)
        return true;
    if (!inherit(parent, e, frame))
        return false;
    if (layer)
        return begin_tile_layer(p, e, frame);
    if (group)
        return begin_group(p->map, e, frame);
    return begin_layer(p, e, frame, objects ? TILED_OBJECTS : TILED_IMAGE);
}

static bool begin_object(tiled_parser *p, const element *e)
{
    const char *template = element_attribute(e, "template");
    if (!tiled_begin_object(p, &p->tilesets, &p->object, e))
        return false;
    return template == NULL || *template == 0 ||
           tiled_find_template(p, p->tilesets.folder, template, e->reader, &p->object.template);
}

static bool begin_in(tiled_parser *p, const element *e, const tiled_frame *parent, tiled_frame *frame)
{
    switch (parent->place) {
    case PLACE_OUTSIDE:
        frame->place = PLACE_MAP;
        frame->visible = true;
        return tiled_begin_map(p->map, e);
    case PLACE_MAP:
        if (element_is(e, "tileset"))
            return tiled_take_tileset(p, &p->tilesets, e);
        return begin_in_map(p, e, parent, frame);
    case PLACE_GROUP:
        return begin_in_map(p, e, parent, frame);
    case PLACE_LAYER:
        if (!element_is(e, "data"))
            return true;
        frame->place = PLACE_DATA;
        return tiled_begin_data(p, e);
    case PLACE_DATA:
        if (element_is(e, "chunk")) {
            frame->place = PLACE_CHUNK;
            return tiled_begin_chunk(p, e);
        }
        return !element_is(e, "tile") || tiled_take_tile(p, e);
    case PLACE_CHUNK:
        return !element_is(e, "tile") || tiled_take_tile(p, e);
    case PLACE_OBJECTS:
        if (!element_is(e, "object"))
            return true;
        frame->place = PLACE_OBJECT;
        return begin_object(p, e);
    case PLACE_OBJECT:
        return tiled_take_shape(&p->object, e);
    case PLACE_UNKNOWN:
        break;
    }
    return true;
}

static bool begin_element(void *context, const element *e)
{
    tiled_parser *p = context;
    if (!tiled_hold(e))
        return false;
    const tiled_frame *parent = &p->frames[p->depth];
    tiled_frame frame = { .place = PLACE_UNKNOWN };
    if (!begin_in(p, e, parent, &frame))
        return false;
    p->frames[++p->depth] = frame; // the reader bounds the depth
    return true;
}

static bool take_text(void *context, element_reader *reader, const char *text, size_t length)
{
    tiled_parser *p = context;
    tiled_place place = p->frames[p->depth].place;
    return (place != PLACE_DATA && place != PLACE_CHUNK) || tiled_take_text(p, reader, text, length);
}

static bool end_element(void *context, element_reader *reader)
{
    tiled_parser *p = context;
    tiled_place place = p->frames[p->depth].place;
    bool good = true;
    if (place == PLACE_CHUNK)
        good = tiled_end_chunk(p, reader);
    else if (place == PLACE_DATA)
        good = tiled_end_data(p, reader);
    else if (place == PLACE_LAYER)
        good = tiled_end_tile_layer(p, reader);
    else if (place == PLACE_OBJECT)
        good = tiled_end_object(p, reader);
    p->depth--;
    return good;
}

// Maps of early versions of Tiled have no ids. They get what Tiled gives them on reading: the next free ones.
static void complete_ids(tiled_map *map)
{
    uint32_t layer_id = 0, object_id = 0;
    for (size_t i = 0; i < map->layer_count; i++) {
        const tiled_layer *layer = &map->layers[i];
        layer_id = layer->id > layer_id ? layer->id : layer_id;
        for (size_t k = 0; k < layer->object_count; k++)
            object_id = layer->objects[k].id > object_id ? layer->objects[k].id : object_id;
    }
    for (size_t i = 0; i < map->layer_count; i++) {
        tiled_layer *layer = &map->layers[i];
        if (layer->id == 0)
            layer->id = ++layer_id;
        for (size_t k = 0; k < layer->object_count; k++)
            if (layer->objects[k].id == 0)
                layer->objects[k].id = ++object_id;
    }
}

static bool begin_root(tiled_files *files, format_message *message)
{
    const char *wrong = NULL;
    if (files->root == NULL || tiled_files_begin(files, &wrong))
        return true;
    return wrong != NULL ? format_fail(message, 0, "%s", wrong) : format_no_memory(message);
}

bool tiled_read(tiled_map *map, byte_source *from, const char *path, format_message *message)
{
    return tiled_read_below(map, from, path, NULL, message);
}

bool tiled_read_below(tiled_map *map, byte_source *from, const char *path, const char *root, format_message *message)
{
    static const element_handlers handlers = { begin_element, take_text, end_element };
    tiled_parser p = { .map = map, .limit = from->limit, .files = { .map = path, .root = root } };
    memset(map, 0, sizeof *map);
    memset(message, 0, sizeof *message);
    bool good = begin_root(&p.files, message) && tiled_read_document(from, path, "map", &handlers, &p, message);
    tiled_free_tilesets(&p.tilesets);
    tiled_free_others(&p);
    tiled_files_free(&p.files);
    tiled_free_draft(&p.object);
    free(p.area.gids);
    free(p.text);
    if (good)
        complete_ids(map);
    else
        tiled_free(map);
    return good;
}

void tiled_free(tiled_map *map)
{
    for (size_t i = 0; i < map->layer_count; i++)
        tiled_free_layer(&map->layers[i]);
    for (size_t i = 0; i < map->group_count; i++)
        free(map->groups[i].name);
    for (size_t i = 0; i < map->text_count; i++)
        free(map->texts[i]);
    free(map->texts);
    free(map->groups);
    free(map->layers);
    memset(map, 0, sizeof *map);
}

size_t tiled_count(const tiled_map *map)
{
    size_t count = 0;
    for (size_t i = 0; i < map->layer_count; i++) {
        const tiled_layer *layer = &map->layers[i];
        count += layer->object_count;
        for (size_t k = 0; k < layer->chunk_count; k++) {
            const tiled_chunk *chunk = &layer->chunks[k];
            for (size_t cell = 0; cell < (size_t)chunk->width * chunk->height; cell++)
                count += chunk->gids[cell] != 0;
        }
    }
    return count;
}
