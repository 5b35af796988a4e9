// Each of these breaks an assumption that some index makes: that items differ, that they fill the plane, that they come
// in random order, that their sides do not fall on the lines of cells, that no item is much larger or farther than the
// others.
#include "field_hard.h"

#include "field_place.h"

#include <math.h>
#include <stdlib.h>

static double positive(size_t count)
{
    return count > 0 ? (double)count : 1;
}

static int32_t uniform_side(double count, int32_t world)
{
    return place_side(world / (2 * sqrt(count)), world - 1);
}

static void fill_uniformly(field *f, size_t from, scene_random *random)
{
    f->side = uniform_side(positive(f->count), FIELD_SIDE);
    for (size_t i = from; i < f->count; i++)
        place_anywhere(f, &f->movers[i], random, f->side);
}

// They begin at one place and stay there: all have the same velocity.
static void fill_same(field *f)
{
    f->side = uniform_side(positive(f->count), FIELD_SIDE);
    for (size_t i = 0; i < f->count; i++)
        f->movers[i] = (mover){ FIELD_SIDE / 3 & ~1, FIELD_SIDE / 5 & ~1, f->side, 2, 2, FRAME_WORLD, 0 };
}

static void fill_diagonal(field *f)
{
    scene_random random = { f->seed };
    f->side = place_side(FIELD_SIDE / (2 * positive(f->count)), FIELD_SIDE - 1);
    for (size_t i = 0; i < f->count; i++) {
        mover *m = &f->movers[i];
        place_anywhere(f, m, &random, f->side);
        m->y = m->x;
        m->vy = m->vx;
    }
}

static int compare_x(const void *a, const void *b)
{
    const mover *p = a, *q = b;
    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    return (p->y > q->y) - (p->y < q->y);
}

static void fill_sorted(field *f)
{
    scene_random random = { f->seed };
    fill_uniformly(f, 0, &random);
    qsort(f->movers, f->count, sizeof *f->movers, compare_x);
}

// A power of two of tiles a side, in the lower half of the world, so that their sides lie on the lines of a quadtree's
// cells; each reaches over the line by one step. They sway by a quarter of a tile.
static void fill_tiles(field *f)
{
    int32_t pitch = FIELD_SIDE / 2;
    size_t columns = 1;
    while (columns * columns < f->count) {
        columns *= 2;
        pitch /= 2;
    }
    f->side = pitch + 1;
    f->turns = 1;
    int32_t way = (pitch / 4) & ~1;
    for (size_t i = 0; i < f->count; i++)
        f->movers[i] =
            (mover){ (int32_t)(i % columns) * pitch, (int32_t)(i / columns) * pitch, f->side, way, way, 0, 0 };
    scene_random random = { f->seed };
    place_shuffle(f, &random);
}

static void fix(field *f, size_t i, fbox box)
{
    f->movers[i].frame = FRAME_FIXED;
    f->boxes[i] = box;
}

static void fill_giant(field *f)
{
    scene_random random = { f->seed };
    fill_uniformly(f, 1, &random);
    if (f->count > 0)
        fix(f, 0, (fbox){ { 0, 0 }, { (FIELD_SIDE - 1) / 256.0f, (FIELD_SIDE - 1) / 256.0f } });
}

static void fill_far(field *f)
{
    scene_random random = { f->seed };
    fill_uniformly(f, 1, &random);
    if (f->count > 0)
        fix(f, 0, (fbox){ { 1e9f, 1e9f }, { 1e9f + 64, 1e9f + 64 } });
}

static void fill_half(field *f)
{
    scene_random random = { f->seed };
    double half = positive(f->count) / 2;
    f->side = uniform_side(half, FIELD_SIDE);
    int32_t far_side = uniform_side(half, FIELD_SIDE / 2);
    for (size_t i = 0; i < f->count; i++) {
        f->movers[i].frame = i % 2 ? FRAME_FAR : FRAME_WORLD;
        place_anywhere(f, &f->movers[i], &random, i % 2 ? far_side : f->side);
    }
}

// The box of rank r has a side of W / 2r.
static void fill_zipf(field *f)
{
    scene_random random = { f->seed };
    f->side = place_side(FIELD_SIDE / positive(f->count), FIELD_SIDE / 2);
    for (size_t i = 0; i < f->count; i++)
        place_anywhere(f, &f->movers[i], &random, place_side(FIELD_SIDE / 2.0 / (double)(i + 1), FIELD_SIDE / 2));
    place_shuffle(f, &random);
}

const field_kind field_same = {
    .name = "same", .title = "all at one place", .pairs = -1, .most_pairs = 1000, .worst = true, .fill = fill_same
};
const field_kind field_diagonal = {
    .name = "diagonal", .title = "on the diagonal", .pairs = 0.5, .worst = true, .fill = fill_diagonal
};
const field_kind field_sorted = {
    .name = "sorted", .title = "uniform, given in order of x", .pairs = 0.5, .worst = true, .fill = fill_sorted
};
const field_kind field_tiles = {
    .name = "tiles", .title = "tiles on the lines of a grid", .pairs = -1, .worst = true, .fill = fill_tiles
};
const field_kind field_giant = {
    .name = "giant", .title = "uniform, and one as large as the world", .pairs = 1.5, .worst = true, .fill = fill_giant
};
const field_kind field_far = {
    .name = "far", .title = "uniform, and one at 1e9", .pairs = 0.5, .worst = true, .fill = fill_far
};
const field_kind field_half = {
    .name = "half", .title = "uniform, half of them beyond 1e30", .pairs = 0.5, .worst = true, .fill = fill_half
};
const field_kind field_zipf = {
    .name = "zipf", .title = "sides as 1, 1/2, 1/3 ... of the largest", .pairs = -1, .worst = true, .fill = fill_zipf
};
