// Many questions in one call: those of single calls and of brute force, in trees of floats and of doubles, whatever the
// questions are and wherever they lie.
#include "all.h"
#include "compare_many.h"
#include "ledger.h"
#include "mapping.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>

enum { QUESTIONS = 40, EACH = 60 };

// A tree, its oracle, and questions, some of them odd or malformed.
struct scene {
    struct ledger memory;
    qd_tree *tree;
    void *buffer; // NULL: the tree has memory of its own
    qd_oracle *oracle;
    struct compare compare;
    struct prng random;
    qd_box boxes[QUESTIONS];
    double radii[QUESTIONS];
    qd_query each[EACH];
    qd_vec2 corners[EACH][4];
    qd_ranked ranked[QUESTIONS];
};

static qd_box some_box(struct prng *random, double side)
{
    const double x = prng_between(random, -100, 100), y = prng_between(random, -100, 100);
    const double width = prng_between(random, 0, side), height = prng_between(random, 0, side);
    return qd_box_xywh(x, y, width, height);
}

// Of every shape, relation and filter.
static void choose_each(struct scene *scene)
{
    for (size_t i = 0; i < EACH; i++) {
        const qd_box box = some_box(&scene->random, i % 3 ? 20 : 200);
        const qd_vec2 corners[4] = { box.min, { box.max.x, box.min.y }, box.max, { box.min.x, box.max.y } };
        qd_shape shape = { (qd_shape_type)(i % 5), 4, scene->corners[i], box, box.max.x - box.min.x };
        for (int corner = 0; corner < 4; corner++)
            scene->corners[i][corner] = corners[corner];
        scene->corners[i][1].x += 5;
        shape.box.max = i % 5 == 1 ? box.max : box.min;
        scene->each[i] = query_of(shape, (qd_relation)(i / 5 % 3));
        if (i % 7 == 0)
            scene->each[i].filter = (qd_filter){ prng_below(&scene->random, 8), prng_below(&scene->random, 8) };
        scene->each[i].ignore = i % 4 ? 0 : (qd_id)1 << 32 | (1 + prng_below(&scene->random, 20));
    }
}

static void choose_questions(struct scene *scene, bool malformed)
{
    struct prng *random = &scene->random;
    choose_each(scene);
    for (size_t i = 0; i < QUESTIONS; i++) {
        const qd_box near = some_box(random, i % 3 ? 20 : 200), far = some_box(random, 30);
        const qd_vec2 way = { far.min.x - near.min.x, far.min.y - near.min.y };
        scene->boxes[i] = near;
        scene->radii[i] = prng_between(random, 0, 30);
        scene->ranked[i] = i % 3 == 0   ? qd_nearest(qd_shape_point(near.min), i % 2 ? INFINITY : 12)
                           : i % 3 == 1 ? qd_segment(near.min, far.min)
                                        : qd_cast(qd_shape_box(near), way, INFINITY);
    }
    scene->boxes[3] = everywhere;
    scene->boxes[4].max.x = INFINITY;
    scene->boxes[5] = point_at(0, 0);
    scene->radii[6] = INFINITY;
    scene->ranked[6].shape.box = point_at(1e30, -1e30);
    if (!malformed)
        return;
    scene->boxes[9] = (qd_box){ { 5, 5 }, { 1, 1 } };
    scene->boxes[11].min.y = NAN;
    scene->radii[12] = -1;
    scene->radii[13] = NAN;
    scene->each[8].relation = (qd_relation)7;
    scene->each[21].shape.box.min.x = NAN;
    scene->ranked[8].motion.x = NAN;
    scene->ranked[9].limit = -1;
    scene->ranked[17].shape.box.min.x = NAN;
}

static void fill(struct scene *scene, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        qd_item item = { .box = some_box(&scene->random, i % 50 ? 4 : 60), .user = i };
        if (i % 5 == 0)
            item.filter = (qd_filter){ 1U << prng_below(&scene->random, 3), 1U << prng_below(&scene->random, 3) };
        if (i % 97 == 0)
            item.box = point_at(prng_between(&scene->random, -1e6, 1e6), 3);
        assert_int_equal(qd_oracle_insert_as(scene->oracle, &item, put(scene->tree, item)), QD_OK);
    }
}

static struct scene *scene_open(qd_tree_def def, size_t items, size_t buffer_items)
{
    struct scene *scene = need(1, sizeof *scene);
    scene->random.state = items;
    def.leaf_capacity = items % 2 ? 8 : 0;
    if (buffer_items > 0) {
        def.buffer_size = (qd_tree_buffer_size(&def, buffer_items) + QD_ALIGNMENT - 1) / QD_ALIGNMENT * QD_ALIGNMENT;
        def.buffer = scene->buffer = aligned_alloc(QD_ALIGNMENT, def.buffer_size);
        assert_non_null(scene->buffer);
    } else {
        def.allocator = ledger_allocator(&scene->memory);
    }
    scene->tree = tree_of(&def);
    def.allocator = (qd_allocator){ NULL, NULL };
    assert_int_equal(qd_oracle_create(&def, &scene->oracle), QD_OK);
    compare_create(&scene->compare, scene->tree, scene->oracle);
    fill(scene, items);
    return scene;
}

static void scene_close(struct scene *scene)
{
    qd_tree_destroy(scene->tree);
    compare_destroy(&scene->compare);
    qd_oracle_destroy(scene->oracle);
    assert_int_equal(scene->memory.bytes, 0);
    assert_null(scene->memory.complaint);
    free(scene->buffer);
    free(scene);
}

static void agree(struct scene *scene, bool agrees)
{
    if (!agrees)
        fail_msg("%s", scene->compare.why);
}

// Every relation in either precision; or half of these, now one half and now the other.
static void ask_views(struct scene *scene, size_t count, size_t times, qd_filter filter, qd_id ignore)
{
    const int each = (int)all_or(1, 2);
    for (int i = (int)(count + times) % each; i < 6; i += each) {
        const qd_query like = { .relation = (qd_relation)(i % 3), .filter = filter, .ignore = ignore };
        const qd_precision precision = (qd_precision)(i / 3);
        agree(scene, compare_find_views(&scene->compare, &like, scene->boxes, NULL, count, times, precision));
        agree(scene, compare_find_views(&scene->compare, &like, scene->boxes, scene->radii, count, times, precision));
    }
}

// Few of the questions, all of them, and enough for the library to sort them.
static void ask_all(struct scene *scene)
{
    static const size_t counts[] = { 0, 1, 7, QUESTIONS }, times[] = { 1, 1, 1, 7 };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        const size_t count = counts[i];
        agree(scene, compare_find_many(&scene->compare, scene->each, count, times[i]));
        if (count != 1)
            ask_views(scene, count, times[i], (qd_filter){ 0, 0 }, 0);
        for (size_t k = 0; k <= 20; k += 1 + k * 3)
            agree(scene, compare_ranked_many(&scene->compare, scene->ranked, count, times[i], k));
    }
    agree(scene, compare_find_many(&scene->compare, scene->each, EACH, 5));
    ask_views(scene, QUESTIONS, 7, (qd_filter){ .mask = 2, .layers = 4 }, (qd_id)1 << 32 | 6);
    ask_views(scene, 15, 1, (qd_filter){ .mask = QD_NO_LAYER }, 0);
}

static void ask_good_and_malformed(struct scene *scene)
{
    for (int malformed = 0; malformed < 2; malformed++) {
        choose_questions(scene, malformed);
        ask_all(scene);
    }
}

static void trees_of_any_size(void)
{
    static const size_t items[] = { 0, 1, 9, 300, 801 };
    for (size_t i = 0; i < 4 * sizeof items / sizeof *items; i++) {
        const qd_tree_def def = { .precision = (qd_precision)(i % 2), .edges = (qd_edges)(i / 2 % 2) };
        struct scene *scene = scene_open(def, items[i / 4], 0);
        ask_good_and_malformed(scene);
        scene_close(scene);
    }
}

static void tree_in_a_buffer(void)
{
    for (int precision = 0; precision < 2; precision++) {
        const qd_tree_def def = { .precision = (qd_precision)precision };
        struct scene *scene = scene_open(def, 900, 1000); // it has no memory for sorting
        ask_good_and_malformed(scene);
        scene_close(scene);
    }
}

static void mapped_tree(void)
{
    for (int precision = 0; precision < 2; precision++) {
        const qd_tree_def def = { .precision = (qd_precision)precision, .edges = QD_OPEN };
        struct scene *scene = scene_open(def, 1500, 0);
        size_t size = 0;
        assert_int_equal(qd_tree_save(scene->tree, NULL, NULL, 0, &size), QD_TOO_SMALL);
        void *bytes = aligned_alloc(QD_ALIGNMENT, (size + QD_ALIGNMENT - 1) / QD_ALIGNMENT * QD_ALIGNMENT);
        assert_non_null(bytes);
        assert_int_equal(qd_tree_save(scene->tree, NULL, bytes, size, &size), QD_OK);
        qd_tree_destroy(scene->tree);
        assert_int_equal(map_or_load(bytes, size, NULL, &scene->tree), QD_OK);
        scene->compare.tree = scene->tree;
        ask_good_and_malformed(scene);
        size_t removed = 7;
        if (can_map()) {
            assert_int_equal(qd_tree_remove_found(scene->tree, NULL, &removed), QD_READ_ONLY);
            assert_int_equal(removed, 7);
        }
        scene_close(scene);
        free(bytes);
    }
}

static void questions_in_one_place(void)
{
    for (int precision = 0; precision < 2; precision++) {
        const qd_tree_def def = { .precision = (qd_precision)precision };
        struct scene *scene = scene_open(def, 500, 0);
        choose_questions(scene, false);
        for (size_t i = 0; i < QUESTIONS; i++) { // closer together than a float can scale
            scene->boxes[i] = point_at((double)i * 1e-44, 0);
            scene->ranked[i].shape.box = point_at(1e38, (double)i * 1e37);
        }
        ask_all(scene);
        scene_close(scene);
    }
}

// Windows are sorted from there on.
enum { ITEMS_SORTED = 150000 };

static void tree_that_is_large(void)
{
    for (int precision = 0; precision < 2; precision++) {
        const qd_tree_def def = { .precision = (qd_precision)precision };
        struct scene *scene = scene_open(def, ITEMS_SORTED, 0);
        choose_questions(scene, true);
        for (size_t i = 0; i < QUESTIONS; i++) { // few results each, of what is there
            scene->boxes[i].max.x = scene->boxes[i].min.x + 0.5;
            scene->boxes[i].max.y = scene->boxes[i].min.y + 0.5;
        }
        const qd_query like = { .relation = QD_OVERLAPS };
        qd_query seldom = like; // finds so few that they come in blocks large enough to be sorted
        seldom.filter.mask = 4;
        agree(scene, compare_find_views(&scene->compare, &like, scene->boxes, NULL, QUESTIONS, 9, QD_DOUBLE));
        agree(scene, compare_find_views(&scene->compare, &like, scene->boxes, NULL, 5, 1, QD_FLOAT));
        agree(scene, compare_find_views(&scene->compare, &seldom, scene->boxes, NULL, 10, 36, QD_FLOAT));
        scene_close(scene);
    }
}

static void without_memory(void)
{
    const qd_query like = { .relation = QD_OVERLAPS };
    for (int precision = 0; precision < 2; precision++) {
        const qd_tree_def def = { .precision = (qd_precision)precision };
        struct scene *scene = scene_open(def, 1000, 0);
        choose_questions(scene, true);
        for (uint64_t refused = 1; refused < 6; refused++) {
            for (int later = 0; later < 2; later++) {
                const size_t bytes = scene->memory.bytes;
                ledger_refuse(&scene->memory, refused, later != 0);
                agree(scene, compare_find_many(&scene->compare, scene->each, EACH, 5));
                ledger_refuse(&scene->memory, refused, later != 0);
                agree(scene, compare_find_views(&scene->compare, &like, scene->boxes, NULL, QUESTIONS, 7,
                                                (qd_precision)later));
                ledger_refuse(&scene->memory, 1, later != 0);
                agree(scene, compare_ranked_many(&scene->compare, scene->ranked, QUESTIONS, 9, 3));
                assert_true(scene->memory.refused > 0);
                assert_int_equal(scene->memory.bytes, bytes);
            }
        }
        ledger_refuse(&scene->memory, 0, false);
        scene_close(scene);
    }
}

static void questions_beyond_the_limit(void)
{
    qd_tree *tree = tree_with(QD_CLOSED, 0, 0);
    const qd_queries beyond = { .count = SIZE_MAX / UINT32_MAX > 1 ? SIZE_MAX : 0 }; // as of a negative number
    size_t total = 7;
    assert_int_equal(qd_tree_find_many(tree, &beyond, &(qd_rows){ 0 }, &total), beyond.count ? QD_BAD_VALUE : QD_OK);
    assert_int_equal(total, beyond.count ? 7 : 0);
    qd_tree_destroy(tree);
}

tests_main(plain_test(trees_of_any_size), plain_test(tree_in_a_buffer), plain_test(mapped_tree),
           plain_test(questions_in_one_place), plain_test(without_memory), plain_test(tree_that_is_large),
           plain_test(questions_beyond_the_limit))
