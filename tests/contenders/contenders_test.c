/// Every contender finds exactly the pairs that a double loop finds: on even scenes and hard ones, with closed and open
/// edges, after every box has moved, and after the items were replaced.
#include "all.h"
#include "boxes_of.h"
#include "found.h"

#include <checksum.h>
#include <contenders.h>
#include <stdlib.h>
#include <unit.h>

#define MOST 400

static const size_t counts[] = { 0, 1, 2, 3, 17, 130, MOST };
#define COUNTS (sizeof counts / sizeof *counts)

static void expect_pairs_of_loop(const contender_kind *kind, const contender *self, const char *set, const fbox *boxes,
                                 size_t count, bool open_edges)
{
    found expected = found_by_loop(boxes, count, open_edges), got = found_by(kind, self);
    contender_cost counted = kind->pairs(self, NULL, NULL);
    if (!found_equal(&expected, &got))
        fail_msg("%s on %zu boxes \"%s\", %s edges: %zu pairs instead of %zu, or others", kind->name, count, set,
                 open_edges ? "open" : "closed", got.count, expected.count);
    assert_int_equal(counted.pairs, expected.count);
    found_free(&expected);
    found_free(&got);
}

/// One contender through every set and count: the sets follow one another by moving, the counts by replacing.
static void try_all_sets(const contender_kind *kind, bool open_edges)
{
    const uint64_t seeds = all_or(3, 1);
    fbox boxes[MOST];
    contender *self = kind->create(open_edges);
    assert_non_null(self);
    for (size_t c = 0; c < COUNTS; c++) {
        fill_boxes(&box_sets[c], c, boxes, counts[c]);
        assert_int_equal(kind->set(self, boxes, counts[c]), QD_OK);
        expect_pairs_of_loop(kind, self, box_sets[c].name, boxes, counts[c], open_edges);
        for (const box_set *set = box_sets; set->name; set++)
            for (uint64_t seed = 0; seed < seeds; seed++) {
                fill_boxes(set, 100 * seed + c, boxes, counts[c]);
                assert_int_equal(kind->move(self, boxes), QD_OK);
                expect_pairs_of_loop(kind, self, set->name, boxes, counts[c], open_edges);
            }
    }
    kind->destroy(self);
}

static void finds_the_pairs_of_a_double_loop(void)
{
    for (size_t k = 0; k < TESTED; k++) {
        try_all_sets(tested_kind(k), false);
        try_all_sets(tested_kind(k), true);
    }
}

static void finds_the_pairs_of_each_set_from_the_start(void)
{
    fbox boxes[MOST];
    for (size_t k = 0; k < TESTED; k++)
        for (const box_set *set = box_sets; set->name; set++) {
            const contender_kind *kind = tested_kind(k);
            contender *self = kind->create(false);
            assert_non_null(self);
            fill_boxes(set, 7, boxes, MOST);
            assert_int_equal(kind->set(self, boxes, MOST), QD_OK);
            expect_pairs_of_loop(kind, self, set->name, boxes, MOST, false);
            kind->destroy(self);
        }
}

static void a_new_contender_is_empty(void)
{
    for (size_t k = 0; k < TESTED; k++) {
        const contender_kind *kind = tested_kind(k);
        contender *self = kind->create(false);
        assert_non_null(self);
        contender_cost cost = kind->pairs(self, NULL, NULL);
        assert_int_equal(cost.tests, 0);
        assert_int_equal(cost.pairs, 0);
        kind->destroy(self);
        kind->destroy(NULL);
    }
}

static void brute_force_tests_every_pair_once(void)
{
    fbox boxes[MOST];
    fill_boxes(&box_sets[0], 1, boxes, MOST);
    contender *self = contender_brute.create(false);
    assert_non_null(self);
    for (size_t count = 0; count <= MOST; count += count < 3 ? 1 : 19) {
        assert_int_equal(contender_brute.set(self, boxes, count), QD_OK);
        uint64_t all = (uint64_t)count * (count - (count > 0)) / 2;
        assert_int_equal(contender_brute.pairs(self, NULL, NULL).tests, all);
    }
    assert_int_equal(contender_brute.upkeep(self), 0);
    contender_brute.destroy(self);
}

static void the_others_test_far_fewer_on_an_even_scene(void)
{
    enum { COUNT = 1000 };
    fbox boxes[COUNT];
    scene_random random = { 5 };
    for (size_t i = 0; i < COUNT; i++)
        boxes[i] = fbox_xywh(scene_random_between(&random, 0, 500), scene_random_between(&random, 0, 500), 8, 8);
    for (size_t k = 0; k < TESTED; k++) {
        const contender_kind *kind = tested_kind(k);
        if (kind == &contender_brute)
            continue;
        contender *self = kind->create(false);
        assert_non_null(self);
        assert_int_equal(kind->set(self, boxes, COUNT), QD_OK);
        contender_cost cost = kind->pairs(self, NULL, NULL);
        assert_in_range(cost.tests, cost.pairs, COUNT * (COUNT - 1) / 2 / 10);
        kind->destroy(self);
    }
}

static bool take_one_batch(void *context, const contender_pair *pairs, size_t count)
{
    (void)pairs;
    size_t *taken = context;
    assert_int_equal(*taken, 0);
    *taken = count;
    return false;
}

static void a_visitor_can_stop(void)
{
    fbox boxes[MOST];
    fill_boxes(&box_sets[4], 1, boxes, MOST); // all equal: 79,800 pairs
    for (size_t k = 0; k < TESTED; k++) {
        const contender_kind *kind = tested_kind(k);
        contender *self = kind->create(false);
        assert_non_null(self);
        assert_int_equal(kind->set(self, boxes, MOST), QD_OK);
        size_t taken = 0;
        contender_cost cost = kind->pairs(self, take_one_batch, &taken);
        assert_in_range(taken, 1, MOST * (MOST - 1) / 2 - 1);
        assert_int_equal(cost.pairs, taken);
        kind->destroy(self);
    }
}

static void contenders_are_found_by_name(void)
{
    for (size_t k = 0; k < CONTENDERS; k++) {
        assert_ptr_equal(contender_find(contender_names[k]), contender_at(k));
        assert_string_equal(contender_at(k)->name, contender_names[k]);
    }
    assert_null(contender_names[CONTENDERS]);
    assert_null(contender_at(CONTENDERS));
    assert_null(contender_find("octree"));
    assert_null(contender_find(""));
}

static void the_checksum_does_not_depend_on_order(void)
{
    contender_pair pairs[] = { { 0, 1 }, { 0, 2 }, { 1, 2 }, { 7, 4000000000u } };
    contender_pair turned[] = { pairs[3], pairs[1], pairs[0], pairs[2] };
    contender_pair other[] = { pairs[0], pairs[1], pairs[2], { 7, 4000000001u } };
    contender_pair twice[] = { pairs[0], pairs[1], pairs[2], pairs[2] };
    uint64_t sums[4] = { 0 };
    checksum_visitor(&sums[0], pairs, 4);
    checksum_visitor(&sums[1], turned, 4);
    checksum_visitor(&sums[2], other, 4);
    checksum_visitor(&sums[3], twice, 4);
    assert_int_equal(sums[0], sums[1]);
    assert_int_not_equal(sums[0], sums[2]);
    assert_int_not_equal(sums[0], sums[3]);
    assert_int_not_equal(checksum_of_pair((contender_pair){ 1, 2 }), checksum_of_pair((contender_pair){ 2, 1 }));
    assert_int_not_equal(checksum_of_pair((contender_pair){ 0, 1 }), 0);
}

tests_main(plain_test(finds_the_pairs_of_a_double_loop), plain_test(finds_the_pairs_of_each_set_from_the_start),
           plain_test(a_new_contender_is_empty), plain_test(brute_force_tests_every_pair_once),
           plain_test(the_others_test_far_fewer_on_an_even_scene), plain_test(a_visitor_can_stop),
           plain_test(contenders_are_found_by_name), plain_test(the_checksum_does_not_depend_on_order))
