// An array that begins within `depth` others is a position if there are so many arrays around each; an array of
// positions or of arrays if there are more.
#include "geojson_coordinates.h"

#include "json_number.h"
#include "number.h"

#include <math.h>
#include <string.h>

typedef struct geojson_walk {
    geojson_coordinates *to;
    json_reader *reader;
    size_t at[GEOJSON_LEVELS + 1];
} geojson_walk;

// Notes what is wrong with an item at so many steps of the path, unless something was before.
static void note(const geojson_walk *walk, int levels, int depth, json_place place, const char *wrong)
{
    geojson_shape *shape = &walk->to->shapes[levels];
    if (shape->wrong != NULL)
        return;
    shape->wrong = wrong;
    shape->place = place;
    shape->depth = depth;
    memcpy(shape->at, walk->at, sizeof shape->at);
}

static void add_position(geojson_shape *shape, const double v[2])
{
    qd_box *box = &shape->box;
    if (!shape->any)
        *box = (qd_box){ { v[0], v[1] }, { v[0], v[1] } };
    shape->any = true;
    box->min.x = v[0] < box->min.x ? v[0] : box->min.x;
    box->min.y = v[1] < box->min.y ? v[1] : box->min.y;
    box->max.x = v[0] > box->max.x ? v[0] : box->max.x;
    box->max.y = v[1] > box->max.y ? v[1] : box->max.y;
}

// Why a token is no coordinate, or NULL.
static const char *take_number(const json_token *token, double *value)
{
    if (token->kind != JSON_NUMBER)
        return "is not a number";
    *value = json_double(token);
    if (isnan(*value))
        return number_error_text(NUMBER_TOO_SMALL);
    return isinf(*value) ? "is beyond the largest double" : NULL;
}

static bool read_value(geojson_walk *walk, int depth);

// The array that the current token begins.
static bool read_array(geojson_walk *walk, int depth)
{
    json_reader *r = walk->reader;
    const bool may_be_position = depth >= walk->to->first, may_be_more = depth < walk->to->last;
    const json_place begin = json_here(r);
    json_place place = begin;
    double v[2] = { 0, 0 };
    size_t count = 0, wrong_at = 0;
    const char *wrong = NULL;
    const json_token *token = NULL;
    while ((token = json_next(r))->kind > JSON_CLOSE) {
        if (may_be_position && count < 2 && wrong == NULL) {
            wrong = take_number(token, &v[count]);
            wrong_at = count;
            if (wrong != NULL)
                place = json_here(r);
        }
        walk->at[depth] = count++;
        if (may_be_more ? !read_value(walk, depth + 1) : !json_skip(r))
            return false;
    }
    walk->at[depth] = wrong_at;
    if (may_be_position && count < 2 && (count > 0 || depth > 0))
        note(walk, depth, depth, begin, "is not a position: [x, y]");
    else if (may_be_position && wrong != NULL)
        note(walk, depth, depth + 1, place, wrong);
    else if (may_be_position && count > 1)
        add_position(&walk->to->shapes[depth], v);
    return token->kind == JSON_CLOSE;
}

static bool read_value(geojson_walk *walk, int depth)
{
    if (json_current(walk->reader)->kind == JSON_ARRAY)
        return read_array(walk, depth);
    const json_place place = json_here(walk->reader);
    for (int levels = depth > walk->to->first ? depth : walk->to->first; levels <= walk->to->last; levels++)
        note(walk, levels, depth, place, "is not an array");
    return json_skip(walk->reader);
}

bool geojson_coordinates_read(geojson_coordinates *self, json_reader *reader, int levels)
{
    geojson_walk walk = { .to = self, .reader = reader };
    memset(self, 0, sizeof *self);
    self->first = levels < 0 ? 0 : levels;
    self->last = levels < 0 ? GEOJSON_LEVELS - 1 : levels;
    return read_value(&walk, 0);
}
