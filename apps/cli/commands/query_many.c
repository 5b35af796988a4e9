// Many questions from a file: see query.h. A tree of doubles takes them as they are; to a tree of floats they are the
// nearest floats.
#include "query.h"

static bool take_answer(void *context, size_t question, qd_entry found, double distance)
{
    return query_line(context, question, found, distance);
}

status query_many(items *list, items *questions, const query_settings *set)
{
    qd_tree *tree = items_need_boxes(questions) ? items_tree(list, &set->in, (qd_tree_def){ 0 }) : NULL;
    if (tree == NULL)
        return STATUS_FAILED;
    items_drop_boxes(list);
    asking all = { .tree = tree,
                   .questions = questions,
                   .nearest = set->k > 0 || set->within.count > 0,
                   .k = set->k > 0 ? (uint64_t)set->k : UINT64_MAX,
                   .reach = query_reach(set) };
    query_lines lines;
    bool good = query_lines_begin(&lines, set, list, questions, tree) && ask_all(&all, take_answer, &lines);
    status result = query_lines_end(&lines, good ? STATUS_DONE : STATUS_FAILED);
    items_tree_free(list, tree);
    return result;
}
