// Each set of usual names is looked for. Two that are there as a whole contradict each other, but for points, which the
// other sets say more than.
#include "columns_usual.h"

#include "output.h"

#include <string.h>

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
    { COLUMNS_WKT, { "wkt" } },
    { COLUMNS_WKT, { "geometry" } },
    { COLUMNS_WKT, { "geom" } },
    { COLUMNS_WKT, { "thegeom" } },
    { COLUMNS_WKT, { "wktgeom" } },
    { COLUMNS_POINT, { "x", "y" } },
    { COLUMNS_POINT, { "lon", "lat" } },
    { COLUMNS_POINT, { "lng", "lat" } },
    { COLUMNS_POINT, { "long", "lat" } },
    { COLUMNS_POINT, { "longitude", "latitude" } },
    { COLUMNS_POINT, { "easting", "northing" } },
    { COLUMNS_POINT, { "xcoord", "ycoord" } },
    { COLUMNS_POINT, { "pointx", "pointy" } },
};

enum { SETS = sizeof sets / sizeof *sets };

// Beside points these look like sizes, or the other corner: the table is hardly one of points then.
static const char *const beside_points[] = {
    "w",      "width", "size", "sizex", "sizey", "xsize", "ysize", "sx",   "sy",    "radius", "diameter",
    "extent", "side",  "x2",   "y2",    "maxx",  "maxy",  "xmax",  "ymax", "right", "bottom",
};

static bool is_plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

bool columns_plain_name(const char *name, char plain[USUAL_NAME_MAX])
{
    size_t length = 0;
    for (; *name != 0; name++) {
        const char c = (char)(*name + (*name >= 'A' && *name <= 'Z' ? 'a' - 'A' : 0));
        bool between = strchr(" \t_-.", c) != NULL;
        if (between)
            continue;
        if (!is_plain(c) || length + 1 == USUAL_NAME_MAX)
            return false;
        plain[length++] = c;
    }
    plain[length] = 0;
    return true;
}

// How many columns have the name; *at is the first of them.
static int count_usual(const csv_reader *csv, const char *name, size_t *at)
{
    int found = 0;
    for (size_t i = 0; i < csv->count; i++) {
        char plain[USUAL_NAME_MAX];
        if (columns_plain_name(csv_field(csv, i), plain) && strcmp(plain, name) == 0 && found++ == 0)
            *at = i;
    }
    return found;
}

static int names_of(const usual_set *set)
{
    return set->kind == COLUMNS_WKT ? 1 : set->kind == COLUMNS_POINT ? 2 : 4;
}

static bool is_there(const usual_set *set, const csv_reader *csv)
{
    size_t at = 0;
    for (int i = 0; i < names_of(set); i++)
        if (count_usual(csv, set->names[i], &at) == 0)
            return false;
    return true;
}

// The columns of a set as the file has them, separated by commas.
static void list_names(const usual_set *set, const csv_reader *csv, char *text, size_t size)
{
    size_t used = 0, at = 0;
    for (int i = 0; i < names_of(set) && used < size; i++) {
        count_usual(csv, set->names[i], &at);
        const char *name = csv_field(csv, at);
        name += strspn(name, " \t");
        size_t length = strlen(name);
        while (length > 0 && (name[length - 1] == ' ' || name[length - 1] == '\t'))
            length--;
        int written = snprintf(text + used, size - used, "%s%.*s", i > 0 ? "," : "", (int)length, name);
        used += written > 0 ? (size_t)written : 0;
    }
}

enum { NAMES_SIZE = 160 };

static bool complain_of_both(const usual_set *a, const usual_set *b, const csv_reader *csv, const char *file)
{
    char names[NAMES_SIZE], others[NAMES_SIZE];
    list_names(a, csv, names, sizeof names);
    list_names(b, csv, others, sizeof others);
    complain_at(file, csv_line(csv, 0),
                "it has the columns %s and %s: --columns, with --size-columns, says which count", names, others);
    return false;
}

// The one set that is there among those of points, or among the others. False: complained of two. NULL: none.
static bool find_set(const csv_reader *csv, bool points, const usual_set **found, const char *file)
{
    *found = NULL;
    for (int i = 0; i < SETS; i++) {
        if ((sets[i].kind == COLUMNS_POINT) != points || !is_there(&sets[i], csv))
            continue;
        if (*found != NULL)
            return complain_of_both(*found, &sets[i], csv, file);
        *found = &sets[i];
    }
    return true;
}

// Complains of a column that makes points of boxes.
static bool complain_of_size(const usual_set *set, const csv_reader *csv, size_t at, const char *file)
{
    char names[NAMES_SIZE];
    list_names(set, csv, names, sizeof names);
    complain_at(file, csv_line(csv, 0),
                "%s would be read as points, but \"%.80s\" looks like part of a box: --columns %s reads points, "
                "--size-columns names sizes, --columns with four names two corners",
                names, csv_field(csv, at), names);
    return false;
}

static bool has_no_sizes(const usual_set *set, const csv_reader *csv, const char *file)
{
    size_t at = 0;
    for (size_t i = 0; i < sizeof beside_points / sizeof *beside_points; i++)
        if (count_usual(csv, beside_points[i], &at) > 0)
            return complain_of_size(set, csv, at, file);
    bool plane = strcmp(set->names[0], "x") == 0; // beside longitude and latitude a height is how high it lies
    if (plane && (count_usual(csv, "h", &at) > 0 || count_usual(csv, "height", &at) > 0))
        return complain_of_size(set, csv, at, file);
    return true;
}

bool columns_find_usual(columns *c, const csv_reader *csv, bool points, const char *file)
{
    const usual_set *set = NULL;
    if (!points && !find_set(csv, false, &set, file))
        return false;
    if (set == NULL && (!find_set(csv, true, &set, file) || (set != NULL && !points && !has_no_sizes(set, csv, file))))
        return false;
    if (set == NULL) {
        columns_complain_missing(
            csv, file,
            "columns min_x,min_y,max_x,max_y or x,y,width,height or x,y or wkt, nor others with usual "
            "names (--columns names them)");
        return false;
    }
    c->kind = set->kind;
    for (int i = 0; i < names_of(set); i++) {
        size_t at = 0;
        int found = count_usual(csv, set->names[i], &at);
        if (found > 1) {
            complain_at(file, csv_line(csv, 0), "column \"%.80s\" is there %d times", csv_field(csv, at), found);
            return false;
        }
        if (!columns_add(c, csv, at))
            return false;
    }
    return true;
}
