// Definitions, defaults and small change: what a zero stands for, what tree definition is refused, and the functions
// that need no tree at all.
#include "ledger.h"
#include "support.h"
#include "workers.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool creates(qd_tree_def def)
{
    qd_tree *tree = (qd_tree *)(void *)&def; // anything but NULL
    const qd_result result = qd_tree_create(&def, &tree);
    assert_int_equal(tree != NULL, result == QD_OK);
    assert_int_equal(qd_tree_def_problem(&def) != NULL, result == QD_BAD_VALUE);
    qd_tree_destroy(tree);
    return result == QD_OK;
}

// One line that names the field.
static void assert_refused(qd_tree_def def, const char *field)
{
    assert_false(creates(def));
    const char *problem = qd_tree_def_problem(&def);
    assert_non_null(problem);
    assert_non_null(strstr(problem, field));
    assert_null(strchr(problem, '\n'));
}

static void a_bad_definition_makes_no_tree(void)
{
    const qd_box bad_worlds[] = { box(NAN, 0, 1, 1), box(0, 0, 1, NAN), box(0, 0, INFINITY, 1), box(-INFINITY, 0, 1, 1),
                                  box(1, 0, 0, 1),   box(0, 1, 1, 0),   point_at(5, 5),         point_at(-3, 1e30),
                                  box(0, 0, 8, 0),   box(0, 0, 0, 8),   box(0, -8, 0, 0),       box(-8, 0, 0, 0) };
    for (size_t i = 0; i < sizeof bad_worlds / sizeof *bad_worlds; i++)
        for (int precision = QD_FLOAT; precision <= QD_DOUBLE; precision++)
            assert_refused((qd_tree_def){ .precision = (qd_precision)precision, .world = bad_worlds[i] }, "world");
    const int bad_capacities[] = { -1, INT_MIN, 4097, INT_MAX },
              bad_depths[] = { -1, INT_MIN, QD_MAX_DEPTH + 1, INT_MAX };
    for (size_t i = 0; i < 4; i++) {
        assert_refused((qd_tree_def){ .leaf_capacity = bad_capacities[i] }, "leaf_capacity");
        assert_refused((qd_tree_def){ .max_depth = bad_depths[i] }, "max_depth");
        assert_refused((qd_tree_def){ .precision = (qd_precision)(2 + 25 * i) }, "precision");
    }
    assert_refused((qd_tree_def){ .edges = (qd_edges)2 }, "edges");
    assert_refused((qd_tree_def){ .edges = (qd_edges)77 }, "edges");
    assert_null(qd_tree_def_problem(NULL));
    assert_int_equal(qd_tree_create(&(qd_tree_def){ .max_depth = -1 }, NULL), QD_BAD_VALUE);
    assert_int_equal(qd_tree_create(NULL, NULL), QD_OK); // and nothing is left of it
}

// A world of doubles that floats cannot tell apart has no width in a tree of floats.
static void a_world_is_what_the_tree_stores(void)
{
    const qd_box narrow = box(1e9, 0, 1e9 + 1, 1), beyond = box(0, 0, 1e39, 1e39);
    const char *const floats = qd_tree_def_problem(&(qd_tree_def){ .world = narrow });
    assert_non_null(floats);
    assert_non_null(strstr(floats, "world: floats"));
    assert_true(qd_tree_def_problem(&(qd_tree_def){ .world = beyond }) == floats);
    assert_true(qd_tree_def_problem(&(qd_tree_def){ .world = box(1e9, 0, 1e9, 1) }) != floats);
    assert_null(qd_tree_def_problem(&(qd_tree_def){ .world = narrow, .precision = QD_DOUBLE }));
    assert_null(qd_tree_def_problem(&(qd_tree_def){ .world = beyond, .precision = QD_DOUBLE }));
}

static void a_bad_buffer_makes_no_tree(void)
{
    static _Alignas(QD_ALIGNMENT) unsigned char buffer[1 << 14];
    for (int precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        qd_tree_def def = { .precision = (qd_precision)precision, .buffer = buffer };
        const size_t one = qd_tree_buffer_size(&def, 1);
        assert_in_range(one, 1, sizeof buffer);
        def.buffer_size = one - 1;
        assert_refused(def, "buffer");
        def.buffer_size = 0;
        assert_refused(def, "buffer");
        def.buffer_size = sizeof buffer - QD_ALIGNMENT;
        assert_null(qd_tree_def_problem(&def));
        def.buffer = buffer + 8;
        assert_refused(def, "buffer");
        def.buffer = buffer;
        def.totals = true;
        assert_refused(def, "totals");
        def = (qd_tree_def){ .precision = (qd_precision)precision, .buffer_size = 1 << 14 };
        assert_refused(def, "buffer");
    }
}

static void the_ends_of_every_range_make_a_tree(void)
{
    assert_true(creates((qd_tree_def){ .leaf_capacity = 1, .max_depth = 1 }));
    assert_true(creates((qd_tree_def){ .leaf_capacity = 4096, .max_depth = QD_MAX_DEPTH }));
    assert_true(creates((qd_tree_def){ .edges = QD_OPEN }));
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
        assert_pairs(tree, &flock, QD_CLOSED);
        flock_end(&flock, tree);
    }
}

// Has no more than 128 MiB in all: where addresses have 32 bits more than that would not be beyond all memory.
static void *modest(void *context, void *block, size_t old_size, size_t new_size)
{
    struct ledger *ledger = context;
    qd_allocator allocator = ledger_allocator(ledger);
    const size_t most = (size_t)1 << 27, rest = most - (ledger->bytes - old_size);
    return new_size > rest ? NULL : allocator.resize(allocator.context, block, old_size, new_size);
}

static void a_reserve_beyond_all_memory_makes_no_tree(void)
{
    const size_t reserves[] = { SIZE_MAX, SIZE_MAX / 2, SIZE_MAX / 16, SIZE_MAX / 64 + 1,
                                SIZE_MAX >> (sizeof(size_t) > 4 ? 24 : 7) };
    for (size_t i = 0; i < sizeof reserves / sizeof *reserves; i++) {
        struct ledger ledger = { 0 };
        assert_false(creates((qd_tree_def){ .reserve = reserves[i], .allocator = { modest, &ledger } }));
        assert_int_equal(ledger.blocks, 0);
        assert_null(ledger.complaint);
    }
}

static void no_memory_makes_no_tree_and_leaks_nothing(void)
{
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
    qd_tree *first = tree_of(a), *second = tree_of(b);
    flock_insert(&flock, first);
    flock_insert(&flock, second);
    struct census one = census_of(first), other = census_of(second);
    assert_memory_equal(&one, &other, sizeof one);
    qd_tree_destroy(first);
    flock_end(&flock, second);
}

static void zero_stands_for_the_documented_defaults(void)
{
    const qd_tree_def zero = { .reserve = 0 };
    const qd_tree_def named = { .edges = QD_CLOSED, .leaf_capacity = 64, .max_depth = 16 };
    assert_same_shape(NULL, &zero);
    assert_same_shape(&zero, &named);
    // And they differ from their neighbours, or the comparison would show nothing.
    qd_tree *tree = tree_with(0, 0, 0);
    for (int i = 0; i < 64; i++)
        put(tree, item_at(point_at((float)i, (float)(i * 5 % 64))));
    size_t unsplit = census_of(tree).nodes;
    put(tree, item_at(point_at(7.5f, 7.5f)));
    assert_true(census_of(tree).nodes > unsplit);
    // Closed by default: what touches is found.
    assert_int_equal(count_in(tree, box(-5, -5, 0, 0)), 1);
    qd_tree_destroy(tree);
}

static void a_definition_is_read_and_not_kept(void)
{
    qd_tree_def *def = need(1, sizeof *def);
    *def = (qd_tree_def){ .world = box(0, 0, 10, 10), .leaf_capacity = 2, .edges = QD_OPEN };
    qd_tree *tree = tree_of(def);
    memset(def, 0xff, sizeof *def);
    free(def);
    put(tree, item_at(box(1, 1, 2, 2)));
    assert_int_equal(count_in(tree, box(2, 2, 3, 3)), 0);
    qd_tree_destroy(tree);
}

static void assert_same_def(qd_tree_def def, qd_tree_def expected)
{
    qd_tree *tree = tree_of(&def);
    qd_tree_def got;
    memset(&got, 0x5a, sizeof got);
    qd_tree_get_def(tree, &got);
    assert_int_equal(got.precision, expected.precision);
    assert_int_equal(got.edges, expected.edges);
    assert_int_equal(got.leaf_capacity, expected.leaf_capacity);
    assert_int_equal(got.max_depth, expected.max_depth);
    assert_int_equal(got.totals, expected.totals);
    const qd_box none = { { 0, 0 }, { 0, 0 } };
    assert_memory_equal(&got.world, &none, sizeof none);
    assert_true(got.reserve == 0 && !got.buffer && got.buffer_size == 0);
    assert_true(!got.allocator.resize && !got.allocator.context && !got.executor.run && !got.executor.context);
    assert_int_equal(got.executor.workers, 0);
    qd_tree_get_def(tree, NULL);
    qd_tree_destroy(tree);
}

static void a_definition_is_told_with_its_defaults_resolved(void)
{
    const qd_precision usual = trees_precision();
    assert_same_def((qd_tree_def){ .reserve = 99, .world = box(0, 0, 1, 1) },
                    (qd_tree_def){ .precision = usual, .leaf_capacity = 64, .max_depth = 16 });
    assert_same_def((qd_tree_def){ .precision = QD_DOUBLE, .edges = QD_OPEN, .leaf_capacity = 1, .max_depth = 24 },
                    (qd_tree_def){ .precision = QD_DOUBLE, .edges = QD_OPEN, .leaf_capacity = 1, .max_depth = 24 });
    assert_same_def((qd_tree_def){ .totals = true, .leaf_capacity = 4096, .max_depth = 1 },
                    (qd_tree_def){ .precision = usual, .totals = true, .leaf_capacity = 4096, .max_depth = 1 });
}

static void item_filters_come_back_with_their_defaults_resolved(void)
{
    enum { ALL = 0x7fffffff };
    const qd_filter given[] = { { 0, 0 },           { 6, 0 },           { 0, 5 },
                                { 0, QD_NO_LAYER }, { QD_NO_LAYER, 5 }, { QD_NO_LAYER | 2, QD_NO_LAYER | 9 } };
    const qd_filter resolved[] = { { ALL, ALL },         { 6, ALL },         { ALL, 5 },
                                   { ALL, QD_NO_LAYER }, { QD_NO_LAYER, 5 }, { 2, 9 } };
    qd_tree *tree = tree_with(0, 0, 0);
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        qd_item item = { point_at(0, 0), 7, given[i], 0 }, got;
        qd_id inserted = put(tree, item), set = put(tree, item_at(point_at(0, 0)));
        assert_int_equal(qd_tree_set_filter(tree, set, &given[i]), QD_OK);
        assert_int_equal(qd_tree_get(tree, inserted, &got), QD_OK);
        assert_memory_equal(&got.filter, &resolved[i], sizeof got.filter);
        assert_int_equal(got.user, 7);
        assert_int_equal(qd_tree_get(tree, set, &got), QD_OK);
        assert_memory_equal(&got.filter, &resolved[i], sizeof got.filter);
    }
    qd_tree_destroy(tree);
}

static void the_version_is_that_of_the_headers(void)
{
    assert_int_equal(qd_version(), QD_VERSION_MAJOR * 10000 + QD_VERSION_MINOR * 100 + QD_VERSION_PATCH);
}

static void every_result_has_a_text_of_one_line(void)
{
    const int numbers[] = { QD_OK,   QD_NO_MEMORY, QD_STALE_ID,   QD_BAD_VALUE, QD_BAD_DATA, QD_TOO_SMALL, QD_READ_ONLY,
                            QD_FULL, QD_STOPPED,   QD_BYTE_ORDER, 10,           77,          INT_MAX,      -1 };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const char *text = qd_result_text((qd_result)numbers[i]);
        assert_non_null(text);
        assert_true(strlen(text) > 0);
        assert_null(strchr(text, '\n'));
        for (size_t k = 0; k < i && numbers[i] <= QD_BYTE_ORDER && numbers[i] >= 0; k++)
            assert_string_not_equal(text, qd_result_text((qd_result)numbers[k]));
    }
    const int codes[] = { QD_OK,        QD_NO_MEMORY, QD_STALE_ID, QD_BAD_VALUE, QD_BAD_DATA,
                          QD_TOO_SMALL, QD_READ_ONLY, QD_FULL,     QD_STOPPED,   QD_BYTE_ORDER };
    for (int i = 0; i < 10; i++)
        assert_int_equal(codes[i], i);
}

static const uint16_t series[2] = { 0, 5 };

// Ids of a new tree: ten one by one, of which one is removed, and ninety at once.
static void fill(qd_tree *tree, qd_id *ids)
{
    qd_box boxes[90];
    for (int i = 0; i < 10; i++)
        ids[i] = qd_tree_add(tree, qd_box_xywh(i, 0, 1, 1), 0);
    assert_int_equal(qd_tree_remove(tree, ids[3]), QD_OK);
    for (int i = 0; i < 90; i++)
        boxes[i] = qd_box_xywh(i, 3, 1, 1);
    const qd_items items = { .boxes = qd_boxes_double(boxes) };
    assert_int_equal(qd_tree_insert_many(tree, &items, 90, ids + 10, NULL), QD_OK);
    assert_int_equal(qd_tree_rebuild(tree), QD_OK);
}

static void trees_of_other_series_refuse_each_others_ids(void)
{
    for (int precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        qd_tree *trees[2];
        qd_id ids[2][100];
        for (int t = 0; t < 2; t++) {
            trees[t] = qd_tree_new(&(qd_tree_def){ .precision = (qd_precision)precision, .id_series = series[t] });
            qd_tree_def got;
            qd_tree_get_def(trees[t], &got);
            assert_int_equal(got.id_series, series[t]);
            fill(trees[t], ids[t]);
        }
        for (int pass = 0; pass < 2; pass++)
            for (int t = 0; t < 2; t++) {
                for (int i = 0; i < 100; i++) {
                    assert_int_equal(qd_tree_has(trees[t], ids[t][i]), i != 3 && pass == 0);
                    assert_int_equal(qd_tree_remove(trees[1 - t], ids[t][i]), QD_STALE_ID);
                }
                if (pass == 1 || t == 0)
                    continue;
                assert_int_equal(qd_tree_clear(trees[0]), QD_OK);
                assert_int_equal(qd_tree_clear(trees[1]), QD_OK);
            }
        for (int t = 0; t < 2; t++) { // slots that were used go on from there
            const qd_id next = qd_tree_add(trees[t], qd_box_xywh(0, 0, 1, 1), 0);
            assert_int_equal(next >> 48, series[t]);
            assert_true((next >> 32 & 0xffff) > 1);
            qd_tree_destroy(trees[t]);
        }
    }
}

static void the_highest_series_retires_a_slot_after_32768_uses(void)
{
    qd_tree *tree = qd_tree_new(&(qd_tree_def){ .id_series = UINT16_MAX });
    const qd_box box = qd_box_xywh(0, 0, 1, 1);
    for (int i = 0; i < 32768; i++) {
        const qd_id id = qd_tree_add(tree, box, 0);
        assert_int_equal(qd_id_slot(id), 1);
        assert_int_equal(id >> 48, UINT16_MAX);
        assert_int_equal(qd_tree_remove(tree, id), QD_OK);
    }
    assert_int_equal(qd_id_slot(qd_tree_add(tree, box, 0)), 2);
    assert_true(qd_tree_check(tree));
    qd_tree_destroy(tree);
}

static void an_id_is_a_slot_and_a_generation(void)
{
    assert_int_equal(qd_id_slot(0), 0);
    assert_int_equal(qd_id_slot(UINT64_MAX), UINT32_MAX);
    assert_int_equal(qd_id_slot((uint64_t)7 << 32), 0);
    qd_tree *tree = tree_with(0, 0, 0);
    for (uint32_t i = 1; i <= 100; i++)
        assert_int_equal(qd_id_slot(put(tree, item_at(point_at(i, 0)))), i);
    qd_tree_destroy(tree);
}

static void boxes_are_made_of_what_one_has(void)
{
    const qd_box expected = box(1, 2, 4, 8);
    const qd_box made[] = { qd_box_xywh(1, 2, 3, 6), qd_box_around((qd_vec2){ 2.5f, 5 }, 1.5f, 3),
                            qd_box_between((qd_vec2){ 1, 8 }, (qd_vec2){ 4, 2 }),
                            qd_box_between((qd_vec2){ 4, 8 }, (qd_vec2){ 1, 2 }) };
    const qd_box point = qd_box_at((qd_vec2){ 3, 4 }), expected_point = box(3, 4, 3, 4);
    for (size_t i = 0; i < sizeof made / sizeof *made; i++)
        assert_memory_equal(&made[i], &expected, sizeof expected);
    assert_memory_equal(&point, &expected_point, sizeof point);
    assert_true(qd_box_overlaps(expected, box(4, 8, 9, 9)));
    assert_true(qd_box_overlaps(box(4, 8, 9, 9), expected));
    assert_false(qd_box_overlaps(expected, box(5, 2, 9, 8)));
    assert_false(qd_box_overlaps(expected, box(1, 9, 4, 10)));
    assert_false(qd_box_overlaps(expected, box(NAN, 2, 4, 8)));
}

tests_main(plain_test(a_bad_definition_makes_no_tree), plain_test(a_world_is_what_the_tree_stores),
           plain_test(a_bad_buffer_makes_no_tree), plain_test(the_ends_of_every_range_make_a_tree),
           plain_test(a_reserve_beyond_all_memory_makes_no_tree), plain_test(no_memory_makes_no_tree_and_leaks_nothing),
           plain_test(zero_stands_for_the_documented_defaults), plain_test(a_definition_is_read_and_not_kept),
           plain_test(a_definition_is_told_with_its_defaults_resolved),
           plain_test(item_filters_come_back_with_their_defaults_resolved),
           plain_test(the_version_is_that_of_the_headers), plain_test(every_result_has_a_text_of_one_line),
           plain_test(the_highest_series_retires_a_slot_after_32768_uses),
           plain_test(trees_of_other_series_refuse_each_others_ids), plain_test(an_id_is_a_slot_and_a_generation),
           plain_test(boxes_are_made_of_what_one_has))
