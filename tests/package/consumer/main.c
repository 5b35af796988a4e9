// Uses something of each public header, so that it only links when all of the library is there.
#include <quadrille/quadrille.h>
#include <stdio.h>

static bool count_pairs(void *context, const qd_pair *pairs, size_t count)
{
    (void)pairs;
    *(size_t *)context += count;
    return true;
}

int main(void)
{
    qd_tree *tree = qd_tree_create(NULL);
    for (int i = 0; i < 3; i++) {
        qd_item item = { .box = qd_box_xywh((float)i, 0, 1.5f, 1) };
        qd_tree_insert(tree, item);
    }
    size_t pairs = 0;
    qd_visit_pairs(tree, count_pairs, &pairs);
    qd_near near;
    size_t found = qd_find_near(tree, (qd_vec2){ 10, 0 }, INFINITY, (qd_query_filter){ 0 }, &near, 1);
    size_t items = qd_tree_stats(tree).items;
    qd_tree_destroy(tree);

    printf("C: version %d, %zu items, %zu pairs, nearest at %g\n", qd_version(), items, pairs, (double)near.distance);
    return items == 3 && pairs == 2 && found == 1 && near.distance == 6.5f ? 0 : 1;
}
