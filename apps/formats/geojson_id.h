/// What a feature is called by: its member "id", or one of its properties, as a text.
#ifndef QUADRILLE_FORMATS_GEOJSON_ID_H
#define QUADRILLE_FORMATS_GEOJSON_ID_H

#include "json_reader.h"

enum { GEOJSON_WRONG_SIZE = 160 };

/// All zero at first; it keeps its memory from feature to feature. free its `text` in the end.
typedef struct geojson_id {
    char *text; ///< With a NUL behind it.
    size_t room;
    bool there;
    char wrong[GEOJSON_WRONG_SIZE]; ///< "", or why it is missing,
    json_place place;               ///< and where.
} geojson_id;

/// Takes the value that the current token begins for the id; null is none. `what` names it in complaints. False: the
/// message says why.
bool geojson_id_take(geojson_id *self, json_reader *reader, const char *what, format_message *message);

/// Takes the property of this name in the value that the current token begins. The same.
bool geojson_id_find(geojson_id *self, json_reader *reader, const char *property, format_message *message);

#endif
