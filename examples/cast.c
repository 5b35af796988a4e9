// A bullet covers 600 a step and the wall is 0.1 thick. Looking at where it is after each step finds nothing; casting
// its circle along the step finds the wall, when it is hit, and which way the bullet bounces. Two crates that slide
// towards each other need no tree for the same question.
#include <quadrille/quadrille.h>
#include <stdio.h>

int main(void)
{
    qd_tree *tree = qd_tree_new(NULL);
    qd_tree_add(tree, qd_box_xywh(300, -50, 0.1, 100), 1);
    qd_tree_add(tree, qd_box_xywh(200, 10, 20, 20), 2);

    const qd_vec2 start = { 0, 0 }, v = { 600, 45 };
    qd_entry found[4];
    printf("where it ends: %zu\n", qd_tree_find_circle(tree, v, 0.5, found, 4));

    const qd_ranked bullet = qd_cast(qd_shape_circle(start, 0.5), v, 1);
    qd_hit hits[4];
    const size_t count = qd_tree_find_ranked(tree, &bullet, hits, 4, NULL);
    for (size_t i = 0; i < count; i++)
        printf("hits %d at t %.3f, being at %.2f,%.2f, normal %.2f,%.2f\n", (int)hits[i].item.user, hits[i].t,
               hits[i].point.x, hits[i].point.y, hits[i].normal.x, hits[i].normal.y);

    // What is left of the motion bounces off the first thing hit.
    const qd_vec2 n = hits[0].normal;
    const double into = v.x * n.x + v.y * n.y;
    printf("goes on with %.1f,%.1f\n", v.x - 2 * into * n.x, v.y - 2 * into * n.y);

    const qd_vec2 to_the_right = { 3, 0 }, to_the_left = { -5, 0 };
    const qd_ranked left = qd_cast(qd_shape_box(qd_box_xywh(0, 0, 2, 2)), to_the_right, 1);
    const qd_ranked right = qd_cast(qd_shape_box(qd_box_xywh(6, 1, 2, 2)), to_the_left, 1);
    if (qd_casts_meet(&left, &right, QD_CLOSED, hits))
        printf("the crates meet at t %g\n", hits[0].t);
    qd_tree_destroy(tree);
}

// Output:
// where it ends: 0
// hits 2 at t 0.333, being at 199.50,14.96, normal -1.00,0.00
// hits 1 at t 0.499, being at 299.50,22.46, normal -1.00,0.00
// goes on with -600.0,45.0
// the crates meet at t 0.5
