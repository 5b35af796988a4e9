// A collection may have collections in it: as deep as JSON may be.
#include "geojson_geometry.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const unsigned geojson_geometry_names = 1U << GEOJSON_TYPE | 1U << GEOJSON_COORDINATES | 1U << GEOJSON_GEOMETRIES;

enum { NO_LEVELS = -1 };

static const struct {
    const char *type;
    int levels; // arrays around a position; or geometries
} geometries[] = {
    { "Point", 0 },
    { "MultiPoint", 1 },
    { "LineString", 1 },
    { "Polygon", 2 },
    { "MultiPolygon", 3 },
    { "MultiLineString", 2 },
    { "GeometryCollection", NO_LEVELS },
};

enum { GEOMETRIES = sizeof geometries / sizeof *geometries };

static int geometry_of(const char *type)
{
    int i = 0;
    while (i < GEOMETRIES && strcmp(geometries[i].type, type) != 0)
        i++;
    return i;
}

bool geojson_is_geometry(const char *type)
{
    return geometry_of(type) < GEOMETRIES;
}

FORMAT_PRINTF(3, 4) static void wrong(geojson_extent *extent, json_place place, const char *format, ...)
{
    if (extent->wrong[0] != 0)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(extent->wrong, sizeof extent->wrong, format, arguments);
    va_end(arguments);
    extent->place = place;
}

static void add_box(geojson_extent *extent, const qd_box *box)
{
    qd_box *all = &extent->box;
    if (!extent->any)
        *all = *box;
    extent->any = true;
    all->min = (qd_vec2){ fmin(all->min.x, box->min.x), fmin(all->min.y, box->min.y) };
    all->max = (qd_vec2){ fmax(all->max.x, box->max.x), fmax(all->max.y, box->max.y) };
}

static void add_shape(geojson_extent *extent, const geojson_shape *shape, const char *type)
{
    char path[128] = "";
    size_t used = 0;
    for (int i = 0; i < shape->depth; i++)
        used += (size_t)snprintf(path + used, sizeof path - used, "[%zu]", shape->at[i]);
    if (shape->wrong != NULL)
        wrong(extent, shape->place, "coordinates%s of its %s %s", path, type, shape->wrong);
    else if (shape->any)
        add_box(extent, &shape->box);
}

bool geojson_geometry_read(geojson_extent *extent, json_reader *reader)
{
    geojson_geometry geometry = { .geometries = JSON_END };
    if (json_current(reader)->kind != JSON_OBJECT) {
        wrong(extent, json_here(reader), "a geometry is not an object");
        return json_skip(reader);
    }
    geojson_object_begin(&geometry.object, reader, geojson_geometry_names);
    geojson_name name = GEOJSON_END;
    while ((name = geojson_object_next(&geometry.object, reader)) != GEOJSON_END)
        if (!geojson_geometry_take(&geometry, reader, name))
            return false;
    geojson_geometry_end(&geometry, extent);
    return json_current(reader)->kind == JSON_CLOSE;
}

bool geojson_geometry_take(geojson_geometry *self, json_reader *reader, geojson_name name)
{
    if (name == GEOJSON_COORDINATES) {
        const int known = geometry_of(self->object.type);
        return geojson_coordinates_read(&self->coordinates, reader, known < GEOMETRIES ? geometries[known].levels : -1);
    }
    const json_token *token = json_current(reader);
    self->geometries = token->kind;
    self->geometries_place = json_here(reader);
    if (self->geometries != JSON_ARRAY)
        return json_skip(reader);
    while ((token = json_next(reader))->kind > JSON_CLOSE)
        if (!geojson_geometry_read(&self->inside, reader))
            return false;
    return token->kind == JSON_CLOSE;
}

void geojson_geometry_end(const geojson_geometry *self, geojson_extent *extent)
{
    const geojson_object *object = &self->object;
    const int known = geometry_of(object->type);
    if (object->twice != NULL)
        wrong(extent, object->twice_place, "its geometry has the member \"%s\" twice", object->twice);
    else if (object->type[0] == 0)
        wrong(extent, object->place, "its geometry has no type");
    else if (known == GEOMETRIES)
        wrong(extent, object->type_place, "unknown type of geometry '%.60s'", object->type);
    else if (geometries[known].levels >= 0 && !geojson_object_has(object, GEOJSON_COORDINATES))
        wrong(extent, object->place, "its %s has no coordinates", object->type);
    else if (geometries[known].levels >= 0)
        add_shape(extent, &self->coordinates.shapes[geometries[known].levels], object->type);
    else if (self->geometries != JSON_ARRAY)
        wrong(extent, self->geometries != JSON_END ? self->geometries_place : object->place,
              "its GeometryCollection has no array of geometries");
    else if (self->inside.wrong[0] != 0)
        wrong(extent, self->inside.place, "%s", self->inside.wrong);
    else if (self->inside.any)
        add_box(extent, &self->inside.box);
}
