/// The files that a map names: tilesets and templates. A name is a path from the folder of the file that has it, and
/// must lead to a file below the root, symbolic links followed, so that a map from strangers opens nothing else. The
/// root is the map's folder, unless the user names another. How many files there may be, and how large, is limited.
#ifndef QUADRILLE_FORMATS_TILED_FILES_H
#define QUADRILLE_FORMATS_TILED_FILES_H

#include "beneath.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum {
    TILED_FILES_MAX = 1000,      ///< Files that one map names, those counted that these name.
    TILED_FILE_MAX = 16 << 20,   ///< Bytes of one.
    TILED_FILES_MOST = 64 << 20, ///< Bytes of all.
    TILED_WRONG_SIZE = 400
};

typedef struct tiled_files {
    const char *map;  ///< Its path; NULL: it has none, and no file can be opened.
    const char *root; ///< As the user names it; NULL: the map's folder.
    beneath folder;   ///< The root; path NULL: not opened yet.
    char *home;       ///< The map's folder, from there; NULL: not found out yet.
    size_t count;
    uint64_t bytes;
    char wrong[TILED_WRONG_SIZE]; ///< What the last complaint said, if it had to be made up.
} tiled_files;

/// Opens the root that the user names. False: *wrong says why, or is NULL: no memory.
bool tiled_files_begin(tiled_files *files, const char **wrong);
void tiled_files_free(tiled_files *files);

/// `name`, as a file of `folder` has it, as a path from the root, without . and .. in it; to be freed. `folder` is such
/// a path too; NULL: the map's own. NULL: *wrong says why, as what stands behind a colon, or is NULL: no memory. Good
/// until the next call.
char *tiled_files_path(tiled_files *files, const char *folder, const char *name, const char **wrong);

/// Opens what is at such a path. NULL: *wrong says why, as above.
FILE *tiled_files_open(tiled_files *files, const char *path, const char **wrong);

#endif
