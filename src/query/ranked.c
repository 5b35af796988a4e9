// The one search behind nearest and casts: see ranked.h.
#include "ranked.h"

#include "directory.h"

#include <float.h>
#include <string.h>

/// A node that waits. The two lowest bits of its key give way to its lane: the key gets no larger by that, so that
/// nothing is passed by, and one number says which node comes first.
typedef struct waiting_node {
    uint64_t rank;
    uint32_t quad;
    bool own; ///< Its own items alone, not what is below.
} waiting_node;

enum {
    LANE_BITS = 3,
    RANKED_SQUARES_MOST = 16, ///< A search that has to do with more squares of the directory starts from the root.
    NEAR_BY = 16,             ///< A search for more results than these, and than a leaf has, starts from the root too.
};

static inline void order_two(uint64_t *a, uint64_t *b)
{
    const uint64_t low = *a < *b ? *a : *b, high = *a < *b ? *b : *a;
    *a = low;
    *b = high;
}

/// One search at work.
typedef struct searcher {
    const struct qd_tree *tree;
    const qd__ranking *ranking;
    const qd__query_filter *filter;
    bool unfiltered;
    qd__offer *offer;
    bool *again; ///< Set once items may be offered that have been offered before.
    void *context;
    uint32_t results;       ///< How many are looked for.
    uint32_t wanted;        ///< How many items of a bucket are wanted.
    double cut;             ///< Negative: the search is over.
    const qd__doubt *doubt; ///< About the cut. NULL: there never is.
    double from;            ///< Nodes are passed by where no item has a key as large as this.
    qd_cost cost;
    waiting_node stack[3 * QD__LEVELS + 8]; // each level leaves at most three nodes behind
    size_t height;
} searcher;

static QD__NEVER_INLINE void settle_cut(searcher *search)
{
    if (search->doubt->sure < search->cut)
        search->cut = search->doubt->settle(search->context, search->cut);
}

/// Is a key beyond the cut?
static inline bool is_past_cut(searcher *search, double key)
{
    if (key > search->cut)
        return true;
    if (QD__CAN_BOUNDS && search->doubt && key > search->doubt->sure) {
        settle_cut(search);
        return key > search->cut;
    }
    return false;
}

/// Which nodes of a quad may hold something within the cut. The bounds of those that hold nothing are infinitely far.
static uint32_t nodes_within(const searcher *search, const qd__quad *quad, double *keys)
{
    const double finite = search->cut < DBL_MAX ? search->cut : DBL_MAX;
    const qd__boxes bounds = qd__four_boxes(&quad->bounds);
    const uint32_t within = (uint32_t)search->ranking->kind->node_keys(search->ranking, bounds, finite, keys);
    uint32_t seen = within;
    for (uint32_t left = search->from > 0 ? within : 0; left; left &= left - 1) {
        const uint32_t lane = qd__lowest_bit(left);
        const qd__aabb node = qd__four_at(&quad->bounds, lane);
        seen &= ~((uint32_t)(search->ranking->kind->latest(search->ranking, &node) < search->from) << lane);
    }
    for (uint32_t left = search->unfiltered ? 0 : within; left; left &= left - 1) {
        const uint32_t lane = qd__lowest_bit(left);
        seen &= ~((uint32_t)!qd__node_seen(quad, lane, search->filter) << lane);
    }
    return seen;
}

/// Puts those of the nodes of a quad that may hold something within the cut on the stack, the first to look into on
/// top.
static void push_nodes(searcher *search, uint32_t index, uint32_t lanes, bool own)
{
    double keys[4];
    const uint32_t nodes = lanes & nodes_within(search, qd__quad_at(search->tree, index), keys);
    const size_t count = qd__count_bits(nodes);
    uint64_t ranks[4];
    for (uint32_t lane = 0; lane < 4; lane++) {
        const uint64_t left_out = (uint64_t)(nodes >> lane & 1) - 1; // all ones: comes last
        ranks[lane] = (qd__key_bits(keys[lane]) & ~(uint64_t)LANE_BITS) | lane | left_out;
    }
    // Sorted without a branch: which node comes first cannot be predicted.
    order_two(&ranks[0], &ranks[1]);
    order_two(&ranks[2], &ranks[3]);
    order_two(&ranks[0], &ranks[2]);
    order_two(&ranks[1], &ranks[3]);
    order_two(&ranks[1], &ranks[2]);
    waiting_node *top = search->stack + search->height;
    for (size_t i = 0; i < 4; i++) { // those left out lie above the top and are forgotten
        waiting_node *at = top + (i < count ? count - 1 - i : i);
        at->rank = ranks[i];
        at->quad = index;
        at->own = own;
    }
    search->height += count;
}

/// Offers the items of a chain of buckets that are within the cut. `ask`: for all of the first bucket at once, instead
/// of for its header first.
static void search_buckets(searcher *search, uint32_t location, bool ask)
{
    while (location != QD__NONE) {
        const qd__bucket *bucket = qd__tree_bucket(search->tree, location);
        double keys[QD__LANES_MOST];
        if (ask)
            qd__location_prefetch_now(bucket, location);
        search->cost.tests += bucket->count;
        uint64_t near =
            search->ranking->kind->keys(search->ranking, qd__bucket_boxes(bucket), search->cut, search->wanted, keys);
        near &= bucket->live;
        for (uint64_t left = search->unfiltered ? 0 : near; left; left &= left - 1) {
            const uint32_t lane = qd__lowest_bit_long(left);
            near &= ~((uint64_t)!qd__item_seen(bucket, lane, search->filter) << lane);
        }
        // Exact boxes lie by slot, far from one another: they are prefetched all at once, where they decide.
        const uint32_t *slots = qd__bucket_slots(bucket);
        for (uint64_t left = search->ranking->kind->exact ? near : 0; left; left &= left - 1)
            qd__prefetch(qd__exact_box(search->tree, slots[qd__lowest_bit_long(left)]), sizeof(qd_box));
        if (near) {
            const qd__offered items = { bucket, location, near, keys };
            search->cut = search->offer(search->context, &items, search->cut);
        }
        if (search->cut < 0)
            return; // and look at nothing more: the visitor may have changed the tree
        location = qd__tree_bucket(search->tree, location)->next;
        ask = true;
    }
}

static void run_nodes(searcher *search, qd__nodes nodes, bool own)
{
    push_nodes(search, nodes.quad, nodes.lanes, own);
    // Looks into the nodes that wait, and into all below them.
    while (search->height > 0 && search->cut >= 0) {
        const waiting_node top = search->stack[--search->height];
        if (is_past_cut(search, qd__key_from(top.rank & ~(uint64_t)LANE_BITS)))
            continue;
        search->cost.nodes++;
        const qd__quad *quad = qd__quad_at(search->tree, top.quad);
        const uint32_t lane = top.rank & LANE_BITS;
        search_buckets(search, quad->bucket[lane], true);
        if (search->cut >= 0 && quad->child[lane] != QD__NONE && !top.own)
            push_nodes(search, quad->child[lane], 0xf, false);
    }
}

/// Where the cut is in doubt, and nodes of a quad may hold something within it: may they within the cut that is not?
static QD__NEVER_INLINE bool are_surely_within(searcher *search, const qd__quad *quad, uint32_t lanes,
                                               const double *keys)
{
    for (uint32_t left = lanes; left; left &= left - 1)
        if (keys[qd__lowest_bit(left)] <= search->doubt->sure)
            return true;
    double again[4];
    settle_cut(search);
    return (nodes_within(search, quad, again) & lanes) != 0;
}

/// Looks into what an entry of the directory names. `sure`: whatever its bounds are; its bucket has been asked for.
static void search_entry(searcher *search, uint32_t entry, bool sure)
{
    const qd__nodes nodes = qd__entry_nodes(entry);
    if (!(entry & 1)) {
        run_nodes(search, nodes, false);
        return;
    }
    double keys[4];
    const qd__quad *quad = qd__quad_at(search->tree, nodes.quad);
    const uint32_t within = sure ? nodes.lanes : nodes_within(search, quad, keys) & nodes.lanes;
    if (within && (sure || !QD__CAN_BOUNDS || !search->doubt || are_surely_within(search, quad, within, keys))) {
        search->cost.nodes++;
        search_buckets(search, quad->bucket[qd__lowest_bit(nodes.lanes)], !sure);
    }
}

/// What the entries of the directory name in some squares, but for one entry: each once, as the line runs. Prefetches
/// it. Returns how many.
static uint32_t list_squares(const searcher *search, qd__span span, uint32_t but, uint32_t entries[RANKED_SQUARES_MOST])
{
    const qd__directory *directory = &search->tree->directory.current;
    const bool left = search->ranking->left, down = search->ranking->down;
    uint32_t count = 0;
    for (uint32_t i = 0; i <= span.y1 - span.y0; i++) {
        const uint32_t y = down ? span.y1 - i : span.y0 + i, *row = qd__directory_row(directory, y);
        for (uint32_t j = 0; j <= span.x1 - span.x0; j++) {
            const uint32_t x = left ? span.x1 - j : span.x0 + j, entry = row[x];
            if (entry != but && qd__directory_is_first(directory, span, x, y)) {
                qd__tree_prefetch_quad(search->tree, qd__entry_nodes(entry).quad);
                entries[count++] = entry;
            }
        }
    }
    return count;
}

/// Settles a cut that is in doubt if other squares are met with the surest cut.
static QD__NEVER_INLINE void settle_squares(searcher *search, qd__aabb *window, qd__span *span)
{
    if (search->doubt->sure < search->cut) {
        qd__aabb sure;
        search->ranking->kind->window(search->ranking, search->doubt->sure, &sure);
        const qd__span least = qd__directory_squares(search->tree, &sure);
        if (memcmp(&least, span, sizeof least) != 0) {
            settle_cut(search);
            search->ranking->kind->window(search->ranking, search->cut, window);
            *span = qd__directory_squares(search->tree, window);
        }
    }
}

/// Looks for everything up to the cut, from the directory. False: that is too much.
static bool search_window(searcher *search, uint32_t but)
{
    const struct qd_tree *tree = search->tree;
    qd__aabb window;
    search->ranking->kind->window(search->ranking, search->cut, &window);
    qd__span span = qd__directory_squares(tree, &window);
    if (QD__CAN_BOUNDS && search->doubt)
        settle_squares(search, &window, &span);
    if (qd__span_count(span) > RANKED_SQUARES_MOST)
        return false;
    uint32_t entries[RANKED_SQUARES_MOST];
    const uint32_t count = list_squares(search, span, but, entries);
    for (uint32_t i = 0; i < count; i++)
        search_entry(search, entries[i], false);
    for (uint32_t left = tree->directory.current.owner_levels; left; left &= left - 1) {
        // The nodes of a level that have items of their own which may be in the window.
        const unsigned level = qd__lowest_bit(left);
        const qd__span owners = qd__directory_owners(tree, &window, level);
        for (uint32_t y = owners.y0; y <= owners.y1; y++) {
            const uint32_t *row = qd__directory_own_row(&tree->directory.current, level, y);
            for (uint32_t x = owners.x0; x <= owners.x1; x++) {
                if (row[x] != QD__NONE) {
                    const qd__nodes node = { qd__node_quad(row[x]), 1u << qd__node_lane(row[x]) };
                    run_nodes(search, node, true);
                }
            }
        }
    }
    if (tree->rest > 0) {
        const qd__nodes rest = { 0, 1u << QD__REST };
        run_nodes(search, rest, false);
    }
    return true;
}

/// Looks for everything within a distance of the place where it began. True: that was everything.
/// Otherwise the cut is as it was, and what has been offered is offered again.
static bool search_within(searcher *search, double distance, uint32_t but)
{
    if (QD__CAN_BOUNDS && search->doubt)
        settle_cut(search);
    const double cut = search->cut, less = search->ranking->kind->key_at(search->ranking, distance);
    if (!(less < cut))
        return false;
    search->cut = less;
    if (search_window(search, but) && is_past_cut(search, less))
        return true;
    if (QD__CAN_BOUNDS && search->doubt)
        settle_cut(search);
    search->cut = cut;
    *search->again = true;
    return false;
}

/// Looks around the place of the entry first. True: that was all there is to look for. False, and no node has been
/// looked into: the search is not begun.
static bool search_around(searcher *search)
{
    const uint32_t entry = search->ranking->entry;
    if (entry == QD__NONE)
        return false;
    if (search->results > NEAR_BY) {
        const qd__nodes nodes = qd__entry_nodes(entry);
        const qd__quad *quad = qd__quad_at(search->tree, nodes.quad);
        uint32_t most = 0; // no fewer than the items of what the entry names, but for those below a quad's nodes
        for (uint32_t lane = 0; lane < 4; lane++)
            most += nodes.lanes >> lane & 1 ? quad->most[lane] : 0;
        if (most < search->results)
            return false;
    }
    search_entry(search, entry, true);
    if (search->cut < INFINITY && search_window(search, entry))
        return true;
    // Too few are near for a cut: is there one within a square's length, or two?
    const double side = qd__directory_side(search->tree);
    return search_within(search, side, entry) || search_within(search, 2 * side, QD__NONE);
}

/// The stack, which is large, stays as it is.
static void begin_ranked(searcher *search, const qd__ranking *ranking, const qd__query_filter *filter, qd__offer *offer,
                         void *context)
{
    search->tree = ranking->tree;
    search->ranking = ranking;
    search->filter = filter;
    search->unfiltered = qd__filter_is_open(filter);
    search->offer = offer;
    search->context = context;
    search->wanted = QD__LANES_MOST;
    search->cut = ranking->cut;
    search->doubt = NULL;
    search->from = 0;
    search->cost = (qd_cost){ 0, 0, 0 };
    search->height = 0;
}

static void rank_from_root(searcher *search)
{
    const qd__nodes root = { 0, 0xf };
    run_nodes(search, root, false);
}

qd_cost qd__ranked_search(const qd__ranking *ranking, const qd__query_filter *filter, double from, qd__offer *offer,
                          void *context)
{
    searcher search;
    begin_ranked(&search, ranking, filter, offer, context);
    search.from = from;
    rank_from_root(&search);
    return search.cost;
}

qd_cost qd__ranked_search_few(const qd__ranking *ranking, const qd__query_filter *filter, uint32_t wanted,
                              qd__offer *offer, bool *again, const qd__doubt *doubt, void *context)
{
    searcher search;
    begin_ranked(&search, ranking, filter, offer, context);
    search.again = again;
    search.results = wanted;
    search.doubt = doubt;
    search.wanted = search.unfiltered ? wanted : search.wanted;
    if (!search_around(&search)) {
        *again = search.cost.nodes > 0;
        rank_from_root(&search);
    }
    return search.cost;
}
