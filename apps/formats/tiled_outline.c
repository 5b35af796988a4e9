// Outlines: the points of polygons and polylines. One in a template may have hundreds of thousands of points and be
// placed thousands of times, turned otherwise each time, so its points are put into blocks of neighbours once, with a
// box around each. The search for the furthest point one way looks only into blocks with a box that reaches further
// than the best point so far: a sum of products rounds the same way for a corner and for a point, so no point reaches
// further than a corner of its box, and the answer is the one that all points give, to the last bit.
#include "grow.h"
#include "number.h"
#include "tiled_parser.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 256 };

void tiled_free_outline(tiled_outline *o)
{
    free(o->points);
    free(o->blocks);
    memset(o, 0, sizeof *o);
}

// A coordinate in a list of points, and what must follow it. Moves *text on. False: without one.
static bool take_coordinate(const char **text, const char *ends, double *value)
{
    char digits[64];
    size_t length = strcspn(*text, ", \t\r\n");
    if (length >= sizeof digits)
        return false;
    memcpy(digits, *text, length);
    digits[length] = 0;
    const char *end = *text + length;
    *text = end;
    return strchr(ends, *end) != NULL && number_double(digits, value) == NUMBER_OK && *value >= -TILED_NUMBER_MAX &&
           *value <= TILED_NUMBER_MAX;
}

bool tiled_take_points(tiled_outline *o, const element *e)
{
    const char *text = element_attribute(e, "points"), *blanks = " \t\r\n";
    if (text == NULL)
        return element_demand(e, "points");
    text += strspn(text, blanks);
    do {
        const char *point = text;
        tiled_point at = { 0, 0 };
        if (!take_coordinate(&text, ",", &at.x) || *text++ != ',' || !take_coordinate(&text, blanks, &at.y))
            return element_fail(e->reader, "points needs pairs of numbers like 0,0 10,5, not '%.60s'", point);
        tiled_point *points = grow_one(o->points, o->count, sizeof *points);
        if (points == NULL)
            return element_no_memory(e->reader);
        o->points = points;
        points[o->count++] = at;
        text += strspn(text, blanks);
    } while (*text != 0);
    return true;
}

// ---- Blocks ----

static int compare(double a, double b)
{
    return (a > b) - (a < b);
}

static int by_x(const void *a, const void *b)
{
    return compare(((const tiled_point *)a)->x, ((const tiled_point *)b)->x);
}

static int by_y(const void *a, const void *b)
{
    return compare(((const tiled_point *)a)->y, ((const tiled_point *)b)->y);
}

static size_t block_count(const tiled_outline *o)
{
    return (o->count + BLOCK - 1) / BLOCK;
}

static size_t block_end(const tiled_outline *o, size_t block)
{
    return block + 1 < block_count(o) ? (block + 1) * BLOCK : o->count;
}

bool tiled_divide_outline(tiled_outline *o)
{
    if (o->count <= BLOCK)
        return true;
    o->blocks = malloc(block_count(o) * sizeof *o->blocks);
    if (o->blocks == NULL)
        return false;
    // In upright strips of about as many blocks as there are strips.
    size_t strip = (size_t)ceil(sqrt((double)block_count(o))) * BLOCK;
    qsort(o->points, o->count, sizeof *o->points, by_x);
    for (size_t begin = 0; begin < o->count; begin += strip)
        qsort(o->points + begin, o->count - begin < strip ? o->count - begin : strip, sizeof *o->points, by_y);
    const tiled_pose upright = { 0, 0, 1, 0, 0, 1 };
    for (size_t block = 0; block < block_count(o); block++) {
        o->blocks[block] = tiled_nowhere;
        for (size_t i = block * BLOCK; i < block_end(o, block); i++)
            tiled_add_point(&o->blocks[block], &upright, o->points[i].x, o->points[i].y);
    }
    return true;
}

// ---- Placing ----

// How far a block's box reaches: no point of it reaches further.
static double box_reach(const tiled_extent *box, tiled_point way)
{
    return way.x * (way.x < 0 ? box->min_x : box->max_x) + way.y * (way.y < 0 ? box->min_y : box->max_y);
}

static double points_reach(tiled_outline *o, size_t block, tiled_point way)
{
    const size_t begin = block * BLOCK, end = block_end(o, block);
    double reach = -INFINITY;
    for (size_t i = begin; i < end; i++) {
        const double here = way.x * o->points[i].x + way.y * o->points[i].y;
        reach = here > reach ? here : reach;
    }
    o->looked_at += end - begin;
    return reach;
}

// The most that way.x * x + way.y * y is of a point. The box that reaches furthest comes first: it rules most others
// out.
static double outline_reach(tiled_outline *o, double way_x, double way_y)
{
    const tiled_point way = { way_x, way_y };
    const size_t count = block_count(o);
    size_t first = 0;
    double furthest = -INFINITY;
    for (size_t block = 0; block < count; block++) {
        const double here = box_reach(&o->blocks[block], way);
        first = here > furthest ? block : first;
        furthest = here > furthest ? here : furthest;
    }
    double reach = points_reach(o, first, way);
    for (size_t block = 0; block < count && reach < furthest; block++)
        if (box_reach(&o->blocks[block], way) > reach)
            reach = fmax(reach, points_reach(o, block, way));
    return reach;
}

void tiled_add_outline(tiled_extent *extent, const tiled_pose *pose, tiled_outline *o)
{
    if (o->blocks == NULL) {
        for (size_t i = 0; i < o->count; i++)
            tiled_add_point(extent, pose, o->points[i].x, o->points[i].y);
        return;
    }
    const bool same_way =
        o->pose.xx == pose->xx && o->pose.xy == pose->xy && o->pose.yx == pose->yx && o->pose.yy == pose->yy;
    if (!o->has_extent || !same_way) {
        o->extent = (tiled_extent){ -outline_reach(o, -pose->xx, -pose->xy), -outline_reach(o, -pose->yx, -pose->yy),
                                    outline_reach(o, pose->xx, pose->xy), outline_reach(o, pose->yx, pose->yy) };
        o->pose = *pose;
        o->has_extent = true;
    }
    *extent = o->extent;
}
