/// Items that come and go one by one: after each change, windows find what a loop over the live items finds. And tuning
/// changes how fast an answer comes, not what it is.
#include "boxes_of.h"
#include "found.h"

#include <contenders.h>
#include <float.h>
#include <stdlib.h>
#include <string.h>
#include <tune.h>
#include <unit.h>

#define MOST 1200
#define FIRST 100

typedef struct model {
    fbox boxes[MOST];
    bool live[MOST];
    uint8_t times[MOST];
    size_t count;
} model;

static bool see(void *context, const uint32_t *items, size_t count)
{
    model *m = context;
    for (size_t i = 0; i < count; i++) {
        assert_in_range(items[i], 0, MOST - 1);
        m->times[items[i]]++;
    }
    return true;
}

static void expect_window(const contender_kind *kind, const contender *self, model *m, fbox window, bool open_edges)
{
    memset(m->times, 0, sizeof m->times);
    contender_found caught = kind->window(self, window, see, m);
    size_t hits = 0;
    for (size_t i = 0; i < m->count; i++) {
        bool hit = m->live[i] && overlap(m->boxes[i], window, open_edges);
        assert_int_equal(m->times[i], hit);
        hits += hit;
    }
    assert_int_equal(caught.hits, hits);
    if (kind->collides)
        assert_int_equal(kind->collides(self, window), hits > 0);
}

static void expect_all(const contender_kind *kind, const contender *self, model *m, scene_random *random,
                       bool open_edges)
{
    expect_window(kind, self, m, (fbox){ { -FLT_MAX, -FLT_MAX }, { FLT_MAX, FLT_MAX } }, open_edges);
    for (int ask = 0; ask < 3 && m->count > 0; ask++) {
        fbox a = m->boxes[scene_random_bits(random) % m->count], b = m->boxes[scene_random_bits(random) % m->count];
        expect_window(kind, self, m, ask ? a : fbox_between(a.min, b.max), open_edges);
    }
}

/// Mostly inserts at first, mostly removals in the end; now and then a number that is not there.
static void change(const contender_kind *kind, contender *self, model *m, const fbox *next, scene_random *random)
{
    uint64_t dice = scene_random_bits(random) % 4;
    if (m->count < MOST && (dice > 0) == (m->count < MOST / 2)) {
        assert_int_equal(kind->insert(self, next[m->count]), QD_OK);
        m->boxes[m->count] = next[m->count];
        m->live[m->count++] = true;
        return;
    }
    uint32_t item = (uint32_t)(scene_random_bits(random) % (m->count + 2));
    bool there = item < m->count && m->live[item];
    assert_int_equal(kind->remove(self, item), there);
    if (there)
        m->live[item] = false;
}

static void start(const contender_kind *kind, contender *self, model *m, const fbox *boxes, size_t first)
{
    *m = (model){ .count = first };
    if (first > 0)
        assert_int_equal(kind->set(self, boxes, first), QD_OK);
    for (size_t i = 0; i < first; i++) {
        m->boxes[i] = boxes[i];
        m->live[i] = true;
    }
}

static void change_all(const contender_kind *kind, const box_set *set, size_t first, bool tuned, bool open_edges)
{
    static model m;
    static fbox boxes[MOST];
    fill_boxes(set, 5, boxes, MOST);
    contender *self = kind->create(open_edges);
    assert_non_null(self);
    if (tuned && kind->tune)
        assert_int_equal(kind->tune(self, boxes, FIRST, NULL, 0), QD_OK);
    start(kind, self, &m, boxes, first);
    scene_random random = { first + 1 };
    for (int step = 0; step < 3 * MOST; step++) {
        change(kind, self, &m, boxes, &random);
        if (step % 97 == 0)
            expect_all(kind, self, &m, &random, open_edges);
    }
    for (uint32_t item = 0; item < m.count; item++) {
        assert_int_equal(kind->remove(self, item), m.live[item]);
        m.live[item] = false;
    }
    expect_all(kind, self, &m, &random, open_edges);
    assert_false(kind->remove(self, 0));
    // As good as new.
    assert_int_equal(kind->set(self, boxes, FIRST), QD_OK);
    found expected = found_by_loop(boxes, FIRST, open_edges), got = found_by(kind, self);
    assert_true(found_equal(&expected, &got));
    found_free(&expected);
    found_free(&got);
    kind->destroy(self);
}

static void items_come_and_go(void)
{
    for (size_t k = 0; k < TESTED; k++) {
        const contender_kind *kind = tested_kind(k);
        if (!kind->insert || !kind->remove)
            continue;
        for (const box_set *set = box_sets; set->name; set++) {
            change_all(kind, set, 0, false, false);
            change_all(kind, set, FIRST, false, true);
        }
        change_all(kind, &box_sets[0], 0, true, false);
        change_all(kind, &box_sets[8], FIRST, true, false);
    }
    assert_non_null(contender_grid.insert);
    assert_non_null(contender_contained.insert);
    assert_non_null(contender_leaves.insert);
}

/// Tuned for some boxes, then emptied by a set of none, then filled one by one, with more boxes than it was tuned for.
static void what_was_tuned_and_emptied_takes_items_again(void)
{
    static model m;
    static fbox boxes[MOST];
    for (size_t k = 0; k < TESTED; k++) {
        const contender_kind *kind = tested_kind(k);
        for (size_t s = 0; kind->tune && kind->insert && s < 3; s++) {
            fill_boxes(&box_sets[4 * s], 6, boxes, MOST);
            contender *self = kind->create(false);
            assert_non_null(self);
            scene_random random = { 8 };
            for (int round = 0; round < 3; round++) {
                size_t windows = round == 1 ? 20 : 0;
                assert_int_equal(kind->tune(self, boxes, FIRST, windows ? boxes : NULL, windows), QD_OK);
                assert_int_equal(kind->set(self, round == 2 ? boxes : NULL, 0), QD_OK);
                m = (model){ .count = 0 };
                expect_all(kind, self, &m, &random, false);
                assert_false(kind->remove(self, 0));
                for (int step = 0; step < 2 * MOST; step++)
                    change(kind, self, &m, boxes, &random);
                expect_all(kind, self, &m, &random, false);
            }
            kind->destroy(self);
        }
    }
}

static void tuning_changes_no_answer(void)
{
    static fbox boxes[MOST];
    for (size_t k = 0; k < TESTED; k++) {
        const contender_kind *kind = tested_kind(k);
        for (size_t s = 0; kind->tune && s < 3; s++) {
            const box_set *set = &box_sets[4 * s];
            contender *self = kind->create(false);
            assert_non_null(self);
            fill_boxes(set, 1, boxes, FIRST);
            const fbox *windows = s == 1 && kind->window ? boxes : NULL;
            assert_int_equal(kind->tune(self, boxes, FIRST, windows, windows ? FIRST : 0), QD_OK);
            assert_int_equal(kind->pairs(self, NULL, NULL).pairs, 0);
            fill_boxes(set, 2, boxes, MOST / 4);
            assert_int_equal(kind->set(self, boxes, MOST / 4), QD_OK);
            found expected = found_by_loop(boxes, MOST / 4, false), got = found_by(kind, self);
            assert_true(found_equal(&expected, &got));
            found_free(&expected);
            found_free(&got);
            kind->destroy(self);
        }
    }
    assert_non_null(contender_grid.tune);
    assert_non_null(contender_strips.tune);
}

static void every_contender_knows_its_bytes(void)
{
    static fbox boxes[MOST];
    fill_boxes(&box_sets[0], 1, boxes, MOST);
    for (size_t k = 0; k < TESTED; k++) {
        const contender_kind *kind = tested_kind(k);
        contender *self = kind->create(false);
        assert_non_null(self);
        assert_int_equal(kind->set(self, boxes, MOST), QD_OK);
        if (kind->bytes)
            assert_in_range(kind->bytes(self), MOST * sizeof(fbox), MOST * 400);
        kind->destroy(self);
    }
}

static void the_first_leaf_tree_knows_what_collides(void)
{
    static fbox boxes[MOST];
    const contender_kind *kind = &contender_first_leaf;
    for (const box_set *set = box_sets; set->name; set++)
        for (int edges = 0; edges < 2; edges++) {
            contender *self = kind->create(edges == 1);
            assert_non_null(self);
            fill_boxes(set, 3, boxes, MOST);
            assert_int_equal(kind->tune(self, boxes, MOST, NULL, 0), QD_OK);
            for (size_t count = 0; count < MOST / 4; count++) {
                bool any = false;
                for (size_t i = 0; i < count; i++)
                    any |= overlap(boxes[i], boxes[MOST - 1 - count], edges == 1);
                assert_int_equal(kind->collides(self, boxes[MOST - 1 - count]), any);
                assert_int_equal(kind->insert(self, boxes[count]), QD_OK);
            }
            assert_int_equal(kind->set(self, boxes, MOST), QD_OK);
            assert_true(edges == 1 || kind->collides(self, boxes[MOST / 2]));
            assert_in_range(kind->bytes(self), MOST * sizeof(fbox), MOST * 400);
            kind->destroy(self);
        }
}

static void the_first_leaf_tree_refuses_what_is_outside_its_world(void)
{
    const contender_kind *kind = &contender_first_leaf;
    contender *self = kind->create(false);
    assert_non_null(self);
    fbox world = fbox_xywh(0, 0, 800, 600);
    assert_int_equal(kind->tune(self, &world, 1, NULL, 0), QD_OK);
    assert_int_equal(kind->insert(self, fbox_xywh(801, 0, 32, 32)), QD_BAD_VALUE);
    assert_false(kind->collides(self, fbox_xywh(801, 0, 32, 32)));
    assert_int_equal(kind->insert(self, fbox_xywh(800, 599, 32, 32)), QD_OK);
    assert_true(kind->collides(self, fbox_xywh(801, 0, 32, 600)));
    kind->destroy(self);
    kind->destroy(NULL);
}

int main(void)
{
    tune_least_time = 0;
    const struct CMUnitTest tests[] = {
        plain_test(items_come_and_go),
        plain_test(what_was_tuned_and_emptied_takes_items_again),
        plain_test(tuning_changes_no_answer),
        plain_test(every_contender_knows_its_bytes),
        plain_test(the_first_leaf_tree_knows_what_collides),
        plain_test(the_first_leaf_tree_refuses_what_is_outside_its_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
