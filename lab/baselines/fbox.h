/// Points and boxes of floats: what contenders compare and scenes move. The library takes arrays of them as views.
#ifndef QUADRILLE_FBOX_H
#define QUADRILLE_FBOX_H

#include <quadrille/geometry.h>

typedef struct fvec2 {
    float x, y;
} fvec2;

typedef struct fbox {
    fvec2 min, max;
} fbox;

static inline fbox fbox_xywh(float x, float y, float width, float height)
{
    fbox box = { { x, y }, { x + width, y + height } };
    return box;
}

static inline fbox fbox_around(fvec2 center, float half_width, float half_height)
{
    fbox box = { { center.x - half_width, center.y - half_height }, { center.x + half_width, center.y + half_height } };
    return box;
}

static inline fbox fbox_between(fvec2 p, fvec2 q)
{
    fbox box = { { p.x < q.x ? p.x : q.x, p.y < q.y ? p.y : q.y }, { p.x < q.x ? q.x : p.x, p.y < q.y ? q.y : p.y } };
    return box;
}

/// With open edges what only touches does not overlap.
static inline bool fbox_overlap(fbox a, fbox b, bool open)
{
    if (open)
        return a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y;
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
}

/// To the library's doubles.
static inline qd_vec2 fvec2_wide(fvec2 point)
{
    qd_vec2 wide = { (double)point.x, (double)point.y };
    return wide;
}

static inline qd_box fbox_wide(fbox box)
{
    qd_box wide = { fvec2_wide(box.min), fvec2_wide(box.max) };
    return wide;
}

/// The nearest floats.
static inline fvec2 fvec2_of(qd_vec2 point)
{
    fvec2 near = { (float)point.x, (float)point.y };
    return near;
}

static inline fbox fbox_of(qd_box box)
{
    fbox near = { fvec2_of(box.min), fvec2_of(box.max) };
    return near;
}

static inline bool fbox_is_valid(fbox box)
{
    qd_box wide = fbox_wide(box);
    return qd_box_is_valid(&wide);
}

static inline qd_boxes fbox_view(const fbox *boxes)
{
    return qd_boxes_float((const float *)(const void *)boxes);
}

static inline qd_boxes fvec2_view(const fvec2 *points)
{
    return qd_points_float((const float *)(const void *)points);
}

#endif
