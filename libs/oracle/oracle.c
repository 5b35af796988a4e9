// The oracle's items: an array by slot, and the rules about ids.
#include "allocator.h"
#include "state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

qd_result qd_oracle_create(const qd_tree_def *def, qd_oracle **out)
{
    *out = NULL;
    const qd_tree_def defaults = { .reserve = 0 };
    def = def ? def : &defaults;
    if (qd_tree_def_problem(def))
        return QD_BAD_VALUE;
    const qd_oracle empty = { .precision = def->precision,
                              .edges = def->edges,
                              .totals = def->totals,
                              .allocator = qd__allocator_or_libc(def->allocator) };
    qd_oracle *oracle = (qd_oracle *)qd__allocator_get(&empty.allocator, 1, sizeof *oracle);
    if (!oracle)
        return QD_NO_MEMORY;
    *oracle = empty;
    *out = oracle;
    return QD_OK;
}

void qd_oracle_destroy(qd_oracle *oracle)
{
    if (!oracle)
        return;
    const qd_allocator own = oracle->allocator, *allocator = &own;
    qd__allocator_give(allocator, oracle->entries, oracle->slots, sizeof *oracle->entries);
    qd__allocator_give(allocator, oracle->scored, oracle->slots, sizeof *oracle->scored);
    qd__allocator_give(allocator, oracle->sorted, oracle->slots, sizeof *oracle->sorted);
    qd__allocator_give(allocator, oracle, 1, sizeof *oracle);
}

void qd_oracle_clear(qd_oracle *oracle)
{
    for (size_t slot = 0; slot < oracle->slots; slot++)
        oracle->entries[slot].id = 0;
    oracle->count = 0;
}

/// Room for a slot. All three arrays, or none.
static bool make_slots(qd_oracle *oracle, size_t slot)
{
    if (slot < oracle->slots)
        return true;
    const size_t slots = slot * 2 + 64, old = oracle->slots;
    qd__oracle_entry *entries = (qd__oracle_entry *)qd__allocator_get(&oracle->allocator, slots, sizeof *entries);
    qd__oracle_scored *scored = (qd__oracle_scored *)qd__allocator_get(&oracle->allocator, slots, sizeof *scored);
    qd__oracle_placed *sorted = (qd__oracle_placed *)qd__allocator_get(&oracle->allocator, slots, sizeof *sorted);
    const bool good = entries && scored && sorted;
    if (good && old > 0)
        memcpy(entries, oracle->entries, old * sizeof *entries);
    struct {
        void *block;
        size_t size;
    } gone[] = { { good ? (void *)oracle->entries : entries, (good ? old : slots) * sizeof *entries },
                 { good ? (void *)oracle->scored : scored, (good ? old : slots) * sizeof *scored },
                 { good ? (void *)oracle->sorted : sorted, (good ? old : slots) * sizeof *sorted } };
    for (int i = 0; i < 3; i++)
        qd__allocator_give(&oracle->allocator, gone[i].block, gone[i].size, 1);
    if (good) {
        memset(entries + old, 0, (slots - old) * sizeof *entries);
        oracle->entries = entries;
        oracle->scored = scored;
        oracle->sorted = sorted;
        oracle->slots = slots;
    }
    return good;
}

static bool box_is_valid(qd_box box)
{
    return qd__oracle_is_finite(box.min) && qd__oracle_is_finite(box.max) && qd__oracle_is_ordered(box);
}

static uint32_t resolved_field(uint32_t field)
{
    const uint32_t all = 0x7fffffffu;
    return field == 0 ? all : (field & all) == 0 ? QD_NO_LAYER : field & all;
}

static qd_filter resolved(qd_filter filter)
{
    const qd_filter stored = { resolved_field(filter.layers), resolved_field(filter.mask) };
    return stored;
}

static qd__oracle_entry *entry_of(qd_oracle *oracle, qd_id id)
{
    return qd__oracle_find_entry(oracle, id) ? &oracle->entries[qd_id_slot(id)] : NULL;
}

static uint64_t generation_of(qd_id id)
{
    return id >> 32;
}

const char *qd_oracle_id_problem(const qd_oracle *oracle, qd_id id)
{
    const size_t slot = qd_id_slot(id), most = oracle->count + 1 > oracle->peak ? oracle->count + 1 : oracle->peak;
    if (id == 0 || slot == 0)
        return "a valid item got the null id";
    if (slot < oracle->slots && oracle->entries[slot].id != 0)
        return "two live items have one slot";
    if (slot < oracle->slots && generation_of(id) < oracle->entries[slot].unseen)
        return "an id came back: its slot had this or a later generation before";
    return slot > most ? "a slot is higher than the number of items that were ever live: slots are not dense" : NULL;
}

void qd_oracle_allow_slots(qd_oracle *oracle, size_t more)
{
    oracle->peak = oracle->peak < oracle->count + more ? oracle->count + more : oracle->peak;
}

qd_result qd_oracle_insert_as(qd_oracle *oracle, const qd_item *item, qd_id id)
{
    const qd_box box = qd__oracle_round_box(oracle, item->box);
    if (!box_is_valid(box) || qd_oracle_id_problem(oracle, id))
        return QD_BAD_VALUE;
    if (!make_slots(oracle, qd_id_slot(id)))
        return QD_NO_MEMORY;
    const qd_item stored = { box, item->user, resolved(item->filter), oracle->totals ? item->value : 0 };
    const qd__oracle_entry entry = { id, generation_of(id) + 1, stored };
    oracle->entries[qd_id_slot(id)] = entry;
    oracle->count++;
    qd_oracle_allow_slots(oracle, 0);
    return QD_OK;
}

qd_result qd_oracle_insert(qd_oracle *oracle, const qd_item *item, qd_id *id)
{
    uint32_t slot = 1;
    while (slot < oracle->slots && oracle->entries[slot].id != 0)
        slot++;
    const uint64_t generation = slot < oracle->slots ? oracle->entries[slot].unseen : 0;
    const qd_id given = generation << 32 | slot;
    const qd_result result = qd_oracle_insert_as(oracle, item, given);
    if (id)
        *id = result == QD_OK ? given : 0;
    return result;
}

qd_result qd_oracle_remove(qd_oracle *oracle, qd_id id)
{
    qd__oracle_entry *entry = entry_of(oracle, id);
    if (!entry)
        return QD_STALE_ID;
    entry->id = 0;
    oracle->count--;
    return QD_OK;
}

qd_result qd_oracle_set_box(qd_oracle *oracle, qd_id id, const qd_box *box)
{
    qd__oracle_entry *entry = entry_of(oracle, id);
    const qd_box rounded = qd__oracle_round_box(oracle, *box);
    if (!entry)
        return QD_STALE_ID;
    if (!box_is_valid(rounded))
        return QD_BAD_VALUE;
    entry->item.box = rounded;
    return QD_OK;
}

qd_result qd_oracle_set_user(qd_oracle *oracle, qd_id id, uint64_t user)
{
    qd__oracle_entry *entry = entry_of(oracle, id);
    if (!entry)
        return QD_STALE_ID;
    entry->item.user = user;
    return QD_OK;
}

qd_result qd_oracle_set_filter(qd_oracle *oracle, qd_id id, const qd_filter *filter)
{
    qd__oracle_entry *entry = entry_of(oracle, id);
    if (!entry)
        return QD_STALE_ID;
    entry->item.filter = resolved(*filter);
    return QD_OK;
}

qd_result qd_oracle_set_value(qd_oracle *oracle, qd_id id, int64_t value)
{
    qd__oracle_entry *entry = entry_of(oracle, id);
    if (!entry)
        return QD_STALE_ID;
    if (!oracle->totals)
        return QD_BAD_VALUE;
    entry->item.value = value;
    return QD_OK;
}

qd_result qd_oracle_get(const qd_oracle *oracle, qd_id id, qd_item *item)
{
    const qd__oracle_entry *entry = qd__oracle_find_entry(oracle, id);
    if (!entry)
        return QD_STALE_ID;
    if (item)
        *item = entry->item;
    return QD_OK;
}

void qd_oracle_bounds(const qd_oracle *oracle, qd_box *bounds)
{
    qd_box all = { { INFINITY, INFINITY }, { -INFINITY, -INFINITY } };
    for (size_t slot = 0; slot < oracle->slots; slot++) {
        const qd_box box = oracle->entries[slot].item.box;
        if (oracle->entries[slot].id == 0)
            continue;
        all.min.x = box.min.x < all.min.x ? box.min.x : all.min.x;
        all.min.y = box.min.y < all.min.y ? box.min.y : all.min.y;
        all.max.x = box.max.x > all.max.x ? box.max.x : all.max.x;
        all.max.y = box.max.y > all.max.y ? box.max.y : all.max.y;
    }
    *bounds = all;
}
