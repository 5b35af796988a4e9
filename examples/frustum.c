// What a camera sees from above: a trapezium from its near plane to its far plane, turned to where it looks. What lies
// wholly within need not be clipped when it is drawn.
#include <quadrille/quadrille.h>
#include <stdio.h>

// So far ahead of the eye, and aside by a share of that; it looks along 0.8, 0.6.
static qd_vec2 ahead(qd_vec2 eye, float distance, float aside)
{
    return (qd_vec2){ eye.x + distance * (0.8f - 0.6f * aside), eye.y + distance * (0.6f + 0.8f * aside) };
}

int main(void)
{
    qd_tree *tree = qd_tree_create(NULL);
    for (int y = 0; y < 100; y++)
        for (int x = 0; x < 100; x++)
            qd_tree_insert(tree, (qd_item){ .box = qd_box_xywh((float)(10 * x), (float)(10 * y), 4, 4) });

    const qd_vec2 eye = { 500, 500 };
    const float near = 5, far = 300, wide = 0.5f;
    const qd_vec2 corners[] = { ahead(eye, near, -wide), ahead(eye, far, -wide), ahead(eye, far, wide),
                                ahead(eye, near, wide) };
    const qd_polygon seen = { corners, 4 };
    const qd_query_filter all = { 0 };
    static qd_found found[10000];
    printf("seen: %zu of %zu\n", qd_find_polygon(tree, seen, all, found, 10000), qd_tree_count(tree));
    printf("not cut off: %zu\n", qd_find_inside_polygon(tree, seen, all, found, 10000));

    // A turned box is a polygon too; one with a dent is none, and finds nothing.
    const qd_vec2 diamond[] = { { 500, 480 }, { 520, 500 }, { 500, 520 }, { 480, 500 } };
    const qd_vec2 dented[] = { { 500, 480 }, { 520, 500 }, { 500, 490 }, { 480, 500 } };
    printf("in the diamond: %zu\n", qd_find_polygon(tree, (qd_polygon){ diamond, 4 }, all, found, 10000));
    printf("dented: %s\n", qd_polygon_is_valid((qd_polygon){ dented, 4 }) ? "valid" : "not valid");

    // Where the mouse points, by the boxes that hold all of it.
    const qd_vec2 mouse = { 503, 502 };
    printf("under the mouse: %zu\n", qd_find_containing(tree, (qd_box){ mouse, mouse }, all, found, 10000));
    qd_tree_destroy(tree);
}

// Output:
// seen: 475 of 10000
// not cut off: 427
// in the diamond: 13
// dented: not valid
// under the mouse: 1
