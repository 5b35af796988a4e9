#include "art_draw.h"

#include "art_form.h"

#include <math.h>

// How much of the pixel around x and y the form covers: from its distance to the border, to first order.
static float covered(const art_form *f, float x, float y)
{
    const float left = (float)f->left + f->rx, right = (float)f->right - f->rx;
    const float top = (float)f->top + f->ry, bottom = (float)f->bottom - f->ry;
    const float dx = x < left    ? left - x
                     : x > right ? x - right
                                 : 0,
                dy = y < top      ? top - y
                     : y > bottom ? y - bottom
                                  : 0;
    if (dx <= 0 && dy <= 0)
        return 1;
    const float u = dx / f->rx, v = dy / f->ry, far = sqrtf(u * u + v * v);
    const float steep = sqrtf(u * u / (f->rx * f->rx) + v * v / (f->ry * f->ry)) / far; // of `far`, a pixel
    const float inside = (1 - far) / steep + 0.5F;
    return inside < 0 ? 0 : inside > 1 ? 1 : inside;
}

static uint8_t mixed(float front, float share, uint8_t back)
{
    return light_sample(share * front + (1 - share) * light_of(back));
}

static void put_pixel(uint8_t *to, const art_cell *cell, const art_look *look, float share)
{
    to[0] = mixed(cell->color.red, share, look->ground[0]);
    to[1] = mixed(cell->color.green, share, look->ground[1]);
    to[2] = mixed(cell->color.blue, share, look->ground[2]);
}

static void draw_cell(pixels *on, const art_cell *cell, const art_look *look)
{
    const art_form f = art_form_of(cell, look);
    const bool round = f.rx > 0;
    uint8_t whole[3];
    put_pixel(whole, cell, look, 1);
    for (uint32_t y = f.top; y < f.bottom && y < on->size.height; y++) {
        for (uint32_t x = f.left; x < f.right && x < on->size.width; x++) {
            uint8_t *to = on->bytes + ((size_t)y * on->size.width + x) * 3;
            const float share = round ? covered(&f, (float)x + 0.5F, (float)y + 0.5F) : 1;
            if (share >= 1)
                to[0] = whole[0], to[1] = whole[1], to[2] = whole[2];
            else
                put_pixel(to, cell, look, share);
        }
    }
}

static void fill(pixels *on, uint32_t left, uint32_t top, uint32_t right, uint32_t bottom, const uint8_t color[3])
{
    for (uint32_t y = top; y < bottom && y < on->size.height; y++)
        for (uint32_t x = left; x < right && x < on->size.width; x++)
            for (uint32_t c = 0; c < 3; c++)
                on->bytes[((size_t)y * on->size.width + x) * 3 + c] = color[c];
}

void art_draw(pixels *on, const art_cells *cells, const art_look *look, uint32_t from, uint32_t count)
{
    if (from == 0)
        fill(on, 0, 0, on->size.width, on->size.height, look->ground);
    for (size_t i = 0; i < cells->count; i++) { // parents stand before their children
        const art_cell *cell = &cells->cells[i];
        if (from > 0 && cell->gone > from && cell->gone <= count) // what has been split leaves its place
            fill(on, cell->left * look->scale, cell->top * look->scale, cell->right * look->scale + look->border,
                 cell->bottom * look->scale + look->border, look->ground);
        if (cell->born > from && art_is_there(cell, count))
            draw_cell(on, cell, look);
    }
}
