/// @file json_place.h
/// Where in the text of a JSON document a value stands. Trees have no lines: this is for complaints, of which there is
/// one, and looks through the text again.
#ifndef QUADRILLE_FORMATS_JSON_PLACE_H
#define QUADRILLE_FORMATS_JSON_PLACE_H

#include <stdbool.h>
#include <stddef.h>

/// Finds the value at a path like `layers[2].objects[5]`, "" the document itself, in a text that is JSON. `*line` and
/// `*column` are those where the text begins, and become those of the value. False: there is none, they stay.
bool json_place_find(const char *text, size_t size, const char *path, size_t *line, size_t *column);

#endif
