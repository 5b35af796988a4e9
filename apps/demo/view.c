// The camera. In double: cells and boxes reach to the ends of float.
#include "view.h"

#include <float.h>
#include <math.h>

// So that everything that is seen is finite, as float too.
#define FARTHEST 1e30
#define LARGEST 1e9

static double within(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

static void keep_sane(view *self)
{
    self->x = within(self->x, -FARTHEST, FARTHEST);
    self->y = within(self->y, -FARTHEST, FARTHEST);
    self->scale = within(self->scale, 1 / FARTHEST, LARGEST);
}

void view_fit(view *self, fbox world)
{
    double width = (double)world.max.x - (double)world.min.x, height = (double)world.max.y - (double)world.min.y;
    width = width > 0 ? width : height > 0 ? height : 1;
    height = height > 0 ? height : width;
    double across = self->width / width, down = self->height / height;
    self->x = 0.5 * ((double)world.min.x + (double)world.max.x);
    self->y = 0.5 * ((double)world.min.y + (double)world.max.y);
    self->scale = 0.96 * (across < down ? across : down);
    keep_sane(self);
}

void view_pan(view *self, double right, double down)
{
    self->x += right / self->scale;
    self->y += down / self->scale;
    keep_sane(self);
}

void view_zoom(view *self, double factor, double x, double y)
{
    double across = x - self->left - 0.5 * self->width, down = y - self->top - 0.5 * self->height;
    view before = *self;
    self->scale *= factor;
    keep_sane(self);
    self->x = before.x + across / before.scale - across / self->scale;
    self->y = before.y + down / before.scale - down / self->scale;
    keep_sane(self);
}

fvec2 view_to_world(const view *self, double x, double y)
{
    double across = (x - self->left - 0.5 * self->width) / self->scale + self->x;
    double down = (y - self->top - 0.5 * self->height) / self->scale + self->y;
    return (fvec2){ (float)within(across, -FLT_MAX, FLT_MAX), (float)within(down, -FLT_MAX, FLT_MAX) };
}

fbox view_box(const view *self)
{
    return (fbox){ view_to_world(self, self->left, self->top),
                   view_to_world(self, self->left + self->width, self->top + self->height) };
}

bool view_has(const view *self, double x, double y)
{
    return x >= self->left && x < self->left + self->width && y >= self->top && y < self->top + self->height;
}
