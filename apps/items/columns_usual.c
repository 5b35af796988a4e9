// Each set of usual names is looked for. Two that are there as a whole contradict each other, but for points, which the
// other sets say more than.
#include "columns_usual.h"

#include "output.h"

#include <string.h>
#include <strings.h>

typedef struct usual_set {
    columns_kind kind;
    const char *names[4];
} usual_set;

static const usual_set sets[] = {
    { COLUMNS_BOUNDS, { "minx", "miny", "maxx", "maxy" } },
    { COLUMNS_BOUNDS, { "xmin", "ymin", "xmax", "ymax" } },
    { COLUMNS_BOUNDS, { "west", "south", "east", "north" } },
    { COLUMNS_BOUNDS, { "minlon", "minlat", "maxlon", "maxlat" } },
    { COLUMNS_BOUNDS, { "lonmin", "latmin", "lonmax", "latmax" } },
    { COLUMNS_CORNERS, { "left", "top", "right", "bottom" } }, // y may grow up or down
    { COLUMNS_CORNERS, { "x1", "y1", "x2", "y2" } },
    { COLUMNS_CORNERS, { "x0", "y0", "x1", "y1" } },
    { COLUMNS_SIZE, { "x", "y", "width", "height" } },
    { COLUMNS_SIZE, { "x", "y", "w", "h" } },
    { COLUMNS_SIZE, { "left", "top", "width", "height" } },
    { COLUMNS_SIZE, { "left", "top", "w", "h" } },
    { COLUMNS_SIZE, { "left", "bottom", "width", "height" } },
    { COLUMNS_SIZE, { "xmin", "ymin", "width", "height" } },
    { COLUMNS_SIZE, { "xmin", "ymin", "w", "h" } },
    { COLUMNS_SIZE, { "minx", "miny", "width", "height" } },
    { COLUMNS_SIZE, { "minx", "miny", "w", "h" } },
    { COLUMNS_CENTER, { "cx", "cy", "w", "h" } },
    { COLUMNS_CENTER, { "cx", "cy", "width", "height" } },
    { COLUMNS_CENTER, { "xc", "yc", "w", "h" } },
    { COLUMNS_CENTER, { "xcenter", "ycenter", "w", "h" } },
    { COLUMNS_CENTER, { "xcenter", "ycenter", "width", "height" } },
    { COLUMNS_CENTER, { "centerx", "centery", "w", "h" } },
    { COLUMNS_CENTER, { "centerx", "centery", "width", "height" } },
    { COLUMNS_CENTER, { "centrex", "centrey", "width", "height" } },
    { COLUMNS_WKT, { "wkt" } },
    { COLUMNS_WKT, { "geometry" } },
    { COLUMNS_WKT, { "geom" } },
    { COLUMNS_WKT, { "thegeom" } },
    { COLUMNS_WKT, { "wktgeom" } },
    { COLUMNS_WKT, { "stastext" } },
    { COLUMNS_WKT, { "geojson" } },
    { COLUMNS_WKT, { "stasgeojson" } },
    { COLUMNS_POINT, { "x", "y" } },
    { COLUMNS_POINT, { "cx", "cy" } },
    { COLUMNS_POINT, { "centerx", "centery" } },
    { COLUMNS_POINT, { "centrex", "centrey" } },
    { COLUMNS_POINT, { "xcenter", "ycenter" } },
    { COLUMNS_POINT, { "centroidx", "centroidy" } },
    { COLUMNS_POINT, { "posx", "posy" } },
    { COLUMNS_POINT, { "positionx", "positiony" } },
    { COLUMNS_POINT, { "lon", "lat" } },
    { COLUMNS_POINT, { "lng", "lat" } },
    { COLUMNS_POINT, { "long", "lat" } },
    { COLUMNS_POINT, { "longitude", "latitude" } },
    { COLUMNS_POINT, { "easting", "northing" } },
    { COLUMNS_POINT, { "xcoord", "ycoord" } },
    { COLUMNS_POINT, { "pointx", "pointy" } },
};

enum { SETS = sizeof sets / sizeof *sets };

static char lower(char c)
{
    return (char)(c + (c >= 'A' && c <= 'Z' ? 'a' - 'A' : 0));
}

static bool is_between(char c)
{
    return c == ' ' || c == '\t' || c == '_' || c == '-' || c == '.';
}

bool columns_plain_name(const char *name, char plain[USUAL_NAME_MAX])
{
    size_t length = 0;
    for (; *name != 0; name++) {
        const char c = lower(*name);
        if (is_between(c))
            continue;
        const bool letter_or_digit = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (!letter_or_digit || length + 1 == USUAL_NAME_MAX)
            return false;
        plain[length++] = c;
    }
    plain[length] = 0;
    return true;
}

// A set as a file has it.
typedef struct usual_found {
    columns_kind kind;
    int count;
    size_t at[COLUMNS_MAX];
} usual_found;

// Is this the plain form of the name? Most names differ in the first letter.
static bool is_called(const char *name, const char *plain)
{
    for (; *name != 0; name++)
        if (!is_between(*name) && lower(*name) != *plain++)
            return false;
    return *plain == 0;
}

// How many columns have the name; *at is the first of them.
static int count_usual(const csv_reader *csv, const char *name, size_t *at)
{
    int found = 0;
    for (size_t i = 0; i < csv->count; i++)
        if (is_called(csv_field(csv, i), name) && found++ == 0)
            *at = i;
    return found;
}

// ---- The sets that are there ----

static bool find_set(const usual_set *set, const csv_reader *csv, usual_found *found)
{
    found->kind = set->kind;
    found->count = set->kind == COLUMNS_WKT ? 1 : set->kind == COLUMNS_POINT ? 2 : 4;
    for (int i = 0; i < found->count; i++)
        if (count_usual(csv, set->names[i], &found->at[i]) == 0)
            return false;
    return true;
}

// Three corners or more, x1,y1,x2,y2,... or from 0.
static bool find_corners(const csv_reader *csv, usual_found *found)
{
    size_t at = 0;
    const int first = count_usual(csv, "x0", &at) == 0;
    *found = (usual_found){ .kind = COLUMNS_POLYGON };
    for (int i = first; found->count + 2 <= COLUMNS_MAX; i++) {
        char x[16], y[16];
        snprintf(x, sizeof x, "x%d", i);
        snprintf(y, sizeof y, "y%d", i);
        if (count_usual(csv, x, &found->at[found->count]) == 0 ||
            count_usual(csv, y, &found->at[found->count + 1]) == 0)
            break;
        found->count += 2;
    }
    return found->count >= 6;
}

// Does the name end with a word for this axis, apart from what stands before it? *stem: how long that is.
static bool ends_with_axis(const char *name, bool latitude, size_t *stem)
{
    static const char *const words[2][4] = { { "longitude", "long", "lon", "lng" }, { "latitude", "lat" } };
    for (size_t i = 0; i < 4 && words[latitude][i] != NULL; i++) {
        const char *word = words[latitude][i];
        const size_t length = strlen(name), size = strlen(word);
        if (length <= size || strncasecmp(name + length - size, word, size) != 0)
            continue;
        *stem = length - size;
        const char before = name[*stem - 1], begin = name[*stem];
        if (size > 4 || strchr(" _-.", before) != NULL || (begin < 'a' && before >= 'a'))
            return true;
    }
    return false;
}

// Longitude and latitude of something, stop_lon and stop_lat, the next pair from column *from on.
static bool find_pair(const csv_reader *csv, size_t *from, usual_found *found)
{
    *found = (usual_found){ .kind = COLUMNS_POINT, .count = 2 };
    for (; *from < csv->count; ++*from) {
        size_t stem = 0, other = 0;
        const char *name = csv_field(csv, *from);
        if (!ends_with_axis(name, false, &stem))
            continue;
        for (size_t i = 0; i < csv->count; i++) {
            if (!ends_with_axis(csv_field(csv, i), true, &other) || other != stem ||
                strncmp(name, csv_field(csv, i), stem) != 0)
                continue;
            found->at[0] = (*from)++;
            found->at[1] = i;
            return true;
        }
    }
    return false;
}

// The sets of points, or the others, of which `found` keeps two. Returns how many there are; 2: or more.
static int find_sets(const csv_reader *csv, bool points, usual_found found[2])
{
    int count = 0;
    size_t from = 0;
    usual_found one;
    if (!points && find_corners(csv, &one))
        found[count++] = one;
    for (int i = 0; i < SETS; i++) {
        const bool part = sets[i].kind == COLUMNS_CORNERS && count > 0 && found[0].kind == COLUMNS_POLYGON;
        if ((sets[i].kind == COLUMNS_POINT) == points && !part && find_set(&sets[i], csv, &one) && count++ < 2)
            found[count - 1] = one;
    }
    while (points && count < 2 && find_pair(csv, &from, &one))
        found[count++] = one;
    return count;
}

// ---- What would be left out ----

enum { NAMES_SIZE = 160 };

// The columns of a set as the file has them, separated by commas.
static void list_names(const usual_found *set, const csv_reader *csv, char *text, size_t size)
{
    size_t used = 0;
    for (int i = 0; i < set->count && used < size; i++) {
        const char *name = csv_field(csv, set->at[i]);
        name += strspn(name, " \t");
        size_t length = strlen(name);
        while (length > 0 && (name[length - 1] == ' ' || name[length - 1] == '\t'))
            length--;
        int written = snprintf(text + used, size - used, "%s%.*s", i > 0 ? "," : "", (int)length, name);
        used += written > 0 ? (size_t)written : 0;
    }
}

static bool complain_of_both(const usual_found found[2], const csv_reader *csv, const char *file)
{
    char names[NAMES_SIZE], others[NAMES_SIZE];
    list_names(&found[0], csv, names, sizeof names);
    list_names(&found[1], csv, others, sizeof others);
    complain_at(file, csv_line(csv, 0),
                "it has the columns %s and %s: --columns, with --size-columns, says which count", names, others);
    return false;
}

bool columns_is_one_of(const char *name, const char *const *names)
{
    while (*names != NULL && strcasecmp(name, *names) != 0)
        names++;
    return *names != NULL;
}

static bool is_numeral(const char *text)
{
    return *text != 0 && text[strspn(text, "0123456789")] == 0;
}

// What says that a coordinate is one of several: an end, another corner, half a size.
static bool is_other(const char *text)
{
    static const char *const words[] = {
        "end",   "begin",  "start",  "stop", "from",  "to",     "min",    "max",    "low",         "high",   "lo",
        "hi",    "lower",  "upper",  "dest", "orig",  "source", "src",    "origin", "destination", "target", "tgt",
        "other", "second", "first",  "br",   "tl",    "bl",     "tr",     "half",   "radius",      "rad",    "r",
        "size",  "s",      "extent", "d",    "delta", "len",    "length", "next",   "prev",        NULL
    };
    return columns_is_one_of(text, words) || is_numeral(text);
}

static bool is_other_coordinate(const char *plain)
{
    static const char *const axes[] = { "longitude", "latitude", "easting", "northing", "long",
                                        "lon",       "lng",      "lat",     "x",        "y" };
    for (size_t i = 0; i < sizeof axes / sizeof *axes; i++) {
        const size_t size = strlen(axes[i]), length = strlen(plain);
        char before[USUAL_NAME_MAX] = "";
        if (strncmp(plain, axes[i], size) == 0 && is_other(plain + size))
            return true;
        if (length <= size || strcmp(plain + length - size, axes[i]) != 0)
            continue;
        memcpy(before, plain, length - size);
        if (is_other(before))
            return true;
    }
    return false;
}

// Beside points these look like sizes, or the other corner: the table is hardly one of points then.
static bool spoils_points(const char *plain, bool plane)
{
    static const char *const sizes[] = { "w",     "width", "size",   "radius",    "diameter",   "extent",
                                         "side",  "right", "bottom", "halfwidth", "halfheight", "halfw",
                                         "halfh", "hw",    "hh",     "r",         "rad",        NULL };
    static const char *const heights[] = { "h", "height", NULL };
    return columns_is_one_of(plain, sizes) || is_other_coordinate(plain) ||
           (plane && columns_is_one_of(plain, heights)); // beside longitude and latitude that is how high it lies
}

// These names beside a box mean that the shape is not that box.
static bool spoils_boxes(const char *plain)
{
    static const char *const turned[] = { "angle",       "rotation", "rot",         "rotate", "theta",    "yaw",
                                          "orientation", "angledeg", "rotationdeg", "rotdeg", "anglerad", NULL };
    return columns_is_one_of(plain, turned) || ((*plain == 'x' || *plain == 'y') && is_numeral(plain + 1));
}

// Complains of a column that says more about the shape than is read.
static bool complain_of_more(const usual_found *set, const csv_reader *csv, size_t at, const char *file)
{
    char names[NAMES_SIZE];
    list_names(set, csv, names, sizeof names);
    if (set->kind == COLUMNS_POINT)
        complain_at(file, csv_line(csv, 0),
                    "%s would be read as points, but \"%.80s\" looks like part of a box: --columns %s reads points, "
                    "--size-columns names sizes, --columns with four names two corners",
                    names, csv_field(csv, at), names);
    else
        complain_at(file, csv_line(csv, 0),
                    "%s would be read as boxes, but \"%.80s\" looks like part of another shape: --columns, with "
                    "--size-columns, says which columns count",
                    names, csv_field(csv, at));
    return false;
}

// Is nothing of the shape left out?
static bool is_all(const usual_found *set, const csv_reader *csv, const char *file)
{
    char plain[USUAL_NAME_MAX];
    columns_plain_name(csv_field(csv, set->at[0]), plain);
    const bool plane = strcmp(plain, "x") == 0;
    for (size_t i = 0; i < csv->count && set->kind != COLUMNS_WKT; i++) {
        bool used = false;
        for (int j = 0; j < set->count; j++)
            used = used || set->at[j] == i;
        if (!used && columns_plain_name(csv_field(csv, i), plain) &&
            (set->kind == COLUMNS_POINT ? spoils_points(plain, plane) : spoils_boxes(plain)))
            return complain_of_more(set, csv, i, file);
    }
    return true;
}

// ---- What is taken ----

static bool add_all(columns *c, const csv_reader *csv, const usual_found *set, const char *file)
{
    c->kind = set->kind;
    for (int i = 0; i < set->count; i++) {
        char plain[USUAL_NAME_MAX];
        size_t at = 0;
        const char *name = csv_field(csv, set->at[i]);
        const int found = columns_plain_name(name, plain) ? count_usual(csv, plain, &at) : 1;
        if (found > 1) {
            complain_at(file, csv_line(csv, 0), "column \"%.80s\" appears %d times", name, found);
            return false;
        }
        if (!columns_add(c, csv, set->at[i]))
            return false;
    }
    return true;
}

bool columns_find_usual(columns *c, const csv_reader *csv, bool points, const char *file)
{
    usual_found found[2];
    int count = points ? 0 : find_sets(csv, false, found);
    if (count == 0)
        count = find_sets(csv, true, found);
    if (count == 0)
        columns_complain_missing(
            csv, file,
            "columns min_x,min_y,max_x,max_y or x,y,width,height or x,y or wkt, nor others with usual "
            "names (--columns names them)");
    if (count > 1)
        return complain_of_both(found, csv, file);
    return count == 1 && (points || is_all(&found[0], csv, file)) && add_all(c, csv, &found[0], file);
}

bool columns_seek_usual(columns *c, const csv_reader *csv, bool points)
{
    usual_found found[2];
    int count = points ? 0 : find_sets(csv, false, found);
    if (count == 0)
        count = find_sets(csv, true, found);
    if (count == 0)
        return false;
    c->kind = found[0].kind;
    c->count = found[0].count;
    memcpy(c->at, found[0].at, sizeof c->at);
    return true;
}
