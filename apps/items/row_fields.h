/// The rows of a CSV file field by field, for what prints the columns of two files, or columns as properties: read a
/// second time, as row_text.h has them.
#ifndef QUADRILLE_ITEMS_ROW_FIELDS_H
#define QUADRILLE_ITEMS_ROW_FIELDS_H

#include "items.h"

/// Names of columns, no two of them alike, be it in another case.
typedef struct row_names {
    char **names;
    size_t count, room;
    size_t *slots;    ///< A hash table of twice the room: which name, from 1, or 0.
    size_t *tries;    ///< For each name, how many that begin with it have been tried with this mark.
    const char *mark; ///< Not copied.
} row_names;

/// Appends a name. One that is there already gets `mark` behind it, and a number where that is there too: of "_b" it
/// becomes name_b, name_b2, ..; of "_" name_2, name_3, .. False: complained.
bool row_names_add(row_names *self, const char *name, const char *mark);
void row_names_free(row_names *self);

typedef struct row_fields row_fields;

/// Opens the file again, which row_text_ready has found fit. NULL: complained.
row_fields *row_fields_open(const items *list, const input *in);
void row_fields_close(row_fields *self);

/// Appends the names of its columns; their positions, from 1, where it has no header. False: complained.
bool row_fields_name(row_fields *self, row_names *names, const char *mark);

size_t row_fields_count(const row_fields *self);

/// The fields of the row of item i, good until the next. False: complained.
bool row_fields_read(row_fields *self, size_t i);
const char *row_field(const row_fields *self, size_t column);

#endif
