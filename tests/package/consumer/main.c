// Uses something of each public header, so that it only links when all of the libraries are there.
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
    qd_contacts *contacts = NULL;
    qd_interest *interest = NULL;
    if (qd_oracle_create(NULL, &oracle) || qd_gravity_create(NULL, &gravity) ||
        qd_contacts_create(tree, NULL, &contacts) || qd_interest_create(tree, NULL, &interest))
        return 1;
    for (int i = 0; i < 3; i++) {
        const qd_item item = { .box = qd_box_xywh(i, 0, 1.5, 1) };
        qd_id id;
        if (qd_tree_insert(tree, &item, &id) || qd_oracle_insert_as(oracle, &item, id))
            return 1;
    }
    qd_hit near;
    qd_total total;
    qd_tree_stats stats;
    size_t size = 0;
    const size_t pairs = qd_tree_count_pairs(tree, NULL);
    const size_t found = qd_tree_find_nearest(tree, (qd_vec2){ 10, 0 }, INFINITY, &near, 1);
    qd_tree_total(tree, NULL, &total, NULL);
    qd_tree_get_stats(tree, &stats);
    const bool saves = qd_tree_save(tree, NULL, NULL, 0, &size) == QD_TOO_SMALL;
    const bool same = qd_tree_count(tree, NULL) == qd_oracle_count(oracle, NULL);
    qd_image_size picture;
    const bool refuses = qd_image_info("", 0, &picture) == QD_BAD_DATA;
    qd_interest_destroy(interest);
    qd_contacts_destroy(contacts);
    qd_gravity_destroy(gravity);
    qd_oracle_destroy(oracle);
    qd_tree_destroy(tree);
    const bool works = threads && qd_threads_workers(threads) >= 1;
    qd_threads_destroy(threads);

    printf("C: version %d, %zu items, %zu pairs, nearest at %g\n", qd_version(), stats.items, pairs, near.distance);
    return stats.items == 3 && total.count == 3 && pairs == 2 && found == 1 && near.distance == 6.5 && saves && same &&
                   refuses && works
               ? 0
               : 1;
}
