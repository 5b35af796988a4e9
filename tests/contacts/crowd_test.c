// Items with hundreds of partners, which come and go one by one, many at a time and in any order; held against brute
// force.
#include "compare_contacts.h"
#include "stage.h"
#include "support.h"
#include "watchers.h"

#include <stdlib.h>

enum { GIANTS = 2, SMALL = 600, MOST_ALLOCATIONS = 300 };

static const qd_box around = { { 0, 0 }, { 900, 900 } };

struct crowd {
    struct stage stage;
    struct ledger memory; // of the contacts
    struct compare_contacts compare;
    struct prng random;
};

static struct crowd *crowd_open(uint64_t seed)
{
    struct crowd *crowd = need(1, sizeof *crowd);
    const qd_tree_def tree_def = { .precision = seed % 2 ? QD_DOUBLE : QD_FLOAT, .reserve = 1 };
    stage_create(&crowd->stage, &tree_def);
    crowd->random.state = seed;
    qd_contacts_def def = { .allocator = ledger_allocator(&crowd->memory) };
    qd_contacts *contacts = contacts_of(crowd->stage.tree, &def);
    compare_contacts_begin(&crowd->compare, contacts, crowd->stage.oracle);
    for (size_t i = 0; i < GIANTS; i++)
        stage_insert(&crowd->stage, around);
    return crowd;
}

static void crowd_close(struct crowd *crowd)
{
    assert_int_equal(stats_of_contacts(crowd->compare.contacts).bytes, crowd->memory.bytes);
    qd_contacts_destroy(crowd->compare.contacts);
    compare_contacts_end(&crowd->compare);
    assert_int_equal(crowd->memory.bytes, 0);
    assert_null(crowd->memory.complaint);
    stage_destroy(&crowd->stage);
    free(crowd);
}

static void update(struct crowd *crowd)
{
    assert_int_equal(qd_contacts_update(crowd->compare.contacts), QD_OK);
    if (!compare_contacts_updated(&crowd->compare))
        fail_msg("%s", crowd->compare.why);
}

// Small boxes lie far from each other, in the giants or beyond them; some have filters, which let most pairs meet.
static qd_box place_of(size_t small, bool in)
{
    return qd_box_xywh((double)(small % 30) * 30 + (in ? 0.0 : 10000.0), (double)(small / 30) * 30, 5, 5);
}

static void insert_small(struct crowd *crowd, size_t count, bool in)
{
    for (size_t i = 0; i < count; i++)
        stage_insert(&crowd->stage, place_of(i, in));
}

static void put_small(struct crowd *crowd, size_t small, bool in)
{
    stage_move(&crowd->stage, GIANTS + small, place_of(small, in));
}

// The numbers 0 to SMALL - 1 in some order.
static void shuffle(struct crowd *crowd, size_t order[SMALL])
{
    for (size_t i = 0; i < SMALL; i++) {
        const size_t at = prng_below(&crowd->random, (uint32_t)i + 1);
        order[i] = order[at];
        order[at] = i;
    }
}

static void partners_come_and_go_in_any_order(void)
{
    for (uint64_t seed = 0; seed < 3; seed++) {
        struct crowd *crowd = crowd_open(seed);
        insert_small(crowd, SMALL, false);
        update(crowd);
        size_t order[SMALL];
        for (int round = 0; round < 4; round++) {
            shuffle(crowd, order);
            for (size_t i = 0; i < SMALL;) {
                for (uint32_t some = 1 + prng_below(&crowd->random, 40); some > 0 && i < SMALL; some--)
                    put_small(crowd, order[i++], round % 2 == 0);
                update(crowd);
            }
            const size_t contacts = stats_of_contacts(crowd->compare.contacts).contacts;
            assert_true(round % 2 == 0 ? contacts > SMALL : contacts <= 1);
        }
        crowd_close(crowd);
    }
}

// They come and go while the giant itself is among those that move, so that its own contacts are gone through.
static void a_giant_moves_among_them(void)
{
    struct crowd *crowd = crowd_open(4);
    insert_small(crowd, SMALL, true);
    update(crowd);
    for (int tick = 0; tick < 60; tick++) {
        const double width = tick % 10 == 0 ? 1.0 : 900.0 - (double)prng_below(&crowd->random, 400);
        stage_move(&crowd->stage, 0, qd_box_xywh((double)prng_below(&crowd->random, 400), 0, width, 900));
        for (int i = 0; i < 20; i++)
            put_small(crowd, prng_below(&crowd->random, SMALL), prng_below(&crowd->random, 2));
        update(crowd);
    }
    crowd_close(crowd);
}

// What it has room for when it was in a crowd is used again, and given back in the end.
static void a_crowd_that_comes_again_needs_no_memory(void)
{
    struct crowd *crowd = crowd_open(5);
    insert_small(crowd, SMALL, false);
    update(crowd);
    uint64_t calls = 0;
    for (int round = 0; round < 6; round++) {
        for (size_t i = 0; i < SMALL; i++)
            put_small(crowd, i, round % 2 == 0);
        compare_contacts_note(&crowd->compare);
        assert_int_equal(qd_contacts_update(crowd->compare.contacts), QD_OK);
        if (round == 3)
            calls = crowd->memory.calls;
    }
    assert_int_equal(crowd->memory.calls, calls);
    crowd_close(crowd);
}

// True: it was refused memory, and has said so if it could not do without.
static bool try_update(struct crowd *crowd, uint64_t refuse, bool later)
{
    ledger_refuse(&crowd->memory, refuse, later);
    const size_t before = stats_of_contacts(crowd->compare.contacts).contacts;
    const qd_result result = qd_contacts_update(crowd->compare.contacts);
    const bool refused = crowd->memory.refused > 0;
    ledger_refuse(&crowd->memory, 0, false);
    if (result == QD_OK) {
        if (!compare_contacts_updated(&crowd->compare))
            fail_msg("%s", crowd->compare.why);
        return refused;
    }
    assert_int_equal(result, QD_NO_MEMORY);
    assert_true(refused);
    assert_int_equal(began_count(crowd->compare.contacts), 0);
    assert_int_equal(ended_count(crowd->compare.contacts), 0);
    assert_int_equal(stats_of_contacts(crowd->compare.contacts).contacts, before);
    return true;
}

// Crowds come, become fewer, and are gone, and memory is refused at each demand.
static void want_of_memory_loses_nothing(void)
{
    static const size_t sizes[] = { 20, 150, 10, 500, 60, 3, 0 };
    enum { SIZES = sizeof sizes / sizeof *sizes };
    for (int later = 0; later < 2; later++)
        for (uint64_t refuse = 1, refused = true; refused; refuse++) {
            assert_true(refuse < MOST_ALLOCATIONS);
            struct crowd *crowd = crowd_open(refuse);
            insert_small(crowd, SMALL, false);
            update(crowd);
            refused = false;
            for (size_t i = 0, inside_now = 0; i < SIZES; i++) {
                for (; inside_now < sizes[i]; inside_now++)
                    put_small(crowd, inside_now, true);
                for (; inside_now > sizes[i]; inside_now--)
                    put_small(crowd, inside_now - 1, false);
                // A giant moves as well, so that its contacts are gone through each time.
                stage_move(&crowd->stage, 0, qd_box_xywh(-1, -(double)i, 950, 950));
                refused |= try_update(crowd, refuse, later);
            }
            update(crowd);
            assert_true(stats_of_contacts(crowd->compare.contacts).contacts <= 1);
            crowd_close(crowd);
        }
}

static void leave_some(struct crowd *crowd)
{
    stage_move(&crowd->stage, 0, qd_box_xywh(0, 0, 900, 300));
}

static void leave_all(struct crowd *crowd)
{
    stage_move(&crowd->stage, 0, qd_box_xywh(-10, -10, 1, 1));
}

static void insert_another(struct crowd *crowd)
{
    stage_insert(&crowd->stage, around);
}

static void go(struct crowd *crowd)
{
    compare_contacts_note(&crowd->compare);
    stage_remove(&crowd->stage, 0);
}

static void come_to_all(struct crowd *crowd)
{
    stage_move(&crowd->stage, 0, qd_box_xywh(10000, 0, 900, 900));
}

// One thing happens to a giant, and each demand for memory is refused; then another.
static void refuse_each(bool in, void (*first)(struct crowd *), void (*then)(struct crowd *))
{
    for (uint64_t refuse = 1, refused = true; refused; refuse++) {
        assert_true(refuse < MOST_ALLOCATIONS);
        struct crowd *crowd = crowd_open(7);
        insert_small(crowd, SMALL, in);
        update(crowd);
        first(crowd);
        refused = try_update(crowd, refuse, false);
        then(crowd);
        update(crowd);
        crowd_close(crowd);
    }
}

// No mark of those that it still saw may be left.
static void a_giant_leaves_while_memory_is_refused(void)
{
    refuse_each(true, leave_some, leave_all);
}

static void a_giant_goes_while_memory_is_refused(void)
{
    refuse_each(true, leave_some, go);
    refuse_each(true, go, insert_another);
}

// It meets far more than any update before has found, and the list of what begins has to grow while it is sought.
static void a_giant_comes_while_memory_is_refused(void)
{
    refuse_each(false, come_to_all, leave_all);
}

// A giant goes and another one takes its slot, in the same place: old contacts end, and as many begin.
static void another_giant_in_its_slot(void)
{
    struct crowd *crowd = crowd_open(6);
    insert_small(crowd, SMALL, true);
    update(crowd);
    for (int round = 0; round < 3; round++) {
        compare_contacts_note(&crowd->compare);
        stage_remove(&crowd->stage, round == 0 ? 0 : crowd->stage.id_count - 1);
        stage_insert(&crowd->stage, around);
        assert_int_equal(qd_id_slot(crowd->stage.ids[crowd->stage.id_count - 1]), qd_id_slot(crowd->stage.ids[0]));
        update(crowd);
        assert_true(began_count(crowd->compare.contacts) > SMALL / 2);
        assert_true(ended_count(crowd->compare.contacts) > SMALL / 2);
    }
    crowd_close(crowd);
}

tests_main(plain_test(partners_come_and_go_in_any_order), plain_test(a_giant_moves_among_them),
           plain_test(a_crowd_that_comes_again_needs_no_memory), plain_test(want_of_memory_loses_nothing),
           plain_test(a_giant_leaves_while_memory_is_refused), plain_test(a_giant_goes_while_memory_is_refused),
           plain_test(a_giant_comes_while_memory_is_refused), plain_test(another_giant_in_its_slot))
