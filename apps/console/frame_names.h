/// Pictures in a folder, numbered. Before the first is written, the other files of the command are compared with all of
/// them.
#ifndef QUADRILLE_CONSOLE_FRAME_NAMES_H
#define QUADRILLE_CONSOLE_FRAME_NAMES_H

#include <stdbool.h>
#include <stdint.h>

enum { FRAME_PATH = 4096 };

typedef struct frame_names {
    const char *folder, *before; ///< NULL for the folder: no pictures.
    int digits;                  ///< A number has so many at least.
    const char *ending;
    int64_t first, every, last; ///< Numbers: the first, each so many more, and the last in any case.
} frame_names;

/// FOLDER/BEFORE000123ENDING. False: complained of a name that is too long.
bool frame_path(const frame_names *self, int64_t number, char path[FRAME_PATH]);

/// Would one of them spoil `input`? Then it complains, of --frames. NULL is no file.
bool frames_spoil_input(const frame_names *self, const char *input);

/// Would one of them and another output spoil each other? Then it complains. NULL is no file.
bool frames_spoil_output(const frame_names *self, const char *option, const char *other);

#endif
