// A tree of all items, or the one that the index has.
#include "index_file.h"
#include "items.h"

#include <errno.h>
#include <string.h>

// The tree in the index, if it is what the definition asks for; it stays the index's. NULL: it differs, or the list has
// no index.
static qd_tree *tree_of_index(const items *list, const qd_tree_def *def)
{
    const index_file *index = list->index;
    if (index == NULL || index->tree == NULL || def->precision != index->precision || (int)def->edges != index->edges ||
        def->leaf_capacity != index->capacity || def->max_depth != index->depth)
        return NULL;
    qd_tree *tree = index->tree;
    // Only a new tree can have workers; without memory for it the one there is does.
    if (def->executor.run != NULL && index_file_tree(index, def, &tree) != QD_OK)
        tree = index->tree;
    return tree;
}

qd_tree *items_tree(items *list, const input *in, qd_tree_def def)
{
    def.precision = in->exact ? QD_DOUBLE : QD_FLOAT;
    def.edges = in->edges == QD_OPEN ? QD_OPEN : QD_CLOSED;
    // What the definition leaves to the default becomes as in the index, if there is one.
    const index_file *index = list->index;
    if (index != NULL && def.leaf_capacity == 0)
        def.leaf_capacity = (int)index->capacity;
    if (index != NULL && def.max_depth == 0)
        def.max_depth = (int)index->depth;
    qd_tree *tree = tree_of_index(list, &def);
    if (tree != NULL)
        return tree;
    if (!items_need_boxes(list))
        return NULL;
    tree = qd_tree_new(&def);
    const qd_items all = { .boxes = items_view(list) };
    if (tree == NULL || qd_tree_insert_many(tree, &all, list->count, NULL, NULL) != QD_OK) {
        complain("%s", strerror(ENOMEM));
        qd_tree_destroy(tree);
        tree = NULL;
    }
    return tree;
}

void items_tree_free(const items *list, qd_tree *tree)
{
    if (list->index == NULL || list->index->tree != tree)
        qd_tree_destroy(tree);
}
