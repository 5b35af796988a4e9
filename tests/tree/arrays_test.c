// Arrays of the caller at their limits: sides that lie anywhere or are missing, what lies behind the last entry, ids of
// slots that no item has had, slots that items have left, and more items than there can be memory for.
#include "ledger.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>

enum { ROWS = 4, MIDDLE = 12, FARTHEST = 6, NUMBERS = 40 };

// Does a view of small whole numbers insert what it says, row by row?
static void assert_inserts(qd_tree *tree, const qd_boxes *view, const int *numbers, const int offsets[3])
{
    qd_id ids[ROWS];
    const qd_items items = { .boxes = *view };
    qd_tree_clear(tree);
    qd_tree_insert_many(tree, &items, ROWS, ids, NULL);
    for (int row = 0; row < ROWS; row++) {
        const int *at = numbers + MIDDLE + 4 * row;
        const qd_box should = box(at[0], at[offsets[0]], at[offsets[1]], at[offsets[2]]);
        qd_item item;
        assert_int_equal(ids[row] != 0, qd_box_is_valid(&should));
        if (ids[row]) {
            assert_int_equal(qd_tree_get(tree, ids[row], &item), QD_OK);
            assert_memory_equal(&item.box, &should, sizeof should);
        }
    }
}

// Wherever the other sides are from the first one: as in an array of boxes, or anywhere else.
static void sides_may_lie_anywhere(void)
{
    struct prng random = { 5 };
    int numbers[NUMBERS];
    float floats[NUMBERS];
    double doubles[NUMBERS];
    const float *f = floats + MIDDLE;
    const double *d = doubles + MIDDLE;
    const ptrdiff_t stride = 4 * (ptrdiff_t)sizeof *f;
    for (int round = 0; round < 6; round++) {
        for (int i = 0; i < NUMBERS; i++) {
            numbers[i] = (int)prng_below(&random, 12);
            floats[i] = (float)numbers[i];
            doubles[i] = numbers[i];
        }
        qd_tree *tree = tree_of(&(qd_tree_def){ .precision = round % 2 ? QD_DOUBLE : QD_FLOAT });
        int at[3];
        for (at[0] = -FARTHEST; at[0] <= FARTHEST; at[0]++)
            for (at[1] = -FARTHEST; at[1] <= FARTHEST; at[1]++)
                for (at[2] = -FARTHEST; at[2] <= FARTHEST; at[2]++) {
                    const qd_boxes of_floats = { f, f + at[0], f + at[1], f + at[2], stride, QD_FLOAT, QD_CORNERS };
                    const qd_boxes of_doubles = {
                        d, d + at[0], d + at[1], d + at[2], 2 * stride, QD_DOUBLE, QD_CORNERS
                    };
                    assert_inserts(tree, &of_floats, numbers, at);
                    assert_inserts(tree, &of_doubles, numbers, at);
                }
        qd_tree_destroy(tree);
    }
}

// Where one side has no numbers there is no box.
static void no_side_may_be_missing(void)
{
    const float numbers[ROWS] = { 1, 2, 3, 4 };
    for (int missing = 0; missing < 4; missing++) {
        const void *sides[4] = { numbers, numbers, numbers, numbers };
        sides[missing] = NULL;
        const qd_items items = { .boxes = { sides[0], sides[1], sides[2], sides[3], sizeof(float), QD_FLOAT,
                                            QD_CORNERS } };
        qd_tree *tree = tree_of(NULL);
        qd_id ids[ROWS] = { 9, 9, 9, 9 };
        size_t bad = 9;
        assert_int_equal(qd_tree_insert_many(tree, &items, ROWS, ids, &bad), QD_BAD_VALUE);
        assert_true(bad == 0 && ids[0] == 0 && ids[ROWS - 1] == 0 && qd_tree_count(tree, NULL) == 0);
        qd_tree_destroy(tree);
    }
}

// One that is bad ends a run of good ones; the next run ends where the items do, though good boxes lie behind them.
static void nothing_behind_the_items_is_read(void)
{
    enum { ITEMS = 100, ROOM = 400 };
    float boxes[ROOM][4];
    qd_id ids[ROOM];
    for (int i = 0; i < ROOM; i++) {
        ids[i] = 9;
        for (int side = 0; side < 4; side++)
            boxes[i][side] = (float)(i + side / 2);
    }
    boxes[80][0] = NAN;
    size_t bad = 0;
    qd_tree *tree = tree_of(NULL);
    const qd_items items = { .boxes = qd_boxes_float(boxes[0]) };
    assert_int_equal(qd_tree_insert_many(tree, &items, ITEMS, ids, &bad), QD_BAD_VALUE);
    assert_int_equal(qd_tree_count(tree, NULL), ITEMS - 1);
    for (int i = 0; i < ROOM; i++)
        assert_true(i >= ITEMS ? ids[i] == 9 : (ids[i] == 0) == (i == 80));
    assert_true(qd_tree_check(tree));
    qd_tree_destroy(tree);
}

// Slots follow each other, and the last of some ids names the one after them, which no item has had. What its memory
// holds looks like a generation.
static void an_id_that_was_never_given_is_stale(void)
{
    enum { ITEMS = 40 };
    struct ledger memory = { 0 }; // new memory is full of 0xa5
    qd_tree *tree = tree_of(&(qd_tree_def){ .allocator = ledger_allocator(&memory) });
    float boxes[ITEMS + 1][4];
    qd_id ids[ITEMS + 1];
    for (int i = 0; i <= ITEMS; i++)
        for (int side = 0; side < 4; side++)
            boxes[i][side] = (float)(i + side / 2);
    const qd_boxes view = qd_boxes_float(boxes[0]);
    assert_int_equal(qd_tree_insert_many(tree, &(qd_items){ .boxes = view }, ITEMS, ids, NULL), QD_OK);
    ids[ITEMS] = ids[ITEMS - 1] + 1;
    for (int forged = 0; forged < 2; forged++) {
        size_t bad = 0;
        assert_int_equal(qd_tree_move_many(tree, ids, &view, ITEMS + 1, &bad), QD_STALE_ID);
        assert_int_equal(bad, ITEMS);
        assert_int_equal(qd_tree_count(tree, NULL), ITEMS);
        assert_true(qd_tree_check(tree));
        ids[ITEMS] = (qd_id)0xa5a5a5a5u << 32 | qd_id_slot(ids[ITEMS]);
    }
    qd_tree_destroy(tree);
    assert_null(memory.complaint);
}

// Slots that are free come in the order in which they became so, backwards. A call that needs only some of a run of
// them takes these and writes no further.
static void free_slots_are_taken_as_far_as_needed(void)
{
    enum { FIRST = 10, LONG = 30, LONG_END = 40, WANTED = LONG_END - LONG + 1 + 2 };
    static const float boxes[4 * LONG_END];
    qd_tree *tree = tree_of(NULL);
    const qd_items items = { .boxes = qd_boxes_float(boxes) };
    qd_id ids[LONG_END], next[WANTED + 1], one;
    assert_int_equal(qd_tree_insert_many(tree, &items, LONG_END, ids, NULL), QD_OK);
    for (int slot = FIRST + 2; slot >= FIRST; slot--)
        assert_int_equal(qd_tree_remove(tree, ids[slot - 1]), QD_OK);
    for (int slot = LONG_END; slot >= LONG; slot--)
        assert_int_equal(qd_tree_remove(tree, ids[slot - 1]), QD_OK);
    next[WANTED] = 77;
    assert_int_equal(qd_tree_insert_many(tree, &items, WANTED, next, NULL), QD_OK);
    for (int i = 0; i < WANTED; i++)
        assert_int_equal(qd_id_slot(next[i]), i < WANTED - 2 ? LONG + i : FIRST + i - (WANTED - 2));
    assert_int_equal(next[WANTED], 77);
    assert_int_equal(qd_tree_insert(tree, &(qd_item){ 0 }, &one), QD_OK);
    assert_int_equal(qd_id_slot(one), FIRST + 2);
    assert_true(qd_tree_check(tree));
    qd_tree_destroy(tree);
}

// So many that the bytes of their ids are more than a number can say.
static void more_than_there_can_be_memory_for(void)
{
    const qd_box none = { { NAN, NAN }, { NAN, NAN } };
    qd_boxes view = qd_boxes_double(&none);
    view.stride = 0; // the same each time
    qd_tree *tree = tree_of(NULL);
    const qd_items items = { .boxes = view };
    for (size_t more = 1; more < 4; more++)
        assert_int_equal(qd_tree_insert_many(tree, &items, SIZE_MAX / sizeof(qd_id) + more, NULL, NULL), QD_NO_MEMORY);
    qd_tree_destroy(tree);
}

tests_main(plain_test(sides_may_lie_anywhere), plain_test(no_side_may_be_missing),
           plain_test(nothing_behind_the_items_is_read), plain_test(an_id_that_was_never_given_is_stale),
           plain_test(free_slots_are_taken_as_far_as_needed), plain_test(more_than_there_can_be_memory_for))
