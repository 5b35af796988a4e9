/// Writing a file so that half of it is never seen under its name, and the old one is lost only to a whole new one: it
/// is written under another name in the same folder, which then becomes the file's. Nothing is printed: errno has the
/// cause. A link is followed, permissions stay. A device, a pipe, or a file open as standard output is written to
/// directly; "-" is standard output.
#ifndef QUADRILLE_WHOLE_FILE_H
#define QUADRILLE_WHOLE_FILE_H

#include <stdbool.h>
#include <stdio.h>

typedef enum whole_kind {
    WHOLE_OR_NOTHING, ///< The other name is a made-up one; an interrupt or a failure removes it.
    WHOLE_OR_PART,    ///< It is FILE.partial, or FILE.partial-2 .. where that is there; it stays, for what is in it.
} whole_kind;

typedef enum whole_end {
    WHOLE_DONE, ///< It becomes the file.
    WHOLE_LEFT, ///< It stays what it is, if it is of a kind that does; the file is as it was.
    WHOLE_LOST, ///< It goes; the file is as it was.
} whole_end;

typedef struct whole_file {
    FILE *file; ///< Write here.
    whole_kind kind;
    char *path;    ///< The future file's, links followed; NULL: `file` is that itself.
    char *written; ///< Its name while it is written; NULL likewise.
} whole_file;

/// False: errno says why; nothing is there that was not, and whole_file_end is not called.
bool whole_file_open(whole_file *self, const char *path, whole_kind kind);

/// A file of the kind that stays has something in it that is worth keeping: until then an interrupt removes it.
void whole_file_keep(whole_file *self);

/// 0, or errno after a failure: the file has not changed, and the new bytes are left or lost by their kind.
int whole_file_end(whole_file *self, whole_end end);

#endif
