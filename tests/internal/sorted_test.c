// Many questions are answered in an order in which neighbours follow each other: sorted by place where there are enough
// of them, and enough items, and memory for it.
#include "ledger.h"
#include "questions.h"
#include "support.h"

#include <quadrille/ranked.h>
#include <stdlib.h>

enum { CELLS = 8, FINE_CELLS = 64, LEAST_QUESTIONS = 256, ITEMS = 2000, LEAST_ITEMS_OF_WINDOWS = 60000, LEAST = ITEMS };

// The numbers of a cell of the map, which has so many a side, bit by bit in turns.
static unsigned along_the_curve(qd_vec2 place, double side, unsigned cells)
{
    const unsigned x = (unsigned)(place.x / side * cells), y = (unsigned)(place.y / side * cells);
    unsigned at = 0;
    for (unsigned bit = 0; 1u << bit < cells; bit++)
        at |= (x >> bit & 1) << 2 * bit | (y >> bit & 1) << (2 * bit + 1);
    return at;
}

// The middles of the cells of a part of the world in random order, with two corners that say which part that is.
static qd_vec2 *places_in(double width, double height, unsigned cells, size_t count)
{
    struct prng random = { 9 };
    const double cell = (width > height ? width : height) / cells;
    qd_vec2 *places = need(count, sizeof *places);
    for (size_t i = 0; i < count; i++) {
        const uint32_t x = prng_below(&random, (uint32_t)(width / cell)),
                       y = prng_below(&random, (uint32_t)(height / cell));
        places[i] = (qd_vec2){ (x + 0.5) * cell, (y + 0.5) * cell };
    }
    places[count / 3] = (qd_vec2){ 0, 0 };
    places[count / 2] = (qd_vec2){ width * 0.9999, height * 0.9999 };
    return places;
}

static qd_vec2 place_at(const void *source, size_t index)
{
    return ((const qd_vec2 *)source)[index];
}

static void prefetch_none(const void *source, size_t index)
{
    (void)source;
    (void)index;
}

static qd_tree *tree_kept_in(size_t items, struct ledger *memory)
{
    const qd_tree_def def = { .world = box(-500, -500, 1500, 1500), .allocator = ledger_allocator(memory) };
    qd_tree *tree = tree_of(&def);
    struct flock flock = flock_of_squares(items, box(0, 0, 1000, 1000), 1, 4);
    flock_insert_many(&flock, tree);
    flock_free(&flock);
    return tree;
}

static void assert_sorted(const qd__questions *questions, const qd_vec2 *places, double side)
{
    bool *met = need(questions->count, sizeof *met);
    unsigned last = 0;
    for (size_t turn = 0; turn < questions->count; turn++) {
        const size_t index = qd__question_at(questions, turn);
        const unsigned at = along_the_curve(places[questions->first + index], side, FINE_CELLS);
        assert_true(index < questions->count && !met[index]);
        assert_true(at >= last);
        met[index] = true;
        last = at;
    }
    free(met);
}

static void they_follow_a_curve(void)
{
    enum { COUNT = 3000, FIRST = 100 };
    static const double sizes[][2] = { { 1000, 1000 }, { 800, 400 }, { 200, 800 }, { 1, 1 } };
    static const qd__question_kind kind = { place_at, prefetch_none, LEAST };
    struct ledger memory = { 0 };
    qd_tree *tree = tree_kept_in(ITEMS, &memory);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const double width = sizes[i][0], height = sizes[i][1];
        qd_vec2 *places = places_in(width, height, FINE_CELLS, FIRST + COUNT);
        qd__questions questions;
        qd__questions_open(&questions, tree, &kind, places, FIRST, COUNT);
        assert_non_null(questions.order);
        assert_sorted(&questions, places, width > height ? width : height);
        qd__questions_close(&questions);
        free(places);
    }
    qd_tree_destroy(tree);
    assert_true(memory.bytes == 0 && !memory.complaint);
}

// Does a block of so many get sorted?
static bool sorts(const qd_tree *tree, size_t least_items, size_t count)
{
    const qd__question_kind kind = { place_at, prefetch_none, least_items };
    qd_vec2 *places = places_in(1000, 1000, CELLS, count);
    qd__questions questions;
    qd__questions_open(&questions, tree, &kind, places, 0, count);
    const bool sorted = questions.order != NULL;
    qd__questions_close(&questions);
    free(places);
    return sorted;
}

static void few_are_not_sorted(void)
{
    struct ledger memory = { 0 };
    qd_tree *tree = tree_kept_in(ITEMS, &memory);
    assert_true(sorts(tree, 0, LEAST_QUESTIONS) && !sorts(tree, 0, LEAST_QUESTIONS - 1));
    assert_true(sorts(tree, ITEMS, LEAST_QUESTIONS) && !sorts(tree, ITEMS + 1, LEAST_QUESTIONS));
    ledger_refuse(&memory, 1, true);
    assert_false(sorts(tree, 0, LEAST_QUESTIONS));
    ledger_refuse(&memory, 0, false);
    qd_tree_destroy(tree);
}

// How often the cell changes from row to row: seldom where windows are sorted, nearly always where not.
static size_t changes_of(const qd_tree *tree, const qd_box *windows, const qd_vec2 *places, size_t count)
{
    uint32_t *questions = need(count, sizeof *questions);
    const qd_queries queries = { .count = count, .boxes = qd_boxes_double(windows) };
    const qd_rows rows = { .capacity = count, .questions = questions };
    size_t found = 0, changes = 0;
    assert_int_equal(qd_tree_find_many(tree, &queries, &rows, &found), QD_OK);
    assert_true(found > count / 2 && found <= count);
    for (size_t i = 1; i < found; i++)
        changes += along_the_curve(places[questions[i - 1]], 1000, CELLS) !=
                   along_the_curve(places[questions[i]], 1000, CELLS);
    free(questions);
    return changes;
}

static void windows_are_in_a_large_tree(void)
{
    enum { COUNT = 4000 };
    qd_vec2 *places = places_in(1000, 1000, CELLS, COUNT);
    qd_box *windows = need(COUNT, sizeof *windows);
    for (size_t i = 0; i < COUNT; i++)
        windows[i] = (qd_box){ places[i], places[i] };
    for (int enough = 0; enough < 2; enough++) {
        qd_tree *tree = tree_of(&(qd_tree_def){ .world = box(-500, -500, 1500, 1500) });
        const size_t items = LEAST_ITEMS_OF_WINDOWS - 1 + (size_t)enough;
        qd_box *boxes = need(items, sizeof *boxes);
        for (size_t i = 0; i < items; i++) // one at each place, the others beside
            boxes[i] = i < CELLS * CELLS ? point_at(((double)(i % CELLS) + 0.5) * 125, (double)(i / CELLS) * 125 + 62.5)
                                         : point_at(1100 + (double)(i % 387), 1100 + (double)(i / 387));
        const qd_items all = { .boxes = qd_boxes_double(boxes) };
        assert_int_equal(qd_tree_insert_many(tree, &all, items, NULL, NULL), QD_OK);
        const size_t changes = changes_of(tree, windows, places, COUNT);
        assert_true(enough ? changes < COUNT / 8 : changes > COUNT / 2); // block by block, the first ones small
        free(boxes);
        qd_tree_destroy(tree);
    }
    free(windows);
    free(places);
}

// Their rows are in order whatever is done first: that it is shows by the memory that sorting takes.
static void nearest_are_in_any_tree(void)
{
    struct ledger memory = { 0 };
    qd_tree *tree = tree_kept_in(10, &memory);
    for (int enough = 0; enough < 2; enough++) {
        const size_t count = LEAST_QUESTIONS - 1 + (size_t)enough;
        qd_vec2 *places = places_in(1000, 1000, CELLS, count);
        qd_box *boxes = need(count, sizeof *boxes);
        for (size_t i = 0; i < count; i++)
            boxes[i] = (qd_box){ places[i], places[i] };
        uint32_t *counts = need(count, sizeof *counts);
        const qd_ranked_queries queries = { .count = count,
                                            .like = qd_nearest(qd_shape_point((qd_vec2){ 0, 0 }), INFINITY),
                                            .boxes = qd_boxes_double(boxes) };
        const qd_ranked_rows rows = { .k = 1, .counts = counts };
        const uint64_t before = memory.calls;
        assert_int_equal(qd_tree_find_many_ranked(tree, &queries, &rows), QD_OK);
        assert_int_equal(memory.calls - before, 2 * enough);
        free(counts);
        free(boxes);
        free(places);
    }
    qd_tree_destroy(tree);
}

tests_main(plain_test(they_follow_a_curve), plain_test(few_are_not_sorted), plain_test(windows_are_in_a_large_tree),
           plain_test(nearest_are_in_any_tree))
