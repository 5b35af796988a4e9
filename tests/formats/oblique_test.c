/// Oblique maps, which lean: each row is moved by skewx pixels to the right, each column by skewy pixels down. Worked
/// out by hand from where Tiled 1.12 draws cells and objects.
#include "read_map.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unit.h>

#define CELLS "orientation='oblique' width='4' height='4' tilewidth='16' tileheight='32' "

static void assert_cell(const char *attributes, int64_t column, int64_t row, double min_x, double min_y, double max_x,
                        double max_y)
{
    tiled_map map = read_map(staggered(attributes, "<layer offsetx='100'/>"));
    assert_box(tiled_cell_box(&map, &map.layers[0], column, row), min_x + 100, min_y, max_x + 100, max_y);
    tiled_free(&map);
}

// The box around the parallelogram of the cell.
static void cells_lean(void)
{
    assert_cell(CELLS, 1, 2, 16, 64, 32, 96); // what does not lean is orthogonal
    assert_cell(CELLS "skewx='8'", 0, 0, 0, 0, 24, 32);
    assert_cell(CELLS "skewx='8'", 1, 2, 32, 64, 56, 96);
    assert_cell(CELLS "skewx='-8'", 0, 0, -8, 0, 16, 32);
    assert_cell(CELLS "skewx='-8'", 1, 2, -8, 64, 16, 96);
    assert_cell(CELLS "skewy='4'", 0, 0, 0, 0, 16, 36);
    assert_cell(CELLS "skewy='4'", 3, 1, 48, 44, 64, 80);
    assert_cell(CELLS "skewy='-4'", 3, 1, 48, 16, 64, 52);
    assert_cell(CELLS "skewx='8' skewy='-4'", 3, 1, 56, 16, 80, 52);
    assert_cell(CELLS "skewx='8' skewy='4'", -1, -2, -32, -68, -8, -32);
    assert_cell(CELLS "skewx='-40'", 0, 1, -80, 32, -24, 64); // further than a cell is wide
    assert_cell(CELLS "skewx='100' skewy='100'", 1, 1, 116, 132, 232, 264);
}

typedef struct drawn {
    const char *object;
    double min_x, min_y, max_x, max_y;
} drawn;

static void assert_drawn(const char *attributes, const drawn *objects, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char inside[512];
        snprintf(inside, sizeof inside, "<objectgroup offsety='7'>%s</objectgroup>", objects[i].object);
        tiled_map map = read_map(staggered(attributes, inside));
        const drawn *o = &objects[i];
        assert_box(map.layers[0].objects[0].box, o->min_x, o->min_y + 7, o->max_x, o->max_y + 7);
        tiled_free(&map);
    }
}

// Half a pixel to the right for each pixel down.
static void shapes_lean_and_turn_in_the_picture(void)
{
    const drawn objects[] = {
        { "<object x='16' y='64' width='16' height='32'/>", 48, 64, 80, 96 }, // as the cell there
        { "<object x='0' y='0' width='16' height='16' rotation='90'/>", -16, 0, 0, 24 },
        { "<object x='10' y='20' width='16' height='16' rotation='180'/>", -4, 4, 20, 20 },
        { "<object x='10' y='20'><point/></object>", 20, 20, 20, 20 },
        { "<object x='10' y='20'><polygon points='0,0 10,-10 -5,30'/></object>", 20, 10, 30, 50 },
        { "<object x='10' y='20' rotation='90'><polyline points='0,0 10,-10'/></object>", 20, 20, 30, 25 },
        { "<object width='16' height='16'><ellipse/></object>", 12 - sqrt(80), 0, 12 + sqrt(80), 16 },
        { "<object width='32' height='16'><capsule/></object>", 12 - sqrt(80), 0, 28 + sqrt(80), 16 },
    };
    assert_drawn(CELLS "skewx='16'", objects, sizeof objects / sizeof *objects);
}

static void texts_and_tiles_stand_upright(void)
{
    const drawn objects[] = {
        { "<object gid='1' x='10' y='20' width='8' height='12'/>", 20, 8, 28, 20 },
        { "<object gid='1' x='10' y='20' width='8' height='12' rotation='90'/>", 20, 20, 32, 28 },
        { "<object x='10' y='20' width='8' height='12'><text>a</text></object>", 20, 20, 28, 32 },
    };
    assert_drawn(CELLS "skewx='16'", objects, sizeof objects / sizeof *objects);
    const drawn lower[] = { { "<object gid='1' x='16' y='20' width='8' height='12'/>", 26, 12, 34, 24 } };
    assert_drawn(CELLS "skewx='16' skewy='4'", lower, 1);
}

// Only an oblique map leans.
static void other_maps_do_not_lean(void)
{
    tiled_map map = read_map(staggered("orientation='orthogonal' width='4' height='4' tilewidth='16' tileheight='32' "
                                       "skewx='8' skewy='x'",
                                       "<layer/><objectgroup><object x='10' y='20'/></objectgroup>"));
    assert_box(tiled_cell_box(&map, &map.layers[0], 1, 2), 16, 64, 32, 96);
    assert_box(map.layers[1].objects[0].box, 10, 20, 10, 20);
    tiled_free(&map);
}

static void wrong_numbers(void)
{
    const char *const wrong[][2] = { { "skewx='a'", "skewx" }, { "skewy='1.5'", "skewy" }, { "skewx='1e9'", "skewx" } };
    for (size_t i = 0; i < 3; i++) {
        char text[256], said[256];
        snprintf(text, sizeof text, CELLS "%s", wrong[i][0]);
        const char *found = wrong_map(staggered(text, ""));
        snprintf(said, sizeof said, "1: %s of <map> needs a whole number from -2147483648 to 2147483647, not ",
                 wrong[i][1]);
        assert_memory_equal(found, said, strlen(said));
    }
}

tests_main(plain_test(cells_lean), plain_test(shapes_lean_and_turn_in_the_picture),
           plain_test(texts_and_tiles_stand_upright), plain_test(other_maps_do_not_lean), plain_test(wrong_numbers))
