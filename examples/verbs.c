// One question and four verbs: how many, into an array, to a callback, some at a time.
#include <quadrille/quadrille.h>
#include <stdio.h>

enum { SIDE = 10, ROOM = 8, BATCH = 10, KEY = 44 };

// A visitor gets results in batches and may end the search.
static qd_flow look_for_key(void *context, const qd_entry *entries, size_t count)
{
    bool *found = (bool *)context;
    for (size_t i = 0; i < count && !*found; i++)
        *found = entries[i].user == KEY;
    return *found ? QD_STOP : QD_CONTINUE;
}

int main(void)
{
    qd_tree *tree = qd_tree_new(NULL);
    uint64_t user = 0;
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            qd_tree_add(tree, qd_box_xywh(x, y, 0, 0), user++);
    const qd_vec2 center = { 4, 4 };
    const qd_query near = { .shape = qd_shape_circle(center, 3) };

    printf("count: %zu\n", qd_tree_count(tree, &near));

    qd_entry found[ROOM];
    size_t total;
    size_t count = qd_tree_find(tree, &near, found, ROOM, &total);
    printf("find: %zu of %zu\n", count, total);

    printf("find one: %s\n", qd_tree_find(tree, &near, found, 1, NULL) > 0 ? "there is one" : "there is none");

    bool key = false;
    qd_tree_visit(tree, &near, look_for_key, &key, NULL);
    printf("visit: the key is %s\n", key ? "there" : "not there");

    qd_cursor cursor;
    qd_entry batch[BATCH];
    qd_cursor_begin(&cursor, tree, &near);
    printf("cursor:");
    while ((count = qd_cursor_next(&cursor, batch, BATCH)) > 0)
        printf(" %zu", count);
    printf("\n");
    qd_tree_destroy(tree);
}

// Output:
// count: 29
// find: 8 of 29
// find one: there is one
// visit: the key is there
// cursor: 10 10 9
