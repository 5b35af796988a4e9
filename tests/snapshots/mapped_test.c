// A mapped tree cannot be changed, writes nothing, and takes little memory of its own.
#include "bytes.h"

#include <quadrille/quadrille.h>
#include <string.h>

// Whatever else is wrong with the arguments.
static void assert_read_only(qd_tree *tree, qd_id live)
{
    const qd_item items[2] = { item_at(box(1, 1, 2, 2)), item_at(box(2, 2, NAN, 1)) };
    const qd_id names[2] = { live, id_of(1, 0) };
    const qd_filter filter = { 2, 2 };
    size_t bad = 5;
    for (int i = 0; i < 2; i++) {
        qd_id id = 7;
        assert_int_equal(qd_tree_insert(tree, &items[i], &id), QD_READ_ONLY);
        assert_true(id == 0);
        assert_int_equal(qd_tree_set_box(tree, names[i], &items[i].box), QD_READ_ONLY);
        assert_int_equal(qd_tree_remove(tree, names[i]), QD_READ_ONLY);
        assert_int_equal(qd_tree_set_user(tree, names[i], 9), QD_READ_ONLY);
        assert_int_equal(qd_tree_set_value(tree, names[i], 5), QD_READ_ONLY);
        assert_int_equal(qd_tree_set_filter(tree, names[i], &filter), QD_READ_ONLY);
    }
    qd_id given[2] = { 7, 7 };
    const qd_boxes boxes = { &items[0].box.min.x, &items[0].box.min.y, &items[0].box.max.x, &items[0].box.max.y,
                             sizeof *items,       QD_DOUBLE,           QD_CORNERS };
    const qd_items many = { .boxes = boxes };
    assert_int_equal(qd_tree_insert_many(tree, &many, 2, given, &bad), QD_READ_ONLY);
    assert_true(given[0] == 0 && given[1] == 0);
    assert_int_equal(qd_tree_insert_many(tree, &many, 2, NULL, &bad), QD_READ_ONLY);
    assert_int_equal(qd_tree_insert_many(tree, &many, 0, NULL, NULL), QD_READ_ONLY);
    assert_int_equal(qd_tree_move_many(tree, names, &boxes, 2, &bad), QD_READ_ONLY);
    assert_int_equal(qd_tree_remove_many(tree, names, 2, &bad), QD_READ_ONLY);
    assert_int_equal(qd_tree_remove_found(tree, &everything, &bad), QD_READ_ONLY);
    assert_int_equal(qd_tree_rebuild(tree), QD_READ_ONLY);
    assert_int_equal(qd_tree_clear(tree), QD_READ_ONLY);
    assert_int_equal(bad, 5);
}

static void every_change_is_refused(void)
{
    if (!can_map())
        skip();
    for (qd_precision precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        struct stage *stage = busy_stage((qd_tree_def){ .precision = precision, .leaf_capacity = 8 }, 200, 4);
        struct bytes bytes = saved(stage->tree), before = copy_of(bytes);
        qd_tree *tree = mapped(bytes);
        qd_entry live;
        assert_int_equal(qd_tree_find(tree, NULL, &live, 1, NULL), 1);
        assert_read_only(tree, live.id);
        assert_answers(stage, tree);
        assert_true(qd_tree_check(tree));
        assert_memory_equal(bytes.at, before.at, bytes.size);
        qd_tree_destroy(tree);
        assert_memory_equal(bytes.at, before.at, bytes.size);
        free_bytes(&bytes);
        free_bytes(&before);
        free_stage(stage);
    }
}

static void it_takes_little_memory(void)
{
    if (!can_map())
        skip();
    for (qd_precision precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        struct ledger memory = { 0 };
        qd_tree *tree = tree_of(&(qd_tree_def){ .precision = precision });
        struct flock flock = flock_of_squares(20000, box(0, 0, 1000, 1000), 2, 8);
        flock_insert_many(&flock, tree);
        struct bytes bytes = saved(tree);
        const qd_tree_def def = { .allocator = ledger_allocator(&memory), .leaf_capacity = -5, .reserve = 1000000 };
        qd_tree *in_place = NULL;
        assert_int_equal(qd_tree_map(bytes.at, bytes.size, &def, &in_place), QD_OK);
        assert_true(memory.bytes < 8192 + bytes.size / 1000);
        assert_int_equal(stats_of(in_place).bytes, memory.bytes);
        const uint64_t calls = memory.calls;
        assert_holds(in_place, &flock);
        assert_int_equal(memory.calls, calls);
        qd_tree_destroy(in_place);
        assert_true(memory.bytes == 0 && memory.blocks == 0 && !memory.complaint);
        free_bytes(&bytes);
        flock_end(&flock, tree);
    }
}

static void assert_same_node(const qd_node *a, const qd_node *b)
{
    assert_memory_equal(&a->square, &b->square, sizeof a->square);
    assert_memory_equal(&a->bounds, &b->bounds, sizeof a->bounds);
    assert_true(a->items == b->items && a->items_below == b->items_below && a->depth == b->depth && a->leaf == b->leaf);
}

static void assert_same_nodes(const qd_tree *tree, const qd_tree *other)
{
    static qd_entry entries[2][1000];
    qd_node_cursor cursors[2];
    qd_node a, b;
    qd_node_cursor_begin(&cursors[0], tree);
    qd_node_cursor_begin(&cursors[1], other);
    while (qd_node_cursor_next(&cursors[0], &a)) {
        assert_true(qd_node_cursor_next(&cursors[1], &b));
        assert_same_node(&a, &b);
        assert_int_equal(qd_node_cursor_entries(&cursors[0], entries[0], NULL, 1000, NULL), a.items);
        assert_int_equal(qd_node_cursor_entries(&cursors[1], entries[1], NULL, 1000, NULL), a.items);
        assert_memory_equal(entries[0], entries[1], a.items * sizeof **entries);
    }
    assert_false(qd_node_cursor_next(&cursors[1], &b));
}

static void assert_same_pairs(const qd_tree *tree, const qd_tree *other)
{
    pair_list right = { 0 }, found = { 0 };
    qd_cost right_cost, cost;
    qd_tree_visit_pairs(tree, NULL, pair_list_add, &right, &right_cost);
    qd_tree_visit_pairs(other, NULL, pair_list_add, &found, &cost);
    assert_memory_equal(&right_cost, &cost, sizeof cost);
    assert_int_equal(right.count, found.count);
    assert_memory_equal(right.at, found.at, found.count * sizeof *found.at);
    pair_list_free(&right);
    pair_list_free(&found);
}

// Laid out as loading lays it out, so that nodes, figures, costs and the order of pairs are those of such a tree.
static void its_nodes_are_those_of_a_loaded_tree(void)
{
    for (qd_precision precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        qd_tree *tree = tree_of(&(qd_tree_def){ .precision = precision });
        struct flock flock = flock_of_squares(9000, box(0, 0, 1000, 1000), 9, 8);
        flock_insert_many(&flock, tree);
        struct bytes bytes = saved(tree);
        qd_tree *in_place = mapped(bytes);
        assert_same_nodes(tree, in_place);
        assert_same_pairs(tree, in_place);
        const qd_tree_stats a = stats_of(tree), b = stats_of(in_place);
        assert_true(a.items == b.items && a.nodes == b.nodes && a.leaves == b.leaves && a.buckets == b.buckets &&
                    a.depth == b.depth && a.fullest_node == b.fullest_node && a.fill == b.fill &&
                    (b.work == 0 || !can_map()));
        qd_tree_destroy(in_place);
        free_bytes(&bytes);
        flock_end(&flock, tree);
    }
}

tests_main(plain_test(every_change_is_refused), plain_test(it_takes_little_memory),
           plain_test(its_nodes_are_those_of_a_loaded_tree))
