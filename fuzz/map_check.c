// What a map must do whatever its bytes are. What is accepted has finite boxes and as many of them as it counts, is the
// same however the bytes come, and has the layers that it is asked for; what is refused has a message and leaves
// nothing behind. No other file is ever opened: the map has no path.
#include "map_check.h"

#include "entry.h"
#include "quiet.h"

#include <items_kinds.h>
#include <string.h>
#include <tiled.h>

// A map of more boxes than this is not listed: a few bytes that unpack to as many tiles would take all the time. What
// zstd may have packed is not read if it is longer: it could become more than fits into the memory of a fuzzer.
enum { MOST_LISTED = 1 << 16, LONGEST_ZSTD = 2600 };

static bool read_map(tiled_map *map, byte_source *from)
{
    format_message message;
    bool good = tiled_read(map, from, NULL, &message);
    demand(good == (message.fault == FORMAT_NO_FAULT), "there is a message if it is refused, and none if not");
    demand(good || message.text[0] != 0, "a message says something");
    demand(memchr(message.text, 0, sizeof message.text) != NULL, "a message ends");
    demand(good || (map->layers == NULL && map->layer_count == 0), "nothing is left of what is refused");
    return good;
}

static uint64_t mix(uint64_t sum, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3u;
    return sum;
}

static uint64_t look_at_chunks(const tiled_map *map, const tiled_layer *layer, uint64_t sum)
{
    for (size_t i = 0; i < layer->chunk_count; i++) {
        const tiled_chunk *chunk = &layer->chunks[i];
        size_t cells = (size_t)chunk->width * chunk->height;
        int64_t right = chunk->column + chunk->width - 1, bottom = chunk->row + chunk->height - 1;
        demand(cells > 0 && cells <= TILED_TILES_MAX, "a chunk has cells, and not too many");
        qd_box first = tiled_cell_box(map, layer, chunk->column, chunk->row);
        qd_box last = tiled_cell_box(map, layer, right, bottom);
        demand(qd_box_is_valid(&first), "the first cell has a box");
        demand(qd_box_is_valid(&last), "the last cell has a box");
        sum = mix(sum, chunk->gids, cells * sizeof *chunk->gids);
    }
    return sum;
}

// Looks at everything there is, and sums it up.
static uint64_t look_at(const tiled_map *map)
{
    uint64_t sum = 0xcbf29ce484222325u;
    demand(map->tile_width > 0 && map->tile_height > 0, "cells have a size");
    for (size_t i = 0; i < map->layer_count; i++) {
        const tiled_layer *layer = &map->layers[i];
        sum = mix(sum, layer->name, strlen(layer->name));
        sum = look_at_chunks(map, layer, sum);
        for (size_t k = 0; k < layer->object_count; k++) {
            const tiled_object *object = &layer->objects[k];
            demand(qd_box_is_valid(&object->box), "every object has a box");
            sum = mix(sum, &object->box, sizeof object->box);
            sum = mix(sum, object->name, strlen(object->name));
            sum = mix(sum, object->type, strlen(object->type));
        }
    }
    return sum;
}

static void demand_item(const items *list, size_t i)
{
    const qd_box box = items_box(list, i);
    demand(qd_box_is_valid(&box) && items_text(list, i)[0] != 0, "each with a box and a name");
}

static void list_items(const uint8_t *data, size_t size, size_t count)
{
    byte_source from;
    source_from_bytes(&from, data, size);
    input in = { .file = "-" };
    items list;
    items_begin(&list, &in);
    demand(items_read_map(&list, &in, "input", &from), "what can be read can be listed");
    source_end(&from);
    demand(items_decide((items *[]){ &list }, (input *[]){ &in }, 1), "and is of floats or of doubles");
    demand(list.count == count, "as many items are listed as there are");
    for (size_t i = 0; i < list.count; i++)
        demand_item(&list, i);
    items_free(&list);
    quiet_complaints();
}

// The name of each of the first layers chooses layers, among them it.
static void choose_layers(const uint8_t *data, size_t size, size_t layers)
{
    for (size_t i = 0; i < layers && i < 3; i++) {
        byte_source from;
        tiled_map map;
        format_message message;
        source_from_bytes(&from, data, size);
        demand(read_map(&map, &from), "a map is read again");
        source_end(&from);
        char name[64];
        size_t before = map.layer_count, count = tiled_count(&map);
        bool whole = strlen(map.layers[i].name) < sizeof name;
        snprintf(name, sizeof name, "%s", map.layers[i].name);
        demand(tiled_choose(&map, name, &message) || !whole, "a layer is found by its name");
        demand(map.layer_count <= before && tiled_count(&map) <= count, "no layer comes to those that are there");
        demand(!whole || map.layer_count > 0, "what was chosen stays");
        tiled_free(&map);
    }
}

// Tiles that may be packed by zstd, or a file that is: that may ask for a window of 128 MiB, whatever its size.
static bool is_too_much(const uint8_t *data, size_t size)
{
    if (size >= 4 && memcmp(data, "\x28\xb5\x2f\xfd", 4) == 0)
        return true;
    if (size <= LONGEST_ZSTD)
        return false;
    for (size_t i = 0; i + 4 <= size; i++)
        if (memcmp(data + i, "zstd", 4) == 0)
            return true;
    return false;
}

// From a file, of which the beginning was looked at before.
static void read_from_file(const uint8_t *data, size_t size, bool good, uint64_t sum)
{
    FILE *file = fmemopen((void *)(uintptr_t)data, size, "rb");
    demand(file != NULL, "bytes can be read as a file");
    byte_source from;
    source_from_file(&from, file);
    source_look(&from, &(size_t){ 0 });
    tiled_map map;
    demand(read_map(&map, &from) == good, "it is accepted or refused however the bytes come");
    demand(!good || look_at(&map) == sum, "and is the same");
    tiled_free(&map);
    source_end(&from);
    fclose(file);
}

// With a limit of any size: what is read is the same, or too large, and no more is taken than that.
static void read_within(const uint8_t *data, size_t size, bool good, uint64_t sum)
{
    byte_source from;
    source_from_bytes(&from, data, size);
    from.own.said = 1 + sum % (1 << 16);
    tiled_map map;
    const bool within = read_map(&map, &from);
    demand(good || !within, "a limit lets nothing in that is refused without");
    demand(!within || look_at(&map) == sum, "what it lets in is the same");
    demand(from.limit->taken <= from.own.said, "no more is taken than it allows");
    tiled_free(&map);
    source_end(&from);
}

void map_check(const uint8_t *data, size_t size)
{
    if (is_too_much(data, size))
        return;
    byte_source from;
    source_from_bytes(&from, data, size);
    tiled_map map;
    bool good = read_map(&map, &from);
    source_end(&from);
    uint64_t sum = good ? look_at(&map) : 0;
    size_t count = tiled_count(&map), layers = map.layer_count;
    tiled_free(&map);
    if (good && count <= MOST_LISTED) {
        list_items(data, size, count);
        choose_layers(data, size, layers);
    }
    read_within(data, size, good, sum);
    if (size > 0)
        read_from_file(data, size, good, sum);
}
