// Refitting: see refit.h.
#include "refit.h"

#include "lanes.h"
#include "split.h"

enum {
    CREDIT =
        2,     ///< Records that one change pays for: the hand is round before there have been as many changes as items.
    SKIP = 64, ///< Quads not in use that one change passes by.
};

/// Makes one cell's bounds and unions tight, given that those of the cells right below are.
static void refit_cell(struct qd_tree *tree, qd__quad *quad, uint32_t lane, bool blocks_are_tight)
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
    tree->work += quad->count[lane];
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

void qd__refit_all(struct qd_tree *tree, bool blocks_are_tight)
{
    refit_below(tree, 0, blocks_are_tight);
    tree->refit_next = 0;
    tree->refit_credit = 0;
}

static uint64_t refit_price(const qd__quad *quad)
{
    uint64_t price = 4;
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
            }
            return; // at most one a change: whatever has been saved up, no change costs a burst
        }
        tree->refit_next = index;
    }
}
