// The nodes that structures hand out for drawing hold what their rules say, by brute force over all boxes.
#include <contenders.h>
#include <random.h>
#include <stdlib.h>
#include <unit.h>

enum { COUNT = 700, NODES = 30000, WORLD = 1024 };

typedef struct nodes {
    contender_node at[NODES];
    size_t count;
} nodes;

static nodes taken; // too large for a stack

static bool take(void *context, contender_node node)
{
    nodes *to = context;
    assert_true(to->count < NODES);
    to->at[to->count++] = node;
    return true;
}

// Boxes at whole places, so that nothing is rounded; the first two span the world. In some rounds many are in one
// place.
static void fill(fbox *boxes, int round)
{
    scene_random random = { 40u + (uint64_t)round };
    const uint32_t most = round % 2 ? 60 : 8, room = round % 3 ? WORLD - most : 150;
    boxes[0] = fbox_xywh(0, 0, 1, 1);
    boxes[1] = fbox_xywh(WORLD - 1, WORLD - 1, 1, 1);
    for (size_t i = 2; i < COUNT; i++)
        boxes[i] = fbox_xywh((float)(scene_random_bits(&random) % room), (float)(scene_random_bits(&random) % room),
                             (float)(scene_random_bits(&random) % most), (float)(scene_random_bits(&random) % most));
}

static contender *filled(const contender_kind *kind, const fbox *boxes)
{
    contender *self = kind->create(false);
    assert_non_null(self);
    assert_int_equal(kind->set(self, boxes, COUNT), QD_OK);
    taken.count = 0;
    kind->nodes(self, take, &taken);
    assert_true(taken.count > 0);
    return self;
}

static bool holds(fbox cell, fbox box)
{
    return cell.min.x <= box.min.x && box.max.x < cell.max.x && cell.min.y <= box.min.y && box.max.y < cell.max.y;
}

static bool touches(fbox cell, fbox box)
{
    return box.max.x >= cell.min.x && box.min.x < cell.max.x && box.max.y >= cell.min.y && box.min.y < cell.max.y;
}

// Does a child of node `i` hold the box?
static bool child_holds(size_t i, fbox box)
{
    for (size_t k = i + 1; k < taken.count && taken.at[k].depth > taken.at[i].depth; k++)
        if (taken.at[k].depth == taken.at[i].depth + 1 && holds(taken.at[k].reach, box))
            return true;
    return false;
}

static void smallest_nodes_hold_boxes_whole(void)
{
    static fbox boxes[COUNT];
    for (int round = 0; round < 6; round++) {
        fill(boxes, round);
        contender *self = filled(&contender_contained, boxes);
        for (size_t i = 0; i < taken.count; i++) {
            size_t here = 0;
            for (size_t k = 0; k < COUNT; k++)
                here += holds(taken.at[i].reach, boxes[k]) && !child_holds(i, boxes[k]);
            assert_int_equal(taken.at[i].items, here);
        }
        contender_contained.destroy(self);
    }
}

static void every_leaf_has_what_touches_it(void)
{
    static fbox boxes[COUNT];
    for (int round = 0; round < 6; round++) {
        fill(boxes, round);
        contender *self = filled(&contender_leaves, boxes);
        for (size_t i = 0; i < taken.count; i++) {
            size_t here = 0;
            for (size_t k = 0; k < COUNT && taken.at[i].leaf; k++)
                here += touches(taken.at[i].reach, boxes[k]);
            assert_int_equal(taken.at[i].items, here);
        }
        contender_leaves.destroy(self);
    }
}

static bool begins_in(fbox cell, fbox box, float slack)
{
    return box.min.x > cell.min.x - slack && box.min.x < cell.max.x + slack && box.min.y > cell.min.y - slack &&
           box.min.y < cell.max.y + slack;
}

// A cell of the grid has the boxes that begin in it, the outermost without end: no fewer than well within its edges, no
// more than hardly beyond. In some rounds a side of the grid has no length.
static void cells_of_a_grid_have_what_begins_in_them(void)
{
    static fbox boxes[COUNT];
    for (int round = 0; round < 12; round++) {
        fill(boxes, round % 6);
        for (size_t k = 0; k < COUNT && round >= 6; k++)
            boxes[k] = fbox_xywh(round % 2 ? 5 : boxes[k].min.x, round % 3 ? boxes[k].min.y : -7, 0, 0);
        contender *self = filled(&contender_grid, boxes);
        size_t items = 0;
        for (size_t i = 0; i < taken.count; i++) {
            const contender_node node = taken.at[i];
            size_t within = 0, about = 0;
            items += node.items;
            assert_int_equal(node.depth, i > 0);
            for (size_t k = 0; k < COUNT && i > 0; k++) {
                within += begins_in(node.reach, boxes[k], -WORLD * 1e-5f);
                about += begins_in(node.reach, boxes[k], WORLD * 1e-5f);
            }
            assert_true(i == 0 || node.items <= about);
            assert_true(i == 0 || node.items + taken.at[0].items >= within);
        }
        assert_int_equal(items, COUNT);
        contender_grid.destroy(self);
    }
}

static bool within(fbox outer, fbox inner)
{
    return outer.min.x <= inner.min.x && outer.min.y <= inner.min.y && inner.max.x <= outer.max.x &&
           inner.max.y <= outer.max.y;
}

// Leaves that divide the plane leave nothing out: far places lie in one of them too.
static void expect_all_the_plane(void)
{
    for (int k = 0; k < 25; k++) {
        const fbox place = fbox_xywh(((float)(k % 5) - 2) * 1e9f, ((float)(k / 5) - 2) * 1e9f, 0, 0);
        bool found = false;
        for (size_t i = 0; i < taken.count && !found; i++)
            found = taken.at[i].leaf && begins_in(taken.at[i].reach, place, 1e-3f);
        assert_true(found);
    }
}

// A cell is where it is said to reach, or smaller; and all boxes are in the first, or, in the grid's, the middle of a
// sample.
static void cells_are_where_they_reach(void)
{
    static fbox boxes[COUNT];
    static const contender_kind *const kinds[] = { &contender_contained, &contender_leaves, &contender_grid,
                                                   &contender_kd,        &contender_rtree,  &contender_aabb };
    for (int round = 0; round < 18; round++) {
        const contender_kind *kind = kinds[round % 6];
        fill(boxes, round);
        for (size_t k = 0; k < COUNT && round >= 12; k++)
            boxes[k] = fbox_xywh(5, round % 2 ? 5 : boxes[k].min.y, 0, 0);
        contender *self = filled(kind, boxes);
        for (size_t i = 0; i < taken.count; i++)
            assert_true(within(taken.at[i].reach, taken.at[i].cell));
        if (kind != &contender_rtree && kind != &contender_aabb)
            expect_all_the_plane();
        const fbox all = taken.at[0].cell;
        for (size_t k = 0; k < COUNT; k++)
            assert_true(kind == &contender_grid ? round < 12 || (all.min.x <= 5 && all.max.x >= 5)
                                                : begins_in(all, boxes[k], WORLD * 1e-5f));
        kind->destroy(self);
    }
}

// The leaves of the k-d tree divide the plane; each has the boxes with the centre in it, of those on its edges some.
static void leaves_of_a_kd_tree_have_what_is_centred_in_them(void)
{
    static fbox boxes[COUNT];
    for (int round = 0; round < 6; round++) {
        fill(boxes, round);
        contender *self = filled(&contender_kd, boxes);
        size_t items = 0;
        for (size_t i = 0; i < taken.count; i++) {
            const fbox cell = taken.at[i].reach;
            size_t within = 0, about = 0;
            items += taken.at[i].items;
            for (size_t k = 0; k < COUNT && taken.at[i].leaf; k++) {
                const float x = (boxes[k].min.x + boxes[k].max.x) / 2, y = (boxes[k].min.y + boxes[k].max.y) / 2;
                within += x > cell.min.x && x < cell.max.x && y > cell.min.y && y < cell.max.y;
                about += x >= cell.min.x && x <= cell.max.x && y >= cell.min.y && y <= cell.max.y;
            }
            assert_in_range(taken.at[i].items, within, about);
            assert_true(taken.at[i].items <= 16);
        }
        assert_int_equal(items, COUNT);
        contender_kd.destroy(self);
    }
}

// Nodes of the R-tree and of the tree of bounding boxes are no larger than what they hold, and have so many children.
static void bounds_are_those_of_what_is_below(void)
{
    static fbox boxes[COUNT];
    static const contender_kind *const kinds[] = { &contender_rtree, &contender_aabb };
    static const size_t most_items[] = { 16, 1 }, most_children[] = { 16, 2 };
    for (int round = 0; round < 12; round++) {
        const contender_kind *kind = kinds[round % 2];
        fill(boxes, round / 2);
        contender *self = filled(kind, boxes);
        size_t items = 0;
        for (size_t i = 0; i < taken.count; i++) {
            const contender_node node = taken.at[i];
            fbox all = { { 1e9f, 1e9f }, { -1e9f, -1e9f } };
            size_t children = 0, here = 0;
            for (size_t k = i + 1; k < taken.count && taken.at[k].depth > node.depth; k++) {
                const fbox cell = taken.at[k].cell;
                if (taken.at[k].depth > node.depth + 1)
                    continue;
                children++;
                all.min = (fvec2){ cell.min.x < all.min.x ? cell.min.x : all.min.x,
                                   cell.min.y < all.min.y ? cell.min.y : all.min.y };
                all.max = (fvec2){ cell.max.x > all.max.x ? cell.max.x : all.max.x,
                                   cell.max.y > all.max.y ? cell.max.y : all.max.y };
            }
            for (size_t k = 0; k < COUNT; k++)
                here += within(node.cell, boxes[k]);
            items += node.items;
            assert_true(node.leaf ? children == 0 && node.items > 0 && node.items <= most_items[round % 2]
                                  : children > 1 && children <= most_children[round % 2] && node.items == 0);
            assert_true(node.leaf ? here >= node.items : within(node.cell, all) && within(all, node.cell));
        }
        assert_true(within(taken.at[0].cell, fbox_xywh(0, 0, WORLD, WORLD)));
        assert_int_equal(items, COUNT);
        kind->destroy(self);
    }
}

static bool stop_at_five(void *context, contender_node node)
{
    (void)node;
    return ++*(size_t *)context < 5;
}

static void the_visitor_can_stop(void)
{
    static fbox boxes[COUNT];
    static const contender_kind *const kinds[] = { &contender_contained, &contender_leaves, &contender_grid,
                                                   &contender_kd,        &contender_rtree,  &contender_aabb };
    fill(boxes, 1);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        contender *self = filled(kinds[i], boxes), *empty = kinds[i]->create(false);
        size_t seen = 0;
        kinds[i]->nodes(self, stop_at_five, &seen);
        assert_int_equal(seen, 5);
        seen = 0;
        kinds[i]->nodes(empty, stop_at_five, &seen);
        assert_int_equal(seen, 0);
        kinds[i]->destroy(empty);
        kinds[i]->destroy(self);
    }
}

tests_main(plain_test(smallest_nodes_hold_boxes_whole), plain_test(every_leaf_has_what_touches_it),
           plain_test(cells_of_a_grid_have_what_begins_in_them), plain_test(cells_are_where_they_reach),
           plain_test(leaves_of_a_kd_tree_have_what_is_centred_in_them), plain_test(bounds_are_those_of_what_is_below),
           plain_test(the_visitor_can_stop))
