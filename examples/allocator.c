// Memory of the caller: one hook allocates, resizes and frees. This one keeps to a budget, and shows that running out
// of memory breaks nothing and that moving never needs any.
#include <quadrille/quadrille.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct budget {
    size_t used, limit;
} budget;

static void *resize(void *context, void *block, size_t old_size, size_t new_size)
{
    budget *b = (budget *)context;
    if (b->used - old_size + new_size > b->limit)
        return NULL; // the old block stays as it is
    void *fresh = new_size > 0 ? aligned_alloc(64, (new_size + 63) / 64 * 64) : NULL;
    if (new_size > 0 && !fresh)
        return NULL;
    if (fresh && block)
        memcpy(fresh, block, old_size < new_size ? old_size : new_size);
    free(block);
    b->used = b->used - old_size + new_size;
    return fresh;
}

int main(void)
{
    budget b = { .limit = (size_t)1 << 18 };
    const qd_tree_def def = { .allocator = { resize, &b } };
    qd_tree *tree = qd_tree_new(&def);
    const qd_id first = qd_tree_add(tree, qd_box_xywh(0, 0, 1, 1), 0);
    size_t count = 1;
    while (qd_tree_add(tree, qd_box_xywh((double)count, 0, 1, 1), count)) // 0: out of memory
        count++;
    printf("full, and intact: %s\n", count > 1000 && qd_tree_check(tree) ? "yes" : "no");

    size_t failed = 0;
    for (int x = 0; x < 1000; x++)
        failed += qd_tree_move(tree, first, qd_box_xywh(x, 0, 1, 1)) != QD_OK;
    printf("of a thousand moves without memory, %zu failed\n", failed);
    qd_tree_destroy(tree);
    printf("bytes left behind: %zu\n", b.used);
}

// Output:
// full, and intact: yes
// of a thousand moves without memory, 0 failed
// bytes left behind: 0
