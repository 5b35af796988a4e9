/// A map for the scene of tiles: a reader of a file turns it into this.
#ifndef QUADRILLE_SCENE_TILES_H
#define QUADRILLE_SCENE_TILES_H

#include <fbox.h>

typedef struct tile {
    fbox box;         ///< Valid.
    uint32_t picture; ///< Which tile of its set: tiles of the same picture get the same colour.
    bool object;      ///< Something that stands on the map, and not a piece of it.
} tile;

typedef struct tile_map {
    const tile *tiles; ///< In the order of drawing.
    size_t count;
    bool diamonds; ///< Isometric: a piece of the map is the diamond in its box.
} tile_map;

#endif
