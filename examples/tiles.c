// A world of tiles: everything touches something, so touching must not count. In a tree with open edges a hero that
// stands on the floor is free, and only a step into a tile is refused.
#include <quadrille/quadrille.h>
#include <stdio.h>

static const char *const rows[] = {
    "......",
    "...#..", // y grows downwards here; the tree does not mind
    "######",
};

// Goes there if nothing is in the way, and says so.
static qd_vec2 step(const qd_tree *tree, const char *where, qd_vec2 from, double dx, double dy)
{
    qd_vec2 to = { from.x + dx, from.y + dy };
    qd_entry tile;
    bool blocked = qd_tree_find_box(tree, qd_box_xywh(to.x, to.y, 1, 1), &tile, 1) > 0;
    printf("%-6s%s\n", where, blocked ? "blocked" : "free");
    return blocked ? from : to;
}

int main(void)
{
    const qd_tree_def def = { .edges = QD_OPEN };
    qd_tree *tree = qd_tree_new(&def);
    for (int y = 0; y < 3; y++)
        for (int x = 0; x < 6; x++)
            if (rows[y][x] == '#')
                qd_tree_add(tree, qd_box_xywh(x, y, 1, 1), 0);

    const qd_vec2 start = { 1, 1 }; // on the floor, touching two tiles of it
    qd_vec2 hero = step(tree, "stay", start, 0, 0);
    hero = step(tree, "down", hero, 0, 1);
    hero = step(tree, "right", hero, 1, 0);
    hero = step(tree, "right", hero, 1, 0);
    hero = step(tree, "up", hero, 0, -1);
    hero = step(tree, "right", hero, 1, 0);
    printf("the hero is at %g,%g\n", hero.x, hero.y);
    qd_tree_destroy(tree);
}

// Output:
// stay  free
// down  blocked
// right free
// right blocked
// up    free
// right free
// the hero is at 3,0
