// The library as it is without its abilities: what it has answers as ever, what it has not is refused.
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void assert_refused(qd_tree_def def, const char *field)
{
    qd_tree *tree = NULL;
    assert_int_equal(qd_tree_create(&def, &tree), QD_BAD_VALUE);
    assert_null(tree);
    const char *problem = qd_tree_def_problem(&def);
    assert_non_null(problem);
    assert_ptr_equal(strstr(problem, field), problem);
}

static void trees(void)
{
    static _Alignas(64) unsigned char buffer[1 << 16];
    assert_refused((qd_tree_def){ .precision = QD_DOUBLE }, "precision:");
    assert_refused((qd_tree_def){ .totals = true }, "totals:");
    assert_refused((qd_tree_def){ .buffer = buffer, .buffer_size = sizeof buffer }, "buffer:");
}

static void questions(void)
{
    qd_tree *tree = tree_of(NULL);
    put(tree, item_at(box(0, 0, 1, 1)));
    const qd_vec2 corners[] = { { -9, -9 }, { 9, -9 }, { 0, 9 } };
    const qd_query wrong[] = {
        query_of(qd_shape_circle((qd_vec2){ 0, 0 }, 5), QD_OVERLAPS),
        query_of(qd_shape_polygon(corners, 3), QD_OVERLAPS),
        query_of(qd_shape_box(box(-9, -9, 9, 9)), QD_INSIDE),
        query_of(qd_shape_point((qd_vec2){ 0.5, 0.5 }), QD_CONTAINS),
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(qd_query_check(tree, &wrong[i]), QD_BAD_VALUE);
        assert_int_equal(qd_tree_count(tree, &wrong[i]), 0);
    }
    const qd_query right[] = { query_box(box(-9, -9, 9, 9)),
                               query_of(qd_shape_point((qd_vec2){ 0.5, 0.5 }), QD_OVERLAPS), everything };
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        assert_int_equal(qd_query_check(tree, &right[i]), QD_OK);
        assert_int_equal(qd_tree_count(tree, &right[i]), 1);
    }
    qd_tree_destroy(tree);
}

static qd_result load(const char *path)
{
    static _Alignas(64) unsigned char bytes[1 << 16];
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    qd_tree *tree = NULL;
    const qd_result result = qd_tree_load(bytes, size, NULL, &tree);
    assert_int_equal(tree != NULL, result == QD_OK);
    qd_tree_destroy(tree);
    return result;
}

static void snapshots(void)
{
    assert_int_equal(load(SNAPSHOTS "/sample.qds"), QD_OK);
    assert_int_equal(load(SNAPSHOTS "/sample_of_doubles.qds"), QD_BAD_DATA);
}

static void never(void *context, qd_work *work, void *job, uint32_t parts)
{
    (void)context, (void)work, (void)job, (void)parts;
    fail();
}

static void many_items_without_their_executor(void)
{
    const qd_tree_def def = { .executor = { never, NULL, 8, 1 } };
    for (int same = 0; same < 2; same++) {
        qd_tree *tree = tree_of(&def);
        struct flock flock =
            same ? flock_of_same(3000, box(7, 7, 8, 8)) : flock_of_squares(20000, box(0, 0, 1000, 1000), 6, 5);
        flock_insert_many(&flock, tree);
        if (!same)
            assert_holds(tree, &flock);
        assert_pairs(tree, &flock, QD_CLOSED);
        flock_end(&flock, tree);
    }
}

tests_main(plain_test(trees), plain_test(questions), plain_test(snapshots),
           plain_test(many_items_without_their_executor))
