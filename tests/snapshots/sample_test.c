// Snapshots that are kept here read the same for good, and those of older versions are refused. To make the first two
// again after a new version of the format: run this program with the name of the file to write, and "doubles" for the
// second.
#include "bytes.h"

#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 90 };
static const char note[] = "a sample";
static const char *const samples[] = { SAMPLE, SAMPLE_OF_DOUBLES };

static qd_item item_of(qd_precision precision, uint32_t i)
{
    const double fine = precision == QD_DOUBLE ? i * 0x1p-45 : 0;
    qd_item item = { qd_box_xywh(i * i % 97 / 4.0 + fine, i * 7 % 89 / 8.0, i % 4, i % 3 / 2.0),
                     i * UINT64_C(0x100000001),
                     { i % 3 ? 0 : 4, i % 7 ? 0 : 5 },
                     0 };
    if (i % 30 == 11)
        item.box = qd_box_xywh(-(double)1e30f, 5, (double)1e29f, (double)7e31f);
    if (i % 30 == 12)
        item.filter.layers = QD_NO_LAYER;
    if (precision == QD_FLOAT)
        item.box.max = (qd_vec2){ (float)item.box.max.x, (float)item.box.max.y };
    return item;
}

static qd_tree *make(qd_precision precision)
{
    qd_tree *tree = tree_of(&(qd_tree_def){ .precision = precision,
                                            .leaf_capacity = 10,
                                            .max_depth = 6,
                                            .edges = QD_OPEN,
                                            .world = { { 0, 0 }, { 24, 12 } } });
    for (uint32_t i = 0; i < COUNT; i++)
        put(tree, item_of(precision, i));
    for (uint32_t i = 0; i < COUNT; i += 9)
        qd_tree_remove(tree, id_of(i + 1, 1));
    return tree;
}

static struct bytes read_sample(const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    struct bytes bytes = { aligned_alloc(64, 1 << 16), 0 };
    assert_non_null(bytes.at);
    bytes.size = fread(bytes.at, 1, 1 << 16, file);
    fclose(file);
    return bytes;
}

static void assert_is_the_sample(const qd_tree *tree, qd_precision precision)
{
    qd_tree_def def;
    qd_tree_get_def(tree, &def);
    assert_int_equal(def.precision, precision);
    assert_int_equal(def.edges, QD_OPEN);
    assert_int_equal(def.leaf_capacity, 10);
    assert_int_equal(def.max_depth, 6);
    assert_int_equal(qd_tree_count(tree, NULL), COUNT - 10);
    for (uint32_t i = 0; i < COUNT; i++) {
        qd_item item = { .user = 0 }, right = item_of(precision, i);
        assert_int_equal(qd_tree_get(tree, id_of(i + 1, 1), &item), i % 9 != 0 ? QD_OK : QD_STALE_ID);
        if (i % 9 == 0)
            continue;
        assert_memory_equal(&item.box, &right.box, sizeof item.box);
        assert_true(item.user == right.user);
        assert_int_equal(item.filter.layers, i % 30 == 12 ? QD_NO_LAYER : i % 3 ? 0x7fffffff : 4);
        assert_int_equal(item.filter.mask, i % 7 ? 0x7fffffff : 5);
    }
}

static void it_reads_the_same(void)
{
    for (qd_precision precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        struct bytes bytes = read_sample(samples[precision]);
        qd_tree *trees[2] = { mapped(bytes), loaded(bytes) };
        for (int t = 0; t < 2; t++) {
            assert_is_the_sample(trees[t], precision);
            qd_tree_destroy(trees[t]);
        }
        qd_extra extra = { 0 };
        assert_int_equal(qd_snapshot_extra(bytes.at, bytes.size, &extra), QD_OK);
        assert_int_equal(extra.size, sizeof note);
        assert_memory_equal(extra.bytes, note, sizeof note);
        free_bytes(&bytes);
    }
}

// On every machine, with every kind of vector instructions.
static void it_is_written_the_same(void)
{
    for (qd_precision precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        struct bytes right = read_sample(samples[precision]);
        qd_tree *tree = make(precision);
        struct bytes bytes = saved_with(tree, (qd_extra){ note, sizeof note });
        assert_int_equal(bytes.size, right.size);
        assert_memory_equal(bytes.at, right.at, right.size);
        free_bytes(&bytes);
        free_bytes(&right);
        qd_tree_destroy(tree);
    }
}

/// It begins as a snapshot, its version is where that of any is, and its bytes are those that were written.
static void assert_old(const char *path, uint32_t version)
{
    struct bytes bytes = read_sample(path), same = copy_of(bytes);
    qd_extra extra = { NULL, 77 };
    make_sum_right(same);
    assert_memory_equal(bytes.at, same.at, bytes.size);
    assert_true(qd_snapshot_starts(bytes.at, bytes.size));
    assert_int_equal(number_at(bytes, 8), version);
    assert_read(bytes, QD_BAD_DATA);
    assert_int_equal(qd_snapshot_extra(bytes.at, bytes.size, &extra), QD_BAD_DATA);
    assert_true(extra.bytes == NULL && extra.size == 77);
    set_number(bytes, 8, 5); // nor does it become a newer one by saying so
    make_sum_right(bytes);
    assert_read(bytes, QD_BAD_DATA);
    free_bytes(&same);
    free_bytes(&bytes);
}

static void those_of_older_versions_are_refused(void)
{
    assert_old(OLD_SAMPLES "version_1.qds", 1);
    assert_old(OLD_SAMPLES "version_2.qds", 2);
    assert_old(OLD_SAMPLES "version_3.qds", 3);
    assert_old(OLD_SAMPLES "version_4.qds", 4);
}

static int write_sample(const char *path, qd_precision precision)
{
    qd_tree *tree = make(precision);
    struct bytes bytes = saved_with(tree, (qd_extra){ note, sizeof note });
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes.at, 1, bytes.size, file) != bytes.size || fclose(file) != 0) {
        perror(path);
        return 1;
    }
    free_bytes(&bytes);
    qd_tree_destroy(tree);
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        plain_test(it_reads_the_same),
        plain_test(it_is_written_the_same),
        plain_test(those_of_older_versions_are_refused),
    };
    return argc > 1 ? write_sample(argv[1], argc > 2 ? QD_DOUBLE : QD_FLOAT)
                    : cmocka_run_group_tests(tests, NULL, NULL);
}
