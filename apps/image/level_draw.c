#include "level_draw.h"

#include "art_form.h"
#include "output.h"

#include <string.h>

enum { GAP = 8 }; // between levels, in pixels that are drawn

typedef struct level_drawing {
    pixels *on;
    output *out; // NULL: pixels
    bool holes;  // there: of the ground, instead of leaves
    const level_look *look;
    const qd_image_size *picture;
    uint32_t level;
    uint32_t left, top; // of this level
} level_drawing;

static art_look look_of_art(const level_look *look)
{
    return (art_look){ .shape = ART_SQUARE, .scale = look->scale, .border = look->border };
}

static uint32_t all_of(uint64_t count, uint32_t side)
{
    const uint64_t all = count * (side + (uint64_t)GAP) - GAP;
    return all > UINT32_MAX ? UINT32_MAX : (uint32_t)all;
}

qd_image_size level_drawn_size(const qd_image_size *picture, const level_look *look, uint32_t level)
{
    const art_look form = look_of_art(look);
    qd_image_size size = art_drawn_size(picture, &form);
    const bool grey = look->ground[0] == look->ground[1] && look->ground[1] == look->ground[2];
    const bool grounded = look->border > 0 || look->strip > 0;
    size.channels = picture->channels < 3 && grounded && !grey ? picture->channels + 2 : picture->channels;
    if (look->strip > 0) {
        const uint32_t count = level + 1, columns = count < look->strip ? count : look->strip;
        size.width = all_of(columns, size.width);
        size.height = all_of((count + columns - 1) / columns, size.height);
    }
    return size;
}

static void put_leaf(const level_drawing *drawing, const pixel_node *node, const art_form *form)
{
    const uint32_t channels = drawing->picture->channels;
    const uint8_t *color = node->color;
    const uint32_t green = channels < 3 ? 0 : 1, blue = channels < 3 ? 0 : 2;
    put(drawing->out, "<rect x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\" fill=\"#%02x%02x%02x\"",
        drawing->left + form->left, drawing->top + form->top, form->right - form->left, form->bottom - form->top,
        color[0], color[green], color[blue]);
    if (channels % 2 == 0 && color[channels - 1] < UINT8_MAX)
        put(drawing->out, " fill-opacity=\"%.3f\"", color[channels - 1] / 255.0);
    put(drawing->out, "/>\n");
}

static void paint_leaf(const level_drawing *drawing, const pixel_node *node, const art_form *form)
{
    const uint32_t channels = drawing->on->size.channels;
    for (uint32_t y = form->top; y < form->bottom; y++) {
        uint8_t *to = drawing->on->bytes +
                      ((size_t)(drawing->top + y) * drawing->on->size.width + drawing->left + form->left) * channels;
        for (uint32_t x = form->left; x < form->right; x++, to += channels)
            memcpy(to, node->color, channels);
    }
}

static void draw_node(void *context, const pixel_node *node)
{
    const level_drawing *drawing = context;
    if ((!node->flat && node->level < drawing->level) || (drawing->out != NULL && output_failed(drawing->out)))
        return;
    const art_cell cell = { .left = node->left, .top = node->top, .right = node->right, .bottom = node->bottom };
    const art_look look = look_of_art(drawing->look);
    const art_form form = art_form_of(&cell, &look);
    const uint32_t width = form.right - form.left;
    if (drawing->holes)
        put(drawing->out, "M%u %uh%uv%uh-%uz", drawing->left + form.left, drawing->top + form.top, width,
            form.bottom - form.top, width);
    else if (drawing->out != NULL)
        put_leaf(drawing, node, &form);
    else
        paint_leaf(drawing, node, &form);
}

static void draw_levels(level_drawing *drawing, const pixels *picture, uint32_t level)
{
    const art_look form = look_of_art(drawing->look);
    const qd_image_size one = art_drawn_size(&picture->size, &form);
    const uint32_t strip = drawing->look->strip;
    for (uint32_t k = strip > 0 ? 0 : level; k <= level; k++) {
        drawing->level = k;
        drawing->left = strip > 0 ? k % strip * (one.width + GAP) : 0;
        drawing->top = strip > 0 ? k / strip * (one.height + GAP) : 0;
        pixel_tree_walk(picture, k, draw_node, drawing);
    }
}

void level_draw(pixels *on, const pixels *picture, const level_look *look, uint32_t level)
{
    const uint32_t channels = on->size.channels;
    const size_t count = (size_t)on->size.width * on->size.height;
    uint8_t ground[PIXEL_CHANNELS] = { look->ground[0], look->ground[1], look->ground[2], UINT8_MAX };
    if (channels < 3)
        ground[1] = UINT8_MAX;
    for (size_t i = 0; i < count; i++)
        memcpy(on->bytes + i * channels, ground, channels);
    level_drawing drawing = { .on = on, .look = look, .picture = &picture->size };
    draw_levels(&drawing, picture, level);
}

// The ground ends where leaves begin if they may be clear: as in pixels, it does not show through them.
static void put_ground(level_drawing *drawing, const pixels *picture, const qd_image_size *size, uint32_t level)
{
    const uint8_t *ground = drawing->look->ground;
    if (picture->size.channels % 2 != 0) {
        put(drawing->out, "<rect width=\"100%%\" height=\"100%%\" fill=\"#%02x%02x%02x\"/>\n", ground[0], ground[1],
            ground[2]);
        return;
    }
    put(drawing->out, "<path fill=\"#%02x%02x%02x\" fill-rule=\"evenodd\" d=\"M0 0h%uv%uh-%uz", ground[0], ground[1],
        ground[2], size->width, size->height, size->width);
    drawing->holes = true;
    draw_levels(drawing, picture, level);
    drawing->holes = false;
    put(drawing->out, "\"/>\n");
}

void level_put_svg(output *out, const pixels *picture, const level_look *look, uint32_t level)
{
    const qd_image_size size = level_drawn_size(&picture->size, look, level);
    put(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" viewBox=\"0 0 %u %u\">\n",
        size.width, size.height, size.width, size.height);
    level_drawing drawing = { .out = out, .look = look, .picture = &picture->size };
    if (look->border > 0 || look->strip > 0)
        put_ground(&drawing, picture, &size, level);
    draw_levels(&drawing, picture, level);
    put(out, "</svg>\n");
}
