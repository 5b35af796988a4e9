// Changing one item: see change.h.
#include "change.h"

#include "build.h"
#include "cell.h"
#include "place.h"
#include "split.h"

bool qd__filter_is_valid(qd_filter filter)
{
    return filter.layers != QD_NO_LAYERS;
}

bool qd__item_is_valid(const qd_item *item)
{
    return qd_box_is_valid(item->box) && qd__filter_is_valid(item->filter);
}

bool qd__change_put(struct qd_tree *tree, const qd__entry *entry)
{
    const uint32_t cell = qd__place_find(tree, qd__lattice_spot(&tree->lattice, entry->record));
    if (!qd__cell_append(tree, cell, entry)) {
        return false;
    }
    tree->count++;
    tree->filtered |= qd__entry_is_filtered(entry);
    qd__split_if_due(tree, cell);
    return true;
}

void qd__change_drop(struct qd_tree *tree, qd_id id)
{
    const uint32_t place = qd__slot_at(&tree->slots, id.slot)->place;
    const uint32_t cell = qd__tree_block(tree, place)->cell;
    qd__cell_take(tree, place);
    qd__cell_tidy(tree, cell);
    qd__slots_release(&tree->slots, id);
    tree->count--;
    qd__merge_if_due(tree, cell);
}

void qd__change_move(struct qd_tree *tree, uint32_t place, qd__record record)
{
    qd__block *block = qd__tree_block(tree, place);
    const uint32_t lane = qd__place_lane(place), cell = block->cell;
    const qd__spot spot = qd__lattice_spot(&tree->lattice, record);
    const qd__home home = qd__place_home(tree, cell);
    const uint32_t target = qd__home_keeps(&home, spot) ? cell : qd__place_find_from(tree, cell, spot);
    if (target != cell && qd__place_relocate(tree, place, target, record)) {
        qd__cell_tidy(tree, cell);
        qd__split_if_due(tree, target);
        qd__merge_if_due(tree, cell);
        return;
    }
    tree->stray |= target != cell; // without memory it stays where it is, and the bounds cover it there
    qd__block_records(block)[lane] = record;
    const qd__entry entry = qd__block_entry(block, lane);
    qd__cell_grow(tree, cell, &entry);
}
