// Many items that come to a tree of many: see newcomers.h.
#include "newcomers.h"

#include "change.h"
#include "locate.h"
#include "sort.h"

enum {
    SHARE = 128,        ///< Where fewer come than one for so many that are there, hardly any two go to one node.
    SPOTS_AT_ONCE = 32, ///< The nodes of so many items are found together.
    STEP_AHEAD = 8,     ///< Items between the steps of putting one in.
    RUN_MOST = 16,      ///< Items that are put into a node at once.
    ITEM_BYTES = 3 * sizeof(uint32_t),
};

bool qd__newcomers_are_many(const struct qd_tree *tree, size_t count)
{
    return QD__CAN_NEWCOMERS && tree->settings.keeping != QD__FIXED && tree->count >= QD__LARGE / 8 &&
           count >= tree->count / SHARE && count < QD__NONE;
}

/// A node as it was when it was found: divided or not, and with which halves merged.
typedef struct node_seen {
    uint32_t node, child, merged;
} node_seen;

static node_seen look_at(const struct qd_tree *tree, uint32_t node)
{
    const qd__quad *quad = qd__quad_of(tree, node);
    return (node_seen){ node, quad->child[qd__node_lane(node)], quad->merged };
}

static bool is_as_seen(const struct qd_tree *tree, node_seen seen)
{
    const node_seen now = look_at(tree, seen.node);
    return now.child == seen.child && now.merged == seen.merged;
}

/// Puts in items of one node. Where they divide it, those that follow may belong elsewhere.
static bool put_run(struct qd_tree *tree, node_seen seen, const qd__entry *entries, uint32_t count)
{
    if (is_as_seen(tree, seen) && qd__change_put_all(tree, seen.node, entries, count))
        return true;
    bool done = true;
    for (uint32_t i = 0; done && i < count; i++) {
        done = is_as_seen(tree, seen) ? qd__change_put_into(tree, seen.node, &entries[i])
                                      : qd__change_put(tree, &entries[i]);
    }
    return done;
}

/// Finds the node of each item, anything for those without an id. Returns the numbers of the items sorted by node:
/// there is room for these twice behind the nodes.
static const uint32_t *order_by_node(struct qd_tree *tree, const qd__source *source, const qd_id *ids, size_t count,
                                     uint32_t *nodes)
{
    for (size_t first = 0; first < count; first += SPOTS_AT_ONCE) {
        const uint32_t some = count - first < SPOTS_AT_ONCE ? (uint32_t)(count - first) : SPOTS_AT_ONCE;
        qd__spot spots[SPOTS_AT_ONCE];
        float sides[4 * SPOTS_AT_ONCE];
        uint32_t from[SPOTS_AT_ONCE];
        qd__spots found;
        for (uint32_t i = 0; i < SPOTS_AT_ONCE; i++)
            from[i] = i < some ? i : 0;
        const qd__laid laid = { source->boxes + first, from };
        const qd__boxes boxes = { sides, SPOTS_AT_ONCE, some };
        tree->settings.simd->lay(sides, SPOTS_AT_ONCE, some, laid);
        tree->settings.simd->spots(boxes, &tree->lattice, &found);
        for (uint32_t i = 0; i < some; i++)
            spots[i] = (qd__spot){ found.x[i], found.y[i], qd__side_shift(found.sides[i]) };
        for (uint32_t i = 0; QD__CAN_PREFETCH && i < some && tree->count > QD__LARGE / 4; i++)
            qd__change_prefetch_square(tree, &spots[i]);
        for (uint32_t i = 0; i < some; i++)
            nodes[first + i] = ids[first + i] == 0 ? 0 : qd__node_for_spot(tree, &spots[i]);
    }
    const unsigned bits = qd__bit_width(qd__node_in(tree->pools.quads.used, 0));
    uint32_t *to = nodes + count, *other = to + count;
    const uint32_t *order = NULL;
    for (unsigned shift = 0; shift < bits; shift += QD__SORT_BITS) {
        qd__sort_by_bits(nodes, shift, order, to, count);
        order = to;
        to = other;
        other = to == nodes + count ? to + count : to - count;
    }
    return order;
}

bool qd__newcomers_put(struct qd_tree *tree, const qd__source *source, const qd_id *ids, size_t count)
{
    uint32_t *nodes = (uint32_t *)qd__memory_get(&tree->pools.memory, count, ITEM_BYTES);
    if (!nodes)
        return false;
    const uint32_t *order = order_by_node(tree, source, ids, count, nodes);
    qd__entry entries[RUN_MOST];
    node_seen seen = { QD__NONE, QD__NONE, 0 };
    const bool large = QD__CAN_PREFETCH && tree->count > QD__LARGE / 4;
    bool done = true;
    for (size_t turn = 0; done && turn < count;) {
        if (nodes[order[turn]] != seen.node)
            seen = look_at(tree, nodes[order[turn]]); // nothing but what it gets itself divides it
        uint32_t run = 0;
        for (; run < RUN_MOST && turn < count && nodes[order[turn]] == seen.node; turn++) {
            if (large) {
                // What putting later items will read and write, in three steps, each STEP_AHEAD items further. What an
                // item and the one before it both touch has been asked for.
                const size_t lane = turn + STEP_AHEAD, header = lane + STEP_AHEAD, quad = header + STEP_AHEAD;
                if (quad < count && nodes[order[quad]] != nodes[order[quad - 1]])
                    qd__prefetch(qd__quad_of(tree, nodes[order[quad]]), QD__QUAD_LOOK);
                if (header < count && nodes[order[header]] != nodes[order[header - 1]])
                    qd__change_prefetch_header(tree, nodes[order[header]]);
                if (lane < count)
                    qd__prefetch(&source->boxes[order[lane]], sizeof *source->boxes);
                if (lane < count && nodes[order[lane]] != nodes[order[lane - 1]])
                    qd__change_prefetch_lane(tree, nodes[order[lane]]);
            }
            const uint32_t index = order[turn];
            if (ids[index] != 0)
                entries[run++] = qd__source_entry(source, index, source->boxes[index], ids[index]);
        }
        done = run == 0 || put_run(tree, seen, entries, run);
    }
    qd__memory_give(&tree->pools.memory, nodes, count, ITEM_BYTES);
    return done;
}
