// Line of sight: a segment runs from the guard to the thief. The visitor decides about each box on the way: glass lets
// sight pass, a round pillar needs its exact shape, and a wall stops it.
#include <quadrille/quadrille.h>
#include <stdio.h>

enum { WALL, GLASS, PILLAR };

typedef struct look {
    qd_vec2 from, to;
    const char *blocked_by;
} look;

static const qd_vec2 pillar = { 5, 5 }; // of radius 1

static qd_flow see(void *context, const qd_hit *hit, double *limit)
{
    look *l = (look *)context;
    const qd_vec2 d = { l->to.x - l->from.x, l->to.y - l->from.y }, p = { pillar.x - l->from.x, pillar.y - l->from.y };
    const bool is_pillar = hit->item.user == PILLAR;
    if (hit->item.user == GLASS || (is_pillar && fabs(d.x * p.y - d.y * p.x) > hypot(d.x, d.y)))
        return QD_CONTINUE; // the limit stays, and sight goes on
    l->blocked_by = is_pillar ? "a pillar" : "a wall";
    *limit = hit->t; // only what is nearer is still of interest
    return QD_CONTINUE;
}

static void look_at(const qd_tree *tree, double x, double y)
{
    look l = { .to = { x, y } };
    const qd_ranked sight = qd_segment(l.from, l.to);
    qd_tree_visit_ranked(tree, &sight, see, &l, NULL);
    printf("the thief at %g,%g is %s%s\n", x, y, l.blocked_by ? "behind " : "seen", l.blocked_by ? l.blocked_by : "");
}

int main(void)
{
    qd_tree *tree = qd_tree_new(NULL);
    qd_tree_add(tree, qd_box_xywh(4, -4, 1, 3), WALL);
    qd_tree_add(tree, qd_box_xywh(4, 0, 1, 2), GLASS);
    qd_tree_add(tree, qd_box_around(pillar, 1, 1), PILLAR);

    look_at(tree, 8, -4);
    look_at(tree, 8, 2);
    look_at(tree, 8, 8);
    look_at(tree, 8, 11.5); // through the corner of the box, past the pillar in it
    qd_tree_destroy(tree);
}

// Output:
// the thief at 8,-4 is behind a wall
// the thief at 8,2 is seen
// the thief at 8,8 is behind a pillar
// the thief at 8,11.5 is seen
