// Trees that live through all kinds of changes, watched by contacts with and without a budget, and held against brute
// force; then the same with memory refused at every single demand.
#include "compare_contacts.h"
#include "stage.h"
#include "support.h"
#include <quadrille/io.h>

#include <stdlib.h>

enum { WATCHERS = 3, TICKS = 60, MOST_ALLOCATIONS = 200 };

struct life {
    struct stage stage;
    struct ledger memory; // of the contacts
    struct compare_contacts compare[WATCHERS];
    struct prng random;
};

static void watch(struct life *life, size_t which, size_t budget)
{
    qd_contacts_def def = { .budget = budget, .allocator = ledger_allocator(&life->memory) };
    qd_contacts *contacts = qd_contacts_create(life->stage.tree, &def);
    assert_non_null(contacts);
    compare_contacts_begin(&life->compare[which], contacts, &life->stage.oracle);
}

static struct life *life_open(qd_tree_def def, uint64_t seed)
{
    static const size_t budgets[WATCHERS] = { 0, 0, 20 };
    struct life *life = need(1, sizeof *life);
    stage_create(&life->stage, def);
    assert_non_null(life->stage.tree);
    life->random.state = seed;
    for (size_t i = 0; i < WATCHERS; i++)
        watch(life, i, budgets[i]);
    return life;
}

static void life_close(struct life *life)
{
    for (size_t i = 0; i < WATCHERS; i++) {
        qd_contacts_destroy(life->compare[i].contacts);
        compare_contacts_end(&life->compare[i]);
    }
    assert_int_equal(life->memory.bytes, 0);
    assert_null(life->memory.complaint);
    stage_destroy(&life->stage);
    free(life);
}

static void update(struct life *life, size_t which)
{
    struct compare_contacts *compare = &life->compare[which];
    assert_int_equal(qd_contacts_update(compare->contacts), QD_OK);
    if (!compare_contacts_updated(compare))
        fail_msg("watcher %zu: %s", which, compare->why);
}

static size_t someone(struct life *life)
{
    return prng_below(&life->random, (uint32_t)life->stage.id_count);
}

static void move_some(struct life *life, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const size_t which = someone(life);
        stage_move(&life->stage, which, stage_box(&life->stage));
    }
}

static void remove_some(struct life *life, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        stage_remove(&life->stage, someone(life));
}

static void set_some_filters(struct life *life)
{
    for (int i = 0; i < 5; i++) {
        const qd_id id = life->stage.ids[someone(life)];
        const qd_filter filter = { 1u << prng_below(&life->random, 3), 1u << prng_below(&life->random, 4) };
        oracle_set_filter(&life->stage.oracle, id, filter);
        qd_tree_set_filter(life->stage.tree, id, filter);
        oracle_set_user(&life->stage.oracle, id, filter.mask);
        qd_tree_set_user(life->stage.tree, id, filter.mask);
    }
}

static void change(struct life *life)
{
    const bool room = life->stage.id_count < STAGE_ROOM - 200;
    for (size_t i = 0; i < WATCHERS; i++)
        compare_contacts_note(&life->compare[i]);
    switch (prng_below(&life->random, 9)) {
    case 0:
        stage_move_all(&life->stage, 3);
        break;
    case 1:
        remove_some(life, 10);
        break;
    case 2:
        for (int i = 0; i < 10 && room; i++)
            stage_insert(&life->stage, stage_box(&life->stage));
        break;
    case 3:
        if (room)
            stage_insert_many(&life->stage, 30 + prng_below(&life->random, 100), true, true);
        break;
    case 4:
        set_some_filters(life);
        break;
    case 5:
        stage_rebuild(&life->stage);
        break;
    case 6:
        if (room && prng_below(&life->random, 4) == 0) {
            stage_clear(&life->stage);
            stage_insert_many(&life->stage, 150, true, false);
        }
        break;
    default:
        move_some(life, 1 + prng_below(&life->random, 30));
        break;
    }
}

static const qd_tree_def defs[] = {
    { .edges = QD_EDGES_CLOSED },
    { .world = { { 0, 0 }, { 1000, 1000 } }, .leaf_capacity = 1, .edges = QD_EDGES_OPEN },
    { .world = { { 0, 0 }, { 100, 100 } }, .leaf_capacity = 5, .max_depth = 4 },
};
enum { DEFS = sizeof defs / sizeof *defs };

static void every_update_tells_the_differences(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 12; seed++) {
        struct life *life = life_open(defs[seed % DEFS], seed);
        stage_insert_many(&life->stage, seed % 2 ? 1500 : 100, true, false);
        for (int tick = 0; tick < TICKS; tick++) {
            for (uint32_t changes = prng_below(&life->random, 4); changes > 0; changes--)
                change(life);
            update(life, 0);
            if (tick % 3 == 0)
                update(life, 1);
            update(life, 2);
        }
        while (qd_contacts_figures(life->compare[2].contacts).waiting > 0)
            update(life, 2);
        life_close(life);
    }
}

// True if some memory was refused: then the update says so, and the next one makes up for it.
static bool try_update(struct life *life, size_t which, uint64_t refuse, bool later)
{
    struct compare_contacts *compare = &life->compare[which];
    ledger_refuse(&life->memory, refuse, later);
    qd_result result = qd_contacts_update(compare->contacts);
    const bool refused = life->memory.refused > 0;
    ledger_refuse(&life->memory, 0, false);
    assert_true(result == QD_OK || (result == QD_NO_MEMORY && refused));
    if (result == QD_OK && !compare_contacts_updated(compare))
        fail_msg("watcher %zu: %s", which, compare->why);
    if (result == QD_NO_MEMORY) {
        assert_int_equal(qd_contacts_began(compare->contacts).count, 0);
        assert_int_equal(qd_contacts_ended(compare->contacts).count, 0);
    }
    return refused;
}

static void fail_each_demand(qd_tree_def def, uint64_t seed, bool later)
{
    for (uint64_t refuse = 1, refused = true; refused; refuse++) {
        struct life *life = life_open(def, seed);
        assert_true(refuse < MOST_ALLOCATIONS);
        refused = false;
        stage_insert_many(&life->stage, 40, true, false);
        for (int tick = 0; tick < 12; tick++) {
            change(life);
            for (size_t i = 0; i < WATCHERS; i++)
                refused |= try_update(life, i, refuse, later);
        }
        for (size_t i = 0; i < WATCHERS; i++)
            update(life, i);
        life_close(life);
    }
}

static void want_of_memory_loses_nothing(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 6; seed++) {
        fail_each_demand(defs[seed % DEFS], seed, false);
        fail_each_demand(defs[seed % DEFS], seed, true);
    }
}

static void creating_and_staying_fail_cleanly(void **state)
{
    (void)state;
    struct life *life = life_open(defs[0], 1);
    qd_contacts_def def = { .allocator = ledger_allocator(&life->memory) };
    ledger_refuse(&life->memory, 1, true);
    assert_null(qd_contacts_create(life->stage.tree, &def));
    ledger_refuse(&life->memory, 0, false);
    stage_insert_many(&life->stage, 300, true, false);
    update(life, 1);
    assert_int_equal(qd_contacts_update(life->compare[0].contacts), QD_OK);
    assert_int_equal(qd_contacts_update(life->compare[0].contacts), QD_OK);
    qd_contact_list list;
    ledger_refuse(&life->memory, 1, true);
    assert_int_equal(qd_contacts_stayed(life->compare[0].contacts, &list), QD_NO_MEMORY);
    assert_int_equal(list.count, 0);
    ledger_refuse(&life->memory, 0, false);
    assert_int_equal(qd_contacts_stayed(life->compare[0].contacts, &list), QD_OK);
    assert_int_equal(list.count, qd_contacts_figures(life->compare[0].contacts).contacts);
    life_close(life);
}

// Contacts that came a few at a time, and so have left little room for listing them all.
static void staying_fails_cleanly_at_each_demand(void **state)
{
    (void)state;
    enum { DEMANDS = 3 };
    for (uint64_t refuse = 1; refuse <= DEMANDS; refuse++) {
        struct ledger memory = { 0 };
        qd_contacts_def def = { .allocator = ledger_allocator(&memory) };
        qd_tree *tree = tree_with(QD_EDGES_CLOSED, 0, 0);
        qd_contacts *contacts = qd_contacts_create(tree, &def);
        for (int tick = 0; tick < TICKS; tick++) {
            const qd_box here = qd_box_xywh((float)tick * 10, 0, 2, 2);
            qd_tree_insert(tree, (qd_item){ .box = here });
            qd_tree_insert(tree, (qd_item){ .box = here });
            assert_int_equal(qd_contacts_update(contacts), QD_OK);
        }
        qd_contact_list list;
        ledger_refuse(&memory, refuse, false);
        assert_int_equal(qd_contacts_stayed(contacts, &list), QD_NO_MEMORY);
        assert_true(list.count == 0 && memory.refused == 1);
        assert_int_equal(qd_contacts_stayed(contacts, &list), QD_OK);
        assert_int_equal(list.count, TICKS - 1);
        qd_contacts_destroy(contacts);
        qd_tree_destroy(tree);
    }
}

// Items go whose slots came to be known in an update that found no memory for the rest.
static void items_may_go_after_an_update_without_memory(void **state)
{
    (void)state;
    enum { FIRST = 100, ITEMS = 2500, DEMANDS = 12 };
    qd_id ids[ITEMS];
    for (size_t seen = 0; seen <= FIRST; seen += FIRST)
        for (uint64_t refuse = 1; refuse <= DEMANDS; refuse++) {
            struct ledger memory = { 0 };
            qd_contacts_def def = { .allocator = ledger_allocator(&memory) };
            qd_tree *tree = tree_with(QD_EDGES_CLOSED, 0, 0);
            qd_contacts *contacts = qd_contacts_create(tree, &def);
            for (size_t i = 0; i < ITEMS; i++) {
                if (seen > 0 && i == seen)
                    assert_int_equal(qd_contacts_update(contacts), QD_OK);
                ids[i] = qd_tree_insert(tree, item_at(qd_box_xywh((float)i, 0, 1.5F, 1)));
            }
            ledger_refuse(&memory, refuse, true);
            const qd_result result = qd_contacts_update(contacts);
            ledger_refuse(&memory, 0, false);
            for (size_t i = 1; i < ITEMS; i++)
                assert_int_equal(qd_tree_remove(tree, ids[i]), QD_OK);
            qd_contact_list list;
            assert_int_equal(qd_contacts_stayed(contacts, &list), QD_OK);
            const size_t before = seen > 0 ? seen - 1 : 0;
            assert_int_equal(list.count, before);
            assert_int_equal(qd_contacts_update(contacts), QD_OK);
            assert_int_equal(qd_contacts_ended(contacts).count, result == QD_OK ? ITEMS - 1 : before);
            assert_int_equal(qd_contacts_figures(contacts).contacts, 0);
            qd_contacts_destroy(contacts);
            qd_tree_destroy(tree);
        }
}

// All go to and fro: after a while nothing is new but the time.
static void a_steady_scene_needs_no_memory(void **state)
{
    (void)state;
    struct life *life = life_open(defs[0], 3);
    stage_insert_many(&life->stage, 1000, true, false);
    uint64_t calls = 0;
    for (int tick = 0; tick < 60; tick++) {
        for (size_t i = 0; i < WATCHERS; i++)
            compare_contacts_note(&life->compare[i]);
        stage_move_all(&life->stage, tick % 2 ? -4.0f : 4.0f);
        for (size_t i = 0; i < 50; i++)
            stage_move(&life->stage, i, qd_box_xywh((float)(i + (size_t)tick % 2 * 10), 5, 3, 3));
        for (size_t i = 0; i < WATCHERS; i++)
            assert_int_equal(qd_contacts_update(life->compare[i].contacts), QD_OK);
        if (tick == 30)
            calls = life->memory.calls;
    }
    assert_int_equal(life->memory.calls, calls);
    size_t bytes = 0;
    for (size_t i = 0; i < WATCHERS; i++)
        bytes += qd_contacts_figures(life->compare[i].contacts).bytes;
    assert_int_equal(bytes, life->memory.bytes);
    life_close(life);
}

// Boxes in a row, each of which touches the next.
static void fill_row(qd_tree *tree, size_t count)
{
    for (size_t i = 0; i < count; i++)
        assert_false(qd_id_is_null(qd_tree_insert(tree, (qd_item){ .box = qd_box_xywh((float)i, 0, 1, 1) })));
}

// It lies in bytes that are only read, so it never changes; what is known of it is the contacts' own.
static void a_mapped_tree_can_be_watched(void **state)
{
    (void)state;
    enum { ROW = 500 };
    qd_tree *tree = qd_tree_create(NULL), *mapped = NULL;
    fill_row(tree, ROW);
    size_t size = qd_tree_save_size(tree, 0);
    void *bytes = aligned_alloc(QD_MAP_ALIGNMENT, (size + QD_MAP_ALIGNMENT - 1) / QD_MAP_ALIGNMENT * QD_MAP_ALIGNMENT);
    assert_non_null(bytes);
    assert_int_equal(qd_tree_save(tree, (qd_extra){ 0 }, bytes, size), QD_OK);
    assert_int_equal(qd_tree_map(&mapped, bytes, size, NULL), QD_OK);
    qd_contacts *contacts = qd_contacts_create(mapped, NULL);
    assert_int_equal(qd_contacts_update(contacts), QD_OK);
    assert_int_equal(qd_contacts_began(contacts).count, ROW - 1);
    assert_int_equal(qd_tree_move(mapped, qd_contacts_began(contacts).pairs[0].a.id, qd_box_xywh(9, 9, 1, 1)),
                     QD_READ_ONLY);
    qd_tree_clear(mapped); // which does nothing
    assert_int_equal(qd_contacts_update(contacts), QD_OK);
    assert_int_equal(qd_contacts_began(contacts).count + qd_contacts_ended(contacts).count, 0);
    assert_int_equal(qd_contacts_figures(contacts).contacts, ROW - 1);
    qd_tree_destroy(mapped);
    assert_int_equal(qd_contacts_update(contacts), QD_OK);
    assert_int_equal(qd_contacts_ended(contacts).count, ROW - 1);
    qd_contacts_destroy(contacts);
    qd_tree_destroy(tree);
    free(bytes);
}

// Destroying it frees nothing, but whoever watches hears of it.
static void a_tree_in_a_buffer_can_be_watched(void **state)
{
    (void)state;
    enum { ROW = 500 };
    size_t size = qd_tree_size_for(ROW);
    void *buffer = aligned_alloc(QD_BUFFER_ALIGNMENT,
                                 (size + QD_BUFFER_ALIGNMENT - 1) / QD_BUFFER_ALIGNMENT * QD_BUFFER_ALIGNMENT);
    assert_non_null(buffer);
    qd_tree *tree = qd_tree_create_in(buffer, size, NULL);
    struct ledger memory = { 0 };
    qd_contacts_def def = { .allocator = ledger_allocator(&memory) };
    assert_null(qd_contacts_create(tree, NULL)); // such a tree has no memory to give
    qd_contacts *contacts = qd_contacts_create(tree, &def);
    fill_row(tree, ROW);
    assert_int_equal(qd_contacts_update(contacts), QD_OK);
    assert_int_equal(qd_contacts_began(contacts).count, ROW - 1);
    qd_tree_rebuild(tree);
    assert_int_equal(qd_contacts_update(contacts), QD_OK);
    assert_int_equal(qd_contacts_began(contacts).count + qd_contacts_ended(contacts).count, 0);
    qd_tree_destroy(tree);
    assert_int_equal(qd_contacts_update(contacts), QD_OK);
    assert_int_equal(qd_contacts_ended(contacts).count, ROW - 1);
    qd_contacts_destroy(contacts);
    assert_int_equal(memory.bytes, 0);
    free(buffer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_update_tells_the_differences),
        cmocka_unit_test(want_of_memory_loses_nothing),
        cmocka_unit_test(creating_and_staying_fail_cleanly),
        cmocka_unit_test(staying_fails_cleanly_at_each_demand),
        cmocka_unit_test(items_may_go_after_an_update_without_memory),
        cmocka_unit_test(a_steady_scene_needs_no_memory),
        cmocka_unit_test(a_mapped_tree_can_be_watched),
        cmocka_unit_test(a_tree_in_a_buffer_can_be_watched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
