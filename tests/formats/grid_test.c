/// The boxes of cells of staggered and hexagonal maps, worked out by hand from where Tiled draws them.
#include "read_map.h"

#include <stdint.h>
#include <stdio.h>
#include <unit.h>

#define CELLS(orientation, width, height)                                                                              \
    "orientation='" orientation "' width='4' height='4' tilewidth='" width "' tileheight='" height "' "

typedef struct where {
    int64_t column, row;
    double x, y; // of the box's least corner
} where;

static void assert_cells(const char *attributes, double width, double height, const where *cells, size_t count)
{
    tiled_map map = read_map(staggered(attributes, "<layer/>"));
    for (size_t i = 0; i < count; i++) {
        const where *c = &cells[i];
        assert_box(tiled_cell_box(&map, &map.layers[0], c->column, c->row), c->x, c->y, c->x + width, c->y + height);
    }
    tiled_free(&map);
}

#define ASSERT_CELLS(attributes, width, height, ...)                                                                   \
    do {                                                                                                               \
        const where cells[] = { __VA_ARGS__ };                                                                         \
        assert_cells(attributes, width, height, cells, sizeof cells / sizeof *cells);                                  \
    } while (0)

// Rows are 16 pixels apart, columns 64; a moved row is 32 pixels to the right.
static void staggered_rows(void)
{
    const char *odd = CELLS("staggered", "64", "32") "staggeraxis='y' staggerindex='odd'";
    const char *even = CELLS("staggered", "64", "32") "staggeraxis='y' staggerindex='even'";
    ASSERT_CELLS(odd, 64, 32, { 0, 0, 0, 0 }, { 1, 0, 64, 0 }, { 0, 1, 32, 16 }, { 2, 3, 160, 48 }, { 0, 2, 0, 32 },
                 { 0, -1, 32, -16 }, { -3, -2, -192, -32 });
    ASSERT_CELLS(even, 64, 32, { 0, 0, 32, 0 }, { 1, 0, 96, 0 }, { 0, 1, 0, 16 }, { 2, 3, 128, 48 }, { 0, 2, 32, 32 },
                 { 0, -1, 0, -16 }, { -3, -2, -160, -32 });
    // What old maps do not say: rows, the odd ones.
    ASSERT_CELLS(CELLS("staggered", "64", "32"), 64, 32, { 0, 0, 0, 0 }, { 0, 1, 32, 16 });
}

// Columns are 32 pixels apart, rows 32; a moved column is 16 pixels further down.
static void staggered_columns(void)
{
    const char *odd = CELLS("staggered", "64", "32") "staggeraxis='x' staggerindex='odd'";
    const char *even = CELLS("staggered", "64", "32") "staggeraxis='x' staggerindex='even'";
    ASSERT_CELLS(odd, 64, 32, { 0, 0, 0, 0 }, { 1, 0, 32, 16 }, { 2, 0, 64, 0 }, { 3, 2, 96, 80 }, { -1, 0, -32, 16 },
                 { -2, -1, -64, -32 });
    ASSERT_CELLS(even, 64, 32, { 0, 0, 0, 16 }, { 1, 0, 32, 0 }, { 2, 0, 64, 16 }, { 3, 2, 96, 64 }, { -1, 0, -32, 0 },
                 { -2, -1, -64, -16 });
    // The length of sides is for hexagons.
    ASSERT_CELLS(CELLS("staggered", "64", "32") "staggeraxis='x' hexsidelength='8'", 64, 32, { 1, 0, 32, 16 });
}

// 14 x 12 with upright sides of 6: rows are (12 - 6) / 2 + 6 = 9 pixels apart, a moved one 7 to the right.
static void hexagonal_rows(void)
{
    const char *odd = CELLS("hexagonal", "14", "12") "hexsidelength='6' staggeraxis='y' staggerindex='odd'";
    const char *even = CELLS("hexagonal", "14", "12") "hexsidelength='6' staggeraxis='y' staggerindex='even'";
    ASSERT_CELLS(odd, 14, 12, { 0, 0, 0, 0 }, { 1, 0, 14, 0 }, { 0, 1, 7, 9 }, { 1, 2, 14, 18 }, { 0, -1, 7, -9 },
                 { -2, -4, -28, -36 });
    ASSERT_CELLS(even, 14, 12, { 0, 0, 7, 0 }, { 1, 0, 21, 0 }, { 0, 1, 0, 9 }, { 1, 2, 21, 18 }, { 0, -1, 0, -9 },
                 { -2, -4, -21, -36 });
}

// With level sides of 6, columns are (14 - 6) / 2 + 6 = 10 pixels apart, a moved one 6 further down.
static void hexagonal_columns(void)
{
    const char *odd = CELLS("hexagonal", "14", "12") "hexsidelength='6' staggeraxis='x' staggerindex='odd'";
    const char *even = CELLS("hexagonal", "14", "12") "hexsidelength='6' staggeraxis='x' staggerindex='even'";
    ASSERT_CELLS(odd, 14, 12, { 0, 0, 0, 0 }, { 1, 0, 10, 6 }, { 0, 1, 0, 12 }, { 2, 1, 20, 12 }, { -1, 0, -10, 6 },
                 { -2, -3, -20, -36 });
    ASSERT_CELLS(even, 14, 12, { 0, 0, 0, 6 }, { 1, 0, 10, 0 }, { 0, 1, 0, 18 }, { 2, 1, 20, 18 }, { -1, 0, -10, 0 },
                 { -2, -3, -20, -30 });
}

// Cells are an even number of pixels wide and high, 14 x 12 here; half of what a side of 5 leaves over is 3 pixels.
static void sizes_are_rounded_as_in_tiled(void)
{
    ASSERT_CELLS(CELLS("hexagonal", "15", "13") "hexsidelength='5'", 14, 12, { 1, 0, 14, 0 }, { 0, 1, 7, 8 });
    ASSERT_CELLS(CELLS("hexagonal", "15", "13") "hexsidelength='5' staggeraxis='x'", 14, 12, { 1, 0, 9, 6 },
                 { 0, 1, 0, 12 });
    ASSERT_CELLS(CELLS("staggered", "15", "13"), 14, 12, { 1, 0, 14, 0 }, { 0, 1, 7, 6 });
    // A side as long as the cell leaves boxes side by side; none makes a diamond of the hexagon.
    ASSERT_CELLS(CELLS("hexagonal", "14", "12") "hexsidelength='12'", 14, 12, { 0, 1, 7, 12 });
    ASSERT_CELLS(CELLS("hexagonal", "14", "12"), 14, 12, { 0, 1, 7, 6 });
}

// Objects are where their pixels are, and placed tiles stand on their lower left corner, as in orthogonal maps.
static void objects_are_not_projected(void)
{
    const char *orientations[] = { "staggered", "hexagonal" };
    for (int i = 0; i < 2; i++) {
        char attributes[128];
        snprintf(attributes, sizeof attributes, "orientation='%s' width='4' height='4' tilewidth='64' tileheight='32'",
                 orientations[i]);
        tiled_map map = read_map(staggered(attributes, "<tileset firstgid='1'/><objectgroup offsetx='100'>"
                                                       "<object x='10' y='20' width='5' height='7'/>"
                                                       "<object gid='1' x='10' y='20' width='6' height='8'/>"
                                                       "</objectgroup>"));
        assert_box(map.layers[0].objects[0].box, 110, 20, 115, 27);
        assert_box(map.layers[0].objects[1].box, 110, 12, 116, 20);
        tiled_free(&map);
    }
}

static void what_is_wrong_is_said(void)
{
    const struct {
        const char *attributes, *said;
    } cases[] = {
        { CELLS("hexagonal", "14", "12") "staggeraxis='z'", "1: staggeraxis of <map> needs y or x, not 'z'" },
        { CELLS("staggered", "14", "12") "staggerindex='2'", "1: staggerindex of <map> needs odd or even, not '2'" },
        { CELLS("hexagonal", "14", "12") "hexsidelength='13'",
          "1: hexsidelength of <map> needs a whole number from 0 to 12, not '13'" },
        { CELLS("hexagonal", "14", "12") "staggeraxis='x' hexsidelength='-1'",
          "1: hexsidelength of <map> needs a whole number from 0 to 14, not '-1'" },
        { CELLS("hexagonal", "1", "12"), "1: tilewidth of <map> needs a whole number from 2 to 2147483647, not '1'" },
        { CELLS("staggered", "14", "0"), "1: tileheight of <map> needs a whole number from 2 to 2147483647, not '0'" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(wrong_map(staggered(cases[i].attributes, "")), cases[i].said);
}

tests_main(plain_test(staggered_rows), plain_test(staggered_columns), plain_test(hexagonal_rows),
           plain_test(hexagonal_columns), plain_test(sizes_are_rounded_as_in_tiled),
           plain_test(objects_are_not_projected), plain_test(what_is_wrong_is_said))
