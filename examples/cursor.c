// A taxi is wanted: drivers are asked from the nearest to the farthest until one says yes. It is not known beforehand
// how many will have to be asked, and the asking goes on somewhere else: a cursor waits meanwhile. When a driver has
// moved, the cursor says so, and a new one begins.
#include <math.h>
#include <quadrille/quadrille.h>
#include <stdio.h>

typedef struct call {
    qd_vec2 place;
    qd_near_cursor drivers;
} call;

// The driver to be asked next. False: none is left.
static bool next_driver(const qd_tree *tree, call *c, qd_near *driver)
{
    if (qd_near_cursor_next(&c->drivers, driver))
        return true;
    if (!c->drivers.changed)
        return false;
    printf("a driver has moved\n");
    qd_near_cursor_begin(&c->drivers, tree, c->place, INFINITY, (qd_query_filter){ 0 });
    return qd_near_cursor_next(&c->drivers, driver);
}

int main(void)
{
    const char *names[] = { "Ada", "Ben", "Cem", "Dia" };
    const qd_vec2 places[] = { { 1, 1 }, { 9, 9 }, { 3, 4 }, { 2, 0 } };
    qd_id ids[4];
    qd_tree *tree = qd_tree_create(NULL);
    for (size_t i = 0; i < 4; i++)
        ids[i] = qd_tree_insert(tree, (qd_item){ .box = { places[i], places[i] }, .user = i });

    call c = { .place = { 0, 0 } };
    qd_near_cursor_begin(&c.drivers, tree, c.place, INFINITY, (qd_query_filter){ 0 });
    qd_near driver;
    for (int asked = 0; asked < 5 && next_driver(tree, &c, &driver); asked++) {
        printf("%s, %.1f away?\n", names[driver.item.user], (double)driver.distance);
        if (asked == 1)
            qd_tree_move(tree, ids[1], (qd_box){ { 0, 1 }, { 0, 1 } });
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
