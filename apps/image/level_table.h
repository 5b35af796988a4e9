/// What each level of a picture's tree takes and loses, as a table or as JSON.
#ifndef QUADRILLE_APP_LEVEL_TABLE_H
#define QUADRILLE_APP_LEVEL_TABLE_H

#include "pixel_tree.h"

struct output;

void level_put_table(struct output *out, const qd_image_size *size, const pixel_level *levels, uint32_t level);
void level_put_json(struct output *out, const qd_image_size *size, const pixel_level *levels, uint32_t level);

#endif
