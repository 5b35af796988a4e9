// A Tiled map becomes boxes: one for each object, and one for each tile that is not empty, in the order of the file. An
// object is called by its id, a tile by its layer's id and its cell, LAYER:COLUMN:ROW, so that no two have the same
// name.
#include "items_kinds.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <tiled.h>

// A box of the map is a sum of what is written there: what it was to be is cleaned of what the sum has added.
static bool add_box(items *list, const qd_box *box, const char *id)
{
    const qd_box clean = { { digits_clean(box->min.x), digits_clean(box->min.y) },
                           { digits_clean(box->max.x), digits_clean(box->max.y) } };
    if (list->open)
        items_count_box(list, &clean, list->count + 1);
    return items_add(list, list->exact ? clean : *box, 0, id);
}

static bool add_chunk(items *list, const tiled_map *map, const tiled_layer *layer, const tiled_chunk *chunk)
{
    const uint32_t *gid = chunk->gids;
    for (int64_t row = chunk->row; row < chunk->row + chunk->height; row++)
        for (int64_t column = chunk->column; column < chunk->column + chunk->width; column++) {
            char id[64];
            if (*gid++ == 0)
                continue;
            snprintf(id, sizeof id, "%" PRIu32 ":%" PRId64 ":%" PRId64, layer->id, column, row);
            const qd_box box = tiled_cell_box(map, layer, column, row);
            list->shapes += map->orientation != TILED_ORTHOGONAL;
            if (!add_box(list, &box, id))
                return false;
        }
    return true;
}

static bool add_layer(items *list, const tiled_map *map, const tiled_layer *layer)
{
    for (size_t i = 0; i < layer->chunk_count; i++)
        if (!add_chunk(list, map, layer, &layer->chunks[i]))
            return false;
    for (size_t i = 0; i < layer->object_count; i++) {
        char id[16];
        snprintf(id, sizeof id, "%" PRIu32, layer->objects[i].id);
        list->shapes += layer->objects[i].boxed;
        if (!add_box(list, &layer->objects[i].box, id))
            return false;
    }
    return true;
}

bool items_read_map(items *list, const input *in, const char *name, byte_source *from)
{
    if (!input_no_rows(in, name, "a map"))
        return false;
    tiled_map map;
    format_message message;
    bool good = tiled_read_below(&map, from, strcmp(in->file, "-") != 0 ? in->file : NULL, in->root, &message);
    const bool chosen = !good || in->layers == NULL || tiled_choose(&map, in->layers, &message);
    if (!good || !chosen)
        complain_at(name, message.line, "%s", message.text);
    if (!chosen && in->own == 'b')
        complain_at(name, 0, "--layer-b is about the layers of this file alone");
    good = good && chosen;
    list->has_texts = list->down = true;
    for (size_t i = 0; good && i < map.layer_count; i++)
        good = add_layer(list, &map, &map.layers[i]);
    tiled_free(&map);
    return good;
}
