/// Files of pictures, by what their first bytes say they are. Unless a reader returns STATUS_DONE it has complained,
/// and nothing is kept. `limit`: bytes of memory that reading may take; 0: the rule of limit.h.
#ifndef QUADRILLE_APP_PICTURE_FILE_H
#define QUADRILLE_APP_PICTURE_FILE_H

#include "pixels.h"

/// Reads a picture of our own codec; *size is what its file takes.
status picture_read_encoded(pixels *self, const char *path, uint64_t limit, size_t *size);

/// Reads a PNG, a JPEG, or a picture of our own codec; *size is what the file of the last takes, 0 for the others.
status picture_read(pixels *self, const char *path, uint64_t limit, size_t *size);

/// Reads what is to be encoded or drawn: a PNG or a JPEG.
status picture_read_source(pixels *self, const char *path, uint64_t limit);

/// FOLDER/NAME, of malloc. NULL: complained.
char *picture_path(const char *folder, const char *name);

/// Is there an output, and is it another file than the one that is read? False: complained, with a name as an example.
bool picture_output_is_good(const char *output, const char *file, const char *example);

#endif
