/// Maps, tilesets and templates as Tiled writes them in JSON (.tmj, .tsj, .tj, and .json of early versions), given to
/// handlers as the elements that the same file has in XML (.tmx, .tsx, .tx).
#ifndef QUADRILLE_FORMATS_TILED_JSON_H
#define QUADRILLE_FORMATS_TILED_JSON_H

#include "element.h"
#include "source.h"

/// Reads a document in whichever of the two forms its first character shows, or the name of its file at `path`, if that
/// is not NULL. `root`: what it is taken for where JSON
/// does not say: "map", "tileset" or "template". False: *message says why.
bool tiled_read_document(byte_source *from, const char *path, const char *root, const element_handlers *handlers,
                         void *context, format_message *message);

#endif
