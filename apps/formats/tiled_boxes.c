// From objects to boxes.
//
// In an isometric map the coordinates of objects are those of a ground seen from above, where every cell has sides of
// tile_height. The ground is then turned by 45 degrees and stretched to the width of the tiles. In an oblique map the
// ground leans. Tiles and texts stand upright on it: only where they stand is projected. Turning comes last, in the
// picture.
#include "tiled_parser.h"

#include <math.h>

const tiled_extent tiled_nowhere = { INFINITY, INFINITY, -INFINITY, -INFINITY };

// Cosine and sine of degrees, without a rounding error where they are 0 or 1: most things are turned by right angles.
static void turn(double degrees, double *c, double *s)
{
    double rest = fmod(degrees, 360);
    if (rest < 0)
        rest += 360;
    double quarters = rest / 90;
    if (quarters == floor(quarters)) {
        static const double cosines[] = { 1, 0, -1, 0, 1 }, sines[] = { 0, 1, 0, -1, 0 };
        *c = cosines[(int)quarters];
        *s = sines[(int)quarters];
        return;
    }
    const double pi = 3.14159265358979323846;
    *c = cos(rest * (pi / 180));
    *s = sin(rest * (pi / 180));
}

// Where a step to the right and a step down lead in the picture.
static tiled_pose ground_of(const tiled_map *map)
{
    const double width = map->tile_width, height = map->tile_height;
    switch (map->orientation) {
    case TILED_ISOMETRIC:
        return (tiled_pose){ map->origin_x, 0, 0.5 * width / height, -0.5 * width / height, 0.5, 0.5 };
    case TILED_OBLIQUE:
        return (tiled_pose){ 0, 0, 1, map->skew_x / height, map->skew_y / width, 1 };
    case TILED_ORTHOGONAL:
    case TILED_STAGGERED:
    case TILED_HEXAGONAL:
        break;
    }
    return (tiled_pose){ 0, 0, 1, 0, 0, 1 };
}

tiled_pose tiled_pose_of(const tiled_map *map, double x, double y, double rotation, bool projected)
{
    double c = 1, s = 0;
    turn(rotation, &c, &s);
    const tiled_pose ground = ground_of(map);
    // y grows downwards, so this turns clockwise.
    tiled_pose pose = {
        ground.x + (ground.xx * x + ground.xy * y), ground.y + (ground.yx * x + ground.yy * y), c, -s, s, c
    };
    if (projected) {
        pose.xx = c * ground.xx - s * ground.yx;
        pose.xy = c * ground.xy - s * ground.yy;
        pose.yx = s * ground.xx + c * ground.yx;
        pose.yy = s * ground.xy + c * ground.yy;
    }
    return pose;
}

static void cover(tiled_extent *e, double min_x, double min_y, double max_x, double max_y)
{
    e->min_x = fmin(e->min_x, min_x);
    e->min_y = fmin(e->min_y, min_y);
    e->max_x = fmax(e->max_x, max_x);
    e->max_y = fmax(e->max_y, max_y);
}

void tiled_add_point(tiled_extent *extent, const tiled_pose *pose, double x, double y)
{
    double to_x = pose->xx * x + pose->xy * y, to_y = pose->yx * x + pose->yy * y;
    cover(extent, to_x, to_y, to_x, to_y);
}

void tiled_add_rectangle(tiled_extent *extent, const tiled_pose *pose, double x, double y, double width, double height)
{
    tiled_add_point(extent, pose, x, y);
    tiled_add_point(extent, pose, x + width, y);
    tiled_add_point(extent, pose, x, y + height);
    tiled_add_point(extent, pose, x + width, y + height);
}

// However an ellipse is mapped, it reaches as far along an axis as the two images of its half axes, at right angles.
void tiled_add_ellipse(tiled_extent *extent, const tiled_pose *pose, double x, double y, double width, double height)
{
    double a = width / 2, b = height / 2, at_x = x + a, at_y = y + b;
    double to_x = pose->xx * at_x + pose->xy * at_y, to_y = pose->yx * at_x + pose->yy * at_y;
    double reach_x = hypot(pose->xx * a, pose->xy * b), reach_y = hypot(pose->yx * a, pose->yy * b);
    cover(extent, to_x - reach_x, to_y - reach_y, to_x + reach_x, to_y + reach_y);
}

void tiled_add_capsule(tiled_extent *extent, const tiled_pose *pose, double width, double height)
{
    double side = fmin(width, height);
    tiled_add_ellipse(extent, pose, 0, 0, side, side);
    tiled_add_ellipse(extent, pose, width - side, height - side, side, side);
}

qd_box tiled_moved(const tiled_extent *extent, const tiled_layer *layer)
{
    return (qd_box){ { extent->min_x + layer->offset_x, extent->min_y + layer->offset_y },
                     { extent->max_x + layer->offset_x, extent->max_y + layer->offset_y } };
}

bool tiled_within_floats(const qd_box *box)
{
    return isfinite((float)box->min.x) && isfinite((float)box->min.y) && isfinite((float)box->max.x) &&
           isfinite((float)box->max.y);
}
