// Each letter is one or more strokes, with blanks between them; a stroke is a list of points. The first character of a
// point is its column, from a on, the second its row, from A, the top of capitals, to O, on which letters stand, and S,
// to which they hang down.
#include "letters.h"

#include "utf8.h"

static const char *const letters[] = {
    ['!'] = "aAaJ aNaO",
    ['"'] = "aAaD cAcD",
    ['#'] = "cAbO gAfO aEhE aKhK",
    ['$'] = "hCfAcAaCaEcGfHhJhMfOcOaM dAdO",
    ['%'] = "hAaO bAaBaDbEcDcBbA gKfLfNgOhNhLgK",
    ['&'] = "iObDcAeAfCfEaJaMcOeOiI",
    ['\''] = "aAaD",
    ['('] = "dAbDaGaIbLdO",
    [')'] = "aAcDdGdIcLaO",
    ['*'] = "dBdH aCgG gCaG",
    ['+'] = "aIiI eEeM",
    [','] = "bNbOaQ",
    ['-'] = "aIeI",
    ['.'] = "bNbObN",
    ['/'] = "fAaO",
    ['0'] = "cAfAhDhLfOcOaLaDcA",
    ['1'] = "bCeAeO",
    ['2'] = "aDcAfAhChEaOhO",
    ['3'] = "aAhAdFfFhIhLfOcOaM",
    ['4'] = "fOfAaKhK",
    ['5'] = "gAbAaGeFhIhLfOcOaM",
    ['6'] = "gBeAcBaGaLcOfOhLhIfGcGaI",
    ['7'] = "aAhAcO",
    ['8'] = "cAfAhChEfGcGaIaMcOfOhMhIfG cGaEaCcA",
    ['9'] = "hFfIcIaFaCcAfAhChIfNcO",
    [':'] = "bGbH bNbO",
    [';'] = "bGbH bNbOaQ",
    ['<'] = "hDaIhN",
    ['='] = "aGhG aKhK",
    ['>'] = "aDhIaN",
    ['?'] = "aCbAeAgCgEdHdJ dNdO",
    ['@'] = "gKgGeFcGcKeLgKiLjIjEgBdBaEaKdOhO",
    ['A'] = "aOeAiO bKhK",
    ['B'] = "aOaAfAhBhFfHaH fHiJiMgOaO",
    ['C'] = "iDgAcAaDaLcOgOiL",
    ['D'] = "aOaAeAiDiLeOaO",
    ['E'] = "hAaAaOhO aHfH",
    ['F'] = "hAaAaO aHfH",
    ['G'] = "iDgAcAaDaLcOgOiLiHfH",
    ['H'] = "aAaO iAiO aHiH",
    ['I'] = "aAaO",
    ['J'] = "fAfLdObOaM",
    ['K'] = "aAaO hAaI cGhO",
    ['L'] = "aAaOhO",
    ['M'] = "aOaAeIiAiO",
    ['N'] = "aOaAiOiA",
    ['O'] = "dAfAiDiLfOdOaLaDdA",
    ['P'] = "aOaAfAhChFfHaH",
    ['Q'] = "dAfAiDiLfOdOaLaDdA fKiP",
    ['R'] = "aOaAfAhChFfHaH dHhO",
    ['S'] = "hCfAcAaCaEcGfHhJhMfOcOaM",
    ['T'] = "aAiA eAeO",
    ['U'] = "aAaLcOfOhLhA",
    ['V'] = "aAeOiA",
    ['W'] = "aAcOfDiOkA",
    ['X'] = "aAhO hAaO",
    ['Y'] = "aAeHiA eHeO",
    ['Z'] = "aAhAaOhO",
    ['['] = "cAaAaOcO",
    ['\\'] = "aAfO",
    [']'] = "aAcAcOaO",
    ['^'] = "aEdAgE",
    ['_'] = "aQhQ",
    ['`'] = "aAcD",
    ['a'] = "bFeFgHgO gIcIaKaMcOeOgM",
    ['b'] = "aAaO aHcFeFgHgMeOcOaM",
    ['c'] = "gHeFcFaHaMcOeOgM",
    ['d'] = "gAgO gHeFcFaHaMcOeOgM",
    ['e'] = "aJgJgHeFcFaHaMcOeOgM",
    ['f'] = "fBdAcCcO aFeF",
    ['g'] = "gFgQeScSaQ gHeFcFaHaMcOeOgM",
    ['h'] = "aAaO aHcFeFgHgO",
    ['i'] = "aFaO aBaC",
    ['j'] = "cFcQbSaS cBcC",
    ['k'] = "aAaO fFaK cIfO",
    ['l'] = "aAaO",
    ['m'] = "aFaO aHbFdFeHeO eHfFhFiHiO",
    ['n'] = "aFaO aHcFeFgHgO",
    ['o'] = "cFeFgHgMeOcOaMaHcF",
    ['p'] = "aFaS aHcFeFgHgMeOcOaM",
    ['q'] = "gFgS gHeFcFaHaMcOeOgM",
    ['r'] = "aFaO aIcFeF",
    ['s'] = "fHdFcFaGaIbJeKfLfMdObOaM",
    ['t'] = "bBbMdOeO aFeF",
    ['u'] = "aFaMcOeOgM gFgO",
    ['v'] = "aFdOgF",
    ['w'] = "aFcOeGgOiF",
    ['x'] = "aFfO fFaO",
    ['y'] = "aFdO gFcQbSaS",
    ['z'] = "aFfFaOfO",
    ['{'] = "dAbBbFaHbJbNdO",
    ['|'] = "aAaP",
    ['}'] = "aAcBcFdHcJcNaO",
    ['~'] = "aIbGdGfJhJiG",
};

static const char *const unknown = "aAgAgOaOaA";

enum { GAP = 3, BLANK = 6 };

static double column_of(const char *point)
{
    return point[0] - 'a';
}

static double row_of(const char *point)
{
    return point[1] - 'O';
}

int letter_take(const char **text, letter_stroke strokes[LETTER_STROKES], double *width)
{
    const unsigned char first = (unsigned char)**text;
    const size_t length = utf8_length((const unsigned char *)*text);
    *text += length > 0 ? length : 1;
    *width = BLANK;
    if (first == ' ')
        return 0;
    const char *letter = first < sizeof letters / sizeof *letters && letters[first] != NULL ? letters[first] : unknown;
    int count = 0;
    double widest = 0;
    for (const char *point = letter; *point != 0; point += 2) {
        point += *point == ' ';
        widest = column_of(point) > widest ? column_of(point) : widest;
        if (point[2] != 0 && point[2] != ' ' && count < LETTER_STROKES)
            strokes[count++] =
                (letter_stroke){ column_of(point), row_of(point), column_of(point + 2), row_of(point + 2) };
    }
    *width = widest + GAP;
    return count;
}

double letters_width(const char *text)
{
    letter_stroke strokes[LETTER_STROKES];
    double all = 0, width = 0;
    while (*text != 0) {
        letter_take(&text, strokes, &width);
        all += width;
    }
    return all;
}
