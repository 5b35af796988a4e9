// Small questions in one line each: is anything there, and what; which others are in sight. The tree reads boxes where
// a game keeps them, as position and size.
#include <quadrille/quadrille.h>
#include <stdio.h>

enum { WALL = 1, UNIT = 2, TREE = 4 }; // layers

typedef struct sprite {
    const char *name;
    float x, y, width, height;
} sprite;

static const sprite sprites[] = {
    { "wall", 10, 0, 1, 8 }, { "knight", 4, 2, 1, 2 }, { "archer", 14, 2, 1, 2 }, { "oak", 4.5f, 2.5f, 3, 3 }
};
enum { SPRITES = sizeof sprites / sizeof *sprites, KNIGHT = 1, ARCHER = 2 };

static const char *name_of(qd_entry entry)
{
    return entry.id ? sprites[entry.user].name : "nothing";
}

int main(void)
{
    qd_tree *tree = qd_tree_new(NULL);
    const qd_filter filters[SPRITES] = { { WALL, 0 }, { UNIT, 0 }, { UNIT, 0 }, { TREE, 0 } };
    const qd_items items = { .boxes = qd_boxes_xywh(&sprites->x, sizeof *sprites), .filters = filters };
    qd_id ids[SPRITES];
    if (!tree || qd_tree_insert_many(tree, &items, SPRITES, ids, NULL) != QD_OK)
        return 1;

    const qd_box house = qd_box_xywh(11, 4, 6, 3);
    printf("may a house stand there? %s\n", qd_tree_any(tree, qd_shape_box(house)) ? "no" : "yes");
    printf("and one smaller by a half all around? %s\n",
           qd_tree_any(tree, qd_shape_box(qd_box_grow(house, -0.5))) ? "no" : "yes");

    const qd_vec2 mouse = { 4.75, 3 };
    const qd_find_options units = { .filter = { 0, UNIT } };
    printf("under the mouse, of the units: %s\n", name_of(qd_tree_first_with(tree, qd_shape_point(mouse), units)));

    const qd_vec2 eye = qd_box_center(qd_boxes_at(items.boxes, KNIGHT));
    const qd_vec2 target = qd_box_center(qd_boxes_at(items.boxes, ARCHER));
    const qd_find_options sight = { .filter = { 0, WALL | UNIT }, .ignore = ids[KNIGHT] };
    qd_hit hit;
    if (qd_tree_find_ranked_with(tree, qd_segment(eye, target), sight, &hit, 1))
        printf("the knight looks at the archer and sees: %s, at %g, %g\n", name_of(hit.item), hit.point.x, hit.point.y);
    qd_tree_destroy(tree);
    return 0;
}

// Output:
// may a house stand there? no
// and one smaller by a half all around? yes
// under the mouse, of the units: knight
// the knight looks at the archer and sees: wall, at 10, 3
