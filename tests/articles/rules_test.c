// The rules that follow from the published systems, 1 to 5: where things lie, what touching means, and what ids are
// for.
#include "support.h"

#include <math.h>
#include <stdlib.h>

static const qd_box world = { { 0, 0 }, { 1024, 1024 } };

// The cells of a tree, as a walk shows them.
struct cells {
    qd_node at[4096];
    size_t count;
};

static void note_cells(struct cells *cells, const qd_tree *tree)
{
    qd_node_cursor cursor;
    qd_node_cursor_begin(&cursor, tree);
    cells->count = 0;
    while (qd_node_cursor_next(&cursor, &cells->at[cells->count]))
        assert_true(++cells->count < sizeof cells->at / sizeof *cells->at);
}

static bool holds(qd_box outer, qd_box inner)
{
    return outer.min.x <= inner.min.x && outer.min.y <= inner.min.y && inner.max.x <= outer.max.x &&
           inner.max.y <= outer.max.y;
}

// Siblings, quarters or halves, fill their parent, and where two of them meet both have the very same border.
static size_t assert_cut_by_shared_planes(const struct cells *cells, const qd_node *parent)
{
    size_t quarters = 0, halves = 0, low_x = 0, low_y = 0;
    double cut_x = NAN, cut_y = NAN;
    for (size_t i = 0; i < cells->count; i++) {
        const qd_node *child = &cells->at[i];
        if (child->depth != parent->depth + 1 || !holds(parent->square, child->square))
            continue;
        bool low = child->square.min.x == parent->square.min.x;
        const bool half = low && child->square.max.x == parent->square.max.x;
        double border = low ? child->square.max.x : child->square.min.x;
        assert_true(half || isnan(cut_x) || border == cut_x);
        assert_true(low || child->square.max.x == parent->square.max.x);
        cut_x = half ? cut_x : border;
        low_x += low;
        quarters += half ? 2 : 1;
        halves += half;
        low = child->square.min.y == parent->square.min.y;
        border = low ? child->square.max.y : child->square.min.y;
        assert_true(isnan(cut_y) || border == cut_y);
        assert_true(low || child->square.max.y == parent->square.max.y);
        cut_y = border;
        low_y += low ? (half ? 2 : 1) : 0;
    }
    assert_int_equal(quarters, 4);
    assert_int_equal(low_x, 2);
    assert_int_equal(low_y, 2);
    return halves;
}

static void rule_1_siblings_share_one_split_plane(void)
{
    const qd_box worlds[] = { world, box(-760, 10, 840, 810), box(0, 0, 0.3f, 0.1f), box(1e6f, 1e6f, 1.3e6f, 1.1e6f) };
    struct cells *cells = need(1, sizeof *cells);
    for (size_t w = 0; w < sizeof worlds / sizeof *worlds; w++) {
        qd_tree *tree = tree_over(worlds[w]);
        struct flock flock = flock_of_squares(5000, worlds[w], 0, 80);
        flock_insert(&flock, tree);
        note_cells(cells, tree);
        size_t parents = 0, halves = 0;
        for (size_t i = 0; i < cells->count; i++)
            // What lies outside the world has a root of its own, of the same depth; it is left out here.
            if (!cells->at[i].leaf && holds(cells->at[0].square, cells->at[i].square)) {
                halves += assert_cut_by_shared_planes(cells, &cells->at[i]);
                parents++;
            }
        assert_true(parents > 10 && halves > 10);
        flock_end(&flock, tree);
    }
    free(cells);
}

static void rule_1_the_last_test_is_the_items_own_box(void)
{
    // A long thin box and a window in the same cell, a hair apart: the cell says yes, the box says no.
    qd_tree *tree = tree_over(world);
    put(tree, item_at(box(100, 100, 900, 101)));
    assert_int_equal(count_in(tree, box(100, nextafterf(101, 200), 900, 900)), 0);
    assert_int_equal(count_in(tree, box(100, 101, 900, 900)), 1);
    qd_tree_destroy(tree);
}

// Does every call agree on whether the two boxes touch? The second is asked about as window, point, circle and ray.
static void assert_touching(qd_box a, qd_box b, qd_edges edges, bool expected)
{
    qd_tree *tree = tree_with(edges, 0, 0);
    qd_id first = put(tree, item_at(a)), second = put(tree, item_at(b));
    const bool is_point = b.min.x == b.max.x && b.min.y == b.max.y;
    qd_query query = { .shape = qd_shape_box(a), .ignore = first };
    assert_int_equal(cost_of_pairs(tree).hits, expected);
    assert_int_equal(qd_tree_count(tree, &query), expected);
    query = (qd_query){ .shape = qd_shape_box(b), .ignore = second };
    assert_int_equal(qd_tree_count(tree, &query), expected);
    if (is_point) {
        query.shape = qd_shape_point(b.min);
        assert_int_equal(qd_tree_count(tree, &query), expected);
        query.shape = qd_shape_circle(b.min, 0);
        assert_int_equal(qd_tree_count(tree, &query), expected && edges == QD_CLOSED);
    }
    bool a_has_extent = a.min.x < a.max.x && a.min.y < a.max.y;
    if (a_has_extent && (b.min.x < b.max.x) != (b.min.y < b.max.y)) {
        qd_ranked there = qd_segment(b.min, b.max), back = qd_segment(b.max, b.min);
        there.ignore = back.ignore = second;
        assert_int_equal(qd_tree_count_ranked(tree, &there), expected);
        assert_int_equal(qd_tree_count_ranked(tree, &back), expected);
    }
    if (a_has_extent) { // a segment of length zero is a point, a cast without motion a box
        qd_ranked still = qd_segment(b.min, b.min), cast = qd_cast(qd_shape_box(b), (qd_vec2){ 0, 0 }, INFINITY);
        still.ignore = cast.ignore = second;
        assert_true(!is_point || qd_tree_count_ranked(tree, &still) == expected);
        assert_int_equal(qd_tree_count_ranked(tree, &cast), expected);
    }
    qd_tree_destroy(tree);
}

static void rule_2_touching_means_the_same_in_every_call(void)
{
    const qd_box b = box(0, 0, 10, 10);
    const qd_box touching[] = { box(10, 0, 20, 10), box(0, 10, 10, 20), box(10, 10, 20, 20),
                                box(-5, -5, 0, 0),  point_at(10, 5),    point_at(0, 0),
                                point_at(5, 10),    box(10, 2, 10, 8),  box(3, 0, 4, 0) };
    for (size_t i = 0; i < sizeof touching / sizeof *touching; i++) {
        assert_touching(b, touching[i], QD_CLOSED, true);
        assert_touching(b, touching[i], QD_OPEN, false);
    }
    const qd_box inside[] = { box(9, 9, 20, 20), point_at(5, 5), box(5, 2, 5, 8), box(-5, 5, 50, 5) };
    const qd_box apart[] = { box(11, 0, 20, 10), point_at(nextafterf(10, 11), 5), box(0, -2, 10, -1) };
    for (int edges = QD_CLOSED; edges <= QD_OPEN; edges++) {
        for (size_t i = 0; i < sizeof inside / sizeof *inside; i++)
            assert_touching(b, inside[i], (qd_edges)edges, true);
        for (size_t i = 0; i < sizeof apart / sizeof *apart; i++)
            assert_touching(b, apart[i], (qd_edges)edges, false);
    }
    // Of no extent at all: two equal points touch, and two equal lines.
    assert_touching(point_at(3, 3), point_at(3, 3), QD_CLOSED, true);
    assert_touching(point_at(3, 3), point_at(3, 3), QD_OPEN, false);
    assert_touching(box(0, 3, 9, 3), box(0, 3, 9, 3), QD_CLOSED, true);
    assert_touching(box(0, 3, 9, 3), box(0, 3, 9, 3), QD_OPEN, false);
    assert_touching(box(0, 3, 9, 3), box(4, 0, 4, 9), QD_OPEN, true);
}

static void rule_3_outside_the_world_works_like_inside(void)
{
    // The same scene, in whole numbers that a float still holds there, at one place after the other.
    struct flock scene = flock_of_squares(4000, world, 0, 81);
    for (size_t i = 0; i < scene.count; i++)
        scene.boxes[i] = qd_box_xywh(floor(scene.boxes[i].min.x), floor(scene.boxes[i].min.y), 16, 16);
    const float shifts[][2] = { { 0, 0 }, { 2048, 0 }, { -65536, 4096 }, { 4194304, -4194304 } };
    uint64_t inside_hits = 0, inside_cost = 0;
    for (size_t s = 0; s < sizeof shifts / sizeof *shifts; s++) {
        double x = shifts[s][0], y = shifts[s][1];
        struct flock shifted = flock_of_same(scene.count, point_at(0, 0));
        for (size_t i = 0; i < scene.count; i++)
            shifted.boxes[i] = qd_box_xywh(scene.boxes[i].min.x + x, scene.boxes[i].min.y + y, 16, 16);
        qd_tree *tree = tree_over(world);
        flock_insert(&shifted, tree);
        qd_cost cost = cost_of_pairs(tree);
        inside_hits = s == 0 ? cost.hits : inside_hits;
        inside_cost = s == 0 ? cost.nodes + cost.tests : inside_cost;
        assert_int_equal(cost.hits, inside_hits);
        assert_in_range(cost.nodes + cost.tests, 1, 3 * inside_cost);
        assert_holds(tree, &shifted);
        assert_window(tree, &shifted, box(x + 100, y + 100, x + 300, y + 400));
        flock_end(&shifted, tree);
    }
    flock_free(&scene);
}

static void rule_4_answers_do_not_depend_on_capacity_depth_or_order(void)
{
    const int capacities[] = { 1, 2, 7, 32, 4096 }, depths[] = { 1, 3, 16, QD_MAX_DEPTH };
    struct flock flock = flock_of_squares(1500, world, 20, 82);
    for (size_t i = 0; i < flock.count; i += 10)
        flock.boxes[i] = qd_box_xywh(512, 512, i % 20 ? 0 : 300, 0);
    for (size_t c = 0; c < 5; c++)
        for (size_t d = 0; d < 4; d++)
            for (int order = 0; order < 4; order++) {
                qd_tree *tree = tree_with(QD_CLOSED, capacities[c], depths[d]);
                if (order == 1)
                    flock_insert_many(&flock, tree);
                for (size_t i = 0; order != 1 && i < flock.count; i++) {
                    size_t which = order == 0 ? i : order == 2 ? flock.count - 1 - i : i * 7 % flock.count;
                    flock.ids[which] = put(tree, (qd_item){ flock.boxes[which], which, { 0, 0 }, 0 });
                }
                assert_holds(tree, &flock);
                assert_pairs(tree, &flock, QD_CLOSED);
                assert_window(tree, &flock, box(200, 300, 512, 600));
                assert_int_equal(qd_tree_rebuild(tree), QD_OK);
                assert_holds(tree, &flock);
                assert_pairs(tree, &flock, QD_CLOSED);
                qd_tree_destroy(tree);
            }
    flock_free(&flock);
}

static void rule_5_ids_carry_generations_and_changes_say_whether_they_happened(void)
{
    qd_tree *tree = tree_with(QD_CLOSED, 0, 0);
    qd_id old = put(tree, item_at(point_at(1, 1)));
    assert_int_equal(qd_tree_move(tree, old, point_at(2, 2)), QD_OK);
    assert_int_equal(qd_tree_set_user(tree, old, 5), QD_OK);
    assert_int_equal(qd_tree_set_filter(tree, old, &(qd_filter){ 2, 2 }), QD_OK);
    assert_int_equal(qd_tree_remove(tree, old), QD_OK);
    qd_id new = put(tree, item_at(point_at(3, 3)));
    assert_int_equal(qd_id_slot(new), qd_id_slot(old));
    assert_true(new >> 32 != old >> 32);
    assert_int_equal(qd_tree_move(tree, old, point_at(4, 4)), QD_STALE_ID);
    assert_int_equal(qd_tree_set_user(tree, old, 6), QD_STALE_ID);
    assert_int_equal(qd_tree_set_filter(tree, old, &(qd_filter){ 4, 4 }), QD_STALE_ID);
    assert_int_equal(qd_tree_remove(tree, old), QD_STALE_ID);
    assert_int_equal(count_in(tree, point_at(3, 3)), 1);
    qd_tree_destroy(tree);
}

tests_main(plain_test(rule_1_siblings_share_one_split_plane), plain_test(rule_1_the_last_test_is_the_items_own_box),
           plain_test(rule_2_touching_means_the_same_in_every_call),
           plain_test(rule_3_outside_the_world_works_like_inside),
           plain_test(rule_4_answers_do_not_depend_on_capacity_depth_or_order),
           plain_test(rule_5_ids_carry_generations_and_changes_say_whether_they_happened))
