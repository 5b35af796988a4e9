// Arrays of the caller in every form that a view can have: whatever it is, inserting and moving many is what one by one
// would be. And arrays that are not given stand for their defaults.
#include "support.h"
#include "views.h"
#include "workers.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 3000 };

// The same boxes in every form. All are whole numbers, so that a float is as good as a double.
struct forms {
    size_t count;
    qd_box boxes[MOST];
    float packed[4 * MOST];
    float sides[4][MOST];
    double double_sides[4][MOST];
    struct {
        char name;
        qd_box box;
        int more;
    } structs[MOST];
    struct {
        short other;
        float max_y, min_x, max_x, min_y;
    } mixed[MOST];
    qd_vec2 points[MOST];
    float float_points[2 * MOST];
    unsigned char rows[2 * MOST][32];
};

static struct forms *forms_of(size_t count, uint64_t seed)
{
    struct forms *forms = need(1, sizeof *forms);
    struct prng random = { seed };
    forms->count = count;
    for (size_t i = 0; i < count; i++) {
        const double x = prng_below(&random, 1000), y = prng_below(&random, 1000);
        const qd_box box = qd_box_xywh(x, y, prng_below(&random, 9), prng_below(&random, 9));
        const double sides[4] = { box.min.x, box.min.y, box.max.x, box.max.y };
        forms->boxes[i] = forms->structs[i].box = box;
        for (size_t k = 0; k < 4; k++) {
            forms->packed[4 * i + k] = forms->sides[k][i] = (float)sides[k];
            forms->double_sides[k][i] = sides[k];
        }
        forms->mixed[i].min_x = (float)box.min.x;
        forms->mixed[i].min_y = (float)box.min.y;
        forms->mixed[i].max_x = (float)box.max.x;
        forms->mixed[i].max_y = (float)box.max.y;
        forms->points[i] = box.min;
        forms->float_points[2 * i] = (float)x;
        forms->float_points[2 * i + 1] = (float)y;
        memcpy(forms->rows[2 * i], &box, sizeof box);
    }
    return forms;
}

// What a view says of each index.
enum form {
    FLOATS,
    DOUBLES,
    BY_SIDES,
    BY_DOUBLE_SIDES,
    STRUCTS,
    MIXED,
    ROWS,
    BACKWARDS,
    BACKWARDS_FLOATS,
    SAME,
    SAME_FLOATS,
    POINTS,
    FLOAT_POINTS,
    FORMS
};

// Four arrays that follow each other.
static qd_boxes by_sides(const void *sides, size_t size, qd_precision precision)
{
    const char *const at = sides;
    const size_t next = MOST * size;
    return (qd_boxes){ at, at + next, at + 2 * next, at + 3 * next, (ptrdiff_t)size, precision, QD_CORNERS };
}

static qd_boxes strided(qd_boxes view, ptrdiff_t stride)
{
    view.stride = stride;
    return view;
}

static qd_boxes view_of(const struct forms *forms, enum form form)
{
    const size_t last = forms->count - 1;
    switch (form) {
    case FLOATS:
        return qd_boxes_float(forms->packed);
    case BY_SIDES:
        return by_sides(forms->sides, sizeof(float), QD_FLOAT);
    case BY_DOUBLE_SIDES:
        return by_sides(forms->double_sides, sizeof(double), QD_DOUBLE);
    case STRUCTS:
        return strided(qd_boxes_double(&forms->structs[0].box), sizeof forms->structs[0]);
    case MIXED:
        return (qd_boxes){ &forms->mixed[0].min_x,
                           &forms->mixed[0].min_y,
                           &forms->mixed[0].max_x,
                           &forms->mixed[0].max_y,
                           sizeof forms->mixed[0],
                           QD_FLOAT,
                           QD_CORNERS };
    case ROWS:
        return strided(qd_boxes_double((const qd_box *)(const void *)forms->rows[0]), sizeof forms->rows[0] * 2);
    case BACKWARDS:
        return strided(qd_boxes_double(&forms->boxes[last]), -(ptrdiff_t)sizeof(qd_box));
    case BACKWARDS_FLOATS:
        return strided(qd_boxes_float(&forms->packed[4 * last]), -(ptrdiff_t)(4 * sizeof(float)));
    case SAME:
        return strided(qd_boxes_double(forms->boxes), 0);
    case SAME_FLOATS:
        return strided(qd_boxes_float(forms->packed), 0);
    case POINTS:
        return qd_points_double(forms->points);
    case FLOAT_POINTS:
        return qd_points_float(forms->float_points);
    default:
        return qd_boxes_double(forms->boxes);
    }
}

static qd_box expected_box(const struct forms *forms, enum form form, size_t i)
{
    switch (form) {
    case BACKWARDS:
    case BACKWARDS_FLOATS:
        return forms->boxes[forms->count - 1 - i];
    case SAME:
    case SAME_FLOATS:
        return forms->boxes[0];
    case POINTS:
    case FLOAT_POINTS:
        return qd_box_at(forms->boxes[i].min);
    default:
        return forms->boxes[i];
    }
}

static void assert_boxes(const qd_tree *tree, const qd_id *ids, const struct forms *forms, enum form form)
{
    assert_true(qd_tree_check(tree));
    for (size_t i = 0; i < forms->count; i++) {
        const qd_box expected = expected_box(forms, form, i);
        qd_item item;
        assert_int_equal(qd_tree_get(tree, ids[i], &item), QD_OK);
        assert_memory_equal(&item.box, &expected, sizeof expected);
        assert_int_equal(item.user, 70 + i);
    }
}

// Few, many at once, and more than half of the tree.
static const size_t sizes[] = { 1, 2, 30, 500, MOST };

static void every_view_inserts(void)
{
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (int form = 0; form < FORMS; form++)
            for (int before = 0; before < 2; before++) {
                struct forms *forms = forms_of(sizes[s], s + 1);
                qd_tree *tree = tree_of(NULL);
                qd_id ids[MOST];
                for (int i = 0; before && i < 200; i++)
                    put(tree, item_at(point_at(i * 5, i * 3)));
                const qd_items items = { .boxes = view_of(forms, (enum form)form), .first_user = 70 };
                assert_int_equal(qd_tree_insert_many(tree, &items, forms->count, ids, NULL), QD_OK);
                assert_int_equal(qd_tree_count(tree, NULL), forms->count + (before ? 200 : 0));
                assert_boxes(tree, ids, forms, (enum form)form);
                qd_tree_destroy(tree);
                free(forms);
            }
}

static void every_view_moves(void)
{
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (int form = 0; form < FORMS; form++) {
            struct forms *from = forms_of(MOST, 77), *to = forms_of(sizes[s], s + 1);
            qd_tree *tree = tree_of(NULL);
            qd_id ids[MOST];
            const qd_items items = { .boxes = qd_boxes_double(from->boxes), .first_user = 70 };
            assert_int_equal(qd_tree_insert_many(tree, &items, MOST, ids, NULL), QD_OK);
            const qd_boxes view = view_of(to, (enum form)form);
            size_t bad = 99;
            assert_int_equal(qd_tree_move_many(tree, ids, &view, to->count, &bad), QD_OK);
            assert_int_equal(bad, 99);
            assert_boxes(tree, ids, to, (enum form)form);
            qd_tree_destroy(tree);
            free(from);
            free(to);
        }
}

// Floats that are read into doubles, and doubles that are read into floats, are what one by one makes of them.
static void views_round_as_single_calls_do(void)
{
    const double numbers[] = { 0.1, 1e-320, -1e-320, 16777217, 1e38, -3.4028234663852886e38, 3.4028234e38, -0.0, 0.7 };
    enum { NUMBERS = sizeof numbers / sizeof *numbers };
    qd_box boxes[NUMBERS];
    for (size_t i = 0; i < NUMBERS; i++)
        boxes[i] = point_at(numbers[i], numbers[NUMBERS - 1 - i]);
    qd_tree *tree = tree_of(NULL);
    qd_id many[NUMBERS], one[NUMBERS];
    const qd_items items = { .boxes = qd_boxes_double(boxes) };
    assert_int_equal(qd_tree_insert_many(tree, &items, NUMBERS, many, NULL), QD_OK);
    for (size_t i = 0; i < NUMBERS; i++)
        one[i] = put(tree, item_at(boxes[i]));
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i < NUMBERS; i++) {
            qd_item a, b;
            assert_int_equal(qd_tree_get(tree, many[i], &a), QD_OK);
            assert_int_equal(qd_tree_get(tree, one[i], &b), QD_OK);
            assert_memory_equal(&a.box, &b.box, sizeof a.box);
            const double stored = trees_precision() == QD_DOUBLE ? boxes[i].min.x : (double)(float)boxes[i].min.x;
            assert_true(a.box.min.x == stored && !signbit(a.box.min.x) == (stored >= 0));
        }
        for (size_t i = 0; round == 0 && i < NUMBERS; i++) {
            boxes[i] = qd_box_at((qd_vec2){ -boxes[i].min.y, boxes[i].min.x });
            assert_int_equal(qd_tree_move(tree, one[i], boxes[i]), QD_OK);
        }
        assert_int_equal(move_boxes(tree, many, boxes, NUMBERS, NULL), QD_OK);
    }
    qd_tree_destroy(tree);
}

// Negative zero is no number of its own: it comes back as 0, in items and in all answers.
static void negative_zero_comes_back_as_zero(void)
{
    const float floats[4] = { -0.0f, -0.0f, -0.0f, -0.0f };
    const qd_box zero = box(-0.0, -0.0, -0.0, -0.0), plain = box(0, 0, 0, 0);
    qd_tree *tree = tree_of(NULL);
    qd_id ids[4];
    ids[0] = put(tree, item_at(zero));
    ids[1] = put(tree, item_at(box(-1, -1, 1, 1)));
    assert_int_equal(qd_tree_insert_many(tree, &(qd_items){ .boxes = qd_boxes_float(floats) }, 1, &ids[2], NULL),
                     QD_OK);
    assert_int_equal(qd_tree_insert_many(tree, &(qd_items){ .boxes = qd_boxes_double(&zero) }, 1, &ids[3], NULL),
                     QD_OK);
    assert_int_equal(qd_tree_move(tree, ids[1], zero), QD_OK);
    for (int i = 0; i < 4; i++) {
        qd_item item;
        assert_int_equal(qd_tree_get(tree, ids[i], &item), QD_OK);
        assert_memory_equal(&item.box, &plain, sizeof plain);
    }
    qd_box bounds;
    qd_tree_bounds(tree, &bounds);
    assert_memory_equal(&bounds, &plain, sizeof plain);
    qd_hit hit;
    assert_int_equal(qd_tree_find_nearest(tree, (qd_vec2){ -0.0, -0.0 }, 1, &hit, 1), 1);
    assert_true(!signbit(hit.distance) && !signbit(hit.point.x) && !signbit(hit.point.y));
    qd_tree_destroy(tree);
}

static void arrays_that_are_missing_stand_for_their_defaults(void)
{
    enum { COUNT = 300 };
    const qd_tree_def def = { .totals = true };
    const qd_box same = box(0, 0, 1, 1);
    uint64_t users[COUNT];
    qd_filter filters[COUNT];
    int64_t values[COUNT];
    for (int i = 0; i < COUNT; i++) {
        users[i] = (uint64_t)i * (uint64_t)i;
        filters[i] = (qd_filter){ 1u << i % 31, i % 3 ? 0 : 5 };
        values[i] = 100 - i;
    }
    for (int which = 0; which < 16; which++) {
        qd_tree *tree = tree_of(&def);
        qd_id ids[COUNT];
        qd_items items = { .boxes = qd_boxes_double(&same),
                           .users = which & 1 ? users : NULL,
                           .filters = which & 2 ? filters : NULL,
                           .values = which & 4 ? values : NULL,
                           .first_user = which & 8 ? UINT64_MAX - 5 : 0, // and round
                           .filter = { which & 8 ? 6 : 0, 0 } };
        items.boxes.stride = 0;
        assert_int_equal(qd_tree_insert_many(tree, &items, COUNT, ids, NULL), QD_OK);
        for (int i = 0; i < COUNT; i++) {
            qd_item item;
            assert_int_equal(qd_tree_get(tree, ids[i], &item), QD_OK);
            assert_true(item.user == (which & 1 ? users[i] : items.first_user + (uint64_t)i));
            const qd_filter given = which & 2 ? filters[i] : items.filter;
            assert_int_equal(item.filter.layers, given.layers ? given.layers : 0x7fffffff);
            assert_int_equal(item.filter.mask, given.mask ? given.mask : 0x7fffffff);
            assert_true(item.value == (which & 4 ? values[i] : 0));
        }
        qd_tree_destroy(tree);
    }
}

// Without totals values are ignored, and read as 0.
static void values_without_totals_are_ignored(void)
{
    const qd_box boxes[2] = { { { 0, 0 }, { 1, 1 } }, { { 2, 2 }, { 3, 3 } } };
    const int64_t values[2] = { 7, -7 };
    qd_tree *tree = tree_of(NULL);
    qd_id ids[3];
    const qd_items items = { .boxes = qd_boxes_double(boxes), .values = values };
    assert_int_equal(qd_tree_insert_many(tree, &items, 2, ids, NULL), QD_OK);
    qd_item item = { .box = boxes[0], .value = 9 };
    ids[2] = put(tree, item);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(qd_tree_get(tree, ids[i], &item), QD_OK);
        assert_true(item.value == 0);
    }
    assert_int_equal(qd_tree_set_value(tree, ids[0], 5), QD_BAD_VALUE);
    qd_total total;
    qd_tree_total(tree, NULL, &total, NULL);
    assert_true(total.count == 3 && total.sum == 0 && total.least == 0 && total.greatest == 0);
    qd_tree_destroy(tree);
}

// A view without elements has no valid box.
static void a_zeroed_view_has_only_bad_entries(void)
{
    qd_tree *tree = tree_of(NULL);
    qd_id id = put(tree, item_at(box(1, 1, 2, 2))), ids[3] = { 9, 9, 9 };
    const qd_items none = { .first_user = 0 };
    const qd_boxes nowhere = { .stride = 0 };
    size_t bad = 99;
    assert_int_equal(qd_tree_insert_many(tree, &none, 0, NULL, &bad), QD_OK);
    assert_int_equal(qd_tree_move_many(tree, &id, &nowhere, 0, &bad), QD_OK);
    assert_int_equal(bad, 99);
    assert_int_equal(qd_tree_insert_many(tree, &none, 3, ids, &bad), QD_BAD_VALUE);
    assert_int_equal(bad, 0);
    assert_true(ids[0] == 0 && ids[1] == 0 && ids[2] == 0);
    bad = 99;
    assert_int_equal(qd_tree_move_many(tree, &id, &nowhere, 1, &bad), QD_BAD_VALUE);
    assert_int_equal(bad, 0);
    assert_int_equal(qd_tree_count(tree, NULL), 1);
    assert_int_equal(count_in(tree, box(1, 1, 2, 2)), 1);
    assert_true(qd_tree_check(tree));
    qd_tree_destroy(tree);
}

tests_main(plain_test(every_view_inserts), plain_test(every_view_moves), plain_test(views_round_as_single_calls_do),
           plain_test(negative_zero_comes_back_as_zero), plain_test(arrays_that_are_missing_stand_for_their_defaults),
           plain_test(values_without_totals_are_ignored), plain_test(a_zeroed_view_has_only_bad_entries))
