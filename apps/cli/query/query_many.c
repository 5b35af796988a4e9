// Many questions from a file: see query.h. A tree of doubles takes them as they are; to a tree of floats they are the
// nearest floats.
#include "query.h"

typedef struct many_lines {
    query_lines lines;
    output out;
} many_lines;

static bool take_answer(void *context, size_t question, qd_entry found, double distance)
{
    many_lines *to = context;
    return query_line(&to->lines, &to->out, question, found, distance);
}

status query_many(items *list, items *questions, const query_settings *set)
{
    qd_tree *tree = items_need_boxes(questions) ? items_tree(list, &set->in, (qd_tree_def){ 0 }) : NULL;
    if (tree == NULL)
        return STATUS_FAILED;
    items_drop_boxes(list);
    asking all = { .tree = tree,
                   .questions = questions,
                   .nearest = query_is_ranked(set),
                   .k = set->k > 0 ? (uint64_t)set->k : UINT64_MAX,
                   .reach = query_reach(set) };
    many_lines to = { .out = output_standard() };
    const bool good = query_lines_begin(&to.lines, set, list, questions, tree) && query_head(&to.lines, &to.out) &&
                      ask_all(&all, take_answer, &to);
    query_lines_end(&to.lines);
    items_tree_free(list, tree);
    return output_finish(&to.out, good && !to.lines.failed ? STATUS_DONE : STATUS_FAILED);
}
