/// The file of a font for the window's text: found where systems keep fonts, or named. It is read and looked over here,
/// since what draws letters takes it on trust.
#ifndef QUADRILLE_DEMO_FONT_H
#define QUADRILLE_DEMO_FONT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct font {
    unsigned char *bytes; ///< NULL: the letters that are built in.
    size_t size;
    const char *path; ///< Where it is from; not owned.
} font;

/// Reads a font file; "none" stands for the built-in letters, and NULL for the first usual file that exists and is
/// sound, or else the built-in letters. False: complained that the named file cannot be read or is not a font; *self is
/// empty.
bool font_read(font *self, const char *name);
void font_free(font *self);

/// Is it a TrueType or OpenType font, or a collection of them, with the tables that letters of the (first) font are
/// drawn from, all within the file and undamaged? What their numbers mean is not looked at.
bool font_is_sound(const unsigned char *bytes, size_t size);

/// The usual files, best first; NULL at the end.
extern const char *const font_places[];

#endif
