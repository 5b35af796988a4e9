// A tree that never allocates: it lives in a buffer, here one that is static, for a known number of items.
#include <quadrille/quadrille.h>
#include <stdio.h>

enum { SHIPS = 100, ROOM = 24 * 1024 };

static _Alignas(QD_BUFFER_ALIGNMENT) unsigned char buffer[ROOM];

int main(void)
{
    size_t needed = qd_tree_size_for(SHIPS);
    printf("%d ships fit: %s\n", SHIPS, needed <= ROOM ? "yes" : "no");
    qd_tree *tree = qd_tree_create_in(buffer, needed, NULL);

    qd_id ids[SHIPS];
    for (int i = 0; i < SHIPS; i++)
        ids[i] = qd_tree_insert(tree, (qd_item){ .box = qd_box_xywh((float)i * 3, (float)(i % 10), 2, 2) });
    printf("ships: %zu\n", qd_tree_count(tree));

    qd_id one_more = qd_tree_insert(tree, (qd_item){ .box = qd_box_xywh(0, 0, 1, 1) });
    printf("one more: %s\n", qd_id_is_null(one_more) ? "no, and nothing is lost" : "yes");

    // Moving never needs memory, wherever they go.
    for (int i = 0; i < SHIPS; i++)
        qd_tree_move(tree, ids[i], qd_box_xywh(1e6f, (float)i, 2, 0.5f));
    qd_found found[SHIPS];
    qd_box window = qd_box_xywh(1e6f, 10, 1, 3);
    printf("in the window: %zu\n", qd_find_box(tree, window, (qd_query_filter){ 0 }, found, SHIPS));

    qd_tree_remove(tree, ids[0]);
    one_more = qd_tree_insert(tree, (qd_item){ .box = qd_box_xywh(0, 0, 1, 1) });
    printf("one gone, one more: %s\n", qd_id_is_null(one_more) ? "no" : "yes");
}

// Output:
// 100 ships fit: yes
// ships: 100
// one more: no, and nothing is lost
// in the window: 4
// one gone, one more: yes
