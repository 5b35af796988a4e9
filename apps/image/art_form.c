#include "art_form.h"

#include <math.h>

// The corners of ART_ROUNDED, as a part of the shorter side.
#define ROUNDED 0.25F

qd_image_size art_drawn_size(const qd_image_size *picture, const art_look *look)
{
    const uint64_t width = (uint64_t)picture->width * look->scale + look->border;
    const uint64_t height = (uint64_t)picture->height * look->scale + look->border;
    return (qd_image_size){ width > UINT32_MAX ? UINT32_MAX : (uint32_t)width,
                            height > UINT32_MAX ? UINT32_MAX : (uint32_t)height, 3 };
}

art_form art_form_of(const art_cell *cell, const art_look *look)
{
    art_form made = { cell->left * look->scale + look->border,
                      cell->top * look->scale + look->border,
                      cell->right * look->scale,
                      cell->bottom * look->scale,
                      0,
                      0 };
    if (made.right <= made.left) // all border: a line of it stays
        made.right = made.left + 1;
    if (made.bottom <= made.top)
        made.bottom = made.top + 1;
    const float width = (float)(made.right - made.left), height = (float)(made.bottom - made.top);
    if (look->shape == ART_CIRCLE) {
        made.rx = width / 2;
        made.ry = height / 2;
    } else if (look->shape == ART_ROUNDED) {
        made.rx = made.ry = ROUNDED * fminf(width, height);
    }
    return made;
}
