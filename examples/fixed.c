// A tree that never allocates: it lives in a buffer, here a static one, for a known number of items.
#include <quadrille/quadrille.h>
#include <stdalign.h>
#include <stdio.h>

enum { SHIPS = 100, ROOM = 24 * 1024 };

alignas(QD_ALIGNMENT) static unsigned char buffer[ROOM];

int main(void)
{
    qd_tree_def def = { .buffer = buffer, .buffer_size = qd_tree_buffer_size(NULL, SHIPS) };
    printf("%d ships fit: %s\n", SHIPS, def.buffer_size <= ROOM ? "yes" : "no");
    qd_tree *tree = qd_tree_new(&def);

    qd_id ids[SHIPS];
    for (int i = 0; i < SHIPS; i++)
        ids[i] = qd_tree_add(tree, qd_box_xywh(i * 3, i % 10, 2, 2), 0);
    printf("ships: %zu\n", qd_tree_count(tree, NULL));
    printf("one more: %s\n", qd_tree_add(tree, qd_box_xywh(0, 0, 1, 1), 0) ? "yes" : "no, and nothing is lost");

    // Moving never needs memory, wherever they go.
    for (int i = 0; i < SHIPS; i++)
        qd_tree_move(tree, ids[i], qd_box_xywh(1e6, i, 2, 0.5));
    qd_entry found[SHIPS];
    printf("in the window: %zu\n", qd_tree_find_box(tree, qd_box_xywh(1e6, 10, 1, 3), found, SHIPS));

    qd_tree_remove(tree, ids[0]);
    printf("one gone, one more: %s\n", qd_tree_add(tree, qd_box_xywh(0, 0, 1, 1), 0) ? "yes" : "no");
    qd_tree_destroy(tree);
}

// Output:
// 100 ships fit: yes
// ships: 100
// one more: no, and nothing is lost
// in the window: 4
// one gone, one more: yes
