// A snapshot that is kept here reads the same for good, and those of older versions are refused. To make the first
// again after a new version of the format: run this program with the name of the file to write.
#include "bytes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 90 };
static const char note[] = "a sample";

static qd_item item_of(uint32_t i)
{
    qd_item item = { qd_box_xywh((float)(i * i % 97) / 4, (float)(i * 7 % 89) / 8, (float)(i % 4), (float)(i % 3) / 2),
                     i * UINT64_C(0x100000001),
                     { i % 3 ? 0 : 4, i % 7 ? 0 : 5 } };
    if (i % 30 == 11)
        item.box = qd_box_xywh(-1e30f, 5, 1e29f, 7e31f);
    return item;
}

static qd_tree *make(void)
{
    qd_tree *tree = qd_tree_create(&(qd_tree_def){
        .leaf_capacity = 10, .max_depth = 6, .edges = QD_EDGES_OPEN, .world = { { 0, 0 }, { 24, 12 } } });
    for (uint32_t i = 0; i < COUNT; i++)
        qd_tree_insert(tree, item_of(i));
    for (uint32_t i = 0; i < COUNT; i += 9)
        qd_tree_remove(tree, (qd_id){ i + 1, 1 });
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

static void it_reads_the_same(void **state)
{
    (void)state;
    struct bytes bytes = read_sample(SAMPLE);
    qd_tree *trees[2] = { mapped(bytes), loaded(bytes) };
    for (int t = 0; t < 2; t++) {
        assert_int_equal(qd_tree_count(trees[t]), COUNT - 10);
        for (uint32_t i = 0; i < COUNT; i++) {
            qd_item item = { .user = 0 }, right = item_of(i);
            assert_int_equal(qd_tree_get(trees[t], (qd_id){ i + 1, 1 }, &item), i % 9 != 0);
            if (i % 9 == 0)
                continue;
            assert_memory_equal(&item.box, &right.box, sizeof item.box);
            assert_true(item.user == right.user);
            assert_int_equal(item.filter.layers, i % 3 ? 1 : 4);
            assert_int_equal(item.filter.mask, i % 7 ? QD_ALL_LAYERS : 5);
        }
    }
    qd_extra extra = { 0 };
    assert_int_equal(qd_snapshot_extra(bytes.at, bytes.size, &extra), QD_OK);
    assert_int_equal(extra.size, sizeof note);
    assert_memory_equal(extra.bytes, note, sizeof note);
    qd_tree_destroy(trees[0]);
    qd_tree_destroy(trees[1]);
    free_bytes(&bytes);
}

// On every machine, with every kind of vector instructions.
static void it_is_written_the_same(void **state)
{
    (void)state;
    struct bytes right = read_sample(SAMPLE);
    qd_tree *tree = make();
    struct bytes bytes = saved_with(tree, (qd_extra){ note, sizeof note });
    assert_int_equal(bytes.size, right.size);
    assert_memory_equal(bytes.at, right.at, right.size);
    free_bytes(&bytes);
    free_bytes(&right);
    qd_tree_destroy(tree);
}

/// It begins as a snapshot, its version is where that of any is, and its bytes are those that were written.
static void assert_old(const char *path, uint32_t version)
{
    struct bytes bytes = read_sample(path), same = copy_of(bytes);
    qd_extra extra = { NULL, 77 };
    make_sum_right(same);
    assert_memory_equal(bytes.at, same.at, bytes.size);
    assert_true(qd_snapshot_begins(bytes.at, bytes.size));
    assert_int_equal(number_at(bytes, 8), version);
    assert_read(bytes, QD_BAD_DATA);
    assert_int_equal(qd_snapshot_extra(bytes.at, bytes.size, &extra), QD_BAD_DATA);
    assert_true(extra.bytes == NULL && extra.size == 77);
    if (version < 3) { // nor does it become a newer one by saying so
        set_number(bytes, 8, 4);
        make_sum_right(bytes);
        assert_read(bytes, QD_BAD_DATA);
    }
    free_bytes(&same);
    free_bytes(&bytes);
}

static void those_of_older_versions_are_refused(void **state)
{
    (void)state;
    assert_old(OLD_SAMPLES "version_1.qds", 1);
    assert_old(OLD_SAMPLES "version_2.qds", 2);
    assert_old(OLD_SAMPLES "version_3.qds", 3);
}

static int write_sample(const char *path)
{
    qd_tree *tree = make();
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
        cmocka_unit_test(it_reads_the_same),
        cmocka_unit_test(it_is_written_the_same),
        cmocka_unit_test(those_of_older_versions_are_refused),
    };
    return argc > 1 ? write_sample(argv[1]) : cmocka_run_group_tests(tests, NULL, NULL);
}
