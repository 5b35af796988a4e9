// Observers over trees that live through all kinds of changes, against brute force; then the same with memory refused
// at every single demand.
#include "compare_interest.h"
#include "stage.h"
#include "support.h"
#include "watchers.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

enum { MOST_ALLOCATIONS = 300 };

struct life {
    struct stage stage;
    struct ledger memory; // of the interest
    struct compare_interest compare;
    struct prng random;
};

static struct life *life_open(uint64_t seed, bool by_item)
{
    struct life *life = need(1, sizeof *life);
    const qd_tree_def def = { .edges = seed % 2 ? QD_OPEN : QD_CLOSED,
                              .precision = seed / 2 % 2 ? QD_DOUBLE : QD_FLOAT };
    stage_create(&life->stage, &def);
    const qd_interest_def own = { .allocator = ledger_allocator(&life->memory), .by_item = by_item };
    assert_int_equal(qd_interest_create(life->stage.tree, &own, &life->compare.interest), QD_OK);
    life->random.state = seed;
    return life;
}

static void life_close(struct life *life)
{
    qd_interest_destroy(life->compare.interest);
    compare_interest_end(&life->compare);
    assert_int_equal(life->memory.bytes, 0);
    assert_null(life->memory.complaint);
    stage_destroy(&life->stage);
    free(life);
}

static qd_shape some_shape(struct life *life)
{
    static const double radii[] = { 0, 5, 30, 30, 100, 100, 300, INFINITY };
    const qd_vec2 center = stage_box(&life->stage).min;
    const double radius = radii[prng_below(&life->random, 8)];
    switch (prng_below(&life->random, 8)) {
    case 0:
        return qd_shape_point(center);
    case 1:
        return (qd_shape){ .type = QD_EVERYWHERE };
    case 2:
    case 3:
        return qd_shape_box(qd_box_around(center, radius, radius / 2));
    default:
        return qd_shape_circle(center, radius);
    }
}

static bool has_center(const qd_shape *shape)
{
    return shape->type != QD_EVERYWHERE && !(shape->type == QD_BOX && isinf(shape->box.max.x));
}

static qd_observer some_observer(struct life *life)
{
    qd_observer observer = { .user = prng_next(&life->random) };
    observer.view.shape = some_shape(life);
    if (prng_below(&life->random, 4) == 0)
        observer.view.relation = prng_below(&life->random, 2) ? QD_INSIDE : QD_CONTAINS;
    if (prng_below(&life->random, 4) == 0)
        observer.view.filter.mask = 1u << prng_below(&life->random, 3);
    if (prng_below(&life->random, 4) == 0)
        observer.view.filter.layers = 1u << prng_below(&life->random, 3);
    if (prng_below(&life->random, 4) == 0 && life->stage.id_count > 0)
        observer.view.ignore = life->stage.ids[prng_below(&life->random, (uint32_t)life->stage.id_count)];
    static const double margins[] = { 0.5, 5, 5, 30, 30, 300, INFINITY };
    if (observer.view.relation != QD_CONTAINS && prng_below(&life->random, 2) == 0)
        observer.margin = margins[prng_below(&life->random, 7)];
    if (prng_below(&life->random, 2) == 0 && has_center(&observer.view.shape))
        observer.nearest = 1 + prng_below(&life->random, 6);
    return observer;
}

static void add_observer(struct life *life)
{
    const qd_observer observer = some_observer(life);
    const uint64_t refused = life->memory.refused;
    qd_id id = 77;
    const qd_result result = qd_interest_add(life->compare.interest, &observer, &id);
    assert_true((result == QD_OK) == (id != 0));
    if (result == QD_OK)
        compare_interest_add(&life->compare, id, observer);
    else
        assert_true(result == QD_NO_MEMORY && life->memory.refused > refused);
}

// What a view is after its centre went elsewhere.
static qd_shape moved(qd_shape shape, qd_vec2 center)
{
    const qd_box box = shape.box;
    if (shape.type == QD_BOX)
        shape.box = qd_box_around(center, box.max.x / 2 - box.min.x / 2, box.max.y / 2 - box.min.y / 2);
    else if (shape.type != QD_EVERYWHERE)
        shape.box = qd_box_at(center);
    return shape;
}

static void move_observer(struct life *life, struct watched *one)
{
    qd_interest *interest = life->compare.interest;
    const qd_vec2 center = stage_box(&life->stage).min;
    const qd_shape shape = one->observer.view.shape;
    assert_int_equal(qd_interest_move(interest, one->id + ((qd_id)2 << 32), center), QD_STALE_ID);
    if (shape.type == QD_BOX && isinf(shape.box.max.x)) {
        assert_int_equal(qd_interest_move(interest, one->id, center), QD_BAD_VALUE);
        return;
    }
    assert_int_equal(qd_interest_move(interest, one->id, center), QD_OK);
    one->observer.view.shape = moved(shape, center);
    // Said once more, as it is now: a float tree has rounded the box that it moved.
    if (shape.type == QD_BOX)
        assert_int_equal(qd_interest_set(interest, one->id, &one->observer), QD_OK);
}

// Adds, moves, changes and removes observers, some of which are stale.
static void change_observers(struct life *life)
{
    qd_interest *interest = life->compare.interest;
    for (int i = 0; i < 6; i++) {
        const qd_observer observer = some_observer(life);
        if (life->compare.count < 4 || prng_below(&life->random, 4) == 0) {
            add_observer(life);
            continue;
        }
        struct watched *one = &life->compare.watched[prng_below(&life->random, (uint32_t)life->compare.count)];
        const qd_id id = one->id, stale = id + ((qd_id)2 << 32);
        switch (prng_below(&life->random, 3)) {
        case 0:
            assert_int_equal(qd_interest_remove(interest, id), QD_OK);
            assert_int_equal(qd_interest_remove(interest, id), QD_STALE_ID);
            compare_interest_remove(&life->compare, id);
            break;
        case 1:
            assert_int_equal(qd_interest_set(interest, id, &observer), QD_OK);
            assert_int_equal(qd_interest_set(interest, stale, &observer), QD_STALE_ID);
            one->observer = observer;
            break;
        default:
            move_observer(life, one);
            break;
        }
    }
}

// So little that a float seldom sees it.
static void nudge(struct stage *stage)
{
    for (size_t i = 0; i < stage->id_count; i += 3) {
        qd_item item;
        if (qd_oracle_get(stage->oracle, stage->ids[i], &item) == QD_OK)
            stage_move(stage, i,
                       box(nextafter(item.box.min.x, -DBL_MAX), item.box.min.y, item.box.max.x, item.box.max.y));
    }
}

static void change_items(struct life *life)
{
    struct stage *stage = &life->stage;
    switch (prng_below(&life->random, 7)) {
    case 0:
        stage_insert_many(stage, 60, true, true);
        break;
    case 1:
        for (int i = 0; i < 30; i++)
            stage_remove(stage, prng_below(&life->random, (uint32_t)stage->id_count));
        break;
    case 2:
        if (prng_below(&life->random, 4) == 0)
            stage_clear(stage);
        stage_insert_many(stage, 60, true, false);
        break;
    case 3:
        for (int i = 0; i < 30; i++) {
            const qd_id id = stage->ids[prng_below(&life->random, (uint32_t)stage->id_count)];
            const uint64_t user = prng_next(&life->random);
            assert_int_equal(qd_tree_set_user(stage->tree, id, user), qd_oracle_set_user(stage->oracle, id, user));
        }
        break;
    case 4:
        nudge(stage);
        break;
    default:
        stage_move_all(stage, 5);
        break;
    }
}

// True if some memory was refused: then the update says so, and the next one makes up for it.
static bool update(struct life *life, bool no_tree, uint64_t refuse, bool later)
{
    ledger_refuse(&life->memory, refuse, later);
    qd_result result = qd_interest_update(life->compare.interest);
    const bool refused = life->memory.refused > 0;
    ledger_refuse(&life->memory, 0, false);
    assert_int_equal(result, refused ? QD_NO_MEMORY : QD_OK);
    if (!refused && !compare_interest_updated(&life->compare, no_tree ? NULL : life->stage.oracle))
        fail_msg("%s", life->compare.why);
    if (refused)
        assert_int_equal(entered_count(life->compare.interest) + left_count(life->compare.interest), 0);
    if (refused && !compare_interest_observers(&life->compare)) // as of the last update that worked
        fail_msg("%s", life->compare.why);
    return refused;
}

static void every_update_tells_the_differences(void)
{
    for (uint64_t seed = 0; seed < 12; seed++) {
        struct life *life = life_open(seed, seed % 3 == 0);
        update(life, false, 0, false);
        stage_insert_many(&life->stage, 400, true, false);
        for (int tick = 0; tick < 30; tick++) {
            change_items(life);
            change_observers(life);
            update(life, false, 0, false);
        }
        life_close(life);
    }
}

// All that was in view has left; observers can come and go, and see nothing.
static void the_tree_may_go_first(void)
{
    for (uint64_t seed = 0; seed < 4; seed++) {
        struct life *life = life_open(seed, seed % 3 == 0);
        stage_insert_many(&life->stage, 400, true, false);
        change_observers(life);
        change_observers(life);
        update(life, false, 0, false);
        qd_tree_destroy(life->stage.tree);
        life->stage.tree = NULL;
        update(life, true, 0, false);
        change_observers(life);
        update(life, true, 0, false);
        qd_observer bad = { .view = { .shape = qd_shape_circle((qd_vec2){ NAN, 0 }, 1) } };
        assert_int_equal(qd_interest_add(life->compare.interest, &bad, NULL), QD_BAD_VALUE);
        life_close(life);
    }
}

static void without_memory_nothing_is_lost(void)
{
    for (int kind = 0; kind < 4; kind++) {
        const bool later = kind % 2, by_item = kind / 2;
        for (uint64_t refuse = 1, refused = true; refused; refuse++) {
            struct life *life = life_open(refuse % 4, by_item);
            assert_true(refuse < MOST_ALLOCATIONS);
            refused = false;
            stage_insert_many(&life->stage, 200, true, false);
            for (int tick = 0; tick < 5; tick++) {
                change_items(life);
                ledger_refuse(&life->memory, refuse, later);
                change_observers(life);
                refused |= life->memory.refused > 0;
                ledger_refuse(&life->memory, 0, false);
                refused |= update(life, false, refuse, later);
            }
            update(life, false, 0, false);
            life_close(life);
        }
    }
}

static void expect_bad(qd_interest *interest, qd_id id, qd_observer observer)
{
    qd_id none = 77;
    assert_int_equal(qd_interest_add(interest, &observer, &none), QD_BAD_VALUE);
    assert_int_equal(none, 0);
    assert_int_equal(qd_interest_set(interest, id, &observer), QD_BAD_VALUE);
}

// Of the margin, and of the nearest where nothing says from what.
static void bad_choices(qd_interest *interest, qd_id id, qd_observer good)
{
    qd_observer observer = good;
    const double bad[] = { -1, -DBL_MIN, -INFINITY, NAN };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        observer.margin = bad[i];
        expect_bad(interest, id, observer);
    }
    observer.margin = 1;
    observer.view.relation = QD_CONTAINS;
    expect_bad(interest, id, observer);
    observer.margin = -0.0;
    assert_int_equal(qd_interest_set(interest, id, &observer), QD_OK);
    observer = good;
    observer.nearest = 1;
    observer.view.shape = (qd_shape){ .type = QD_EVERYWHERE };
    expect_bad(interest, id, observer);
    const qd_box boxes[] = { box(-INFINITY, 0, INFINITY, 1), box(0, 0, INFINITY, 1), box(0, -INFINITY, 1, 0) };
    for (size_t i = 0; i < sizeof boxes / sizeof *boxes; i++) {
        observer.view.shape = qd_shape_box(boxes[i]);
        expect_bad(interest, id, observer);
    }
    observer.view.shape = qd_shape_box(box(-DBL_MAX / 2, 0, DBL_MAX / 2, 1));
    assert_int_equal(qd_interest_set(interest, id, &observer), QD_OK);
    assert_int_equal(qd_interest_move(interest, id, (qd_vec2){ DBL_MAX, 0 }), QD_BAD_VALUE);
    observer.nearest = 0;
    observer.margin = INFINITY;
    assert_int_equal(qd_interest_set(interest, id, &observer), QD_OK);
}

static void bad_observers_are_refused(qd_precision precision)
{
    qd_tree *tree = tree_of(&(qd_tree_def){ .precision = precision });
    qd_interest *interest = interest_of(tree, NULL);
    const qd_observer good = { .view = { .shape = qd_shape_circle((qd_vec2){ 1, 2 }, 3) }, .user = 4 };
    qd_id id;
    assert_int_equal(qd_interest_add(interest, &good, &id), QD_OK);
    const double bad[] = { NAN, INFINITY, -INFINITY, 1e300 };
    for (size_t i = 0; i < (precision == QD_DOUBLE ? 3 : 4); i++) {
        qd_observer observer = good;
        observer.view.shape = qd_shape_circle((qd_vec2){ 1, bad[i] }, 3);
        expect_bad(interest, id, observer);
        observer.view.shape = qd_shape_point((qd_vec2){ bad[i], 2 });
        expect_bad(interest, id, observer);
        assert_int_equal(qd_interest_move(interest, id, (qd_vec2){ 1, bad[i] }), QD_BAD_VALUE);
    }
    qd_observer observer = good;
    observer.view.shape.radius = -1;
    expect_bad(interest, id, observer);
    observer.view.shape = qd_shape_box(box(2, 0, 1, 1));
    expect_bad(interest, id, observer);
    const qd_vec2 corners[] = { { 0, 0 }, { 1, 0 }, { 0, 1 } };
    observer.view.shape = qd_shape_polygon(corners, 3);
    expect_bad(interest, id, observer);
    observer.view = (qd_query){ .relation = (qd_relation)7 };
    expect_bad(interest, id, observer);
    bad_choices(interest, id, good);
    size_t count = 77;
    assert_null(qd_interest_seen(interest, (qd_id)1 << 32 | 7, &count));
    assert_int_equal(count, 0);
    qd_interest_destroy(interest);
    qd_tree_destroy(tree);
}

static void bad_observers(void)
{
    bad_observers_are_refused(QD_FLOAT);
    bad_observers_are_refused(QD_DOUBLE);
    qd_interest_destroy(NULL);
    qd_tree *tree = tree_with(QD_CLOSED, 0, 0);
    struct ledger memory = { 0 };
    const qd_interest_def def = { .allocator = ledger_allocator(&memory) };
    qd_interest *interest = (qd_interest *)(void *)tree;
    ledger_refuse(&memory, 1, true);
    assert_int_equal(qd_interest_create(tree, &def, &interest), QD_NO_MEMORY);
    assert_null(interest);
    qd_tree_destroy(tree);
}

enum { COUNT = 5 };

// Observers of every kind, of which the first three have a centre; the fourth sees the tree's only item.
static qd_interest *observers_of_each_kind(qd_tree *tree, qd_id *ids)
{
    qd_interest *interest = interest_of(tree, NULL);
    const qd_shape shapes[COUNT] = { qd_shape_circle((qd_vec2){ 0, 0 }, 1),
                                     qd_shape_box(box(0, 0, 2, 2)),
                                     qd_shape_point((qd_vec2){ 0, 0 }),
                                     { .type = QD_EVERYWHERE },
                                     qd_shape_box(box(0, 0, 1, INFINITY)) };
    for (size_t i = 0; i < COUNT; i++)
        assert_int_equal(qd_interest_add(interest, &(qd_observer){ .view.shape = shapes[i], .user = i }, &ids[i]),
                         QD_OK);
    assert_int_equal(qd_interest_update(interest), QD_OK);
    assert_int_equal(entered_count(interest), 1);
    return interest;
}

// Centres come from arrays of floats or doubles; bad entries are skipped, and the first of them is told.
static void many_move_at_once(void)
{
    qd_tree *tree = tree_of(&(qd_tree_def){ .precision = QD_DOUBLE });
    const qd_id item = put(tree, item_at(point_at(100, 100)));
    qd_id ids[COUNT + 1] = { 0 };
    qd_interest *interest = observers_of_each_kind(tree, ids);
    qd_vec2 doubles[COUNT + 1];
    float floats[2 * (COUNT + 1)];
    for (size_t i = 0; i <= COUNT; i++) {
        doubles[i] = (qd_vec2){ 101, 101 };
        floats[2 * i] = floats[2 * i + 1] = 100;
    }
    const qd_boxes far = qd_points_double(doubles), near = qd_points_float(floats);
    size_t bad = 77;
    assert_int_equal(qd_interest_move_many(interest, ids, &near, COUNT + 1, &bad), QD_BAD_VALUE);
    assert_int_equal(bad, 4);
    assert_int_equal(qd_interest_update(interest), QD_OK);
    size_t count;
    const qd_interest_event *entered = qd_interest_entered(interest, &count);
    assert_int_equal(count, 3);
    for (size_t i = 0; i < 3; i++)
        assert_true(entered[i].observer == ids[i] && entered[i].observer_user == i && entered[i].item.id == item);
    bad = 77;
    assert_int_equal(qd_interest_move_many(interest, ids, &far, 4, &bad), QD_OK);
    assert_int_equal(bad, 77);
    assert_int_equal(qd_interest_move_many(interest, ids + COUNT, &far, 1, &bad), QD_STALE_ID);
    assert_int_equal(bad, 0);
    assert_int_equal(qd_interest_update(interest), QD_OK);
    assert_int_equal(left_count(interest), 2); // the box touches it still
    const qd_boxes nothing = { 0 };
    assert_int_equal(qd_interest_move_many(interest, ids, &nothing, 1, NULL), QD_BAD_VALUE);
    qd_interest_destroy(interest);
    qd_tree_destroy(tree);
}

// However often it moves, a box keeps its size.
static void a_box_that_moves_keeps_its_size(void)
{
    for (int precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        struct prng random = { 5 };
        qd_tree *tree = tree_of(&(qd_tree_def){ .precision = (qd_precision)precision });
        qd_id id;
        qd_interest *interest = interest_of(tree, NULL);
        put(tree, item_at(point_at(3, 3)));
        assert_int_equal(qd_interest_add(interest, &(qd_observer){ .view.shape = qd_shape_box(box(0, 0, 2, 2)) }, &id),
                         QD_OK);
        for (int i = 0; i < 1000; i++) {
            const double x = prng_between(&random, -1e30, 1e30), y = prng_between(&random, -1e9, 1e9);
            assert_int_equal(qd_interest_move(interest, id, (qd_vec2){ x, y }), QD_OK);
        }
        assert_int_equal(qd_interest_move(interest, id, (qd_vec2){ 2, 2 }), QD_OK);
        assert_int_equal(qd_interest_update(interest), QD_OK);
        assert_int_equal(entered_count(interest), 1);
        assert_int_equal(qd_interest_move(interest, id, (qd_vec2){ 2, 1.999 }), QD_OK);
        assert_int_equal(qd_interest_update(interest), QD_OK);
        assert_int_equal(left_count(interest), 1);
        qd_interest_destroy(interest);
        qd_tree_destroy(tree);
    }
}

static void a_tree_in_a_buffer_can_be_watched(void)
{
    qd_tree_def def = { .precision = QD_DOUBLE };
    def.buffer_size = (qd_tree_buffer_size(&def, 100) + QD_ALIGNMENT - 1) / QD_ALIGNMENT * QD_ALIGNMENT;
    def.buffer = aligned_alloc(QD_ALIGNMENT, def.buffer_size);
    assert_non_null(def.buffer);
    qd_tree *tree = tree_of(&def);
    qd_interest *interest = interest_of(tree, NULL);
    put(tree, item_at(point_at(0, 0)));
    assert_int_equal(qd_interest_add(interest, &(qd_observer){ .user = 1 }, NULL), QD_OK);
    assert_int_equal(qd_interest_update(interest), QD_OK);
    assert_int_equal(entered_count(interest), 1);
    qd_tree_destroy(tree);
    free(def.buffer);
    assert_int_equal(qd_interest_update(interest), QD_OK);
    assert_int_equal(left_count(interest), 1);
    qd_interest_destroy(interest);
}

static void a_steady_scene_needs_no_memory(void)
{
    for (uint64_t seed = 4; seed < 7; seed += 2) {
        struct life *life = life_open(seed, seed == 6);
        stage_insert_many(&life->stage, 1000, true, false);
        for (int i = 0; i < 50; i++)
            add_observer(life);
        uint64_t calls = 0;
        for (int tick = 0; tick < 20; tick++) {
            for (size_t i = 0; i < 300; i++) // to and fro
                stage_move(&life->stage, i, qd_box_xywh((double)(i * 3 + (size_t)tick % 2 * 40), 500, 3, 3));
            update(life, false, 0, false);
            if (tick == 8)
                calls = life->memory.calls;
        }
        assert_int_equal(life->memory.calls, calls);
        qd_interest_stats stats;
        qd_interest_get_stats(life->compare.interest, &stats);
        assert_int_equal(stats.bytes, life->memory.bytes);
        life_close(life);
    }
}

tests_main(plain_test(every_update_tells_the_differences), plain_test(the_tree_may_go_first),
           plain_test(without_memory_nothing_is_lost), plain_test(bad_observers), plain_test(many_move_at_once),
           plain_test(a_box_that_moves_keeps_its_size), plain_test(a_tree_in_a_buffer_can_be_watched),
           plain_test(a_steady_scene_needs_no_memory))
