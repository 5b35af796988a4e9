/// @file items_read.h
/// What reads a file into items, behind items_read: one function for each kind of file.
#ifndef QUADRILLE_CLI_ITEMS_READ_H
#define QUADRILLE_CLI_ITEMS_READ_H

#include "csv.h"
#include "items.h"

#include <xml.h>

/// Appends an item. Its id is the text if the list has texts, otherwise the number. False: complained.
bool items_add(items *list, qd_box box, uint64_t number, const char *text);
/// The same with --double.
bool items_add_exact(items *list, qd_dbox box, uint64_t number, const char *text);

/// `name` is the file's for people, `size` its length or 0. False: complained.
bool items_read_csv(items *list, const input *in, const char *name, csv_reader *csv, uint64_t size);
bool items_read_map(items *list, const input *in, const char *name, const xml_source *source);

#endif
