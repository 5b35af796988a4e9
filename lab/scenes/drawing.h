/// What a scene looks like, as a list of shapes in the world's coordinates, y downwards: renderers turn it into pixels
/// or SVG. Later shapes cover earlier ones. Colours are named by what they mean; any kind of
/// colour vision distinguishes those of the palette (drawing.c).
#ifndef QUADRILLE_SCENE_DRAWING_H
#define QUADRILLE_SCENE_DRAWING_H

#include <fbox.h>

typedef enum ink {
    INK_GROUND,    ///< What lies under everything.
    INK_ITEM,      ///< Something that moves and touches nothing.
    INK_HIT,       ///< Something that touches something.
    INK_STATIC,    ///< Something that stays where it is.
    INK_WALL,      ///< What stops everything.
    INK_HERO,      ///< Whom the player steers.
    INK_FOOD,      ///< What can be had.
    INK_PLANT,     ///< Trees, grass.
    INK_HOUSE,     ///< Houses.
    INK_WATER,     ///< Water.
    INK_SAND,      ///< Sand, paths.
    INK_STONE,     ///< Stone, mountains.
    INK_LIGHT,     ///< Where light falls.
    INK_SHOT,      ///< Shots, alarms.
    INK_QUERY,     ///< The outline of a question.
    INK_CANDIDATE, ///< What an index offered as an answer.
    INK_LINK,      ///< A line from asker to answer.
    INK_GLOW,      ///< Light, a layer of it: where more layers lie it is brighter.
    INK_SHADE,     ///< A picture's brightness: this one and the next PICTURE_SHADES - 1, from dark to bright.
    PICTURE_SHADES = 64,
    INKS = INK_SHADE + PICTURE_SHADES
} ink;

typedef enum shape_kind {
    SHAPE_BOX,      ///< Filled: a and b are its lower and upper corner.
    SHAPE_FRAME,    ///< Its outline.
    SHAPE_DIAMOND,  ///< Filled, its corners in the middle of the sides of the box from a to b.
    SHAPE_LINE,     ///< From a to b.
    SHAPE_TRIANGLE, ///< Filled: a, b, c.
    SHAPE_DISC,     ///< Filled: centre a, radius b.x.
    SHAPE_RING,     ///< Its outline.
} shape_kind;

typedef struct drawn_shape {
    uint8_t kind, ink; ///< shape_kind, ink
    fvec2 a, b, c;
} drawn_shape;

/// Boxes that lie in an array of their owner, until it changes: those with a mark are INK_HIT, others INK_ITEM.
typedef struct drawn_crowd {
    const fbox *boxes;
    const uint32_t *marks;
    size_t count;
    size_t at; ///< As many shapes lie under it.
} drawn_crowd;

/// Zero it first but for the inputs; free it with drawing_free. Memory that runs out leaves shapes away and sets
/// `failed`.
typedef struct drawing {
    fbox view;         ///< Input: what will be seen. Scenes leave out what lies outside.
    float pixel;       ///< Input: how wide a pixel is in the world; 0: not drawn in pixels.
    size_t crowd_from; ///< Input: so many boxes or more, all in view, may be a crowd instead of shapes; 0: never.
    drawn_crowd crowd; ///< Count 0: none.
    drawn_shape *shapes;
    size_t count, room;
    bool failed;
} drawing;

void drawing_box(drawing *self, ink color, fbox box);
void drawing_frame(drawing *self, ink color, fbox box);
void drawing_diamond(drawing *self, ink color, fbox box);
void drawing_line(drawing *self, ink color, fvec2 from, fvec2 to);
void drawing_triangle(drawing *self, ink color, fvec2 a, fvec2 b, fvec2 c);
void drawing_disc(drawing *self, ink color, fvec2 center, float radius);
void drawing_ring(drawing *self, ink color, fvec2 center, float radius);

/// Draws all boxes as a crowd. False: they have to be shapes.
bool drawing_crowd(drawing *self, const fbox *boxes, const uint32_t *marks, size_t count, fbox world);

/// Forgets the shapes and keeps the memory.
void drawing_clear(drawing *self);
void drawing_free(drawing *self);

/// Red, green, blue and opacity, 0..255 each.
typedef struct ink_color {
    uint8_t red, green, blue, alpha;
} ink_color;

ink_color ink_color_of(ink color);

#endif
