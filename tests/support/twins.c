#include "twins.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static const double world = 1000;

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

static double side_of(struct twins *self)
{
    if (self->scene != MIXED_SIZES)
        return prng_between(&self->random, 2, 20);
    uint32_t dice = prng_below(&self->random, 100);
    return prng_between(&self->random, 1, dice < 90 ? 10 : dice < 99 ? 100 : 900);
}

static qd_box new_box(struct twins *self, size_t i)
{
    double x = prng_between(&self->random, 0, world), y = prng_between(&self->random, 0, world);
    double side = side_of(self);
    if (self->scene == CLUSTERS) {
        x = (double)(i % 5) * 200 + x / 40;
        y = (double)(i / 5 % 5) * 200 + y / 40;
        side /= 10;
    } else if (self->scene == FEW_PLACES) {
        x = (double)(i % 7) * 100;
        y = (double)(i % 3) * 100;
        side = 0;
    } else if (self->scene == OUTSIDE && i % 3 == 0) {
        x *= 1e6;
        y *= -1e6;
        side *= 1e5;
    }
    return box(x, y, x + side, y + side);
}

static qd_filter new_filter(struct twins *self)
{
    qd_filter filter = { 1u << prng_below(&self->random, 4), prng_below(&self->random, 16) };
    if (filter.mask == 0)
        filter.mask = QD_NO_LAYER;
    return filter;
}

static void insert_all(struct twins *self)
{
    qd_id *others = need(self->count, sizeof *others);
    qd_filter *filters = need(self->count, sizeof *filters);
    for (size_t i = 0; i < self->count; i++)
        filters[i] = self->items[i].filter;
    const qd_box *first = &self->items[0].box;
    const qd_boxes boxes = { &first->min.x,   &first->min.y, &first->max.x, &first->max.y,
                             sizeof(qd_item), QD_DOUBLE,     QD_CORNERS };
    const qd_items items = { .boxes = boxes, .filters = filters };
    assert_int_equal(qd_tree_insert_many(self->plain, &items, self->count, self->ids, NULL), QD_OK);
    assert_int_equal(qd_tree_insert_many(self->shared, &items, self->count, others, NULL), QD_OK);
    assert_memory_equal(self->ids, others, self->count * sizeof *others);
    free(filters);
    free(others);
}

void twins_open(struct twins *self, enum scene_kind scene, enum executor_kind executor, const qd_tree_def *settings,
                bool filtered, size_t count)
{
    static pthread_t main_thread;
    main_thread = pthread_self();
    *self = (struct twins){ .scene = scene, .random = { 17 * (uint64_t)scene + 3 }, .count = count };
    executor_open(&self->executor, executor);
    qd_tree_def def = { .precision = settings->precision,
                        .edges = settings->edges,
                        .allocator = { resize, &main_thread },
                        .totals = filtered };
    if (scene == OUTSIDE)
        def.world = box(0, 0, world, world);
    self->plain = tree_of(&def);
    def.executor = executor_of(&self->executor);
    self->shared = tree_of(&def);
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
        double x = prng_between(&self->random, -5, 5), y = prng_between(&self->random, -5, 5);
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
            ids[i] = UINT64_C(1) << 32 | (prng_below(&self->random, 2) ? UINT32_MAX : 0);
    }
    size_t bad[2] = { 0, 0 };
    const qd_boxes view = qd_boxes_double(boxes);
    qd_result right = qd_tree_move_many(self->plain, ids, &view, self->count, &bad[0]);
    assert_int_equal(qd_tree_move_many(self->shared, ids, &view, self->count, &bad[1]), right);
    assert_int_equal(bad[0], bad[1]);
    free(ids);
    free(boxes);
    set_values(self);
}

/// Nodes as the cursor shows them, or results, as bytes, with nothing between the fields.
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

static void add_nodes(struct cells *list, const qd_tree *tree)
{
    qd_node_cursor cursor;
    qd_node_cursor_begin(&cursor, tree);
    for (qd_node node; qd_node_cursor_next(&cursor, &node);) {
        add_bytes(list, &node.square, sizeof node.square);
        add_bytes(list, &node.bounds, sizeof node.bounds);
        add_bytes(list, &node.items, sizeof node.items);
        add_bytes(list, &node.depth, sizeof node.depth);
    }
}

static void assert_same_cost(qd_cost cost, qd_cost right)
{
    assert_int_equal(cost.nodes, right.nodes);
    assert_int_equal(cost.tests, right.tests);
    assert_int_equal(cost.hits, right.hits);
}

/// The size of the batch goes along with its pairs, so that where batches begin is compared too.
static qd_flow add_pairs(void *context, const qd_pair *pairs, const double *distances, size_t count)
{
    add_bytes(context, &count, sizeof count);
    add_bytes(context, pairs, count * sizeof *pairs);
    if (distances)
        add_bytes(context, distances, count * sizeof *distances);
    return QD_CONTINUE;
}

static qd_flow add_entries(void *context, const qd_entry *entries, size_t count)
{
    add_bytes(context, entries, count * sizeof *entries);
    return QD_CONTINUE;
}

static void assert_same(struct cells *a, struct cells *b)
{
    assert_int_equal(a->count, b->count);
    assert_memory_equal(a->bytes, b->bytes, a->count);
    a->count = b->count = 0;
}

static void assert_same_stats(const qd_tree *a, const qd_tree *b)
{
    qd_tree_stats p, q;
    qd_tree_get_stats(a, &p);
    qd_tree_get_stats(b, &q);
    assert_int_equal(p.items, q.items);
    assert_int_equal(p.nodes, q.nodes);
    assert_int_equal(p.leaves, q.leaves);
    assert_int_equal(p.buckets, q.buckets);
    assert_int_equal(p.bytes, q.bytes);
    assert_int_equal(p.fullest_node, q.fullest_node);
    assert_int_equal(p.unpaired, q.unpaired);
    assert_int_equal(p.depth, q.depth);
    assert_true(p.fill == q.fill);
    assert_int_equal(p.work, q.work);
}

/// The same pairs from both, in the same batches, at the same cost; how many.
static uint64_t compare_pairs_by(const struct twins *self, const qd_pair_query *query, const qd_pair_query *other,
                                 struct cells *a, struct cells *b)
{
    qd_cost right, cost;
    qd_tree_visit_pairs(self->plain, query, add_pairs, a, &right);
    qd_tree_visit_pairs(self->shared, other, add_pairs, b, &cost);
    assert_same(a, b);
    assert_same_cost(cost, right);
    return right.hits;
}

/// Pairs within a distance, pairs of some, and pairs with another tree.
static void compare_other_pairs(const struct twins *self, struct cells *a, struct cells *b)
{
    const qd_pair_query within = { .distance = 1.5 }, some = { .filter = { .mask = 1 } };
    const qd_pair_query with_shared = { .other = self->shared }, with_plain = { .other = self->plain };
    compare_pairs_by(self, &within, &within, a, b);
    compare_pairs_by(self, &some, &some, a, b);
    compare_pairs_by(self, &with_shared, &with_plain, a, b);
    qd_cost right, cost;
    qd_total one, other;
    qd_tree_total(self->plain, NULL, &one, &right);
    qd_tree_total(self->shared, NULL, &other, &cost);
    assert_true(one.sum == other.sum && one.least == other.least && one.greatest == other.greatest);
    assert_same_cost(cost, right);
}

void twins_compare(const struct twins *self)
{
    assert_true(qd_tree_check(self->shared));
    assert_same_stats(self->plain, self->shared);
    struct cells a = { 0 }, b = { 0 };
    add_nodes(&a, self->plain);
    add_nodes(&b, self->shared);
    assert_same(&a, &b);
    if (compare_pairs_by(self, NULL, NULL, &a, &b) < 200000) // more take too long
        compare_other_pairs(self, &a, &b);
    const qd_query window = query_box(everywhere); // shows the order of the buckets and in them
    qd_tree_visit(self->plain, &window, add_entries, &a, NULL);
    qd_tree_visit(self->shared, &window, add_entries, &b, NULL);
    assert_same(&a, &b);
    free(a.bytes);
    free(b.bytes);
}
