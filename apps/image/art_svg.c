// Cells as shapes.
#include "art_form.h"
#include "output.h"

static void put_shape(output *out, const art_cell *cell, const art_look *look)
{
    const art_form f = art_form_of(cell, look);
    const uint32_t width = f.right - f.left, height = f.bottom - f.top;
    const unsigned red = light_sample(cell->color.red), green = light_sample(cell->color.green),
                   blue = light_sample(cell->color.blue);
    if (look->shape == ART_CIRCLE)
        put(out, "<ellipse cx=\"%g\" cy=\"%g\" rx=\"%g\" ry=\"%g\"", f.left + width / 2.0, f.top + height / 2.0,
            width / 2.0, height / 2.0);
    else
        put(out, "<rect x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\"", f.left, f.top, width, height);
    if (look->shape == ART_ROUNDED)
        put(out, " rx=\"%g\"", (double)f.rx);
    put(out, " fill=\"#%02x%02x%02x\"/>\n", red, green, blue);
}

void art_put_svg(output *out, const art_cells *cells, const qd_image_size *picture, const art_look *look)
{
    const qd_image_size size = art_drawn_size(picture, look);
    put(out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" viewBox=\"0 0 %u %u\">\n"
        "<rect width=\"100%%\" height=\"100%%\" fill=\"#%02x%02x%02x\"/>\n",
        size.width, size.height, size.width, size.height, look->ground[0], look->ground[1], look->ground[2]);
    for (size_t i = 0; i < cells->count && !output_failed(out); i++)
        if (art_is_there(&cells->cells[i], cells->alive))
            put_shape(out, &cells->cells[i], look);
    put(out, "</svg>\n");
}
