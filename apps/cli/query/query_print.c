// The lines of quadrille query, and the object: see query.h.
#include "query.h"

#include <inttypes.h>

static void put_as_kept(output *out, double value, const query_settings *set)
{
    if (set->in.exact)
        put_double(out, value);
    else
        put_float(out, (float)value);
}

bool query_lines_begin(query_lines *lines, const query_settings *set, const items *list, const items *questions,
                       const qd_tree *tree)
{
    *lines = (query_lines){ .set = set, .list = list, .questions = questions, .tree = tree };
    lines->along = query_is_ranked(set);
    if (set->print != PRINT_ROWS)
        return true;
    lines->rows = row_text_open(list, &set->in);
    return lines->rows != NULL;
}

void query_lines_end(query_lines *lines)
{
    row_text_close(lines->rows);
}

// What stands before a row stands before the names of the columns as well.
bool query_head(query_lines *lines, output *out)
{
    if (lines->set->print != PRINT_ROWS || lines->list->header.size == 0)
        return true;
    const char separator = lines->list->separator;
    if (lines->questions != NULL)
        put(out, "question%c", separator);
    if (lines->along)
        put(out, "%s%c", query_is_cast(lines->set) ? "t" : "distance", separator);
    lines->failed = !put_row_text(out, lines->rows, ROW_TEXT_HEADER);
    put(out, "\n");
    return !lines->failed;
}

static void put_box(const query_lines *lines, output *out, qd_entry found)
{
    qd_item item;
    if (lines->tree != NULL)
        qd_tree_get(lines->tree, found.id, &item);
    else
        item.box = items_box(lines->list, (size_t)found.user);
    const double sides[] = { item.box.min.x, item.box.min.y, item.box.max.x, item.box.max.y };
    for (int i = 0; i < 4; i++) {
        put(out, ",");
        put_as_kept(out, sides[i], lines->set);
    }
}

bool query_line(query_lines *lines, output *out, size_t question, qd_entry found, double along)
{
    const bool row = lines->set->print == PRINT_ROWS;
    const int separator = row ? lines->list->separator : ',';
    if (lines->questions != NULL) {
        put_id(out, lines->questions, question, separator);
        put(out, "%c", separator);
    }
    if (!row)
        put_id(out, lines->list, (size_t)found.user, separator);
    if (lines->along) {
        if (!row)
            put(out, ",");
        put_as_kept(out, along, lines->set);
        if (row)
            put(out, "%c", separator);
    }
    if (row)
        lines->failed = lines->failed || !put_row_text(out, lines->rows, (size_t)found.user);
    if (lines->set->print == PRINT_BOXES)
        put_box(lines, out, found);
    put(out, "\n");
    return !lines->failed && !output_failed(out);
}

static void put_json_vec2(output *out, const char *name, qd_vec2 v, const query_settings *set)
{
    put(out, ", \"%s\": [", name);
    put_as_kept(out, v.x, set);
    put(out, ", ");
    put_as_kept(out, v.y, set);
    put(out, "]");
}

static void put_json(output *out, const answers *from, const items *list, const query_settings *set)
{
    put(out, "{\"items\": %zu, \"edges\": \"%s\", \"count\": %zu,\n", from->items, edges_names[set->in.edges],
        from->count);
    put(out, " \"time_ms\": {\"build\": %.3f, \"find\": %.3f},\n", from->build_ms, from->find_ms);
    if (from->has_cost)
        put(out, " \"cost\": {\"nodes\": %" PRIu64 ", \"tests\": %" PRIu64 ", \"hits\": %" PRIu64 "},\n",
            from->cost.nodes, from->cost.tests, from->cost.hits);
    put(out, " \"found\": [");
    for (size_t i = 0; i < from->count && !output_failed(out); i++) {
        const answer *a = &from->all[i];
        put(out, "%s\n  {\"id\": ", i > 0 ? "," : "");
        put_json_id(out, list, (size_t)a->item);
        if (query_is_ranked(set)) {
            put(out, ", \"%s\": ", query_is_cast(set) ? "t" : "distance");
            put_as_kept(out, a->along, set);
        }
        if (query_is_cast(set)) {
            put_json_vec2(out, "point", a->point, set);
            put_json_vec2(out, "normal", a->normal, set);
        }
        put(out, "}");
    }
    put(out, "]}\n");
}

static bool put_lines(output *out, const answers *from, const items *list, const qd_tree *tree,
                      const query_settings *set)
{
    query_lines lines;
    const bool good = query_lines_begin(&lines, set, list, NULL, tree) && query_head(&lines, out);
    bool more = good;
    for (size_t i = 0; more && i < from->count; i++)
        more = query_line(&lines, out, 0, (qd_entry){ from->all[i].id, from->all[i].item }, from->all[i].along);
    query_lines_end(&lines);
    return good && !lines.failed;
}

status query_print(const answers *from, const items *list, const qd_tree *tree, const query_settings *set)
{
    output out = output_standard();
    bool good = true;
    if (set->json)
        put_json(&out, from, list, set);
    else
        good = put_lines(&out, from, list, tree, set);
    return output_finish(&out, good ? STATUS_DONE : STATUS_FAILED);
}
