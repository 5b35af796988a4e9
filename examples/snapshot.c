// A tree as bytes: saved once, then questioned where they lie. A program would write them to a file and map it.
#include <quadrille/quadrille.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    const char names[] = "oak house pond";
    qd_tree *tree = qd_tree_new(NULL);
    qd_tree_add(tree, qd_box_xywh(1, 1, 1, 3), 0);
    qd_tree_add(tree, qd_box_xywh(4, 0, 3, 3), 4);
    qd_id pond = qd_tree_add(tree, qd_box_xywh(9, 5, 6, 2), 10);

    qd_extra extra = { names, sizeof names }; // bytes of the caller travel along
    size_t size;
    qd_tree_save(tree, &extra, NULL, 0, &size); // how many?
    void *bytes = aligned_alloc(QD_ALIGNMENT, (size + 63) / 64 * 64);
    if (!bytes || qd_tree_save(tree, &extra, bytes, size, &size) != QD_OK)
        return 1;
    qd_tree_destroy(tree);

    qd_result result = qd_tree_map(bytes, size, NULL, &tree);
    if (result == QD_BYTE_ORDER) // it has to be copied on this machine
        result = qd_tree_load(bytes, size, NULL, &tree);
    printf("%s; %zu items\n", qd_result_text(result), qd_tree_count(tree, NULL));
    qd_snapshot_extra(bytes, size, &extra);
    qd_entry found[3];
    size_t count = qd_tree_find_box(tree, qd_box_xywh(0, 0, 5, 5), found, 3);
    for (size_t i = 0; i < count; i++)
        printf("%.5s\n", (const char *)extra.bytes + found[i].user);
    printf("the pond's id is %s\n", qd_tree_has(tree, pond) ? "as good as before" : "stale");
    printf("removing it: %s\n", qd_result_text(qd_tree_remove(tree, pond)));
    qd_tree_destroy(tree);
    free(bytes);
}

// Output:
// done; 3 items
// oak h
// house
// the pond's id is as good as before
// removing it: the tree is mapped and cannot change
