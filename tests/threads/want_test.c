// Pairs by workers want one block of memory. They get it and give it back, or do without; either way they are the pairs
// that one thread finds, in the same order, and nothing is lost.
#include "executors.h"
#include "ledger.h"
#include "support.h"

#include <quadrille/contacts.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 6000 };

// A tree with an executor and books of its memory, another to join it with, and two that have neither.
struct poor {
    struct counting_executor executor;
    struct ledger memory;
    qd_tree *shared, *plain, *shared_other, *plain_other;
    struct flock flock, others;
};

static void poor_open(struct poor *self, enum executor_kind kind, qd_precision precision)
{
    *self = (struct poor){ .flock = flock_of_squares(COUNT, box(0, 0, 1000, 1000), 20, 5),
                           .others = flock_of_squares(COUNT / 2, box(200, 200, 900, 900), 25, 6) };
    executor_open(&self->executor, kind);
    qd_tree_def def = { .precision = precision };
    self->plain = tree_of(&def);
    self->plain_other = tree_of(&def);
    def.executor = executor_of(&self->executor);
    self->shared_other = tree_of(&def);
    def.allocator = ledger_allocator(&self->memory);
    self->shared = tree_of(&def);
    flock_insert_many(&self->flock, self->plain);
    flock_insert_many(&self->others, self->plain_other);
    flock_insert_many(&self->flock, self->shared);
    flock_insert_many(&self->others, self->shared_other);
}

static void poor_close(struct poor *self)
{
    qd_tree_destroy(self->plain);
    qd_tree_destroy(self->plain_other);
    qd_tree_destroy(self->shared_other);
    qd_tree_destroy(self->shared);
    assert_int_equal(self->memory.bytes, 0);
    assert_null(self->memory.complaint);
    executor_close(&self->executor);
    flock_free(&self->flock);
    flock_free(&self->others);
}

// The pairs, and how many the visitor wants of them.
struct wanted {
    pair_list list;
    size_t most;
};

static qd_flow want(void *context, const qd_pair *pairs, const double *distances, size_t count)
{
    struct wanted *self = context;
    pair_list_add(&self->list, pairs, distances, count);
    return self->list.count < self->most ? QD_CONTINUE : QD_STOP;
}

static qd_pair_query with(const qd_pair_query *query, const qd_tree *other)
{
    qd_pair_query with_it = *query;
    with_it.other = query->other ? other : NULL;
    return with_it;
}

// Asks both trees; the one that shares out with its `refuse`-th demand for memory refused. Returns how often it called
// the executor.
static size_t assert_finds_alike(struct poor *self, const qd_pair_query *query, size_t most, uint64_t refuse)
{
    struct wanted right = { .most = most }, found = { .most = most };
    const qd_pair_query alone = with(query, self->plain_other), shared = with(query, self->shared_other);
    qd_cost cost, right_cost;
    qd_tree_visit_pairs(self->plain, &alone, want, &right, &right_cost);
    assert_true(right.list.count > 100);
    ledger_refuse(&self->memory, refuse, true);
    const struct ledger before = self->memory;
    const size_t runs = self->executor.runs;
    qd_tree_visit_pairs(self->shared, &shared, want, &found, &cost);
    assert_int_equal(self->memory.asked, 1);
    assert_int_equal(self->memory.refused, refuse);
    assert_int_equal(self->memory.calls, before.calls + (refuse ? 1 : 2));
    assert_int_equal(self->memory.bytes, before.bytes);
    assert_int_equal(self->memory.blocks, before.blocks);
    ledger_refuse(&self->memory, 0, false);
    assert_int_equal(cost.hits, right_cost.hits);
    assert_int_equal(found.list.count, right.list.count);
    assert_memory_equal(found.list.at, right.list.at, right.list.count * sizeof *right.list.at);
    pair_list_free(&right.list);
    pair_list_free(&found.list);
    return self->executor.runs - runs;
}

static void pairs_without_memory_are_the_same(void)
{
    static const enum executor_kind kinds[] = { SCRAMBLED, POOL_OF_2, POOL_OF_4 };
    for (size_t i = 0; i < 2 * sizeof kinds / sizeof *kinds; i++) {
        struct poor poor;
        poor_open(&poor, kinds[i / 2], i % 2 ? QD_DOUBLE : QD_FLOAT);
        const qd_pair_query queries[] = { { .distance = 0 },
                                          { .distance = 4 },
                                          { .other = poor.plain_other },
                                          { .other = poor.plain_other, .distance = 3 } };
        for (size_t q = 0; q < sizeof queries / sizeof *queries; q++) {
            assert_true(assert_finds_alike(&poor, &queries[q], SIZE_MAX, 0) > 0);
            assert_int_equal(assert_finds_alike(&poor, &queries[q], SIZE_MAX, 1), 0);
            for (size_t most = 200; most < 8000; most *= 3) { // a visitor that stops
                assert_finds_alike(&poor, &queries[q], most, 0);
                assert_finds_alike(&poor, &queries[q], most, 1);
            }
        }
        poor_close(&poor);
    }
}

// Arrays are filled alike, and counted.
static void arrays_without_memory_are_the_same(void)
{
    static qd_pair right[4 * COUNT], found[4 * COUNT];
    struct poor poor;
    poor_open(&poor, POOL_OF_3, QD_FLOAT);
    size_t right_total, total;
    const size_t count = qd_tree_find_pairs(poor.plain, NULL, right, NULL, 4 * COUNT, &right_total);
    for (uint64_t refuse = 0; refuse < 2; refuse++) {
        ledger_refuse(&poor.memory, refuse, true);
        assert_int_equal(qd_tree_find_pairs(poor.shared, NULL, found, NULL, 4 * COUNT, &total), count);
        assert_int_equal(total, right_total);
        assert_memory_equal(found, right, count * sizeof *found);
        memset(found, 0, sizeof found);
        ledger_refuse(&poor.memory, refuse, true);
        assert_int_equal(qd_tree_find_pairs(poor.shared, NULL, found, NULL, count, NULL), count);
        assert_memory_equal(found, right, count * sizeof *found);
        ledger_refuse(&poor.memory, refuse, true);
        assert_int_equal(qd_tree_count_pairs(poor.shared, NULL), right_total);
        assert_int_equal(poor.memory.refused, refuse);
    }
    ledger_refuse(&poor.memory, 0, false);
    poor_close(&poor);
}

// Moves some, and updates the contacts with each demand of the tree's or of theirs refused until one update has all.
static void contacts_in_want(struct poor *self, struct ledger *own, qd_contacts *contacts, const qd_contacts *right)
{
    for (uint64_t refuse = 1; refuse < 100; refuse++) {
        ledger_refuse(&self->memory, refuse % 2, true);
        ledger_refuse(own, refuse, true);
        const qd_result result = qd_contacts_update(contacts);
        const bool refused = own->refused > 0;
        ledger_refuse(own, 0, false);
        ledger_refuse(&self->memory, 0, false);
        if (!refused) {
            assert_int_equal(result, QD_OK);
            size_t began, ended, right_began, right_ended;
            const qd_pair *first = qd_contacts_began(contacts, &began),
                          *wanted = qd_contacts_began(right, &right_began);
            assert_int_equal(began, right_began);
            assert_memory_equal(first, wanted, began * sizeof *first);
            first = qd_contacts_ended(contacts, &ended);
            wanted = qd_contacts_ended(right, &right_ended);
            assert_int_equal(ended, right_ended);
            assert_memory_equal(first, wanted, ended * sizeof *first);
            return;
        }
        assert_true(result == QD_OK || result == QD_NO_MEMORY);
        if (result == QD_OK)
            return; // it did without
    }
    fail();
}

static void contacts_without_memory_lose_nothing(void)
{
    struct poor poor;
    struct ledger own = { 0 };
    poor_open(&poor, POOL_OF_2, QD_FLOAT);
    qd_contacts *contacts, *right;
    const qd_contacts_def def = { .allocator = ledger_allocator(&own) };
    assert_int_equal(qd_contacts_create(poor.shared, &def, &contacts), QD_OK);
    assert_int_equal(qd_contacts_create(poor.plain, NULL, &right), QD_OK);
    for (int tick = 0; tick < 6; tick++) {
        assert_int_equal(qd_contacts_update(right), QD_OK);
        contacts_in_want(&poor, &own, contacts, right);
        size_t total, right_total;
        (void)qd_contacts_stayed(contacts, NULL, 0, &total);
        (void)qd_contacts_stayed(right, NULL, 0, &right_total);
        assert_int_equal(total, right_total);
        for (size_t i = (size_t)tick; i < COUNT; i += 3) {
            poor.flock.boxes[i].max.x += 3;
            assert_int_equal(qd_tree_move(poor.shared, poor.flock.ids[i], poor.flock.boxes[i]), QD_OK);
            assert_int_equal(qd_tree_move(poor.plain, poor.flock.ids[i], poor.flock.boxes[i]), QD_OK);
        }
    }
    qd_contacts_destroy(contacts);
    qd_contacts_destroy(right);
    assert_int_equal(own.bytes, 0);
    poor_close(&poor);
}

tests_main(plain_test(pairs_without_memory_are_the_same), plain_test(arrays_without_memory_are_the_same),
           plain_test(contacts_without_memory_lose_nothing))
