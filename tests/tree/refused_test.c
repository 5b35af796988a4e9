// Bad input is refused with the right code in every build, and nothing has changed afterwards: the whole visible state
// of the tree is compared before and after each refusal.
#include "support.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ITEMS = 200 };

// All that can be seen of a tree. Work is left out: refusing may look at something.
struct state {
    size_t count;
    qd_box bounds;
    qd_item items[ITEMS];
    bool there[ITEMS];
    found_list found;
    pair_list pairs;
    qd_stats stats;
};

static struct state *state_of(const qd_tree *tree, const qd_id *ids)
{
    struct state *state = need(1, sizeof *state);
    state->count = qd_tree_count(tree);
    state->bounds = qd_tree_bounds(tree);
    for (size_t i = 0; i < ITEMS; i++)
        state->there[i] = qd_tree_get(tree, ids[i], &state->items[i]);
    qd_visit_box(tree, everywhere, everyone, found_list_add, &state->found);
    qd_visit_pairs(tree, pair_list_add, &state->pairs);
    state->stats = qd_tree_stats(tree);
    return state;
}

static void state_free(struct state *state)
{
    found_list_free(&state->found);
    pair_list_free(&state->pairs);
    free(state);
}

static void assert_same_state(const struct state *a, const struct state *b)
{
    assert_int_equal(a->count, b->count);
    assert_memory_equal(&a->bounds, &b->bounds, sizeof a->bounds);
    assert_memory_equal(a->items, b->items, sizeof a->items);
    assert_memory_equal(a->there, b->there, sizeof a->there);
    assert_int_equal(a->found.count, b->found.count);
    assert_memory_equal(a->found.at, b->found.at, a->found.count * sizeof *a->found.at);
    assert_int_equal(a->pairs.count, b->pairs.count);
    assert_memory_equal(a->pairs.at, b->pairs.at, a->pairs.count * sizeof *a->pairs.at);
    assert_int_equal(a->stats.items, b->stats.items);
    assert_int_equal(a->stats.nodes, b->stats.nodes);
    assert_int_equal(a->stats.leaves, b->stats.leaves);
    assert_int_equal(a->stats.blocks, b->stats.blocks);
    assert_int_equal(a->stats.bytes, b->stats.bytes);
    assert_int_equal(a->stats.fullest_cell, b->stats.fullest_cell);
    assert_int_equal(a->stats.depth, b->stats.depth);
    assert_true(a->stats.fill == b->stats.fill);
}

// A tree with some history, and a few ids that name nothing in it.
struct subject {
    qd_tree *tree;
    struct flock flock;
    qd_id dead[6];
};

enum { DEAD = 6 };

static struct subject subject_create(void)
{
    struct subject subject = { qd_tree_create(NULL), flock_of_squares(ITEMS, box(0, 0, 100, 100), 9, 1), { { 0, 0 } } };
    flock_insert(&subject.flock, subject.tree);
    qd_id removed = subject.flock.ids[20];
    assert_int_equal(qd_tree_remove(subject.tree, removed), QD_OK);
    subject.flock.ids[20] = qd_tree_insert(subject.tree, item_at(subject.flock.boxes[20]));
    qd_id live = subject.flock.ids[5];
    const qd_id dead[DEAD] = { { 0, 0 },
                               removed,                            // stale: its slot has been used again
                               { live.slot, live.generation + 1 }, // forged: the generation to come
                               { ITEMS + 1, live.generation },     // forged: beyond the slots in use
                               { UINT32_MAX, UINT32_MAX },         // forged
                               { 0, live.generation } };           // null but for its generation
    memcpy(subject.dead, dead, sizeof dead);
    return subject;
}

static void subject_destroy(struct subject *subject)
{
    qd_tree_destroy(subject->tree);
    flock_free(&subject->flock);
}

// Every box that is not valid: each coordinate NaN or infinite in turn, and inverted on each axis.
enum { BAD_BOXES = 4 * 4 + 4 };

static void bad_boxes(qd_box *bad)
{
    const float values[4] = { NAN, -NAN, INFINITY, -INFINITY };
    for (size_t i = 0; i < 16; i++) {
        float lanes[4] = { 10, 10, 20, 20 };
        lanes[i / 4] = values[i % 4];
        bad[i] = box(lanes[0], lanes[1], lanes[2], lanes[3]);
    }
    bad[16] = box(20, 10, 10, 20);
    bad[17] = box(10, 20, 20, 10);
    bad[18] = box(nextafterf(10, 11), 10, 10, 10);
    bad[19] = everywhere;
}

static void bad_boxes_are_refused_and_change_nothing(void **unused)
{
    (void)unused;
    struct subject subject = subject_create();
    struct state *before = state_of(subject.tree, subject.flock.ids);
    qd_box bad[BAD_BOXES];
    bad_boxes(bad);
    for (size_t i = 0; i < BAD_BOXES; i++) {
        qd_id id = subject.flock.ids[i], given = { 9, 9 };
        qd_item item = item_at(bad[i]);
        size_t which = 9;
        assert_false(qd_box_is_valid(bad[i]));
        assert_true(qd_id_equal(qd_tree_insert(subject.tree, item), (qd_id){ 0, 0 }));
        assert_int_equal(qd_tree_insert_many(subject.tree, &item, 1, &given, &which), QD_BAD_VALUE);
        assert_true(qd_id_equal(given, (qd_id){ 0, 0 }));
        assert_int_equal(which, 0);
        assert_int_equal(qd_tree_move(subject.tree, id, bad[i]), QD_BAD_VALUE);
        which = 9;
        assert_int_equal(qd_tree_move_many(subject.tree, &id, &bad[i], 1, &which), QD_BAD_VALUE);
        assert_int_equal(which, 0);
        struct state *after = state_of(subject.tree, subject.flock.ids);
        assert_same_state(before, after);
        state_free(after);
    }
    assert_true(qd_tree_check(subject.tree));
    state_free(before);
    subject_destroy(&subject);
}

static void bad_filters_are_refused_and_change_nothing(void **unused)
{
    (void)unused;
    struct subject subject = subject_create();
    struct state *before = state_of(subject.tree, subject.flock.ids);
    qd_item item = item_at(box(1, 1, 2, 2));
    const uint32_t masks[3] = { 0, 1, QD_NO_LAYERS };
    for (size_t i = 0; i < 3; i++) {
        item.filter = (qd_filter){ QD_NO_LAYERS, masks[i] };
        assert_true(qd_id_is_null(qd_tree_insert(subject.tree, item)));
        assert_int_equal(qd_tree_insert_many(subject.tree, &item, 1, NULL, NULL), QD_BAD_VALUE);
        assert_int_equal(qd_tree_set_filter(subject.tree, subject.flock.ids[i], item.filter), QD_BAD_VALUE);
    }
    struct state *after = state_of(subject.tree, subject.flock.ids);
    assert_same_state(before, after);
    state_free(after);
    state_free(before);
    subject_destroy(&subject);
}

static void ids_that_name_nothing_are_refused_and_change_nothing(void **unused)
{
    (void)unused;
    struct subject subject = subject_create();
    struct state *before = state_of(subject.tree, subject.flock.ids);
    const qd_box good = box(1, 1, 2, 2);
    for (size_t i = 0; i < DEAD; i++) {
        qd_id id = subject.dead[i];
        size_t which = 9;
        qd_item item, untouched;
        memset(&item, 0x5a, sizeof item);
        memcpy(&untouched, &item, sizeof item);
        assert_false(qd_tree_contains(subject.tree, id));
        assert_false(qd_tree_get(subject.tree, id, &item));
        assert_memory_equal(&item, &untouched, sizeof item);
        assert_int_equal(qd_tree_move(subject.tree, id, good), QD_STALE_ID);
        assert_int_equal(qd_tree_remove(subject.tree, id), QD_STALE_ID);
        assert_int_equal(qd_tree_set_user(subject.tree, id, 1), QD_STALE_ID);
        assert_int_equal(qd_tree_set_filter(subject.tree, id, (qd_filter){ 2, 2 }), QD_STALE_ID);
        assert_int_equal(qd_tree_move_many(subject.tree, &id, &good, 1, &which), QD_STALE_ID);
        assert_int_equal(which, 0);
        which = 9;
        assert_int_equal(qd_tree_remove_many(subject.tree, &id, 1, &which), QD_STALE_ID);
        assert_int_equal(which, 0);
        struct state *after = state_of(subject.tree, subject.flock.ids);
        assert_same_state(before, after);
        state_free(after);
    }
    state_free(before);
    subject_destroy(&subject);
}

static void any_bits_may_be_asked_about(void **unused)
{
    (void)unused;
    struct subject subject = subject_create();
    struct prng random = { 5 };
    for (int i = 0; i < 100000; i++) {
        qd_id id = qd_id_from_u64(prng_next(&random) >> (i % 64));
        bool ours = id.slot >= 1 && id.slot <= ITEMS && qd_id_equal(id, subject.flock.ids[id.slot - 1]);
        assert_int_equal(qd_tree_contains(subject.tree, id), ours);
    }
    subject_destroy(&subject);
}

static void bad_entries_among_many_are_passed_over_and_the_first_is_named(void **unused)
{
    (void)unused;
    struct subject subject = subject_create();
    qd_id ids[6];
    qd_box boxes[6];
    for (size_t i = 0; i < 6; i++) {
        ids[i] = subject.flock.ids[i];
        boxes[i] = point_at((float)i, -50);
    }
    boxes[2].min.x = NAN;
    ids[4] = subject.dead[1];
    size_t which = 9;
    assert_int_equal(qd_tree_move_many(subject.tree, ids, boxes, 6, &which), QD_BAD_VALUE);
    assert_int_equal(which, 2);
    assert_int_equal(count_in(subject.tree, box(-1, -60, 100, -40)), 4);
    assert_int_equal(qd_tree_move_many(subject.tree, ids + 3, boxes + 3, 3, &which), QD_STALE_ID);
    assert_int_equal(which, 1);
    // An id named twice: the later move is the one that stays, and a second removal finds nothing.
    ids[4] = ids[3];
    boxes[4] = point_at(70, -70);
    assert_int_equal(qd_tree_move_many(subject.tree, ids + 3, boxes + 3, 2, &which), QD_OK);
    assert_int_equal(which, 1); // without a bad entry it is left alone
    assert_int_equal(count_in(subject.tree, point_at(70, -70)), 1);
    assert_int_equal(qd_tree_remove_many(subject.tree, ids, 6, &which), QD_STALE_ID);
    assert_int_equal(which, 4);
    assert_int_equal(qd_tree_count(subject.tree), ITEMS - 5);
    assert_int_equal(qd_tree_remove_many(subject.tree, ids, 6, NULL), QD_STALE_ID);
    assert_true(qd_tree_check(subject.tree));
    subject_destroy(&subject);
}

static void bad_items_among_many_get_null_ids(void **unused)
{
    (void)unused;
    qd_tree *tree = qd_tree_create(NULL);
    qd_item items[5];
    for (size_t i = 0; i < 5; i++)
        items[i] = (qd_item){ point_at((float)i, 0), 100 + i, { 0, 0 } };
    items[1].box.max.y = INFINITY;
    items[3].filter.layers = QD_NO_LAYERS;
    qd_id ids[5];
    size_t which = 9;
    assert_int_equal(qd_tree_insert_many(tree, items, 5, ids, &which), QD_BAD_VALUE);
    assert_int_equal(which, 1);
    for (size_t i = 0; i < 5; i++) {
        qd_item item;
        bool good = i != 1 && i != 3;
        assert_int_equal(qd_tree_get(tree, ids[i], &item), good);
        assert_true(good ? item.user == 100 + i : qd_id_equal(ids[i], (qd_id){ 0, 0 }));
    }
    assert_int_equal(qd_tree_count(tree), 3);
    qd_tree_destroy(tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_boxes_are_refused_and_change_nothing),
        cmocka_unit_test(bad_filters_are_refused_and_change_nothing),
        cmocka_unit_test(ids_that_name_nothing_are_refused_and_change_nothing),
        cmocka_unit_test(any_bits_may_be_asked_about),
        cmocka_unit_test(bad_entries_among_many_are_passed_over_and_the_first_is_named),
        cmocka_unit_test(bad_items_among_many_get_null_ids),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
