// Views of boxes by position and size, and by centre and radius: items get the boxes that a caller computes in the
// precision of the view, and a size that is no size is a bad entry.
#include "support.h"
#include "views.h"
#include "workers.h"

#include <math.h>
#include <quadrille/oracle.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 3000, FORMS = 4 };

// A caller's structs.
struct sprite {
    short name;
    float x, y, width, height;
    int32_t more;
};

struct body {
    double x, y, width, height, mass;
};

struct ball {
    float speed, x, y, radius;
};

struct planet {
    double x, y, radius;
};

struct world {
    struct sprite sprites[MOST];
    struct body bodies[MOST];
    struct ball balls[MOST];
    struct planet planets[MOST];
};

static struct world *world_of(uint64_t seed)
{
    struct prng random = { seed };
    struct world *world = need(1, sizeof *world);
    for (size_t i = 0; i < MOST; i++) {
        const double x = prng_between(&random, -1000, 1000) / 3, y = prng_between(&random, -1000, 1000) / 7;
        const double width = prng_between(&random, 0, 9) / 3, height = i % 5 ? prng_between(&random, 0, 9) / 7 : 0;
        world->sprites[i] = (struct sprite){ 1, (float)x, (float)y, (float)width, (float)height, 2 };
        world->bodies[i] = (struct body){ x, y, width, height, 3 };
        world->balls[i] = (struct ball){ 4, (float)x, (float)y, (float)height };
        world->planets[i] = (struct planet){ x, y, width };
    }
    return world;
}

static qd_boxes view_of(const struct world *world, int form)
{
    switch (form) {
    case 0:
        return qd_boxes_xywh(&world->sprites->x, sizeof *world->sprites);
    case 1:
        return qd_boxes_xywh_double(&world->bodies->x, sizeof *world->bodies);
    case 2:
        return qd_boxes_xyr(&world->balls->x, sizeof *world->balls);
    default:
        return qd_boxes_xyr_double(&world->planets->x, sizeof *world->planets);
    }
}

// As the caller would compute it: floats in float, doubles in double.
static qd_box computed_box(const struct world *world, int form, size_t i)
{
    const struct sprite *sprite = &world->sprites[i];
    const struct body *body = &world->bodies[i];
    const struct ball *ball = &world->balls[i];
    const struct planet *planet = &world->planets[i];
    const float right = sprite->x + sprite->width, top = sprite->y + sprite->height;
    const float low_x = ball->x - ball->radius, low_y = ball->y - ball->radius;
    const float high_x = ball->x + ball->radius, high_y = ball->y + ball->radius;
    switch (form) {
    case 0:
        return box(sprite->x, sprite->y, right, top);
    case 1:
        return box(body->x, body->y, body->x + body->width, body->y + body->height);
    case 2:
        return box(low_x, low_y, high_x, high_y);
    default:
        return box(planet->x - planet->radius, planet->y - planet->radius, planet->x + planet->radius,
                   planet->y + planet->radius);
    }
}

static void compute_boxes(const struct world *world, int form, size_t count, qd_box *boxes)
{
    for (size_t i = 0; i < count; i++) {
        boxes[i] = computed_box(world, form, i);
        const qd_box at = qd_boxes_at(view_of(world, form), i);
        assert_memory_equal(&at, &boxes[i], sizeof at);
    }
}

// Both trees have the same items in the same slots.
static void assert_same_trees(const qd_tree *a, const qd_tree *b, const qd_id *ids, size_t count)
{
    assert_true(qd_tree_check(a));
    assert_int_equal(qd_tree_count(a, NULL), qd_tree_count(b, NULL));
    for (size_t i = 0; i < count; i++) {
        qd_item one, other;
        assert_int_equal(qd_tree_get(a, ids[i], &one), QD_OK);
        assert_int_equal(qd_tree_get(b, ids[i], &other), QD_OK);
        assert_memory_equal(&one.box, &other.box, sizeof one.box);
    }
}

static const size_t sizes[] = { 1, 30, 500, MOST };

static void items_have_the_boxes_that_a_caller_computes(void)
{
    struct world *world = world_of(3), *next = world_of(4);
    qd_box *boxes = need(MOST, sizeof *boxes);
    qd_id *ids = need(MOST, sizeof *ids), *other_ids = need(MOST, sizeof *other_ids);
    for (int form = 0; form < FORMS; form++)
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
            for (int before = 0; before < 2; before++) {
                qd_tree *tree = tree_of(NULL), *other = tree_of(NULL);
                const size_t count = sizes[s];
                for (int i = 0; before && i < 200; i++) {
                    put(tree, item_at(point_at(i * 5, i * 3)));
                    put(other, item_at(point_at(i * 5, i * 3)));
                }
                compute_boxes(world, form, count, boxes);
                const qd_items items = { .boxes = view_of(world, form) }, same = { .boxes = qd_boxes_double(boxes) };
                assert_int_equal(qd_tree_insert_many(tree, &items, count, ids, NULL), QD_OK);
                assert_int_equal(qd_tree_insert_many(other, &same, count, other_ids, NULL), QD_OK);
                assert_memory_equal(ids, other_ids, count * sizeof *ids);
                assert_same_trees(tree, other, ids, count);
                const qd_boxes view = view_of(next, form);
                compute_boxes(next, form, count, boxes);
                assert_int_equal(qd_tree_move_many(tree, ids, &view, count, NULL), QD_OK);
                assert_int_equal(move_boxes(other, ids, boxes, count, NULL), QD_OK);
                assert_same_trees(tree, other, ids, count);
                qd_tree_destroy(tree);
                qd_tree_destroy(other);
            }
    free(world);
    free(next);
    free(boxes);
    free(ids);
    free(other_ids);
}

// Sizes that a sum would swallow are found all the same.
static const double no_sizes[] = { -1, -1e-30, -5e-324, NAN, INFINITY, -INFINITY };
enum { NO_SIZES = sizeof no_sizes / sizeof *no_sizes };

static void put_no_size(struct world *world, size_t i, int which)
{
    const double no_size = no_sizes[which % NO_SIZES];
    const float narrow = fabs(no_size) < 1e-38 ? -1e-38f : (float)no_size;
    *(which / NO_SIZES ? &world->sprites[i].width : &world->sprites[i].height) = narrow;
    *(which / NO_SIZES ? &world->bodies[i].width : &world->bodies[i].height) = no_size;
    world->balls[i].radius = narrow;
    world->planets[i].radius = no_size;
}

static void bad_sizes_are_bad_entries(void)
{
    enum { COUNT = 400, AT = 77 };
    struct world *world = world_of(5), *good = world_of(6);
    qd_id *ids = need(COUNT, sizeof *ids), *all = need(COUNT, sizeof *all);
    for (int form = 0; form < FORMS; form++)
        for (int which = 0; which < 2 * NO_SIZES; which++)
            for (size_t count = AT + 1; count <= COUNT; count += COUNT - AT - 1) {
                qd_tree *tree = tree_of(NULL);
                const struct world kept = *world;
                const qd_items items = { .boxes = view_of(world, form) }, others = { .boxes = view_of(good, form) };
                size_t bad = 99999;
                put_no_size(world, AT, which);
                assert_false(
                    qd_box_is_valid(&(qd_box){ qd_boxes_at(items.boxes, AT).min, qd_boxes_at(items.boxes, AT).max }));
                assert_int_equal(qd_tree_insert_many(tree, &items, count, ids, &bad), QD_BAD_VALUE);
                assert_int_equal(bad, AT);
                assert_true(ids[AT] == 0 && ids[AT - 1] != 0);
                assert_int_equal(qd_tree_count(tree, NULL), count - 1);
                assert_int_equal(qd_tree_insert_many(tree, &others, count, all, NULL), QD_OK);
                qd_item before, after;
                assert_int_equal(qd_tree_get(tree, all[AT], &before), QD_OK);
                bad = 99999;
                assert_int_equal(qd_tree_move_many(tree, all, &items.boxes, count, &bad), QD_BAD_VALUE);
                assert_int_equal(bad, AT);
                assert_int_equal(qd_tree_get(tree, all[AT], &after), QD_OK);
                assert_memory_equal(&before.box, &after.box, sizeof before.box);
                assert_true(qd_tree_check(tree));
                qd_tree_destroy(tree);
                *world = kept;
            }
    free(world);
    free(good);
    free(ids);
    free(all);
}

// No form, and no elements: nothing is valid.
static void unknown_forms_have_only_bad_entries(void)
{
    struct world *world = world_of(7);
    qd_tree *tree = tree_of(NULL);
    qd_items items = { .boxes = qd_boxes_xywh(&world->sprites->x, sizeof *world->sprites) };
    items.boxes.form = (qd_form)7;
    size_t bad = 99;
    assert_int_equal(qd_tree_insert_many(tree, &items, 3, NULL, &bad), QD_BAD_VALUE);
    assert_int_equal(bad, 0);
    items.boxes = (qd_boxes){ .form = QD_SIZES };
    assert_int_equal(qd_tree_insert_many(tree, &items, 3, NULL, &bad), QD_BAD_VALUE);
    assert_int_equal(qd_tree_count(tree, NULL), 0);
    qd_tree_destroy(tree);
    free(world);
}

static void assert_box(qd_box box, qd_box expected)
{
    assert_memory_equal(&box, &expected, sizeof box);
}

// Packed floats of four are not taken for corners, nor a struct of four doubles.
static void packed_sizes_are_no_corners(void)
{
    const float floats[8] = { 1, 2, 3, 4, 10, 20, 30, 40 };
    const double doubles[8] = { 1, 2, 3, 4, 10, 20, 30, 40 };
    const qd_boxes views[2] = { qd_boxes_xywh(floats, 4 * sizeof *floats),
                                qd_boxes_xywh_double(doubles, 4 * sizeof *doubles) };
    for (int i = 0; i < 2; i++) {
        qd_tree *tree = tree_of(NULL);
        qd_id ids[2];
        qd_item items[2];
        assert_int_equal(qd_tree_insert_many(tree, &(qd_items){ .boxes = views[i] }, 2, ids, NULL), QD_OK);
        assert_int_equal(qd_tree_get(tree, ids[0], &items[0]), QD_OK);
        assert_int_equal(qd_tree_get(tree, ids[1], &items[1]), QD_OK);
        assert_box(items[0].box, box(1, 2, 4, 6));
        assert_box(items[1].box, box(10, 20, 40, 60));
        qd_tree_destroy(tree);
    }
}

// As windows, and as boxes that the nearest are counted from; a bad one finds nothing.
static void questions_take_them_as_boxes(void)
{
    enum { COUNT = 300, AT = 20 };
    struct world *world = world_of(8), *asked = world_of(9);
    uint64_t offsets[COUNT + 1];
    uint32_t counts[COUNT];
    qd_id nearest[COUNT];
    put_no_size(asked, AT, 1);
    for (int form = 0; form < FORMS; form++) {
        qd_tree *tree = tree_of(NULL);
        const qd_items items = { .boxes = view_of(world, form) };
        assert_int_equal(qd_tree_insert_many(tree, &items, MOST, NULL, NULL), QD_OK);
        const qd_queries queries = { .count = COUNT, .boxes = view_of(asked, form) };
        const qd_ranked_queries near = { .count = COUNT,
                                         .like = qd_nearest(qd_shape_box(box(0, 0, 0, 0)), INFINITY),
                                         .boxes = view_of(asked, form) };
        (void)qd_tree_find_many(tree, &queries, &(qd_rows){ .offsets = offsets }, NULL);
        assert_int_equal(
            qd_tree_find_many_ranked(tree, &near, &(qd_ranked_rows){ .k = 1, .counts = counts, .ids = nearest }),
            QD_OK);
        for (size_t i = 0; i < COUNT; i++) {
            const qd_box window = qd_boxes_at(view_of(asked, form), i);
            const qd_query query = query_box(window);
            const qd_ranked question = qd_nearest(qd_shape_box(window), INFINITY);
            qd_hit hit = { .item = { 0, 0 } };
            assert_int_equal(offsets[i + 1] - offsets[i], qd_tree_count(tree, &query));
            assert_int_equal(counts[i], qd_tree_find_ranked(tree, &question, &hit, 1, NULL));
            assert_int_equal(counts[i], i != AT);
            assert_true(nearest[i] == hit.item.id);
        }
        qd_tree_destroy(tree);
    }
    free(world);
    free(asked);
}

// The checker reads them as the tree does.
static void the_checker_agrees(void)
{
    struct world *world = world_of(10), *next = world_of(11);
    qd_id ids[60];
    put_no_size(next, 40, 0);
    for (int form = 0; form < FORMS; form++) {
        qd_checker *checker = qd_checker_new(NULL);
        const qd_items items = { .boxes = view_of(world, form) };
        const qd_boxes view = view_of(next, form);
        size_t bad = 0;
        assert_int_equal(qd_checker_insert_many(checker, &items, 60, ids, NULL), QD_OK);
        assert_int_equal(qd_checker_move_many(checker, ids, &view, 60, &bad), QD_BAD_VALUE);
        assert_int_equal(bad, 40);
        assert_true(qd_checker_check(checker) && !qd_checker_failed(checker));
        qd_checker_destroy(checker);
    }
    free(world);
    free(next);
}

tests_main(plain_test(items_have_the_boxes_that_a_caller_computes), plain_test(bad_sizes_are_bad_entries),
           plain_test(unknown_forms_have_only_bad_entries), plain_test(packed_sizes_are_no_corners),
           plain_test(questions_take_them_as_boxes), plain_test(the_checker_agrees))
