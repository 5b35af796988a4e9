// Coordinates are positions, or arrays of them, or arrays of those, as the type of the geometry says. A collection may
// have collections in it: as deep as JSON may be.
#include "geojson_box.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

enum { LEVELS_MAX = 3 };

static const struct {
    const char *type;
    int levels; // arrays around a position; -1: geometries
} geometries[] = {
    { "Point", 0 },   { "MultiPoint", 1 },   { "LineString", 1 },          { "MultiLineString", 2 },
    { "Polygon", 2 }, { "MultiPolygon", 3 }, { "GeometryCollection", -1 },
};

enum { GEOMETRIES = sizeof geometries / sizeof *geometries };

static int geometry_of(const char *type)
{
    int i = 0;
    while (i < GEOMETRIES && strcmp(geometries[i].type, type) != 0)
        i++;
    return i;
}

const char *geojson_type(const json_value *object)
{
    size_t length = 0;
    const char *type = json_text(json_member(object, "type"), &length);
    return type != NULL && strlen(type) == length ? type : NULL;
}

bool geojson_is_geometry(const char *type)
{
    return geometry_of(type) < GEOMETRIES;
}

// Appends to the place: a member, or an item of the array that is there.
FORMAT_PRINTF(2, 3) static void enter(geojson_extent *extent, const char *format, ...)
{
    size_t length = strlen(extent->place);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(extent->place + length, sizeof extent->place - length, format, arguments);
    va_end(arguments);
}

static const char *dot(const geojson_extent *extent)
{
    return extent->place[0] != 0 ? "." : "";
}

// Where in the coordinates the walk is.
typedef struct geojson_path {
    const char *type;
    size_t at[LEVELS_MAX + 1];
    int depth;
} geojson_path;

FORMAT_PRINTF(2, 3) static bool wrong(geojson_extent *extent, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(extent->wrong, sizeof extent->wrong, format, arguments);
    va_end(arguments);
    return false;
}

static bool wrong_at(geojson_extent *extent, const geojson_path *path, const char *what)
{
    char place[128] = "";
    size_t used = 0;
    for (int i = 0; i < path->depth; i++)
        used += (size_t)snprintf(place + used, sizeof place - used, "[%zu]", path->at[i]);
    enter(extent, "%scoordinates%s", dot(extent), place);
    return wrong(extent, "coordinates%s of its %s %s", place, path->type, what);
}

static bool add_position(geojson_extent *extent, geojson_path *path, const json_value *position)
{
    double v[2] = { 0, 0 };
    if (json_kind_of(position) != JSON_IS_ARRAY || json_count(position) < 2)
        return wrong_at(extent, path, "is no position: [x, y]");
    for (size_t i = 0; i < 2; i++)
        if (!json_number(json_item(position, i), &v[i])) {
            path->at[path->depth++] = i;
            return wrong_at(extent, path, "is not a number");
        }
    qd_box *box = &extent->box;
    if (!extent->any)
        *box = (qd_box){ { v[0], v[1] }, { v[0], v[1] } };
    box->min = (qd_vec2){ fmin(box->min.x, v[0]), fmin(box->min.y, v[1]) };
    box->max = (qd_vec2){ fmax(box->max.x, v[0]), fmax(box->max.y, v[1]) };
    extent->any = true;
    return true;
}

// Adds coordinates that have so many arrays around each position.
static bool add_coordinates(geojson_extent *extent, geojson_path *path, const json_value *value, int levels)
{
    if (json_kind_of(value) == JSON_NO_VALUE)
        return wrong(extent, "its %s has no coordinates", path->type);
    if (json_kind_of(value) != JSON_IS_ARRAY)
        return wrong_at(extent, path, "is not an array");
    if (json_count(value) == 0 && path->depth == 0)
        return true;
    if (levels == 0)
        return add_position(extent, path, value);
    for (size_t i = 0; i < json_count(value); i++) {
        path->at[path->depth++] = i;
        if (!add_coordinates(extent, path, json_item(value, i), levels - 1))
            return false;
        path->depth--;
    }
    return true;
}

static bool add_geometries(geojson_extent *extent, const json_value *list)
{
    size_t length = strlen(extent->place);
    if (json_kind_of(list) != JSON_NO_VALUE)
        enter(extent, "%sgeometries", dot(extent));
    if (json_kind_of(list) != JSON_IS_ARRAY)
        return wrong(extent, "its GeometryCollection has no array of geometries");
    size_t inner = strlen(extent->place);
    for (size_t i = 0; i < json_count(list); i++) {
        enter(extent, "[%zu]", i);
        if (!geojson_extend(extent, json_item(list, i)))
            return false;
        extent->place[inner] = 0;
    }
    extent->place[length] = 0;
    return true;
}

bool geojson_extend(geojson_extent *extent, const json_value *geometry)
{
    const char *type = geojson_type(geometry);
    if (json_kind_of(geometry) != JSON_IS_OBJECT)
        return wrong(extent, "a geometry is not an object");
    if (type == NULL)
        return wrong(extent, "its geometry has no type");
    int known = geometry_of(type);
    if (known == GEOMETRIES) {
        enter(extent, "%stype", dot(extent));
        return wrong(extent, "there is no type of geometry '%.60s'", type);
    }
    if (geometries[known].levels < 0)
        return add_geometries(extent, json_member(geometry, "geometries"));
    geojson_path path = { .type = geometries[known].type };
    return add_coordinates(extent, &path, json_member(geometry, "coordinates"), geometries[known].levels);
}
