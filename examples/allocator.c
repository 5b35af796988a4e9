// Your own memory: one hook per tree allocates, resizes and frees. This one counts and keeps to a budget, and shows
// that running out of memory breaks nothing, and that moving asks for no memory at all.
#include <quadrille/quadrille.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct budget {
    size_t used, limit, calls;
} budget;

static void *resize(void *context, void *block, size_t old_size, size_t new_size)
{
    budget *b = context;
    b->calls++;
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
    qd_tree *tree = qd_tree_create(&(qd_tree_def){ .allocator = { resize, &b } });

    const qd_id first = qd_tree_insert(tree, (qd_item){ 0 });
    for (qd_id last = first; !qd_id_is_null(last);) // a null id: no more memory
        last = qd_tree_insert(tree, (qd_item){ .box = qd_box_xywh((float)qd_tree_count(tree), 0, 1, 1) });
    printf("full, and intact: %s\n", qd_tree_count(tree) > 1000 && qd_tree_check(tree) ? "yes" : "no");

    size_t calls = b.calls;
    for (int x = 0; x < 1000; x++)
        qd_tree_move(tree, first, qd_box_xywh((float)x, 0, 1, 1));
    printf("calls for memory in a thousand moves: %zu\n", b.calls - calls);

    qd_tree_destroy(tree);
    printf("bytes left behind: %zu\n", b.used);
}

// Output:
