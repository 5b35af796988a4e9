// The options of two joined files: see join_settings.h.
#include "join_settings.h"

#include <math.h>
#include <string.h>

// What only touches overlaps where both have closed edges.
int join_edges(const join_settings *set)
{
    return set->a.edges == QD_OPEN ? set->a.edges : set->b.edges;
}

reach join_reach(const join_settings *set)
{
    const bool exact = set->a.exact;
    return (reach){ .limited = set->within.count > 0,
                    .limit = set->within.count == 0 ? INFINITY
                             : exact                ? set->within.exact[0]
                                                    : (double)set->within.values[0],
                    .open = join_edges(set) == QD_OPEN,
                    .exact = exact };
}

const char *join_problem(const join_settings *set)
{
    if (set->within.count > 0 && set->within.exact[0] < 0)
        return "--within needs a distance that is not negative";
    if (strcmp(set->a.file, "-") == 0 && strcmp(set->b.file, "-") == 0)
        return "only one of the two files can be standard input";
    return input_problem(&set->a);
}

void join_begin(join_settings *set, const kept_digits *asked)
{
    const input *a = &set->a, said = set->b;
    set->a.asked = asked;
    set->a.later = true;
    set->b = *a;
    set->b.file = said.file;
    set->b.columns = said.columns != NULL ? said.columns : a->columns;
    set->b.layers = said.layers != NULL ? said.layers : a->layers;
    set->b.id = said.id != NULL ? said.id : a->id;
    set->a.one_of_some = set->b.one_of_some = true;
    set->b.own = 'b';
}

void join_go_on(join_settings *set, const items *a)
{
    if (a->open)
        set->b.asked = &a->digits;
}

bool join_decide(join_settings *set, items *a, items *b)
{
    return items_decide((items *[]){ a, b }, (input *[]){ &set->a, &set->b }, 2);
}

enum { CSV_FILE, GEOJSON_FILE, MAP_FILE, INDEX_FILE };

static const char *const kind_names[] = { "CSV", "GeoJSON", "a map", "an index" };

static int table_of(const items *list)
{
    switch (list->kind) {
    case KIND_MAP_XML:
    case KIND_MAP_JSON:
        return MAP_FILE;
    case KIND_GEOJSON:
        return GEOJSON_FILE;
    case KIND_INDEX:
        return INDEX_FILE;
    case KIND_CSV:
    case KIND_OTHER:
        break;
    }
    return CSV_FILE;
}

// Complains of an option about files of the kinds up to `most` if neither file is one.
static bool is_for_others(const char *said, int most, int a, int b)
{
    if (a <= most || b <= most)
        return false;
    const char *tables = most == CSV_FILE ? "CSV" : "CSV and GeoJSON";
    if (a != b)
        complain("join: --%s is for %s files, and one is %s, the other %s", said, tables, kind_names[a < b ? a : b],
                 kind_names[a < b ? b : a]);
    else
        complain("join: --%s is for %s files, and both are %s", said, tables,
                 a == GEOJSON_FILE ? "GeoJSON"
                 : a == MAP_FILE   ? "maps"
                                   : "indexes");
    return true;
}

// The same of an option for B alone.
static bool is_not_for_b(const char *said, int most, int b)
{
    if (b > most)
        complain("join: --%s is for %s files, and B is %s", said, most == CSV_FILE ? "CSV" : "CSV and GeoJSON",
                 kind_names[b]);
    return b > most;
}

// Complains of options for columns, properties or rows if neither file has any.
static bool wrong_options(const join_settings *set, const items *a, const items *b)
{
    int first = table_of(a), second = table_of(b);
    bool columns_b = set->b.columns != NULL && set->b.columns != set->a.columns;
    bool id_b = set->b.id != NULL && set->b.id != set->a.id;
    const char *said = input_of_columns(&set->a);
    return (said != NULL && is_for_others(said, CSV_FILE, first, second)) ||
           (set->a.id != NULL && is_for_others("id", GEOJSON_FILE, first, second)) ||
           (set->a.skip_bad && is_for_others(input_of_bad(&set->a), GEOJSON_FILE, first, second)) ||
           (columns_b && is_not_for_b("columns-b", CSV_FILE, second)) ||
           (id_b && is_not_for_b("id-b", GEOJSON_FILE, second));
}

static bool is_map(const items *list)
{
    return table_of(list) == MAP_FILE;
}

status join_files_fit(const join_settings *set, const items *a, const items *b)
{
    if (wrong_options(set, a, b))
        return STATUS_USAGE;
    if ((set->a.layers != NULL || set->a.root != NULL) && !is_map(a) && !is_map(b)) {
        complain("join: --%s is for maps, and neither file is one", set->a.layers != NULL ? "layer" : "root");
        return STATUS_USAGE;
    }
    if (set->b.layers != NULL && set->b.layers != set->a.layers && !is_map(b)) {
        complain("join: --layer-b is for maps, and B is none");
        return STATUS_USAGE;
    }
    return items_write_bad_rows(&set->a, (const items *const[]){ a, b }, 2) ? STATUS_DONE : STATUS_FAILED;
}
