// Pairs of rows, as they are found: see pair_list.h. A pair to be sorted is kept as one number, row of a above row of
// b, so that numbers sort as pairs.
#include "pair_list.h"

#include "box_json.h"
#include "row_text.h"

#include <inttypes.h>

const char *const pair_print_names[] = { "ids", "rows", "ndjson", "geojson", NULL };

const char *pair_output_problem(const pair_output *how)
{
    if (how->count && how->json)
        return "--count and --json exclude each other; --json has the count in it";
    if (how->print != PAIR_IDS && (how->count || how->json))
        return "--output is for pairs that are printed, and --count and --json print none";
    if (how->unsorted && (how->count || how->json))
        return "--unsorted is for pairs that are printed, and --count and --json print none";
    if (how->memory > 0 && (how->count || how->json || how->unsorted))
        return "--memory is for sorting, and with --count, --json or --unsorted nothing is sorted";
    return NULL;
}

pair_list pair_list_begin(const pair_output *how, const items *a, const items *b)
{
    pair_list list = { .keep = !how->count && !how->json,
                       .print = how->print,
                       .separator = ',',
                       .at_once = how->unsorted,
                       .of_one = a == b,
                       .exact = a->exact || b->exact };
    list.a = a;
    list.b = b;
    list.memory = (size_t)(how->memory > 0 ? how->memory : PAIR_MEMORY) << 20;
    list.sorter = pair_sorter_begin(list.memory, false);
    list.out = output_standard();
    list.progress = progress_begin("pairs found");
    return list;
}

void pair_list_has_distances(pair_list *list)
{
    list->distances = true;
    list->sorter = pair_sorter_begin(list->memory, true);
}

void pair_list_is_sorted(pair_list *list)
{
    list->at_once = true;
}

void pair_list_wants(const pair_output *how, input *in)
{
    in->keep_rows = how->print == PAIR_ROWS;
}

bool pair_list_has_boxes(const pair_output *how)
{
    return how->print == PAIR_NDJSON || how->print == PAIR_GEOJSON;
}

// The names of the columns of both, the distance first.
static bool put_names(pair_list *list)
{
    row_names names = { 0 };
    const bool good = (!list->distances || row_names_add(&names, "distance", "_")) &&
                      row_fields_name(list->rows_a, &names, "_a") && row_fields_name(list->rows_b, &names, "_b");
    const bool some = list->a->header.size > 0 || list->b->header.size > 0;
    for (size_t i = 0; good && some && i < names.count; i++) {
        if (i > 0)
            put(&list->out, "%c", list->separator);
        put_id_text(&list->out, names.names[i], list->separator);
    }
    if (good && some)
        put(&list->out, "\n");
    row_names_free(&names);
    return good;
}

bool pair_list_head(pair_list *list, items *a, const input *in_a, items *b, const input *in_b)
{
    bool good = true;
    if (!list->keep || list->print == PAIR_IDS)
        return true;
    if (list->print == PAIR_ROWS) {
        if (list->a->separator != ' ')
            list->separator = list->a->separator;
        list->rows_a = row_fields_open(list->a, in_a);
        list->rows_b = list->rows_a != NULL ? row_fields_open(list->b, in_b) : NULL;
        good = list->rows_b != NULL && put_names(list);
    } else {
        good = items_need_boxes(a) && items_need_boxes(b);
    }
    if (good && list->print == PAIR_GEOJSON)
        put(&list->out, "{\"type\": \"FeatureCollection\", \"features\": [");
    return good;
}

static void put_ids(pair_list *list, uint64_t a, uint64_t b, double distance)
{
    output *out = &list->out;
    put_id(out, list->a, (size_t)a, ',');
    put(out, ",");
    put_id(out, list->b, (size_t)b, ',');
    if (list->distances) {
        put(out, ",");
        put_json_number(out, distance, list->exact);
    }
    put(out, "\n");
}

// The columns of a row. False: complained.
static bool put_fields(pair_list *list, row_fields *row, uint64_t i, bool first)
{
    const bool good = row_fields_read(row, (size_t)i);
    for (size_t at = 0; good && at < row_fields_count(row); at++) {
        if (!first || at > 0)
            put(&list->out, "%c", list->separator);
        put_id_text(&list->out, row_field(row, at), list->separator);
    }
    return good;
}

static void put_rows(pair_list *list, uint64_t a, uint64_t b, double distance)
{
    if (list->distances)
        put_json_number(&list->out, distance, list->exact);
    list->failed = list->failed || !put_fields(list, list->rows_a, a, !list->distances) ||
                   !put_fields(list, list->rows_b, b, false);
    put(&list->out, "\n");
}

// Members "a" and "b", and the distance.
static void put_members(pair_list *list, uint64_t a, uint64_t b, double distance)
{
    output *out = &list->out;
    put(out, "\"a\": ");
    put_json_id(out, list->a, (size_t)a);
    put(out, ", \"b\": ");
    put_json_id(out, list->b, (size_t)b);
    if (list->distances) {
        put(out, ", \"distance\": ");
        put_json_number(out, distance, list->exact);
    }
}

static void put_object(pair_list *list, uint64_t a, uint64_t b, double distance)
{
    put(&list->out, "{");
    put_members(list, a, b, distance);
    put(&list->out, ", \"box_a\": ");
    put_json_box(&list->out, items_box(list->a, (size_t)a), list->a->exact);
    put(&list->out, ", \"box_b\": ");
    put_json_box(&list->out, items_box(list->b, (size_t)b), list->b->exact);
    put(&list->out, "}\n");
}

static void put_feature(pair_list *list, uint64_t a, uint64_t b, double distance)
{
    put(&list->out, "%s\n{\"type\": \"Feature\", \"geometry\": ", list->printed++ > 0 ? "," : "");
    put_boxes_geometry(&list->out, items_box(list->a, (size_t)a), list->a->exact, items_box(list->b, (size_t)b),
                       list->b->exact);
    put(&list->out, ", \"properties\": {");
    put_members(list, a, b, distance);
    put(&list->out, "}}");
}

// False: enough, for whatever reason.
static bool put_pair(pair_list *list, uint64_t a, uint64_t b, double distance)
{
    static void (*const put_one[])(pair_list *, uint64_t, uint64_t, double) = { put_ids, put_rows, put_object,
                                                                                put_feature };
    put_one[list->print](list, a, b, distance);
    return !list->failed && !output_failed(&list->out);
}

bool pair_list_add(pair_list *list, uint64_t a, uint64_t b, double distance)
{
    bool turned = list->of_one && b < a;
    uint64_t first = turned ? b : a, second = turned ? a : b;
    list->count += list->sizes[0] != NULL ? (size_t)(list->sizes[0][a] * list->sizes[1][b]) : 1;
    if (!list->keep)
        return true;
    if (list->at_once)
        return put_pair(list, first, second, distance);
    list->failed = !pair_sorter_add(&list->sorter, first << 32 | second, distance);
    return !list->failed;
}

qd_flow pair_list_take(void *context, const qd_pair *pairs, const double *distances, size_t count)
{
    pair_list *list = context;
    bool more = true;
    for (size_t i = 0; more && i < count; i++)
        more = pair_list_add(list, pairs[i].a.user, pairs[i].b.user, distances != NULL ? distances[i] : 0);
    if (!list->keep || !list->at_once)
        progress_step(&list->progress, list->count, 0);
    return more ? QD_CONTINUE : QD_STOP;
}

static bool put_sorted(void *context, uint64_t key, double distance)
{
    pair_list *list = context;
    return put_pair(list, key >> 32, key & UINT32_MAX, distance);
}

status pair_list_end(pair_list *list, bool good, const pair_output *how, const char *head, const pair_figures *figures)
{
    progress_end(&list->progress);
    good = good && !list->failed;
    if (good && how->count)
        put(&list->out, "%zu\n", list->count);
    else if (good && how->json)
        put(&list->out,
            "{%s, \"count\": %zu,\n"
            " \"time_ms\": {\"build\": %.3f, \"find\": %.3f},\n"
            " \"cost\": {\"nodes\": %" PRIu64 ", \"tests\": %" PRIu64 ", \"hits\": %" PRIu64 "}}\n",
            head, list->count, figures->build_ms, figures->find_ms, figures->cost.nodes, figures->cost.tests,
            figures->cost.hits);
    else if (good && !list->at_once)
        good = pair_sorter_take_all(&list->sorter, put_sorted, list);
    good = good && !list->failed;
    if (good && list->keep && list->print == PAIR_GEOJSON)
        put(&list->out, "\n]}\n");
    pair_sorter_end(&list->sorter);
    row_fields_close(list->rows_a);
    row_fields_close(list->rows_b);
    return output_finish(&list->out, good ? STATUS_DONE : STATUS_FAILED);
}
