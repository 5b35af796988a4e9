/// The leaves of a picture's tree that ends at a level, as pixels or as SVG: one level, or all down to it in rows.
#ifndef QUADRILLE_APP_LEVEL_DRAW_H
#define QUADRILLE_APP_LEVEL_DRAW_H

#include "pixel_tree.h"

struct output;

typedef struct level_look {
    uint32_t scale;    ///< Pixels drawn for one of the picture's, each way.
    uint32_t border;   ///< Pixels between leaves, and around all.
    uint8_t ground[3]; ///< The colour of these, and of what is between levels.
    uint32_t strip;    ///< Levels in a row, from the root's on; 0: one level alone.
} level_look;

/// The size of what is drawn; its channels are those of the picture, and more where the ground needs them. It may be
/// more than a picture can have: pixels_make says so.
qd_image_size level_drawn_size(const qd_image_size *picture, const level_look *look, uint32_t level);

/// Draws on pixels of that size. The picture has as many channels.
void level_draw(pixels *on, const pixels *picture, const level_look *look, uint32_t level);

/// The same as shapes. The ground lies behind all leaves, so it shows through those that are not opaque; among pixels
/// it is only between them.
void level_put_svg(struct output *out, const pixels *picture, const level_look *look, uint32_t level);

#endif
