/// @file map_tiles.h
/// A Tiled map for the scene of tiles.
#ifndef QUADRILLE_CLI_MAP_TILES_H
#define QUADRILLE_CLI_MAP_TILES_H

#include <stdbool.h>
#include <tiles.h>

typedef struct map_tiles {
    tile_map map; ///< Its tiles are those below.
    tile *tiles;
    size_t room;
} map_tiles;

/// Reads a map: every tile that is not empty and every object that is visible, in the order of drawing. With
/// `layers`, separated by commas, of those alone, or of what is in groups of these names. Other files that it names lie
/// below `root`; NULL: its folder. False: complained, and *out is empty. map_tiles_free afterwards in any case.
bool map_tiles_read(map_tiles *out, const char *path, const char *root, const char *layers);
void map_tiles_free(map_tiles *tiles);

#endif
