/// What reads a file into items: one function for each kind of file. items_read chooses.
#ifndef QUADRILLE_ITEMS_ITEMS_KINDS_H
#define QUADRILLE_ITEMS_ITEMS_KINDS_H

#include "csv.h"
#include "items_list.h"

#include <source.h>

/// `name` is the file's for people, `size` its length or 0. False: complained.
bool items_read_csv(items *list, input *in, const char *name, csv_reader *csv, uint64_t size);
bool items_read_geojson(items *list, const input *in, const char *name, byte_source *from, uint64_t size);
bool items_read_map(items *list, const input *in, const char *name, byte_source *from);

/// Edges that the user has said nothing about become the index's own.
bool items_read_index(items *list, input *in, const char *name, byte_source *from);

#endif
