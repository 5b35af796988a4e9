// What the recipes' checks build against their package: it needs something of each library.
#include <quadrille/gravity.h>
#include <quadrille/image.h>
#include <quadrille/oracle.h>
#include <quadrille/quadrille.h>
#include <quadrille/threads.h>
#include <stdio.h>

int main(void)
{
    qd_threads *threads = qd_threads_new(2);
    const qd_tree_def def = { .executor = qd_threads_executor(threads) };
    qd_tree *tree = qd_tree_new(&def);
    qd_oracle *oracle = NULL;
    qd_gravity *gravity = NULL;
    qd_image_size picture;
    if (!threads || !tree || qd_oracle_create(NULL, &oracle) || qd_gravity_create(NULL, &gravity))
        return 1;
    for (int i = 0; i < 100; i++) {
        const qd_item item = { .box = qd_box_xywh(i, 0, 1, 1) };
        qd_id id;
        if (qd_tree_insert(tree, &item, &id) || qd_oracle_insert_as(oracle, &item, id))
            return 1;
    }
    const size_t pairs = qd_tree_count_pairs(tree, NULL);
    const bool good = pairs == 99 && qd_tree_count(tree, NULL) == qd_oracle_count(oracle, NULL) &&
                      qd_gravity_count(gravity) == 0 && qd_image_info("", 0, &picture) == QD_BAD_DATA;
    printf("quadrille %d: %zu pairs\n", qd_version(), pairs);
    qd_gravity_destroy(gravity);
    qd_oracle_destroy(oracle);
    qd_tree_destroy(tree);
    qd_threads_destroy(threads);
    return good ? 0 : 1;
}
