// All pairs, and the tree's view of itself. Pairs may be millions, so they are compared by number and by a sum of
// hashes that no order changes; a second hash tells whether the order is the same each time.
#include "compare.h"

static uint64_t mixed(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static uint64_t hash(const qd_pair *pair)
{
    uint64_t h = mixed(qd_id_to_u64(pair->a.id) + 0x9e3779b97f4a7c15u);
    h = mixed(h + qd_id_to_u64(pair->b.id));
    return mixed(mixed(h + pair->a.user) + pair->b.user);
}

struct tally {
    size_t count, limit;
    size_t ordered; // how many go into `order`
    uint64_t sum, order;
    const char *fault;
};

static void add(void *context, const qd_pair *pair)
{
    struct tally *tally = context;
    uint64_t h = hash(pair);
    if (tally->count++ < tally->ordered)
        tally->order = mixed(tally->order + h);
    tally->sum += h;
}

static bool gather(void *context, const qd_pair *pairs, size_t count)
{
    struct tally *tally = context;
    if (count == 0)
        tally->fault = "an empty batch";
    if (tally->count >= tally->limit)
        tally->fault = "a batch after the visitor had stopped";
    for (size_t i = 0; i < count; i++) {
        if (pairs[i].a.id.slot >= pairs[i].b.id.slot)
            tally->fault = "a pair whose lower slot is not first";
        add(tally, &pairs[i]);
    }
    return !tally->fault && tally->count < tally->limit;
}

// Stopping early must give the beginning of the same list.
static bool same_beginning(struct compare *compare, const struct tally *whole)
{
    struct tally part = { .limit = whole->ordered, .ordered = whole->ordered };
    qd_visit_pairs(compare->tree, gather, &part);
    if (part.fault)
        return compare_fails(compare, "visit_pairs: %s", part.fault);
    if (part.count < (part.limit < whole->count ? part.limit : whole->count) || part.count > whole->count)
        return compare_fails(compare, "visit_pairs: %zu pairs of %zu when stopped after %zu", part.count, whole->count,
                             part.limit);
    return part.order == whole->order || compare_fails(compare, "visit_pairs: another order the second time");
}

bool compare_pairs(struct compare *compare, size_t limit)
{
    struct tally right = { 0 }, found = { .limit = SIZE_MAX, .ordered = limit > 0 ? limit : 1 };
    oracle_pairs(compare->oracle, add, &right);
    compare->expected_count = right.count;
    qd_cost cost = qd_visit_pairs(compare->tree, gather, &found);
    if (found.fault)
        return compare_fails(compare, "visit_pairs: %s", found.fault);
    if (found.count != right.count)
        return compare_fails(compare, "visit_pairs: %zu pairs, but there are %zu", found.count, right.count);
    if (found.sum != right.sum)
        return compare_fails(compare, "visit_pairs: %zu pairs, as there are, but other ones", found.count);
    if (cost.hits != found.count)
        return compare_fails(compare, "visit_pairs: the cost tells %llu hits of %zu", (unsigned long long)cost.hits,
                             found.count);
    return limit == SIZE_MAX || same_beginning(compare, &found);
}

struct survey {
    size_t nodes, leaves, items, in_roots, fullest;
    int depth;
    bool leaf_with_items_below;
};

static qd_walk look(void *context, const qd_node *node)
{
    struct survey *survey = context;
    survey->nodes++;
    survey->leaves += node->leaf;
    survey->items += node->items;
    survey->in_roots += node->depth == 0 ? node->items + node->items_below : 0;
    survey->fullest = node->items > survey->fullest ? node->items : survey->fullest;
    survey->depth = node->depth > survey->depth ? node->depth : survey->depth;
    survey->leaf_with_items_below |= node->leaf && node->items_below > 0;
    return QD_DESCEND;
}

bool compare_stats(struct compare *compare, size_t bytes)
{
    struct survey seen = { 0 };
    qd_tree_walk(compare->tree, look, &seen);
    qd_stats stats = qd_tree_stats(compare->tree);
    size_t count = compare->oracle->count;
    if (stats.items != count || seen.items != count || seen.in_roots != count)
        return compare_fails(compare, "stats: %zu items, the cells hold %zu, the roots count %zu, but there are %zu",
                             stats.items, seen.items, seen.in_roots, count);
    if (stats.nodes != seen.nodes || stats.leaves != seen.leaves || stats.depth != seen.depth ||
        stats.fullest_cell != seen.fullest)
        return compare_fails(
            compare, "stats: %zu nodes, %zu leaves, depth %d, fullest %zu; the walk met %zu, %zu, %d, %zu", stats.nodes,
            stats.leaves, stats.depth, stats.fullest_cell, seen.nodes, seen.leaves, seen.depth, seen.fullest);
    if (seen.leaf_with_items_below || stats.depth > QD_DEEPEST || !(stats.fill >= 0 && stats.fill <= 1))
        return compare_fails(compare, "stats: depth %d, fill %g, or a leaf with items below it", stats.depth,
                             stats.fill);
    if (stats.bytes != bytes)
        return compare_fails(compare, "stats: %zu bytes, but the allocator has %zu out", stats.bytes, bytes);
    return true;
}
