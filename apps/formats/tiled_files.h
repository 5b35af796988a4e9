/// @file tiled_files.h
/// The files that a map names: tilesets and templates. A name is a path from the folder of the file that has it, and
/// must lead to a file in the folder of the map or below it, symbolic links followed, so that a map from strangers
/// opens nothing else. How many there may be, and how large, is limited.
#ifndef QUADRILLE_FORMATS_TILED_FILES_H
#define QUADRILLE_FORMATS_TILED_FILES_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum {
    TILED_FILES_MAX = 1000,     ///< Files that one map names, those counted that these name.
    TILED_FILE_MAX = 16 << 20,  ///< Bytes of one.
    TILED_FILES_MOST = 64 << 20 ///< Bytes of all.
};

typedef struct tiled_files {
    const char *map; ///< Path of the map; NULL: it has none, and no file can be opened.
    char *folder;    ///< That of the map, without symbolic links in it; NULL: not found out yet.
    size_t count;
    uint64_t bytes;
} tiled_files;

void tiled_files_free(tiled_files *files);

/// `name`, as a file of `folder` has it, as a path from the map's folder, without . and .. in it; to be freed. `folder`
/// is such a path too, "" for the map's own. NULL: *wrong says why, as what stands behind a colon, or is NULL: no
/// memory.
char *tiled_files_path(const char *folder, const char *name, const char **wrong);

/// Opens what is at such a path. NULL: *wrong says why, as above.
FILE *tiled_files_open(tiled_files *files, const char *path, const char **wrong);

#endif
