// Snapshots as bytes: see bytes.h. Nothing here shares a line with the library's own reading.
#include "bytes.h"

#include <stdlib.h>
#include <string.h>

static struct bytes new_bytes(size_t size)
{
    struct bytes bytes = { aligned_alloc(64, (size + 63) / 64 * 64), size };
    assert_non_null(bytes.at);
    return bytes;
}

struct bytes saved_with(const qd_tree *tree, qd_extra extra)
{
    struct bytes bytes = new_bytes(qd_tree_save_size(tree, extra.size));
    assert_true(bytes.size >= 136);
    assert_int_equal(qd_tree_save(tree, extra, bytes.at, bytes.size), QD_OK);
    return bytes;
}

struct bytes saved(const qd_tree *tree)
{
    return saved_with(tree, (qd_extra){ NULL, 0 });
}

struct bytes copy_of(struct bytes from)
{
    struct bytes bytes = new_bytes(from.size);
    memcpy(bytes.at, from.at, from.size);
    return bytes;
}

void free_bytes(struct bytes *bytes)
{
    free(bytes->at);
    bytes->at = NULL;
}

qd_tree *loaded(struct bytes from)
{
    qd_tree *tree = NULL;
    assert_int_equal(qd_tree_load(&tree, from.at, from.size, NULL), QD_OK);
    assert_non_null(tree);
    assert_true(qd_tree_check(tree));
    return tree;
}

qd_tree *mapped(struct bytes from)
{
    qd_tree *tree = NULL;
    assert_int_equal(qd_tree_map(&tree, from.at, from.size, NULL), QD_OK);
    assert_non_null(tree);
    assert_true(qd_tree_check(tree));
    return tree;
}

void assert_read(struct bytes from, qd_result right)
{
    qd_tree *trees[2] = { (qd_tree *)&right, (qd_tree *)&right };
    assert_int_equal(qd_tree_load(&trees[0], from.at, from.size, NULL), right);
    assert_int_equal(qd_tree_map(&trees[1], from.at, from.size, NULL), right);
    for (int i = 0; i < 2; i++) {
        assert_true((trees[i] != NULL) == (right == QD_OK));
        qd_tree_destroy(trees[i]);
    }
}

// A tree that was read from spoiled bytes may hold other items than the one that was saved, but it must find those.
static void assert_finds_its_own(const qd_tree *tree)
{
    assert_true(qd_tree_check(tree));
    found_list all = { 0 };
    qd_visit_box(tree, everywhere, everyone, found_list_add, &all);
    assert_int_equal(all.count, qd_tree_count(tree));
    for (size_t i = 0; i < all.count; i++) {
        qd_item item;
        assert_true(qd_tree_get(tree, all.at[i].id, &item));
        assert_true(qd_box_is_valid(item.box));
        assert_true(item.user == all.at[i].user);
    }
    found_list_free(&all);
    qd_stats stats = qd_tree_stats(tree);
    assert_int_equal(stats.items, qd_tree_count(tree));
    cost_of_pairs(tree);
}

void assert_harmless(struct bytes from)
{
    qd_tree *from_load = NULL, *from_map = NULL;
    qd_result result = qd_tree_load(&from_load, from.at, from.size, NULL);
    assert_true(result == QD_OK || result == QD_BAD_DATA);
    assert_int_equal(qd_tree_map(&from_map, from.at, from.size, NULL), result);
    if (result == QD_OK) {
        assert_finds_its_own(from_map);
        assert_finds_its_own(from_load);
        assert_false(qd_id_is_null(qd_tree_insert(from_load, item_at(box(1, 2, 3, 4)))));
        assert_true(qd_tree_check(from_load));
    }
    qd_tree_destroy(from_load);
    qd_tree_destroy(from_map);
}

uint32_t number_at(struct bytes in, size_t at)
{
    const unsigned char *b = in.at + at;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

void set_number(struct bytes in, size_t at, uint32_t number)
{
    for (int i = 0; i < 4; i++)
        in.at[at + (size_t)i] = (unsigned char)(number >> 8 * i);
}

void set_float(struct bytes in, size_t at, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    set_number(in, at, bits);
}

void make_sum_right(struct bytes in)
{
    uint64_t sum = 0;
    for (size_t at = 0; at + 8 < in.size; at += 8) {
        sum = (sum ^ (number_at(in, at) | (uint64_t)number_at(in, at + 4) << 32)) * 0xd6e8feb86659fd93u;
        sum ^= sum >> 32;
    }
    set_number(in, in.size - 8, (uint32_t)sum);
    set_number(in, in.size - 4, (uint32_t)(sum >> 32));
}

static size_t rounded(size_t at)
{
    return (at + 63) / 64 * 64;
}

struct parts parts_of(struct bytes in)
{
    struct parts parts = { .quads = 128 };
    size_t end = parts.quads + (size_t)192 * number_at(in, 40);
    for (size_t size = 0; size < 4; size++) {
        parts.buckets[size] = rounded(end);
        end = parts.buckets[size] + (64 + 36 * 16 * (size + 1)) * number_at(in, 44 + 4 * size);
    }
    for (size_t size = 0; size < 4; size++) {
        parts.filters[size] = rounded(end);
        end = parts.filters[size] + 8 * 16 * (size + 1) * number_at(in, 96) * number_at(in, 44 + 4 * size);
    }
    parts.slots = rounded(end);
    parts.extra = rounded(parts.slots + (size_t)8 * number_at(in, 36));
    parts.sum = in.size - 8;
    return parts;
}

static void assert_that(const struct compare *compare, bool same)
{
    if (!same)
        fail_msg("%s", compare->why);
}

static qd_query_filter some_filter(struct prng *random)
{
    static const uint32_t masks[] = { 0, 0, 1, 2, 6, QD_NO_LAYERS };
    qd_query_filter filter = { masks[prng_below(random, 6)], prng_below(random, 4), { prng_below(random, 40), 1 } };
    return filter;
}

void assert_answers(struct stage *stage, const qd_tree *tree)
{
    struct compare *ask = &stage->compare;
    const qd_tree *before = ask->tree;
    struct prng random = { 5 };
    ask->tree = tree;
    assert_that(ask, compare_everything(ask));
    for (int i = 0; i < 60; i++) {
        const float x = prng_between(&random, -100, 1100), y = prng_between(&random, -100, 1100);
        const float size = prng_between(&random, 0, 200);
        const qd_vec2 point = { x, y }, direction = { size - 100, y - 500 };
        const qd_query_filter filter = some_filter(&random);
        assert_that(ask, compare_find_box(ask, qd_box_xywh(x, y, size, size), filter, SIZE_MAX));
        assert_that(ask, compare_visit_box(ask, qd_box_xywh(x, y, size, size), filter, SIZE_MAX));
        assert_that(ask, compare_find_point(ask, point, filter, SIZE_MAX));
        assert_that(ask, compare_find_circle(ask, point, size, filter, SIZE_MAX));
        assert_that(ask, compare_find_near(ask, point, INFINITY, filter, 10));
        assert_that(ask, compare_find_ray(ask, qd_ray_toward(point, direction), filter, SIZE_MAX));
        assert_that(ask, compare_visit_ray(ask, qd_ray_toward(point, direction), filter, RAY_CLIP_HALF, SIZE_MAX));
    }
    for (size_t i = 0; i < stage->id_count; i++) // the stale ones as well
        assert_that(ask, compare_item(ask, stage->ids[i]));
    ask->tree = before;
}

struct stage *busy_stage(qd_tree_def def, size_t items, uint64_t seed)
{
    struct stage *stage = need(1, sizeof *stage);
    stage_create(stage, def);
    stage->random = seed;
    stage_insert_many(stage, items, true, false);
    for (size_t i = 0; i < items; i++) {
        stage_insert(stage, stage_box(stage));
        stage_remove(stage, i * 7 % stage->id_count);
        stage_move(stage, i * 5 % stage->id_count, stage_box(stage));
    }
    stage_move_all(stage, 3);
    return stage;
}

void free_stage(struct stage *stage)
{
    stage_destroy(stage);
    free(stage);
}

struct bytes sample_of(qd_tree_def def, size_t items)
{
    struct stage *stage = busy_stage(def, items, 6);
    struct bytes bytes = saved_with(stage->tree, (qd_extra){ "seven\n", 6 });
    free_stage(stage);
    return bytes;
}

struct bytes small_sample(void)
{
    return sample_of((qd_tree_def){ .leaf_capacity = 6, .edges = QD_EDGES_OPEN }, 60);
}
