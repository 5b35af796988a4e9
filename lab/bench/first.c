// What the first loads of a process cost, while the system hands out fresh pages: the same boxes into one new
// tree after the other, and into a cleared one. For docs/guide/memory-errors-threads.md.
//
//   usage: bench_first [BOXES [SCENE]]     1000000 boxes of U
#include "beside.h"
#include "field.h"

#include <quadrille/quadrille.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

enum { LOADS = 4 };

static long page_faults(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_minflt;
}

/// Loads all boxes into a tree, or into a new one, and prints what it cost. Returns the tree.
static qd_tree *load(qd_tree *tree, const qd_items *items, size_t count, qd_id *ids, const char *what)
{
    const long before = page_faults();
    const double start = beside_seconds();
    tree = tree ? tree : beside_need(qd_tree_new(NULL));
    if (qd_tree_insert_many(tree, items, count, ids, NULL) != QD_OK)
        exit(1);
    const double ms = (beside_seconds() - start) * 1e3;
    printf("| %s | %.1f | %ld |\n", what, ms, page_faults() - before);
    return tree;
}

int main(int argc, char **argv)
{
    const size_t count = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000000;
    const field_kind *kind = field_find(argc > 2 ? argv[2] : "U");
    if (count < 1 || !kind) {
        fputs("usage: bench_first [BOXES [SCENE]]\n", stderr);
        return 2;
    }
    const field *f = beside_need(field_create(kind, count, 1));
    const qd_items items = { .boxes = qd_boxes_float(&f->boxes->min.x) };
    qd_id *ids = beside_need(malloc(count * sizeof *ids));
    memset(ids, 0xff, count * sizeof *ids); // so that its own pages are there
    printf("| %s, %zu | ms | page faults |\n| --- | --: | --: |\n", kind->name, count);
    for (int i = 0; i < LOADS; i++)
        qd_tree_destroy(load(NULL, &items, count, ids, i == 0 ? "the first tree" : "another"));
    qd_tree *tree = load(NULL, &items, count, ids, "another");
    qd_tree_clear(tree);
    load(tree, &items, count, ids, "the same, cleared");
    qd_tree_destroy(tree);
    free(ids);
    return 0;
}
