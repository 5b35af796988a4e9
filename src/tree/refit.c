// Refitting: see refit.h.
#include "refit.h"

#include "lanes.h"
#include "parts.h"
#include "split.h"

enum {
    CREDIT =
        2, ///< Records that one change pays for: the hand is round before there have been as many changes as items.
    EMPTY_PRICE = 4, ///< Of refitting a quad, besides that of its items.
    SKIP = 64,       ///< Quads not in use that one change passes by.
};

/// Makes one cell's bounds and unions tight, given that those of the cells right below are.
static void refit_cell(const struct qd_tree *tree, qd__quad *quad, uint32_t lane, bool blocks_are_tight)
{
    qd__record bounds = qd__record_empty();
    uint32_t layers = 0, masks = 0;
    for (uint32_t place = quad->block[lane]; place != QD__NONE;) {
        qd__block *block = qd__tree_block(tree, place);
        if (!blocks_are_tight) {
            block->bounds = tree->lanes->unite(qd__block_records(block), block->count);
        }
        bounds = qd__union(bounds, block->bounds);
        for (uint32_t i = 0; tree->filtered && i < block->count; i++) {
            layers |= qd__block_layers(block)[i];
            masks |= qd__block_masks(block)[i];
        }
        place = block->next;
    }
    if (!tree->filtered && quad->block[lane] != QD__NONE) {
        layers = 1;
        masks = QD_ALL_LAYERS;
    }
    if (quad->child[lane] != QD__NONE) {
        const qd__quad *child = qd__quad_at(tree, quad->child[lane]);
        for (int i = 0; i < 4; i++) {
            bounds = qd__union(bounds, child->bounds[i]);
            layers |= child->layers[i];
            masks |= child->masks[i];
        }
    }
    quad->bounds[lane] = bounds;
    quad->layers[lane] = layers;
    quad->masks[lane] = masks;
}

static void refit_quad(struct qd_tree *tree, uint32_t index, bool blocks_are_tight)
{
    qd__quad *quad = qd__quad_at(tree, index);
    for (uint32_t lane = 0; lane < 4; lane++) {
        refit_cell(tree, quad, lane, blocks_are_tight);
        qd__split_try(tree, index << 2 | lane);
    }
}

static void refit_below(struct qd_tree *tree, uint32_t index, bool blocks_are_tight)
{
    const qd__quad *quad = qd__quad_at(tree, index);
    for (uint32_t lane = 0; lane < 4; lane++) {
        if (quad->child[lane] != QD__NONE) {
            refit_below(tree, quad->child[lane], blocks_are_tight);
        }
    }
    refit_quad(tree, index, blocks_are_tight);
}

/// The same without the splits, which change which blocks and cells there are.
static void tighten_below(const struct qd_tree *tree, uint32_t index, bool blocks_are_tight)
{
    qd__quad *quad = qd__quad_at(tree, index);
    for (uint32_t lane = 0; lane < 4; lane++) {
        if (quad->child[lane] != QD__NONE) {
            tighten_below(tree, quad->child[lane], blocks_are_tight);
        }
        refit_cell(tree, quad, lane, blocks_are_tight);
    }
}

/// The splits alone, in the order of refit_below. A split leaves the bounds of its cell as they are, so it makes no
/// difference whether those above are refitted before or after it.
static void split_below(struct qd_tree *tree, uint32_t index)
{
    const qd__quad *quad = qd__quad_at(tree, index);
    for (uint32_t lane = 0; lane < 4; lane++) {
        if (quad->child[lane] != QD__NONE) {
            split_below(tree, quad->child[lane]);
        }
    }
    for (uint32_t lane = 0; lane < 4; lane++) {
        qd__split_try(tree, index << 2 | lane);
    }
}

enum { FRONT = 512 };

/// The top of the tree: quads level by level. Those before `opened` have all their children in the list; what hangs
/// below each of the others is for the workers.
typedef struct front {
    const struct qd_tree *tree;
    bool blocks_are_tight;
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

static void tighten_part(void *job, uint32_t part)
{
    const front *top = job;
    const uint32_t subtrees = top->count - top->opened;
    const size_t end = qd__part_start(subtrees, part + 1, top->parts);
    for (size_t i = qd__part_start(subtrees, part, top->parts); i < end; i++) {
        tighten_below(top->tree, top->quads[top->opened + i], top->blocks_are_tight);
    }
}

static void refit_in_parts(struct qd_tree *tree, bool blocks_are_tight, uint32_t parts)
{
    front top = { .tree = tree, .blocks_are_tight = blocks_are_tight, .parts = parts };
    open_front(&top);
    qd__run_parts(tree, tighten_part, &top, parts);
    for (uint32_t i = top.opened; i-- > 0;) { // children come after their parents
        for (uint32_t lane = 0; lane < 4; lane++) {
            refit_cell(tree, qd__quad_at(tree, top.quads[i]), lane, blocks_are_tight);
        }
    }
    split_below(tree, 0);
}

void qd__refit_all(struct qd_tree *tree, bool blocks_are_tight)
{
    const uint32_t parts = qd__parts_for(tree, tree->count, QD__PARTS_PER_WORKER);
    if (parts > 1) {
        refit_in_parts(tree, blocks_are_tight, parts);
    } else {
        refit_below(tree, 0, blocks_are_tight);
    }
    tree->work += tree->count;
    tree->refit_next = 0;
    tree->refit_credit = 0;
}

static uint64_t refit_price(const qd__quad *quad)
{
    uint64_t price = EMPTY_PRICE;
    for (int lane = 0; lane < 4; lane++) {
        price += quad->count[lane];
    }
    return price;
}

void qd__refit_some(struct qd_tree *tree)
{
    tree->refit_credit += CREDIT;
    for (int skipped = 0; skipped < SKIP; skipped++) {
        if (tree->refit_next == 0) {
            tree->refit_next = tree->quads.used;
        }
        const uint32_t index = tree->refit_next - 1;
        const qd__quad *quad = qd__quad_at(tree, index);
        if (quad->parent != QD__QUAD_FREE) {
            const uint64_t price = refit_price(quad);
            if (price <= tree->refit_credit) {
                tree->refit_credit -= price;
                tree->refit_next = index;
                refit_quad(tree, index, false);
                tree->work += price - EMPTY_PRICE;
            }
            return; // at most one a change: whatever has been saved up, no change costs a burst
        }
        tree->refit_next = index;
    }
}
