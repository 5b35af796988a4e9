/// What is written into a file, and what the ending of the file's name says of that.
#ifndef QUADRILLE_CONSOLE_OUTPUT_FORM_H
#define QUADRILLE_CONSOLE_OUTPUT_FORM_H

#include <stdbool.h>
#include <stddef.h>

/// Forms of files, each a bit: an option has those that it can write.
typedef enum output_form {
    OUTPUT_SVG = 1 << 0,
    OUTPUT_PNG = 1 << 1,
    OUTPUT_JPEG = 1 << 2,
    OUTPUT_GIF = 1 << 3,
    OUTPUT_CSV = 1 << 4,
    // Our own, of which names may end as they like, unless the ending is known to be another's.
    OUTPUT_QDI = 1 << 5,
    OUTPUT_INDEX = 1 << 6,
    OUTPUT_RECORDING = 1 << 7,
} output_form;

/// Which of `forms` a file of this name gets, by its ending in any case. A name without an ending, and "-", get
/// `usual`. 0: the name says that it is something else.
output_form output_form_of(const char *path, unsigned forms, output_form usual);

enum { OUTPUT_FORMS_TEXT = 160 };

/// What a name should be instead, for people: "a name that ends with .svg or .png".
void output_form_remedy(const char *path, unsigned forms, char text[OUTPUT_FORMS_TEXT]);

#endif
