/// Objects of every shape, turned and not, in both kinds of maps.
#include "read_map.h"

#include <math.h>
#include <stdio.h>
#include <unit.h>

// The one object that is in a map of this kind.
static tiled_object only_object(const char *(*kind)(const char *), const char *layer, const char *object)
{
    char inside[1024];
    snprintf(inside, sizeof inside, "%s%s</objectgroup>", layer, object);
    tiled_map map = read_map(kind(inside));
    assert_int_equal(map.layer_count, 1);
    assert_int_equal(map.layers[0].object_count, 1);
    assert_int_equal(tiled_count(&map), 1);
    tiled_object result = map.layers[0].objects[0];
    result.name = result.type = NULL;
    tiled_free(&map);
    return result;
}

static qd_box box_of(const char *(*kind)(const char *), const char *object)
{
    return only_object(kind, "<objectgroup>", object).box;
}

static void assert_near(qd_box box, double min_x, double min_y, double max_x, double max_y)
{
    const double most = 1e-4;
    if (fabs(box.min.x - min_x) > most || fabs(box.min.y - min_y) > most || fabs(box.max.x - max_x) > most ||
        fabs(box.max.y - max_y) > most)
        assert_box(box, min_x, min_y, max_x, max_y);
}

static void an_object_says_what_it_is(void)
{
    tiled_map map = read_map(orthogonal("<objectgroup><object id=\"7\" name=\"&lt;door&gt;\" type=\"exit\" x=\"1\"/>"
                                        "<object class=\"wall\" visible=\"0\" gid=\"0\"/></objectgroup>"));
    const tiled_object *o = map.layers[0].objects;
    assert_true(o[0].id == 7 && o[0].gid == 0 && o[0].shape == TILED_RECTANGLE && o[0].visible);
    assert_string_equal(o[0].name, "<door>");
    assert_string_equal(o[0].type, "exit");
    assert_string_equal(o[1].name, "");
    assert_string_equal(o[1].type, "wall");
    assert_true(!o[1].visible && o[1].shape == TILED_RECTANGLE);
    tiled_free(&map);
}

static void shapes_have_boxes(void)
{
    assert_box(box_of(orthogonal, "<object x=\"1.5\" y=\"-2\" width=\"3\" height=\"4e1\"/>"), 1.5, -2, 4.5, 38);
    assert_box(box_of(orthogonal, "<object x=\"1\" y=\"2\"><point/></object>"), 1, 2, 1, 2);
    assert_box(box_of(orthogonal, "<object x=\"1\" y=\"2\" width=\"3\" height=\"4\"><ellipse/></object>"), 1, 2, 4, 6);
    assert_box(box_of(orthogonal, "<object x=\"1\" y=\"2\" width=\"3\" height=\"4\"><text>hi</text></object>"), 1, 2, 4,
               6);
    assert_box(box_of(orthogonal, "<object x=\"10\" y=\"20\"><polygon points=\"0,0 5,-7.5 -1e1,+3\"/></object>"), 0,
               12.5, 15, 23);
    assert_box(box_of(orthogonal, "<object x=\"10\" y=\"20\"><polyline points=\"  1,1\n2,2 \"/></object>"), 11, 21, 12,
               22);
    assert_int_equal(only_object(orthogonal, "<objectgroup>", "<object><ellipse/></object>").shape, TILED_ELLIPSE);
    assert_box(box_of(orthogonal, "<object x=\"1\" width=\"6\" height=\"2\"><capsule/></object>"), 1, 0, 7, 2);
    assert_int_equal(only_object(orthogonal, "<objectgroup>", "<object><properties/><point/></object>").shape,
                     TILED_POINT);
}

// Clockwise, about the object's origin; y grows downwards.
static void shapes_turn_about_their_origin(void)
{
    assert_box(box_of(orthogonal, "<object x=\"10\" y=\"20\" width=\"4\" height=\"1\" rotation=\"90\"/>"), 9, 20, 10,
               24);
    assert_box(box_of(orthogonal, "<object x=\"10\" y=\"20\" width=\"4\" height=\"1\" rotation=\"-270\"/>"), 9, 20, 10,
               24);
    assert_box(box_of(orthogonal, "<object x=\"10\" y=\"20\" width=\"4\" height=\"1\" rotation=\"180\"/>"), 6, 19, 10,
               20);
    assert_box(box_of(orthogonal, "<object x=\"10\" y=\"20\" width=\"4\" height=\"1\" rotation=\"630\"/>"), 10, 16, 11,
               20);
    double half = sqrt(0.5);
    assert_near(box_of(orthogonal, "<object width=\"4\" height=\"2\" rotation=\"45\"/>"), -2 * half, 0, 4 * half,
                6 * half);
    assert_near(box_of(orthogonal, "<object rotation=\"45\"><polyline points=\"0,0 1,1\"/></object>"), 0, 0, 0,
                2 * half);
    // A circle turned about its corner stays a circle: centre at (1,1) goes to (0, sqrt 2).
    assert_near(box_of(orthogonal, "<object width=\"2\" height=\"2\" rotation=\"45\"><ellipse/></object>"), -1,
                sqrt(2) - 1, 1, sqrt(2) + 1);
    // A capsule is two such circles and what is between them: the other one is 4 further, at (2 sqrt 2, 3 sqrt 2).
    assert_near(box_of(orthogonal, "<object width=\"6\" height=\"2\" rotation=\"45\"><capsule/></object>"), -1,
                sqrt(2) - 1, 2 * sqrt(2) + 1, 3 * sqrt(2) + 1);
}

static void placed_tiles_stand_on_their_origin(void)
{
    const char *tile = "<object gid=\"2147483655\" x=\"100\" y=\"50\" width=\"8\" height=\"16\"/>";
    tiled_object o = only_object(orthogonal, "<objectgroup>", tile);
    assert_true(o.gid == 7 && o.shape == TILED_TILE);
    assert_box(o.box, 100, 34, 108, 50);
    assert_box(box_of(orthogonal, "<object gid=\"7\" x=\"9\" y=\"5\" width=\"8\" height=\"2\" rotation=\"90\"/>"), 9, 5,
               11, 13);
    // (100, 50) on the ground of the isometric map is at 60 + (100 - 50), (100 + 50) / 2.
    assert_box(box_of(isometric, tile), 106, 59, 114, 75);
}

static void a_tileset_in_the_map_says_how_its_tiles_stand(void)
{
    const char *const names[] = { "topleft", "top",    "topright",   "left",        "center",
                                  "right",   "bottom", "bottomleft", "bottomright", "unspecified" };
    const double at[][2] = { { 0, 0 },   { -4, 0 },   { -8, 0 },  { 0, -8 },   { -4, -8 },
                             { -8, -8 }, { -4, -16 }, { 0, -16 }, { -8, -16 }, { 0, -16 } };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char layer[512];
        snprintf(layer, sizeof layer,
                 "<tileset firstgid=\"1\" objectalignment=\"center\"/><tileset firstgid=\"5\" objectalignment=\"%s\"/>"
                 "<tileset firstgid=\"8\" source=\"x\"/><objectgroup>",
                 names[i]);
        const char *tile = "<object gid=\"7\" x=\"0\" y=\"0\" width=\"8\" height=\"16\"/>";
        assert_box(only_object(orthogonal, layer, tile).box, at[i][0], at[i][1], at[i][0] + 8, at[i][1] + 16);
    }
    assert_box(only_object(orthogonal, "<tileset firstgid=\"3\" tilewidth=\"6\" tileheight=\"5\"/><objectgroup>",
                           "<object gid=\"3\" x=\"1\" y=\"9\"/>")
                   .box,
               1, 4, 7, 9);
}

// The ground's unit is the tile's height: (20, 0) is one cell along a row, 20 right and 10 down in the picture.
static void shapes_on_isometric_ground_are_projected(void)
{
    assert_box(box_of(isometric, "<object x=\"0\" y=\"0\"><point/></object>"), 60, 0, 60, 0);
    assert_box(box_of(isometric, "<object x=\"20\" y=\"0\"><point/></object>"), 80, 10, 80, 10);
    assert_box(box_of(isometric, "<object x=\"0\" y=\"60\"><point/></object>"), 0, 30, 0, 30);
    assert_box(box_of(isometric, "<object width=\"20\" height=\"20\"/>"), 40, 0, 80, 20);
    assert_box(box_of(isometric, "<object x=\"20\" y=\"40\" width=\"60\" height=\"20\"/>"), 20, 30, 100, 70);
    assert_box(box_of(isometric, "<object x=\"20\"><polygon points=\"0,0 20,0 0,20\"/></object>"), 60, 10, 100, 20);
    // The circle in a cell touches the middles of the diamond's sides; its box is smaller than theirs by sqrt 2.
    double half = sqrt(0.5);
    assert_near(box_of(isometric, "<object width=\"20\" height=\"20\"><ellipse/></object>"), 60 - 20 * half,
                10 - 10 * half, 60 + 20 * half, 10 + 10 * half);
    // Texts stand upright; turning is done in the picture.
    assert_box(box_of(isometric, "<object x=\"20\" width=\"7\" height=\"3\"><text/></object>"), 80, 10, 87, 13);
    assert_box(box_of(isometric, "<object width=\"20\" height=\"20\" rotation=\"90\"/>"), 40, -20, 60, 20);
}

static void layers_move_their_objects_in_the_picture(void)
{
    const char *layer = "<objectgroup offsetx=\"1000\" offsety=\"2000\">";
    assert_box(only_object(orthogonal, layer, "<object x=\"1\" width=\"2\"/>").box, 1001, 2000, 1003, 2000);
    assert_box(only_object(isometric, layer, "<object x=\"20\"><point/></object>").box, 1080, 2010, 1080, 2010);
}

tests_main(plain_test(an_object_says_what_it_is), plain_test(shapes_have_boxes),
           plain_test(shapes_turn_about_their_origin), plain_test(placed_tiles_stand_on_their_origin),
           plain_test(a_tileset_in_the_map_says_how_its_tiles_stand),
           plain_test(shapes_on_isometric_ground_are_projected), plain_test(layers_move_their_objects_in_the_picture))
