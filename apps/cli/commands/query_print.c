// The lines of quadrille query: see query.h.
#include "query.h"

void put_as_kept(output *out, double value, const query_settings *set)
{
    if (set->in.exact)
        put_double(out, value);
    else
        put_float(out, (float)value);
}

// What stands before a row stands before the names of the columns as well.
static bool put_header(query_lines *lines)
{
    if (lines->list->header.size == 0)
        return true;
    const char separator = lines->list->separator;
    if (lines->questions != NULL)
        put(&lines->out, "question%c", separator);
    if (lines->along)
        put(&lines->out, "%s%c", lines->set->ray.count > 0 ? "t" : "distance", separator);
    bool good = put_row_text(&lines->out, lines->rows, ROW_TEXT_HEADER);
    put(&lines->out, "\n");
    return good;
}

bool query_lines_begin(query_lines *lines, const query_settings *set, const items *list, const items *questions,
                       const qd_tree *tree)
{
    *lines = (query_lines){ .out = output_standard(), .set = set, .list = list, .questions = questions, .tree = tree };
    lines->along =
        set->ray.count > 0 || set->nearest.count > 0 || (questions != NULL && (set->k > 0 || set->within.count > 0));
    if (set->print != PRINT_ROWS)
        return true;
    lines->rows = row_text_open(list, &set->in);
    return lines->rows != NULL && put_header(lines);
}

static void put_box(query_lines *lines, qd_id id)
{
    qd_item item;
    qd_tree_get(lines->tree, id, &item);
    const double sides[] = { item.box.min.x, item.box.min.y, item.box.max.x, item.box.max.y };
    for (int i = 0; i < 4; i++) {
        put(&lines->out, ",");
        put_as_kept(&lines->out, sides[i], lines->set);
    }
}

bool query_line(query_lines *lines, size_t question, qd_entry found, double along)
{
    output *out = &lines->out;
    const bool row = lines->set->print == PRINT_ROWS;
    const int separator = row ? lines->list->separator : ',';
    if (lines->questions != NULL) {
        put_id(out, lines->questions, question);
        put(out, "%c", separator);
    }
    if (!row)
        put_id(out, lines->list, (size_t)found.user);
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
        put_box(lines, found.id);
    put(out, "\n");
    return !lines->failed && !output_failed(out);
}

status query_lines_end(query_lines *lines, status result)
{
    row_text_close(lines->rows);
    return output_finish(&lines->out, lines->failed ? STATUS_FAILED : result);
}
