// A tree kept in bytes: saved once, then asked where they lie. Here they go through a file and back.
#include <quadrille/quadrille.h>
#include <stdio.h>
#include <stdlib.h>

static bool write_some(void *file, const void *bytes, size_t size)
{
    return fwrite(bytes, 1, size, file) == size;
}

int main(void)
{
    const char names[] = "oak house pond";
    qd_tree *tree = qd_tree_create(NULL);
    qd_tree_insert(tree, (qd_item){ .box = qd_box_xywh(1, 1, 1, 3), .user = 0 });
    qd_tree_insert(tree, (qd_item){ .box = qd_box_xywh(4, 0, 3, 3), .user = 4 });
    qd_id pond = qd_tree_insert(tree, (qd_item){ .box = qd_box_xywh(9, 5, 6, 2), .user = 10 });

    FILE *file = tmpfile();
    qd_extra extra = { names, sizeof names }; // bytes of yours travel along
    if (!file || qd_tree_save_by(tree, extra, write_some, file) != QD_OK)
        return 1;
    long size = ftell(file);
    qd_tree_destroy(tree);

    // A program would map the file; what counts is where the bytes begin.
    void *bytes = aligned_alloc(QD_MAP_ALIGNMENT, ((size_t)size + 63) / 64 * 64);
    rewind(file);
    if (!bytes || fread(bytes, 1, (size_t)size, file) != (size_t)size)
        return 1;
    fclose(file);
    qd_result result = qd_tree_map(&tree, bytes, (size_t)size, NULL);
    printf("%s; %zu items\n", qd_result_text(result), qd_tree_count(tree));
    qd_snapshot_extra(bytes, (size_t)size, &extra);

    qd_found found[3];
    size_t count = qd_find_box(tree, qd_box_xywh(0, 0, 5, 5), (qd_query_filter){ 0 }, found, 3);
    for (size_t i = 0; i < count; i++)
        printf("%.5s\n", (const char *)extra.bytes + found[i].user);
    printf("the pond's id is %s\n", qd_tree_contains(tree, pond) ? "as good as before" : "stale");
    printf("removing it: %s\n", qd_result_text(qd_tree_remove(tree, pond)));
    qd_tree_destroy(tree);
    free(bytes);
}

// Output:
// done; 3 items
// oak h
// house
// the pond's id is as good as before
// removing it: the tree lies in bytes that are only read
