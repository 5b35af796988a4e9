// A bullet that is too fast for its own good: it covers 600 a step and the wall is 0.1 thick. Looking at where it is
// after each step finds nothing; casting its circle along the step finds the wall, when it is hit, and which way the
// bullet bounces. Two crates that slide towards each other are asked the same without a tree.
#include <quadrille/quadrille.h>
#include <stdio.h>

int main(void)
{
    qd_tree *tree = qd_tree_create(NULL);
    qd_tree_insert(tree, (qd_item){ .box = qd_box_xywh(300, -50, 0.1f, 100), .user = 1 });
    qd_tree_insert(tree, (qd_item){ .box = qd_box_xywh(200, 10, 20, 20), .user = 2 });

    const qd_query_filter all = { 0 };
    qd_moving_circle bullet = { .center = { 0, 0 }, .radius = 0.5f, .motion = { 600, 45 }, .t_max = 1 };
    const qd_vec2 end = { bullet.center.x + bullet.motion.x, bullet.center.y + bullet.motion.y };
    qd_found found[4];
    printf("where it ends: %zu\n", qd_find_circle(tree, end, bullet.radius, all, found, 4));

    qd_hit hits[4];
    const size_t count = qd_find_cast_circle(tree, bullet, all, hits, 4);
    for (size_t i = 0; i < count; i++)
        printf("hits %d at t %.3f, being at %.2f,%.2f, normal %.2f,%.2f\n", (int)hits[i].item.user, (double)hits[i].t,
               (double)hits[i].point.x, (double)hits[i].point.y, (double)hits[i].normal.x, (double)hits[i].normal.y);

    // What is left of the motion bounces off the first thing hit.
    const qd_vec2 n = hits[0].normal, v = bullet.motion;
    const float into = v.x * n.x + v.y * n.y;
    printf("goes on with %.1f,%.1f\n", (double)(v.x - 2 * into * n.x), (double)(v.y - 2 * into * n.y));

    const qd_moving_box left = { qd_box_xywh(0, 0, 2, 2), { 3, 0 }, 1 },
                        right = { qd_box_xywh(6, 1, 2, 2), { -5, 0 }, 1 };
    qd_impact impact;
    if (qd_moving_boxes_meet(left, right, QD_EDGES_CLOSED, &impact))
        printf("the crates meet at t %g\n", (double)impact.t);
    qd_tree_destroy(tree);
}

// Output:
// where it ends: 0
// hits 2 at t 0.333, being at 199.50,14.96, normal -1.00,0.00
// hits 1 at t 0.499, being at 299.50,22.46, normal -1.00,0.00
// goes on with -600.0,45.0
// the crates meet at t 0.5
