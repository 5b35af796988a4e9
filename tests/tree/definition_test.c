// Definitions, defaults and small change: what a zero stands for, what tree definition is refused, and the functions
// that need no tree at all.
#include "ledger.h"
#include "support.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool creates(qd_tree_def def)
{
    qd_tree *tree = qd_tree_create(&def);
    bool created = tree != NULL;
    qd_tree_destroy(tree);
    return created;
}

static void a_bad_definition_makes_no_tree(void **state)
{
    (void)state;
    const qd_box bad_worlds[] = { box(NAN, 0, 1, 1), box(0, 0, 1, NAN), box(0, 0, INFINITY, 1), box(-INFINITY, 0, 1, 1),
                                  box(1, 0, 0, 1),   box(0, 1, 1, 0),   point_at(5, 5),         point_at(-3, 1e30f) };
    for (size_t i = 0; i < sizeof bad_worlds / sizeof *bad_worlds; i++)
        assert_false(creates((qd_tree_def){ .world = bad_worlds[i] }));
    const int bad_capacities[] = { -1, INT_MIN, 4097, INT_MAX },
              bad_depths[] = { -1, INT_MIN, QD_MAX_DEPTH + 1, INT_MAX };
    for (size_t i = 0; i < 4; i++) {
        assert_false(creates((qd_tree_def){ .leaf_capacity = bad_capacities[i] }));
        assert_false(creates((qd_tree_def){ .max_depth = bad_depths[i] }));
    }
    assert_false(creates((qd_tree_def){ .edges = (qd_edges)2 }));
    assert_false(creates((qd_tree_def){ .edges = (qd_edges)77 }));
}

static void the_ends_of_every_range_make_a_tree(void **state)
{
    (void)state;
    assert_true(creates((qd_tree_def){ .leaf_capacity = 1, .max_depth = 1 }));
    assert_true(creates((qd_tree_def){ .leaf_capacity = 4096, .max_depth = QD_MAX_DEPTH }));
    assert_true(creates((qd_tree_def){ .edges = QD_EDGES_OPEN }));
    const qd_box worlds[] = { box(-FLT_MAX, -FLT_MAX, FLT_MAX, FLT_MAX), box(0, 0, FLT_TRUE_MIN, FLT_TRUE_MIN),
                              box(1, 1, nextafterf(1, 2), nextafterf(1, 2)), box(1e30f, -1e30f, 2e30f, 1e30f),
                              box(FLT_MAX / 2, FLT_MAX / 2, FLT_MAX, FLT_MAX) };
    for (size_t i = 0; i < sizeof worlds / sizeof *worlds; i++) {
        qd_tree *tree = tree_over(worlds[i]);
        struct flock flock = flock_of_squares(500, box(-1, -1, 2, 2), 0.01f, 6);
        flock.boxes[0] = worlds[i];
        flock.boxes[1].max = flock.boxes[1].min = worlds[i].max;
        flock_insert(&flock, tree);
        assert_holds(tree, &flock);
        assert_pairs(tree, &flock, QD_EDGES_CLOSED);
        qd_tree_destroy(tree);
        flock_free(&flock);
    }
}

static void *modest(void *context, void *block, size_t old_size, size_t new_size)
{
    struct ledger *ledger = context;
    qd_allocator allocator = ledger_allocator(ledger);
    return new_size > (size_t)1 << 30 ? NULL : allocator.resize(allocator.context, block, old_size, new_size);
}

static void a_reserve_beyond_all_memory_makes_no_tree(void **state)
{
    (void)state;
    const size_t reserves[] = { SIZE_MAX, SIZE_MAX / 2, SIZE_MAX / 16, SIZE_MAX / 64 + 1, (size_t)1 << 40 };
    for (size_t i = 0; i < sizeof reserves / sizeof *reserves; i++) {
        struct ledger ledger = { 0 };
        assert_false(creates((qd_tree_def){ .reserve = reserves[i], .allocator = { modest, &ledger } }));
        assert_int_equal(ledger.blocks, 0);
        assert_null(ledger.complaint);
    }
}

static void no_memory_makes_no_tree_and_leaks_nothing(void **state)
{
    (void)state;
    bool created = false;
    for (uint64_t refused = 1; !created; refused++) {
        struct ledger ledger = { 0 };
        ledger_refuse(&ledger, refused, false);
        created = creates((qd_tree_def){ .reserve = 1000, .allocator = ledger_allocator(&ledger) });
        assert_true(created || ledger.refused == 1);
        assert_true(refused > 1 || !created);
        assert_int_equal(ledger.blocks, 0);
        assert_null(ledger.complaint);
    }
}

// The defaults are what a definition says that names them: both trees then grow into the same shape.
static void assert_same_shape(const qd_tree_def *a, const qd_tree_def *b)
{
    struct flock flock = flock_of_squares(4000, box(0, 0, 1000, 1000), 0, 7);
    for (size_t i = 0; i < 500; i++)
        flock.boxes[i] = point_at(ldexpf(1, -(int)i / 8), 3); // crowds, so that the depth limit shows
    qd_tree *first = qd_tree_create(a), *second = qd_tree_create(b);
    flock_insert(&flock, first);
    flock_insert(&flock, second);
    struct census one = census_of(first), other = census_of(second);
    assert_memory_equal(&one, &other, sizeof one);
    qd_tree_destroy(first);
    qd_tree_destroy(second);
    flock_free(&flock);
}

static void zero_stands_for_the_documented_defaults(void **state)
{
    (void)state;
    const qd_tree_def zero = { .reserve = 0 };
    const qd_tree_def named = { .edges = QD_EDGES_CLOSED, .leaf_capacity = 64, .max_depth = 16 };
    assert_same_shape(NULL, &zero);
    assert_same_shape(&zero, &named);
    // And they differ from their neighbours, or the comparison would show nothing.
    qd_tree *tree = tree_with(0, 0, 0);
    for (int i = 0; i < 64; i++)
        qd_tree_insert(tree, item_at(point_at((float)i, (float)(i * 5 % 64))));
    size_t unsplit = census_of(tree).nodes;
    qd_tree_insert(tree, item_at(point_at(7.5f, 7.5f)));
    assert_true(census_of(tree).nodes > unsplit);
    // Closed by default: what touches is found.
    assert_int_equal(count_in(tree, box(-5, -5, 0, 0)), 1);
    qd_tree_destroy(tree);
}

static void a_definition_is_read_and_not_kept(void **state)
{
    (void)state;
    qd_tree_def *def = need(1, sizeof *def);
    *def = (qd_tree_def){ .world = box(0, 0, 10, 10), .leaf_capacity = 2, .edges = QD_EDGES_OPEN };
    qd_tree *tree = qd_tree_create(def);
    memset(def, 0xff, sizeof *def);
    free(def);
    qd_tree_insert(tree, item_at(box(1, 1, 2, 2)));
    assert_int_equal(count_in(tree, box(2, 2, 3, 3)), 0);
    qd_tree_destroy(tree);
}

static void item_filters_come_back_with_their_defaults_resolved(void **state)
{
    (void)state;
    const qd_filter given[] = { { 0, 0 }, { 6, 0 }, { 0, 5 }, { 0, QD_NO_LAYERS }, { QD_NO_LAYERS | 2, 9 } };
    const qd_filter resolved[] = {
        { 1, QD_ALL_LAYERS }, { 6, QD_ALL_LAYERS }, { 1, 5 }, { 1, QD_NO_LAYERS }, { 2, 9 }
    };
    qd_tree *tree = tree_with(0, 0, 0);
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        qd_item item = { point_at(0, 0), 7, given[i] }, got;
        qd_id inserted = qd_tree_insert(tree, item), set = qd_tree_insert(tree, item_at(point_at(0, 0)));
        assert_int_equal(qd_tree_set_filter(tree, set, given[i]), QD_OK);
        assert_true(qd_tree_get(tree, inserted, &got));
        assert_memory_equal(&got.filter, &resolved[i], sizeof got.filter);
        assert_int_equal(got.user, 7);
        assert_true(qd_tree_get(tree, set, &got));
        assert_memory_equal(&got.filter, &resolved[i], sizeof got.filter);
    }
    qd_tree_destroy(tree);
}

static void the_version_is_that_of_the_headers(void **state)
{
    (void)state;
    assert_int_equal(qd_version(), QD_VERSION_MAJOR * 10000 + QD_VERSION_MINOR * 100 + QD_VERSION_PATCH);
}

static void every_result_has_a_text_of_one_line(void **state)
{
    (void)state;
    const int numbers[] = { QD_OK, QD_NO_MEMORY, QD_STALE_ID, QD_BAD_VALUE, QD_BAD_DATA, QD_TOO_SMALL, QD_READ_ONLY, 7,
                            77,    INT_MAX,      -1 };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const char *text = qd_result_text((qd_result)numbers[i]);
        assert_non_null(text);
        assert_true(strlen(text) > 0);
        assert_null(strchr(text, '\n'));
        for (size_t k = 0; k < i && numbers[i] <= QD_READ_ONLY && numbers[i] >= 0; k++)
            assert_string_not_equal(text, qd_result_text((qd_result)numbers[k]));
    }
    const int codes[] = { QD_OK, QD_NO_MEMORY, QD_STALE_ID, QD_BAD_VALUE, QD_BAD_DATA, QD_TOO_SMALL, QD_READ_ONLY };
    for (int i = 0; i < 7; i++)
        assert_int_equal(codes[i], i);
}

static void ids_survive_as_numbers(void **state)
{
    (void)state;
    const qd_id ids[] = {
        { 0, 0 }, { 1, 0 }, { 1, 1 }, { UINT32_MAX, 0 }, { 7, UINT32_MAX }, { UINT32_MAX, UINT32_MAX }
    };
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        assert_true(qd_id_equal(qd_id_from_u64(qd_id_to_u64(ids[i])), ids[i]));
        assert_int_equal(qd_id_is_null(ids[i]), i == 0);
        assert_int_equal((uint32_t)qd_id_to_u64(ids[i]), ids[i].slot);
        for (size_t k = 0; k < i; k++)
            assert_false(qd_id_equal(ids[i], ids[k]));
    }
}

static void boxes_are_made_of_what_one_has(void **state)
{
    (void)state;
    const qd_box expected = box(1, 2, 4, 8);
    const qd_box made[] = { qd_box_xywh(1, 2, 3, 6), qd_box_around((qd_vec2){ 2.5f, 5 }, 1.5f, 3),
                            qd_box_between((qd_vec2){ 1, 8 }, (qd_vec2){ 4, 2 }),
                            qd_box_between((qd_vec2){ 4, 8 }, (qd_vec2){ 1, 2 }) };
    for (size_t i = 0; i < sizeof made / sizeof *made; i++)
        assert_memory_equal(&made[i], &expected, sizeof expected);
    assert_true(qd_box_overlaps(expected, box(4, 8, 9, 9)));
    assert_true(qd_box_overlaps(box(4, 8, 9, 9), expected));
    assert_false(qd_box_overlaps(expected, box(5, 2, 9, 8)));
    assert_false(qd_box_overlaps(expected, box(1, 9, 4, 10)));
    assert_false(qd_box_overlaps(expected, box(NAN, 2, 4, 8)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bad_definition_makes_no_tree),
        cmocka_unit_test(the_ends_of_every_range_make_a_tree),
        cmocka_unit_test(a_reserve_beyond_all_memory_makes_no_tree),
        cmocka_unit_test(no_memory_makes_no_tree_and_leaks_nothing),
        cmocka_unit_test(zero_stands_for_the_documented_defaults),
        cmocka_unit_test(a_definition_is_read_and_not_kept),
        cmocka_unit_test(item_filters_come_back_with_their_defaults_resolved),
        cmocka_unit_test(the_version_is_that_of_the_headers),
        cmocka_unit_test(every_result_has_a_text_of_one_line),
        cmocka_unit_test(ids_survive_as_numbers),
        cmocka_unit_test(boxes_are_made_of_what_one_has),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
