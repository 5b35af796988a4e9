// Finding the cell where an item belongs: see place.h.
#include "place.h"

#include "cell.h"

static uint32_t descend(const struct qd_tree *tree, uint32_t cell, unsigned shift, qd__spot spot)
{
    for (;;) {
        const uint32_t child = qd__quad_at(tree, cell >> 2)->child[cell & 3];
        if (child == QD__NONE || spot.shift >= shift) {
            return cell;
        }
        shift--;
        cell = child << 2 | (spot.y >> shift & 1) << 1 | (spot.x >> shift & 1);
    }
}

uint32_t qd__place_find(const struct qd_tree *tree, qd__spot spot)
{
    return qd__spot_in_world(spot) ? descend(tree, QD__WORLD, QD__WORLD_SHIFT, spot)
                                   : descend(tree, QD__REST, QD__REST_SHIFT, spot);
}

uint32_t qd__place_find_from(const struct qd_tree *tree, uint32_t cell, qd__spot spot)
{
    // A cell of the rest may hold the place of the world's cell too, but never its items: start those from the root.
    if (qd__spot_in_world(spot) != qd__square_in_world(qd__cell_square(tree, cell))) {
        return qd__place_find(tree, spot);
    }
    while (!qd__square_takes(qd__cell_square(tree, cell), spot)) {
        cell = qd__quad_at(tree, cell >> 2)->parent;
    }
    return descend(tree, cell, qd__cell_square(tree, cell).shift, spot);
}

bool qd__place_relocate(struct qd_tree *tree, uint32_t place, uint32_t target, qd__record record)
{
    qd__entry entry = qd__block_entry(qd__tree_block(tree, place), qd__place_lane(place));
    entry.record = record;
    if (!qd__cell_append(tree, target, &entry)) {
        return false;
    }
    qd__cell_take(tree, place);
    return true;
}
