// From objects to boxes.
//
// In an isometric map the coordinates of objects are those of a ground seen from above, where every cell has sides of
// tile_height. The ground is then turned by 45 degrees and stretched to the width of the tiles. Tiles and texts stand
// upright on it: only where they stand is projected. Turning comes last, in the picture.
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

tiled_pose tiled_pose_of(const tiled_map *map, double x, double y, double rotation, bool projected)
{
    double c = 1, s = 0;
    turn(rotation, &c, &s);
    // y grows downwards, so this turns clockwise.
    tiled_pose pose = { x, y, c, -s, s, c };
    if (map->orientation != TILED_ISOMETRIC)
        return pose;
    double across = 0.5 * map->tile_width / map->tile_height, down = 0.5;
    pose.x = map->origin_x + (x - y) * across;
    pose.y = (x + y) * down;
    if (projected)
        pose = (tiled_pose){
            pose.x, pose.y, c * across - s * down, -c * across - s * down, s * across + c * down, -s * across + c * down
        };
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
