/// GeoJSON as features: the boxes around every kind of geometry, what is refused and where it is, and memory that runs
/// out at any moment.
#include "failing.h"

#include <float.h>
#include <geojson.h>
#include <json_lexer.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unit.h>

enum { KEPT = 8 };

// What was read: the first features, with where they are wrong.
typedef struct reading {
    size_t count, stop; // stop: the feature at which the sink ends the reading; 0: none
    qd_box boxes[KEPT];
    char wrong[KEPT][256];
    size_t lines[KEPT], columns[KEPT], begins[KEPT];
    bool good;
    geojson_notes notes;
    format_message message;
} reading;

static bool keep(void *context, const geojson_feature *feature, format_message *message)
{
    reading *to = context;
    (void)message;
    assert_true(to->count < KEPT);
    size_t i = to->count++;
    assert_int_equal(feature->number, to->count);
    to->boxes[i] = feature->box;
    to->begins[i] = feature->line;
    if (feature->wrong != NULL) {
        snprintf(to->wrong[i], sizeof to->wrong[i], "%s", feature->wrong);
        to->lines[i] = feature->place.line;
        to->columns[i] = feature->place.column;
    }
    return to->count != to->stop;
}

// The text is copied into as many bytes, so that reading beyond them is noticed.
// `failing`: as failing_allowed.
static reading read_bytes(const char *text, size_t size, size_t stop, long failing)
{
    reading got = { .stop = stop };
    char *part = malloc(size + 1);
    memcpy(part, text, size);
    byte_source from;
    source_from_bytes(&from, part, size);
    failing_allowed = failing;
    got.good = geojson_read(&from, NULL, keep, &got, &got.notes, &got.message);
    failing_allowed = -1;
    source_end(&from);
    free(part);
    return got;
}

static reading read_text(const char *text, size_t stop)
{
    return read_bytes(text, strlen(text), stop, -1);
}

// A text that grows.
typedef struct growing {
    char text[40000];
    size_t used;
} growing;

static void append(growing *to, const char *part)
{
    to->used += (size_t)snprintf(to->text + to->used, sizeof to->text - to->used, "%s", part);
    assert_true(to->used < sizeof to->text);
}

// So many collections, each in the one before, and a point with these coordinates in the innermost.
static void nest(growing *to, int depth, const char *coordinates)
{
    to->used = 0;
    for (int i = 0; i < depth; i++)
        append(to, "{\"type\":\"GeometryCollection\",\"geometries\":[");
    append(to, "{\"type\":\"Point\",\"coordinates\":");
    append(to, coordinates);
    append(to, "}");
    for (int i = 0; i < depth; i++)
        append(to, "]}");
}

static void assert_box(const char *geometry, double left, double top, double right, double bottom)
{
    reading got = read_text(geometry, 0);
    if (!got.good || got.count != 1 || got.wrong[0][0] != 0)
        fail_msg("%s: %s%s", geometry, got.message.text, got.wrong[0]);
    qd_box box = got.boxes[0];
    if (box.min.x != left || box.min.y != top || box.max.x != right || box.max.y != bottom)
        fail_msg("%s: %.17g %.17g %.17g %.17g", geometry, box.min.x, box.min.y, box.max.x, box.max.y);
}

// Two levels of collections.
static const char a_collection[] =
    "{'type':'GeometryCollection','geometries':[{'type':'Point','coordinates':[%s]},{'type':'GeometryCollection',"
    "'geometries':[{'type':'LineString','coordinates':[[%s],[%s]]},{'type':'Point','coordinates':[%s]}]}]}";

// One coordinate after the other is the outermost one, on each side: none may be passed over.
static void every_coordinate_counts(void)
{
    static const char *const forms[] = {
        "{'type':'Point','coordinates':[%s]}",
        "{'type':'MultiPoint','coordinates':[[%s],[%s],[%s]]}",
        "{'type':'LineString','coordinates':[[%s],[%s],[%s],[%s]]}",
        "{'type':'MultiLineString','coordinates':[[[%s],[%s]],[],[[%s],[%s]]]}",
        "{'type':'Polygon','coordinates':[[[%s],[%s],[%s],[%s]],[[%s],[%s],[%s]]]}",
        "{'type':'MultiPolygon','coordinates':[[[[%s],[%s],[%s]],[[%s],[%s]]],[[[%s],[%s]]]]}",
        a_collection,
    };
    for (size_t f = 0; f < sizeof forms / sizeof *forms; f++) {
        int positions = 0;
        for (const char *p = forms[f]; (p = strstr(p, "%s")) != NULL; p++)
            positions++;
        for (int outer = 0; outer < positions; outer++)
            for (int side = 0; side < 4; side++) {
                char text[800] = "";
                int position = 0;
                size_t used = 0;
                for (const char *p = forms[f]; *p; p++) {
                    if (p[0] == '%') {
                        bool far = position++ == outer;
                        double x = !far ? 1 : side == 0 ? -9 : side == 1 ? 9 : 1;
                        double y = !far ? 2 : side == 2 ? -8 : side == 3 ? 8 : 2;
                        used += (size_t)snprintf(text + used, sizeof text - used, "%g,%g,77", x, y);
                        p++;
                    } else {
                        text[used++] = (char)(*p == '\'' ? '"' : *p);
                    }
                }
                double others = positions > 1 ? 1 : 0; // is there one that is not far?
                assert_box(text,
                           side == 0                  ? -9
                           : side == 1 && others == 0 ? 9
                                                      : 1,
                           side == 2                  ? -8
                           : side == 3 && others == 0 ? 8
                                                      : 2,
                           side == 1                  ? 9
                           : side == 0 && others == 0 ? -9
                                                      : 1,
                           side == 3                  ? 8
                           : side == 2 && others == 0 ? -8
                                                      : 2);
            }
    }
}

static void numbers_are_doubles(void)
{
    assert_box(
        "{\"type\":\"LineString\",\"coordinates\":[[1.7976931348623157e308,5e-324],[-1.7976931348623157e308,-0.0]]}",
        -DBL_MAX, 0, DBL_MAX, 5e-324);
    assert_box("{\"type\":\"Point\",\"coordinates\":[9007199254740993,0.1]}", 9007199254740992, 0.1, 9007199254740992,
               0.1);
    assert_box("{\"bbox\":[7,7,9,9],\"type\":\"Feature\",\"bbox \":1,\"geometry\":{\"bbox\":[0],\"type\":\"Point\","
               "\"coordinates\":[1,2]}}",
               1, 2, 1, 2);
}

static void assert_wrong_at(const char *text, size_t feature, size_t line, size_t column, const char *why)
{
    reading got = read_text(text, 0);
    if (!got.good || got.count < feature)
        fail_msg("%s: %s", text, got.message.text);
    assert_string_equal(got.wrong[feature - 1], why);
    if (got.lines[feature - 1] != line || got.columns[feature - 1] != column)
        fail_msg("%s: line %zu, column %zu", text, got.lines[feature - 1], got.columns[feature - 1]);
}

static void what_is_wrong_is_found(void)
{
    assert_wrong_at("\n {\"type\":\"Point\",\n\"coordinates\":[1,\n\n  null]}", 1, 5, 3,
                    "coordinates[1] of its Point is not a number");
    assert_wrong_at("{\"type\":\"MultiPoint\",\"coordinates\":[[1,2],[]]}", 1, 1, 43,
                    "coordinates[1] of its MultiPoint is not a position: [x, y]");
    assert_wrong_at("{\"type\":\"GeometryCollection\",\"geometries\":[{\"type\":\"Point\",\"coordinates\":[1,2]},7]}",
                    1, 1, 81, "a geometry is not an object");
    assert_wrong_at("{\"type\":\"GeometryCollection\",\"geometries\":{}}", 1, 1, 43,
                    "its GeometryCollection has no array of geometries");
    assert_wrong_at("{\"type\":\"Point\",\"coordinates\":[1,2]}\n{\"type\":\"Point\",\"coordinates\":[[1,2]]}", 2, 2,
                    31, "coordinates of its Point is not a position: [x, y]");
    assert_wrong_at("{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\",\"geometry\":null},\n "
                    "{\"type\":\"Feature\",\"geometry\":{\"type\":\"\\u0050oint\",\"coordinates\":[true,1]}}]}",
                    2, 2, 67, "coordinates[0] of its Point is not a number");
    assert_wrong_at(
        "{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"feature\",\"geometry\":{\"type\":\"Point\","
        "\"coordinates\":[1,2]}},{\"geometry\":null,\"type\":\"Feature\"}]}",
        1, 1, 49, "its type is not Feature");
    assert_wrong_at("{\"type\":\"Feature\",\"geometry\":null}", 1, 1, 30, "its geometry is null");
    assert_wrong_at("{\"type\":\"LineString\",\"coordinates\":[]}", 1, 1, 1, "its geometry has no coordinates");
    assert_wrong_at("{\"type\":\"MultiPolygon\",\"coordinates\":[[],[[]]]}", 1, 1, 1,
                    "its geometry has no coordinates");
    assert_wrong_at("{\"type\":\"GeometryCollection\",\"geometries\":[]}", 1, 1, 1, "its geometry has no coordinates");
}

// A collection in a collection, as deep as JSON may be, and a step deeper.
static void collections_lie_deep(void)
{
    static growing all;
    for (int depth = 62; depth <= 64; depth++) {
        nest(&all, depth, "[1,2]");
        if (2 * depth + 2 <= JSON_DEPTH_MAX)
            assert_box(all.text, 1, 2, 1, 2);
        else
            assert_non_null(strstr(read_text(all.text, 0).message.text, "within each other"));
    }
}

// The path to it is longer than there is room for: what is said then is where its beginning leads.
static void a_long_path_is_clipped(void)
{
    static growing all;
    nest(&all, 60, "[1]");
    reading got = read_text(all.text, 0);
    assert_true(got.good);
    assert_string_equal(got.wrong[0], "coordinates of its Point is not a position: [x, y]");
    assert_int_equal(got.lines[0], 1);
    assert_true(got.columns[0] > 20 * 43 && got.columns[0] < all.used);
}

static void a_sink_ends_the_reading(void)
{
    reading got = read_text("{\"type\":\"FeatureCollection\",\"features\":[{},{},{}]}", 2);
    assert_false(got.good);
    assert_int_equal(got.count, 2);
    assert_int_equal(got.message.fault, FORMAT_NO_FAULT);
}

static void references_are_noted(void)
{
    reading got =
        read_text("{\"type\":\"FeatureCollection\",\"crs\":{\"type\":\"name\",\"properties\":{\"name\":\"EPSG:3857\"}},"
                  "\"features\":[]}",
                  0);
    assert_true(got.good);
    assert_string_equal(got.notes.reference, "EPSG:3857");
    got = read_text("{\"type\":\"Point\",\"crs\":{},\"coordinates\":[1,2]}", 0);
    assert_string_equal(got.notes.reference, "a reference system without a name");
    got = read_text("{\"type\":\"Point\",\"crs\":null,\"coordinates\":[1,2]}", 0);
    assert_string_equal(got.notes.reference, "");
}

static void running_out_is_said(void)
{
    static growing all;
    append(&all, "{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\",\"geometry\":");
    append(&all, "{\"type\":\"LineString\",\"coordinates\":[[0,0]");
    while (all.used < 30000)
        append(&all, ",[1234567,7654321]");
    append(&all, "]}},{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]}}]}");
    long failures = 0;
    for (bool good = false; !good; failures++) {
        reading got = read_bytes(all.text, all.used, 0, failures);
        good = got.good;
        if (!good) {
            assert_int_equal(got.message.fault, FORMAT_ENVIRONMENT);
            assert_string_equal(got.message.text, "Cannot allocate memory");
        } else {
            assert_int_equal(got.count, 2);
        }
    }
    assert_true(failures >= 5); // the reader itself, and its text, which grows
}

tests_main(plain_test(every_coordinate_counts), plain_test(numbers_are_doubles), plain_test(what_is_wrong_is_found),
           plain_test(collections_lie_deep), plain_test(a_long_path_is_clipped), plain_test(a_sink_ends_the_reading),
           plain_test(references_are_noted), plain_test(running_out_is_said))
