/// A Tiled map for the scene of tiles.
#ifndef QUADRILLE_SIMULATE_MAP_TILES_H
#define QUADRILLE_SIMULATE_MAP_TILES_H

#include <limit.h>
#include <stdbool.h>
#include <stdint.h>
#include <tiles.h>

typedef struct map_tiles {
    tile_map map; ///< Its tiles are those below.
    tile *tiles;
    size_t room;
    size_t rounded;      ///< Tiles with boxes that floats do not keep.
    memory_limit *limit; ///< The file's, while it is read.
} map_tiles;

/// Reads a map: every tile that is not empty and every object that is visible, in the order of drawing. With
/// `layers`, separated by commas, of those alone, or of what is in groups of these names. Other files that it names lie
/// below `root`; NULL: its folder. `limit`: bytes of memory that it may take; 0: the rule of limit.h. False:
/// complained, and *out is empty. map_tiles_free afterwards in any case.
bool map_tiles_read(map_tiles *out, const char *path, const char *root, const char *layers, uint64_t limit);
void map_tiles_free(map_tiles *tiles);

#endif
