// Implementation of the tests' shared tools; see support.h; the flocks are in flock.c.
#include "support.h"

#include <stdlib.h>
#include <string.h>

uint64_t prng_next(struct prng *random)
{
    uint64_t z = random->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

uint32_t prng_below(struct prng *random, uint32_t limit)
{
    return (uint32_t)((prng_next(random) >> 32) * limit >> 32);
}

double prng_between(struct prng *random, double low, double high)
{
    double unit = (double)(prng_next(random) >> 11) * 0x1p-53;
    return (float)(low + (high - low) * unit);
}

void *need(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (!memory)
        fail_msg("the test itself is out of memory: %zu times %zu bytes", count, size);
    return memory;
}

qd_tree *tree_of(const qd_tree_def *def)
{
    qd_tree *tree;
    assert_int_equal(qd_tree_create(def, &tree), QD_OK);
    assert_non_null(tree);
    return tree;
}

qd_tree *tree_with(qd_edges edges, int leaf_capacity, int max_depth)
{
    qd_tree_def def = { .edges = edges, .leaf_capacity = leaf_capacity, .max_depth = max_depth };
    return tree_of(&def);
}

qd_tree *tree_over(qd_box world)
{
    qd_tree_def def = { .world = world };
    return tree_of(&def);
}

qd_id put(qd_tree *tree, qd_item item)
{
    qd_id id;
    assert_int_equal(qd_tree_insert(tree, &item, &id), QD_OK);
    assert_true(id);
    return id;
}

qd_flow count_found(void *context, const qd_entry *entries, size_t count)
{
    struct counter *counter = context;
    (void)entries;
    counter->batches++;
    counter->results += count;
    return QD_CONTINUE;
}

qd_flow count_pairs(void *context, const qd_pair *pairs, const double *distances, size_t count)
{
    struct counter *counter = context;
    (void)pairs, (void)distances;
    counter->batches++;
    counter->results += count;
    return QD_CONTINUE;
}

// Room for `more` elements behind the `count` that are there; doubles, so that appending stays linear.
static void *room_for(void *at, size_t count, size_t more, size_t size, size_t *capacity)
{
    if (count + more <= *capacity)
        return at;
    *capacity = 2 * *capacity + more + 64;
    void *grown = realloc(at, *capacity * size);
    if (!grown)
        fail_msg("the test itself is out of memory: %zu results", *capacity);
    return grown;
}

qd_flow found_list_add(void *list, const qd_entry *entries, size_t count)
{
    found_list *found = list;
    found->at = room_for(found->at, found->count, count, sizeof *entries, &found->capacity);
    memcpy(found->at + found->count, entries, count * sizeof *entries);
    found->count += count;
    return QD_CONTINUE;
}

static int compare_numbers(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int by_slot(const void *a, const void *b)
{
    return compare_numbers(qd_id_slot(((const qd_entry *)a)->id), qd_id_slot(((const qd_entry *)b)->id));
}

void found_list_sort(found_list *list)
{
    if (list->count)
        qsort(list->at, list->count, sizeof *list->at, by_slot);
}

void found_list_free(found_list *list)
{
    free(list->at);
    *list = (found_list){ 0 };
}

found_list found_by(const qd_tree *tree, const qd_query *query)
{
    found_list list = { 0 };
    qd_cost cost;
    qd_tree_visit(tree, query, found_list_add, &list, &cost);
    assert_int_equal(cost.hits, list.count);
    found_list_sort(&list);
    for (size_t i = 1; i < list.count; i++)
        if (qd_id_slot(list.at[i].id) == qd_id_slot(list.at[i - 1].id))
            fail_msg("slot %u was found twice", qd_id_slot(list.at[i].id));
    return list;
}

found_list found_in(const qd_tree *tree, qd_box window)
{
    const qd_query query = query_box(window);
    return found_by(tree, &query);
}

size_t count_in(const qd_tree *tree, qd_box window)
{
    found_list list = found_in(tree, window);
    size_t count = list.count;
    found_list_free(&list);
    return count;
}

qd_flow pair_list_add(void *list, const qd_pair *pairs, const double *distances, size_t count)
{
    (void)distances;
    pair_list *found = list;
    found->at = room_for(found->at, found->count, count, sizeof *pairs, &found->capacity);
    memcpy(found->at + found->count, pairs, count * sizeof *pairs);
    found->count += count;
    return QD_CONTINUE;
}

void pair_list_free(pair_list *list)
{
    free(list->at);
    *list = (pair_list){ 0 };
}

static uint64_t pair_key(qd_pair pair)
{
    return (uint64_t)qd_id_slot(pair.a.id) << 32 | qd_id_slot(pair.b.id);
}

static int by_slots(const void *a, const void *b)
{
    return compare_numbers(pair_key(*(const qd_pair *)a), pair_key(*(const qd_pair *)b));
}

pair_list pairs_of(const qd_tree *tree)
{
    pair_list list = { 0 };
    qd_cost cost;
    qd_tree_visit_pairs(tree, NULL, pair_list_add, &list, &cost);
    assert_int_equal(cost.hits, list.count);
    if (list.count)
        qsort(list.at, list.count, sizeof *list.at, by_slots);
    for (size_t i = 0; i < list.count; i++) {
        if (qd_id_slot(list.at[i].a.id) >= qd_id_slot(list.at[i].b.id))
            fail_msg("pair %u, %u: the lower slot comes first", qd_id_slot(list.at[i].a.id),
                     qd_id_slot(list.at[i].b.id));
        if (i > 0 && by_slots(&list.at[i - 1], &list.at[i]) == 0)
            fail_msg("pair %u, %u came twice", qd_id_slot(list.at[i].a.id), qd_id_slot(list.at[i].b.id));
    }
    return list;
}

qd_cost cost_of_pairs(const qd_tree *tree)
{
    struct counter counter = { 0, 0 };
    qd_cost cost;
    qd_tree_visit_pairs(tree, NULL, count_pairs, &counter, &cost);
    return cost;
}

qd_cost cost_of_window(const qd_tree *tree, qd_box window)
{
    struct counter counter = { 0, 0 };
    const qd_query query = query_box(window);
    qd_cost cost;
    qd_tree_visit(tree, &query, count_found, &counter, &cost);
    return cost;
}

uint64_t cost_of_windows(const qd_tree *tree, qd_box region, double side)
{
    struct prng random = { 77 };
    uint64_t sum = 0;
    for (int i = 0; i < 1000; i++) {
        double x = prng_between(&random, region.min.x, region.max.x - side);
        double y = prng_between(&random, region.min.y, region.max.y - side);
        qd_cost cost = cost_of_window(tree, box(x, y, x + side, y + side));
        sum += cost.nodes + cost.tests;
    }
    return sum;
}

qd_tree_stats stats_of(const qd_tree *tree)
{
    qd_tree_stats stats;
    qd_tree_get_stats(tree, &stats);
    return stats;
}

uint64_t work_of(const qd_tree *tree)
{
    return stats_of(tree).work;
}

struct census census_of(const qd_tree *tree)
{
    struct census census = { 0, 0, 0, 0 };
    qd_node_cursor cursor;
    qd_node_cursor_begin(&cursor, tree);
    for (qd_node node; qd_node_cursor_next(&cursor, &node);) {
        census.nodes++;
        census.leaves += node.leaf;
        census.items += node.items;
        if ((size_t)node.depth > census.deepest)
            census.deepest = (size_t)node.depth;
    }
    return census;
}
