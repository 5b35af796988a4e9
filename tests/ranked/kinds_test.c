// Every kind of ranked question, in trees of floats and of doubles, against brute force: the list of all hits is
// checked item by item, and every other way to ask is compared with that list.
#include "field.h"

#include <math.h>

enum kind { NEAREST_POINT, NEAREST_BOX, RAY, SEGMENT, CAST_BOX, CAST_CIRCLE, KINDS };

// What the questions of a scene are asked of, and the right answer to the one at hand.
struct scene {
    struct field field;
    const qd_tree *tree;
    qd_id ids[2048];
    size_t items;
    qd_hit hits[2049], found[2049];
    size_t count;
};

static bool same_hit(const qd_hit *a, const qd_hit *b)
{
    return a->item.id == b->item.id && a->item.user == b->item.user && a->t == b->t && a->point.x == b->point.x &&
           a->point.y == b->point.y && a->normal.x == b->normal.x && a->normal.y == b->normal.y;
}

static void scene_open(struct scene *scene, struct prng *random, qd_precision precision, qd_edges edges,
                       enum numbers numbers, size_t items)
{
    field_open(&scene->field, precision, edges);
    scene->tree = scene->field.tree;
    scene->items = items;
    for (size_t i = 0; i < items; i++) {
        qd_item item = item_at(box_of(random, numbers));
        item.user = prng_next(random);
        item.filter.layers = prng_below(random, 3) ? 0 : 1 + prng_below(random, 7);
        item.filter.mask = prng_below(random, 3) ? 0 : 1 + prng_below(random, 7);
        scene->ids[i] = put(scene->field.tree, item);
        assert_int_equal(qd_oracle_insert_as(scene->field.oracle, &item, scene->ids[i]), QD_OK);
    }
}

static qd_vec2 some_motion(struct prng *random, enum numbers numbers)
{
    qd_vec2 motion = point_of(random, numbers);
    motion.x = prng_below(random, 5) ? motion.x : 0;
    motion.y = prng_below(random, 5) ? motion.y : 0;
    return motion;
}

static qd_ranked some_question(struct prng *random, enum kind kind, enum numbers numbers, const struct scene *scene)
{
    const qd_box own = box_of(random, numbers);
    const qd_vec2 motion = some_motion(random, numbers);
    const double some = length_of(random, numbers), limit = prng_below(random, 3) ? INFINITY : some;
    const double radius = length_of(random, numbers);
    qd_ranked ranked;
    switch (kind) {
    case NEAREST_POINT:
        ranked = qd_nearest(qd_shape_point(own.min), limit);
        break;
    case NEAREST_BOX:
        ranked = qd_nearest(qd_shape_box(own), limit);
        break;
    case RAY:
        ranked = qd_ray(own.min, motion, limit);
        break;
    case SEGMENT:
        ranked = qd_segment(own.min, prng_below(random, 8) ? point_of(random, numbers) : own.min);
        ranked.limit = prng_below(random, 4) ? 1 : prng_between(random, 0, 2);
        break;
    case CAST_BOX:
        ranked = qd_cast(qd_shape_box(own), motion, limit);
        break;
    default:
        ranked = qd_cast(qd_shape_circle(own.min, radius), motion, limit);
        break;
    }
    if (prng_below(random, 2)) {
        ranked.filter.layers = prng_below(random, 4);
        ranked.filter.mask = prng_below(random, 3) ? 1 + prng_below(random, 7) : 0;
        ranked.ignore = prng_below(random, 2) ? scene->ids[prng_below(random, (uint32_t)scene->items)] : 0;
    }
    return ranked;
}

static bool is_found(const struct scene *scene, qd_id id, const qd_hit **hit)
{
    for (size_t i = 0; i < scene->count; i++)
        if (scene->hits[i].item.id == id) {
            *hit = &scene->hits[i];
            return true;
        }
    return false;
}

// Asks for all hits, and checks them.
static void expect_all(struct scene *scene, const qd_ranked *ranked)
{
    size_t total = SIZE_MAX;
    scene->count = qd_tree_find_ranked(scene->tree, ranked, scene->hits, scene->items + 1, &total);
    assert_true(scene->count <= scene->items && total == scene->count);
    size_t there = 0;
    for (size_t i = 0; i < scene->items; i++) {
        const qd_hit *hit = NULL;
        qd_item item;
        assert_int_equal(qd_tree_get(scene->tree, scene->ids[i], &item), QD_OK);
        there += is_found(scene, scene->ids[i], &hit);
        if (!qd_oracle_accepts(scene->field.oracle, ranked, scene->ids[i], hit))
            fail_msg(
                "rank %d, shape %d at %a %a %a %a radius %a, motion %a %a, limit %a: slot %u at %a %a %a %a %s: t %a "
                "at %a %a, normal %g %g",
                (int)ranked->rank, (int)ranked->shape.type, ranked->shape.box.min.x, ranked->shape.box.min.y,
                ranked->shape.box.max.x, ranked->shape.box.max.y, ranked->shape.radius, ranked->motion.x,
                ranked->motion.y, ranked->limit, qd_id_slot(scene->ids[i]), item.box.min.x, item.box.min.y,
                item.box.max.x, item.box.max.y, hit ? "is wrong" : "is missing", hit ? hit->t : 0,
                hit ? hit->point.x : 0, hit ? hit->point.y : 0, hit ? hit->normal.x : 0, hit ? hit->normal.y : 0);
    }
    assert_int_equal(there, scene->count); // none twice, none that is not there
    qd_tree_def def;
    qd_tree_get_def(scene->tree, &def);
    for (size_t i = 1; i < scene->count; i++) {
        const qd_hit *a = &scene->hits[i - 1], *b = &scene->hits[i];
        assert_true(a->t <= b->t);
        if (a->t == b->t && def.precision == QD_DOUBLE)
            assert_true(qd_id_slot(a->item.id) < qd_id_slot(b->item.id));
    }
    if (ranked->shape.type != QD_CIRCLE) { // which is decided without any room for rounding
        const size_t expected = qd_oracle_find_ranked(scene->field.oracle, ranked, scene->found, scene->items, NULL);
        assert_int_equal(expected, scene->count);
        for (size_t i = 0; i < expected; i++)
            assert_true(scene->found[i].item.id == scene->hits[i].item.id);
    }
}

static void first_come_first(struct scene *scene, struct prng *random, const qd_ranked *ranked)
{
    assert_int_equal(qd_tree_count_ranked(scene->tree, ranked), scene->count);
    for (int i = 0; i < 3; i++) {
        const size_t capacity = prng_below(random, i == 0 ? 3 : i == 1 ? 18 : (uint32_t)scene->items + 1);
        const qd_hit untouched = { { 7, 8 }, { 9 }, { 10, 11 }, { 12, 13 } };
        size_t total = SIZE_MAX;
        scene->found[capacity] = untouched;
        const bool counts = prng_below(random, 2);
        const size_t found = qd_tree_find_ranked(scene->tree, ranked, scene->found, capacity, counts ? &total : NULL);
        assert_int_equal(found, scene->count < capacity ? scene->count : capacity);
        assert_true(total == (counts ? scene->count : SIZE_MAX));
        assert_true(same_hit(&scene->found[capacity], &untouched));
        for (size_t k = 0; k < found; k++)
            assert_true(same_hit(&scene->found[k], &scene->hits[k]));
    }
}

// A visitor that shrinks its limit in its own way, or ends the search.
struct visit {
    struct scene *scene;
    bool met[2049];
    size_t calls, stop_after;
    double limit; // of floats rounded, as the tree does
    bool rounds;
    int manner;
    bool stopped;
};

static double wanted_limit(const struct visit *visit, const qd_hit *hit, double limit)
{
    switch (visit->manner) {
    case 0:
        return hit->t;
    case 1:
        return hit->t / 2;
    case 2:
        return limit * 2 + 1;
    case 3:
        return qd_id_slot(hit->item.id) % 2 ? hit->t : NAN;
    default:
        return limit;
    }
}

static qd_flow take_hit(void *context, const qd_hit *hit, double *limit)
{
    struct visit *visit = context;
    struct scene *scene = visit->scene;
    size_t at = 0;
    while (at < scene->count && scene->hits[at].item.id != hit->item.id)
        at++;
    assert_true(at < scene->count && !visit->met[at] && !visit->stopped);
    assert_true(same_hit(hit, &scene->hits[at]));
    assert_true(hit->t <= visit->limit);
    assert_true(*limit == visit->limit);
    visit->met[at] = true;
    if (++visit->calls == visit->stop_after) {
        visit->stopped = true;
        *limit = visit->calls % 2 ? -1 : *limit;
        return visit->calls % 2 ? QD_CONTINUE : QD_STOP;
    }
    *limit = wanted_limit(visit, hit, *limit);
    const double left = visit->rounds ? (double)(float)*limit : *limit;
    visit->limit = left < visit->limit ? left : visit->limit;
    return QD_CONTINUE;
}

// The t of a float tree is told rounded, so one that is told to be the limit may be beyond it.
static void visits_get_what_is_up_to_the_limit(struct scene *scene, struct prng *random, const qd_ranked *ranked)
{
    qd_tree_def def;
    qd_tree_get_def(scene->tree, &def);
    for (int manner = 0; manner < 5; manner++) {
        struct visit visit = { .scene = scene, .limit = ranked->limit, .manner = manner };
        visit.rounds = def.precision == QD_FLOAT;
        visit.limit = ranked->rank == QD_SEGMENT && visit.limit > 1 ? 1 : visit.limit;
        visit.limit = visit.rounds ? (double)(float)visit.limit : visit.limit;
        visit.stop_after = prng_below(random, 3) ? 0 : 1 + prng_below(random, 6);
        qd_cost cost = { 1, 1, 1 };
        qd_tree_visit_ranked(scene->tree, ranked, take_hit, &visit, prng_below(random, 4) ? &cost : NULL);
        for (size_t i = 0; i < scene->count && !visit.stopped; i++)
            assert_true(visit.met[i] || scene->hits[i].t > visit.limit ||
                        (visit.rounds && ranked->rank != QD_NEAREST && scene->hits[i].t == visit.limit));
        assert_true(cost.hits == visit.calls || cost.nodes == 1);
    }
}

static void cursors_go_on(struct scene *scene, struct prng *random, const qd_ranked *ranked)
{
    qd_ranked_cursor cursor, copy;
    qd_ranked_cursor_begin(&cursor, scene->tree, ranked);
    size_t count = 0, some, other;
    do {
        const size_t capacity = 1 + prng_below(random, 1 + prng_below(random, 50));
        qd_hit again[50];
        copy = cursor;
        some = qd_ranked_cursor_next(&cursor, scene->found + count, capacity);
        other = qd_ranked_cursor_next(&copy, again, capacity);
        assert_true(some == other && some <= capacity && count + some <= scene->count);
        for (size_t i = 0; i < some; i++) {
            assert_true(same_hit(&scene->found[count + i], &scene->hits[count + i]));
            assert_true(same_hit(&again[i], &scene->hits[count + i]));
        }
        count += some;
    } while (some > 0);
    assert_int_equal(count, scene->count);
    assert_int_equal(cursor.cost.hits, count);
    assert_int_equal(qd_ranked_cursor_next(&cursor, scene->found, 5), 0);
    assert_false(cursor.changed);
}

static void ask_every_way(struct scene *scene, struct prng *random, const qd_ranked *ranked)
{
    assert_int_equal(qd_ranked_check(scene->tree, ranked), QD_OK);
    assert_int_equal(qd_oracle_check_ranked(scene->field.oracle, ranked), QD_OK);
    expect_all(scene, ranked);
    first_come_first(scene, random, ranked);
    visits_get_what_is_up_to_the_limit(scene, random, ranked);
    cursors_go_on(scene, random, ranked);
}

static void play(qd_precision precision, qd_edges edges)
{
    static struct scene scene;
    struct prng random = { 77 + (uint64_t)precision * 2 + (uint64_t)edges };
    size_t hits[KINDS] = { 0 };
    for (int round = 0; round < 20 * numbers_for(precision); round++) {
        const enum numbers numbers = (enum numbers)(round % numbers_for(precision));
        scene_open(&scene, &random, precision, edges, numbers, 1 + prng_below(&random, 80));
        for (int i = 0; i < 60; i++) {
            const enum kind kind = (enum kind)(i % KINDS);
            const qd_ranked ranked = some_question(&random, kind, numbers, &scene);
            ask_every_way(&scene, &random, &ranked);
            hits[kind] += scene.count;
        }
        field_close(&scene.field);
    }
    for (int kind = 0; kind < KINDS; kind++)
        assert_true(hits[kind] > 1000);
}

static void floats_with_closed_edges(void)
{
    play(QD_FLOAT, QD_CLOSED);
}

static void floats_with_open_edges(void)
{
    play(QD_FLOAT, QD_OPEN);
}

static void doubles_with_closed_edges(void)
{
    play(QD_DOUBLE, QD_CLOSED);
}

static void doubles_with_open_edges(void)
{
    play(QD_DOUBLE, QD_OPEN);
}

// So many that the tree has a directory, and searches look around their place first.
static void among_many(void)
{
    static struct scene scene;
    for (int precision = 0; precision < 2; precision++) {
        struct prng random = { 5 };
        scene_open(&scene, &random, (qd_precision)precision, QD_CLOSED, WORLD, 2048);
        for (int i = 0; i < 120; i++) {
            const qd_ranked ranked = some_question(&random, (enum kind)(i % KINDS), WORLD, &scene);
            ask_every_way(&scene, &random, &ranked);
        }
        field_close(&scene.field);
    }
}

tests_main(plain_test(floats_with_closed_edges), plain_test(floats_with_open_edges),
           plain_test(doubles_with_closed_edges), plain_test(doubles_with_open_edges), plain_test(among_many))
