/// The camera: which part of the world is seen, and where in the window. y points downwards in both.
#ifndef QUADRILLE_DEMO_VIEW_H
#define QUADRILLE_DEMO_VIEW_H

#include <fbox.h>

typedef struct view {
    double x, y;                     ///< What the middle shows, in the world.
    double scale;                    ///< Pixels for a unit of the world.
    double left, top, width, height; ///< Where, in pixels.
} view;

/// Shows a whole box, with a little room around it. One without extent gets some.
void view_fit(view *self, fbox world);

/// Moves what is seen by so many pixels.
void view_pan(view *self, double right, double down);

/// Makes everything `factor` times as large; the place at a pixel stays where it is.
void view_zoom(view *self, double factor, double x, double y);

fvec2 view_to_world(const view *self, double x, double y);

/// Pixels of a place, which may be far outside.
static inline double view_x(const view *self, float x)
{
    return ((double)x - self->x) * self->scale + self->left + 0.5 * self->width;
}

static inline double view_y(const view *self, float y)
{
    return ((double)y - self->y) * self->scale + self->top + 0.5 * self->height;
}

/// What is seen.
fbox view_box(const view *self);

/// Is a pixel in it?
bool view_has(const view *self, double x, double y);

#endif
