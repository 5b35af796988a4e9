// The diagram of a tree's nodes: what it says is what the tree has, each node holds the items whose centres lie in its
// cell, by brute force, and it shows them in their order and apart from one another.
#include "node_diagram.h"
#include "unit.h"

#include <math.h>
#include <quadrille/quadrille.h>

// Deterministic random numbers.
struct prng {
    uint64_t state;
};

static uint32_t prng_below(struct prng *random, uint32_t limit)
{
    random->state = random->state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((random->state >> 33) % limit);
}

static qd_tree *tree_for(int round)
{
    const qd_tree_def def = { .leaf_capacity = 1 + round % 7,
                              .max_depth = 3 + round % 6,
                              .precision = round % 2 ? QD_DOUBLE : QD_FLOAT,
                              .world =
                                  round % 3 ? (qd_box){ { 0, 0 }, { 256, 256 } } : (qd_box){ { 0, 0 }, { 0, 0 } } };
    qd_tree *tree = qd_tree_new(&def);
    assert_non_null(tree);
    return tree;
}

// Boxes at whole places with a side of 1, so that no centre lies on a line between cells; in some rounds large ones and
// ones outside the world as well.
static size_t fill(qd_tree *tree, struct prng *random, int round, qd_box *boxes)
{
    const size_t count = prng_below(random, 600);
    for (size_t i = 0; i < count; i++) {
        const double x = prng_below(random, round % 5 ? 255 : 60), y = prng_below(random, 255);
        const double side = round % 4 == 3 && i % 9 == 0 ? 1 + prng_below(random, 300) : 1;
        const double out = round % 4 == 3 && i % 31 == 0 ? 1e5 : 0;
        boxes[i] = (qd_box){ { x + out, y }, { x + out + side, y + side } };
        assert_true(qd_tree_add(tree, boxes[i], i) != 0);
    }
    return count;
}

static bool holds_centre(qd_box node, qd_box item)
{
    const double x = (item.min.x + item.max.x) / 2, y = (item.min.y + item.max.y) / 2;
    return x >= node.min.x && x < node.max.x && y >= node.min.y && y < node.max.y;
}

static void sums_are_those_of_the_tree(const node_list *list, const qd_tree *tree)
{
    qd_tree_stats stats;
    qd_tree_get_stats(tree, &stats);
    assert_int_equal(list->count, stats.nodes);
    assert_int_equal(list->leaves, stats.leaves);
    assert_int_equal(list->fullest, stats.fullest_node);
    assert_int_equal(list->depth, stats.depth);
    size_t items = 0, below = 0;
    for (size_t i = 0; i < list->count; i++) {
        items += list->nodes[i].items;
        if (list->nodes[i].depth == 0)
            below += list->nodes[i].items + list->nodes[i].below;
    }
    assert_int_equal(items, stats.items);
    assert_int_equal(below, stats.items);
}

// Children lie within their parent and follow it, the upper ones first, in a row from the left.
static void children_are_in_order(const node_list *list, bool down)
{
    for (size_t i = 0; i < list->count; i++) {
        const list_node *node = &list->nodes[i], *last = NULL;
        assert_true(node->end > i && node->end <= list->count);
        assert_int_equal(node->leaf, node->end == i + 1);
        size_t below = 0;
        for (size_t k = i + 1; k < node->end; k = list->nodes[k].end) {
            const list_node *child = &list->nodes[k];
            assert_int_equal(child->depth, node->depth + 1);
            assert_true(qd_box_contains(node->box, child->box));
            below += child->items + child->below;
            if (last != NULL && last->box.min.y != child->box.min.y && last->box.max.y != child->box.max.y)
                assert_true(down ? last->box.min.y < child->box.min.y : last->box.max.y > child->box.max.y);
            else if (last != NULL)
                assert_true(last->box.min.x < child->box.min.x || last->box.min.y != child->box.min.y);
            last = child;
        }
        assert_int_equal(node->below, below);
    }
}

static void counts_are_right(void)
{
    struct prng random = { 7 };
    static qd_box boxes[600];
    for (int round = 0; round < 120; round++) {
        qd_tree *tree = tree_for(round);
        const size_t count = fill(tree, &random, round, boxes);
        node_list list;
        assert_true(node_list_take(&list, tree, round % 3 == 0));
        sums_are_those_of_the_tree(&list, tree);
        children_are_in_order(&list, round % 3 == 0);
        for (size_t i = 0; i < list.count && round % 4 != 3; i++) {
            size_t here = 0;
            if (list.nodes[i].rest)
                break;
            for (size_t k = 0; k < count; k++)
                here += holds_centre(list.nodes[i].box, boxes[k]);
            assert_int_equal(list.nodes[i].items + list.nodes[i].below, here);
        }
        node_list_free(&list);
        qd_tree_destroy(tree);
    }
}

// No two nodes of a depth overlap, none leaves the diagram, and all items are in it, whatever height it has.
static void nodes_keep_apart(void)
{
    struct prng random = { 8 };
    static qd_box boxes[600];
    static const double heights[] = { 950, 300, 60, 12 };
    for (int round = 0; round < 60; round++) {
        qd_tree *tree = tree_for(round);
        fill(tree, &random, round, boxes);
        node_list list;
        node_diagram d;
        assert_true(node_list_take(&list, tree, false));
        assert_true(node_diagram_lay(&d, &list, 100, 50, heights[round % 4]));
        double last[NODE_LIST_DEPTH + 1];
        size_t items = 0, leaves = 0;
        for (int depth = 0; depth <= NODE_LIST_DEPTH; depth++)
            last[depth] = -INFINITY;
        for (size_t i = 0; i < d.count; i++) {
            const diagram_node *node = &d.nodes[i];
            const list_node *one = &list.nodes[node->at];
            assert_true(node->y - d.height / 2 >= last[one->depth]);
            last[one->depth] = node->y + d.height / 2;
            assert_true(node->y >= d.at.y0 && node->y <= d.at.y1 && node->x >= d.at.x0 && node->x + d.width <= d.at.x1);
            assert_int_equal(one->depth == 0, node->parent == i);
            items += node->items;
            leaves += one->leaf;
            if (d.numbered && one->leaf)
                assert_int_equal(node->leaf, leaves);
        }
        assert_int_equal(items, qd_tree_count(tree, NULL));
        assert_int_equal(d.merged, d.count < list.count);
        assert_true(d.depth == 0 || d.at.y1 - d.at.y0 <= heights[round % 4] + 1e-9);
        node_diagram_free(&d);
        node_list_free(&list);
        qd_tree_destroy(tree);
    }
}

tests_main(plain_test(counts_are_right), plain_test(nodes_keep_apart))
