// Many items that come to a tree of many: see newcomers.h.
#include "newcomers.h"

#include "change.h"
#include "locate.h"
#include "simd_base.h"

enum {
    MANY = 256,       ///< Fewer are put in one by one,
    MANY_SHARE = 128, ///< and so are fewer than one for so many that are there: hardly any two go to one node.
    DIGIT_BITS = 9,   ///< Of a node's number, sorted by at once.
    DIGITS = 1 << DIGIT_BITS,
    SQUARE_AHEAD = 8, ///< Items between asking for the directory's entry and finding the node.
    STEP_AHEAD = 4,   ///< Items between the steps of putting one in.
};

/// An item, by its number among those that come, and the node where it belongs.
typedef struct newcomer {
    uint32_t node, index;
} newcomer;

bool qd__newcomers_are_many(const struct qd_tree *tree, size_t count)
{
    return tree->keeping != QD__FIXED && count >= MANY && count >= tree->count / MANY_SHARE && count < QD__NONE;
}

/// Lists the items that have ids, with their nodes. Returns how many.
static size_t list_newcomers(struct qd_tree *tree, const qd__source *source, const qd_id *ids, size_t count,
                             newcomer *list)
{
    size_t listed = 0;
    for (size_t i = 0; i < count; i++) {
        if (QD__CAN_PREFETCH && i + SQUARE_AHEAD < count && ids[i + SQUARE_AHEAD] != 0) {
            qd__change_prefetch_square(tree, &source->boxes[i + SQUARE_AHEAD]);
        }
        if (ids[i] != 0) {
            const qd__aabb aabb = qd__aabb_from(&source->boxes[i]);
            list[listed++] = (newcomer){ qd__node_for(tree, &aabb), (uint32_t)i };
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

/// Prefetches what putting the items behind `i` will read and write: in three steps, each STEP_AHEAD items further.
static void prefetch_newcomers(const struct qd_tree *tree, const newcomer *list, size_t count, size_t i)
{
    const size_t step = STEP_AHEAD;
    if (i + 3 * step < count) {
        qd__prefetch(qd__quad_at(tree, list[i + 3 * step].node >> 2), QD__QUAD_LOOK);
    }
    if (i + 2 * step < count) {
        qd__change_prefetch_header(tree, list[i + 2 * step].node);
    }
    if (i + step < count) {
        qd__change_prefetch_lane(tree, list[i + step].node);
    }
}

/// Is a node that was found before what it was then: as large as then, and divided or not?
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

static bool put_sorted(struct qd_tree *tree, const qd__source *source, const qd_id *ids, const newcomer *list,
                       size_t count)
{
    node_seen seen = { QD__NONE, QD__NONE, 0 };
    for (size_t i = 0; i < count; i++) {
        if (QD__CAN_PREFETCH) {
            prefetch_newcomers(tree, list, count, i);
        }
        const uint32_t index = list[i].index;
        const qd__entry entry = qd__source_entry(source, index, source->boxes[index], ids[index]);
        if (list[i].node != seen.node) {
            seen = look_at(tree, list[i].node); // nothing but what it gets itself divides it
        }
        const bool done = is_as_seen(tree, seen) ? qd__change_put_into(tree, seen.node, &entry)
                                                 : qd__change_put(tree, &entry);
        if (!done) {
            return false;
        }
    }
    return true;
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
