// Many nearest: more results than a search keeps in order, among items with equal distances too, with and without
// memory for them. All hits of one question, in order by a sort of the test's own, say what a row begins with.
#include "ledger.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ITEMS = 2000, QUESTIONS = 5 };

static const size_t lengths[] = { 64, 65, 66, 127, 128, 129, 200, 512, 999, ITEMS - 1, ITEMS, ITEMS + 1, 3 * ITEMS };

// Where items are: spread, on a coarse grid, on one place, and so near to it that their keys differ in the last bits.
enum spread { SPREAD, GRID, PLACE, BITS, SPREADS };

static qd_box some_box(struct prng *random, enum spread spread)
{
    const double x = prng_below(random, 1 << 20), y = prng_below(random, 1 << 20);
    switch (spread) {
    case GRID:
        return box(floor(x / (1 << 15)), floor(y / (1 << 15)), floor(x / (1 << 15)), floor(y / (1 << 15)));
    case PLACE:
        return box(3, 4, 5, 6);
    case BITS:
        return box(1 + x * 0x1p-52, 1, 1 + x * 0x1p-52, 1);
    default:
        return box(x, y, x + 100, y + 10);
    }
}

static qd_vec2 some_place(struct prng *random, enum spread spread)
{
    const double x = prng_below(random, 1 << 20), y = prng_below(random, 1 << 20);
    return spread == SPREAD ? (qd_vec2){ x, y } : (qd_vec2){ floor(x / (1 << 15)), floor(y / (1 << 15)) };
}

static int by_distance(const void *one, const void *other)
{
    const qd_hit *a = one, *b = other;
    if (a->distance != b->distance)
        return a->distance < b->distance ? -1 : 1;
    return (qd_id_slot(a->item.id) > qd_id_slot(b->item.id)) - (qd_id_slot(a->item.id) < qd_id_slot(b->item.id));
}

static void check_rows(const qd_tree *tree, const qd_vec2 *places, const qd_hit *expected, size_t k)
{
    qd_id *ids = calloc(QUESTIONS * k, sizeof *ids);
    uint64_t *users = calloc(QUESTIONS * k, sizeof *users);
    double *distances = calloc(QUESTIONS * k, sizeof *distances);
    qd_hit *hits = calloc(QUESTIONS * k, sizeof *hits);
    uint32_t counts[QUESTIONS];
    const qd_ranked_queries questions = { .count = QUESTIONS,
                                          .like = qd_nearest(qd_shape_point((qd_vec2){ 0, 0 }), INFINITY),
                                          .boxes = qd_points_double(places) };
    const size_t found = k < ITEMS ? k : ITEMS;
    for (int with_hits = 0; with_hits < 2; with_hits++) {
        const qd_ranked_rows rows = { .k = k,
                                      .hits = with_hits ? hits : NULL,
                                      .ids = ids,
                                      .users = users,
                                      .distances = distances,
                                      .counts = counts };
        assert_int_equal(qd_tree_find_many_ranked(tree, &questions, &rows), QD_OK);
        for (size_t i = 0; i < QUESTIONS; i++) {
            assert_int_equal(counts[i], found);
            for (size_t r = 0; r < found; r++) {
                const qd_hit *hit = &expected[i * ITEMS + r];
                assert_true(ids[i * k + r] == hit->item.id && users[i * k + r] == hit->item.user);
                assert_true(distances[i * k + r] == hit->distance);
                assert_true(!with_hits || memcmp(&hits[i * k + r], hit, sizeof *hit) == 0);
            }
        }
    }
    free(ids);
    free(users);
    free(distances);
    free(hits);
}

static void check_tree(qd_precision precision, enum spread spread)
{
    struct prng random = { 7 + spread };
    struct ledger ledger = { 0 };
    const qd_tree_def def = { .precision = precision, .allocator = ledger_allocator(&ledger) };
    qd_tree *tree = tree_of(&def);
    for (uint64_t i = 0; i < ITEMS; i++) {
        qd_item item = item_at(some_box(&random, spread));
        item.user = i * i;
        put(tree, item);
    }
    static qd_vec2 places[QUESTIONS];
    static qd_hit expected[QUESTIONS * ITEMS];
    for (size_t i = 0; i < QUESTIONS; i++) {
        places[i] = some_place(&random, spread);
        const qd_ranked question = qd_nearest(qd_shape_point(places[i]), INFINITY);
        qd_hit *all = &expected[i * ITEMS];
        assert_int_equal(qd_tree_find_ranked(tree, &question, all, ITEMS, NULL), ITEMS);
        qsort(all, ITEMS, sizeof *all, by_distance);
    }
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        check_rows(tree, places, expected, lengths[i]);
    ledger_refuse(&ledger, 1, true);
    check_rows(tree, places, expected, 300);
    qd_tree_destroy(tree);
    assert_null(ledger.complaint);
    assert_int_equal(ledger.blocks, 0);
}

static void long_rows_begin_with_the_nearest(void)
{
    for (enum spread spread = SPREAD; spread < SPREADS; spread++) {
        check_tree(QD_FLOAT, spread);
        check_tree(QD_DOUBLE, spread);
    }
}

tests_main(plain_test(long_rows_begin_with_the_nearest))
