// Inside, containing, and convex polygons, whose answers are exact to the last bit.
#include "exact.h"
#include "field.h"

#include <float.h>
#include <math.h>
#include <string.h>

static qd_polygon polygon_of(const qd_vec2 *corners, size_t count)
{
    return (qd_polygon){ corners, count };
}

static void bad_polygons_are_told_and_find_nothing(void **state)
{
    (void)state;
    const qd_vec2 square[] = { { 0, 0 }, { 4, 0 }, { 4, 4 }, { 0, 4 } }, back[] = { { 0, 4 }, { 4, 4 }, { 4, 0 } };
    const qd_vec2 doubled[] = { { 0, 0 }, { 2, 0 }, { 4, 0 }, { 4, 0 }, { 4, 4 }, { 0, 4 }, { 0, 0 } };
    const qd_vec2 dent[] = { { 0, 0 }, { 4, 0 }, { 4, 4 }, { 2, 1 } },
                  bow[] = { { 0, 0 }, { 4, 4 }, { 4, 0 }, { 0, 4 } };
    const qd_vec2 line[] = { { 0, 0 }, { 1, 1 }, { 3, 3 } }, spike[] = { { 0, 0 }, { 4, 0 }, { 2, 0 }, { 2, 4 } };
    const qd_vec2 star[] = { { 0, 3 }, { 2, -3 }, { -3, 1 }, { 3, 1 }, { -2, -3 } };
    const qd_vec2 twice[] = { { 0, 0 }, { 4, 0 }, { 4, 4 }, { 0, 0 }, { 4, 0 }, { 4, 4 } };
    const qd_vec2 nan[] = { { 0, 0 }, { 4, 0 }, { NAN, 4 } }, far[] = { { 0, 0 }, { INFINITY, 0 }, { 0, 4 } };
    // Dented by the last bit, and not.
    const qd_vec2 ulp[] = { { 0, 0 }, { 0x1p-24f, 0x1p-24f }, { 1, 1 }, { 0, 1 } };
    const qd_vec2 in[] = { { 0, 0 }, { 0.5f, 0x1.000002p-1f }, { 1, 1 }, { 1, 0 } };
    const qd_vec2 out[] = { { 0, 0 }, { 0.5f, 0x1.fffffep-2f }, { 1, 1 }, { 1, 0 } };
    const qd_vec2 huge[] = {
        { -FLT_MAX, -FLT_MAX }, { FLT_MAX, -FLT_MAX }, { FLT_MAX, FLT_MAX }, { -FLT_MAX, FLT_MAX }
    };
    const qd_vec2 small[] = { { 0, 0 }, { FLT_TRUE_MIN, 0 }, { 0, FLT_TRUE_MIN } };
    qd_vec2 many[17];
    for (int i = 0; i < 17; i++)
        many[i] = (qd_vec2){ (float)i, (float)(i * i) };
    const struct {
        const qd_vec2 *corners;
        size_t count;
        bool valid;
    } cases[] = {
        { square, 4, true }, { back, 3, true },    { doubled, 7, true }, { dent, 4, false },  { bow, 4, false },
        { line, 3, false },  { spike, 4, false },  { star, 5, false },   { twice, 6, false }, { nan, 3, false },
        { far, 3, false },   { square, 2, false }, { square, 0, false }, { NULL, 0, false },  { many, 16, true },
        { many, 17, false }, { ulp, 4, true },     { in, 4, true },      { out, 4, false },   { huge, 4, true },
        { small, 3, true },
    };
    qd_tree *tree = tree_with(QD_EDGES_CLOSED, 0, 0);
    qd_tree_insert(tree, item_at(box(-1, -1, 5, 5)));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const qd_polygon polygon = polygon_of(cases[i].corners, cases[i].count);
        qd_found found;
        if (qd_polygon_is_valid(polygon) != cases[i].valid)
            fail_msg("polygon %zu", i);
        assert_int_equal(qd_find_polygon(tree, polygon, everyone, &found, 1), cases[i].valid);
        if (!cases[i].valid)
            assert_int_equal(qd_find_inside_polygon(tree, polygon, everyone, &found, 1), 0);
    }
    qd_tree_destroy(tree);
}

static void what_is_inside_reaches_beyond_nowhere(void **state)
{
    (void)state;
    for (int open = 0; open < 2; open++) {
        struct field field;
        field_open(&field, (qd_edges)open);
        field_add(&field, box(0, 0, 4, 4));                // all of the window
        field_add(&field, box(0, 1, 1, 2));                // shares an edge
        field_add(&field, box(1, 1, 2, nextafterf(4, 5))); // sticks out
        field_add(&field, point_at(4, 4));                 // lies on the corner
        field_add(&field, point_at(2, 2));
        qd_found found[8];
        assert_int_equal(qd_find_inside(field.tree, box(0, 0, 4, 4), everyone, found, 8), open ? 3 : 4);
        assert_int_equal(qd_find_inside(field.tree, everywhere, everyone, found, 8), 5);
        assert_int_equal(qd_find_inside(field.tree, box(4, 4, 0, 0), everyone, found, 8), 0);
        assert_int_equal(qd_find_inside(field.tree, box(NAN, 0, 4, 4), everyone, found, 8), 0);
        assert_int_equal(qd_find_containing(field.tree, box(0, 0, 4, 4), everyone, found, 8), 1);
        assert_int_equal(qd_find_containing(field.tree, point_at(2, 2), everyone, found, 8), open ? 1 : 3);
        assert_int_equal(qd_find_containing(field.tree, point_at(0, 0), everyone, found, 8), open ? 0 : 1);
        assert_int_equal(qd_find_containing(field.tree, everywhere, everyone, found, 8), 0);
        assert_int_equal(qd_find_containing(field.tree, box(0, 0, NAN, 1), everyone, found, 8), 0);
        field_close(&field);
    }
}

// What is left of a convex polygon within a box, by cutting it off at one side after the other.
struct shape {
    long double x[40], y[40];
    int count;
};

static struct shape cut(struct shape shape, int axis, long double at, bool upper)
{
    struct shape left = { .count = 0 };
    for (int i = 0; i < shape.count; i++) {
        const int next = (i + 1) % shape.count;
        const long double here = ((axis ? shape.y[i] : shape.x[i]) - at) * (upper ? -1 : 1);
        const long double there = ((axis ? shape.y[next] : shape.x[next]) - at) * (upper ? -1 : 1);
        if (here >= 0) {
            left.x[left.count] = shape.x[i];
            left.y[left.count++] = shape.y[i];
        }
        if ((here > 0 && there < 0) || (here < 0 && there > 0)) {
            left.x[left.count] = shape.x[i] + (shape.x[next] - shape.x[i]) * here / (here - there);
            left.y[left.count++] = shape.y[i] + (shape.y[next] - shape.y[i]) * here / (here - there);
        }
    }
    return left;
}

static long double area_within(const qd_vec2 *corners, size_t count, qd_box box, long double margin)
{
    struct shape shape = { .count = (int)count };
    for (size_t i = 0; i < count; i++) {
        shape.x[i] = corners[i].x;
        shape.y[i] = corners[i].y;
    }
    shape = cut(cut(shape, 0, box.min.x - margin, false), 0, box.max.x + margin, true);
    shape = cut(cut(shape, 1, box.min.y - margin, false), 1, box.max.y + margin, true);
    long double twice = 0;
    for (int i = 0; i < shape.count; i++) {
        const int next = (i + 1) % shape.count;
        twice += shape.x[i] * shape.y[next] - shape.x[next] * shape.y[i];
    }
    return fabsl(twice) / 2;
}

static long double area_of(qd_box box)
{
    return ((long double)box.max.x - box.min.x) * ((long double)box.max.y - box.min.y);
}

// Whole numbers are far apart, so what overlaps by an area overlaps by much, and what does not touch stays apart when
// it is made a little larger.
static void cutting_polygons_to_pieces_gives_the_same(void **state)
{
    (void)state;
    struct prng random = { 31 };
    size_t valid = 0, met = 0, inside = 0, touched = 0;
    qd_tree *closed = tree_with(QD_EDGES_CLOSED, 0, 0), *open = tree_with(QD_EDGES_OPEN, 0, 0);
    const qd_id id = qd_tree_insert(closed, item_at(point_at(0, 0)));
    const qd_id other = qd_tree_insert(open, item_at(point_at(0, 0)));
    for (int round = 0; round < 60000; round++) {
        qd_vec2 corners[5];
        const size_t count = 3 + prng_below(&random, 3);
        for (size_t i = 0; i < count; i++)
            corners[i] = point_of(&random, WHOLE);
        const qd_polygon polygon = polygon_of(corners, count);
        const qd_box item = box_of(&random, WHOLE);
        assert_int_equal(qd_polygon_is_valid(polygon), oracle_polygon_is_valid(polygon));
        if (!qd_polygon_is_valid(polygon))
            continue;
        assert_int_equal(qd_tree_move(closed, id, item), QD_OK);
        assert_int_equal(qd_tree_move(open, other, item), QD_OK);
        const long double area = area_within(corners, count, item, 0);
        const bool overlaps = area > 1e-9L, touches = area_within(corners, count, item, 1e-4L) > 1e-12L;
        qd_found found;
        const bool in_closed = qd_find_polygon(closed, polygon, everyone, &found, 1) == 1;
        const bool in_open = qd_find_polygon(open, polygon, everyone, &found, 1) == 1;
        assert_int_equal(in_closed, touches);
        if (area_of(item) > 0) {
            const bool lies_inside = overlaps && fabsl(area - area_of(item)) < 1e-9L;
            assert_int_equal(in_open, overlaps);
            assert_int_equal(qd_find_inside_polygon(open, polygon, everyone, &found, 1), lies_inside);
            assert_int_equal(qd_find_inside_polygon(closed, polygon, everyone, &found, 1), lies_inside);
            inside += lies_inside;
        }
        valid++;
        met += in_open;
        touched += in_closed && !in_open;
    }
    assert_true(valid > 4000 && met > 2000 && inside > 20 && touched > 200);
    qd_tree_destroy(closed);
    qd_tree_destroy(open);
}

// Four corners of a turned box, a triangle, or any corners at all.
static size_t some_corners(struct prng *random, enum numbers kind, qd_vec2 *corners)
{
    const qd_vec2 at = point_of(random, kind);
    const float x = number_of(random, kind), y = number_of(random, kind);
    const size_t count = 3 + prng_below(random, 2);
    if (prng_below(random, 3) == 0) {
        for (size_t i = 0; i < count; i++)
            corners[i] = point_of(random, kind);
        return count;
    }
    corners[0] = at;
    corners[1] = (qd_vec2){ at.x + x, at.y + y };
    corners[2] = (qd_vec2){ at.x + x - y, at.y + y + x };
    corners[3] = (qd_vec2){ at.x - y, at.y + x };
    return count;
}

static void all_kinds_of_numbers_agree_with_the_oracle(void **state)
{
    (void)state;
    struct prng random = { 6 };
    size_t valid = 0;
    for (int scene = 0; scene < 40; scene++) {
        const enum numbers kind = (enum numbers)(scene % NUMBERS);
        struct field field;
        field_open(&field, scene & 4 ? QD_EDGES_OPEN : QD_EDGES_CLOSED);
        field_fill(&field, &random, kind, 40);
        for (int i = 0; i < 40; i++) {
            qd_vec2 corners[4];
            const qd_polygon polygon = polygon_of(corners, some_corners(&random, kind, corners));
            const qd_box window = box_of(&random, kind);
            const size_t limit = prng_below(&random, 3) ? SIZE_MAX : prng_below(&random, 5);
            valid += qd_polygon_is_valid(polygon);
            const bool same = compare_inside(&field.compare, window, everyone, limit) &&
                              compare_containing(&field.compare, window, everyone, limit) &&
                              compare_polygon(&field.compare, polygon, everyone, limit) &&
                              compare_inside_polygon(&field.compare, polygon, everyone, limit);
            if (!same)
                fail_msg("scene %d, question %d: %s", scene, i, field.compare.why);
        }
        field_close(&field);
    }
    assert_true(valid > 600);
}

// Points on an edge, and one ulp beside it, where doubles alone do not know: the edge runs from 0 to (3 * 2^k, 2^24 -
// 1) and the like.
static void points_beside_an_edge_are_told_apart(void **state)
{
    (void)state;
    struct prng random = { 41 };
    qd_tree *tree = tree_with(QD_EDGES_CLOSED, 0, 0);
    const qd_id id = qd_tree_insert(tree, item_at(point_at(0, 0)));
    size_t on = 0, in = 0;
    for (int round = 0; round < 20000; round++) {
        const float unit = prng_below(&random, 2) ? 1.0f : 1e-3f, shift = unit * (float)prng_below(&random, 1 << 20);
        const float dx = 1 + (float)prng_below(&random, 1 << 22), dy = 1 + (float)prng_below(&random, 1 << 22);
        const float part = (float)prng_below(&random, 4) / 4;
        const qd_vec2 from = { shift, shift / 3 }, to = { shift + dx, shift / 3 + dy };
        const qd_vec2 corners[] = { from, to, { from.x, to.y } };
        float x = from.x + (to.x - from.x) * part;
        const float y = from.y + (to.y - from.y) * part;
        for (uint32_t steps = prng_below(&random, 3); steps > 0; steps--)
            x = nextafterf(x, prng_below(&random, 2) ? -INFINITY : INFINITY);
        assert_int_equal(qd_tree_move(tree, id, point_at(x, y)), QD_OK);
        const int side = exact_turn(from, to, (qd_vec2){ x, y });
        qd_found found;
        const bool is_in = side >= 0 && x >= from.x && y <= to.y && y >= from.y;
        assert_int_equal(qd_find_polygon(tree, polygon_of(corners, 3), everyone, &found, 1), is_in);
        assert_int_equal(qd_find_inside_polygon(tree, polygon_of(corners, 3), everyone, &found, 1), is_in);
        on += side == 0;
        in += is_in;
    }
    assert_true(on > 1000 && in > 5000 && in < 15000);
    qd_tree_destroy(tree);
}

// The same where an end of the edge is so much closer to zero that not even differences fit a double: there rounding
// gives wrong signs, and not just zeros.
static void edges_of_all_scales_are_told_apart(void **state)
{
    (void)state;
    struct prng random = { 43 };
    qd_tree *tree = tree_with(QD_EDGES_CLOSED, 0, 0);
    const qd_id id = qd_tree_insert(tree, item_at(point_at(0, 0)));
    size_t in = 0, misled = 0;
    for (int round = 0; round < 40000; round++) {
        const float x = prng_between(&random, 1, 2), y = prng_between(&random, 1, 2);
        const qd_vec2 at = { x, y }, to = { 2 * x, 2 * y };
        const int scale = 25 + (int)prng_below(&random, 12);
        qd_vec2 from = { ldexpf(at.x, -scale), ldexpf(at.y, -scale) };
        for (uint32_t steps = prng_below(&random, 3); steps > 0; steps--)
            from.x = nextafterf(from.x, prng_below(&random, 2) ? 0 : 1);
        const qd_vec2 corners[] = { from, to, { -8, 8 } };
        const int side = exact_turn(from, to, at);
        const double rounded =
            ((double)to.x - from.x) * ((double)at.y - from.y) - ((double)to.y - from.y) * ((double)at.x - from.x);
        assert_int_equal(qd_tree_move(tree, id, (qd_box){ at, at }), QD_OK);
        qd_found found;
        assert_int_equal(qd_find_polygon(tree, polygon_of(corners, 3), everyone, &found, 1), side >= 0);
        in += side >= 0;
        misled += (rounded > 0 && side < 0) || (rounded < 0 && side > 0);
    }
    print_message("%zu of 40000 inside; a rounded sign would be wrong for %zu\n", in, misled);
    assert_true(in > 15000 && misled > 50);
    qd_tree_destroy(tree);
}

static void a_narrow_polygon_costs_little(void **state)
{
    (void)state;
    qd_tree *tree = tree_over(box(0, 0, 1000, 1000));
    struct flock flock = flock_of_squares(100000, box(0, 0, 1000, 1000), 0.5f, 3);
    flock_insert_many(&flock, tree);
    // A stripe on the diagonal: the box around it is the world.
    const qd_vec2 stripe[] = { { 0, 1 }, { 1, 0 }, { 1000, 999 }, { 999, 1000 } };
    struct counter counter = { 0, 0 };
    const qd_cost cost = qd_visit_polygon(tree, polygon_of(stripe, 4), everyone, count_found, &counter);
    print_message("a stripe across 100,000 holds %zu and costs %llu tests\n", counter.results,
                  (unsigned long long)cost.tests);
    assert_true(counter.results > 100 && cost.tests < 10000);
    flock_free(&flock);
    qd_tree_destroy(tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_polygons_are_told_and_find_nothing),
        cmocka_unit_test(what_is_inside_reaches_beyond_nowhere),
        cmocka_unit_test(cutting_polygons_to_pieces_gives_the_same),
        cmocka_unit_test(all_kinds_of_numbers_agree_with_the_oracle),
        cmocka_unit_test(points_beside_an_edge_are_told_apart),
        cmocka_unit_test(edges_of_all_scales_are_told_apart),
        cmocka_unit_test(a_narrow_polygon_costs_little),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
