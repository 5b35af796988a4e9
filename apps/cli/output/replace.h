/// @file replace.h
/// Writing a file so that half of it is never seen: under another name in the same folder, which then becomes the
/// file's.
#ifndef QUADRILLE_CLI_REPLACE_H
#define QUADRILLE_CLI_REPLACE_H

#include "output.h"

typedef struct replacement {
    output out;      ///< Write here.
    char *path;      ///< Of the file to be; NULL: `out` is the file itself, which is no regular one.
    char *temporary; ///< Of what is written.
} replacement;

/// Opens; "-" is standard output. False: complained.
bool replace_begin(replacement *self, const char *path);

/// The file is there as a whole if `result` is STATUS_DONE and so is what this returns; otherwise it is as it was.
status replace_finish(replacement *self, status result);

#endif
