#include "read_map.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unit.h>

static bool read(tiled_map *map, const char *text, format_message *message)
{
    byte_source from;
    source_from_bytes(&from, text, strlen(text));
    return tiled_read(map, &from, NULL, message);
}

tiled_map read_map(const char *text)
{
    tiled_map map;
    format_message message;
    if (!read(&map, text, &message))
        fail_msg("%zu: %s", message.line, message.text);
    return map;
}

const char *wrong_map(const char *text)
{
    static char shown[600];
    tiled_map map;
    format_message message;
    assert_false(read(&map, text, &message));
    assert_int_equal(message.fault, FORMAT_INPUT);
    assert_true(map.layers == NULL && map.layer_count == 0);
    snprintf(shown, sizeof shown, "%zu: %s", message.line, message.text);
    tiled_free(&map);
    return shown;
}

static const char *map_of(const char *orientation, int tile_width, const char *inside)
{
    static char text[1 << 16];
    int length =
        snprintf(text, sizeof text,
                 "<map orientation=\"%s\" width=\"4\" height=\"3\" tilewidth=\"%d\" tileheight=\"20\">\n%s</map>",
                 orientation, tile_width, inside);
    assert_true(length > 0 && (size_t)length < sizeof text);
    return text;
}

const char *orthogonal(const char *inside)
{
    return map_of("orthogonal", 10, inside);
}

const char *isometric(const char *inside)
{
    return map_of("isometric", 40, inside);
}

const char *staggered(const char *attributes, const char *inside)
{
    static char text[1 << 12];
    int length = snprintf(text, sizeof text, "<map %s>\n%s</map>", attributes, inside);
    assert_true(length > 0 && (size_t)length < sizeof text);
    return text;
}

void assert_box(qd_box box, double min_x, double min_y, double max_x, double max_y)
{
    const float found[] = { (float)box.min.x, (float)box.min.y, (float)box.max.x, (float)box.max.y };
    const float wanted[] = { (float)min_x, (float)min_y, (float)max_x, (float)max_y };
    if (memcmp(found, wanted, sizeof found) != 0)
        fail_msg("%.9g,%.9g,%.9g,%.9g, not %.9g,%.9g,%.9g,%.9g", box.min.x, box.min.y, box.max.x, box.max.y, min_x,
                 min_y, max_x, max_y);
}
