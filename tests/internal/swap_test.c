/// What a machine does with a snapshot that stores the high byte of a number first, done here: every number of every
/// record is turned round, each once and by its own width, and nothing else.
#include "quad.h"
#include "swap.h"

#include <quadrille/tree.h>
#include <stdint.h>
#include <stdlib.h>
#include <unit.h>

enum { ITEMS = 500 };

static qd_tree *some_tree(qd_precision precision)
{
    const qd_tree_def def = { .precision = precision, .world = { { 0, 0 }, { 64, 64 } }, .leaf_capacity = 4 };
    qd_tree *tree = qd_tree_new(&def);
    assert_non_null(tree);
    for (int i = 0; i < ITEMS; i++) {
        const double x = i * 37 % 640 / 10.0, y = i * 61 % 640 / 10.0, size = i % 50 == 0 ? 20 : 0.25;
        const qd_item item = { qd_box_xywh(x, y, size, size),
                               0x0102030405060708u + (uint64_t)i,
                               { i % 9 == 0 ? 4u : 0, i % 9 == 0 ? 0x01020305u : 0 },
                               0 };
        qd_id id;
        assert_int_equal(qd_tree_insert(tree, &item, &id), QD_OK);
    }
    return tree;
}

// Turns round each of `count` numbers of that many bytes.
static void turn(void *numbers, size_t count, size_t width)
{
    unsigned char *at = numbers;
    for (size_t k = 0; k < count; k++, at += width) {
        for (size_t i = 0; i < width / 2; i++) {
            const unsigned char kept = at[i];
            at[i] = at[width - 1 - i];
            at[width - 1 - i] = kept;
        }
    }
}

#define TURN(field) turn(&(field), 1, sizeof(field))
#define TURN_ALL(array, type) turn(array, sizeof(array) / sizeof(type), sizeof(type))

static void turn_quad(qd__quad *quad)
{
    turn(&quad->bounds, sizeof quad->bounds / sizeof(float), sizeof(float));
    TURN_ALL(quad->child, uint32_t);
    TURN_ALL(quad->bucket, uint32_t);
    TURN_ALL(quad->most, uint32_t);
    TURN(quad->parent);
    TURN(quad->x);
    TURN(quad->y);
    TURN(quad->shift);
    TURN_ALL(quad->layers, uint32_t);
    TURN_ALL(quad->masks, uint32_t);
    TURN_ALL(quad->failed_at, uint32_t);
    TURN_ALL(quad->alike, uint32_t);
}

static void turn_bucket(qd__bucket *bucket, size_t lanes)
{
    unsigned char *arrays = (unsigned char *)bucket + QD__BUCKET_HEADER;
    TURN(bucket->next);
    TURN(bucket->node);
    TURN(bucket->count);
    TURN(bucket->lanes);
    turn(&bucket->bounds, 4, sizeof(float));
    TURN(bucket->live);
    TURN(bucket->left);
    TURN(bucket->filters);
    TURN(bucket->behind);
    TURN(bucket->unused);
    turn(arrays, 5 * lanes, sizeof(uint32_t)); // sides and slots
    turn(arrays + 5 * lanes * sizeof(uint32_t), 2 * lanes, sizeof(uint64_t));
}

// A copy of the records of a pool, or of their annexes.
static unsigned char *copy_of(const qd__pool *pool, bool annexes)
{
    const size_t size = annexes ? pool->annex_size : pool->record_size;
    unsigned char *copy = malloc(size * pool->used + 1);
    assert_non_null(copy);
    for (uint32_t i = 0; i < pool->used; i++)
        memcpy(copy + size * i, annexes ? qd__pool_annex_at(pool, i) : qd__pool_at(pool, i), size);
    return copy;
}

static void same_as(const qd__pool *pool, const unsigned char *copy, bool annexes)
{
    const size_t size = annexes ? pool->annex_size : pool->record_size;
    for (uint32_t i = 0; i < pool->used; i++)
        assert_memory_equal(annexes ? qd__pool_annex_at(pool, i) : qd__pool_at(pool, i), copy + size * i, size);
}

static void every_number_is_turned(void)
{
    for (int precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        qd_tree *tree = some_tree((qd_precision)precision);
        struct qd_tree *inside = tree;
        // Numbers that are 0 in most buckets; a tree that is not asked anything does not mind.
        for (uint32_t size = 0; size < QD__SIZES; size++) {
            for (uint32_t i = 0; i < inside->pools.buckets[size].used; i++) {
                qd__bucket *bucket = qd__pool_at(&inside->pools.buckets[size], i);
                bucket->left = UINT64_C(0x1112131415161718);
                bucket->behind = 0x21222324;
                bucket->unused = 0x31323334;
            }
        }
        unsigned char *quads = copy_of(&inside->pools.quads, false), *slots = copy_of(&inside->pools.slots, false);
        unsigned char *exact = inside->settings.precise ? copy_of(&inside->pools.exact, false) : NULL,
                      *buckets[QD__SIZES];
        assert_true(inside->pools.quads.used > 10 && inside->pools.slots.used == ITEMS);
        for (uint32_t i = 0; i < inside->pools.quads.used; i++)
            turn_quad((qd__quad *)(void *)(quads + i * inside->pools.quads.record_size));
        turn(slots, 2 * (size_t)ITEMS, sizeof(uint32_t));
        if (exact)
            turn(exact, 4 * (size_t)inside->pools.exact.used, sizeof(double));
        for (uint32_t size = 0; size < QD__SIZES; size++) {
            const qd__pool *pool = &inside->pools.buckets[size];
            buckets[size] = copy_of(pool, false);
            for (uint32_t i = 0; i < pool->used; i++)
                turn_bucket((qd__bucket *)(void *)(buckets[size] + i * pool->record_size), qd__size_lanes(size));
        }
        qd__swap_pools(inside);
        same_as(&inside->pools.quads, quads, false);
        same_as(&inside->pools.slots, slots, false);
        if (exact)
            same_as(&inside->pools.exact, exact, false);
        for (uint32_t size = 0; size < QD__SIZES; size++)
            same_as(&inside->pools.buckets[size], buckets[size], false);
        // And back, from numbers of which all bytes but the first are high.
        for (uint32_t i = 0; i < inside->pools.quads.used; i++)
            turn_quad((qd__quad *)(void *)(quads + i * inside->pools.quads.record_size));
        qd__swap_pools(inside);
        same_as(&inside->pools.quads, quads, false);
        qd_tree_destroy(tree);
        free(quads);
        free(slots);
        free(exact);
        for (uint32_t size = 0; size < QD__SIZES; size++)
            free(buckets[size]);
    }
}

static void filters_are_turned(void)
{
    qd_tree *tree = some_tree(QD_FLOAT);
    struct qd_tree *inside = tree;
    unsigned char *annexes[QD__SIZES];
    size_t any = 0;
    for (uint32_t size = 0; size < QD__SIZES; size++) {
        const qd__pool *pool = &inside->pools.buckets[size];
        const size_t bytes = pool->annex_size * pool->used;
        annexes[size] = copy_of(pool, true);
        for (size_t k = 0; k < bytes; k++)
            any += annexes[size][k] != 0;
        turn(annexes[size], bytes / sizeof(uint32_t), sizeof(uint32_t));
    }
    assert_true(any > 0);
    qd__swap_pools(inside);
    for (uint32_t size = 0; size < QD__SIZES; size++) {
        same_as(&inside->pools.buckets[size], annexes[size], true);
        free(annexes[size]);
    }
    qd_tree_destroy(tree);
}

tests_main(plain_test(every_number_is_turned), plain_test(filters_are_turned))
