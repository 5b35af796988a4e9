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

size_t size_of_snapshot(const qd_tree *tree, size_t extra_size)
{
    const qd_extra extra = { NULL, extra_size };
    size_t size = 0;
    assert_int_equal(qd_tree_save(tree, &extra, NULL, 0, &size), QD_TOO_SMALL);
    return size;
}

struct bytes saved_with(const qd_tree *tree, qd_extra extra)
{
    struct bytes bytes = new_bytes(size_of_snapshot(tree, extra.size));
    size_t size = 0;
    assert_true(bytes.size >= 136);
    assert_int_equal(qd_tree_save(tree, &extra, bytes.at, bytes.size, &size), QD_OK);
    assert_int_equal(size, bytes.size);
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
    assert_int_equal(qd_tree_load(from.at, from.size, NULL, &tree), QD_OK);
    assert_non_null(tree);
    assert_true(qd_tree_check(tree));
    return tree;
}

qd_tree *mapped(struct bytes from)
{
    qd_tree *tree = NULL;
    assert_int_equal(map_or_load(from.at, from.size, NULL, &tree), QD_OK);
    assert_non_null(tree);
    assert_true(qd_tree_check(tree));
    return tree;
}

void assert_read(struct bytes from, qd_result right)
{
    qd_tree *trees[2] = { (qd_tree *)&right, (qd_tree *)&right };
    assert_int_equal(qd_tree_load(from.at, from.size, NULL, &trees[0]), right);
    assert_int_equal(map_or_load(from.at, from.size, NULL, &trees[1]), right);
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
    qd_tree_visit(tree, &everything, found_list_add, &all, NULL);
    assert_int_equal(all.count, qd_tree_count(tree, NULL));
    assert_int_equal(count_in(tree, everywhere), all.count);
    for (size_t i = 0; i < all.count; i++) {
        qd_item item;
        assert_int_equal(qd_tree_get(tree, all.at[i].id, &item), QD_OK);
        assert_true(qd_box_is_valid(&item.box));
        assert_true(item.user == all.at[i].user);
    }
    found_list_free(&all);
    assert_int_equal(stats_of(tree).items, qd_tree_count(tree, NULL));
    assert_int_equal(census_of(tree).items, qd_tree_count(tree, NULL));
    cost_of_pairs(tree);
}

void assert_harmless(struct bytes from)
{
    qd_tree *from_load = NULL, *from_map = NULL;
    qd_result result = qd_tree_load(from.at, from.size, NULL, &from_load);
    assert_true(result == QD_OK || result == QD_BAD_DATA);
    assert_int_equal(map_or_load(from.at, from.size, NULL, &from_map), result);
    if (result == QD_OK) {
        assert_finds_its_own(from_map);
        assert_finds_its_own(from_load);
        put(from_load, item_at(box(1, 2, 3, 4)));
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

double double_at(struct bytes in, size_t at)
{
    const uint64_t bits = number_at(in, at) | (uint64_t)number_at(in, at + 4) << 32;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

void set_double(struct bytes in, size_t at, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    set_number(in, at, (uint32_t)bits);
    set_number(in, at + 4, (uint32_t)(bits >> 32));
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
    parts.exact = rounded(parts.slots + (size_t)8 * number_at(in, 36));
    parts.extra = rounded(parts.exact + (size_t)32 * number_at(in, 36) * number_at(in, 100));
    parts.sum = in.size - 8;
    return parts;
}

static void assert_that(const struct compare *compare, bool same)
{
    if (!same)
        fail_msg("%s", compare->why);
}

static qd_filter some_filter(struct prng *random)
{
    static const uint32_t fields[] = { 0, 0, 1, 2, 6, QD_NO_LAYER };
    const uint32_t mask = fields[prng_below(random, 6)];
    return (qd_filter){ prng_below(random, 4), mask };
}

static void assert_same_shape(struct compare *ask, qd_shape shape, qd_filter filter, qd_id ignore)
{
    for (qd_relation relation = QD_OVERLAPS; relation <= QD_CONTAINS; relation++) {
        const qd_query query = { shape, relation, filter, ignore };
        assert_that(ask, compare_query(ask, &query, SIZE_MAX));
    }
}

static void assert_same_ranks(struct compare *ask, qd_ranked ranked, qd_filter filter, qd_id ignore)
{
    ranked.filter = filter;
    ranked.ignore = ignore;
    assert_that(ask, compare_ranked(ask, &ranked, 10));
    assert_that(ask, compare_ranked(ask, &ranked, SIZE_MAX));
}

void assert_answers(struct stage *stage, const qd_tree *tree)
{
    struct compare *ask = &stage->compare;
    const qd_tree *before = ask->tree;
    struct prng random = { 5 };
    ask->tree = tree;
    assert_that(ask, compare_everything(ask));
    assert_that(ask, compare_nodes(ask));
    for (int i = 0; i < 40; i++) {
        const double x = prng_between(&random, -100, 1100), y = prng_between(&random, -100, 1100);
        const double size = prng_between(&random, 0, 200);
        const qd_vec2 point = { x, y }, direction = { size - 100, y - 500 };
        const qd_filter filter = some_filter(&random);
        const qd_id ignore = id_of(prng_below(&random, 40), 1);
        assert_same_shape(ask, qd_shape_box(qd_box_xywh(x, y, size, size)), filter, ignore);
        assert_same_shape(ask, qd_shape_point(point), filter, ignore);
        assert_same_shape(ask, qd_shape_circle(point, size), filter, ignore);
        assert_same_ranks(ask, qd_nearest(qd_shape_point(point), INFINITY), filter, ignore);
        assert_same_ranks(ask, qd_ray(point, direction, INFINITY), filter, ignore);
    }
    for (size_t i = 0; i < stage->id_count; i++) // the stale ones as well
        assert_that(ask, compare_item(ask, stage->ids[i]));
    ask->tree = before;
}

/// In a tree of doubles a box has neighbours that round to the same floats.
static qd_box busy_box(struct stage *stage, const qd_tree_def *def, size_t number)
{
    const double step = def->precision == QD_DOUBLE ? (double)(number % 5) * 0x1p-40 : 0;
    const qd_box box = stage_box(stage);
    return (qd_box){ { box.min.x + step, box.min.y }, { box.max.x + step, box.max.y + step } };
}

struct stage *busy_stage(qd_tree_def def, size_t items, uint64_t seed)
{
    struct stage *stage = need(1, sizeof *stage);
    stage_create(stage, &def);
    stage->random = seed;
    stage_insert_many(stage, items, true, false);
    for (size_t i = 0; i < items; i++) {
        stage_insert(stage, busy_box(stage, &def, i));
        stage_remove(stage, i * 7 % stage->id_count);
        stage_move(stage, i * 5 % stage->id_count, busy_box(stage, &def, i));
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

struct bytes small_sample(qd_precision precision)
{
    return sample_of((qd_tree_def){ .precision = precision, .leaf_capacity = 6, .edges = QD_OPEN }, 60);
}
