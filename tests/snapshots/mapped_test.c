// A mapped tree cannot be changed, writes nothing, and takes little memory of its own.
#include "bytes.h"

#include <quadrille/quadrille.h>
#include <string.h>

static void every_change_is_refused(void **state)
{
    (void)state;
    struct stage *stage = busy_stage((qd_tree_def){ .leaf_capacity = 8 }, 200, 4);
    struct bytes bytes = saved(stage->tree), before = copy_of(bytes);
    qd_tree *tree = mapped(bytes);
    const qd_item item = item_at(box(1, 1, 2, 2));
    const qd_id live = stage->oracle.entries[0].id, stale = { 1, 0 };
    assert_true(qd_tree_contains(tree, live));
    const qd_id names[2] = { live, stale };
    const qd_box boxes[2] = { { { 1, 1 }, { 2, 2 } }, { { NAN, 0 }, { 0, 0 } } };
    for (int i = 0; i < 2; i++) {
        qd_id id = qd_tree_insert(tree, item);
        assert_true(id.slot == 0 && id.generation == 0);
        assert_int_equal(qd_tree_move(tree, names[i], boxes[i]), QD_READ_ONLY);
        assert_int_equal(qd_tree_remove(tree, names[i]), QD_READ_ONLY);
        assert_int_equal(qd_tree_set_user(tree, names[i], 9), QD_READ_ONLY);
        assert_int_equal(qd_tree_set_value(tree, names[i], 5), QD_READ_ONLY);
        assert_int_equal(qd_tree_set_filter(tree, names[i], (qd_filter){ 2, 2 }), QD_READ_ONLY);
    }
    qd_id given[2] = { { 7, 7 }, { 7, 7 } };
    size_t bad = 5;
    const qd_item items[2] = { item, item };
    assert_int_equal(qd_tree_insert_many(tree, items, 2, given, &bad), QD_READ_ONLY);
    assert_true(qd_id_to_u64(given[0]) == 0 && qd_id_to_u64(given[1]) == 0);
    assert_int_equal(qd_tree_insert_many(tree, items, 2, NULL, &bad), QD_READ_ONLY);
    assert_int_equal(qd_tree_insert_many(tree, NULL, 0, NULL, NULL), QD_READ_ONLY);
    assert_int_equal(qd_tree_move_many(tree, names, boxes, 2, &bad), QD_READ_ONLY);
    assert_int_equal(qd_tree_remove_many(tree, names, 2, &bad), QD_READ_ONLY);
    assert_int_equal(qd_tree_rebuild(tree), QD_READ_ONLY);
    qd_tree_clear(tree);
    assert_int_equal(bad, 5);
    assert_answers(stage, tree);
    assert_true(qd_tree_check(tree));
    assert_memory_equal(bytes.at, before.at, bytes.size);
    qd_tree_destroy(tree);
    assert_memory_equal(bytes.at, before.at, bytes.size);
    free_bytes(&bytes);
    free_bytes(&before);
    free_stage(stage);
}

static void it_takes_little_memory(void **state)
{
    (void)state;
    struct ledger memory = { 0 };
    qd_tree *tree = qd_tree_create(NULL);
    struct flock flock = flock_of_squares(20000, box(0, 0, 1000, 1000), 2, 8);
    flock_insert_many(&flock, tree);
    struct bytes bytes = saved(tree);
    const qd_tree_def def = { .allocator = ledger_allocator(&memory), .leaf_capacity = -5, .reserve = 1000000 };
    qd_tree *in_place = NULL;
    assert_int_equal(qd_tree_map(&in_place, bytes.at, bytes.size, &def), QD_OK);
    assert_true(memory.bytes < 8192 + bytes.size / 1000);
    assert_int_equal(qd_tree_stats(in_place).bytes, memory.bytes);
    const uint64_t calls = memory.calls;
    assert_holds(in_place, &flock);
    assert_int_equal(memory.calls, calls);
    qd_tree_destroy(in_place);
    assert_true(memory.bytes == 0 && memory.blocks == 0 && !memory.complaint);
    free_bytes(&bytes);
    flock_free(&flock);
    qd_tree_destroy(tree);
}

struct nodes {
    qd_node all[5000];
    size_t count, at;
    bool same;
};

static qd_walk note_node(void *context, const qd_node *node)
{
    struct nodes *nodes = context;
    assert_true(nodes->count < 5000);
    nodes->all[nodes->count++] = *node;
    return QD_DESCEND;
}

static qd_walk match_node(void *context, const qd_node *node)
{
    struct nodes *nodes = context;
    const qd_node *right = &nodes->all[nodes->at++];
    nodes->same = nodes->same && memcmp(&right->cell, &node->cell, sizeof node->cell) == 0 &&
                  memcmp(&right->bounds, &node->bounds, sizeof node->bounds) == 0 && right->items == node->items &&
                  right->items_below == node->items_below && right->depth == node->depth && right->leaf == node->leaf;
    return QD_DESCEND;
}

// Laid out as loading lays it out, so that cells, figures, costs and the order of pairs are those of such a tree.
static void its_cells_are_those_of_a_loaded_tree(void **state)
{
    (void)state;
    static struct nodes nodes;
    qd_tree *tree = qd_tree_create(NULL);
    struct flock flock = flock_of_squares(9000, box(0, 0, 1000, 1000), 9, 8);
    flock_insert_many(&flock, tree);
    struct bytes bytes = saved(tree);
    qd_tree *in_place = mapped(bytes);
    nodes = (struct nodes){ .same = true };
    qd_tree_walk(tree, note_node, &nodes);
    qd_tree_walk(in_place, match_node, &nodes);
    assert_true(nodes.same && nodes.at == nodes.count);
    const qd_stats a = qd_tree_stats(tree), b = qd_tree_stats(in_place);
    assert_true(a.items == b.items && a.nodes == b.nodes && a.leaves == b.leaves && a.blocks == b.blocks &&
                a.depth == b.depth && a.fullest_cell == b.fullest_cell && a.fill == b.fill && b.work == 0);
    pair_list right = { 0 }, found = { 0 };
    const qd_cost right_cost = qd_visit_pairs(tree, pair_list_add, &right);
    const qd_cost cost = qd_visit_pairs(in_place, pair_list_add, &found);
    assert_memory_equal(&right_cost, &cost, sizeof cost);
    assert_int_equal(right.count, found.count);
    assert_memory_equal(right.at, found.at, found.count * sizeof *found.at);
    pair_list_free(&right);
    pair_list_free(&found);
    qd_tree_destroy(in_place);
    free_bytes(&bytes);
    flock_free(&flock);
    qd_tree_destroy(tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_change_is_refused),
        cmocka_unit_test(it_takes_little_memory),
        cmocka_unit_test(its_cells_are_those_of_a_loaded_tree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
