/// Windows, nearest and rays: every contender that has them answers what a plain loop does, on even scenes and hard
/// ones, with closed and open edges.
#include "boxes_of.h"

#include <brute.h>
#include <checksum.h>
#include <contenders.h>
#include <float.h>
#include <math.h>
#include <nearest.h>
#include <ray.h>
#include <stdlib.h>
#include <unit.h>

#define MOST 300
#define ASKS 40

static const size_t counts[] = { 0, 1, 5, 64, MOST };
#define COUNTS (sizeof counts / sizeof *counts)

/// How often each item was handed out.
typedef struct seen {
    uint8_t times[MOST];
    size_t count, limit; ///< Stops when it has so many.
} seen;

static bool see(void *context, const uint32_t *items, size_t count)
{
    seen *all = context;
    assert_true(count > 0);
    for (size_t i = 0; i < count; i++) {
        assert_in_range(items[i], 0, MOST - 1);
        all->times[items[i]]++;
    }
    all->count += count;
    return all->count < all->limit;
}

static seen seen_by_loop(const fbox *boxes, size_t count, fbox window, bool open_edges)
{
    seen all = { .limit = SIZE_MAX };
    for (size_t i = 0; i < count; i++)
        if (overlap(boxes[i], window, open_edges)) {
            all.times[i] = 1;
            all.count++;
        }
    return all;
}

static void expect_window(const contender_kind *kind, const contender *self, const seen *expected, fbox window)
{
    seen all = { .limit = SIZE_MAX };
    contender_found found = kind->window(self, window, see, &all);
    contender_found counted = kind->window(self, window, NULL, NULL);
    assert_memory_equal(all.times, expected->times, sizeof all.times);
    assert_int_equal(found.hits, expected->count);
    assert_int_equal(counted.hits, expected->count);
    assert_int_equal(counted.tests, found.tests);
    if (kind->collides)
        assert_int_equal(kind->collides(self, window), expected->count > 0);
}

/// Items of the same set, and boxes between its corners: windows that begin and end where items do.
static fbox window_of(const fbox *boxes, size_t count, uint64_t ask)
{
    if (count == 0 || ask == 0)
        return (fbox){ { -FLT_MAX, -FLT_MAX }, { FLT_MAX, FLT_MAX } };
    fbox a = boxes[ask * 7 % count], b = boxes[ask * 13 % count];
    if (ask % 4 == 0)
        return fbox_between(a.max, a.max);
    return ask % 4 == 1 ? a : fbox_between(a.min, ask % 4 == 2 ? b.max : b.min);
}

typedef void check(const contender_kind *kind, const contender *self, const fbox *boxes, size_t count, bool open_edges);

/// Runs a check over every contender, set, count and edge rule.
static void check_all(check *run)
{
    fbox boxes[MOST];
    for (size_t k = 0; k < TESTED; k++)
        for (int edges = 0; edges < 2; edges++) {
            const contender_kind *kind = tested_kind(k);
            contender *self = kind->create(edges == 1);
            assert_non_null(self);
            run(kind, self, boxes, 0, edges == 1);
            for (const box_set *set = box_sets; set->name; set++)
                for (size_t c = 0; c < COUNTS; c++) {
                    fill_boxes(set, 31 + c, boxes, counts[c]);
                    assert_int_equal(kind->set(self, boxes, counts[c]), QD_OK);
                    run(kind, self, boxes, counts[c], edges == 1);
                    fill_boxes(set, 77 + c, boxes, counts[c]);
                    assert_int_equal(kind->move(self, boxes), QD_OK);
                    run(kind, self, boxes, counts[c], edges == 1);
                }
            kind->destroy(self);
        }
}

static void check_windows(const contender_kind *kind, const contender *self, const fbox *boxes, size_t count,
                          bool open_edges)
{
    for (uint64_t ask = 0; kind->window && ask < ASKS; ask++) {
        fbox window = window_of(boxes, count, ask);
        seen expected = seen_by_loop(boxes, count, window, open_edges);
        expect_window(kind, self, &expected, window);
    }
}

static void windows_find_what_a_loop_finds(void)
{
    check_all(check_windows);
    assert_non_null(contender_brute.window);
    assert_non_null(contender_grid.window);
    assert_non_null(contender_contained.window);
    assert_non_null(contender_leaves.window);
}

/// The library tells distances and times in floats, has a rule of its own for what a ray only touches, ranks what is
/// equally far by slots, and has its own tests for all this.
static bool is_baseline(const contender_kind *kind)
{
    return kind != &contender_quadtree;
}

static void check_near(const contender_kind *kind, const contender *self, const fbox *boxes, size_t count,
                       bool open_edges)
{
    (void)open_edges;
    static const size_t wanted[] = { 0, 1, 8, MOST + 1 };
    for (uint64_t ask = 0; is_baseline(kind) && kind->near && ask < ASKS; ask++) {
        fbox from = window_of(boxes, count, ask);
        fvec2 point = ask % 3 ? from.min : (fvec2){ from.max.x, from.min.y / 2 };
        contender_near all[MOST + 1], got[MOST + 1];
        nearest list = { all, MOST + 1, 0 };
        for (size_t i = 0; i < count; i++) {
            fbox box = boxes[i];
            nearest_add(&list, (uint32_t)i, nearest_squared(point, box.min.x, box.min.y, box.max.x, box.max.y));
        }
        for (size_t w = 0; w < sizeof wanted / sizeof *wanted; w++) {
            size_t some = wanted[w] < count ? wanted[w] : count;
            assert_int_equal(kind->near(self, point, wanted[w], got), some);
            for (size_t i = 0; i < some; i++)
                assert_true(got[i].item == all[i].item && got[i].squared == all[i].squared);
        }
    }
}

static void the_nearest_are_those_of_a_loop(void)
{
    check_all(check_near);
    assert_non_null(contender_brute.near);
    assert_non_null(contender_grid.near);
    assert_non_null(contender_contained.near);
}

static contender_ray ray_of(const fbox *boxes, size_t count, uint64_t ask)
{
    fbox a = window_of(boxes, count, ask), b = window_of(boxes, count, ask + 3);
    contender_ray ray = { a.min, { b.max.x / 2 - a.min.x / 2, b.max.y / 2 - a.min.y / 2 }, ask % 3 ? INFINITY : 1.5f };
    if (ask % 7 == 1)
        ray.direction = (fvec2){ ask % 2 ? 1.0f : -3.0f, 0 };
    if (ask % 7 == 2)
        ray.direction = (fvec2){ -0.0f, ask % 2 ? 0.25f : -1e-3f };
    if (ask % 7 == 3)
        ray.origin = (fvec2){ ray.origin.x - 100 * ray.direction.x, ray.origin.y - 100 * ray.direction.y };
    if (ask % 7 == 4)
        ray.t_max = 0;
    bool usable = isfinite(ray.origin.x) && isfinite(ray.origin.y) && (ray.direction.x != 0 || ray.direction.y != 0);
    return usable ? ray : (contender_ray){ { -7, 3 }, { 1, 0.125f }, INFINITY };
}

static void check_rays(const contender_kind *kind, const contender *self, const fbox *boxes, size_t count,
                       bool open_edges)
{
    (void)open_edges;
    for (uint64_t ask = 0; is_baseline(kind) && kind->ray && ask < ASKS; ask++) {
        contender_ray ray = ray_of(boxes, count, ask);
        contender_hit expected = RAY_NO_HIT;
        for (size_t i = 0; i < count; i++)
            ray_try(&expected, (uint32_t)i, ray, boxes[i]);
        contender_hit got = kind->ray(self, ray);
        if (got.item != expected.item || got.t != expected.t)
            fail_msg("%s, ray %g %g toward %g %g until %g: item %u at %g instead of %u at %g", kind->name,
                     (double)ray.origin.x, (double)ray.origin.y, (double)ray.direction.x, (double)ray.direction.y,
                     (double)ray.t_max, got.item, got.t, expected.item, expected.t);
    }
}

static void rays_hit_what_a_loop_hits(void)
{
    check_all(check_rays);
    assert_non_null(contender_brute.ray);
    assert_non_null(contender_grid.ray);
    assert_non_null(contender_contained.ray);
}

static void the_first_hit_is_where_one_can_see_it(void)
{
    const fbox boxes[] = { fbox_xywh(4, 0, 1, 1), fbox_xywh(2, 0, 1, 1), fbox_xywh(2, 0.5f, 1, 1),
                           fbox_xywh(-3, 0, 1, 1) };
    static const struct {
        contender_ray ray;
        contender_hit hit;
    } cases[] = {
        { { { 0, 0.25f }, { 1, 0 }, INFINITY }, { 1, 2 } },
        { { { 0, 1 }, { 1, 0 }, INFINITY }, { 1, 2 } },
        { { { 0, 1.25f }, { 2, 0 }, INFINITY }, { 2, 1 } },
        { { { 0, 0.25f }, { -1, 0 }, INFINITY }, { 3, 2 } },
        { { { 4.5f, 0.5f }, { 0, 1 }, INFINITY }, { 0, 0 } },
        { { { 0, 0.25f }, { 1, 0 }, 2 }, { 1, 2 } },
        { { { 0, 0.25f }, { 1, 0 }, 1.9f }, { UINT32_MAX, INFINITY } },
        { { { 0, 4 }, { 1, 0 }, INFINITY }, { UINT32_MAX, INFINITY } },
        { { { 0, 5 }, { 1, -1 }, INFINITY }, { 0, 4 } },
    };
    for (size_t k = 0; k < TESTED; k++) {
        const contender_kind *kind = tested_kind(k);
        contender *self = kind->create(true);
        assert_non_null(self);
        assert_int_equal(kind->set(self, boxes, sizeof boxes / sizeof *boxes), QD_OK);
        for (size_t i = 0; is_baseline(kind) && kind->ray && i < sizeof cases / sizeof *cases; i++) {
            contender_hit got = kind->ray(self, cases[i].ray);
            assert_int_equal(got.item, cases[i].hit.item);
            assert_true(got.t == cases[i].hit.t);
        }
        kind->destroy(self);
    }
}

static void the_loop_over_the_callers_array_finds_the_same(void)
{
    fbox boxes[MOST];
    for (const box_set *set = box_sets; set->name; set++)
        for (size_t count = 0; count <= MOST; count += count < 20 ? 1 : 35) {
            fill_boxes(set, count, boxes, count);
            for (uint64_t ask = 0; ask < 8; ask++)
                for (int edges = 0; edges < 2; edges++) {
                    fbox window = window_of(boxes, count, ask);
                    seen expected = seen_by_loop(boxes, count, window, edges == 1), all = { .limit = SIZE_MAX };
                    contender_found found = brute_window_of_array(boxes, count, window, edges == 1, see, &all);
                    assert_memory_equal(all.times, expected.times, sizeof all.times);
                    assert_int_equal(found.hits, expected.count);
                    assert_int_equal(found.tests, count);
                }
        }
}

static bool stop_at_once(void *context, const uint32_t *items, size_t count)
{
    (void)items, (void)count;
    ++*(size_t *)context;
    return false;
}

static void a_window_can_be_stopped(void)
{
    enum { MANY = 20000 };
    static fbox boxes[MANY];
    for (size_t i = 0; i < MANY; i++)
        boxes[i] = fbox_xywh((float)(i % 100), (float)(i / 100 % 100), 0.5f, 0.5f);
    fbox all = fbox_xywh(-1, -1, 102, 102);
    for (size_t k = 0; k < TESTED; k++) {
        const contender_kind *kind = tested_kind(k);
        contender *self = kind->create(false);
        assert_non_null(self);
        assert_int_equal(kind->set(self, boxes, MANY), QD_OK);
        if (kind->window) {
            size_t calls = 0;
            contender_found found = kind->window(self, all, stop_at_once, &calls);
            assert_int_equal(calls, 1);
            assert_in_range(found.hits, 1, MANY - 1);
        }
        kind->destroy(self);
    }
}

static void sums_of_items_are_their_checksum(void)
{
    const uint32_t items[] = { 3, 4000000000u, 4000000000u };
    uint64_t sum = 1;
    assert_true(checksum_items(&sum, items, 3));
    assert_int_equal(sum, 8000000004u);
}

tests_main(plain_test(windows_find_what_a_loop_finds), plain_test(the_nearest_are_those_of_a_loop),
           plain_test(rays_hit_what_a_loop_hits), plain_test(the_first_hit_is_where_one_can_see_it),
           plain_test(the_loop_over_the_callers_array_finds_the_same), plain_test(a_window_can_be_stopped),
           plain_test(sums_of_items_are_their_checksum))
