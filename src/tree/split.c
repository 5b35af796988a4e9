// Leaves that split, and quads that merge: see split.h.
#include "split.h"

#include "cell.h"
#include "directory.h"
#include "place.h"
#include "totals.h"

#include <string.h>

/// Where the items of a leaf that splits go: to one of four quarters, or they stay. Up to so many are dealt out at
/// once.
enum { STAYING = 4, HANDS = 5, DEALT = 96 };

/// What a look at a leaf's items says about splitting it.
typedef struct prospect {
    uint32_t min_x, min_y, max_x, max_y; ///< Over the spots of the items that can go deeper.
    uint32_t deeper;                     ///< How many those are.
    uint32_t quarters[4];                ///< How many of them lie in each of four cells of the shift looked at.
    uint32_t smallest;                   ///< How many of them would go deeper still if cells got any smaller.
    bool distinct;                       ///< Two of them differ, whatever the lattice makes of them.
    uint8_t hands[DEALT];                ///< Of the first items: the quarter, or STAYING.
} prospect;

/// Is an item's place in a square, and below the same root? Items that lie astray say nothing about a split; those of
/// the world would divide the rest into cells smaller than it may have.
static bool belongs_below(qd__square square, qd__spot spot)
{
    return qd__square_takes(square, spot) && qd__spot_in_world(spot) == qd__square_in_world(square);
}

/// Looks at the items that fit cells of `shift`, their spots rounded down to the cells that they would go to at last.
static prospect look(const struct qd_tree *tree, uint32_t cell, unsigned shift)
{
    const qd__square square = qd__cell_square(tree, cell);
    const unsigned floor = qd__square_floor(tree, square);
    const qd__quad *quad = qd__quad_at(tree, cell >> 2);
    prospect seen = { .min_x = UINT32_MAX, .min_y = UINT32_MAX };
    uint32_t items = 0;
    qd__record sample = qd__record_unused();
    for (uint32_t place = quad->bucket[cell & 3]; place != QD__NONE;) {
        const qd__bucket *bucket = qd__tree_bucket(tree, place);
        for (uint32_t lane = 0; lane < bucket->count; lane++) {
            const qd__record record = qd__bucket_record(bucket, lane);
            const qd__spot spot = qd__lattice_spot(&tree->lattice, record);
            const uint32_t quarter = (spot.y >> shift & 1) << 1 | (spot.x >> shift & 1);
            const bool stays = spot.shift > shift || (tree->stray && !belongs_below(square, spot));
            seen.hands[items++ % DEALT] = stays ? STAYING : (uint8_t)quarter;
            if (stays) {
                continue;
            }
            sample = seen.deeper++ ? sample : record;
            seen.quarters[quarter]++;
            seen.distinct |= memcmp(&sample, &record, sizeof record) != 0;
            seen.smallest += spot.shift <= floor;
            const unsigned last = spot.shift > floor ? spot.shift : floor;
            const uint32_t x = spot.x >> last << last, y = spot.y >> last << last;
            seen.min_x = x < seen.min_x ? x : seen.min_x;
            seen.max_x = x > seen.max_x ? x : seen.max_x;
            seen.min_y = y < seen.min_y ? y : seen.min_y;
            seen.max_y = y > seen.max_y ? y : seen.max_y;
        }
        place = bucket->next;
    }
    return seen;
}

/// Gives the buckets of a deal back that does not take place.
static void return_hands(struct qd_tree *tree, const uint32_t *places, uint32_t count)
{
    for (uint32_t hand = 0; hand < count; hand++) {
        if (places[hand] != QD__NONE) {
            qd__bucket_give(tree->buckets, places[hand]);
        }
    }
}

/// Takes the buckets for a deal, one for each hand that gets something, with a few lanes to spare in those of the
/// quarters. False: no memory, or more items come together than a bucket holds, and nothing has been taken.
static bool take_hands(struct qd_tree *tree, uint32_t cell, const prospect *seen, uint32_t places[HANDS])
{
    const qd__quad *quad = qd__quad_at(tree, cell >> 2);
    for (uint32_t hand = 0; hand < HANDS; hand++) {
        const bool stays = hand == STAYING;
        const uint32_t count = stays ? quad->count[cell & 3] - seen->deeper : seen->quarters[hand];
        const uint32_t to = stays ? cell : quad->child[cell & 3] << 2 | hand;
        const uint32_t size = qd__size_for(stays ? count : count + count / 2);
        places[hand] = QD__NONE;
        if (count > 0 && count <= QD__LANES_MOST) {
            places[hand] = qd__bucket_take_within(tree->buckets, &tree->memory, size, QD__SIZES - 1, to, count);
        }
        if (count > 0 && places[hand] == QD__NONE) {
            return_hands(tree, places, hand);
            return false;
        }
    }
    return true;
}

/// Copies the items of a chain of buckets to those of the cells where they go, and gives the chain back.
static void deal_out(struct qd_tree *tree, uint32_t chain, const prospect *seen, const uint32_t places[HANDS])
{
    uint32_t next, dealt = 0;
    for (uint32_t place = chain; place != QD__NONE; place = next) {
        const qd__bucket *bucket = qd__tree_bucket(tree, place);
        next = bucket->next;
        for (uint32_t lane = 0; lane < bucket->count; lane++) {
            const qd__entry entry = qd__bucket_entry(bucket, lane);
            const uint32_t to_place = places[seen->hands[dealt++]];
            qd__bucket *to = qd__tree_bucket(tree, to_place);
            qd__slot_at(&tree->slots, entry.item.id.slot)->place = qd__place_at(to_place, to->count);
            qd__bucket_put(to, to->count++, &entry);
        }
        qd__bucket_give(tree->buckets, place);
    }
}

/// Deals the items of a cell that has just been divided out to its quarters, all at once. False: not done, for want of
/// memory or because a quarter gets more than a bucket holds.
static bool deal(struct qd_tree *tree, uint32_t cell, const prospect *seen)
{
    qd__quad *quad = qd__quad_at(tree, cell >> 2);
    uint32_t places[HANDS];
    if (quad->count[cell & 3] > DEALT || !take_hands(tree, cell, seen, places)) {
        return false;
    }
    deal_out(tree, quad->bucket[cell & 3], seen, places);
    quad->bucket[cell & 3] = places[STAYING];
    quad->count[cell & 3] -= seen->deeper;
    qd__quad *quarters = qd__quad_at(tree, quad->child[cell & 3]);
    for (uint32_t lane = 0; lane < 4; lane++) {
        if (places[lane] != QD__NONE) {
            quarters->bucket[lane] = places[lane];
            quarters->count[lane] = seen->quarters[lane];
            qd__four_set(&quarters->bounds, lane, qd__tree_bucket(tree, places[lane])->bounds);
            quarters->layers[lane] = quad->layers[cell & 3]; // may be larger
            quarters->masks[lane] = quad->masks[cell & 3];
        }
        if (tree->summed) { // above it all stays the same
            qd__totals_refit(tree, quad->child[cell & 3] << 2 | lane);
        }
    }
    qd__directory_cover_quad(tree, quad->child[cell & 3]);
    qd__directory_note_own(tree, cell);
    return true;
}

/// Takes each item of a divided cell that belongs deeper there, one by one.
static void redistribute(struct qd_tree *tree, uint32_t cell)
{
    const qd__quad *quad = qd__quad_at(tree, cell >> 2);
    uint32_t next;
    for (uint32_t place = quad->bucket[cell & 3]; place != QD__NONE; place = next) {
        const qd__bucket *bucket = qd__tree_bucket(tree, place);
        next = bucket->next;
        for (uint32_t lane = bucket->count; lane-- > 0;) {
            const uint32_t at = qd__place_at(place, lane);
            const qd__record record = qd__bucket_record(bucket, lane);
            const qd__spot spot = qd__lattice_spot(&tree->lattice, record);
            const uint32_t target = qd__place_find_from(tree, cell, &spot);
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
    const bool simple = last == cell && shift == qd__cell_square(tree, cell).shift && !tree->stray;
    if (!simple || !deal(tree, cell, seen)) {
        redistribute(tree, cell);
        qd__cell_tidy(tree, cell);
    }
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
    qd__quad_set_tried(quad, cell & 3, count);
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
        const bool known = shift == square.shift;
        tree->work += known ? 0 : count;
        const prospect small = known ? seen : look(tree, cell, shift - 1);
        if (small.deeper > tree->capacity / 2) {
            split(tree, cell, &small, shift);
        }
    }
    if (quad->child[cell & 3] == QD__NONE) {
        remember_failure(tree, cell, &seen);
    }
}

void qd__split_when_full(struct qd_tree *tree, uint32_t cell)
{
    const qd__quad *quad = qd__quad_at(tree, cell >> 2);
    const uint32_t tried = quad->tried[cell & 3];
    if (tried == 0 || quad->count[cell & 3] / 2 >= tried) {
        qd__split_try(tree, cell);
    }
}

/// Takes all items of a quad's leaves up to the cell it divides. False: no memory, and some have stayed.
static bool gather(struct qd_tree *tree, uint32_t index, uint32_t parent)
{
    const qd__quad *quad = qd__quad_at(tree, index);
    for (uint32_t lane = 0; lane < 4; lane++) {
        while (quad->bucket[lane] != QD__NONE) {
            const uint32_t place = quad->bucket[lane];
            const qd__bucket *bucket = qd__tree_bucket(tree, place);
            const uint32_t last = bucket->count - 1;
            tree->work++;
            if (!qd__place_relocate(tree, qd__place_at(place, last), parent, qd__bucket_record(bucket, last))) {
                tree->stray = true;
                return false;
            }
        }
    }
    return true;
}

/// Are the cells of a quad leaves that hold a quarter of a capacity at most?
static bool is_nearly_empty(const struct qd_tree *tree, const qd__quad *quad)
{
    uint32_t left = 0;
    for (int lane = 0; lane < 4; lane++) {
        if (quad->child[lane] != QD__NONE) {
            return false;
        }
        left += quad->count[lane];
    }
    return left <= tree->capacity / 4;
}

uint32_t qd__merge_once(struct qd_tree *tree, uint32_t index)
{
    const qd__quad *quad = qd__quad_at(tree, index);
    const uint32_t parent = quad->parent;
    if (!is_nearly_empty(tree, quad) || !gather(tree, index, parent)) {
        return QD__NONE;
    }
    qd__quad_remove(tree, parent);
    qd__cell_reset_if_bare(tree, parent);
    qd__directory_cover(tree, parent);
    qd__quad *above = qd__quad_at(tree, parent >> 2);
    // Many large items may be left in the new leaf: looking at them again on each change would cost a burst.
    qd__quad_set_tried(above, parent & 3, above->count[parent & 3]);
    return parent;
}

void qd__merge_up(struct qd_tree *tree, uint32_t cell)
{
    while (cell != QD__NONE && cell >> 2 != 0) {
        cell = qd__merge_once(tree, cell >> 2);
    }
}
