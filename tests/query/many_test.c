// Windows, nearest and rays, many at once: those of single calls and of brute force.
#include "compare_many.h"
#include "ledger.h"
#include "support.h"

#include <stdlib.h>

enum { QUESTIONS = 40 };

// A tree, its oracle, and questions, some of them odd or malformed.
struct field {
    struct ledger memory;
    qd_tree *tree;
    void *buffer; // NULL: the tree has memory of its own
    struct oracle oracle;
    struct compare compare;
    struct prng random;
    qd_box boxes[QUESTIONS];
    qd_vec2 points[QUESTIONS];
    qd_ray rays[QUESTIONS];
};

static qd_box some_box(struct prng *random, float side)
{
    const float x = prng_between(random, -100, 100), y = prng_between(random, -100, 100);
    return qd_box_xywh(x, y, prng_between(random, 0, side), prng_between(random, 0, side));
}

static void choose_questions(struct field *field, bool malformed)
{
    struct prng *random = &field->random;
    for (size_t i = 0; i < QUESTIONS; i++) {
        const qd_box near = some_box(random, i % 3 ? 20 : 200), far = some_box(random, 30);
        field->boxes[i] = near;
        field->points[i] = near.min;
        field->rays[i] = i % 2 ? qd_ray_between(near.min, far.min) : qd_ray_toward(near.min, far.min);
    }
    field->boxes[3] = everywhere;
    field->boxes[4].max.x = INFINITY;
    field->boxes[5] = point_at(0, 0);
    field->points[6] = (qd_vec2){ 1e30F, -1e30F };
    field->rays[6].direction = (qd_vec2){ 0, -1 };
    if (!malformed)
        return;
    field->boxes[9] = (qd_box){ { 5, 5 }, { 1, 1 } };
    field->boxes[11].min.y = NAN;
    field->points[10].x = NAN;
    field->points[12].y = INFINITY;
    field->rays[8].direction = (qd_vec2){ 0, 0 };
    field->rays[9].t_max = -1;
    field->rays[17].origin.x = NAN;
}

static void field_fill(struct field *field, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        qd_item item = { some_box(&field->random, i % 50 ? 4 : 60), i, { 0, 0 } };
        if (i % 5 == 0)
            item.filter = (qd_filter){ 1U << prng_below(&field->random, 3), 1U << prng_below(&field->random, 3) };
        if (i % 97 == 0)
            item.box = point_at(prng_between(&field->random, -1e6F, 1e6F), 3);
        oracle_insert(&field->oracle, item, qd_tree_insert(field->tree, item));
        assert_null(field->oracle.complaint);
    }
}

static struct field *field_open(qd_edges edges, size_t items, size_t buffer_items)
{
    struct field *field = need(1, sizeof *field);
    qd_tree_def def = { .edges = edges, .leaf_capacity = items % 2 ? 8 : 0 };
    field->random.state = items;
    if (buffer_items > 0) {
        const size_t size = qd_tree_size_for(buffer_items);
        field->buffer = aligned_alloc(QD_BUFFER_ALIGNMENT, (size + 63) / 64 * 64);
        assert_non_null(field->buffer);
        field->tree = qd_tree_create_in(field->buffer, size, &def);
    } else {
        def.allocator = ledger_allocator(&field->memory);
        field->tree = qd_tree_create(&def);
    }
    assert_non_null(field->tree);
    oracle_create(&field->oracle, edges);
    compare_create(&field->compare, field->tree, &field->oracle);
    field_fill(field, items);
    return field;
}

static void field_close(struct field *field)
{
    qd_tree_destroy(field->tree);
    compare_destroy(&field->compare);
    oracle_destroy(&field->oracle);
    assert_int_equal(field->memory.bytes, 0);
    assert_null(field->memory.complaint);
    free(field->buffer);
    free(field);
}

static void agree(struct field *field, bool agrees)
{
    if (!agrees)
        fail_msg("%s", field->compare.why);
}

// Few of the questions, all of them, and enough for the library to sort them.
static void ask_all(struct field *field, qd_query_filter filter)
{
    static const size_t counts[] = { 0, 1, 7, QUESTIONS, QUESTIONS }, times[] = { 1, 1, 1, 1, 12 };
    struct compare *compare = &field->compare;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        const size_t count = counts[i];
        agree(field, compare_box_many(compare, field->boxes, count, times[i], filter, SIZE_MAX));
        agree(field, compare_box_many(compare, field->boxes, count, times[i], filter, 1 + i * 300));
        for (size_t k = 0; k <= 20; k += 1 + k * 3) {
            agree(field, compare_near_many(compare, field->points, count, times[i], INFINITY, filter, k));
            agree(field, compare_near_many(compare, field->points, count, times[i], 12, filter, k));
            agree(field, compare_ray_many(compare, field->rays, count, times[i], filter, k));
        }
    }
    agree(field, compare_near_many(compare, field->points, QUESTIONS, 8, NAN, filter, 3));
    agree(field, compare_near_many(compare, field->points, QUESTIONS, 8, -1, filter, 3));
}

static void ask_with_filters(struct field *field)
{
    for (int malformed = 0; malformed < 2; malformed++) {
        choose_questions(field, malformed);
        ask_all(field, everyone);
        ask_all(field, (qd_query_filter){ .mask = 2 });
        ask_all(field, (qd_query_filter){ .layers = 4, .ignore = { 7, 1 } });
        ask_all(field, (qd_query_filter){ .mask = QD_NO_LAYERS });
    }
}

static void trees_of_any_size(void **state)
{
    (void)state;
    static const size_t items[] = { 0, 1, 9, 300, 2001 };
    for (size_t i = 0; i < sizeof items / sizeof *items; i++) {
        for (int edges = 0; edges < 2; edges++) {
            struct field *field = field_open((qd_edges)edges, items[i], 0);
            ask_with_filters(field);
            field_close(field);
        }
    }
}

static void tree_in_a_buffer(void **state)
{
    (void)state;
    struct field *field = field_open(QD_EDGES_CLOSED, 900, 1000); // it has no memory for sorting
    ask_with_filters(field);
    field_close(field);
}

static void mapped_tree(void **state)
{
    (void)state;
    struct field *field = field_open(QD_EDGES_OPEN, 1500, 0);
    const size_t size = qd_tree_save_size(field->tree, 0);
    void *bytes = aligned_alloc(4096, (size + 4095) / 4096 * 4096);
    assert_non_null(bytes);
    assert_int_equal(qd_tree_save(field->tree, (qd_extra){ NULL, 0 }, bytes, size), QD_OK);
    qd_tree_destroy(field->tree);
    assert_int_equal(qd_tree_map(&field->tree, bytes, size, NULL), QD_OK);
    field->compare.tree = field->tree;
    ask_with_filters(field);
    field_close(field);
    free(bytes);
}

static void questions_in_one_place(void **state)
{
    (void)state;
    struct field *field = field_open(QD_EDGES_CLOSED, 500, 0);
    choose_questions(field, false);
    for (size_t i = 0; i < QUESTIONS; i++) { // closer together than a float can scale
        field->points[i] = (qd_vec2){ (float)i * 1e-44F, 0 };
        field->boxes[i] = (qd_box){ field->points[i], field->points[i] };
        field->rays[i].origin = (qd_vec2){ 1e38F, (float)i * 1e37F };
    }
    ask_all(field, everyone);
    field_close(field);
}

static void without_memory(void **state)
{
    (void)state;
    struct field *field = field_open(QD_EDGES_CLOSED, 1000, 0);
    choose_questions(field, true);
    for (uint64_t refused = 1; refused < 6; refused++) {
        for (int later = 0; later < 2; later++) {
            const size_t bytes = field->memory.bytes;
            ledger_refuse(&field->memory, refused, later != 0);
            agree(field, compare_box_many(&field->compare, field->boxes, QUESTIONS, 30, everyone, SIZE_MAX));
            ledger_refuse(&field->memory, 1, later != 0);
            agree(field, compare_near_many(&field->compare, field->points, QUESTIONS, 9, INFINITY, everyone, 3));
            ledger_refuse(&field->memory, 1, later != 0);
            agree(field, compare_ray_many(&field->compare, field->rays, QUESTIONS, 9, everyone, 3));
            assert_true(field->memory.refused > 0);
            assert_int_equal(field->memory.bytes, bytes);
        }
    }
    ledger_refuse(&field->memory, 0, false);
    field_close(field);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_of_any_size),      cmocka_unit_test(tree_in_a_buffer), cmocka_unit_test(mapped_tree),
        cmocka_unit_test(questions_in_one_place), cmocka_unit_test(without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
