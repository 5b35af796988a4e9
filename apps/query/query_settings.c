// What is wrong with a question, and how far the nearest may be: see query_parts.h.
#include "corners.h"
#include "query_options.h"

#include <math.h>
#include <string.h>

const char *const query_print_names[] = { "ids", "boxes", "rows", "ndjson", "geojson", NULL };

static bool finite_pair(const float_list *list, int first)
{
    return isfinite(list->exact[first]) && isfinite(list->exact[first + 1]);
}

// A box of four numbers; of two, a place.
static qd_box box_of(const query_settings *set, const float_list *list)
{
    const int second = list->count == 4 ? 2 : 0;
    return (qd_box){ { query_number(set, list, 0), query_number(set, list, 1) },
                     { query_number(set, list, second), query_number(set, list, second + 1) } };
}

uint32_t query_corners(const query_settings *set, qd_vec2 corners[FLOATS_MAX / 2])
{
    const uint32_t count = (uint32_t)set->polygon.count / 2;
    for (uint32_t i = 0; i < count; i++)
        corners[i] =
            (qd_vec2){ query_number(set, &set->polygon, 2 * (int)i), query_number(set, &set->polygon, 2 * (int)i + 1) };
    const bool closed = count > 3 && corners[count - 1].x == corners[0].x && corners[count - 1].y == corners[0].y;
    return closed ? count - 1 : count;
}

// The library judges it, for a tree of this precision; without memory the question is put and finds nothing.
static const char *wrong_polygon(const query_settings *set)
{
    qd_vec2 corners[FLOATS_MAX / 2];
    const uint32_t count = query_corners(set, corners);
    if (count > QD_MAX_CORNERS)
        return "--polygon has at most 16 corners; ask with several polygons that lie side by side";
    qd_tree *judge = qd_tree_new(&(qd_tree_def){ .precision = set->in.exact ? QD_DOUBLE : QD_FLOAT });
    const qd_query query = { .shape = qd_shape_polygon(corners, count) };
    const bool wrong = judge != NULL && qd_query_check(judge, &query) != QD_OK;
    qd_tree_destroy(judge);
    return wrong ? "--polygon needs a convex polygon that has an area, its corners in order, either way round; ask "
                   "with several where it is not convex"
                 : NULL;
}

// The library would find nothing; the program prints why.
const char *query_wrong_numbers(const query_settings *set)
{
    const qd_box box = box_of(set, &set->box), nearest = box_of(set, &set->nearest);
    if (corners_inverted(box))
        return corners_across(box) ? "--box needs its lower corner first" CORNERS_TWICE
                                   : "--box needs its lower corner first";
    if (corners_inverted(nearest))
        return corners_across(nearest) ? "--nearest needs the lower corner of a box first" CORNERS_TWICE
                                       : "--nearest needs the lower corner of a box first";
    if (set->circle.count > 0 && set->circle.exact[2] < 0)
        return "--circle needs a radius that is not negative";
    if (set->within.count > 0 && set->within.exact[0] < 0)
        return "--within needs a distance that is not negative";
    if (!finite_pair(&set->circle, 0) || !finite_pair(&set->point, 0) || !finite_pair(&set->nearest, 0) ||
        !finite_pair(&set->nearest, 2) || !finite_pair(&set->ray, 0) || !finite_pair(&set->segment, 0) ||
        !finite_pair(&set->segment, 2))
        return "a place cannot be infinite; a corner of --box, the radius of --circle and --within can";
    const double x = query_number(set, &set->ray, 2), y = query_number(set, &set->ray, 3);
    const bool finite = isfinite(set->ray.exact[2]) && isfinite(set->ray.exact[3]);
    if (set->ray.count > 0 && (!finite || (x == 0 && y == 0)))
        return "--ray needs a direction that is finite and not 0,0";
    return set->polygon.count > 0 ? wrong_polygon(set) : NULL;
}

static const char *wrong_output(const query_settings *set)
{
    if (set->json && set->questions.file != NULL)
        return "--json is for one question; --questions prints lines";
    if (set->json && set->print != PRINT_IDS)
        return "--output is for lines, and --json prints an object";
    if (set->count + set->exists + set->json > 1)
        return "--count, --exists and --json exclude each other; --json has the count in it";
    if ((set->count || set->exists) && set->print != PRINT_IDS)
        return "--output prints items; --count and --exists print none";
    return NULL;
}

const char *query_problem(const query_settings *set)
{
    const bool many = set->questions.file != NULL;
    const int questions = (set->box.count > 0) + (set->circle.count > 0) + (set->point.count > 0) +
                          (set->polygon.count > 0) + (set->ray.count > 0) + (set->segment.count > 0) +
                          (set->nearest.count > 0) + many;
    if (questions != 1)
        return "give exactly one of --box, --circle, --point, --polygon, --ray, --segment, --nearest and --questions";
    if (set->k > 0 && set->nearest.count == 0 && !many)
        return "-k goes with --nearest or --questions";
    if (set->within.count > 0 && set->nearest.count == 0 && !many)
        return "--within goes with --nearest or --questions";
    if ((set->questions.columns != NULL || set->questions.id != NULL) && !many)
        return "--columns-q and --id-q are for the file of --questions";
    if (many && strcmp(set->in.file, "-") == 0 && strcmp(set->questions.file, "-") == 0)
        return "only one of the two files can be standard input";
    if (set->inside && set->contains)
        return "--inside and --contains exclude each other: an item that does both is found by either";
    if ((set->inside || set->contains) && query_is_ranked(set))
        return "--inside and --contains go with --box, --circle, --point, --polygon, and --questions without -k and "
               "--within";
    const char *wrong = wrong_output(set);
    wrong = wrong != NULL || set->exists ? wrong : input_problem(&set->in);
    if (wrong != NULL)
        return wrong;
    // Before FILE is read it is not known whether it holds doubles: what is wrong for floats and for doubles.
    query_settings floats = *set, doubles = *set;
    floats.in.exact = false;
    doubles.in.exact = true;
    wrong = query_wrong_numbers(&doubles);
    return set->in.exact || (wrong != NULL && query_wrong_numbers(&floats) != NULL) ? wrong : NULL;
}

void query_begin_questions(query_settings *set, const items *list)
{
    input *to = &set->questions;
    to->exact = set->in.exact;
    to->rounded = set->in.rounded;
    to->later = true;
    to->asked = list->open ? &list->digits : set->in.asked;
    to->float_index = true;
    to->skip_bad = set->in.skip_bad;
    to->bad_rows = set->in.bad_rows;
    to->limit = set->in.limit;
    to->decimal = set->in.decimal;
    to->quotes = set->in.quotes;
    to->comments = set->in.comments;
    to->with_others = true;
    to->root = set->in.root;
    to->quiet = set->in.quiet;
    to->own = 'q';
    to->one_of_some = to->columns == NULL && to->id == NULL;
}

static bool has_rows(const items *list)
{
    return list->kind == KIND_CSV || list->kind == KIND_GEOJSON;
}

static bool is_map(const items *list)
{
    return list->kind == KIND_MAP_XML || list->kind == KIND_MAP_JSON;
}

status query_files_fit(const query_settings *set, const items *list, const items *questions)
{
    if (set->in.root != NULL && !is_map(list) && !is_map(questions)) {
        complain("query: --root is for maps, and neither file is one");
        return STATUS_USAGE;
    }
    const char *said = input_of_writing(&set->in);
    if (said != NULL && list->kind != KIND_CSV && questions->kind != KIND_CSV) {
        complain("query: --%s is for CSV, and neither file is that", said);
        return STATUS_USAGE;
    }
    if (set->in.skip_bad && !has_rows(list) && !has_rows(questions)) {
        complain("query: --skip-bad and --bad-rows are for CSV and GeoJSON, and neither file is that");
        return STATUS_USAGE;
    }
    return items_write_bad_rows(&set->in, (const items *const[]){ list, questions }, 2) ? STATUS_DONE : STATUS_FAILED;
}

bool query_is_cast(const query_settings *set)
{
    return set->ray.count > 0 || set->segment.count > 0;
}

bool query_is_ranked(const query_settings *set)
{
    return query_is_cast(set) || set->nearest.count > 0 ||
           (set->questions.file != NULL && (set->k > 0 || set->within.count > 0));
}

qd_relation query_relation(const query_settings *set)
{
    return set->inside ? QD_INSIDE : set->contains ? QD_CONTAINS : QD_OVERLAPS;
}

reach query_reach(const query_settings *set)
{
    return (reach){ .limited = set->within.count > 0,
                    .limit = set->within.count > 0 ? query_number(set, &set->within, 0) : INFINITY,
                    .open = set->in.edges == QD_OPEN,
                    .exact = set->in.exact };
}
