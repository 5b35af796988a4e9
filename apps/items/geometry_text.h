/// A geometry in one field of a table: well-known text, or GeoJSON, which begins with a brace.
#ifndef QUADRILLE_ITEMS_GEOMETRY_TEXT_H
#define QUADRILLE_ITEMS_GEOMETRY_TEXT_H

#include <wkt.h>

/// As wkt_read. The box of GeoJSON is that around all of its features or its geometry; *at is 0 where it is not said.
wkt_result geometry_text_read(const char *text, qd_box *box, char wrong[WKT_WRONG_SIZE], size_t *at);

/// Is it meant as one, be it wrong?
bool geometry_text_begins(const char *text);

#endif
