/// GeoJSON read another way, for geojson_fuzz.c to compare with: each document becomes one tree, and the box is that of
/// all numbers where numbers belong. No line, no message, and all of it in memory.
#ifndef QUADRILLE_FUZZ_GEOJSON_PEER_H
#define QUADRILLE_FUZZ_GEOJSON_PEER_H

#include <quadrille/geometry.h>
#include <stdbool.h>

typedef struct peer_id {
    enum { PEER_NO_ID, PEER_TEXT, PEER_WHOLE, PEER_REAL, PEER_BAD_ID } kind;
    char *text; ///< Its owner is the list.
    long long whole;
    double real;
} peer_id;

typedef struct peer_feature {
    bool good; ///< Has it a box?
    qd_box box;
    peer_id id, property; ///< Its id, and its property "n".
} peer_feature;

typedef struct peer_list {
    peer_feature *features;
    size_t count;
    bool strict;     ///< It was refused for what is no error to others.
    bool ids_unsure; ///< Whole ids have become doubles, since a number was too long for anything else.
} peer_list;

/// False: it is no GeoJSON, and the list is empty. peer_free afterwards.
bool peer_read(peer_list *list, const char *bytes, size_t size);
void peer_free(peer_list *list);

#endif
