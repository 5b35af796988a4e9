// Bad input is refused with the right code in every build, and nothing has changed afterwards: the whole visible state
// of the tree is compared before and after each refusal.
#include "support.h"
#include "views.h"

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
    qd_tree_stats stats;
};

static struct state *state_of(const qd_tree *tree, const qd_id *ids)
{
    struct state *state = need(1, sizeof *state);
    state->count = qd_tree_count(tree, NULL);
    qd_tree_bounds(tree, &state->bounds);
    for (size_t i = 0; i < ITEMS; i++)
        state->there[i] = qd_tree_get(tree, ids[i], &state->items[i]) == QD_OK;
    qd_tree_visit(tree, NULL, found_list_add, &state->found, NULL);
    qd_tree_visit_pairs(tree, NULL, pair_list_add, &state->pairs, NULL);
    state->stats = stats_of(tree);
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
    assert_int_equal(a->stats.buckets, b->stats.buckets);
    assert_int_equal(a->stats.bytes, b->stats.bytes);
    assert_int_equal(a->stats.fullest_node, b->stats.fullest_node);
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
    struct subject subject = { tree_of(NULL), flock_of_squares(ITEMS, box(0, 0, 100, 100), 9, 1), { 0 } };
    flock_insert(&subject.flock, subject.tree);
    qd_id removed = subject.flock.ids[20];
    assert_int_equal(qd_tree_remove(subject.tree, removed), QD_OK);
    subject.flock.ids[20] = put(subject.tree, item_at(subject.flock.boxes[20]));
    qd_id live = subject.flock.ids[5];
    const uint64_t generation = live >> 32 << 32;
    const qd_id dead[DEAD] = { 0,
                               removed,                            // stale: its slot has been used again
                               live + (UINT64_C(1) << 32),         // forged: the generation to come
                               generation + ITEMS + 1,             // forged: beyond the slots in use
                               UINT64_MAX,                         // forged
                               generation + (UINT64_C(2) << 32) }; // null but for its generation
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

static void bad_boxes_are_refused_and_change_nothing(void)
{
    struct subject subject = subject_create();
    struct state *before = state_of(subject.tree, subject.flock.ids);
    qd_box bad[BAD_BOXES];
    bad_boxes(bad);
    for (size_t i = 0; i < BAD_BOXES; i++) {
        qd_id id = subject.flock.ids[i], given = 9;
        qd_item item = item_at(bad[i]);
        size_t which = 9;
        assert_false(qd_box_is_valid(&bad[i]));
        assert_int_equal(qd_tree_insert(subject.tree, &item, &given), QD_BAD_VALUE);
        assert_true(given == 0);
        given = 9;
        assert_int_equal(qd_tree_insert(subject.tree, &item, NULL), QD_BAD_VALUE);
        assert_true(qd_tree_add(subject.tree, bad[i], 7) == 0);
        assert_int_equal(insert_items(subject.tree, &item, 1, &given, &which), QD_BAD_VALUE);
        assert_true(given == 0);
        assert_int_equal(which, 0);
        assert_int_equal(qd_tree_move(subject.tree, id, bad[i]), QD_BAD_VALUE);
        assert_int_equal(qd_tree_set_box(subject.tree, id, &bad[i]), QD_BAD_VALUE);
        which = 9;
        assert_int_equal(move_boxes(subject.tree, &id, &bad[i], 1, &which), QD_BAD_VALUE);
        assert_int_equal(which, 0);
        struct state *after = state_of(subject.tree, subject.flock.ids);
        assert_same_state(before, after);
        state_free(after);
    }
    assert_true(qd_tree_check(subject.tree));
    state_free(before);
    subject_destroy(&subject);
}

// What rounds beyond the floats is infinite in a tree of floats, and a box like any other in one of doubles.
static void boxes_beyond_the_floats_are_refused_by_floats_alone(void)
{
    const qd_box beyond[] = { box(0, 0, 1e39, 1), box(0, 0, 1, 1e39), box(-1e300, 0, 1, 1), box(0, -1e39, 0, 1),
                              point_at(3.4028236e38, 0) };
    for (int precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        qd_tree_def def = { .precision = (qd_precision)precision };
        qd_tree *tree = tree_of(&def);
        qd_tree_get_def(tree, &def); // the environment may ask for doubles
        const qd_id id = put(tree, item_at(box(1, 1, 2, 2)));
        const qd_result expected = def.precision == QD_FLOAT ? QD_BAD_VALUE : QD_OK;
        for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++) {
            size_t which = 9;
            qd_item item = item_at(beyond[i]);
            assert_int_equal(qd_tree_insert(tree, &item, NULL), expected);
            assert_int_equal(qd_tree_move(tree, id, beyond[i]), expected);
            assert_int_equal(insert_items(tree, &item, 1, NULL, &which), expected);
            assert_int_equal(move_boxes(tree, &id, &beyond[i], 1, &which), expected);
            assert_int_equal(which, def.precision == QD_FLOAT ? 0 : 9);
            assert_int_equal(qd_tree_get(tree, id, &item), QD_OK);
            const qd_box there = def.precision == QD_FLOAT ? box(1, 1, 2, 2) : beyond[i];
            assert_memory_equal(&item.box, &there, sizeof there);
        }
        // The largest float and what rounds to it are no more refused than anything else.
        assert_true(qd_tree_add(tree, box(-(double)FLT_MAX, 0, 3.4028235e38, 1), 0) != 0);
        assert_true(qd_tree_check(tree));
        qd_tree_destroy(tree);
    }
}

static void no_filter_is_refused(void)
{
    struct subject subject = subject_create();
    qd_item item = item_at(box(1, 1, 2, 2));
    const uint32_t numbers[] = { 0, 1, QD_NO_LAYER, UINT32_MAX, 0x7fffffff, QD_NO_LAYER | 4 };
    size_t count = ITEMS;
    for (size_t i = 0; i < 36; i++) {
        item.filter = (qd_filter){ numbers[i / 6], numbers[i % 6] };
        assert_true(put(subject.tree, item) != 0);
        assert_int_equal(insert_items(subject.tree, &item, 1, NULL, NULL), QD_OK);
        assert_int_equal(qd_tree_set_filter(subject.tree, subject.flock.ids[i], &item.filter), QD_OK);
        assert_int_equal(qd_tree_count(subject.tree, NULL), count += 2);
    }
    assert_true(qd_tree_check(subject.tree));
    subject_destroy(&subject);
}

static void ids_that_name_nothing_are_refused_and_change_nothing(void)
{
    struct subject subject = subject_create();
    struct state *before = state_of(subject.tree, subject.flock.ids);
    const qd_box good = box(1, 1, 2, 2);
    for (size_t i = 0; i < DEAD; i++) {
        qd_id id = subject.dead[i];
        size_t which = 9;
        qd_item item, untouched;
        memset(&item, 0x5a, sizeof item);
        memcpy(&untouched, &item, sizeof item);
        assert_false(qd_tree_has(subject.tree, id));
        assert_int_equal(qd_tree_get(subject.tree, id, &item), QD_STALE_ID);
        assert_int_equal(qd_tree_get(subject.tree, id, NULL), QD_STALE_ID);
        assert_memory_equal(&item, &untouched, sizeof item);
        assert_int_equal(qd_tree_move(subject.tree, id, good), QD_STALE_ID);
        assert_int_equal(qd_tree_remove(subject.tree, id), QD_STALE_ID);
        assert_int_equal(qd_tree_set_user(subject.tree, id, 1), QD_STALE_ID);
        assert_int_equal(qd_tree_set_value(subject.tree, id, 1), QD_STALE_ID);
        assert_int_equal(qd_tree_set_filter(subject.tree, id, &(qd_filter){ 2, 2 }), QD_STALE_ID);
        assert_int_equal(move_boxes(subject.tree, &id, &good, 1, &which), QD_STALE_ID);
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

static void any_bits_may_be_asked_about(void)
{
    struct subject subject = subject_create();
    struct prng random = { 5 };
    for (int i = 0; i < 100000; i++) {
        qd_id id = prng_next(&random) >> (i % 64);
        uint32_t slot = qd_id_slot(id);
        bool ours = slot >= 1 && slot <= ITEMS && id == subject.flock.ids[slot - 1];
        assert_int_equal(qd_tree_has(subject.tree, id), ours);
    }
    subject_destroy(&subject);
}

static void bad_entries_among_many_are_passed_over_and_the_first_is_named(void)
{
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
    assert_int_equal(move_boxes(subject.tree, ids, boxes, 6, &which), QD_BAD_VALUE);
    assert_int_equal(which, 2);
    assert_int_equal(count_in(subject.tree, box(-1, -60, 100, -40)), 4);
    assert_int_equal(move_boxes(subject.tree, ids + 3, boxes + 3, 3, &which), QD_STALE_ID);
    assert_int_equal(which, 1);
    // An id named twice: the later move is the one that stays, and a second removal finds nothing.
    ids[4] = ids[3];
    boxes[4] = point_at(70, -70);
    assert_int_equal(move_boxes(subject.tree, ids + 3, boxes + 3, 2, &which), QD_OK);
    assert_int_equal(which, 1); // without a bad entry it is left alone
    assert_int_equal(count_in(subject.tree, point_at(70, -70)), 1);
    assert_int_equal(qd_tree_remove_many(subject.tree, ids, 6, &which), QD_STALE_ID);
    assert_int_equal(which, 4);
    assert_int_equal(qd_tree_count(subject.tree, NULL), ITEMS - 5);
    assert_int_equal(qd_tree_remove_many(subject.tree, ids, 6, NULL), QD_STALE_ID);
    assert_true(qd_tree_check(subject.tree));
    subject_destroy(&subject);
}

static void bad_items_among_many_get_null_ids(void)
{
    qd_tree *tree = tree_of(NULL);
    qd_item items[5];
    for (size_t i = 0; i < 5; i++)
        items[i] = (qd_item){ point_at((float)i, 0), 100 + i, { 0, 0 }, 0 };
    items[1].box.max.y = INFINITY;
    items[3].box = box(5, 0, 4, 0);
    qd_id ids[5];
    size_t which = 9;
    assert_int_equal(insert_items(tree, items, 5, ids, &which), QD_BAD_VALUE);
    assert_int_equal(which, 1);
    for (size_t i = 0; i < 5; i++) {
        qd_item item;
        bool good = i != 1 && i != 3;
        assert_int_equal(qd_tree_get(tree, ids[i], &item), good ? QD_OK : QD_STALE_ID);
        assert_true(good ? item.user == 100 + i : ids[i] == 0);
    }
    assert_int_equal(qd_tree_count(tree, NULL), 3);
    qd_tree_destroy(tree);
}

tests_main(plain_test(bad_boxes_are_refused_and_change_nothing),
           plain_test(boxes_beyond_the_floats_are_refused_by_floats_alone), plain_test(no_filter_is_refused),
           plain_test(ids_that_name_nothing_are_refused_and_change_nothing), plain_test(any_bits_may_be_asked_about),
           plain_test(bad_entries_among_many_are_passed_over_and_the_first_is_named),
           plain_test(bad_items_among_many_get_null_ids))
