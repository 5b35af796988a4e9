// Snapshots between C and JavaScript: `write FILE` makes one of 1,000 boxes, `read FILE` prints what is in one.
#include <quadrille/quadrille.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned char bytes[1 << 20];

int main(int count, char **words)
{
    if (count != 3)
        return 2;
    const bool writes = strcmp(words[1], "write") == 0;
    FILE *file = fopen(words[2], writes ? "wb" : "rb");
    if (!file)
        return 1;
    qd_tree *tree = NULL;
    size_t size = 0;
    if (writes) {
        tree = qd_tree_new(NULL);
        for (unsigned i = 0; i < 1000; i++)
            qd_tree_add(tree, qd_box_xywh(i % 40, i / 40, 1, 1), i);
        if (qd_tree_save(tree, NULL, bytes, sizeof bytes, &size) || fwrite(bytes, 1, size, file) != size)
            return 1;
    } else {
        size = fread(bytes, 1, sizeof bytes, file);
        if (qd_tree_load(bytes, size, NULL, &tree))
            return 1;
        qd_entry found[64];
        const size_t hits = qd_tree_find_box(tree, qd_box_xywh(5, 5, 0.5, 0.5), found, 64);
        uint64_t sum = 0;
        for (size_t i = 0; i < hits; i++)
            sum += found[i].user;
        printf("%zu items, %zu found, %" PRIu64 "\n", qd_tree_count(tree, NULL), hits, sum);
    }
    qd_tree_destroy(tree);
    return fclose(file) != 0;
}
