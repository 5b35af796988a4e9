/// The rows of a CSV file as they stand in it, for what prints whole rows: where each lies is noted while the file is
/// read, and its bytes are read a second time.
#ifndef QUADRILLE_ITEMS_ROW_TEXT_H
#define QUADRILLE_ITEMS_ROW_TEXT_H

#include "items.h"

/// Why the rows of the file, which has been read, cannot be printed; NULL: they can.
const char *row_text_problem(const items *list, const input *in);

/// Can they? Otherwise complains.
bool row_text_ready(const items *list, const input *in);

/// Opens the file again. NULL: complained. The header is row ROW_TEXT_HEADER.
typedef struct row_text row_text;
row_text *row_text_open(const items *list, const input *in);
void row_text_close(row_text *self);

#define ROW_TEXT_HEADER SIZE_MAX

/// The bytes of the row of item i with its line end, good until the next. NULL: complained.
const char *row_text_bytes(row_text *self, size_t i, size_t *size);

/// Prints the row of item i without its line end. False: complained.
bool put_row_text(output *out, row_text *self, size_t i);

#endif
