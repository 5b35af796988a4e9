/// @file qdi_file.h
/// Files of pictures, by what their first bytes say they are.
#ifndef QUADRILLE_APP_QDI_FILE_H
#define QUADRILLE_APP_QDI_FILE_H

#include "pixels.h"

/// Reads a picture of our own codec; *size is what its file takes. False: complained.
bool qdi_read(pixels *self, const char *path, size_t *size);

/// Reads a PNG, or a picture of our own codec, for which *size is not 0. False: complained.
bool picture_read(pixels *self, const char *path, size_t *size);

/// Reads what is to be encoded. False: complained; a picture of our own codec is not encoded again.
bool picture_read_source(pixels *self, const char *path);

#endif
