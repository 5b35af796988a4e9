// A Tiled map for the scene of tiles.
#include "map_tiles.h"

#include "report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <tiled.h>

static bool add(map_tiles *out, tile t)
{
    if (out->map.count == out->room) {
        size_t room = out->room > 0 ? 2 * out->room : 1024;
        tile *grown = realloc(out->tiles, room * sizeof *grown);
        if (grown == NULL)
            return false;
        out->tiles = grown;
        out->room = room;
    }
    out->tiles[out->map.count++] = t;
    return true;
}

static bool add_chunk(map_tiles *out, const tiled_map *map, const tiled_layer *layer, const tiled_chunk *chunk)
{
    const uint32_t *gid = chunk->gids;
    for (int64_t row = chunk->row; row < chunk->row + chunk->height; row++)
        for (int64_t column = chunk->column; column < chunk->column + chunk->width; column++, gid++)
            if (*gid != 0 && !add(out, (tile){ fbox_of(tiled_cell_box(map, layer, column, row)), *gid, false }))
                return false;
    return true;
}

static bool add_layer(map_tiles *out, const tiled_map *map, const tiled_layer *layer)
{
    bool good = true;
    for (size_t i = 0; good && layer->visible && i < layer->chunk_count; i++)
        good = add_chunk(out, map, layer, &layer->chunks[i]);
    for (size_t i = 0; good && layer->visible && i < layer->object_count; i++)
        if (layer->objects[i].visible)
            good = add(out, (tile){ fbox_of(layer->objects[i].box), layer->objects[i].gid, true });
    return good;
}

static bool take(map_tiles *out, const tiled_map *map, const char *path)
{
    bool good = true;
    for (size_t i = 0; good && i < map->layer_count; i++)
        good = add_layer(out, map, &map->layers[i]);
    out->map.tiles = out->tiles;
    out->map.diamonds = map->orientation == TILED_ISOMETRIC || map->orientation == TILED_STAGGERED;
    if (!good)
        complain("%s: not enough memory for its tiles", path);
    else if (out->map.count == 0)
        complain("%s: the map has no tile and no object to be seen", path);
    return good && out->map.count > 0;
}

bool map_tiles_read(map_tiles *out, const char *path, const char *root, const char *layers)
{
    *out = (map_tiles){ 0 };
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        complain("%s: cannot open: %s", path, strerror(errno));
        return false;
    }
    tiled_map map;
    format_message message;
    byte_source from;
    source_from_file(&from, file);
    bool good = tiled_read_below(&map, &from, path, root, &message);
    source_end(&from);
    if (good && layers != NULL)
        good = tiled_choose(&map, layers, &message);
    if (!good)
        complain_at(path, message.line, "%s", message.text);
    good = good && take(out, &map, path);
    tiled_free(&map);
    fclose(file);
    return good;
}

void map_tiles_free(map_tiles *tiles)
{
    free(tiles->tiles);
    *tiles = (map_tiles){ 0 };
}
