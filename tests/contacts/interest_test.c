// Observers over trees that live through all kinds of changes, against brute force; then the same with memory refused
// at every single demand.
#include "compare_interest.h"
#include "stage.h"
#include "support.h"

#include <stdlib.h>

enum { MOST_ALLOCATIONS = 300 };

struct life {
    struct stage stage;
    struct ledger memory; // of the interest
    struct compare_interest compare;
    struct prng random;
};

static struct life *life_open(uint64_t seed)
{
    struct life *life = need(1, sizeof *life);
    stage_create(&life->stage, (qd_tree_def){ .edges = seed % 2 ? QD_EDGES_OPEN : QD_EDGES_CLOSED });
    const qd_allocator allocator = ledger_allocator(&life->memory);
    life->compare.interest = qd_interest_create(&allocator);
    assert_non_null(life->compare.interest);
    life->random.state = seed;
    return life;
}

static void life_close(struct life *life)
{
    qd_interest_destroy(life->compare.interest);
    compare_interest_end(&life->compare);
    assert_int_equal(life->memory.bytes, 0);
    assert_null(life->memory.complaint);
    stage_destroy(&life->stage);
    free(life);
}

static qd_observer some_observer(struct life *life)
{
    static const float radii[] = { 0, 5, 30, 30, 100, 100, 300, INFINITY };
    qd_observer observer = { stage_box(&life->stage).min, radii[prng_below(&life->random, 8)], { 0 }, 0 };
    observer.user = prng_next(&life->random);
    if (prng_below(&life->random, 4) == 0)
        observer.filter.mask = 1u << prng_below(&life->random, 3);
    if (prng_below(&life->random, 4) == 0 && life->stage.id_count > 0)
        observer.filter.ignore = life->stage.ids[prng_below(&life->random, (uint32_t)life->stage.id_count)];
    return observer;
}

static void add_observer(struct life *life)
{
    const qd_observer observer = some_observer(life);
    const uint64_t refused = life->memory.refused;
    const qd_id id = qd_interest_add(life->compare.interest, observer);
    if (!qd_id_is_null(id))
        compare_interest_add(&life->compare, id, observer);
    else
        assert_true(life->memory.refused > refused);
}

// Adds, moves, changes and removes observers, some of which are stale.
static void change_observers(struct life *life)
{
    qd_interest *interest = life->compare.interest;
    for (int i = 0; i < 6; i++) {
        const qd_observer observer = some_observer(life);
        if (life->compare.count < 4 || prng_below(&life->random, 4) == 0) {
            add_observer(life);
            continue;
        }
        struct watched *one = &life->compare.watched[prng_below(&life->random, (uint32_t)life->compare.count)];
        const qd_id id = one->id, stale = { id.slot, id.generation + 2 };
        switch (prng_below(&life->random, 3)) {
        case 0:
            assert_int_equal(qd_interest_remove(interest, id), QD_OK);
            assert_int_equal(qd_interest_remove(interest, id), QD_STALE_ID);
            compare_interest_remove(&life->compare, id);
            break;
        case 1:
            assert_int_equal(qd_interest_set(interest, id, observer), QD_OK);
            assert_int_equal(qd_interest_set(interest, stale, observer), QD_STALE_ID);
            one->observer = observer;
            break;
        default:
            assert_int_equal(qd_interest_move(interest, id, observer.center), QD_OK);
            assert_int_equal(qd_interest_move(interest, stale, observer.center), QD_STALE_ID);
            one->observer.center = observer.center;
            break;
        }
    }
}

static void change_items(struct life *life)
{
    struct stage *stage = &life->stage;
    switch (prng_below(&life->random, 6)) {
    case 0:
        stage_insert_many(stage, 60, true, true);
        break;
    case 1:
        for (int i = 0; i < 30; i++)
            stage_remove(stage, prng_below(&life->random, (uint32_t)stage->id_count));
        break;
    case 2:
        if (prng_below(&life->random, 4) == 0)
            stage_clear(stage);
        stage_insert_many(stage, 60, true, false);
        break;
    case 3:
        for (int i = 0; i < 30; i++) {
            const qd_id id = stage->ids[prng_below(&life->random, (uint32_t)stage->id_count)];
            const uint64_t user = prng_next(&life->random);
            assert_int_equal(qd_tree_set_user(stage->tree, id, user), oracle_set_user(&stage->oracle, id, user));
        }
        break;
    default:
        stage_move_all(stage, 5);
        break;
    }
}

// True if some memory was refused: then the update says so, and the next one makes up for it.
static bool update(struct life *life, bool no_tree, uint64_t refuse, bool later)
{
    ledger_refuse(&life->memory, refuse, later);
    qd_result result = qd_interest_update(life->compare.interest, no_tree ? NULL : life->stage.tree);
    const bool refused = life->memory.refused > 0;
    ledger_refuse(&life->memory, 0, false);
    assert_int_equal(result, refused ? QD_NO_MEMORY : QD_OK);
    if (!refused && !compare_interest_updated(&life->compare, no_tree ? NULL : &life->stage.oracle))
        fail_msg("%s", life->compare.why);
    if (refused)
        assert_int_equal(qd_interest_came(life->compare.interest).count, 0);
    return refused;
}

static void every_update_tells_the_differences(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 8; seed++) {
        struct life *life = life_open(seed);
        update(life, false, 0, false);
        stage_insert_many(&life->stage, 400, true, false);
        for (int tick = 0; tick < 30; tick++) {
            change_items(life);
            change_observers(life);
            update(life, tick == 20, 0, false);
        }
        life_close(life);
    }
}

static void want_of_memory_loses_nothing(void **state)
{
    (void)state;
    for (int later = 0; later < 2; later++) {
        for (uint64_t refuse = 1, refused = true; refused; refuse++) {
            struct life *life = life_open(refuse % 3);
            assert_true(refuse < MOST_ALLOCATIONS);
            refused = false;
            stage_insert_many(&life->stage, 200, true, false);
            for (int tick = 0; tick < 5; tick++) {
                change_items(life);
                ledger_refuse(&life->memory, refuse, later != 0);
                change_observers(life);
                refused |= life->memory.refused > 0;
                ledger_refuse(&life->memory, 0, false);
                refused |= update(life, false, refuse, later != 0);
            }
            update(life, false, 0, false);
            life_close(life);
        }
    }
}

static void bad_observers_are_refused(void **state)
{
    (void)state;
    qd_interest *interest = qd_interest_create(NULL);
    const qd_observer good = { { 1, 2 }, 3, { 0 }, 4 };
    const qd_id id = qd_interest_add(interest, good);
    assert_false(qd_id_is_null(id));
    const float bad[] = { NAN, INFINITY, -INFINITY };
    for (size_t i = 0; i < 3; i++) {
        qd_observer observer = good;
        observer.center.y = bad[i];
        assert_true(qd_id_is_null(qd_interest_add(interest, observer)));
        assert_int_equal(qd_interest_set(interest, id, observer), QD_BAD_VALUE);
        assert_int_equal(qd_interest_move(interest, id, observer.center), QD_BAD_VALUE);
        observer = good;
        observer.radius = i == 1 ? -1 : bad[i];
        assert_true(qd_id_is_null(qd_interest_add(interest, observer)));
        assert_int_equal(qd_interest_set(interest, id, observer), QD_BAD_VALUE);
    }
    const qd_found *items;
    assert_int_equal(qd_interest_view(interest, (qd_id){ 7, 1 }, &items), 0);
    assert_null(items);
    qd_interest_destroy(interest);
    qd_interest_destroy(NULL);
    struct ledger memory = { 0 };
    const qd_allocator allocator = ledger_allocator(&memory);
    ledger_refuse(&memory, 1, true);
    assert_null(qd_interest_create(&allocator));
}

static void a_steady_scene_needs_no_memory(void **state)
{
    (void)state;
    struct life *life = life_open(4);
    stage_insert_many(&life->stage, 1000, true, false);
    for (int i = 0; i < 50; i++)
        add_observer(life);
    uint64_t calls = 0;
    for (int tick = 0; tick < 20; tick++) {
        stage_move_all(&life->stage, tick % 2 ? -4.0f : 4.0f);
        update(life, false, 0, false);
        if (tick == 8)
            calls = life->memory.calls;
    }
    assert_int_equal(life->memory.calls, calls);
    assert_int_equal(qd_interest_figures(life->compare.interest).bytes, life->memory.bytes);
    life_close(life);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_update_tells_the_differences),
        cmocka_unit_test(want_of_memory_loses_nothing),
        cmocka_unit_test(bad_observers_are_refused),
        cmocka_unit_test(a_steady_scene_needs_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
