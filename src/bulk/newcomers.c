// Many items that come to a tree of many: see newcomers.h.
#include "newcomers.h"

#include "change.h"
#include "locate.h"

enum {
    SHARE = 128,    ///< Where fewer come than one for so many that are there, hardly any two go to one node.
    LOT = 32,       ///< Items whose nodes are found together.
    DIGIT_BITS = 9, ///< Of a node's number, sorted by at once.
    DIGITS = 1 << DIGIT_BITS,
    STEP_AHEAD = 8, ///< Items between the steps of putting one in.
    RUN_MOST = 16,  ///< Items that are put into a node at once.
};

/// An item, by its number among those that come, and the node where it belongs.
typedef struct newcomer {
    uint32_t node, index;
} newcomer;

bool qd__newcomers_are_many(const struct qd_tree *tree, size_t count)
{
    return tree->keeping != QD__FIXED && tree->count >= QD__LARGE / 8 && count >= tree->count / SHARE && count < QD__NONE;
}

/// Where `count` boxes belong, up to LOT of them.
static void find_spots(const struct qd_tree *tree, const qd__fbox *boxes, uint32_t count, qd__spot spots[LOT])
{
    float sides[4 * LOT];
    uint32_t from[LOT];
    qd__spots found;
    for (uint32_t i = 0; i < LOT; i++) {
        from[i] = i < count ? i : 0;
    }
    const qd__laid laid = { boxes, from };
    const qd__boxes all = { sides, LOT, count };
    tree->simd->lay(sides, LOT, count, laid);
    tree->simd->spots(all, &tree->lattice, &found);
    for (uint32_t i = 0; i < count; i++) {
        spots[i] = (qd__spot){ found.x[i], found.y[i], qd__side_shift(found.sides[i]) };
    }
}

/// Lists the items that have ids, with their nodes. Returns how many.
static size_t list_newcomers(struct qd_tree *tree, const qd__source *source, const qd_id *ids, size_t count,
                             newcomer *list)
{
    qd__spot spots[LOT];
    size_t listed = 0;
    for (size_t first = 0; first < count; first += LOT) {
        const uint32_t some = count - first < LOT ? (uint32_t)(count - first) : LOT;
        find_spots(tree, source->boxes + first, some, spots);
        for (uint32_t i = 0; QD__CAN_PREFETCH && i < some && tree->count > QD__LARGE / 4; i++) {
            qd__change_prefetch_square(tree, &spots[i]);
        }
        for (uint32_t i = 0; i < some; i++) {
            if (ids[first + i] != 0) {
                list[listed++] = (newcomer){ qd__node_for_spot(tree, &spots[i]), (uint32_t)(first + i) };
            }
        }
    }
    return listed;
}

/// Sorts by the digit of the node's number from a shift on; equal ones stay in order.
static void sort_by_digit(unsigned shift, const newcomer *from, newcomer *to, size_t count)
{
    uint32_t starts[DIGITS] = { 0 };
    for (size_t i = 0; i < count; i++) {
        starts[from[i].node >> shift & (DIGITS - 1)]++;
    }
    uint32_t before = 0;
    for (size_t digit = 0; digit < DIGITS; digit++) {
        const uint32_t own = starts[digit];
        starts[digit] = before;
        before += own;
    }
    for (size_t i = 0; i < count; i++) {
        to[starts[from[i].node >> shift & (DIGITS - 1)]++] = from[i];
    }
}

/// Sorts by node, with as much room behind the list as it takes. Returns where the sorted list is.
static const newcomer *sort_by_node(const struct qd_tree *tree, newcomer *list, size_t count)
{
    newcomer *from = list, *to = list + count;
    const unsigned bits = qd__bit_width(tree->quads.used << 2);
    for (unsigned shift = 0; shift < bits; shift += DIGIT_BITS) {
        sort_by_digit(shift, from, to, count);
        newcomer *other = from;
        from = to;
        to = other;
    }
    return from;
}

/// Prefetches what putting the items behind `i` will read and write: in three steps, each STEP_AHEAD items further. What
/// an item and the one before it both touch has been asked for.
static void prefetch_newcomers(const struct qd_tree *tree, const qd__source *source, const newcomer *list, size_t count,
                               size_t i)
{
    const size_t step = STEP_AHEAD;
    if (i + step < count) {
        qd__prefetch(&source->boxes[list[i + step].index], sizeof *source->boxes);
    }
    if (i + 3 * step < count && list[i + 3 * step].node != list[i + 3 * step - 1].node) {
        qd__prefetch(qd__quad_at(tree, list[i + 3 * step].node >> 2), QD__QUAD_LOOK);
    }
    if (i + 2 * step < count && list[i + 2 * step].node != list[i + 2 * step - 1].node) {
        qd__change_prefetch_header(tree, list[i + 2 * step].node);
    }
    if (i + step < count && list[i + step].node != list[i + step - 1].node) {
        qd__change_prefetch_lane(tree, list[i + step].node);
    }
}

/// A node as it was when it was found: divided or not, and with which halves merged.
typedef struct node_seen {
    uint32_t node, child, merged;
} node_seen;

static node_seen look_at(const struct qd_tree *tree, uint32_t node)
{
    const qd__quad *quad = qd__quad_at(tree, node >> 2);
    const node_seen seen = { node, quad->child[node & 3], quad->merged };
    return seen;
}

static bool is_as_seen(const struct qd_tree *tree, node_seen seen)
{
    const node_seen now = look_at(tree, seen.node);
    return now.child == seen.child && now.merged == seen.merged;
}

/// Puts in items of one node. Where they divide it, those that follow may belong elsewhere.
static bool put_run(struct qd_tree *tree, node_seen seen, const qd__entry *entries, uint32_t count)
{
    if (is_as_seen(tree, seen) && qd__change_put_all(tree, seen.node, entries, count)) {
        return true;
    }
    bool done = true;
    for (uint32_t i = 0; done && i < count; i++) {
        done = is_as_seen(tree, seen) ? qd__change_put_into(tree, seen.node, &entries[i])
                                      : qd__change_put(tree, &entries[i]);
    }
    return done;
}

static bool put_sorted(struct qd_tree *tree, const qd__source *source, const qd_id *ids, const newcomer *list,
                       size_t count)
{
    qd__entry entries[RUN_MOST];
    node_seen seen = { QD__NONE, QD__NONE, 0 };
    const bool large = QD__CAN_PREFETCH && tree->count > QD__LARGE / 4;
    bool done = true;
    for (size_t i = 0; done && i < count;) {
        if (list[i].node != seen.node) {
            seen = look_at(tree, list[i].node); // nothing but what it gets itself divides it
        }
        uint32_t run = 0;
        for (; run < RUN_MOST && i < count && list[i].node == seen.node; run++, i++) {
            const uint32_t index = list[i].index;
            if (large) {
                prefetch_newcomers(tree, source, list, count, i);
            }
            entries[run] = qd__source_entry(source, index, source->boxes[index], ids[index]);
        }
        done = put_run(tree, seen, entries, run);
    }
    return done;
}

bool qd__newcomers_put(struct qd_tree *tree, const qd__source *source, const qd_id *ids, size_t count)
{
    newcomer *list = qd__memory_get(&tree->memory, count, 2 * sizeof *list);
    if (!list) {
        return false;
    }
    const size_t listed = list_newcomers(tree, source, ids, count, list);
    const bool done = put_sorted(tree, source, ids, sort_by_node(tree, list, listed), listed);
    qd__memory_give(&tree->memory, list, count, 2 * sizeof *list);
    return done;
}
