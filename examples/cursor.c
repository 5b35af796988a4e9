// A call for a taxi: drivers are asked from the nearest to the farthest until one says yes. How many is not known
// beforehand, and a cursor waits between them. When a driver has moved, the cursor says so, and a new one begins.
#include <quadrille/quadrille.h>
#include <stdio.h>

int main(void)
{
    const char *names[] = { "Ada", "Ben", "Cem", "Dia" };
    const qd_vec2 places[] = { { 1, 1 }, { 9, 9 }, { 3, 4 }, { 2, 0 } };
    qd_tree *tree = qd_tree_new(NULL);
    qd_id ids[4];
    for (size_t i = 0; i < 4; i++)
        ids[i] = qd_tree_add(tree, qd_box_at(places[i]), i);

    const qd_vec2 here = { 0, 0 };
    const qd_ranked question = qd_nearest(qd_shape_point(here), INFINITY);
    qd_ranked_cursor drivers;
    qd_ranked_cursor_begin(&drivers, tree, &question);
    qd_hit driver;
    for (int asked = 0; asked < 5; asked++) {
        if (qd_ranked_cursor_next(&drivers, &driver, 1) == 0) {
            if (!drivers.changed)
                break; // none is left
            printf("a driver has moved\n");
            qd_ranked_cursor_begin(&drivers, tree, &question);
            qd_ranked_cursor_next(&drivers, &driver, 1);
        }
        printf("%s, %.1f away?\n", names[driver.item.user], driver.distance);
        if (asked == 1)
            qd_tree_move(tree, ids[1], qd_box_xywh(0, 1, 0, 0));
    }
    qd_tree_destroy(tree);
}

// Output:
// Ada, 1.4 away?
// Dia, 2.0 away?
// a driver has moved
// Ben, 1.0 away?
// Ada, 1.4 away?
// Dia, 2.0 away?
