// A pool of threads, in one line of the tree's definition. The pairs and their order are the same with it and without.
#include <quadrille/quadrille.h>
#include <quadrille/threads.h>
#include <stdio.h>
#include <string.h>
enum { SIDE = 200, ROOM = SIDE * SIDE };

static size_t find_pairs(qd_executor executor, qd_pair *out)
{
    const qd_tree_def def = { .executor = executor };
    qd_tree *tree = qd_tree_new(&def);
    for (int y = 0; y < SIDE; y++) // each row is boxes that touch
        for (int x = 0; x < SIDE; x++)
            qd_tree_add(tree, qd_box_xywh(x, y, 1, 0.5), 0);
    size_t count = qd_tree_find_pairs(tree, NULL, out, NULL, ROOM, NULL);
    qd_tree_destroy(tree);
    return count;
}

int main(void)
{
    static qd_pair one[ROOM], many[ROOM];
    qd_threads *threads = qd_threads_new(0); // a worker for each processor

    const qd_executor none = { 0 };
    const size_t count = find_pairs(none, one);
    const size_t shared = find_pairs(qd_threads_executor(threads), many);
    printf("%zu pairs, the same with threads: %s\n", count,
           shared == count && memcmp(one, many, sizeof one) == 0 ? "yes" : "no");

    qd_threads_destroy(threads); // after the trees
}

// Output:
// 39800 pairs, the same with threads: yes
