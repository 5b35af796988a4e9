// Many questions from a file: see query_parts.h. A tree of doubles takes them as they are; to a tree of floats they are
// the nearest floats.
#include "query_parts.h"

typedef struct many_lines {
    query_lines lines;
    output out;
    size_t question, count; // --count: the question whose lines come now, and how many have come
} many_lines;

static bool take_answer(void *context, size_t question, qd_entry found, double distance)
{
    many_lines *to = context;
    return query_line(&to->lines, &to->out, question, found, distance);
}

// Prints the numbers of questions in front of this one.
static void put_counts(many_lines *to, size_t end)
{
    for (; to->question < end; to->question++) {
        put_id(&to->out, to->lines.questions, to->question, ',');
        put(&to->out, ",%zu\n", to->count);
        to->count = 0;
    }
}

static bool count_answer(void *context, size_t question, qd_entry found, double distance)
{
    many_lines *to = context;
    (void)found;
    (void)distance;
    put_counts(to, question);
    to->count++;
    return !output_failed(&to->out);
}

static bool stop_at_first(void *context, size_t question, qd_entry found, double distance)
{
    many_lines *to = context;
    (void)question;
    (void)found;
    (void)distance;
    to->count = 1;
    return false;
}

status query_many(items *list, items *questions, query_settings *set)
{
    qd_tree *tree = items_need_boxes(questions) ? items_tree(list, &set->in, (qd_tree_def){ 0 }) : NULL;
    if (tree == NULL)
        return STATUS_FAILED;
    items_drop_boxes(list);
    asking all = { .tree = tree,
                   .questions = questions,
                   .nearest = query_is_ranked(set),
                   .relation = query_relation(set),
                   .k = set->k > 0 ? (uint64_t)set->k : UINT64_MAX,
                   .reach = query_reach(set) };
    many_lines to = { .out = output_standard() };
    const bool begun = query_lines_begin(&to.lines, set, list, questions, tree);
    bool good = begun;
    if (begun && (set->count || set->exists)) {
        good = ask_all(&all, set->exists ? stop_at_first : count_answer, &to);
        set->found = to.count > 0;
        if (good && !set->exists)
            put_counts(&to, questions->count);
    } else if (begun) {
        good = query_head(&to.lines, &to.out) && ask_all(&all, take_answer, &to) && !to.lines.failed;
        query_tail(&to.lines, &to.out);
    }
    query_lines_end(&to.lines);
    items_tree_free(list, tree);
    return begun ? output_finish(&to.out, good ? STATUS_DONE : STATUS_FAILED) : STATUS_FAILED;
}
