/// A folder, and files in it and below it that are opened by its handle: whatever is renamed or linked there meanwhile,
/// nothing outside of it is opened. Where a system has no such handles (Windows), files are opened by their path.
#ifndef QUADRILLE_FORMATS_BENEATH_H
#define QUADRILLE_FORMATS_BENEATH_H

#include <stdbool.h>
#include <stdio.h>

typedef struct beneath {
    char *path; ///< As realpath gives it; NULL: not opened.
    int handle;
} beneath;

/// All zero before. False: errno says why. beneath_close afterwards in any case.
bool beneath_open(beneath *folder, const char *path);
void beneath_close(beneath *folder);

/// Opens a file by its path from the folder, as realpath gives it: without links, . and .. in it. A pipe or a device is
/// not waited for. NULL: errno says why; ENXIO: it is no regular file; ELOOP or ENOTDIR: there is a link in it.
FILE *beneath_file(const beneath *folder, const char *path);

#endif
