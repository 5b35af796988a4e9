/// What several scenes need: small sums about points and boxes, which every compiler does alike.
#ifndef QUADRILLE_SCENE_PARTS_H
#define QUADRILLE_SCENE_PARTS_H

#include "random.h"
#include "scene.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#if FLT_EVAL_METHOD != 0
#error "scenes need float sums that are rounded to float"
#endif

static inline fvec2 box_extent(fbox box)
{
    return (fvec2){ box.max.x - box.min.x, box.max.y - box.min.y };
}

static inline fvec2 box_center(fbox box)
{
    return (fvec2){ 0.5f * (box.min.x + box.max.x), 0.5f * (box.min.y + box.max.y) };
}

/// All zero: a definition's world that is left to the scene.
static inline bool box_is_nothing(fbox box)
{
    return box.min.x == 0 && box.min.y == 0 && box.max.x == 0 && box.max.y == 0;
}

/// The power of two that is nearest to a positive length, as a ratio. A square world of such a side is the root node of
/// the tree: its four quarters are those of the frame.
static inline float root_side(double length)
{
    int power;
    const double part = frexp(length, &power); // 0.5..1
    return (float)ldexp(1, part * part < 0.5 ? power - 1 : power);
}

/// A square from (0, 0) on, of which `count` boxes of that mean side cover an eighth to a half: a quarter, but for its
/// side, which is a power of two.
static inline fbox square_world(size_t count, float size)
{
    const float side = root_side(2 * (double)(size > 0 ? size : 1) * sqrt((double)(count > 0 ? count : 1)));
    return fbox_xywh(0, 0, side, side);
}

/// A box in the middle of a square that is a root node: its side is the least power of two that covers the box. The box
/// itself where floats do not reach so far.
static inline fbox root_around(fbox box)
{
    const double width = (double)box.max.x - box.min.x, height = (double)box.max.y - box.min.y;
    int power;
    const double part = frexp(width > height ? width : height, &power), side = ldexp(1, part > 0.5 ? power : power - 1);
    const float x = (float)(box.min.x - 0.5 * (side - width)), y = (float)(box.min.y - 0.5 * (side - height));
    const bool reaches = x >= -FLT_MAX && y >= -FLT_MAX && x + side <= FLT_MAX && y + side <= FLT_MAX;
    return reaches ? fbox_xywh(x, y, (float)side, (float)side) : box;
}

static inline float value_within(float value, float low, float high)
{
    return value < low ? low : value > high ? high : value;
}

static inline fvec2 point_within(fvec2 point, fvec2 low, fvec2 high)
{
    return (fvec2){ value_within(point.x, low.x, high.x), value_within(point.y, low.y, high.y) };
}

/// One axis of a step: the place stays within [low, high], and the velocity turns round at its ends.
static inline void bounce(float *place, float *velocity, float low, float high)
{
    *place += *velocity;
    if (*place < low) {
        *place = low + (low - *place);
        *velocity = -*velocity;
    } else if (*place > high) {
        *place = high - (*place - high);
        *velocity = -*velocity;
    }
    // Faster than the world is wide: it stays at an edge.
    *place = value_within(*place, low, high);
}

/// Unit vector of the same direction, of whatever length; zero stays zero.
static inline fvec2 unit(fvec2 v)
{
    float most = fabsf(v.x) > fabsf(v.y) ? fabsf(v.x) : fabsf(v.y);
    if (!(most > 0))
        return v;
    v = (fvec2){ v.x / most, v.y / most };
    float length = sqrtf(v.x * v.x + v.y * v.y);
    return (fvec2){ v.x / length, v.y / length };
}

/// From one point to another.
static inline fvec2 way_to(fvec2 from, fvec2 to)
{
    return (fvec2){ to.x - from.x, to.y - from.y };
}

static inline fbox box_of_point(fvec2 point)
{
    return (fbox){ point, point };
}

/// The smallest box around both.
static inline fbox box_around_both(fbox a, fbox b)
{
    return (fbox){ { a.min.x < b.min.x ? a.min.x : b.min.x, a.min.y < b.min.y ? a.min.y : b.min.y },
                   { a.max.x > b.max.x ? a.max.x : b.max.x, a.max.y > b.max.y ? a.max.y : b.max.y } };
}

/// With a margin on all sides. The margin not negative.
static inline fbox box_grown(fbox box, float margin)
{
    return (fbox){ { box.min.x - margin, box.min.y - margin }, { box.max.x + margin, box.max.y + margin } };
}

static inline fvec2 random_point(scene_random *random, fbox within)
{
    fvec2 point;
    point.x = scene_random_between(random, within.min.x, within.max.x);
    point.y = scene_random_between(random, within.min.y, within.max.y);
    return point;
}

/// Where the centre of a square of that side can be, so that it is in the world; the square is no larger than it.
static inline fbox room_for_center(fbox world, float side)
{
    fvec2 middle = box_center(world);
    fbox room = { { world.min.x + 0.5f * side, world.min.y + 0.5f * side },
                  { world.max.x - 0.5f * side, world.max.y - 0.5f * side } };
    if (room.min.x > room.max.x) // by rounding
        room.min.x = room.max.x = middle.x;
    if (room.min.y > room.max.y)
        room.min.y = room.max.y = middle.y;
    return room;
}

/// The side itself, or the shorter one of the world's.
static inline float side_within(fbox world, float side)
{
    fvec2 room = box_extent(world);
    float least = room.x < room.y ? room.x : room.y;
    return side < least ? side : least;
}

/// A box of that extent with its centre at a place, or as near to it as the world lets it.
static inline fbox box_centered(fvec2 extent, fvec2 center, fbox world)
{
    fvec2 low = world.min, high = { world.max.x - extent.x, world.max.y - extent.y };
    high = (fvec2){ high.x > low.x ? high.x : low.x, high.y > low.y ? high.y : low.y };
    fvec2 place = point_within((fvec2){ center.x - 0.5f * extent.x, center.y - 0.5f * extent.y }, low, high);
    return fbox_xywh(place.x, place.y, extent.x, extent.y);
}

/// Moves an item so that its centre is at a place, or as near to it as the world lets it.
static inline void center_item(const scene *self, uint32_t item, fvec2 center)
{
    index_move(self->index, item, box_centered(box_extent(index_box(self->index, item)), center, self->world));
}

/// Removes one of the items 0 .. last; the last one takes its number, so that numbers stay without a gap.
static inline void remove_dense(scene_index *index, uint32_t item, uint32_t last)
{
    fbox box = index_box(index, last);
    qd_filter filter = index_filter(index, last);
    index_remove(index, last);
    if (item == last)
        return;
    index_remove(index, item);
    index_add(index, box, filter); // which gets the number that was given back last
}

/// Makes room for `count` things, keeping what is there. False: no memory, and nothing has changed.
static inline bool grow_array(void **array, size_t count, size_t size)
{
    void *grown = count > SIZE_MAX / size ? NULL : realloc(*array, (count ? count : 1) * size);
    if (grown)
        *array = grown;
    return grown != NULL;
}

/// Boxes that are kept for drawing: an answer does not stay. Where memory runs out, some are missing.
typedef struct kept_boxes {
    fbox *at;
    size_t count, space;
} kept_boxes;

static inline void keep_box(kept_boxes *self, fbox box)
{
    size_t space = 2 * self->space + 16;
    if (self->count == self->space) {
        if (!grow_array((void **)&self->at, space, sizeof *self->at))
            return;
        self->space = space;
    }
    self->at[self->count++] = box;
}

static inline void keep_answer(kept_boxes *self, const scene_index *index, index_list answer)
{
    for (size_t i = 0; i < answer.count; i++)
        keep_box(self, index_box(index, answer.items[i]));
}

/// What of the world is seen, as ground.
static inline void draw_ground(drawing *out, fbox world)
{
    fbox seen = { point_within(world.min, out->view.min, out->view.max),
                  point_within(world.max, out->view.min, out->view.max) };
    drawing_box(out, INK_GROUND, seen);
}

/// Lines to what a question found, and frames around it.
static inline void draw_answer(drawing *out, fvec2 from, const kept_boxes *found)
{
    for (size_t i = 0; i < found->count; i++)
        drawing_line(out, INK_LINK, from, box_center(found->at[i]));
    for (size_t i = 0; i < found->count; i++)
        drawing_frame(out, INK_CANDIDATE, found->at[i]);
}

#endif
