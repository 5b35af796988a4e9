// Inside, containing, and convex polygons: answers are exact to the last bit, in trees of floats and of doubles.
#include "field.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

static qd_query polygon_query(const qd_vec2 *corners, size_t count, qd_relation relation)
{
    return query_of(qd_shape_polygon(corners, (uint32_t)count), relation);
}

static bool finds_one(const qd_tree *tree, const qd_vec2 *corners, size_t count, qd_relation relation)
{
    const qd_query query = polygon_query(corners, count, relation);
    return qd_tree_count(tree, &query) == 1;
}

struct polygon_case {
    const qd_vec2 *corners;
    size_t count;
    bool valid_in_floats, valid_in_doubles;
};

static void assert_case(const qd_tree *tree, const struct polygon_case *polygon, bool valid, size_t number)
{
    const qd_query query = polygon_query(polygon->corners, polygon->count, QD_OVERLAPS);
    if ((qd_query_check(tree, &query) == QD_OK) != valid)
        fail_msg("polygon %zu", number);
    assert_int_equal(finds_one(tree, polygon->corners, polygon->count, QD_OVERLAPS), valid);
    if (!valid) {
        assert_false(finds_one(tree, polygon->corners, polygon->count, QD_INSIDE));
        assert_false(finds_one(tree, polygon->corners, polygon->count, QD_CONTAINS));
    }
}

static void assert_cases(const struct polygon_case *cases, size_t count)
{
    for (int precision = 0; precision < 2; precision++) {
        const qd_tree_def def = { .precision = (qd_precision)precision };
        qd_tree *tree = tree_of(&def);
        put(tree, item_at(box(-1, -1, 5, 5)));
        for (size_t i = 0; i < count; i++)
            assert_case(tree, &cases[i], precision ? cases[i].valid_in_doubles : cases[i].valid_in_floats, i);
        qd_tree_destroy(tree);
    }
}

static void bad_polygons_are_told_and_find_nothing(void)
{
    const qd_vec2 square[] = { { 0, 0 }, { 4, 0 }, { 4, 4 }, { 0, 4 } }, back[] = { { 0, 4 }, { 4, 4 }, { 4, 0 } };
    const qd_vec2 doubled[] = { { 0, 0 }, { 2, 0 }, { 4, 0 }, { 4, 0 }, { 4, 4 }, { 0, 4 }, { 0, 0 } };
    const qd_vec2 dent[] = { { 0, 0 }, { 4, 0 }, { 4, 4 }, { 2, 1 } },
                  bow[] = { { 0, 0 }, { 4, 4 }, { 4, 0 }, { 0, 4 } };
    const qd_vec2 line[] = { { 0, 0 }, { 1, 1 }, { 3, 3 } }, spike[] = { { 0, 0 }, { 4, 0 }, { 2, 0 }, { 2, 4 } };
    const qd_vec2 star[] = { { 0, 3 }, { 2, -3 }, { -3, 1 }, { 3, 1 }, { -2, -3 } };
    const qd_vec2 twice[] = { { 0, 0 }, { 4, 0 }, { 4, 4 }, { 0, 0 }, { 4, 0 }, { 4, 4 } };
    const qd_vec2 nan[] = { { 0, 0 }, { 4, 0 }, { NAN, 4 } }, far[] = { { 0, 0 }, { INFINITY, 0 }, { 0, 4 } };
    qd_vec2 many[17];
    for (int i = 0; i < 17; i++)
        many[i] = (qd_vec2){ i, i * i };
    const struct polygon_case cases[] = {
        { square, 4, true, true },   { back, 3, true, true },   { doubled, 7, true, true }, { dent, 4, false, false },
        { bow, 4, false, false },    { line, 3, false, false }, { spike, 4, false, false }, { star, 5, false, false },
        { twice, 6, false, false },  { nan, 3, false, false },  { far, 3, false, false },   { square, 2, false, false },
        { square, 0, false, false }, { NULL, 0, false, false }, { many, 16, true, true },   { many, 17, false, false },
    };
    assert_cases(cases, sizeof cases / sizeof *cases);
}

static void polygons_at_the_limits_of_a_precision(void)
{
    // Dented by the last bit of a float, and not; by that of a double.
    const qd_vec2 ulp[] = { { 0, 0 }, { 0x1p-24f, 0x1p-24f }, { 1, 1 }, { 0, 1 } };
    const qd_vec2 in[] = { { 0, 0 }, { 0.5, 0x1.000002p-1 }, { 1, 1 }, { 1, 0 } };
    const qd_vec2 out[] = { { 0, 0 }, { 0.5, 0x1.fffffep-2 }, { 1, 1 }, { 1, 0 } };
    const qd_vec2 just_in[] = { { 0, 0 }, { 0.5, 0x1.0000000000001p-1 }, { 1, 1 }, { 1, 0 } };
    const qd_vec2 just_out[] = { { 0, 0 }, { 0.5, 0x1.fffffffffffffp-2 }, { 1, 1 }, { 1, 0 } };
    const qd_vec2 flat[] = { { 0, 0 }, { 1, 0 }, { 0.5, 1e-60 } };
    const qd_vec2 huge[] = {
        { -FLT_MAX, -FLT_MAX }, { FLT_MAX, -FLT_MAX }, { FLT_MAX, FLT_MAX }, { -FLT_MAX, FLT_MAX }
    };
    const qd_vec2 vast[] = {
        { -DBL_MAX, -DBL_MAX }, { DBL_MAX, -DBL_MAX }, { DBL_MAX, DBL_MAX }, { -DBL_MAX, DBL_MAX }
    };
    const qd_vec2 small[] = { { 0, 0 }, { FLT_TRUE_MIN, 0 }, { 0, FLT_TRUE_MIN } };
    const qd_vec2 least[] = { { 0, 0 }, { DBL_TRUE_MIN, 0 }, { 0, DBL_TRUE_MIN } };
    const struct polygon_case cases[] = {
        { ulp, 4, true, true },       { in, 4, true, true },     { out, 4, false, false }, { just_in, 4, true, true },
        { just_out, 4, true, false }, { flat, 3, false, true },  { huge, 4, true, true },  { vast, 4, false, true },
        { small, 3, true, true },     { least, 3, false, true },
    };
    assert_cases(cases, sizeof cases / sizeof *cases);
}

static size_t count_of(const struct field *field, qd_box window, qd_relation relation)
{
    const qd_query query = query_of(qd_shape_box(window), relation);
    return qd_tree_count(field->tree, &query);
}

static void what_is_inside_reaches_beyond_nowhere(void)
{
    for (int i = 0; i < 4; i++) {
        const bool open = i % 2, wide = i / 2;
        struct field field;
        field_open(&field, (qd_precision)wide, (qd_edges)open);
        field_add(&field, box(0, 0, 4, 4));                                                 // all of the window
        field_add(&field, box(0, 1, 1, 2));                                                 // shares an edge
        field_add(&field, box(1, 1, 2, wide ? nextafter(4, 5) : (double)nextafterf(4, 5))); // sticks out
        field_add(&field, point_at(4, 4));                                                  // lies on the corner
        field_add(&field, point_at(2, 2));
        assert_int_equal(count_of(&field, box(0, 0, 4, 4), QD_INSIDE), open ? 3 : 4);
        assert_int_equal(count_of(&field, everywhere, QD_INSIDE), 5);
        assert_int_equal(count_of(&field, box(4, 4, 0, 0), QD_INSIDE), 0);
        assert_int_equal(count_of(&field, box(NAN, 0, 4, 4), QD_INSIDE), 0);
        assert_int_equal(count_of(&field, box(0, 0, 4, 4), QD_CONTAINS), 1);
        assert_int_equal(count_of(&field, point_at(2, 2), QD_CONTAINS), open ? 1 : 3);
        assert_int_equal(count_of(&field, point_at(0, 0), QD_CONTAINS), open ? 0 : 1);
        assert_int_equal(count_of(&field, everywhere, QD_CONTAINS), 0);
        assert_int_equal(count_of(&field, box(0, 0, NAN, 1), QD_CONTAINS), 0);
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

struct tally {
    size_t valid, met, inside, touched;
};

// Whole numbers are far apart, so what overlaps by an area overlaps by much, and what does not touch stays apart when
// it is made a little larger.
static void cut_to_pieces(qd_precision precision, struct tally *tally)
{
    struct prng random = { 31 };
    const qd_tree_def closed_def = { .precision = precision }, open_def = { .precision = precision, .edges = QD_OPEN };
    qd_tree *closed = tree_of(&closed_def), *open = tree_of(&open_def);
    const qd_id id = put(closed, item_at(point_at(0, 0))), other = put(open, item_at(point_at(0, 0)));
    for (int round = 0; round < 60000; round++) {
        qd_vec2 corners[5];
        const size_t count = 3 + prng_below(&random, 3);
        for (size_t i = 0; i < count; i++)
            corners[i] = point_of(&random, WHOLE);
        const qd_box item = box_of(&random, WHOLE);
        const qd_query query = polygon_query(corners, count, QD_OVERLAPS);
        if (qd_query_check(closed, &query) != QD_OK)
            continue;
        assert_int_equal(qd_tree_move(closed, id, item), QD_OK);
        assert_int_equal(qd_tree_move(open, other, item), QD_OK);
        const long double area = area_within(corners, count, item, 0);
        const bool overlaps = area > 1e-9L, touches = area_within(corners, count, item, 1e-4L) > 1e-12L;
        const bool in_closed = finds_one(closed, corners, count, QD_OVERLAPS);
        const bool in_open = finds_one(open, corners, count, QD_OVERLAPS);
        assert_int_equal(in_closed, touches);
        if (area_of(item) > 0) {
            const bool lies_inside = overlaps && fabsl(area - area_of(item)) < 1e-9L;
            assert_int_equal(in_open, overlaps);
            assert_int_equal(finds_one(open, corners, count, QD_INSIDE), lies_inside);
            assert_int_equal(finds_one(closed, corners, count, QD_INSIDE), lies_inside);
            tally->inside += lies_inside;
        }
        tally->valid++;
        tally->met += in_open;
        tally->touched += in_closed && !in_open;
    }
    qd_tree_destroy(closed);
    qd_tree_destroy(open);
}

static void cutting_polygons_to_pieces_gives_the_same(void)
{
    for (int precision = 0; precision < 2; precision++) {
        struct tally tally = { 0, 0, 0, 0 };
        cut_to_pieces((qd_precision)precision, &tally);
        assert_true(tally.valid > 4000 && tally.met > 2000 && tally.inside > 20 && tally.touched > 200);
    }
}

// Four corners of a turned box, a triangle, or any corners at all.
static size_t some_corners(struct prng *random, enum numbers kind, qd_vec2 *corners)
{
    const qd_vec2 at = point_of(random, kind);
    const double x = number_of(random, kind), y = number_of(random, kind);
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

// Returns how many polygons were valid.
static size_t ask_field(struct field *field, struct prng *random, enum numbers kind)
{
    size_t valid = 0;
    for (int i = 0; i < 40; i++) {
        qd_vec2 corners[4];
        const size_t count = some_corners(random, kind, corners);
        const qd_box window = box_of(random, kind);
        const size_t limit = prng_below(random, 3) ? SIZE_MAX : prng_below(random, 5);
        for (int relation = 0; relation < 3; relation++) {
            const qd_query polygon = polygon_query(corners, count, (qd_relation)relation);
            const qd_query query = query_of(qd_shape_box(window), (qd_relation)relation);
            valid += relation == 0 && qd_query_check(field->tree, &polygon) == QD_OK;
            if (!compare_query(&field->compare, &query, limit) || !compare_query(&field->compare, &polygon, limit))
                fail_msg("numbers %d, question %d: %s", (int)kind, i, field->compare.why);
        }
    }
    return valid;
}

static void all_kinds_of_numbers_agree_with_the_oracle(void)
{
    struct prng random = { 6 };
    for (int precision = 0; precision < 2; precision++) {
        const int kinds = numbers_for((qd_precision)precision);
        size_t valid = 0;
        for (int scene = 0; scene < 10 * kinds; scene++) {
            const enum numbers kind = (enum numbers)(scene % kinds);
            struct field field;
            field_open(&field, (qd_precision)precision, scene / kinds % 2 ? QD_OPEN : QD_CLOSED);
            field_fill(&field, &random, kind, 40);
            valid += ask_field(&field, &random, kind);
            field_close(&field);
        }
        assert_true(valid > 600);
    }
}

static double next(qd_precision precision, double number, double towards)
{
    return precision == QD_DOUBLE ? nextafter(number, towards) : (double)nextafterf((float)number, (float)towards);
}

static double rounded(qd_precision precision, double number)
{
    const volatile float narrow = (float)number;
    return precision == QD_DOUBLE ? number : (double)narrow;
}

// A tree and its oracle with a single item.
static bool one_is_found(const struct field *field, const qd_vec2 *corners, qd_relation relation)
{
    const qd_query query = polygon_query(corners, 3, relation);
    const bool found = qd_tree_count(field->tree, &query) == 1;
    assert_int_equal(found, qd_oracle_count(field->oracle, &query));
    return found;
}

static void move_both(const struct field *field, qd_id id, qd_box to)
{
    assert_int_equal(qd_tree_move(field->tree, id, to), QD_OK);
    assert_int_equal(qd_oracle_set_box(field->oracle, id, &to), QD_OK);
}

// Points on an edge, and one step beside it, where rounded doubles do not know: the edge runs from 0 to (3 * 2^k, 2^24
// - 1) and the like; in doubles with 53 bits.
static void points_beside_an_edge_are_told_apart(void)
{
    for (int i = 0; i < 2; i++) {
        const qd_precision precision = (qd_precision)i;
        const double more = i ? 0x1p29 : 1;
        struct prng random = { 41 };
        struct field field;
        field_open(&field, precision, QD_CLOSED);
        const qd_id id = field_add(&field, point_at(0, 0));
        size_t in = 0, misled = 0;
        for (int round = 0; round < 20000; round++) {
            const double unit = prng_below(&random, 2) ? 1.0 : 1e-3;
            const double shift = rounded(precision, unit * prng_below(&random, 1 << 20));
            const double dx = 1 + prng_below(&random, 1 << 22) * more, dy = 1 + prng_below(&random, 1 << 22) * more;
            const double part = prng_below(&random, 4) / 4.0;
            const qd_vec2 from = { shift, rounded(precision, shift / 3) };
            const qd_vec2 to = { rounded(precision, shift + dx), rounded(precision, shift / 3 + dy) };
            const qd_vec2 corners[] = { from, to, { from.x, to.y } };
            const double y = rounded(precision, from.y + (to.y - from.y) * part);
            double x = rounded(precision, from.x + (to.x - from.x) * part);
            for (uint32_t steps = prng_below(&random, 3); steps > 0; steps--)
                x = next(precision, x, prng_below(&random, 2) ? -INFINITY : INFINITY);
            move_both(&field, id, point_at(x, y));
            const bool is_in = one_is_found(&field, corners, QD_OVERLAPS);
            assert_int_equal(one_is_found(&field, corners, QD_INSIDE), is_in);
            const double side = (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x);
            misled += (side < 0 && is_in) || (side >= 0 && !is_in && x >= from.x && y <= to.y && y >= from.y);
            in += is_in;
        }
        print_message("%zu of 20000 inside; a rounded sign would be wrong for %zu\n", in, misled);
        assert_true(in > 5000 && in < 15000 && (misled > 100) == (precision == QD_DOUBLE));
        field_close(&field);
    }
}

// The same where an end of the edge is so much closer to zero that not even differences fit a double: there rounding
// gives wrong signs, and not just zeros.
static void edges_of_all_scales_are_told_apart(void)
{
    for (int i = 0; i < 2; i++) {
        const qd_precision precision = (qd_precision)i;
        struct prng random = { 43 };
        struct field field;
        field_open(&field, precision, QD_CLOSED);
        const qd_id id = field_add(&field, point_at(0, 0));
        size_t in = 0, misled = 0;
        for (int round = 0; round < 40000; round++) {
            const double x = prng_between(&random, 1, 2), y = prng_between(&random, 1, 2);
            const qd_vec2 at = { x, y }, to = { 2 * x, 2 * y };
            const int scale = (precision ? 2 : 25) + (int)prng_below(&random, precision ? 60 : 12);
            qd_vec2 from = { ldexp(at.x, -scale), ldexp(at.y, -scale) };
            for (uint32_t steps = prng_below(&random, 3); steps > 0; steps--)
                from.x = next(precision, from.x, prng_below(&random, 2) ? 0 : 1);
            const qd_vec2 corners[] = { from, to, { -8, 8 } };
            const double side = (to.x - from.x) * (at.y - from.y) - (to.y - from.y) * (at.x - from.x);
            move_both(&field, id, (qd_box){ at, at });
            const bool is_in = one_is_found(&field, corners, QD_OVERLAPS);
            in += is_in;
            misled += (side > 0 && !is_in) || (side < 0 && is_in);
        }
        print_message("%zu of 40000 inside; a rounded sign would be wrong for %zu\n", in, misled);
        assert_true(in > 15000 && misled > 50);
        field_close(&field);
    }
}

// Edges and points from the largest to the smallest doubles, where products overflow and vanish.
static void the_ends_of_the_doubles_are_told_apart(void)
{
    struct prng random = { 44 };
    struct field field;
    field_open(&field, QD_DOUBLE, QD_CLOSED);
    const qd_id id = field_add(&field, point_at(0, 0));
    size_t in = 0, valid = 0;
    for (int round = 0; round < 40000; round++) {
        const int scale = round % 2 ? 1021 : -1072;
        const double slope = 1 + prng_below(&random, 3), part = prng_below(&random, 9) / 8.0;
        const double unit = ldexp(1 + prng_below(&random, 2), scale);
        const qd_vec2 from = { -unit, -unit / slope }, to = { unit, unit / slope };
        const qd_vec2 corners[] = { from, to, { -unit, unit } };
        double x = from.x * (1 - part) + to.x * part, y = from.y * (1 - part) + to.y * part;
        for (uint32_t steps = prng_below(&random, 3); steps > 0; steps--)
            x = nextafter(x, prng_below(&random, 2) ? -INFINITY : INFINITY);
        move_both(&field, id, point_at(x, y));
        const qd_query query = polygon_query(corners, 3, QD_OVERLAPS);
        valid += qd_query_check(field.tree, &query) == QD_OK;
        in += one_is_found(&field, corners, QD_OVERLAPS);
    }
    print_message("%zu of 40000 polygons valid, %zu points inside\n", valid, in);
    assert_true(valid > 30000 && in > 8000 && in < 32000);
    field_close(&field);
}

static void a_narrow_polygon_costs_little(void)
{
    // A stripe on the diagonal: the box around it is the world.
    const qd_vec2 stripe[] = { { 0, 1 }, { 1, 0 }, { 1000, 999 }, { 999, 1000 } };
    struct flock flock = flock_of_squares(100000, box(0, 0, 1000, 1000), 0.5, 3);
    for (int precision = 0; precision < 2; precision++) {
        const qd_tree_def def = { .precision = (qd_precision)precision, .world = box(0, 0, 1000, 1000) };
        const qd_query query = polygon_query(stripe, 4, QD_OVERLAPS);
        qd_tree *tree = tree_of(&def);
        struct counter counter = { 0, 0 };
        qd_cost cost;
        flock_insert_many(&flock, tree);
        qd_tree_visit(tree, &query, count_found, &counter, &cost);
        print_message("a stripe across 100,000 holds %zu and costs %llu tests\n", counter.results,
                      (unsigned long long)cost.tests);
        assert_true(counter.results > 100 && cost.tests < 10000);
        qd_tree_destroy(tree);
    }
    flock_free(&flock);
}

// Leaves as full as they get: a bucket has no lane that is not in use.
static void full_buckets_hold_what_is_inside(void)
{
    for (qd_precision precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        qd_tree *tree =
            tree_of(&(qd_tree_def){ .precision = precision, .world = box(0, 0, 8, 8), .leaf_capacity = 64 });
        for (int i = 0; i < 64; i++) {
            put(tree, item_at(qd_box_xywh(i % 8, (double)i / 8, 0.5, 0.5)));
            const qd_query inside = query_of(qd_shape_box(box(0, 0, 7.25, 9)), QD_INSIDE);
            assert_int_equal(qd_tree_count(tree, &inside), i + 1 - (i + 1) / 8);
        }
        qd_tree_destroy(tree);
    }
}

// Beyond all floats the sides of an AABB stand for anything, up to infinity: a polygon meets what ends there.
static void polygons_meet_what_is_beyond_all_floats(void)
{
    const double far = 1e300;
    const qd_vec2 corners[2][3] = { { { -10, -10 }, { 10, -10 }, { 0, 10 } }, { { 0, 0 }, { far, 1 }, { 0, 1 } } };
    qd_tree *tree = tree_of(&(qd_tree_def){ .precision = QD_DOUBLE });
    const qd_id id = put(tree, item_at(box(-far, -far, far, far)));
    const double ends[] = { -far, -1, 1, far };
    for (int x0 = 0; x0 < 4; x0++)
        for (int x1 = x0; x1 < 4; x1++)
            for (int y0 = 0; y0 < 4; y0++)
                for (int y1 = y0; y1 < 4; y1++) {
                    assert_int_equal(qd_tree_move(tree, id, box(ends[x0], ends[y0], ends[x1], ends[y1])), QD_OK);
                    const bool in = x0 < 3 && x1 > 0 && y0 < 3 && y1 > 0;
                    assert_int_equal(finds_one(tree, corners[0], 3, QD_OVERLAPS), in);
                    assert_int_equal(finds_one(tree, corners[1], 3, QD_OVERLAPS), x1 > 1 && y0 < 3 && y1 > 1);
                }
    qd_tree_destroy(tree);
}

tests_main(plain_test(bad_polygons_are_told_and_find_nothing), plain_test(polygons_at_the_limits_of_a_precision),
           plain_test(what_is_inside_reaches_beyond_nowhere), plain_test(cutting_polygons_to_pieces_gives_the_same),
           plain_test(all_kinds_of_numbers_agree_with_the_oracle), plain_test(points_beside_an_edge_are_told_apart),
           plain_test(edges_of_all_scales_are_told_apart), plain_test(full_buckets_hold_what_is_inside),
           plain_test(polygons_meet_what_is_beyond_all_floats), plain_test(the_ends_of_the_doubles_are_told_apart),
           plain_test(a_narrow_polygon_costs_little))
