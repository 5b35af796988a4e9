// Three boxes, and one question: what lies in this window?
#include <quadrille/quadrille.h>
#include <stdio.h>

int main(void)
{
    const char *names[] = { "oak", "house", "pond" };
    qd_box boxes[] = { qd_box_xywh(1, 1, 1, 3), qd_box_xywh(4, 0, 3, 3), qd_box_xywh(9, 5, 6, 2) };

    qd_tree *tree = qd_tree_new(NULL);
    for (size_t i = 0; i < 3; i++)
        qd_tree_add(tree, boxes[i], i);

    qd_entry found[3];
    size_t count = qd_tree_find_box(tree, qd_box_xywh(0, 0, 5, 5), found, 3);
    for (size_t i = 0; i < count; i++)
        printf("%s\n", names[found[i].user]);
    qd_tree_destroy(tree);
}

// Output:
// oak
// house
