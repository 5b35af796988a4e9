// What a camera sees from above: a trapezium from its near plane to its far plane, turned to where it looks. What lies
// wholly inside need not be clipped when it is drawn.
#include <quadrille/quadrille.h>
#include <stdio.h>

// So far ahead of the eye, and aside by a share of that; it looks along 0.8, 0.6.
static qd_vec2 ahead(qd_vec2 eye, double distance, double aside)
{
    const qd_vec2 there = { eye.x + distance * (0.8 - 0.6 * aside), eye.y + distance * (0.6 + 0.8 * aside) };
    return there;
}

int main(void)
{
    qd_tree *tree = qd_tree_new(NULL);
    for (int y = 0; y < 100; y++)
        for (int x = 0; x < 100; x++)
            qd_tree_add(tree, qd_box_xywh(10 * x, 10 * y, 4, 4), 0);

    const qd_vec2 eye = { 500, 500 };
    const qd_vec2 corners[] = { ahead(eye, 5, -0.5), ahead(eye, 300, -0.5), ahead(eye, 300, 0.5), ahead(eye, 5, 0.5) };
    qd_query view = { .shape = qd_shape_polygon(corners, 4) };
    printf("seen: %zu of %zu\n", qd_tree_count(tree, &view), qd_tree_count(tree, NULL));
    view.relation = QD_INSIDE;
    printf("not clipped: %zu\n", qd_tree_count(tree, &view));

    // A turned box is a polygon too; one with a dent is malformed, and finds nothing.
    const qd_vec2 diamond[] = { { 500, 480 }, { 520, 500 }, { 500, 520 }, { 480, 500 } };
    const qd_vec2 dented[] = { { 500, 480 }, { 520, 500 }, { 500, 490 }, { 480, 500 } };
    const qd_query turned = { .shape = qd_shape_polygon(diamond, 4) };
    printf("in the diamond: %zu\n", qd_tree_count(tree, &turned));
    const qd_query bad = { .shape = qd_shape_polygon(dented, 4) };
    printf("dented: %s\n", qd_query_check(tree, &bad) == QD_OK ? "valid" : "malformed");
    qd_tree_destroy(tree);
}

// Output:
// seen: 475 of 10000
// not clipped: 427
// in the diamond: 13
// dented: malformed
