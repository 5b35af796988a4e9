// The grid of a map: which cell is where. In a staggered map, isometric with straight edges, and in a hexagonal one
// every other row or column is moved by half a cell, and reaches into its neighbours by half a cell, or by what the
// side of the hexagon leaves of it:
//
//     |--0--|--1--|--2--|        row 0     a cell, by rows:     / \       -
//        |--0--|--1--|--2--|     row 1                         |   |    side
//     |--0--|--1--|--2--|        row 2                          \ /       -
#include "tiled_parser.h"

#include <math.h>
#include <string.h>

static bool is_staggered(const tiled_map *map)
{
    return map->orientation == TILED_STAGGERED || map->orientation == TILED_HEXAGONAL;
}

static bool read_orientation(tiled_map *map, const element *e)
{
    static const char *const names[] = { "orthogonal", "isometric", "staggered", "hexagonal", "oblique" };
    if (!element_demand(e, "orientation"))
        return false;
    const char *orientation = element_attribute(e, "orientation");
    for (int i = 0; i < 5; i++)
        if (strcmp(orientation, names[i]) == 0) {
            map->orientation = (tiled_orientation)i;
            return true;
        }
    return element_fail(
        e->reader,
        "maps of orientation '%.40s' cannot be read, only orthogonal, isometric, staggered, hexagonal and "
        "oblique ones",
        orientation);
}

// Which rows or columns are moved, and how long the sides of hexagons are. Tiled takes cells to be an even number of
// pixels wide and high.
static bool read_stagger(tiled_map *map, const element *e)
{
    static const char *const axes[] = { "y", "x", NULL }, *const indexes[] = { "odd", "even", NULL };
    int axis = 0, index = 0;
    if (!element_take_choice(e, "staggeraxis", axes, &axis) || !element_take_choice(e, "staggerindex", indexes, &index))
        return false;
    tiled_stagger *stagger = &map->stagger;
    stagger->by_columns = axis == 1;
    stagger->even = index == 1;
    long long width = map->tile_width & ~1U, height = map->tile_height & ~1U, side = 0;
    if (map->orientation == TILED_HEXAGONAL &&
        !element_take_int(e, "hexsidelength", 0, axis == 1 ? width : height, &side))
        return false;
    stagger->cell_width = (uint32_t)width;
    stagger->cell_height = (uint32_t)height;
    stagger->step_x = (uint32_t)(axis == 1 ? (width - side) / 2 + side : width);
    stagger->step_y = (uint32_t)(axis == 1 ? height : (height - side) / 2 + side);
    return true;
}

static bool read_skew(tiled_map *map, const element *e)
{
    long long x = 0, y = 0;
    if (!element_take_int(e, "skewx", INT32_MIN, INT32_MAX, &x) ||
        !element_take_int(e, "skewy", INT32_MIN, INT32_MAX, &y))
        return false;
    map->skew_x = (int32_t)x;
    map->skew_y = (int32_t)y;
    return true;
}

bool tiled_begin_map(tiled_map *map, const element *e)
{
    long long width = 0, height = 0, tile_width = 0, tile_height = 0;
    if (!element_is(e, "map"))
        return element_fail(e->reader, "not a Tiled map: it begins with %s%.40s%s", e->reader->open, e->name,
                            e->reader->close);
    if (!read_orientation(map, e) || !element_take_flag(e, "infinite", &map->infinite) || !element_demand(e, "width") ||
        !element_demand(e, "height") || !element_demand(e, "tilewidth") || !element_demand(e, "tileheight"))
        return false;
    long long least = is_staggered(map) ? 2 : 1;
    if (!element_take_int(e, "width", 0, INT32_MAX, &width) || !element_take_int(e, "height", 0, INT32_MAX, &height) ||
        !element_take_int(e, "tilewidth", least, INT32_MAX, &tile_width) ||
        !element_take_int(e, "tileheight", least, INT32_MAX, &tile_height))
        return false;
    map->width = (uint32_t)width;
    map->height = (uint32_t)height;
    map->tile_width = (uint32_t)tile_width;
    map->tile_height = (uint32_t)tile_height;
    // Whole pixels, as in Tiled: the leftmost corner of the map is at 0.
    const long long origin_x = height * tile_width / 2;
    if (map->orientation == TILED_ISOMETRIC)
        map->origin_x = (double)origin_x;
    if (map->orientation == TILED_OBLIQUE)
        return read_skew(map, e);
    return !is_staggered(map) || read_stagger(map, e);
}

static tiled_extent staggered_cell(const tiled_stagger *stagger, int64_t column, int64_t row)
{
    bool odd = ((stagger->by_columns ? column : row) & 1) != 0;
    bool moved = odd != stagger->even;
    double width = stagger->cell_width, height = stagger->cell_height;
    double x = (double)column * stagger->step_x, y = (double)row * stagger->step_y;
    if (moved && stagger->by_columns)
        y += height / 2;
    else if (moved)
        x += width / 2;
    return (tiled_extent){ x, y, x + width, y + height };
}

// The cell is a parallelogram: its lower side lies skew_x to the right, its right side skew_y further down.
static tiled_extent oblique_cell(const tiled_map *map, int64_t column, int64_t row)
{
    double width = map->tile_width, height = map->tile_height, skew_x = map->skew_x, skew_y = map->skew_y;
    double x = (double)column * width + (double)row * skew_x, y = (double)row * height + (double)column * skew_y;
    return (tiled_extent){ x + fmin(skew_x, 0), y + fmin(skew_y, 0), x + width + fmax(skew_x, 0),
                           y + height + fmax(skew_y, 0) };
}

qd_box tiled_cell_box(const tiled_map *map, const tiled_layer *layer, int64_t column, int64_t row)
{
    double width = map->tile_width, height = map->tile_height;
    double x = (double)column * width, y = (double)row * height;
    if (map->orientation == TILED_ISOMETRIC) {
        x = map->origin_x + (double)(column - row - 1) * width / 2;
        y = (double)(column + row) * height / 2;
    }
    tiled_extent extent = { x, y, x + width, y + height };
    if (is_staggered(map))
        extent = staggered_cell(&map->stagger, column, row);
    else if (map->orientation == TILED_OBLIQUE)
        extent = oblique_cell(map, column, row);
    return tiled_moved(&extent, layer);
}
