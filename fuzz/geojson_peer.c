// The documents are cut and become trees by jansson, which is stricter: a name that is there twice, a number beyond all
// doubles, half of a pair of surrogates and a name with a NUL in it are errors to it, wherever they are. What it takes
// for 0 though it is not becomes no number before.
#include "geojson_peer.h"

#include "entry.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

// How many arrays are around a position. -1: it is no such type.
static int levels_of(const char *type)
{
    static const char *const types[] = { "Point",   "MultiPoint",      "LineString",
                                         "Polygon", "MultiLineString", "MultiPolygon" };
    static const int levels[] = { 0, 1, 1, 2, 2, 3 };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i], type) == 0)
            return levels[i];
    return -1;
}

// NULL: it has none that is a string without a NUL in it.
static const char *type_in(const json_t *object)
{
    const json_t *type = json_object_get(object, "type");
    const char *text = json_string_value(type);
    if (text == NULL || strlen(text) != json_string_length(type))
        return NULL;
    return text;
}

static void widen(qd_box *box, double x, double y)
{
    if (x < box->min.x)
        box->min.x = x;
    if (x > box->max.x)
        box->max.x = x;
    if (y < box->min.y)
        box->min.y = y;
    if (y > box->max.y)
        box->max.y = y;
}

static bool add_numbers(qd_box *box, const json_t *value, int levels)
{
    bool good = json_is_array(value) && (levels > 0 || json_array_size(value) > 1);
    if (good && levels == 0) {
        const json_t *x = json_array_get(value, 0), *y = json_array_get(value, 1);
        good = json_is_number(x) && json_is_number(y);
        widen(box, json_number_value(x), json_number_value(y));
    }
    for (size_t i = 0; good && levels > 0 && i < json_array_size(value); i++)
        good = add_numbers(box, json_array_get(value, i), levels - 1);
    return good;
}

static bool add_geometry(qd_box *box, const json_t *geometry)
{
    const char *type = type_in(geometry);
    if (type == NULL)
        return false;
    if (strcmp(type, "GeometryCollection") != 0) {
        const json_t *coordinates = json_object_get(geometry, "coordinates");
        bool none = json_is_array(coordinates) && json_array_size(coordinates) == 0;
        return levels_of(type) >= 0 && (none || add_numbers(box, coordinates, levels_of(type)));
    }
    const json_t *list = json_object_get(geometry, "geometries");
    bool good = json_is_array(list);
    for (size_t i = 0; good && i < json_array_size(list); i++)
        good = add_geometry(box, json_array_get(list, i));
    return good;
}

static peer_id id_from(const json_t *value)
{
    if (value == NULL || json_is_null(value))
        return (peer_id){ .kind = PEER_NO_ID };
    if (json_is_string(value) && strlen(json_string_value(value)) == json_string_length(value))
        return (peer_id){ .kind = PEER_TEXT, .text = strdup(json_string_value(value)) };
    if (json_is_integer(value))
        return (peer_id){ .kind = PEER_WHOLE, .whole = json_integer_value(value) };
    double real = json_real_value(value);
    if (!json_is_real(value) || (fabs(real) >= 0x1p53 && fmod(real, 1) == 0))
        return (peer_id){ .kind = PEER_BAD_ID };
    if (fmod(real, 1) == 0)
        return (peer_id){ .kind = PEER_WHOLE, .whole = (long long)real };
    return (peer_id){ .kind = PEER_REAL, .real = real };
}

// `geometry` is a member of the object, or the object itself, which may have an id then too.
static void add_feature(peer_list *list, const json_t *object, const json_t *geometry)
{
    qd_box box = { { INFINITY, INFINITY }, { -INFINITY, -INFINITY } };
    bool good = add_geometry(&box, geometry) && box.min.x <= box.max.x;
    list->features = realloc(list->features, (list->count + 1) * sizeof *list->features);
    demand(list->features != NULL, "there is memory for the features");
    list->features[list->count++] =
        (peer_feature){ good, box, id_from(json_object_get(object, "id")),
                        id_from(json_object_get(json_object_get(object, "properties"), "n")) };
}

static void add_if_feature(peer_list *list, const json_t *object)
{
    const char *type = type_in(object);
    bool is_one = type != NULL && strcmp(type, "Feature") == 0;
    add_feature(list, object, is_one ? json_object_get(object, "geometry") : NULL);
}

static bool add_document(peer_list *list, const json_t *document)
{
    const char *type = type_in(document);
    const json_t *features = json_object_get(document, "features");
    if (type == NULL)
        return false;
    if (strcmp(type, "FeatureCollection") == 0) {
        for (size_t i = 0; i < json_array_size(features); i++)
            add_if_feature(list, json_array_get(features, i));
        return json_is_array(features);
    }
    if (strcmp(type, "Feature") == 0)
        add_if_feature(list, document);
    else if (levels_of(type) >= 0 || strcmp(type, "GeometryCollection") == 0)
        add_feature(list, document, document);
    else
        return false;
    return features == NULL;
}

// Is it an error of those that are none to the reader where they do not matter?
static bool is_strictness(json_error_t *error)
{
    const enum json_error_code code = json_error_code(error);
    return code == json_error_duplicate_key || code == json_error_numeric_overflow ||
           code == json_error_null_byte_in_key || strstr(error->text, "invalid Unicode") != NULL;
}

// The document that begins here; *size becomes its length.
static json_t *load(const char *bytes, size_t *size, peer_list *list)
{
    size_t flags = JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL | JSON_DISABLE_EOF_CHECK;
    json_error_t error;
    json_t *document = json_loadb(bytes, *size, flags, &error);
    if (document == NULL && json_error_code(&error) == json_error_numeric_overflow) {
        document = json_loadb(bytes, *size, flags | JSON_DECODE_INT_AS_REAL, &error);
        list->ids_unsure = true;
    }
    list->strict = list->strict || (document == NULL && is_strictness(&error));
    *size = document != NULL ? (size_t)error.position : 0;
    return document;
}

static size_t skip(const char *bytes, size_t size, size_t at, const char *set)
{
    while (at < size && bytes[at] != 0 && strchr(set, bytes[at]) != NULL)
        at++;
    return at;
}

static size_t digits_from(const char *text, size_t at)
{
    return at + strspn(text + at, "0123456789");
}

// Is the text a number by the grammar of JSON, which is not 0 and becomes 0 as a double?
static bool vanishes(const char *text)
{
    const size_t first = text[0] == '-', whole = digits_from(text, first);
    size_t end = whole;
    bool good = whole > first && (text[first] != '0' || whole == first + 1);
    if (text[end] == '.') {
        const size_t behind = digits_from(text, end + 1);
        good = good && behind > end + 1;
        end = behind;
    }
    const bool has_digit = strcspn(text, "123456789") < end;
    if (text[end] == 'e' || text[end] == 'E') {
        const size_t sign = end + 1 + (text[end + 1] == '+' || text[end + 1] == '-'), behind = digits_from(text, sign);
        good = good && behind > sign;
        end = behind;
    }
    return good && text[end] == 0 && has_digit && strtod(text, NULL) == 0;
}

// A copy in which numbers that vanish are `true`, filled up with blanks.
static char *without_vanishing(const char *bytes, size_t size)
{
    char *copy = calloc(size + 1, 1);
    demand(copy != NULL, "there is memory for a copy");
    memcpy(copy, bytes, size);
    bool in_string = false;
    for (size_t i = 0, length; i < size; i += length) {
        length = in_string ? 0 : strspn(copy + i, "+-.0123456789eE");
        const char behind = copy[i + length];
        copy[i + length] = 0;
        if (length > 0 && vanishes(copy + i)) {
            memset(copy + i, ' ', length);
            memcpy(copy + i, "true", 4); // "1e-324" is longer
        }
        copy[i + length] = behind;
        in_string = in_string != (copy[i] == '"');
        length = length > 0 ? length : in_string && copy[i] == '\\' && i + 1 < size ? 2 : 1;
    }
    return copy;
}

bool peer_read(peer_list *list, const char *given, size_t size)
{
    char *bytes = without_vanishing(given, size);
    memset(list, 0, sizeof *list);
    size_t at = size >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    bool good = true;
    do {
        at = skip(bytes, size, at, " \t\r\n\x1e");
        size_t length = size - at;
        json_t *document = load(bytes + at, &length, list);
        good = document != NULL && json_is_object(document) && add_document(list, document);
        json_decref(document);
        at = skip(bytes, size, at + length, " \t\r\n\x1e");
    } while (good && at < size);
    free(bytes);
    if (!good)
        peer_free(list);
    return good;
}

void peer_free(peer_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->features[i].id.text);
        free(list->features[i].property.text);
    }
    free(list->features);
    list->features = NULL;
    list->count = 0;
}
