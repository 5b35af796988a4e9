// Refitting: see refit.h.
#include "refit.h"

#include "lanes.h"
#include "lanes_base.h"
#include "parts.h"
#include "split.h"
#include "totals.h"

enum {
    EMPTY_PRICE = 4,   ///< Of refitting a quad, besides that of its items.
    PASSING_PRICE = 1, ///< Of passing by one that is not in use: counted, but not paid.
};

/// Makes a bucket's bounds and coarse boxes anew.
static void refit_bucket(const struct qd_tree *tree, qd__bucket *bucket)
{
    bucket->bounds = tree->lanes->unite(qd__bucket_records(bucket), bucket->count);
    qd__bucket_fit(bucket, tree->lanes);
}

/// The same with the boxes that come in, but for the items that leave their cell with these.
static void take_in(const struct qd_tree *tree, qd__bucket *bucket, const qd__home *home, const qd__incoming *incoming)
{
    const qd__record *records = qd__bucket_records(bucket);
    qd__incoming_store(incoming, bucket);
    bucket->left = tree->lanes->leavers(records, bucket->count, &tree->lattice, home);
    if (bucket->left == 0) {
        refit_bucket(tree, bucket);
        return;
    }
    const uint32_t stay = ~bucket->left & qd__low_bits(bucket->count);
    bucket->bounds = qd__unite_some(records, stay);
    if (stay) {
        qd__bucket_fit(bucket, tree->lanes);
    }
}

/// Asks for what taking in will read of the bucket after the next of this size: they mostly come in that order.
static void prefetch_ahead(const struct qd_tree *tree, uint32_t place)
{
    const uint32_t size = qd__place_size(place), index = (place >> QD__PLACE_BUCKET_SHIFT) + 2;
    if (index < tree->buckets[size].used) {
        qd__bucket_prefetch(qd__pool_at(&tree->buckets[size], index), size);
    }
}

/// What a cell's own items and those below it come to.
typedef struct sums {
    qd__record bounds;
    uint32_t layers, masks;
    bool left; ///< Some of its own have left.
} sums;

static void add_filters(const struct qd_tree *tree, const qd__bucket *bucket, sums *all)
{
    for (uint32_t i = 0; tree->filtered && i < bucket->count; i++) {
        all->layers |= qd__item_layers(bucket, i);
        all->masks |= qd__item_mask(bucket, i);
    }
    all->layers |= tree->filtered ? 0 : 1;
    all->masks |= tree->filtered ? 0 : QD_ALL_LAYERS;
}

static void add_below(const struct qd_tree *tree, uint32_t child, sums *all)
{
    const qd__quad *quad = qd__quad_at(tree, child);
    for (int i = 0; i < 4; i++) {
        all->bounds = qd__union(all->bounds, quad->bounds[i]);
        all->layers |= quad->layers[i];
        all->masks |= quad->masks[i];
    }
}

/// Asks for the boxes of the bucket that comes after this one in the quad.
static void prefetch_next(const struct qd_tree *tree, const qd__incoming *incoming, const qd__quad *quad, uint32_t lane,
                          const qd__bucket *bucket)
{
    const uint32_t next = bucket->next != QD__NONE || lane == 3 ? bucket->next : quad->bucket[lane + 1];
    if (next != QD__NONE) {
        qd__incoming_prefetch(incoming, qd__tree_bucket(tree, next));
    }
}

/// Makes one cell's bounds and unions tight, given that those of the cells right below are. `incoming` may be NULL.
static void refit_cell(const struct qd_tree *tree, uint32_t cell, const qd__incoming *incoming)
{
    qd__quad *quad = qd__quad_at(tree, cell >> 2);
    const uint32_t lane = cell & 3;
    const qd__home home = qd__cell_home(tree, cell);
    sums all = { qd__record_empty(), 0, 0, false };
    for (uint32_t place = quad->bucket[lane]; place != QD__NONE;) {
        qd__bucket *bucket = qd__tree_bucket(tree, place);
        if (incoming && tree->count > QD__LARGE) {
            prefetch_ahead(tree, place);
            prefetch_next(tree, incoming, quad, lane, bucket);
        }
        if (incoming) {
            take_in(tree, bucket, &home, incoming);
            all.left |= bucket->left != 0;
        } else {
            refit_bucket(tree, bucket);
        }
        all.bounds = qd__union(all.bounds, bucket->bounds);
        add_filters(tree, bucket, &all);
        place = bucket->next;
    }
    if (quad->child[lane] != QD__NONE) {
        add_below(tree, quad->child[lane], &all);
    }
    quad->left = (uint8_t)((quad->left & ~(1u << lane)) | (uint32_t)all.left << lane);
    quad->bounds[lane] = all.bounds;
    quad->layers[lane] = all.layers;
    quad->masks[lane] = all.masks;
    if (tree->summed && qd__total_of(tree, cell)->loose) {
        qd__totals_refit(tree, cell);
    }
}

static void refit_below(const struct qd_tree *tree, uint32_t index, const qd__incoming *incoming)
{
    const qd__quad *quad = qd__quad_at(tree, index);
    for (uint32_t lane = 0; lane < 4; lane++) {
        if (quad->child[lane] != QD__NONE) {
            refit_below(tree, quad->child[lane], incoming);
        }
        refit_cell(tree, index << 2 | lane, incoming);
    }
}

enum { FRONT = 512 };

/// The top of the tree: quads level by level. Those before `opened` have all their children in the list; what hangs
/// below each of the others is for the workers.
typedef struct front {
    const struct qd_tree *tree;
    const qd__incoming *incoming;
    uint32_t parts, opened, count;
    uint32_t quads[FRONT];
} front;

static void open_front(front *top)
{
    top->quads[0] = top->opened = 0;
    top->count = 1;
    while (top->opened < top->count && top->count + 4 <= FRONT) {
        const qd__quad *quad = qd__quad_at(top->tree, top->quads[top->opened++]);
        for (uint32_t lane = 0; lane < 4; lane++) {
            if (quad->child[lane] != QD__NONE) {
                top->quads[top->count++] = quad->child[lane];
            }
        }
    }
}

static void refit_part(void *job, uint32_t part)
{
    const front *top = job;
    const uint32_t subtrees = top->count - top->opened;
    const size_t end = qd__part_start(subtrees, part + 1, top->parts);
    for (size_t i = qd__part_start(subtrees, part, top->parts); i < end; i++) {
        refit_below(top->tree, top->quads[top->opened + i], top->incoming);
    }
}

static void refit_in_parts(const struct qd_tree *tree, const qd__incoming *incoming, uint32_t parts)
{
    front top = { .tree = tree, .incoming = incoming, .parts = parts };
    open_front(&top);
    qd__run_parts(tree, refit_part, &top, parts);
    for (uint32_t i = top.opened; i-- > 0;) { // children come after their parents
        for (uint32_t lane = 0; lane < 4; lane++) {
            refit_cell(tree, top.quads[i] << 2 | lane, incoming);
        }
    }
}

void qd__refit_all(struct qd_tree *tree, const qd__incoming *incoming)
{
    const uint32_t parts = qd__parts_for(tree, tree->count, QD__PARTS_PER_WORKER);
    if (parts > 1) {
        refit_in_parts(tree, incoming, parts);
    } else {
        refit_below(tree, 0, incoming);
    }
    tree->work += tree->count;
    tree->refit_next = 0;
    tree->refit_credit = 0;
}

static void split_below(struct qd_tree *tree, uint32_t index)
{
    const qd__quad *quad = qd__quad_at(tree, index);
    for (uint32_t lane = 0; lane < 4; lane++) {
        if (quad->child[lane] != QD__NONE) {
            split_below(tree, quad->child[lane]);
        } else {
            qd__split_try(tree, index << 2 | lane);
        }
    }
}

void qd__split_all(struct qd_tree *tree)
{
    split_below(tree, 0);
}

static void refit_quad(struct qd_tree *tree, uint32_t index)
{
    for (uint32_t lane = 0; lane < 4; lane++) {
        refit_cell(tree, index << 2 | lane, NULL);
        qd__split_try(tree, index << 2 | lane);
    }
}

static uint64_t refit_price(const qd__quad *quad)
{
    uint64_t price = EMPTY_PRICE;
    for (int lane = 0; lane < 4; lane++) {
        price += quad->count[lane];
    }
    return price;
}

/// Refits the next quad, or passes one by that is not in use. Returns what that took; 0: it is not paid for yet.
static uint64_t refit_next(struct qd_tree *tree)
{
    const uint32_t index = (tree->refit_next ? tree->refit_next : tree->quads.used) - 1;
    const qd__quad *quad = qd__quad_at(tree, index);
    if (quad->parent == QD__QUAD_FREE) {
        tree->refit_next = index;
        return PASSING_PRICE;
    }
    const uint64_t price = refit_price(quad);
    if (price > tree->refit_credit) {
        return 0;
    }
    tree->refit_credit -= price;
    tree->refit_next = index;
    refit_quad(tree, index);
    tree->work += price - EMPTY_PRICE;
    return price;
}

/// Asks for what refitting the next quad will read, and for the quad after it: their turn comes some changes later.
static void prefetch_quads(const struct qd_tree *tree)
{
    const uint32_t index = (tree->refit_next ? tree->refit_next : tree->quads.used) - 1;
    const qd__quad *quad = qd__quad_at(tree, index);
    for (uint32_t lane = 0; quad->parent != QD__QUAD_FREE && lane < 4; lane++) {
        const uint32_t place = quad->bucket[lane];
        if (place != QD__NONE) {
            const size_t boxes = (4 + sizeof(qd__record)) * qd__size_lanes(qd__place_size(place));
            qd__prefetch(qd__tree_bucket(tree, place), QD__BUCKET_HEADER + boxes);
        }
    }
    if (index > 0) {
        qd__prefetch(qd__quad_at(tree, index - 1), sizeof *quad);
    }
}

void qd__refit_some(struct qd_tree *tree)
{
    // Whatever has been saved up, no change costs a burst.
    uint64_t spent = 0;
    for (uint64_t price; spent < QD__REFIT_PIECE && (price = refit_next(tree)) > 0;) {
        spent += price;
    }
    if (spent > 0 && tree->count > QD__LARGE) {
        prefetch_quads(tree);
    }
}
