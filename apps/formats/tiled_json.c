// What differs between the two forms: members of an object have no order, so tilesets are given first; tiles are arrays
// of numbers, given as CSV; the encoding is a layer's and not its data's; points are arrays; shapes are flags.
#include "tiled_json.h"

#include "json_elements.h"
#include "kind.h"
#include "xml.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const map_members[] = { "orientation",   "width",    "height",      "tilewidth",
                                           "tileheight",    "infinite", "staggeraxis", "staggerindex",
                                           "hexsidelength", "skewx",    "skewy",       NULL };
static const char *const tileset_members[] = { "firstgid",        "source",  "tilewidth", "tileheight",
                                               "objectalignment", "columns", NULL };
static const char *const layer_members[] = { "id",     "name",    "x",       "y",       "width",
                                             "height", "offsetx", "offsety", "visible", NULL };
// Infinite maps of Tiled 1.0 have no chunks, but say where their data begin.
static const char *const old_layer_members[] = { "id",     "name",    "startx=x", "starty=y", "width",
                                                 "height", "offsetx", "offsety",  "visible",  NULL };
static const char *const chunk_members[] = { "x", "y", "width", "height", NULL };
static const char *const object_members[] = { "id",     "name",     "type", "class",   "x",        "y", "width",
                                              "height", "rotation", "gid",  "visible", "template", NULL };

// An array of gids as CSV, a number at a time.
static bool give_gids(json_walk *walk, const json_value *array)
{
    for (size_t i = 0; i < json_count(array); i++) {
        char text[32];
        int64_t gid = -1;
        if (!json_whole(json_item(array, i), &gid) || gid < 0 || gid > UINT32_MAX)
            return element_fail(&walk->base, "data[%zu] is not a whole number from 0 to 4294967295", i);
        int length = snprintf(text, sizeof text, "%s%" PRId64, i > 0 ? "," : "", gid);
        if (!json_walk_text(walk, text, (size_t)length))
            return false;
    }
    return true;
}

// The tiles of a layer or chunk, which has begun: an array of numbers, or base64.
static bool give_tiles(json_walk *walk, const json_value *object, bool base64)
{
    const json_value *data = json_member(object, "data");
    size_t length = 0;
    const char *text = json_text(data, &length);
    if (data == NULL)
        return true;
    if (base64 ? text == NULL : json_kind_of(data) != JSON_ARRAY)
        return element_fail(&walk->base, base64 ? "data needs a text, since its encoding is base64"
                                                : "data needs an array of numbers, since its encoding is csv");
    return base64 ? json_walk_text(walk, text, length) : give_gids(walk, data);
}

static bool give_chunks(json_walk *walk, const json_value *chunks, bool base64)
{
    bool good = true;
    for (size_t i = 0; good && i < json_count(chunks); i++) {
        const json_value *chunk = json_item(chunks, i);
        json_step back = json_walk_enter(walk, chunk, "chunks", i);
        good = json_walk_begin(walk, "chunk", chunk, chunk_members) && give_tiles(walk, chunk, base64) &&
               json_walk_end(walk);
        json_walk_leave(walk, back);
    }
    return good;
}

static bool give_data(json_walk *walk, const json_value *layer)
{
    static const char *const packed[] = { "encoding", "compression", NULL };
    bool good = true;
    const json_value *chunks = NULL;
    const char *encoding = json_text(json_member(layer, "encoding"), NULL);
    bool base64 = encoding != NULL && strcmp(encoding, "base64") == 0;
    bool has_chunks = json_walk_array(walk, layer, "chunks", &chunks, &good);
    if (!good || (!has_chunks && json_member(layer, "data") == NULL))
        return good;
    bool plain = encoding == NULL || *encoding == 0;
    return (plain ? json_walk_begin_plain(walk, "data", "encoding", "csv")
                  : json_walk_begin(walk, "data", layer, packed)) &&
           give_tiles(walk, layer, base64) && (!has_chunks || give_chunks(walk, chunks, base64)) && json_walk_end(walk);
}

// {"x": 1, "y": 2} for each point, as the text 1,2 3,4.
static bool give_points(json_walk *walk, const char *name, const json_value *points)
{
    size_t count = json_count(points), used = 0;
    char *text = malloc(count * 64 + 1);
    if (text == NULL)
        return element_no_memory(&walk->base);
    bool good = true;
    for (size_t i = 0; good && i < count; i++) {
        double x = 0, y = 0;
        const json_value *point = json_item(points, i);
        if (!json_number(json_member(point, "x"), &x) || !json_number(json_member(point, "y"), &y))
            good = element_fail(&walk->base, "%s[%zu] needs numbers x and y", name, i);
        else
            used += (size_t)snprintf(text + used, 64, "%.17g,%.17g ", x, y);
    }
    text[used] = 0;
    good = good && json_walk_begin_plain(walk, name, "points", text) && json_walk_end(walk);
    free(text);
    return good;
}

static bool give_object(json_walk *walk, const json_value *object)
{
    static const char *const flags[] = { "ellipse", "capsule", "point" }, *const lists[] = { "polygon", "polyline" };
    bool good = json_walk_begin(walk, "object", object, object_members);
    json_kind text = json_kind_of(json_member(object, "text"));
    for (size_t i = 0; good && i < sizeof lists / sizeof *lists; i++) {
        const json_value *points = NULL;
        if (json_walk_array(walk, object, lists[i], &points, &good))
            good = give_points(walk, lists[i], points);
    }
    for (size_t i = 0; good && i < sizeof flags / sizeof *flags; i++) {
        bool flag = false;
        const json_value *value = json_member(object, flags[i]);
        if (!json_flag(value, &flag) && value != NULL && json_kind_of(value) != JSON_NULL)
            good = element_fail(&walk->base, "%s needs true or false", flags[i]);
        if (good && flag)
            good = json_walk_begin_plain(walk, flags[i], NULL, NULL) && json_walk_end(walk);
    }
    if (good && text != JSON_END && text != JSON_NULL && text != JSON_OBJECT)
        return element_fail(&walk->base, "text needs an object, in braces");
    if (good && text == JSON_OBJECT)
        good = json_walk_begin_plain(walk, "text", NULL, NULL) && json_walk_end(walk);
    return good && json_walk_end(walk);
}

static bool give_tileset(json_walk *walk, const json_value *set)
{
    return json_walk_begin(walk, "tileset", set, tileset_members) && json_walk_end(walk);
}

static bool give_layer(json_walk *walk, const json_value *layer);

typedef bool json_giver(json_walk *walk, const json_value *value);

// Gives each item of the array that is a member, if there is one.
static bool give_all(json_walk *walk, const json_value *object, const char *member, json_giver *give)
{
    bool good = true;
    const json_value *array = NULL;
    if (json_kind_of(json_member(object, member)) == JSON_NULL)
        return element_fail(&walk->base, "%s is null, where an array is needed", member);
    if (!json_walk_array(walk, object, member, &array, &good))
        return good;
    for (size_t i = 0; good && i < json_count(array); i++) {
        const json_value *item = json_item(array, i);
        json_step back = json_walk_enter(walk, item, member, i);
        good = json_kind_of(item) == JSON_OBJECT ? give(walk, item)
                                                 : element_fail(&walk->base, "an object is needed here, in braces");
        json_walk_leave(walk, back);
    }
    return good;
}

static bool give_layer(json_walk *walk, const json_value *layer)
{
    static const struct {
        const char *type, *name;
    } types[] = {
        { "tilelayer", "layer" }, { "objectgroup", "objectgroup" }, { "imagelayer", "imagelayer" }, { "group", "group" }
    };
    const char *type = json_text(json_member(layer, "type"), NULL), *name = NULL;
    for (size_t i = 0; type != NULL && i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i].type, type) == 0)
            name = types[i].name;
    if (name == NULL)
        return element_fail(&walk->base, "a layer's type is tilelayer, objectgroup, imagelayer or group, not '%.40s'",
                            type != NULL ? type : "");
    bool old = json_member(layer, "startx") != NULL && json_kind_of(json_member(layer, "data")) != JSON_END;
    return json_walk_begin(walk, name, layer, old ? old_layer_members : layer_members) &&
           (strcmp(name, "layer") != 0 || give_data(walk, layer)) &&
           (strcmp(name, "objectgroup") != 0 || give_all(walk, layer, "objects", give_object)) &&
           (strcmp(name, "group") != 0 || give_all(walk, layer, "layers", give_layer)) && json_walk_end(walk);
}

static bool give_part(json_walk *walk, const json_value *root, const char *member, json_giver *give)
{
    const json_value *part = json_member(root, member);
    json_step back = json_walk_enter(walk, part, member, JSON_ITSELF);
    bool good = json_kind_of(part) != JSON_OBJECT || give(walk, part);
    json_walk_leave(walk, back);
    return good;
}

static bool give_root(json_walk *walk, const json_value *root, const char *name)
{
    const char *type = json_text(json_member(root, "type"), NULL);
    if (json_kind_of(root) != JSON_OBJECT)
        return element_fail(&walk->base, "not a Tiled %s: it is no object, in braces", name);
    if (type != NULL && strcmp(type, name) != 0)
        return json_walk_begin_plain(walk, type, NULL, NULL); // which is refused
    if (strcmp(name, "tileset") == 0)
        return give_tileset(walk, root);
    if (strcmp(name, "map") == 0)
        return json_walk_begin(walk, "map", root, map_members) && give_all(walk, root, "tilesets", give_tileset) &&
               give_all(walk, root, "layers", give_layer) && json_walk_end(walk);
    return json_walk_begin_plain(walk, "template", NULL, NULL) && give_part(walk, root, "tileset", give_tileset) &&
           give_part(walk, root, "object", give_object) && json_walk_end(walk);
}

// JSON or XML? If the text is neither, the name shows which it should be.
static bool is_json(byte_source *from, const char *path)
{
    static const char *const endings[] = { ".tmj", ".tsj", ".tj", ".json" };
    bool named = false;
    for (size_t i = 0; path != NULL && i < sizeof endings / sizeof *endings; i++)
        named = named || kind_ends_with(path, endings[i]);
    size_t size = 0, at = 0;
    const char *head = source_look(from, &size);
    if (size >= 3 && memcmp(head, "\xef\xbb\xbf", 3) == 0)
        at = 3;
    while (at < size && head[at] != 0 && strchr(" \t\r\n", head[at]) != NULL)
        at++;
    char first = '\0';
    if (at < size)
        first = head[at];
    return first == '{' || first == '[' || (named && first != '<');
}

bool tiled_read_document(byte_source *from, const char *path, const char *root, const element_handlers *handlers,
                         void *context, format_message *message)
{
    if (!is_json(from, path))
        return xml_read(from, handlers, context, message);
    uint64_t held = 0;
    json_value *tree = json_read(from, &held, message);
    bool good = tree != NULL;
    if (good) {
        json_walk walk = json_walk_of(tree, handlers, context, from->limit, message);
        good = give_root(&walk, tree, root);
    }
    json_free(tree);
    limit_give(from->limit, held);
    return good;
}
