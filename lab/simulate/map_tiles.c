// A Tiled map for the scene of tiles.
#include "map_tiles.h"

#include "report.h"

#include <errno.h>
#include <kind.h>
#include <stdlib.h>
#include <string.h>
#include <tiled.h>

static bool add(map_tiles *out, qd_box box, uint32_t gid, bool object, format_message *message)
{
    if (out->map.count == out->room) {
        size_t room = out->room > 0 ? 2 * out->room : 1024;
        if (!limit_claim(out->limit, (room - out->room) * sizeof *out->tiles, message, 0, "%zu tiles", out->room))
            return false;
        tile *grown = realloc(out->tiles, room * sizeof *grown);
        if (grown == NULL)
            return format_no_memory(message);
        out->tiles = grown;
        out->room = room;
    }
    const fbox near = fbox_of(box);
    const qd_box kept = fbox_wide(near);
    out->rounded += memcmp(&kept, &box, sizeof box) != 0;
    out->tiles[out->map.count++] = (tile){ near, gid, object };
    return true;
}

static bool add_chunk(map_tiles *out, const tiled_map *map, const tiled_layer *layer, const tiled_chunk *chunk,
                      format_message *message)
{
    const uint32_t *gid = chunk->gids;
    for (int64_t row = chunk->row; row < chunk->row + chunk->height; row++)
        for (int64_t column = chunk->column; column < chunk->column + chunk->width; column++, gid++)
            if (*gid != 0 && !add(out, tiled_cell_box(map, layer, column, row), *gid, false, message))
                return false;
    return true;
}

static bool add_layer(map_tiles *out, const tiled_map *map, const tiled_layer *layer, format_message *message)
{
    bool good = true;
    for (size_t i = 0; good && layer->visible && i < layer->chunk_count; i++)
        good = add_chunk(out, map, layer, &layer->chunks[i], message);
    for (size_t i = 0; good && layer->visible && i < layer->object_count; i++)
        if (layer->objects[i].visible)
            good = add(out, layer->objects[i].box, layer->objects[i].gid, true, message);
    return good;
}

static bool take(map_tiles *out, const tiled_map *map, format_message *message)
{
    bool good = true;
    for (size_t i = 0; good && i < map->layer_count; i++)
        good = add_layer(out, map, &map->layers[i], message);
    out->map.tiles = out->tiles;
    out->map.diamonds = map->orientation == TILED_ISOMETRIC || map->orientation == TILED_STAGGERED;
    if (good && out->map.count == 0)
        good = format_fail(message, 0, "the map has no tile and no object to be seen");
    return good;
}

// Complains of what is known to be something else.
static bool may_be_map(byte_source *from, const char *path, format_message *message)
{
    size_t size = 0;
    const char *head = source_look(from, &size), *remedy = NULL;
    return kind_find(path, head, size, &remedy) != KIND_OTHER || format_fail(message, 0, "%s", remedy);
}

bool map_tiles_read(map_tiles *out, const char *path, const char *root, const char *layers, uint64_t limit)
{
    *out = (map_tiles){ 0 };
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        complain("%s: cannot open: %s", path, strerror(errno));
        return false;
    }
    tiled_map map = { 0 };
    format_message message = { 0 };
    byte_source from;
    source_from_file(&from, file);
    from.own.said = limit;
    out->limit = from.limit;
    bool good = may_be_map(&from, path, &message) && tiled_read_below(&map, &from, path, root, &message) &&
                (layers == NULL || tiled_choose(&map, layers, &message)) && take(out, &map, &message);
    source_end(&from);
    if (!good)
        complain_at(path, message.line, "%s", message.text);
    else if (out->rounded > 0)
        note_at(path, "the boxes of %zu of %zu tiles and objects are rounded, since scenes are of floats", out->rounded,
                out->map.count);
    tiled_free(&map);
    fclose(file);
    return good;
}

void map_tiles_free(map_tiles *tiles)
{
    free(tiles->tiles);
    *tiles = (map_tiles){ 0 };
}
