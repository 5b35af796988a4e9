// Every allocation of every call fails once, alone and with all later ones. A call then says so and has changed
// nothing, or does without; nothing is leaked, every answer stays right, and with memory back everything works again.
#include "stage.h"
#include "support.h"
#include "workers.h"

#include <stdlib.h>

enum { MOST_ALLOCATIONS = 500 };

// What is there before a call, and the call.
struct plan {
    size_t items;                         // inserted one by one
    void (*prepare)(struct stage *stage); // may be NULL
    void (*act)(struct stage *stage);     // while memory is refused
};

static void go_on(struct stage *stage)
{
    for (int i = 0; i < 40; i++)
        stage_insert(stage, stage_box(stage));
    stage_move_all(stage, 0);
    for (size_t i = 0; i < stage->id_count; i += 3)
        stage_remove(stage, i);
    stage_insert_many(stage, 30, true, false);
    stage_check_in_turns(stage);
    stage_rebuild(stage);
    stage_check_in_turns(stage);
}

// True if some memory was refused.
static bool try_once(const struct plan *plan, const qd_tree_def *def, uint64_t refuse, bool later)
{
    struct stage *stage = calloc(1, sizeof *stage);
    assert_non_null(stage);
    stage_create(stage, def);
    assert_non_null(stage->tree);
    for (size_t i = 0; i < plan->items; i++)
        stage_insert(stage, stage_box(stage));
    if (plan->prepare)
        plan->prepare(stage);
    ledger_refuse(&stage->memory, refuse, later);
    plan->act(stage);
    bool refused = stage->memory.refused > 0;
    stage_check_in_turns(stage);
    ledger_refuse(&stage->memory, 0, false);
    go_on(stage);
    stage_destroy(stage);
    free(stage);
    return refused;
}

static void fail_each(const struct plan *plan)
{
    const qd_tree_def defs[] = {
        { .edges = QD_CLOSED },
        { .world = { { 0, 0 }, { 1000, 1000 } }, .leaf_capacity = 1, .edges = QD_OPEN },
        { .world = { { 0, 0 }, { 100, 100 } }, .leaf_capacity = 5, .max_depth = 4 },
        { .reserve = 100, .leaf_capacity = 64 },
        { .reserve = 10, .leaf_capacity = 3, .totals = true },
    };
    for (size_t i = 0; i < sizeof defs / sizeof *defs; i++) {
        qd_tree_def def = defs[i];
        def.precision = trees_precision();
        for (int later = 0; later < 2; later++) {
            uint64_t refuse = 1;
            while (try_once(plan, &def, refuse, later != 0))
                assert_true(++refuse < MOST_ALLOCATIONS);
        }
    }
}

static void creating_fails_cleanly(void)
{
    static const size_t reserves[] = { 0, 1, 1000, 100000 };
    for (size_t i = 0; i < 2 * sizeof reserves / sizeof *reserves; i++) {
        for (uint64_t refuse = 1;; refuse++) {
            struct ledger memory = { 0 };
            qd_tree_def def = { .precision = i % 2 ? QD_DOUBLE : QD_FLOAT,
                                .reserve = reserves[i / 2],
                                .allocator = ledger_allocator(&memory),
                                .totals = reserves[i / 2] >= 1000 };
            ledger_refuse(&memory, refuse, false);
            qd_tree *tree = (qd_tree *)(void *)&memory; // anything but NULL
            const qd_result result = qd_tree_create(&def, &tree);
            bool refused = memory.refused > 0;
            assert_int_equal(result, refused ? QD_NO_MEMORY : QD_OK);
            assert_true(!tree == refused);
            assert_true(tree || memory.bytes == 0);
            assert_true(!tree || stats_of(tree).bytes == memory.bytes);
            qd_tree_destroy(tree);
            assert_int_equal(memory.bytes, 0);
            assert_null(memory.complaint);
            if (!refused)
                break;
        }
    }
}

static void insert_one(struct stage *stage)
{
    stage_insert(stage, stage_box(stage));
}

static void inserting_one_at_every_size(void)
{
    for (size_t items = 0; items < 140; items++)
        fail_each(&(struct plan){ items, NULL, insert_one });
    static const size_t larger[] = { 255, 256, 511, 512, 1023, 1024, 2047, 2048 };
    for (size_t i = 0; i < sizeof larger / sizeof *larger; i++)
        fail_each(&(struct plan){ larger[i], NULL, insert_one });
}

static void insert_equal(struct stage *stage)
{
    for (int i = 0; i < 40; i++)
        stage_insert(stage, qd_box_xywh(500, 500, 0, 0));
}

static void insert_spread(struct stage *stage)
{
    for (int i = 0; i < 300; i++)
        stage_insert(stage, stage_box(stage));
}

static void inserting_one_by_one(void)
{
    fail_each(&(struct plan){ 0, NULL, insert_spread });
    fail_each(&(struct plan){ 100, NULL, insert_spread });
    fail_each(&(struct plan){ 0, NULL, insert_equal });
    fail_each(&(struct plan){ 30, insert_equal, insert_equal });
}

static void insert_few(struct stage *stage)
{
    stage_insert_many(stage, 5, true, false);
}

static void insert_many(struct stage *stage)
{
    stage_insert_many(stage, 500, true, false);
}

static void insert_many_with_a_bad_one(struct stage *stage)
{
    stage_insert_many(stage, 200, true, true);
}

static void insert_many_nameless(struct stage *stage)
{
    stage_insert_many(stage, 200, false, false);
}

static void inserting_many(void)
{
    static const size_t sizes[] = { 0, 7, 40, 300 };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        fail_each(&(struct plan){ sizes[i], NULL, insert_few });
        fail_each(&(struct plan){ sizes[i], NULL, insert_many });
        fail_each(&(struct plan){ sizes[i], NULL, insert_many_with_a_bad_one });
        fail_each(&(struct plan){ sizes[i], NULL, insert_many_nameless });
    }
    fail_each(&(struct plan){ 1000, NULL, insert_many });
}

static void move_one_by_one(struct stage *stage)
{
    for (size_t i = 0; i < stage->id_count; i++)
        stage_move(stage, i, stage_box(stage));
}

static void gather_at_one_place(struct stage *stage)
{
    for (size_t i = 0; i < stage->id_count; i++)
        stage_move(stage, i, qd_box_xywh(700 + (double)(i % 4), 300, 0, 0));
}

static void move_all_a_step(struct stage *stage)
{
    stage_move_all(stage, 3);
}

static void move_all_anywhere(struct stage *stage)
{
    stage_move_all(stage, 0);
}

static void move_all_far_away(struct stage *stage)
{
    stage_move_all(stage, 1e9f);
    stage_move_all(stage, -5e29f);
}

static void moving_never_fails(void)
{
    static const size_t sizes[] = { 1, 20, 70, 400 };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        fail_each(&(struct plan){ sizes[i], NULL, move_one_by_one });
        fail_each(&(struct plan){ sizes[i], NULL, gather_at_one_place });
        fail_each(&(struct plan){ sizes[i], gather_at_one_place, move_one_by_one });
        fail_each(&(struct plan){ sizes[i], NULL, move_all_a_step });
        fail_each(&(struct plan){ sizes[i], NULL, move_all_anywhere });
        fail_each(&(struct plan){ sizes[i], gather_at_one_place, move_all_anywhere });
        fail_each(&(struct plan){ sizes[i], NULL, move_all_far_away });
    }
}

static void remove_one_by_one(struct stage *stage)
{
    for (size_t i = 0; i < stage->id_count; i++)
        stage_remove(stage, i * 7 % stage->id_count);
}

static void remove_half(struct stage *stage)
{
    stage_remove_many(stage, 0, stage->id_count / 2);
}

static void remove_all(struct stage *stage)
{
    stage_remove_many(stage, 0, stage->id_count);
}

static void removing_never_fails(void)
{
    static const size_t sizes[] = { 1, 20, 70, 400 };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        fail_each(&(struct plan){ sizes[i], NULL, remove_one_by_one });
        fail_each(&(struct plan){ sizes[i], move_all_anywhere, remove_half });
        fail_each(&(struct plan){ sizes[i], NULL, remove_all });
    }
}

static void clear_and_fill(struct stage *stage)
{
    stage_clear(stage);
    insert_spread(stage);
}

static void set_filters(struct stage *stage)
{
    bool kept = false;
    for (size_t i = 0; i < stage->id_count; i++) {
        const qd_filter filter = { 1u << i % 31, i % 5 == 0 ? QD_NO_LAYER : 0 };
        const uint64_t refused = stage->memory.refused;
        const qd_result result = qd_tree_set_filter(stage->tree, stage->ids[i], &filter);
        if (result == QD_NO_MEMORY) { // only while no item has a filter yet
            assert_true(!kept && stage->memory.refused > refused);
            continue;
        }
        assert_int_equal(result, QD_OK);
        assert_int_equal(qd_oracle_set_filter(stage->oracle, stage->ids[i], &filter), QD_OK);
        kept = true;
    }
}

static void rebuilding_clearing_and_filters(void)
{
    static const size_t sizes[] = { 0, 1, 50, 300 };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        fail_each(&(struct plan){ sizes[i], NULL, stage_rebuild });
        fail_each(&(struct plan){ sizes[i], move_all_far_away, stage_rebuild });
        fail_each(&(struct plan){ sizes[i], NULL, clear_and_fill });
        fail_each(&(struct plan){ sizes[i], NULL, set_filters });
    }
    fail_each(&(struct plan){ 700, NULL, stage_rebuild });
}

// A tree that went through its whole life without memory holds no grudge: items that stayed in wrong cells find home.
static void a_life_in_want(struct stage *stage)
{
    insert_spread(stage);
    move_one_by_one(stage);
    set_filters(stage);
    stage_check_in_turns(stage);
    remove_half(stage);
    gather_at_one_place(stage);
    stage_rebuild(stage);
    insert_many_with_a_bad_one(stage);
    move_all_far_away(stage);
}

static void a_whole_life_in_want_of_memory(void)
{
    fail_each(&(struct plan){ 60, NULL, a_life_in_want });
}

tests_main(plain_test(creating_fails_cleanly), plain_test(inserting_one_at_every_size),
           plain_test(inserting_one_by_one), plain_test(inserting_many), plain_test(moving_never_fails),
           plain_test(removing_never_fails), plain_test(rebuilding_clearing_and_filters),
           plain_test(a_whole_life_in_want_of_memory))
