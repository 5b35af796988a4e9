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

float prng_between(struct prng *random, float low, float high)
{
    double unit = (double)(prng_next(random) >> 11) * 0x1p-53;
    return (float)(low + ((double)high - low) * unit);
}

void *need(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (!memory)
        fail_msg("the test itself is out of memory: %zu times %zu bytes", count, size);
    return memory;
}

qd_tree *tree_with(qd_edges edges, int leaf_capacity, int max_depth)
{
    qd_tree_def def = { .edges = edges, .leaf_capacity = leaf_capacity, .max_depth = max_depth };
    qd_tree *tree = qd_tree_create(&def);
    assert_non_null(tree);
    return tree;
}

qd_tree *tree_over(qd_box world)
{
    qd_tree_def def = { .world = world };
    qd_tree *tree = qd_tree_create(&def);
    assert_non_null(tree);
    return tree;
}

bool count_found(void *context, const qd_found *items, size_t count)
{
    struct counter *counter = context;
    (void)items;
    counter->batches++;
    counter->results += count;
    return true;
}

bool count_pairs(void *context, const qd_pair *pairs, size_t count)
{
    struct counter *counter = context;
    (void)pairs;
    counter->batches++;
    counter->results += count;
    return true;
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

bool found_list_add(void *list, const qd_found *items, size_t count)
{
    found_list *found = list;
    found->at = room_for(found->at, found->count, count, sizeof *items, &found->capacity);
    memcpy(found->at + found->count, items, count * sizeof *items);
    found->count += count;
    return true;
}

static int compare_numbers(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int by_slot(const void *a, const void *b)
{
    return compare_numbers(((const qd_found *)a)->id.slot, ((const qd_found *)b)->id.slot);
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

found_list found_in(const qd_tree *tree, qd_box window)
{
    found_list list = { 0 };
    qd_cost cost = qd_visit_box(tree, window, everyone, found_list_add, &list);
    assert_int_equal(cost.hits, list.count);
    found_list_sort(&list);
    for (size_t i = 1; i < list.count; i++)
        if (list.at[i].id.slot == list.at[i - 1].id.slot)
            fail_msg("slot %u was found twice", list.at[i].id.slot);
    return list;
}

size_t count_in(const qd_tree *tree, qd_box window)
{
    found_list list = found_in(tree, window);
    size_t count = list.count;
    found_list_free(&list);
    return count;
}

bool pair_list_add(void *list, const qd_pair *pairs, size_t count)
{
    pair_list *found = list;
    found->at = room_for(found->at, found->count, count, sizeof *pairs, &found->capacity);
    memcpy(found->at + found->count, pairs, count * sizeof *pairs);
    found->count += count;
    return true;
}

void pair_list_free(pair_list *list)
{
    free(list->at);
    *list = (pair_list){ 0 };
}

static uint64_t pair_key(qd_pair pair)
{
    return (uint64_t)pair.a.id.slot << 32 | pair.b.id.slot;
}

static int by_slots(const void *a, const void *b)
{
    return compare_numbers(pair_key(*(const qd_pair *)a), pair_key(*(const qd_pair *)b));
}

pair_list pairs_of(const qd_tree *tree)
{
    pair_list list = { 0 };
    qd_cost cost = qd_visit_pairs(tree, pair_list_add, &list);
    assert_int_equal(cost.hits, list.count);
    if (list.count)
        qsort(list.at, list.count, sizeof *list.at, by_slots);
    for (size_t i = 0; i < list.count; i++) {
        if (list.at[i].a.id.slot >= list.at[i].b.id.slot)
            fail_msg("pair %u, %u: the lower slot comes first", list.at[i].a.id.slot, list.at[i].b.id.slot);
        if (i > 0 && by_slots(&list.at[i - 1], &list.at[i]) == 0)
            fail_msg("pair %u, %u came twice", list.at[i].a.id.slot, list.at[i].b.id.slot);
    }
    return list;
}

qd_cost cost_of_pairs(const qd_tree *tree)
{
    struct counter counter = { 0, 0 };
    return qd_visit_pairs(tree, count_pairs, &counter);
}

qd_cost cost_of_window(const qd_tree *tree, qd_box window)
{
    struct counter counter = { 0, 0 };
    return qd_visit_box(tree, window, everyone, count_found, &counter);
}

uint64_t cost_of_windows(const qd_tree *tree, qd_box region, float side)
{
    struct prng random = { 77 };
    uint64_t sum = 0;
    for (int i = 0; i < 1000; i++) {
        float x = prng_between(&random, region.min.x, region.max.x - side);
        float y = prng_between(&random, region.min.y, region.max.y - side);
        qd_cost cost = cost_of_window(tree, box(x, y, x + side, y + side));
        sum += cost.nodes + cost.tests;
    }
    return sum;
}

uint64_t work_of(const qd_tree *tree)
{
    return qd_tree_stats(tree).work;
}

static qd_walk count_node(void *context, const qd_node *node)
{
    struct census *census = context;
    census->nodes++;
    census->leaves += node->leaf;
    census->items += node->items;
    if ((size_t)node->depth > census->deepest)
        census->deepest = (size_t)node->depth;
    return QD_DESCEND;
}

struct census census_of(const qd_tree *tree)
{
    struct census census = { 0, 0, 0, 0 };
    qd_tree_walk(tree, count_node, &census);
    return census;
}
