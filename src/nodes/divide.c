// Making and removing quads: see divide.h.
#include "divide.h"

#include "directory.h"
#include "totals.h"

#include <assert.h>
#include <string.h>

static void clear_quad(qd__quad *quad)
{
    memset(quad, 0, sizeof *quad);
    for (int lane = 0; lane < 4; lane++) {
        qd__four_set(&quad->bounds, (uint32_t)lane, qd__aabb_empty());
        quad->child[lane] = QD__NONE;
        quad->bucket[lane] = QD__NONE;
    }
    quad->parent = QD__NONE;
}

/// Makes room for the totals of so many quads, where they are kept. False: no memory.
static bool has_totals(struct qd_tree *tree, uint32_t quads)
{
    return !qd__is_summed(tree) || qd__pool_reserve(&tree->pools.totals, &tree->pools.memory, quads);
}

void qd__nodes_open(struct qd_tree *tree)
{
    qd__bucket_pools_open(tree->pools.buckets);
    qd__pool_open(&tree->pools.quads, sizeof(qd__quad), QD__QUAD_CHUNK_BITS, UINT32_C(1) << 29);
    qd__pool_open(&tree->pools.totals, sizeof(qd__totals), QD__QUAD_CHUNK_BITS, UINT32_C(1) << 29);
}

bool qd__quads_plant(struct qd_tree *tree)
{
    const uint32_t root = has_totals(tree, 1) ? qd__pool_take(&tree->pools.quads, &tree->pools.memory) : QD__NONE;
    if (root == QD__NONE)
        return false;
    clear_quad(qd__quad_at(tree, root));
    if (qd__is_summed(tree))
        qd__totals_plant(tree, root);
    return true;
}

bool qd__quad_divide(struct qd_tree *tree, uint32_t node, uint8_t merged)
{
    assert(qd__node_child(tree, node) == QD__NONE && merged < 4);
    const uint32_t index = has_totals(tree, tree->pools.quads.used + 1)
                               ? qd__pool_take(&tree->pools.quads, &tree->pools.memory)
                               : QD__NONE;
    if (index == QD__NONE)
        return false;
    if (qd__is_summed(tree))
        qd__totals_plant(tree, index);
    const qd__square square = qd__node_square(tree, node);
    assert(!square.wide && square.shift > qd__square_floor(tree, square));
    qd__quad *quad = qd__quad_at(tree, index);
    clear_quad(quad);
    quad->parent = node;
    quad->x = square.x;
    quad->y = square.y;
    quad->shift = (uint16_t)(square.shift - 1);
    quad->merged = merged;
    qd__quad_of(tree, node)->child[qd__node_lane(node)] = index;
    qd__directory_enter(tree, node);
    return true;
}

void qd__quad_set_merged(struct qd_tree *tree, uint32_t index, uint32_t half, bool merged)
{
    qd__quad *quad = qd__quad_at(tree, index);
    assert(half < 2 && (!merged || qd__node_is_bare(quad, half << 1 | 1)));
    quad->merged = (uint8_t)((quad->merged & ~(1u << half)) | (uint32_t)merged << half);
    qd__directory_enter(tree, qd__node_in(index, half << 1));
    qd__directory_enter(tree, qd__node_in(index, half << 1 | 1));
}

void qd__quad_remove(struct qd_tree *tree, uint32_t node)
{
    uint32_t *child = &qd__quad_of(tree, node)->child[qd__node_lane(node)];
    for (uint32_t lane = 0; lane < 4; lane++)
        assert(qd__node_is_bare(qd__quad_at(tree, *child), lane));
    qd__quad_at(tree, *child)->parent = QD__QUAD_FREE;
    qd__pool_give(&tree->pools.quads, *child);
    *child = QD__NONE;
    qd__directory_enter(tree, node);
}
