/// Letters as strokes, for pictures of pixels: the printable characters of ASCII. Any other is a box.
#ifndef QUADRILLE_DRAW_LETTERS_H
#define QUADRILLE_DRAW_LETTERS_H

/// A stroke from one point to the next, where the letter stands on (0, 0) and capitals reach to y = -LETTER_TALL.
typedef struct letter_stroke {
    double x0, y0, x1, y1;
} letter_stroke;

enum { LETTER_TALL = 14, LETTER_STROKES = 40, LETTER_UNITS = 19 }; ///< Units that are one font size.

/// The strokes of the character that a text of UTF-8 begins with. Moves *text behind it. Returns how many there are;
/// *width is how far on the next one stands.
int letter_take(const char **text, letter_stroke strokes[LETTER_STROKES], double *width);

/// Width of a whole text.
double letters_width(const char *text);

#endif
