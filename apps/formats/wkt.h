/// Geometries as well-known text (OGC 06-103r4, with the SRID that PostGIS puts in front): the box around one.
///
///     POINT (3 4)    LINESTRING Z (0 0 7, 3 4 7)    SRID=3857;POLYGON ((0 0, 9 0, 9 9, 0 0))
///     GEOMETRYCOLLECTION (POINT (1 2), MULTIPOINT ((3 4), (5 6)), LINESTRING EMPTY)    BOX(1 2,3 4)
///
/// Words may have any case. All kinds are taken that lie within the bounds of their points, and the boxes of PostGIS;
/// arcs go beyond, so circles and curves that have some are refused. Heights and measures are read and left out, and
/// may be NaN. Work is proportional to the text.
#ifndef QUADRILLE_FORMATS_WKT_H
#define QUADRILLE_FORMATS_WKT_H

#include <quadrille/geometry.h>
#include <stdbool.h>
#include <stddef.h>

enum {
    WKT_DEPTH_MAX = 32, ///< Parentheses within each other.
    WKT_WRONG_SIZE = 128,
};

typedef enum wkt_result {
    WKT_BOX,
    WKT_EMPTY, ///< A geometry without points.
    WKT_BAD,
} wkt_result;

/// Does the text begin as a geometry does, with the word of its kind? It may be wrong in the end.
bool wkt_begins(const char *text);

/// Reads the whole text. WKT_BAD: `wrong` says what is wrong as the end of a sentence, "has no ) after ..", and *at is
/// the place of it in the text, from 0.
wkt_result wkt_read(const char *text, qd_box *box, char wrong[WKT_WRONG_SIZE], size_t *at);

#endif
