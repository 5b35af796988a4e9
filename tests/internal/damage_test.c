/// Every other test trusts qd_tree_check to see a broken tree. Here each invariant is broken in turn, by hand, inside a
/// tree that is otherwise sound, and it must say so.
#include "quad.h"
#include "totals.h"

#include <quadrille/inspect.h>
#include <quadrille/totals.h>
#include <quadrille/tree.h>
#include <stdint.h>
#include <stdlib.h>
#include <unit.h>

static qd_box box_of(double min_x, double min_y, double max_x, double max_y)
{
    const qd_box box = { { min_x, min_y }, { max_x, max_y } };
    return box;
}

enum { ITEMS = 600, CROWD = 80, FAR = 60, REMOVED = 40 };

// Items all over the world, a crowd on one spot whose node needs several buckets, large ones that stay in the upper
// nodes, others far away; some with filters; and gaps in the pools where some were removed.
static qd_tree *tree_of_all_kinds(size_t far, qd_precision precision)
{
    qd_tree_def def = { .precision = precision, .world = { { 0, 0 }, { 64, 64 } }, .leaf_capacity = 4, .max_depth = 6 };
    qd_tree *tree = qd_tree_new(&def);
    qd_id ids[ITEMS];
    assert_non_null(tree);
    for (int i = 0; i < ITEMS; i++) {
        double x = i * 37 % 640 / 10.0, y = i * 61 % 640 / 10.0, size = i % 50 == 0 ? 20 : 0.25;
        qd_item item = { qd_box_xywh(x, y, size, size), 0, { i % 9 == 0 ? 4u : 0, i % 9 == 0 ? 5u : 0 }, 0 };
        assert_int_equal(qd_tree_insert(tree, &item, &ids[i]), QD_OK);
    }
    for (int i = 0; i < CROWD; i++)
        assert_true(qd_tree_add(tree, qd_box_xywh(63.9, 63.9, 0, 0), 0));
    for (size_t i = 0; i < far; i++)
        assert_true(qd_tree_add(tree, qd_box_xywh(1000 + 100 * (double)i, -900, 1, 1), 0));
    assert_int_equal(qd_tree_remove_many(tree, ids + 100, REMOVED, NULL), QD_OK);
    assert_true(qd_tree_check(tree));
    return tree;
}

// The first node of the world or below it of which `wanted` is true.
typedef bool node_test(const struct qd_tree *tree, const qd__quad *quad, uint32_t lane);

static uint32_t find_node(const struct qd_tree *tree, node_test *wanted)
{
    for (uint32_t at = 0; at < tree->pools.quads.used; at++)
        for (uint32_t lane = 0; lane < 4; lane++)
            if (qd__quad_at(tree, at)->parent != QD__QUAD_FREE && wanted(tree, qd__quad_at(tree, at), lane))
                return at << 2 | lane;
    fail_msg("the tree has no such node");
    return 0;
}

static bool has_items(const struct qd_tree *tree, const qd__quad *quad, uint32_t lane)
{
    return quad->bucket[lane] != QD__NONE && qd__tree_bucket(tree, quad->bucket[lane])->filters == 0;
}

static bool has_filtered_items(const struct qd_tree *tree, const qd__quad *quad, uint32_t lane)
{
    return quad->bucket[lane] != QD__NONE && qd__tree_bucket(tree, quad->bucket[lane])->filters != 0;
}

static bool has_only_children(const struct qd_tree *tree, const qd__quad *quad, uint32_t lane)
{
    (void)tree;
    return quad->bucket[lane] == QD__NONE && quad->child[lane] != QD__NONE;
}

static bool has_a_chain(const struct qd_tree *tree, const qd__quad *quad, uint32_t lane)
{
    return quad->bucket[lane] != QD__NONE && qd__tree_bucket(tree, quad->bucket[lane])->next != QD__NONE;
}

static bool is_bare(const struct qd_tree *tree, const qd__quad *quad, uint32_t lane)
{
    (void)tree;
    return quad->parent != QD__NONE && qd__node_is_bare(quad, lane);
}

static qd__quad *quad_of(const struct qd_tree *tree, uint32_t node)
{
    return qd__quad_at(tree, node >> 2);
}

static qd__bucket *bucket_with(const struct qd_tree *tree, node_test *wanted)
{
    uint32_t node = find_node(tree, wanted);
    return qd__tree_bucket(tree, quad_of(tree, node)->bucket[node & 3]);
}

static qd__bucket *bucket_of_some(const struct qd_tree *tree)
{
    return bucket_with(tree, has_items);
}

static qd__quad *child_of_some(const struct qd_tree *tree)
{
    uint32_t node = find_node(tree, has_only_children);
    return qd__quad_at(tree, quad_of(tree, node)->child[node & 3]);
}

static qd__slot *slot_of_some(const struct qd_tree *tree)
{
    return qd__slot_at(&tree->pools.slots, qd_id_slot(qd__bucket_items(bucket_of_some(tree))[0].id));
}

static qd__aabb bounds_of(const struct qd_tree *tree, uint32_t node)
{
    return qd__four_at(&quad_of(tree, node)->bounds, node & 3);
}

#define NODE_DAMAGE(name, wanted, what)                                                                                \
    static void name(struct qd_tree *tree)                                                                             \
    {                                                                                                                  \
        uint32_t node = find_node(tree, wanted), lane = node & 3;                                                      \
        qd__quad *quad = quad_of(tree, node);                                                                          \
        what;                                                                                                          \
    }
#define DAMAGE(name, what)                                                                                             \
    static void name(struct qd_tree *tree)                                                                             \
    {                                                                                                                  \
        what;                                                                                                          \
    }

// Items and their slots.
DAMAGE(stale_id, slot_of_some(tree)->generation += 2)
DAMAGE(wrong_location, slot_of_some(tree)->location ^= 1u << QD__LOCATION_LANE_SHIFT)
DAMAGE(infinite_box, qd__bucket_sides(bucket_of_some(tree))[0] = -INFINITY)
DAMAGE(another_slot_beside, qd__bucket_slots(bucket_of_some(tree))[0] ^= 1)
DAMAGE(unseen_filter, tree->filtered = false)
DAMAGE(other_edges, tree->settings.open = !tree->settings.open)
DAMAGE(shifted_lattice, tree->lattice.scale *= 4)
DAMAGE(wrong_slot_count, qd__slot_at(&tree->pools.slots, tree->pools.slots.used)->generation ^= 1; tree->count--)
DAMAGE(free_slot_lives, qd__slot_at(&tree->pools.slots, tree->pools.slots.free + 1)->generation |= 1)

static void bit_31_of_layers(struct qd_tree *tree)
{
    for (uint32_t at = 0; at < tree->pools.quads.used; at++)
        for (uint32_t lane = 0; lane < 4; lane++)
            qd__quad_at(tree, at)->layers[lane] |= QD_NO_LAYER;
    assert_true(qd_tree_check(tree)); // unions may be larger
    qd__bucket_layers(bucket_with(tree, has_filtered_items))[0] |= QD_NO_LAYER;
}

static void bit_31_of_masks(struct qd_tree *tree)
{
    for (uint32_t at = 0; at < tree->pools.quads.used; at++)
        for (uint32_t lane = 0; lane < 4; lane++)
            qd__quad_at(tree, at)->masks[lane] |= QD_NO_LAYER;
    qd__bucket_masks(bucket_with(tree, has_filtered_items))[0] |= QD_NO_LAYER;
}

// Buckets.
DAMAGE(wrong_node, bucket_of_some(tree)->node ^= 1)
DAMAGE(count_of_none, bucket_of_some(tree)->count = 0)
DAMAGE(count_of_too_many, bucket_of_some(tree)->count = 99)
DAMAGE(count_behind, bucket_of_some(tree)->behind++)
DAMAGE(wrong_lanes, bucket_of_some(tree)->lanes += QD__SIZE_STEP)
DAMAGE(bounds_of_nothing, bucket_of_some(tree)->bounds = qd__aabb_empty())

static void hole_in_a_chain(struct qd_tree *tree)
{
    qd__bucket *first = bucket_with(tree, has_a_chain), *second = qd__tree_bucket(tree, first->next);
    second->count--;
}

static void leave_unused(struct qd_tree *tree, uint32_t side)
{
    qd__bucket *bucket = bucket_of_some(tree);
    while (bucket->count == bucket->lanes) // the last lane is a live one: take any bucket that is not full
        bucket = qd__tree_bucket(tree, bucket->next);
    qd__bucket_sides(bucket)[(side + 1) * bucket->lanes - 1] = 0;
}

DAMAGE(unused_min_x, leave_unused(tree, 0))
DAMAGE(unused_min_y, leave_unused(tree, 1))
DAMAGE(unused_max_x, leave_unused(tree, 2))
DAMAGE(unused_max_y, leave_unused(tree, 3))

// Nodes and quads.
NODE_DAMAGE(node_bounds, has_items, qd__four_set(&quad->bounds, lane, qd__aabb_empty()))
NODE_DAMAGE(node_layers, has_items, quad->layers[lane] = 0)
NODE_DAMAGE(node_masks, has_items, quad->masks[lane] = 0)
NODE_DAMAGE(node_of_fewer, has_items, quad->most[lane] = 0)
NODE_DAMAGE(bare_node_of_some, is_bare, quad->most[lane] = 1)
NODE_DAMAGE(parent_bounds, has_only_children, qd__four_set(&quad->bounds, lane, qd__aabb_empty()))
NODE_DAMAGE(parent_layers, has_only_children, quad->layers[lane] = 0)
NODE_DAMAGE(parent_masks, has_only_children, quad->masks[lane] = 0)
NODE_DAMAGE(bare_bounds, is_bare, qd__four_set(&quad->bounds, lane, bounds_of(tree, quad->parent)))
DAMAGE(child_of_another, child_of_some(tree)->parent ^= 1)
DAMAGE(child_at_another_x, child_of_some(tree)->x += 1)
DAMAGE(child_at_another_y, child_of_some(tree)->y += 1)
DAMAGE(child_of_another_size, child_of_some(tree)->shift -= 1)
DAMAGE(nodes_too_small, tree->settings.floor = QD__WORLD_SHIFT)

// The root quad: two of its nodes are not used.
static void rest_in_lane(struct qd_tree *tree, uint32_t lane)
{
    qd__quad *root = qd__quad_at(tree, 0);
    qd__four_set(&root->bounds, lane, bounds_of(tree, QD__REST));
    root->child[lane] = root->child[QD__REST];
    root->bucket[lane] = root->bucket[QD__REST];
    root->most[lane] = root->most[QD__REST];
    root->layers[lane] = root->layers[QD__REST];
    root->masks[lane] = root->masks[QD__REST];
    qd__four_set(&root->bounds, QD__REST, qd__aabb_empty());
    root->child[QD__REST] = root->bucket[QD__REST] = QD__NONE;
    root->most[QD__REST] = 0;
    for (uint32_t location = root->bucket[lane]; location != QD__NONE; location = qd__tree_bucket(tree, location)->next)
        qd__tree_bucket(tree, location)->node = lane;
    if (root->child[lane] != QD__NONE)
        qd__quad_at(tree, root->child[lane])->parent = lane;
}

DAMAGE(lane_2_used, rest_in_lane(tree, 2))
DAMAGE(lane_3_used, rest_in_lane(tree, 3))
DAMAGE(root_has_a_parent, qd__quad_at(tree, 0)->parent = 0)

// What is counted.
DAMAGE(one_item_more, tree->count++)
DAMAGE(one_more_in_the_rest, tree->rest++)
DAMAGE(one_quad_more, tree->pools.quads.used++)
DAMAGE(one_bucket_more, tree->pools.buckets[0].used++)
DAMAGE(one_large_bucket_more, tree->pools.buckets[QD__SIZES - 1].used++)

// The directory: its last entry, its first table of owners, how far it looks.
static uint32_t *last_entry(const struct qd_tree *tree)
{
    assert_true(tree->directory.current.ready);
    return tree->directory.current.at + tree->directory.current.first +
           ((size_t)1 << 2 * tree->directory.current.level) - 1;
}

static uint32_t *some_owner(const struct qd_tree *tree)
{
    uint32_t *at = tree->directory.current.at;
    assert_true(tree->directory.current.ready);
    while (*at == QD__NONE)
        assert_true(++at < tree->directory.current.at + tree->directory.current.first);
    return at;
}

DAMAGE(entry_of_another, *last_entry(tree) += 2)
DAMAGE(owner_forgotten, *some_owner(tree) = QD__NONE)
DAMAGE(owner_of_another_node, *some_owner(tree) ^= 1)
DAMAGE(one_owner_more, tree->directory.current.owners[tree->directory.current.level]++)
DAMAGE(owners_passed_by, tree->directory.current.owner_levels = 0)
DAMAGE(reach_too_short, tree->directory.current.reach = 0)

static void free_list_goes_round(struct qd_tree *tree)
{
    qd__pool *pool = &tree->pools.buckets[0];
    assert_true(pool->free != QD__NONE);
    *(uint32_t *)qd__pool_at(pool, pool->free) = pool->free;
}

static const struct {
    const char *name;
    void (*damage)(struct qd_tree *tree);
} damages[] = {
#define ROW(name)                                                                                                      \
    {                                                                                                                  \
#name, name                                                                                                    \
    }
    ROW(entry_of_another),
    ROW(owner_forgotten),
    ROW(owner_of_another_node),
    ROW(one_owner_more),
    ROW(owners_passed_by),
    ROW(reach_too_short),
    ROW(stale_id),
    ROW(wrong_location),
    ROW(infinite_box),
    ROW(another_slot_beside),
    ROW(unseen_filter),
    ROW(other_edges),
    ROW(shifted_lattice),
    ROW(wrong_slot_count),
    ROW(free_slot_lives),
    ROW(bit_31_of_layers),
    ROW(bit_31_of_masks),
    ROW(wrong_node),
    ROW(count_of_none),
    ROW(count_of_too_many),
    ROW(count_behind),
    ROW(wrong_lanes),
    ROW(bounds_of_nothing),
    ROW(hole_in_a_chain),
    ROW(unused_min_x),
    ROW(unused_min_y),
    ROW(unused_max_x),
    ROW(unused_max_y),
    ROW(node_bounds),
    ROW(node_layers),
    ROW(node_masks),
    ROW(node_of_fewer),
    ROW(bare_node_of_some),
    ROW(parent_bounds),
    ROW(parent_layers),
    ROW(parent_masks),
    ROW(bare_bounds),
    ROW(child_of_another),
    ROW(child_at_another_x),
    ROW(child_at_another_y),
    ROW(nodes_too_small),
    ROW(child_of_another_size),
    ROW(lane_2_used),
    ROW(lane_3_used),
    ROW(root_has_a_parent),
    ROW(one_item_more),
    ROW(one_more_in_the_rest),
    ROW(one_quad_more),
    ROW(one_bucket_more),
    ROW(one_large_bucket_more),
    ROW(free_list_goes_round),
};

// Once with few items in the rest, which all fit its root node, and once with many, which lie below it.
static void every_damage_is_seen(void)
{
    for (qd_precision precision = QD_FLOAT; precision <= QD_DOUBLE; precision++)
        for (size_t i = 0; i < sizeof damages / sizeof *damages; i++)
            for (size_t far = 2; far <= FAR; far += FAR - 2) {
                qd_tree *tree = tree_of_all_kinds(far, precision);
                damages[i].damage(tree);
                if (qd_tree_check(tree))
                    fail_msg("%s, %zu far away, precision %d: not seen", damages[i].name, far, precision);
                qd_tree_destroy(tree);
            }
}

// What only a tree of doubles has. As far out as floats go, so that the AABB is the same when the side is infinite.
DAMAGE(infinite_side, qd__exact_box(tree, 1)->max.x = INFINITY)
DAMAGE(side_without_number, qd__exact_box(tree, 1)->min.y = NAN)
DAMAGE(box_elsewhere, qd__exact_box(tree, 1)->min.x = -1)
DAMAGE(origin_elsewhere, tree->origin = qd__origin_at((qd_vec2){ 1, 1 }))
DAMAGE(open_aabbs, tree->settings.open = true)

static const struct {
    const char *name;
    void (*damage)(struct qd_tree *tree);
} damages_of_doubles[] = {
    ROW(infinite_side), ROW(side_without_number), ROW(box_elsewhere), ROW(origin_elsewhere), ROW(open_aabbs),
};

static qd_tree *tree_of_doubles(qd_edges edges)
{
    qd_tree_def def = { .precision = QD_DOUBLE, .edges = edges, .world = { { -8, -8 }, { 8, 8 } } };
    qd_tree *tree = qd_tree_new(&def);
    assert_non_null(tree);
    assert_true(qd_tree_add(tree, box_of(0, 0, DBL_MAX, 1), 0));
    const qd_id gone = qd_tree_add(tree, box_of(2, 2, 3, 3), 0);
    assert_true(qd_tree_add(tree, box_of(4, 4, 5, 5), 0));
    assert_int_equal(qd_tree_remove(tree, gone), QD_OK);
    assert_true(qd_tree_check(tree));
    return tree;
}

static void every_damage_of_doubles_is_seen(void)
{
    for (qd_edges edges = QD_CLOSED; edges <= QD_OPEN; edges++)
        for (size_t i = 0; i < sizeof damages_of_doubles / sizeof *damages_of_doubles; i++) {
            qd_tree *tree = tree_of_doubles(edges);
            damages_of_doubles[i].damage(tree);
            if (qd_tree_check(tree))
                fail_msg("%s: not seen", damages_of_doubles[i].name);
            qd_tree_destroy(tree);
        }
}

static void exact_boxes_that_are_missing_are_seen(void)
{
    qd_tree *tree = tree_of_doubles(QD_CLOSED);
    const uint32_t chunks = tree->pools.exact.chunk_count;
    tree->pools.exact.chunk_count = 0;
    assert_false(qd_tree_check(tree));
    tree->pools.exact.chunk_count = chunks;
    assert_true(qd_tree_check(tree));
    qd_tree_destroy(tree);
}

// What is left in a free slot may be anything.
static void boxes_of_free_slots_are_no_damage(void)
{
    qd_tree *tree = tree_of_doubles(QD_CLOSED);
    qd__exact_box(tree, 2)->min.x = NAN;
    assert_true(qd_tree_check(tree));
    qd_tree_destroy(tree);
}

// An item may have no layer, or meet none.
static void filters_that_match_nothing_are_no_damage(void)
{
    qd_tree *tree = tree_of_all_kinds(2, QD_FLOAT);
    qd_tree_stats stats;
    qd_tree_get_stats(tree, &stats);
    assert_int_equal(stats.unpaired, 0);
    qd__bucket_layers(bucket_with(tree, has_filtered_items))[0] = 0;
    assert_true(qd_tree_check(tree));
    qd__bucket_masks(bucket_with(tree, has_filtered_items))[0] = 0;
    assert_true(qd_tree_check(tree));
    qd_tree_get_stats(tree, &stats);
    assert_int_equal(stats.unpaired, 1);
    qd_tree_destroy(tree);
}

// What a node adds up to must be so, and its least and greatest value, where they are those of an item.
static void every_wrong_total_is_seen(void)
{
    qd_tree *tree = qd_tree_new(&(qd_tree_def){ .leaf_capacity = 4, .totals = true });
    for (int i = 0; i < 50; i++) {
        qd_id id = qd_tree_add(tree, qd_box_xywh(i % 7, i / 7, 0.5, 0.5), 0);
        assert_int_equal(qd_tree_set_value(tree, id, i - 20), QD_OK);
    }
    assert_true(qd_tree_check(tree));
    qd__total *total = qd__total_of(tree, QD__WORLD), right = *total;
    const qd__total wrong[] = {
        { right.sum, right.least, right.greatest, right.count + 1, 0 },
        { right.sum + 1, right.least, right.greatest, right.count, 0 },
        { right.sum, right.least + 1, right.greatest, right.count, 1 },
        { right.sum, right.least, right.greatest - 1, right.count, 1 },
        { right.sum, right.least - 1, right.greatest, right.count, 0 },
        { right.sum, right.least, right.greatest + 1, right.count, 0 },
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        *total = wrong[i];
        if (qd_tree_check(tree))
            fail_msg("wrong total %zu: not seen", i);
    }
    *total = (qd__total){ right.sum, right.least - 1, right.greatest + 1, right.count, 1 };
    assert_true(qd_tree_check(tree)); // loose ones may be larger
    qd_tree_destroy(tree);
}

// Items in nodes that are not their own are damage, unless the tree knows that memory ran out when they should have
// moved.
static void strays_are_no_damage(void)
{
    for (qd_precision precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        qd_tree *tree = tree_of_all_kinds(FAR, precision);
        shifted_lattice(tree);
        assert_false(qd_tree_check(tree));
        tree->upkeep.misplaced = true;
        assert_true(qd_tree_check(tree));
        qd_tree_destroy(tree);
    }
}

tests_main(plain_test(every_damage_is_seen), plain_test(every_damage_of_doubles_is_seen),
           plain_test(exact_boxes_that_are_missing_are_seen), plain_test(boxes_of_free_slots_are_no_damage),
           plain_test(filters_that_match_nothing_are_no_damage), plain_test(every_wrong_total_is_seen),
           plain_test(strays_are_no_damage))
