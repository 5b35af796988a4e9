// Line of sight: a ray runs from the guard to the thief. The visitor decides about each box the ray meets: glass lets
// sight pass, a round pillar is asked for its exact shape, and a wall stops it.
#include <math.h>
#include <quadrille/quadrille.h>
#include <stdio.h>

enum { WALL, GLASS, PILLAR };

typedef struct look {
    qd_ray ray;
    qd_vec2 pillar; // centre of the only pillar, which has radius 1
    const char *blocked_by;
} look;

// What it returns cuts the ray: INFINITY leaves it as it is, a t ends it there, a negative value ends the search.
static float see(void *context, const qd_hit *hit)
{
    look *l = context;
    if (hit->item.user == GLASS)
        return INFINITY;
    if (hit->item.user == PILLAR) {
        qd_vec2 d = l->ray.direction, to = { l->pillar.x - l->ray.origin.x, l->pillar.y - l->ray.origin.y };
        if (fabsf(d.x * to.y - d.y * to.x) > hypotf(d.x, d.y)) // the ray passes more than 1 from the centre
            return INFINITY;
    }
    l->blocked_by = hit->item.user == PILLAR ? "a pillar" : "a wall";
    return -1;
}

static void look_from(const qd_tree *tree, qd_vec2 guard, qd_vec2 thief, qd_vec2 pillar)
{
    look l = { qd_ray_between(guard, thief), pillar, NULL };
    qd_visit_ray(tree, l.ray, (qd_query_filter){ 0 }, see, &l);
    printf("the thief at %g,%g is %s%s\n", (double)thief.x, (double)thief.y, l.blocked_by ? "behind " : "seen",
           l.blocked_by ? l.blocked_by : "");
}

int main(void)
{
    const qd_vec2 pillar = { 5, 5 }, guard = { 0, 0 };
    qd_tree *tree = qd_tree_create(NULL);
    qd_tree_insert(tree, (qd_item){ .box = qd_box_xywh(4, -4, 1, 3), .user = WALL });
    qd_tree_insert(tree, (qd_item){ .box = qd_box_xywh(4, 0, 1, 2), .user = GLASS });
    qd_tree_insert(tree, (qd_item){ .box = qd_box_around(pillar, 1, 1), .user = PILLAR });

    look_from(tree, guard, (qd_vec2){ 8, -4 }, pillar);
    look_from(tree, guard, (qd_vec2){ 8, 2 }, pillar);
    look_from(tree, guard, (qd_vec2){ 8, 8 }, pillar);
    look_from(tree, guard, (qd_vec2){ 8, 11.5f }, pillar); // through the corner of the box, past the pillar in it
    qd_tree_destroy(tree);
}

// Output:
// the thief at 8,-4 is behind a wall
// the thief at 8,2 is seen
// the thief at 8,8 is behind a pillar
// the thief at 8,11.5 is seen
