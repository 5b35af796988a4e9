#include "twins.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static const float world = 1000;

/// Asks malloc, and asserts that no thread but the test's own ever comes here.
static void *resize(void *context, void *block, size_t old_size, size_t new_size)
{
    (void)old_size;
    assert_true(pthread_equal(*(const pthread_t *)context, pthread_self()));
    void *fresh = new_size ? aligned_alloc(64, (new_size + 63) / 64 * 64) : NULL;
    assert_true(!block || !new_size); // the library never resizes
    free(block);
    return fresh;
}

static float side_of(struct twins *self)
{
    if (self->scene != MIXED_SIZES)
        return prng_between(&self->random, 2, 20);
    uint32_t dice = prng_below(&self->random, 100);
    return prng_between(&self->random, 1, dice < 90 ? 10.0f : dice < 99 ? 100.0f : 900.0f);
}

static qd_box new_box(struct twins *self, size_t i)
{
    float x = prng_between(&self->random, 0, world), y = prng_between(&self->random, 0, world);
    float side = side_of(self);
    if (self->scene == CLUSTERS) {
        x = (float)(i % 5) * 200 + x / 40;
        y = (float)(i / 5 % 5) * 200 + y / 40;
        side /= 10;
    } else if (self->scene == FEW_PLACES) {
        x = (float)(i % 7) * 100;
        y = (float)(i % 3) * 100;
        side = 0;
    } else if (self->scene == OUTSIDE && i % 3 == 0) {
        x *= 1e6f;
        y *= -1e6f;
        side *= 1e5f;
    }
    return box(x, y, x + side, y + side);
}

static qd_filter new_filter(struct twins *self)
{
    qd_filter filter = { 1u << prng_below(&self->random, 4), prng_below(&self->random, 16) };
    if (filter.mask == 0)
        filter.mask = QD_NO_LAYERS;
    return filter;
}

static void insert_all(struct twins *self)
{
    qd_id *others = need(self->count, sizeof *others);
    assert_int_equal(qd_tree_insert_many(self->plain, self->items, self->count, self->ids, NULL), QD_OK);
    assert_int_equal(qd_tree_insert_many(self->shared, self->items, self->count, others, NULL), QD_OK);
    assert_memory_equal(self->ids, others, self->count * sizeof *others);
    free(others);
}

void twins_open(struct twins *self, enum scene_kind scene, enum executor_kind executor, qd_edges edges, bool filtered,
                size_t count)
{
    static pthread_t main_thread;
    main_thread = pthread_self();
    *self = (struct twins){ .scene = scene, .random = { 17 * (uint64_t)scene + 3 }, .count = count };
    executor_open(&self->executor, executor);
    qd_tree_def def = { .edges = edges, .allocator = { resize, &main_thread }, .totals = filtered };
    if (scene == OUTSIDE)
        def.world = box(0, 0, world, world);
    self->plain = qd_tree_create(&def);
    def.executor = executor_of(&self->executor);
    self->shared = qd_tree_create(&def);
    assert_true(self->plain && self->shared);
    self->boxes = need(count, sizeof *self->boxes);
    self->items = need(count, sizeof *self->items);
    self->ids = need(count, sizeof *self->ids);
    for (size_t i = 0; i < count; i++) {
        self->items[i].box = self->boxes[i] = new_box(self, i);
        self->items[i].user = i;
        if (filtered)
            self->items[i].filter = new_filter(self);
    }
    insert_all(self);
}

void twins_refill(struct twins *self)
{
    qd_tree_clear(self->plain);
    qd_tree_clear(self->shared);
    insert_all(self);
}

void twins_close(struct twins *self)
{
    qd_tree_destroy(self->plain);
    qd_tree_destroy(self->shared);
    executor_close(&self->executor);
    free(self->boxes);
    free(self->items);
    free(self->ids);
}

/// New values for some; those of a tree without totals are refused.
static void set_values(struct twins *self)
{
    for (size_t i = 0; i < self->count; i += 3) {
        const int64_t value = prng_below(&self->random, 1000);
        const qd_result right = qd_tree_set_value(self->plain, self->ids[i], value);
        assert_int_equal(qd_tree_set_value(self->shared, self->ids[i], value), right);
    }
}

void twins_tick(struct twins *self)
{
    qd_id *ids = need(self->count, sizeof *ids);
    qd_box *boxes = need(self->count, sizeof *boxes);
    for (size_t i = 0; i < self->count; i++) {
        size_t at = prng_below(&self->random, 20) == 0 ? prng_below(&self->random, (uint32_t)self->count) : i;
        float x = prng_between(&self->random, -5, 5), y = prng_between(&self->random, -5, 5);
        qd_box *moved = &self->boxes[at];
        *moved = prng_below(&self->random, 50) == 0
                     ? new_box(self, at)
                     : box(moved->min.x + x, moved->min.y + y, moved->max.x + x, moved->max.y + y);
        ids[i] = self->ids[at];
        boxes[i] = *moved;
        uint32_t dice = prng_below(&self->random, 400);
        if (dice == 0)
            boxes[i].min.x = NAN;
        else if (dice == 1)
            ids[i] = (qd_id){ prng_below(&self->random, 2) ? UINT32_MAX : 0, 1 };
    }
    size_t bad[2] = { 0, 0 };
    qd_result right = qd_tree_move_many(self->plain, ids, boxes, self->count, &bad[0]);
    assert_int_equal(qd_tree_move_many(self->shared, ids, boxes, self->count, &bad[1]), right);
    assert_int_equal(bad[0], bad[1]);
    free(ids);
    free(boxes);
    set_values(self);
}

/// Cells as they are walked over, as bytes, with nothing between the fields.
struct cells {
    unsigned char *bytes;
    size_t count, room;
};

static void add_bytes(struct cells *list, const void *bytes, size_t count)
{
    if (list->count + count > list->room) {
        list->room = 2 * list->room + 4096;
        list->bytes = realloc(list->bytes, list->room);
        assert_non_null(list->bytes);
    }
    memcpy(list->bytes + list->count, bytes, count);
    list->count += count;
}

static qd_walk add_cell(void *context, const qd_node *node)
{
    add_bytes(context, &node->cell, sizeof node->cell);
    add_bytes(context, &node->bounds, sizeof node->bounds);
    add_bytes(context, &node->items, sizeof node->items);
    add_bytes(context, &node->depth, sizeof node->depth);
    return QD_DESCEND;
}

static void assert_same_cost(qd_cost cost, qd_cost right)
{
    assert_int_equal(cost.nodes, right.nodes);
    assert_int_equal(cost.tests, right.tests);
    assert_int_equal(cost.hits, right.hits);
}

/// The size of the batch goes along with its pairs, so that where batches begin is compared too.
static bool add_pairs(void *context, const qd_pair *pairs, size_t count)
{
    add_bytes(context, &count, sizeof count);
    add_bytes(context, pairs, count * sizeof *pairs);
    return true;
}

static bool add_near_pairs(void *context, const qd_near_pair *pairs, size_t count)
{
    add_bytes(context, &count, sizeof count);
    for (size_t i = 0; i < count; i++) { // there may be anything after the distance
        add_bytes(context, &pairs[i].pair, sizeof pairs[i].pair);
        add_bytes(context, &pairs[i].distance, sizeof pairs[i].distance);
    }
    return true;
}

static bool add_found(void *context, const qd_found *items, size_t count)
{
    add_bytes(context, items, count * sizeof *items);
    return true;
}

static void assert_same(struct cells *a, struct cells *b)
{
    assert_int_equal(a->count, b->count);
    assert_memory_equal(a->bytes, b->bytes, a->count);
    a->count = b->count = 0;
}

static void assert_same_stats(const qd_tree *a, const qd_tree *b)
{
    qd_stats p = qd_tree_stats(a), q = qd_tree_stats(b);
    assert_int_equal(p.items, q.items);
    assert_int_equal(p.nodes, q.nodes);
    assert_int_equal(p.leaves, q.leaves);
    assert_int_equal(p.blocks, q.blocks);
    assert_int_equal(p.bytes, q.bytes);
    assert_int_equal(p.fullest_cell, q.fullest_cell);
    assert_int_equal(p.depth, q.depth);
    assert_true(p.fill == q.fill);
    assert_int_equal(p.work, q.work);
}

/// Pairs within a distance, pairs of some, and pairs with another tree.
static void compare_other_pairs(const struct twins *self, struct cells *a, struct cells *b)
{
    const qd_query_filter some = { 1, 0, { 0, 0 } };
    qd_cost right = qd_visit_pairs_within(self->plain, 1.5f, everyone, add_near_pairs, a);
    qd_cost cost = qd_visit_pairs_within(self->shared, 1.5f, everyone, add_near_pairs, b);
    assert_same(a, b);
    assert_same_cost(cost, right);
    right = qd_visit_pairs_filtered(self->plain, some, add_pairs, a);
    cost = qd_visit_pairs_filtered(self->shared, some, add_pairs, b);
    assert_same(a, b);
    assert_same_cost(cost, right);
    right = qd_visit_join(self->plain, self->shared, add_pairs, a);
    cost = qd_visit_join(self->shared, self->plain, add_pairs, b);
    assert_same(a, b);
    assert_same_cost(cost, right);
    const qd_total one = qd_total_box(self->plain, everywhere, everyone, &right);
    const qd_total other = qd_total_box(self->shared, everywhere, everyone, &cost);
    assert_true(one.sum == other.sum && one.least == other.least && one.greatest == other.greatest);
    assert_same_cost(cost, right);
}

void twins_compare(const struct twins *self)
{
    assert_true(qd_tree_check(self->shared));
    assert_same_stats(self->plain, self->shared);
    struct cells a = { 0 }, b = { 0 };
    qd_tree_walk(self->plain, add_cell, &a);
    qd_tree_walk(self->shared, add_cell, &b);
    assert_same(&a, &b);
    qd_cost right = qd_visit_pairs(self->plain, add_pairs, &a);
    qd_cost cost = qd_visit_pairs(self->shared, add_pairs, &b);
    assert_same(&a, &b);
    assert_same_cost(cost, right);
    if (right.hits < 200000) // more take too long
        compare_other_pairs(self, &a, &b);
    qd_visit_box(self->plain, everywhere, everyone, add_found, &a); // shows the order of the blocks and in them
    qd_visit_box(self->shared, everywhere, everyone, add_found, &b);
    assert_same(&a, &b);
    free(a.bytes);
    free(b.bytes);
}
