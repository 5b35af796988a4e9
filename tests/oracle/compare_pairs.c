// Pairs, and the tree's view of itself. Pairs may be millions, so they are compared by number and by a sum of hashes
// that no order changes; a second hash tells whether the order is the same each time.
#include "compare.h"
#include <string.h>

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
    bool join;
    const char *fault;
};

static void add(void *context, const qd_pair *pair, float distance)
{
    struct tally *tally = context;
    uint32_t bits;
    memcpy(&bits, &distance, sizeof bits);
    uint64_t h = mixed(hash(pair) + bits);
    if (tally->count++ < tally->ordered)
        tally->order = mixed(tally->order + h);
    tally->sum += h;
}

static void begin_batch(struct tally *tally, size_t count)
{
    if (count == 0)
        tally->fault = "an empty batch";
    if (tally->count >= tally->limit)
        tally->fault = "a batch after the visitor had stopped";
}

static void take(struct tally *tally, const qd_pair *pair, float distance)
{
    if (!tally->join && pair->a.id.slot >= pair->b.id.slot)
        tally->fault = "a pair whose lower slot is not first";
    add(tally, pair, distance);
}

static bool gather(void *context, const qd_pair *pairs, size_t count)
{
    struct tally *tally = context;
    begin_batch(tally, count);
    for (size_t i = 0; i < count; i++)
        take(tally, &pairs[i], 0);
    return !tally->fault && tally->count < tally->limit;
}

static bool gather_near(void *context, const qd_near_pair *pairs, size_t count)
{
    struct tally *tally = context;
    begin_batch(tally, count);
    for (size_t i = 0; i < count; i++)
        take(tally, &pairs[i].pair, pairs[i].distance);
    return !tally->fault && tally->count < tally->limit;
}

// A question about pairs.
struct question {
    enum { ALL, FILTERED, WITHIN, JOIN } kind;
    const char *name;
    const qd_tree *tree, *other;
    struct oracle *oracle, *other_oracle;
    qd_query_filter filter;
    float distance;
};

static qd_cost ask(const struct question *question, struct tally *tally)
{
    switch (question->kind) {
    case ALL:
        return qd_visit_pairs(question->tree, gather, tally);
    case FILTERED:
        return qd_visit_pairs_filtered(question->tree, question->filter, gather, tally);
    case WITHIN:
        return qd_visit_pairs_within(question->tree, question->distance, question->filter, gather_near, tally);
    default:
        return qd_visit_join(question->tree, question->other, gather, tally);
    }
}

static void answer(const struct question *question, struct tally *tally)
{
    if (question->kind == WITHIN)
        oracle_pairs_within(question->oracle, question->distance, question->filter, add, tally);
    else if (question->kind == JOIN)
        oracle_join(question->oracle, question->other_oracle, add, tally);
    else
        oracle_pairs(question->oracle, question->filter, add, tally);
}

// Stopping early must give the beginning of the same list.
static bool same_beginning(struct compare *compare, const struct question *question, const struct tally *whole)
{
    struct tally part = { .limit = whole->ordered, .ordered = whole->ordered, .join = question->kind == JOIN };
    ask(question, &part);
    if (part.fault)
        return compare_fails(compare, "%s: %s", question->name, part.fault);
    if (part.count < (part.limit < whole->count ? part.limit : whole->count) || part.count > whole->count)
        return compare_fails(compare, "%s: %zu pairs of %zu when stopped after %zu", question->name, part.count,
                             whole->count, part.limit);
    return part.order == whole->order || compare_fails(compare, "%s: another order the second time", question->name);
}

static bool same(struct compare *compare, const struct question *question, size_t limit)
{
    struct tally right = { 0 };
    struct tally found = { .limit = SIZE_MAX, .ordered = limit > 0 ? limit : 1, .join = question->kind == JOIN };
    answer(question, &right);
    compare->expected_count = right.count;
    qd_cost cost = ask(question, &found);
    if (found.fault)
        return compare_fails(compare, "%s: %s", question->name, found.fault);
    if (found.count != right.count)
        return compare_fails(compare, "%s: %zu pairs, but there are %zu", question->name, found.count, right.count);
    if (found.sum != right.sum)
        return compare_fails(compare, "%s: %zu pairs, as there are, but other ones", question->name, found.count);
    if (cost.hits != found.count)
        return compare_fails(compare, "%s: the cost tells %llu hits of %zu", question->name,
                             (unsigned long long)cost.hits, found.count);
    return limit == SIZE_MAX || same_beginning(compare, question, &found);
}

bool compare_pairs(struct compare *compare, size_t limit)
{
    const struct question question = {
        .kind = ALL, .name = "visit_pairs", .tree = compare->tree, .oracle = compare->oracle
    };
    return same(compare, &question, limit);
}

bool compare_pairs_filtered(struct compare *compare, qd_query_filter filter, size_t limit)
{
    const struct question question = { .kind = FILTERED,
                                       .name = "visit_pairs_filtered",
                                       .tree = compare->tree,
                                       .oracle = compare->oracle,
                                       .filter = filter };
    return same(compare, &question, limit);
}

bool compare_pairs_within(struct compare *compare, float distance, qd_query_filter filter, size_t limit)
{
    const struct question question = { .kind = WITHIN,
                                       .name = "visit_pairs_within",
                                       .tree = compare->tree,
                                       .oracle = compare->oracle,
                                       .filter = filter,
                                       .distance = distance };
    return same(compare, &question, limit);
}

static bool same_join(struct compare *compare, const qd_tree *a, struct oracle *of_a, const qd_tree *b,
                      struct oracle *of_b, size_t limit)
{
    const struct question question = {
        .kind = JOIN, .name = "visit_join", .tree = a, .oracle = of_a, .other = b, .other_oracle = of_b
    };
    return same(compare, &question, limit);
}

bool compare_join_with(struct compare *compare, const qd_tree *other, struct oracle *oracle, size_t limit)
{
    return same_join(compare, compare->tree, compare->oracle, other, oracle, limit);
}

// Another tree: at most some two hundred of the items, x and y exchanged or not, in cells of another size.
static qd_tree *partner_of(const struct compare *compare, unsigned kind, struct oracle *oracle)
{
    qd_tree_def def = { .edges = kind & 4 ? QD_EDGES_OPEN : QD_EDGES_CLOSED,
                        .leaf_capacity = (int)(1 + kind / 8 % 16),
                        .max_depth = (int)(kind / 16 % 16) };
    if (kind & 64)
        def.world = (qd_box){ { -3, -5 }, { 700, 900 } };
    qd_tree *tree = qd_tree_create(&def);
    oracle_create(oracle, def.edges);
    size_t step = compare->oracle->count / 200 + 1 + (kind & 1);
    for (size_t i = 0; tree && i < compare->oracle->count; i += step) {
        qd_item item = compare->oracle->entries[i].item;
        qd_box box = item.box;
        if (kind & 32)
            item.box = (qd_box){ { box.min.y, box.min.x }, { box.max.y, box.max.x } };
        item.user += 1000;
        oracle_insert(oracle, item, qd_tree_insert(tree, item));
    }
    return tree;
}

bool compare_join(struct compare *compare, unsigned kind, size_t limit)
{
    if ((kind & 3) == 3 && compare->oracle->count < 2000)
        return same_join(compare, compare->tree, compare->oracle, compare->tree, compare->oracle, limit);
    struct oracle oracle;
    qd_tree *other = partner_of(compare, kind, &oracle);
    bool good = other && !oracle.complaint;
    if (good && kind & 2)
        good = same_join(compare, other, &oracle, compare->tree, compare->oracle, limit);
    else if (good)
        good = same_join(compare, compare->tree, compare->oracle, other, &oracle, limit);
    qd_tree_destroy(other);
    oracle_destroy(&oracle);
    return good;
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
