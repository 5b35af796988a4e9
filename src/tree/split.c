// Leaves that split, and quads that merge: see split.h.
#include "split.h"

#include "cell.h"
#include "place.h"

#include <string.h>

/// What a look at a leaf's items says about splitting it.
typedef struct prospect {
    uint32_t min_x, min_y, max_x, max_y; ///< Over the spots of the items that can go deeper.
    uint32_t deeper;                     ///< How many those are.
    uint32_t smallest;                   ///< How many of them would go deeper still if cells got any smaller.
    bool distinct;                       ///< Two of them differ, whatever the lattice makes of them.
} prospect;

/// Looks at the items that fit cells of `shift`, their spots rounded down to the cells that they would go to at last.
static prospect look(const struct qd_tree *tree, uint32_t cell, unsigned shift)
{
    const unsigned floor = qd__square_floor(tree, qd__cell_square(tree, cell));
    const qd__quad *quad = qd__quad_at(tree, cell >> 2);
    prospect seen = { UINT32_MAX, UINT32_MAX, 0, 0, 0, 0, false };
    qd__record sample = qd__record_unused();
    for (uint32_t place = quad->block[cell & 3]; place != QD__NONE;) {
        const qd__block *block = qd__tree_block(tree, place);
        for (uint32_t lane = 0; lane < block->count; lane++) {
            const qd__record record = qd__block_records(block)[lane];
            const qd__spot spot = qd__lattice_spot(&tree->lattice, record);
            if (spot.shift > shift) {
                continue;
            }
            sample = seen.deeper++ ? sample : record;
            seen.distinct |= memcmp(&sample, &record, sizeof record) != 0;
            seen.smallest += spot.shift <= floor;
            const unsigned last = spot.shift > floor ? spot.shift : floor;
            const uint32_t x = spot.x >> last << last, y = spot.y >> last << last;
            seen.min_x = x < seen.min_x ? x : seen.min_x;
            seen.max_x = x > seen.max_x ? x : seen.max_x;
            seen.min_y = y < seen.min_y ? y : seen.min_y;
            seen.max_y = y > seen.max_y ? y : seen.max_y;
        }
        place = block->next;
    }
    return seen;
}

/// Takes each item of a divided cell that belongs deeper there.
static void redistribute(struct qd_tree *tree, uint32_t cell)
{
    const qd__quad *quad = qd__quad_at(tree, cell >> 2);
    uint32_t next;
    for (uint32_t place = quad->block[cell & 3]; place != QD__NONE; place = next) {
        const qd__block *block = qd__tree_block(tree, place);
        next = block->next;
        for (uint32_t lane = block->count; lane-- > 0;) {
            const uint32_t at = qd__place_at(place, lane);
            const qd__record record = qd__block_records(block)[lane];
            const qd__spot spot = qd__lattice_spot(&tree->lattice, record);
            const uint32_t target = qd__place_find_from(tree, cell, spot);
            if (target != cell && !qd__place_relocate(tree, at, target, record)) {
                tree->stray = true; // it stays where it is
            }
        }
    }
}

/// The shift of the smallest cell that holds all the spots: its four quarters tell some of them apart. 0: all equal.
static unsigned parting_shift(const prospect *seen)
{
    return qd__bit_width((seen->min_x ^ seen->max_x) | (seen->min_y ^ seen->max_y));
}

/// Divides a leaf, and the one cell below that holds all that can go deeper, until that cell's quarters part them. Each
/// item is then moved but once, however deep the parting lies. Returns the last cell divided, or QD__NONE: no memory.
static uint32_t divide_down_to(struct qd_tree *tree, uint32_t cell, unsigned shift, uint32_t x, uint32_t y)
{
    uint32_t divided = QD__NONE;
    for (unsigned at = qd__cell_square(tree, cell).shift; at >= shift; at--) {
        if (!qd__quad_divide(tree, cell)) {
            break;
        }
        divided = cell;
        const uint32_t child = qd__quad_at(tree, cell >> 2)->child[cell & 3];
        cell = child << 2 | (y >> (at - 1) & 1) << 1 | (x >> (at - 1) & 1);
    }
    return divided;
}

static void split(struct qd_tree *tree, uint32_t cell, const prospect *seen, unsigned shift)
{
    const uint32_t last = divide_down_to(tree, cell, shift, seen->min_x, seen->min_y);
    if (last == QD__NONE) {
        return;
    }
    tree->work += qd__quad_at(tree, cell >> 2)->count[cell & 3];
    redistribute(tree, cell);
    qd__cell_tidy(tree, cell);
    const uint32_t child = qd__quad_at(tree, last >> 2)->child[last & 3];
    for (uint32_t lane = 0; lane < 4; lane++) {
        qd__split_if_due(tree, child << 2 | lane);
    }
}

/// Remembers that a split would gain nothing. Items that are different, but not to cells as small as they get, are
/// sunk: a better root would part them.
static void remember_failure(struct qd_tree *tree, uint32_t cell, const prospect *seen)
{
    qd__quad *quad = qd__quad_at(tree, cell >> 2);
    const uint32_t count = quad->count[cell & 3], before = quad->tried[cell & 3];
    if (seen->distinct && seen->smallest > tree->capacity && parting_shift(seen) == 0 && count > before) {
        tree->sunk += count - before;
    }
    quad->tried[cell & 3] = count;
}

void qd__split_try(struct qd_tree *tree, uint32_t cell)
{
    const qd__quad *quad = qd__quad_at(tree, cell >> 2);
    const uint32_t count = quad->count[cell & 3];
    if (quad->child[cell & 3] != QD__NONE || count <= tree->capacity) {
        return;
    }
    const qd__square square = qd__cell_square(tree, cell);
    const bool smallest = square.shift <= qd__square_floor(tree, square);
    tree->work += count;
    const prospect seen = look(tree, cell, smallest ? square.shift : square.shift - 1);
    if (seen.deeper > tree->capacity / 2 && parting_shift(&seen) > 0) {
        // Worth it only if enough items fit the quarters that part them: else a merge would undo it at once.
        const unsigned shift = parting_shift(&seen);
        tree->work += count;
        const prospect small = look(tree, cell, shift - 1);
        if (small.deeper > tree->capacity / 2) {
            split(tree, cell, &small, shift);
        }
    }
    if (quad->child[cell & 3] == QD__NONE) {
        remember_failure(tree, cell, &seen);
    }
}

void qd__split_if_due(struct qd_tree *tree, uint32_t cell)
{
    const qd__quad *quad = qd__quad_at(tree, cell >> 2);
    const uint32_t tried = quad->tried[cell & 3];
    if (quad->count[cell & 3] > tree->capacity && (tried == 0 || quad->count[cell & 3] / 2 >= tried)) {
        qd__split_try(tree, cell);
    }
}

/// Takes all items of a quad's leaves up to the cell it divides. False: no memory, and some have stayed.
static bool gather(struct qd_tree *tree, uint32_t index, uint32_t parent)
{
    const qd__quad *quad = qd__quad_at(tree, index);
    for (uint32_t lane = 0; lane < 4; lane++) {
        while (quad->block[lane] != QD__NONE) {
            const uint32_t place = quad->block[lane];
            const qd__block *block = qd__tree_block(tree, place);
            const uint32_t last = block->count - 1;
            tree->work++;
            if (!qd__place_relocate(tree, qd__place_at(place, last), parent, qd__block_records(block)[last])) {
                tree->stray = true;
                return false;
            }
        }
    }
    return true;
}

void qd__merge_if_due(struct qd_tree *tree, uint32_t cell)
{
    while (cell >> 2 != 0) {
        const qd__quad *quad = qd__quad_at(tree, cell >> 2);
        uint32_t left = 0;
        for (int lane = 0; lane < 4; lane++) {
            if (quad->child[lane] != QD__NONE) {
                return;
            }
            left += quad->count[lane];
        }
        const uint32_t parent = quad->parent;
        if (left > tree->capacity / 4 || !gather(tree, cell >> 2, parent)) {
            return;
        }
        qd__quad_remove(tree, parent);
        qd__cell_reset_if_bare(tree, parent);
        qd__quad *above = qd__quad_at(tree, parent >> 2);
        // Many large items may be left in the new leaf: looking at them again on each change would cost a burst.
        above->tried[parent & 3] = above->count[parent & 3];
        cell = parent;
    }
}
