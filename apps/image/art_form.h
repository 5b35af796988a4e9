/// Where and in which form a cell is drawn.
#ifndef QUADRILLE_APP_ART_FORM_H
#define QUADRILLE_APP_ART_FORM_H

#include "art_draw.h"

/// A cell without its border, in pixels that are drawn, and the radii of its corners.
typedef struct art_form {
    uint32_t left, top, right, bottom;
    float rx, ry;
} art_form;

art_form art_form_of(const art_cell *cell, const art_look *look);

#endif
