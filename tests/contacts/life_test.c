// Trees that live through all kinds of changes, watched by contacts with and without a budget, and held against brute
// force; then the same with memory refused at every single demand.
#include "all.h"
#include "compare_contacts.h"
#include "mapping.h"
#include "stage.h"
#include "support.h"
#include "watchers.h"

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
    qd_contacts *contacts = contacts_of(life->stage.tree, &def);
    compare_contacts_begin(&life->compare[which], contacts, life->stage.oracle);
}

static struct life *life_open(const qd_tree_def *def, uint64_t seed)
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

// Every second item goes to the edge of the one before it, or to one side of that by so little that no float sees it.
static void nudge_some(struct life *life, uint32_t count)
{
    static const double sides[] = { 0, 0x1p-40, -0x1p-40 };
    for (uint32_t i = 0; i < count; i++) {
        const size_t which = prng_below(&life->random, 20) * 2;
        qd_item item;
        if (which + 1 < life->stage.id_count &&
            qd_oracle_get(life->stage.oracle, life->stage.ids[which], &item) == QD_OK) {
            const double x = item.box.max.x + sides[prng_below(&life->random, 3)], y = item.box.min.y;
            stage_move(&life->stage, which + 1, box(x, y, x, y));
        }
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
        qd_oracle_set_filter(life->stage.oracle, id, &filter);
        qd_tree_set_filter(life->stage.tree, id, &filter);
        qd_oracle_set_user(life->stage.oracle, id, filter.mask);
        qd_tree_set_user(life->stage.tree, id, filter.mask);
    }
}

static void change(struct life *life)
{
    const bool room = life->stage.id_count < STAGE_ROOM - 200;
    for (size_t i = 0; i < WATCHERS; i++)
        compare_contacts_note(&life->compare[i]);
    switch (prng_below(&life->random, 10)) {
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
    case 7:
        nudge_some(life, 20);
        break;
    default:
        move_some(life, 1 + prng_below(&life->random, 30));
        break;
    }
}

static const qd_tree_def defs[] = {
    { .edges = QD_CLOSED },
    { .world = { { 0, 0 }, { 1000, 1000 } }, .leaf_capacity = 1, .edges = QD_OPEN },
    { .world = { { 0, 0 }, { 100, 100 } }, .leaf_capacity = 5, .max_depth = 4 },
    { .precision = QD_DOUBLE },
    { .precision = QD_DOUBLE, .edges = QD_OPEN, .leaf_capacity = 7 },
    // About this origin floats are a sixteenth apart, or more.
    { .precision = QD_DOUBLE, .world = { { 1e6, -1e6 }, { 1e6 + 10, -1e6 + 10 } } },
};
enum { DEFS = sizeof defs / sizeof *defs };

static void every_update_tells_the_differences(void)
{
    const int ticks = (int)all_or(TICKS, TICKS / 2);
    for (uint64_t seed = 0; seed < 12; seed++) {
        struct life *life = life_open(&defs[seed % DEFS], seed);
        stage_insert_many(&life->stage, seed % 2 ? 1500 : 100, true, false);
        for (int tick = 0; tick < ticks; tick++) {
            for (uint32_t changes = prng_below(&life->random, 4); changes > 0; changes--)
                change(life);
            update(life, 0);
            if (tick % 3 == 0)
                update(life, 1);
            update(life, 2);
        }
        while (stats_of_contacts(life->compare[2].contacts).waiting > 0)
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
        assert_int_equal(began_count(compare->contacts), 0);
        assert_int_equal(ended_count(compare->contacts), 0);
        assert_int_equal(stats_of_contacts(compare->contacts).tested, 0);
    }
    return refused;
}

static void fail_each_demand(const qd_tree_def *def, uint64_t seed, bool later)
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

static void want_of_memory_loses_nothing(void)
{
    for (uint64_t seed = 0; seed < 6; seed++) {
        fail_each_demand(&defs[seed % DEFS], seed, false);
        fail_each_demand(&defs[seed % DEFS], seed, true);
    }
}

static void creating_fails_cleanly_and_staying_needs_no_memory(void)
{
    struct life *life = life_open(&defs[0], 1);
    qd_contacts_def def = { .allocator = ledger_allocator(&life->memory) };
    qd_contacts *contacts = life->compare[0].contacts, *none = contacts;
    ledger_refuse(&life->memory, 1, true);
    assert_int_equal(qd_contacts_create(life->stage.tree, &def, &none), QD_NO_MEMORY);
    assert_null(none);
    ledger_refuse(&life->memory, 0, false);
    stage_insert_many(&life->stage, 300, true, false);
    update(life, 1);
    assert_int_equal(qd_contacts_update(contacts), QD_OK);
    assert_int_equal(qd_contacts_update(contacts), QD_OK);
    const size_t right = stats_of_contacts(contacts).contacts;
    const uint64_t calls = life->memory.calls;
    qd_pair *pairs = need(right, sizeof *pairs);
    assert_int_equal(qd_contacts_stayed(contacts, pairs, right, NULL), right);
    assert_int_equal(qd_contacts_of(contacts, pairs[0].a.id, &(qd_entry){ 0, 0 }, 1, NULL), 1);
    assert_int_equal(life->memory.calls, calls);
    free(pairs);
    life_close(life);
}

// What contacts have stayed, by their number.
static size_t stayed_count(const qd_contacts *contacts)
{
    size_t total = SIZE_MAX;
    qd_contacts_stayed(contacts, NULL, 0, &total);
    return total;
}

// Items go whose slots came to be known in an update that found no memory for the rest.
static void items_may_go_after_an_update_without_memory(void)
{
    enum { FIRST = 100, ITEMS = 2500, DEMANDS = 12 };
    qd_id ids[ITEMS];
    for (size_t seen = 0; seen <= FIRST; seen += FIRST)
        for (uint64_t refuse = 1; refuse <= DEMANDS; refuse++) {
            struct ledger memory = { 0 };
            qd_contacts_def def = { .allocator = ledger_allocator(&memory) };
            qd_tree *tree = tree_with(QD_CLOSED, 0, 0);
            qd_contacts *contacts = contacts_of(tree, &def);
            for (size_t i = 0; i < ITEMS; i++) {
                if (seen > 0 && i == seen)
                    assert_int_equal(qd_contacts_update(contacts), QD_OK);
                ids[i] = put(tree, item_at(qd_box_xywh((double)i, 0, 1.5, 1)));
            }
            ledger_refuse(&memory, refuse, true);
            const qd_result result = qd_contacts_update(contacts);
            ledger_refuse(&memory, 0, false);
            for (size_t i = 1; i < ITEMS; i++)
                assert_int_equal(qd_tree_remove(tree, ids[i]), QD_OK);
            const size_t before = seen > 0 ? seen - 1 : 0;
            // Those of an update that worked have begun, and the rest has stayed.
            assert_int_equal(stayed_count(contacts) + began_count(contacts), result == QD_OK ? ITEMS - 1 : before);
            assert_true(result == QD_OK || began_count(contacts) == 0);
            assert_int_equal(qd_contacts_update(contacts), QD_OK);
            assert_int_equal(ended_count(contacts), result == QD_OK ? ITEMS - 1 : before);
            assert_int_equal(stats_of_contacts(contacts).contacts, 0);
            qd_contacts_destroy(contacts);
            qd_tree_destroy(tree);
        }
}

// All go to and fro: after a while nothing is new but the time.
static void a_steady_scene_needs_no_memory(void)
{
    struct life *life = life_open(&defs[0], 3);
    stage_insert_many(&life->stage, 1000, true, false);
    uint64_t calls = 0;
    for (int tick = 0; tick < 60; tick++) {
        for (size_t i = 0; i < WATCHERS; i++)
            compare_contacts_note(&life->compare[i]);
        stage_move_all(&life->stage, tick % 2 ? -4.0 : 4.0);
        for (size_t i = 0; i < 50; i++)
            stage_move(&life->stage, i, qd_box_xywh((double)(i + (size_t)tick % 2 * 10), 5, 3, 3));
        for (size_t i = 0; i < WATCHERS; i++)
            assert_int_equal(qd_contacts_update(life->compare[i].contacts), QD_OK);
        if (tick == 30)
            calls = life->memory.calls;
    }
    assert_int_equal(life->memory.calls, calls);
    size_t bytes = 0;
    for (size_t i = 0; i < WATCHERS; i++)
        bytes += stats_of_contacts(life->compare[i].contacts).bytes;
    assert_int_equal(bytes, life->memory.bytes);
    life_close(life);
}

// Boxes in a row, each of which touches the next.
static void fill_row(qd_tree *tree, size_t count)
{
    for (size_t i = 0; i < count; i++)
        put(tree, item_at(qd_box_xywh((double)i, 0, 1, 1)));
}

static void *aligned(size_t size)
{
    void *block = aligned_alloc(QD_ALIGNMENT, (size + QD_ALIGNMENT - 1) / QD_ALIGNMENT * QD_ALIGNMENT);
    assert_non_null(block);
    return block;
}

// It lies in bytes that are only read, so it never changes; what is known of it is the contacts' own.
static void a_mapped_tree_can_be_watched(qd_precision precision)
{
    enum { ROW = 500 };
    qd_tree *tree = tree_of(&(qd_tree_def){ .precision = precision }), *mapped = NULL;
    size_t size = 0;
    fill_row(tree, ROW);
    assert_int_equal(qd_tree_save(tree, NULL, NULL, 0, &size), QD_TOO_SMALL);
    void *bytes = aligned(size);
    assert_int_equal(qd_tree_save(tree, NULL, bytes, size, &size), QD_OK);
    assert_int_equal(qd_tree_map(bytes, size, NULL, &mapped), QD_OK);
    qd_contacts *contacts = contacts_of(mapped, NULL);
    assert_int_equal(qd_contacts_update(contacts), QD_OK);
    size_t count;
    const qd_pair *began = qd_contacts_began(contacts, &count);
    assert_int_equal(count, ROW - 1);
    assert_int_equal(qd_tree_move(mapped, began[0].a.id, qd_box_xywh(9, 9, 1, 1)), QD_READ_ONLY);
    assert_int_equal(qd_tree_clear(mapped), QD_READ_ONLY);
    assert_int_equal(qd_contacts_update(contacts), QD_OK);
    assert_int_equal(began_count(contacts) + ended_count(contacts), 0);
    assert_int_equal(stats_of_contacts(contacts).contacts, ROW - 1);
    qd_tree_destroy(mapped);
    assert_int_equal(qd_contacts_update(contacts), QD_OK);
    assert_int_equal(ended_count(contacts), ROW - 1);
    qd_contacts_destroy(contacts);
    qd_tree_destroy(tree);
    free(bytes);
}

static void mapped_trees_can_be_watched(void)
{
    if (!can_map())
        skip();
    a_mapped_tree_can_be_watched(QD_FLOAT);
    a_mapped_tree_can_be_watched(QD_DOUBLE);
}

// Destroying it frees nothing, but contacts hear of it. It has no allocator; then theirs is the C library's.
static void a_tree_in_a_buffer_can_be_watched(void)
{
    enum { ROW = 500 };
    for (int own = 0; own < 2; own++) {
        qd_tree_def tree_def = { .precision = own ? QD_DOUBLE : QD_FLOAT };
        tree_def.buffer_size = qd_tree_buffer_size(&tree_def, ROW);
        tree_def.buffer = aligned(tree_def.buffer_size);
        qd_tree *tree = tree_of(&tree_def);
        struct ledger memory = { 0 };
        qd_contacts_def def = { .allocator = ledger_allocator(&memory) };
        qd_contacts *contacts = contacts_of(tree, own ? &def : NULL);
        fill_row(tree, ROW);
        assert_int_equal(qd_contacts_update(contacts), QD_OK);
        assert_int_equal(began_count(contacts), ROW - 1);
        qd_tree_rebuild(tree);
        assert_int_equal(qd_contacts_update(contacts), QD_OK);
        assert_int_equal(began_count(contacts) + ended_count(contacts), 0);
        qd_tree_destroy(tree);
        free(tree_def.buffer);
        assert_int_equal(qd_contacts_update(contacts), QD_OK);
        assert_int_equal(ended_count(contacts), ROW - 1);
        qd_contacts_destroy(contacts);
        assert_int_equal(memory.bytes, 0);
    }
}

tests_main(plain_test(every_update_tells_the_differences), plain_test(want_of_memory_loses_nothing),
           plain_test(creating_fails_cleanly_and_staying_needs_no_memory),
           plain_test(items_may_go_after_an_update_without_memory), plain_test(a_steady_scene_needs_no_memory),
           plain_test(mapped_trees_can_be_watched), plain_test(a_tree_in_a_buffer_can_be_watched))
