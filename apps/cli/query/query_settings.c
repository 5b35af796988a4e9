// What is wrong with a question, and how far the nearest may be: see query.h.
#include "query_options.h"

#include <math.h>
#include <string.h>

const char *const query_print_names[] = { "ids", "boxes", "rows", NULL };

static bool finite_pair(const float_list *list, int first)
{
    return isfinite(list->exact[first]) && isfinite(list->exact[first + 1]);
}

static bool inverted(const query_settings *set, const float_list *list)
{
    return list->count == 4 && (query_number(set, list, 0) > query_number(set, list, 2) ||
                                query_number(set, list, 1) > query_number(set, list, 3));
}

static bool goes_nowhere(const query_settings *set)
{
    double x = query_number(set, &set->ray, 2), y = query_number(set, &set->ray, 3);
    return !isfinite(set->ray.exact[2]) || !isfinite(set->ray.exact[3]) || (x == 0 && y == 0);
}

// The library would find nothing; a person is told why.
const char *query_wrong_numbers(const query_settings *set)
{
    if (inverted(set, &set->box))
        return "--box needs its lower corner first";
    if (inverted(set, &set->nearest))
        return "--nearest needs the lower corner of a box first";
    if (set->circle.count > 0 && set->circle.exact[2] < 0)
        return "--circle needs a radius that is not negative";
    if (set->within.count > 0 && set->within.exact[0] < 0)
        return "--within needs a distance that is not negative";
    if (!finite_pair(&set->circle, 0) || !finite_pair(&set->point, 0) || !finite_pair(&set->nearest, 0) ||
        !finite_pair(&set->nearest, 2) || !finite_pair(&set->ray, 0))
        return "a place cannot be infinite; a corner of --box, the radius of --circle and --within can";
    if (set->ray.count > 0 && goes_nowhere(set))
        return "--ray needs a direction that is finite and not 0,0";
    return NULL;
}

// Before FILE is read it is not known whether it holds doubles: what is wrong for floats and for doubles.
static const char *wrong_anyhow(const query_settings *set)
{
    query_settings floats = *set, doubles = *set;
    floats.in.exact = false;
    doubles.in.exact = true;
    const char *wrong = query_wrong_numbers(&doubles);
    return wrong != NULL && query_wrong_numbers(&floats) != NULL ? wrong : NULL;
}

const char *query_problem(const query_settings *set)
{
    const bool many = set->questions.file != NULL;
    int asked = (set->box.count > 0) + (set->circle.count > 0) + (set->point.count > 0) + (set->ray.count > 0) +
                (set->nearest.count > 0) + many;
    if (asked != 1)
        return "give exactly one of --box, --circle, --point, --ray, --nearest and --questions";
    if (set->k > 0 && set->nearest.count == 0 && !many)
        return "-k goes with --nearest or --questions";
    if (set->within.count > 0 && set->nearest.count == 0 && !many)
        return "--within goes with --nearest or --questions";
    if (set->json && many)
        return "--json is for one question; --questions prints lines";
    if (set->json && set->print != PRINT_IDS)
        return "--output is for lines, and --json prints an object";
    if ((set->questions.columns != NULL || set->questions.id != NULL) && !many)
        return "--columns-q and --id-q are for the file of --questions";
    if (many && strcmp(set->in.file, "-") == 0 && strcmp(set->questions.file, "-") == 0)
        return "only one of the two files can be standard input";
    return set->in.exact ? query_wrong_numbers(set) : wrong_anyhow(set);
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
    to->with_others = true;
    to->one_of_some = to->columns == NULL && to->id == NULL;
}

static bool has_rows(const items *list)
{
    return list->kind == KIND_CSV || list->kind == KIND_GEOJSON;
}

status query_files_fit(const query_settings *set, const items *list, const items *questions)
{
    if (set->in.skip_bad && !has_rows(list) && !has_rows(questions)) {
        complain("query: --skip-bad and --bad-rows are for CSV and GeoJSON, and neither file is that");
        return STATUS_USAGE;
    }
    return items_write_bad_rows(&set->in, (const items *const[]){ list, questions }, 2) ? STATUS_DONE : STATUS_FAILED;
}

bool query_is_ranked(const query_settings *set)
{
    return set->ray.count > 0 || set->nearest.count > 0 ||
           (set->questions.file != NULL && (set->k > 0 || set->within.count > 0));
}

reach query_reach(const query_settings *set)
{
    return (reach){ .limited = set->within.count > 0,
                    .limit = set->within.count > 0 ? query_number(set, &set->within, 0) : INFINITY,
                    .open = set->in.edges == QD_OPEN,
                    .exact = set->in.exact };
}
