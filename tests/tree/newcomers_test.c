// Many that come to a tree of many are put in by node: each node then has the same items, in the same order, as if they
// had come one by one, ids come in the same order, and a call that fails has not happened.
#include "ledger.h"
#include "support.h"
#include "views.h"

#include <quadrille/contacts.h>
#include <stdlib.h>

enum { MANY = 40000, MORE = 4000, MOST = 30000, SCENES = 6 };

static const qd_box region = { { 0, 0 }, { 1000, 1000 } };

// What comes: anywhere; to a few leaves, which split again and again; all sizes, so that divided nodes get items of
// their own; here and there beyond the world; to one place; in strips along the halves of nodes.
static qd_item newcomer(struct prng *random, int scene, size_t i)
{
    double x = prng_between(random, 0, 1000), y = prng_between(random, 0, 1000), side = 1;
    if (scene == 1) {
        x = (double)(i % 7) * 130 + prng_between(random, 0, 4);
        y = (double)(i % 3) * 270 + prng_between(random, 0, 4);
    } else if (scene == 2) {
        side = i % 2 ? prng_between(random, 0, 8) : (double)(1u << i % 10);
    } else if (scene == 3 && i % 9 == 0) {
        x += 5000;
    } else if (scene == 4 && i % 3) {
        x = y = 321;
    } else if (scene == 5) {
        y = 500 + prng_between(random, 0, 1);
    }
    return item_at(box(x, y, (float)(x + side), (float)(y + side)));
}

static qd_tree *tree_of_many(const qd_tree_def *more, size_t count, uint64_t seed)
{
    qd_tree_def def = *more;
    def.world = region;
    qd_tree *tree = tree_of(&def);
    struct flock flock = flock_of_squares(count, region, 1, seed);
    flock_insert_many(&flock, tree);
    flock_free(&flock);
    return tree;
}

// The same nodes, and in each the same items in the same order.
static void assert_same_nodes(const qd_tree *tree, const qd_tree *other)
{
    enum { ROOM = 8192 };
    qd_entry *here = need(ROOM, sizeof *here), *there = need(ROOM, sizeof *there);
    qd_node_cursor a, b;
    qd_node_cursor_begin(&a, tree);
    qd_node_cursor_begin(&b, other);
    for (qd_node one, two; qd_node_cursor_next(&a, &one);) {
        size_t total = 0, others = 0;
        assert_true(qd_node_cursor_next(&b, &two));
        assert_memory_equal(&one.square, &two.square, sizeof one.square);
        assert_memory_equal(&one.bounds, &two.bounds, sizeof one.bounds);
        assert_int_equal(one.leaf, two.leaf);
        qd_node_cursor_entries(&a, here, NULL, ROOM, &total);
        qd_node_cursor_entries(&b, there, NULL, ROOM, &others);
        assert_int_equal(total, others);
        assert_in_range(total, 0, ROOM);
        assert_memory_equal(here, there, total * sizeof *here);
    }
    assert_false(qd_node_cursor_next(&b, NULL));
    free(here);
    free(there);
}

// Puts the same items into two trees, at once and one by one.
static void assert_as_one_by_one(const qd_tree_def *def, int scene, bool filtered)
{
    qd_tree *tree = tree_of_many(def, MANY, 7), *other = tree_of_many(def, MANY, 7);
    qd_item *items = need(MORE, sizeof *items);
    qd_id *ids = need(MORE, sizeof *ids);
    struct prng random = { 11 };
    for (int round = 0; round < 3; round++) {
        for (size_t i = 0; i < MORE; i++) {
            items[i] = newcomer(&random, scene, i);
            items[i].user = i;
            items[i].value = (int64_t)(i % 5);
            items[i].filter.layers = filtered && i % 4 == 0 ? 3 : 0;
        }
        items[17].box.max.x = NAN;
        items[MORE - 1].box.min.y = NAN;
        size_t bad = 0;
        assert_int_equal(insert_items(tree, items, MORE, ids, &bad), QD_BAD_VALUE);
        assert_int_equal(bad, 17);
        for (size_t i = 0; i < MORE; i++) {
            qd_id id = 0;
            qd_tree_insert(other, &items[i], &id);
            assert_true(id == ids[i]);
        }
        assert_true(qd_tree_check(tree));
        assert_same_nodes(tree, other);
    }
    assert_int_equal(qd_tree_count(tree, NULL), qd_tree_count(other, NULL));
    free(items);
    free(ids);
    qd_tree_destroy(tree);
    qd_tree_destroy(other);
}

static void each_node_gets_what_it_would_get_one_by_one(void)
{
    for (int scene = 0; scene < SCENES; scene++)
        assert_as_one_by_one(&(qd_tree_def){ .leaf_capacity = 0 }, scene, false);
}

static void small_and_large_leaves_too(void)
{
    for (int scene = 0; scene < SCENES; scene++) {
        assert_as_one_by_one(&(qd_tree_def){ .leaf_capacity = 4 }, scene, false);
        assert_as_one_by_one(&(qd_tree_def){ .leaf_capacity = 200 }, scene, false);
    }
}

static void filters_and_totals_too(void)
{
    for (int scene = 0; scene < SCENES; scene++) {
        assert_as_one_by_one(&(qd_tree_def){ .leaf_capacity = 0 }, scene, true);
        assert_as_one_by_one(&(qd_tree_def){ .totals = true }, scene, scene % 2);
    }
}

// In slots that others have left, which contacts know of, they are new to contacts.
static void contacts_begin_with_them(void)
{
    qd_tree *tree = tree_of_many(&(qd_tree_def){ .leaf_capacity = 0 }, MANY, 7);
    qd_item *items = need(MORE, sizeof *items);
    qd_id *ids = need(MORE, sizeof *ids);
    struct prng random = { 13 };
    for (size_t i = 0; i < MORE; i++)
        items[i] = newcomer(&random, 0, i);
    qd_contacts *contacts = NULL;
    assert_int_equal(qd_contacts_create(tree, NULL, &contacts), QD_OK);
    const uint64_t before = cost_of_pairs(tree).hits;
    assert_int_equal(insert_items(tree, items, MORE, ids, NULL), QD_OK);
    assert_int_equal(qd_contacts_update(contacts), QD_OK);
    assert_int_equal(qd_tree_remove_many(tree, ids, MORE, NULL), QD_OK);
    assert_int_equal(qd_contacts_update(contacts), QD_OK);
    assert_int_equal(insert_items(tree, items, MORE, ids, NULL), QD_OK);
    assert_int_equal(qd_contacts_update(contacts), QD_OK);
    size_t began = 0;
    qd_contacts_began(contacts, &began);
    assert_int_equal(began, cost_of_pairs(tree).hits - before);
    assert_true(began > MORE / 8);
    qd_contacts_destroy(contacts);
    qd_tree_destroy(tree);
    free(items);
    free(ids);
}

// Fills a tree on a ledger, and inserts more with one demand for memory refused, or that and all later ones. Returns
// whether the call was refused.
static bool insert_with_refusal(uint64_t refused, bool later, uint64_t *asked)
{
    struct ledger ledger = { 0 };
    const qd_tree_def def = { .allocator = ledger_allocator(&ledger) };
    qd_tree *tree = tree_of_many(&def, MANY, 7);
    qd_item *items = need(MOST, sizeof *items);
    qd_id *ids = need(MOST, sizeof *ids);
    struct prng random = { 5 };
    for (size_t i = 0; i < MOST; i++)
        items[i] = newcomer(&random, (int)(i % 2), i);
    const size_t found = count_in(tree, box(100, 100, 300, 300));
    ledger_refuse(&ledger, refused, later);
    const qd_result result = insert_items(tree, items, MOST, ids, NULL);
    *asked = ledger.asked;
    ledger_refuse(&ledger, 0, false);
    assert_true(result == QD_OK || result == QD_NO_MEMORY);
    assert_true(qd_tree_check(tree));
    assert_int_equal(qd_tree_count(tree, NULL), result == QD_OK ? MANY + MOST : MANY);
    for (size_t i = 0; i < MOST; i++)
        assert_int_equal(qd_tree_has(tree, ids[i]), result == QD_OK);
    assert_true(result == QD_OK || count_in(tree, box(100, 100, 300, 300)) == found);
    if (result != QD_OK) { // the next ids are those that it would have got
        const qd_id next = put(tree, items[0]);
        assert_int_equal(qd_id_slot(next), MANY + 1);
    }
    qd_tree_destroy(tree);
    assert_null(ledger.complaint);
    assert_int_equal(ledger.blocks, 0);
    free(items);
    free(ids);
    return result != QD_OK;
}

static void a_call_that_finds_no_memory_has_not_happened(void)
{
    uint64_t all = 0, asked = 0, failed = 0;
    assert_false(insert_with_refusal(0, false, &all));
    assert_true(all > 3); // for slots, for the list, for buckets and quads
    for (uint64_t refused = 1; refused <= all; refused++) {
        failed += insert_with_refusal(refused, true, &asked);
        insert_with_refusal(refused, false, &asked);
    }
    assert_in_range(failed, 2, all);
}

tests_main(plain_test(each_node_gets_what_it_would_get_one_by_one), plain_test(small_and_large_leaves_too),
           plain_test(filters_and_totals_too), plain_test(contacts_begin_with_them),
           plain_test(a_call_that_finds_no_memory_has_not_happened))
