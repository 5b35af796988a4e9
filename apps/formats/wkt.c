// Well-known text: one pass over it, by descent into its parentheses.
#include "wkt.h"

#include "blank.h"
#include "message.h"
#include "number.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct wkt_parser {
    const char *text, *at;
    int depth;
    int numbers; // of a point: 2, 3 or 4; 0: as many as the first has
    bool any;    // point so far
    bool failed;
    qd_box box;
    char *wrong;
} wkt_parser;

FORMAT_PRINTF(2, 3) static bool fail(wkt_parser *self, const char *format, ...)
{
    va_list rest;
    va_start(rest, format);
    if (!self->failed)
        vsnprintf(self->wrong, WKT_WRONG_SIZE, format, rest);
    va_end(rest);
    self->failed = true;
    return false;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static void skip_blanks(wkt_parser *self)
{
    while (is_blank(*self->at))
        self->at++;
}

// Does the text begin with this word, and not with a longer one?
static bool begins_with(const char *text, const char *word)
{
    size_t length = strlen(word);
    for (size_t i = 0; i < length; i++)
        if ((text[i] >= 'a' && text[i] <= 'z' ? text[i] - 'a' + 'A' : text[i]) != word[i])
            return false;
    const char next = text[length];
    return !is_letter(next) && (next < '0' || next > '9') && next != '_';
}

// Takes a word, if it is the next one.
static bool take_word(wkt_parser *self, const char *word)
{
    skip_blanks(self);
    bool is_next = begins_with(self->at, word);
    self->at += is_next ? strlen(word) : 0;
    return is_next;
}

static bool take_sign(wkt_parser *self, char sign)
{
    skip_blanks(self);
    if (*self->at != sign)
        return false;
    self->at++;
    return true;
}

static bool expect_sign(wkt_parser *self, char sign, const char *where)
{
    if (take_sign(self, sign))
        return true;
    if (*self->at == 0)
        return fail(self, "ends without a %c %s", sign, where);
    return fail(self, "has no %c %s, but '%.20s'", sign, where, self->at);
}

// Heights and measures do not matter: one that is not known is NaN, or NULL in SQL Server, and they may be infinite.
static bool is_no_place(const char *digits)
{
    static const char *const words[] = { "NAN", "NULL", "INF", "INFINITY" };
    digits += *digits == '-' || *digits == '+';
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (begins_with(digits, words[i]) && digits[strlen(words[i])] == 0)
            return true;
    return false;
}

static bool read_number(wkt_parser *self, bool is_place, double *value)
{
    enum { DIGITS_MAX = 400 };
    char digits[DIGITS_MAX + 1];
    skip_blanks(self);
    size_t length = strcspn(self->at, " \t\r\n,()");
    if (length == 0)
        return fail(self, "has no number where one should be");
    if (length > DIGITS_MAX)
        return fail(self, "has a number of more than %d characters", DIGITS_MAX);
    memcpy(digits, self->at, length);
    digits[length] = 0;
    number_error error = number_double(digits, value);
    if (!is_place && (error == NUMBER_TOO_LARGE || error == NUMBER_TOO_SMALL || is_no_place(digits)))
        error = NUMBER_OK;
    if (error != NUMBER_OK)
        return fail(self, "has '%.40s', which %s", digits, number_error_text(error));
    self->at += length;
    return true;
}

static bool read_point(wkt_parser *self)
{
    double numbers[4] = { 0 };
    int count = 0;
    for (skip_blanks(self); *self->at != ',' && *self->at != ')' && *self->at != 0; skip_blanks(self)) {
        if (count == 4)
            return fail(self, "has a point of more than 4 numbers");
        if (!read_number(self, count < 2, &numbers[count]))
            return false;
        count++;
    }
    if (count < 2 || (self->numbers != 0 && count != self->numbers))
        return fail(self, "has a point of %d numbers instead of %d", count, self->numbers != 0 ? self->numbers : 2);
    self->numbers = count;
    const qd_vec2 point = { numbers[0], numbers[1] };
    const qd_box old = self->any ? self->box : (qd_box){ point, point };
    self->box = (qd_box){ { point.x < old.min.x ? point.x : old.min.x, point.y < old.min.y ? point.y : old.min.y },
                          { point.x > old.max.x ? point.x : old.max.x, point.y > old.max.y ? point.y : old.max.y } };
    self->any = true;
    return true;
}

// A list in parentheses of points or of such lists, `levels` of them within each other; or the word EMPTY. The points
// of a MULTIPOINT may have parentheses or none.
static bool read_points(wkt_parser *self, int levels, bool loose)
{
    if (take_word(self, "EMPTY"))
        return true;
    if (!expect_sign(self, '(', "to begin it"))
        return false;
    do {
        skip_blanks(self);
        bool deeper = levels > 1 && (!loose || *self->at == '(' || is_letter(*self->at));
        if (!(deeper ? read_points(self, levels - 1, false) : read_point(self)))
            return false;
    } while (take_sign(self, ','));
    return expect_sign(self, ')', "to end it");
}

static bool read_geometry(wkt_parser *self);

static bool read_inner(wkt_parser *self)
{
    if (++self->depth > WKT_DEPTH_MAX)
        return fail(self, "is nested deeper than %d levels", WKT_DEPTH_MAX);
    bool good = read_geometry(self);
    self->depth--;
    return good;
}

// Geometries in parentheses. Where `levels` is not 0, those may be among them that have no word of their own: lists of
// points, as above.
static bool read_parts(wkt_parser *self, int levels)
{
    if (take_word(self, "EMPTY"))
        return true;
    if (!expect_sign(self, '(', "to begin it"))
        return false;
    do {
        skip_blanks(self);
        bool plain = levels > 0 && (!is_letter(*self->at) || begins_with(self->at, "EMPTY"));
        if (!(plain ? read_points(self, levels, false) : read_inner(self)))
            return false;
    } while (take_sign(self, ','));
    return expect_sign(self, ')', "to end it");
}

typedef enum wkt_form { FORM_POINT, FORM_POINTS, FORM_LOOSE, FORM_PARTS, FORM_CORNERS, FORM_ARCS } wkt_form;

typedef struct wkt_kind {
    const char *word;
    wkt_form form;
    int levels; // of parentheses around points; of parts: in those that have no word
} wkt_kind;

static const wkt_kind kinds[] = {
    { "POINT", FORM_POINT, 1 },
    { "LINESTRING", FORM_POINTS, 1 },
    { "LINEARRING", FORM_POINTS, 1 },
    { "POLYGON", FORM_POINTS, 2 },
    { "MULTIPOINT", FORM_LOOSE, 2 },
    { "MULTILINESTRING", FORM_POINTS, 2 },
    { "MULTIPOLYGON", FORM_POINTS, 3 },
    { "TRIANGLE", FORM_POINTS, 2 },
    { "TIN", FORM_POINTS, 3 },
    { "POLYHEDRALSURFACE", FORM_POINTS, 3 },
    { "GEOMETRYCOLLECTION", FORM_PARTS, 0 },
    { "COMPOUNDCURVE", FORM_PARTS, 1 },
    { "CURVEPOLYGON", FORM_PARTS, 1 },
    { "MULTICURVE", FORM_PARTS, 1 },
    { "MULTISURFACE", FORM_PARTS, 2 },
    { "CIRCULARSTRING", FORM_ARCS, 0 },
    { "CIRCLE", FORM_ARCS, 0 },
    { "BOX", FORM_CORNERS, 0 },
    { "BOX2D", FORM_CORNERS, 0 },
    { "BOX3D", FORM_CORNERS, 0 },
};

// Takes a kind's word, to which the Z, M or ZM that may follow can be joined.
static const wkt_kind *take_kind(wkt_parser *self)
{
    static const char *const suffixes[] = { "", "Z", "M", "ZM" };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        for (size_t k = 0; k < 4; k++) {
            char word[32];
            snprintf(word, sizeof word, "%s%s", kinds[i].word, suffixes[k]);
            if (!take_word(self, word))
                continue;
            bool z = k & 1, m = k > 1;
            if (k == 0) {
                z = m = take_word(self, "ZM");
                z = z || take_word(self, "Z");
                m = m || (!z && take_word(self, "M"));
            }
            self->numbers = z || m ? 2 + z + m : 0;
            return &kinds[i];
        }
    }
    return NULL;
}

static bool read_geometry(wkt_parser *self)
{
    skip_blanks(self);
    const char *begin = self->at;
    const wkt_kind *kind = take_kind(self);
    if (kind == NULL && *begin == 0)
        return fail(self, "ends where a geometry should be");
    enum { WKB_LEAST = 18 };
    const bool marked = strncmp(begin, "\\x", 2) == 0 || strncmp(begin, "0x", 2) == 0; // as databases do
    if (kind == NULL && strspn(begin + (marked ? 2 : 0), "0123456789ABCDEFabcdef") >= WKB_LEAST)
        return fail(self, "is well-known binary in hexadecimal; let the database write text, by ST_AsText for example");
    if (kind == NULL)
        return fail(self, "has '%.20s' where a geometry should be", begin);
    switch (kind->form) {
    case FORM_POINT:
        return take_word(self, "EMPTY") ||
               (expect_sign(self, '(', "to begin it") && read_point(self) && expect_sign(self, ')', "to end it"));
    case FORM_POINTS:
    case FORM_LOOSE:
        return read_points(self, kind->levels, kind->form == FORM_LOOSE);
    case FORM_PARTS:
        return read_parts(self, kind->levels);
    case FORM_CORNERS:
        // Two opposite corners, as PostGIS writes its boxes.
        return take_word(self, "EMPTY") || (expect_sign(self, '(', "to begin it") && read_point(self) &&
                                            expect_sign(self, ',', "behind its first corner") && read_point(self) &&
                                            expect_sign(self, ')', "behind its second corner"));
    case FORM_ARCS:
        break;
    }
    if (take_word(self, "EMPTY"))
        return true;
    self->at = begin;
    return fail(
        self, "has a %s, whose arcs go beyond its points: turn curves into lines first, by ST_CurveToLine for example",
        kind->word);
}

// SRID=4326; names the reference system, which does not matter here.
static bool skip_srid(wkt_parser *self)
{
    if (!take_word(self, "SRID"))
        return true;
    if (!expect_sign(self, '=', "after SRID"))
        return false;
    take_sign(self, '-'); // -1: not known
    skip_blanks(self);
    size_t length = strspn(self->at, "0123456789");
    self->at += length;
    if (length == 0)
        return fail(self, "has no number after SRID=");
    return expect_sign(self, ';', "after its SRID");
}

bool wkt_begins(const char *text)
{
    char wrong[WKT_WRONG_SIZE];
    wkt_parser self = { .text = text, .at = text, .wrong = wrong };
    return skip_srid(&self) && take_kind(&self) != NULL;
}

wkt_result wkt_read(const char *text, qd_box *box, char wrong[WKT_WRONG_SIZE], size_t *at)
{
    wkt_parser self = { .text = text, .at = text, .wrong = wrong };
    wrong[0] = 0;
    bool good = skip_srid(&self) && read_geometry(&self);
    if (good) {
        skip_blanks(&self);
        good = *self.at == 0 || fail(&self, "goes on after its end with '%.20s'", self.at);
    }
    if (!good) {
        *at = (size_t)(self.at - text);
        return WKT_BAD;
    }
    *box = self.box;
    return self.any ? WKT_BOX : WKT_EMPTY;
}
