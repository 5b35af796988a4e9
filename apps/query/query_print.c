// The lines of quadrille query, and the object: see query_parts.h.
#include "box_json.h"
#include "query_parts.h"

#include <inttypes.h>
#include <string.h>

static void put_as_kept(output *out, double value, const query_settings *set)
{
    if (set->in.exact)
        put_double(out, value);
    else
        put_float(out, (float)value);
}

static const char *along_name(const query_lines *lines)
{
    return query_is_cast(lines->set) ? "t" : "distance";
}

// The columns of CSV become properties, where its rows can be read again.
static bool begin_properties(query_lines *lines)
{
    const input *in = &lines->set->in;
    const char *wrong = row_text_problem(lines->list, in);
    if (wrong == NULL)
        lines->fields = row_fields_open(lines->list, in);
    else if (lines->list->kind == KIND_CSV)
        note_at(strcmp(in->file, "-") == 0 ? "standard input" : in->file, "its columns are no properties: %s", wrong);
    return (wrong != NULL || lines->fields != NULL) &&
           (lines->questions == NULL || row_names_add(&lines->names, "question", "_")) &&
           (!lines->along || row_names_add(&lines->names, along_name(lines), "_")) &&
           (lines->fields == NULL || row_fields_name(lines->fields, &lines->names, "_"));
}

// Rows stand as they are in the file, and so do the names of their columns. What stands before a row is called as none
// of them.
static bool name_added(query_lines *lines)
{
    row_fields *fields = row_fields_open(lines->list, &lines->set->in);
    bool good = fields != NULL && row_fields_name(fields, &lines->names, "_");
    lines->added = lines->names.count;
    good =
        good && row_names_add(&lines->names, "question", "_") && row_names_add(&lines->names, along_name(lines), "_");
    row_fields_close(fields);
    return good;
}

bool query_lines_begin(query_lines *lines, const query_settings *set, const items *list, const items *questions,
                       const qd_tree *tree)
{
    *lines = (query_lines){ .set = set, .list = list, .questions = questions, .tree = tree };
    lines->along = query_is_ranked(set);
    if (set->print == PRINT_GEOJSON)
        return begin_properties(lines);
    if (set->print != PRINT_ROWS)
        return true;
    lines->rows = row_text_open(list, &set->in);
    const bool added = list->header.size > 0 && (questions != NULL || query_is_ranked(set));
    return lines->rows != NULL && (!added || name_added(lines));
}

void query_lines_end(query_lines *lines)
{
    row_text_close(lines->rows);
    row_fields_close(lines->fields);
    row_names_free(&lines->names);
}

// The name of what stands before a row: `usual`, unless a column has that.
static const char *name_before(const query_lines *lines, size_t i, const char *usual)
{
    const row_names *names = &lines->names;
    return names->names != NULL && lines->added + i < names->count ? names->names[lines->added + i] : usual;
}

// What stands before a row stands before the names of the columns as well.
bool query_head(query_lines *lines, output *out)
{
    if (lines->set->print == PRINT_GEOJSON)
        put(out, "{\"type\": \"FeatureCollection\", \"features\": [");
    if (lines->set->print != PRINT_ROWS || lines->list->header.size == 0)
        return true;
    const char separator = lines->list->separator;
    if (lines->questions != NULL)
        put(out, "%s%c", name_before(lines, 0, "question"), separator);
    if (lines->along)
        put(out, "%s%c", name_before(lines, 1, along_name(lines)), separator);
    lines->failed = !put_row_text(out, lines->rows, ROW_TEXT_HEADER);
    put(out, "\n");
    return !lines->failed;
}

void query_tail(const query_lines *lines, output *out)
{
    if (lines->set->print == PRINT_GEOJSON)
        put(out, "\n]}\n");
}

static qd_box box_of(const query_lines *lines, qd_entry found)
{
    qd_item item;
    if (lines->tree == NULL)
        return items_box(lines->list, (size_t)found.user);
    qd_tree_get(lines->tree, found.id, &item);
    return item.box;
}

static bool put_object(query_lines *lines, output *out, size_t question, qd_entry found, double along)
{
    put(out, "{");
    if (lines->questions != NULL) {
        put(out, "\"question\": ");
        put_json_id(out, lines->questions, question);
        put(out, ", ");
    }
    put(out, "\"id\": ");
    put_json_id(out, lines->list, (size_t)found.user);
    if (lines->along) {
        put(out, ", \"%s\": ", along_name(lines));
        put_json_number(out, along, lines->set->in.exact);
    }
    put(out, ", \"box\": ");
    put_json_box(out, box_of(lines, found), lines->set->in.exact);
    put(out, "}\n");
    return !output_failed(out);
}

// The name of property number `at`, which goes on to the next.
static void put_name(const query_lines *lines, output *out, size_t *at)
{
    put(out, *at > 0 ? ", " : "");
    put_json_text(out, lines->names.names[(*at)++]);
    put(out, ": ");
}

static void put_properties(query_lines *lines, output *out, size_t question, double along)
{
    size_t at = 0;
    if (lines->questions != NULL) {
        put_name(lines, out, &at);
        put_json_id(out, lines->questions, question);
    }
    if (lines->along) {
        put_name(lines, out, &at);
        put_json_number(out, along, lines->set->in.exact);
    }
    for (size_t i = 0; lines->fields != NULL && i < row_fields_count(lines->fields); i++) {
        put_name(lines, out, &at);
        put_json_text(out, row_field(lines->fields, i));
    }
}

static bool put_feature(query_lines *lines, output *out, size_t question, qd_entry found, double along)
{
    if (lines->fields != NULL && !row_fields_read(lines->fields, (size_t)found.user)) {
        lines->failed = true;
        return false;
    }
    put(out, "%s\n{\"type\": \"Feature\", \"id\": ", lines->printed++ > 0 ? "," : "");
    put_json_id(out, lines->list, (size_t)found.user);
    put(out, ", \"geometry\": ");
    put_box_geometry(out, box_of(lines, found), lines->set->in.exact);
    put(out, ", \"properties\": {");
    put_properties(lines, out, question, along);
    put(out, "}}");
    return !output_failed(out);
}

// The question's name. If quotes in the rows are text, quotes in names are text as well.
static void put_question(const query_lines *lines, output *out, size_t question, int separator)
{
    const char special[] = { (char)separator, '\r', '\n', 0 };
    const bool plain = lines->set->print == PRINT_ROWS && lines->list->form.quotes == CSV_QUOTES_TEXT;
    const char *text = plain && lines->questions->has_texts ? items_text(lines->questions, question) : NULL;
    if (text != NULL && text[strcspn(text, special)] == 0)
        put_shown(out, text, strlen(text));
    else
        put_id(out, lines->questions, question, separator);
}

static bool put_line(query_lines *lines, output *out, size_t question, qd_entry found, double along)
{
    const bool row = lines->set->print == PRINT_ROWS;
    const int separator = row ? lines->list->separator : ',';
    if (lines->questions != NULL) {
        put_question(lines, out, question, separator);
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
    if (lines->set->print == PRINT_BOXES) {
        const qd_box box = box_of(lines, found);
        const double sides[] = { box.min.x, box.min.y, box.max.x, box.max.y };
        for (int i = 0; i < 4; i++) {
            put(out, ",");
            put_as_kept(out, sides[i], lines->set);
        }
    }
    put(out, "\n");
    return !lines->failed && !output_failed(out);
}

bool query_line(query_lines *lines, output *out, size_t question, qd_entry found, double along)
{
    return lines->set->print == PRINT_NDJSON    ? put_object(lines, out, question, found, along)
           : lines->set->print == PRINT_GEOJSON ? put_feature(lines, out, question, found, along)
                                                : put_line(lines, out, question, found, along);
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

status query_print(const answers *from, const items *list, const qd_tree *tree, const query_settings *set)
{
    output out = output_standard();
    if (set->json) {
        put_json(&out, from, list, set);
        return output_finish(&out, STATUS_DONE);
    }
    query_lines lines;
    const bool good = query_lines_begin(&lines, set, list, NULL, tree) && query_head(&lines, &out);
    bool more = good;
    for (size_t i = 0; more && i < from->count; i++)
        more = query_line(&lines, &out, 0, (qd_entry){ from->all[i].id, from->all[i].item }, from->all[i].along);
    query_tail(&lines, &out);
    query_lines_end(&lines);
    return output_finish(&out, good && !lines.failed ? STATUS_DONE : STATUS_FAILED);
}
