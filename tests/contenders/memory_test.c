/// Memory of the contenders: every allocation of every call fails once and is reported, nothing is leaked, and what the
/// grid asks for stays within a fixed number of bytes a box, whatever the boxes.
///
/// The linker puts the functions below in the place of malloc, calloc and aligned_alloc (--wrap).
#include "boxes_of.h"
#include "found.h"

#include <contenders.h>
#include <stdlib.h>
#include <unit.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);

static size_t allocations_left = SIZE_MAX; ///< This many succeed, the next one fails, those after it succeed.
static size_t bytes_asked_for;

static bool allocation_fails(size_t size)
{
    bytes_asked_for += size;
    if (allocations_left == SIZE_MAX)
        return false;
    return allocations_left-- == 0;
}

void *__wrap_malloc(size_t size)
{
    return allocation_fails(size) ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return allocation_fails(count * size) ? NULL : __real_calloc(count, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return allocation_fails(size) ? NULL : __real_aligned_alloc(alignment, size);
}

#define COUNT 300

static void expect_pairs_of(const contender_kind *kind, const contender *self, const fbox *boxes)
{
    found expected = found_by_loop(boxes, COUNT, false), got = found_by(kind, self);
    assert_true(found_equal(&expected, &got));
    found_free(&expected);
    found_free(&got);
}

/// Create, set and move with the n-th allocation failing: that is reported, or made do without. False: there was no
/// n-th.
static bool fails_well(const contender_kind *kind, size_t nth, const fbox *few, const fbox *boxes, const fbox *moved)
{
    allocations_left = nth;
    contender *self = kind->create(false);
    qd_result result = self ? kind->set(self, few, COUNT / 8) : QD_NO_MEMORY;
    if (!result)
        result = kind->set(self, boxes, COUNT);
    if (!result)
        result = kind->move(self, moved);
    bool failed = allocations_left == SIZE_MAX;
    allocations_left = SIZE_MAX;
    if (result) {
        assert_true(failed);
        assert_int_equal(result, QD_NO_MEMORY);
        if (self) {
            // After a failure it holds nothing, and can be used again.
            assert_int_equal(kind->pairs(self, NULL, NULL).pairs, 0);
            assert_int_equal(kind->set(self, boxes, COUNT), QD_OK);
            expect_pairs_of(kind, self, boxes);
        }
    } else {
        expect_pairs_of(kind, self, moved);
    }
    kind->destroy(self);
    return failed;
}

static void every_allocation_fails_once(void)
{
    fbox few[COUNT], boxes[COUNT], moved[COUNT];
    fill_boxes(&box_sets[0], 1, few, COUNT / 8);
    fill_boxes(&box_sets[0], 2, boxes, COUNT);
    fill_boxes(&box_sets[8], 3, moved, COUNT); // every size: the grid needs more than before
    for (size_t k = 0; k < TESTED; k++) {
        size_t nth = 0;
        while (fails_well(tested_kind(k), nth, few, boxes, moved))
            nth++;
        assert_in_range(nth, 2, 1000);
    }
}

/// Inserts all with the n-th allocation failing; what was refused goes in the second time. False: there was no n-th.
static bool inserts_well(const contender_kind *kind, size_t nth, const fbox *boxes)
{
    contender *self = kind->create(false);
    assert_non_null(self);
    allocations_left = nth;
    for (size_t i = 0; i < COUNT; i++) {
        qd_result result = kind->insert(self, boxes[i]);
        if (!result)
            continue;
        assert_int_equal(result, QD_NO_MEMORY);
        assert_true(allocations_left == SIZE_MAX);
        assert_int_equal(kind->insert(self, boxes[i]), QD_OK);
    }
    bool failed = allocations_left == SIZE_MAX;
    allocations_left = SIZE_MAX;
    fbox everywhere = { { -1e6f, -1e6f }, { 1e6f, 1e6f } };
    if (kind->window)
        assert_int_equal(kind->window(self, everywhere, NULL, NULL).hits, COUNT);
    assert_true(kind->collides(self, boxes[COUNT - 1]));
    kind->destroy(self);
    return failed;
}

static void an_insert_that_fails_changes_nothing(void)
{
    fbox boxes[COUNT];
    fill_boxes(&box_sets[0], 4, boxes, COUNT);
    const contender_kind *const kinds[] = { &contender_grid, &contender_contained, &contender_leaves,
                                            &contender_first_leaf, NULL };
    for (size_t k = 0; kinds[k]; k++) {
        size_t nth = 0;
        while (inserts_well(kinds[k], nth, boxes))
            nth++;
        assert_in_range(nth, 2, 1000);
    }
}

static void more_boxes_than_can_be_numbered_are_refused(void)
{
    fbox box = fbox_xywh(0, 0, 1, 1);
    for (size_t k = 0; k < TESTED; k++) {
        const contender_kind *kind = tested_kind(k);
        contender *self = kind->create(false);
        assert_non_null(self);
        assert_int_equal(kind->set(self, &box, 1), QD_OK);
        assert_int_equal(kind->set(self, &box, SIZE_MAX), QD_NO_MEMORY);
        if (SIZE_MAX > UINT32_MAX) // fewer can be numbered, and would be read
            assert_int_equal(kind->set(self, &box, SIZE_MAX / sizeof box), QD_NO_MEMORY);
        assert_int_equal(kind->pairs(self, NULL, NULL).pairs, 0);
        assert_int_equal(kind->set(self, &box, 1), QD_OK);
        kind->destroy(self);
    }
}

static void the_grid_needs_bounded_memory_for_any_boxes(void)
{
    enum { MANY = 4000 };
    static fbox boxes[MANY];
    for (const box_set *set = box_sets; set->name; set++) {
        fill_boxes(set, 1, boxes, MANY);
        contender *self = contender_grid.create(false);
        assert_non_null(self);
        bytes_asked_for = 0;
        assert_int_equal(contender_grid.set(self, boxes, MANY), QD_OK);
        assert_in_range(bytes_asked_for, MANY, MANY * 300);
        contender_grid.destroy(self);
    }
}

tests_main(plain_test(every_allocation_fails_once), plain_test(an_insert_that_fails_changes_nothing),
           plain_test(more_boxes_than_can_be_numbered_are_refused),
           plain_test(the_grid_needs_bounded_memory_for_any_boxes))
