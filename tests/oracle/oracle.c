// The oracle's items: an array, a table from slot to place in it, and the rules about ids. The questions are in
// oracle_query.c.
#include "oracle.h"
#include <float.h>
#include <stdio.h>
#include <stdlib.h>

static void *grown(void *block, size_t size)
{
    void *larger = realloc(block, size);
    if (!larger) {
        fputs("oracle: no memory\n", stderr);
        exit(1);
    }
    return larger;
}

void oracle_create(struct oracle *oracle, qd_edges edges)
{
    *oracle = (struct oracle){ .edges = edges };
}

void oracle_destroy(struct oracle *oracle)
{
    free(oracle->entries);
    free(oracle->place);
    free(oracle->unseen);
    *oracle = (struct oracle){ 0 };
}

void oracle_clear(struct oracle *oracle)
{
    for (size_t i = 0; i < oracle->count; i++)
        oracle->place[oracle->entries[i].id.slot] = 0;
    oracle->count = 0;
}

static bool box_is_valid(qd_box box)
{
    return box.min.x >= -FLT_MAX && box.max.x <= FLT_MAX && box.min.x <= box.max.x && box.min.y >= -FLT_MAX &&
           box.max.y <= FLT_MAX && box.min.y <= box.max.y;
}

static bool filter_is_valid(qd_filter filter)
{
    return filter.layers != 0x80000000u;
}

static qd_filter resolved(qd_filter filter)
{
    qd_filter result = { filter.layers == 0 ? 1 : filter.layers & 0x7fffffffu,
                         filter.mask == 0 ? 0x7fffffffu : filter.mask };
    return result;
}

qd_result oracle_judge(const qd_item *item)
{
    return box_is_valid(item->box) && filter_is_valid(item->filter) ? QD_OK : QD_BAD_VALUE;
}

static oracle_entry *find(const struct oracle *oracle, qd_id id)
{
    if (id.slot >= oracle->slots || oracle->place[id.slot] == 0)
        return NULL;
    oracle_entry *entry = &oracle->entries[oracle->place[id.slot] - 1];
    return entry->id.generation == id.generation ? entry : NULL;
}

static void make_slots(struct oracle *oracle, size_t count)
{
    if (count <= oracle->slots)
        return;
    size_t slots = count * 2;
    oracle->place = grown(oracle->place, slots * sizeof *oracle->place);
    oracle->unseen = grown(oracle->unseen, slots * sizeof *oracle->unseen);
    for (size_t i = oracle->slots; i < slots; i++) {
        oracle->place[i] = 0;
        oracle->unseen[i] = 0;
    }
    oracle->slots = slots;
}

static void raise_peak(struct oracle *oracle, size_t count)
{
    if (oracle->peak < count)
        oracle->peak = count;
}

// What is wrong with giving this id to a new item? NULL if nothing is.
static const char *objection(const struct oracle *oracle, qd_id id)
{
    if (id.slot == 0)
        return "a valid item got the null id";
    if (id.slot > oracle->peak)
        return "a slot is higher than the number of items that were ever live: slots are not dense";
    if (id.slot < oracle->slots && oracle->place[id.slot] != 0)
        return "two live items have one slot";
    if (id.slot < oracle->slots && id.generation < oracle->unseen[id.slot])
        return "an id came back: its slot had this or a later generation before";
    return NULL;
}

static qd_result insert(struct oracle *oracle, qd_item item, qd_id given)
{
    if (oracle_judge(&item) != QD_OK) {
        if (given.slot != 0 || given.generation != 0)
            oracle->complaint = "a bad item got an id that is not null";
        return QD_BAD_VALUE;
    }
    const char *complaint = objection(oracle, given);
    if (complaint) {
        oracle->complaint = complaint;
        return QD_OK;
    }
    make_slots(oracle, (size_t)given.slot + 1);
    if (oracle->count == oracle->room) {
        oracle->room = oracle->room ? oracle->room * 2 : 64;
        oracle->entries = grown(oracle->entries, oracle->room * sizeof *oracle->entries);
    }
    item.filter = resolved(item.filter);
    oracle->entries[oracle->count++] = (oracle_entry){ given, item, 0 };
    oracle->place[given.slot] = oracle->count;
    oracle->unseen[given.slot] = (uint64_t)given.generation + 1;
    return QD_OK;
}

qd_result oracle_insert(struct oracle *oracle, qd_item item, qd_id given)
{
    if (oracle_judge(&item) == QD_OK)
        raise_peak(oracle, oracle->count + 1);
    return insert(oracle, item, given);
}

qd_result oracle_insert_many(struct oracle *oracle, const qd_item *items, size_t count, const qd_id *given, size_t *bad)
{
    size_t good = 0;
    for (size_t i = 0; i < count; i++)
        good += oracle_judge(&items[i]) == QD_OK;
    raise_peak(oracle, oracle->count + good);
    qd_result first = QD_OK;
    for (size_t i = 0; i < count; i++) {
        qd_result result = insert(oracle, items[i], given[i]);
        if (first == QD_OK && result != QD_OK) {
            first = result;
            *bad = i;
        }
    }
    return first;
}

void oracle_insert_failed(struct oracle *oracle, size_t count)
{
    raise_peak(oracle, oracle->count + count);
}

qd_result oracle_move(struct oracle *oracle, qd_id id, qd_box box)
{
    oracle_entry *entry = find(oracle, id);
    if (!entry)
        return QD_STALE_ID;
    if (!box_is_valid(box))
        return QD_BAD_VALUE;
    entry->item.box = box;
    return QD_OK;
}

qd_result oracle_remove(struct oracle *oracle, qd_id id)
{
    oracle_entry *entry = find(oracle, id);
    if (!entry)
        return QD_STALE_ID;
    oracle_entry *last = &oracle->entries[--oracle->count];
    oracle->place[last->id.slot] = (size_t)(entry - oracle->entries) + 1;
    oracle->place[id.slot] = 0;
    *entry = *last;
    return QD_OK;
}

qd_result oracle_set_user(struct oracle *oracle, qd_id id, uint64_t user)
{
    oracle_entry *entry = find(oracle, id);
    if (!entry)
        return QD_STALE_ID;
    entry->item.user = user;
    return QD_OK;
}

qd_result oracle_set_filter(struct oracle *oracle, qd_id id, qd_filter filter)
{
    oracle_entry *entry = find(oracle, id);
    if (!entry)
        return QD_STALE_ID;
    if (!filter_is_valid(filter))
        return QD_BAD_VALUE;
    entry->item.filter = resolved(filter);
    return QD_OK;
}

qd_result oracle_set_value(struct oracle *oracle, qd_id id, int64_t value)
{
    oracle_entry *entry = find(oracle, id);
    if (!entry)
        return QD_STALE_ID;
    if (!oracle->totals)
        return QD_BAD_VALUE;
    entry->value = value;
    return QD_OK;
}

qd_result oracle_move_many(struct oracle *oracle, const qd_id *ids, const qd_box *boxes, size_t count, size_t *bad)
{
    qd_result first = QD_OK;
    for (size_t i = 0; i < count; i++) {
        qd_result result = oracle_move(oracle, ids[i], boxes[i]);
        if (first == QD_OK && result != QD_OK) {
            first = result;
            *bad = i;
        }
    }
    return first;
}

qd_result oracle_remove_many(struct oracle *oracle, const qd_id *ids, size_t count, size_t *bad)
{
    qd_result first = QD_OK;
    for (size_t i = 0; i < count; i++) {
        qd_result result = oracle_remove(oracle, ids[i]);
        if (first == QD_OK && result != QD_OK) {
            first = result;
            *bad = i;
        }
    }
    return first;
}

bool oracle_get(const struct oracle *oracle, qd_id id, qd_item *item)
{
    const oracle_entry *entry = find(oracle, id);
    if (entry)
        *item = entry->item;
    return entry != NULL;
}

bool oracle_get_value(const struct oracle *oracle, qd_id id, int64_t *value)
{
    const oracle_entry *entry = find(oracle, id);
    if (entry && oracle->totals)
        *value = entry->value;
    return entry && oracle->totals;
}

bool oracle_contains(const struct oracle *oracle, qd_id id)
{
    return find(oracle, id) != NULL;
}

qd_box oracle_bounds(const struct oracle *oracle)
{
    qd_box all = { { INFINITY, INFINITY }, { -INFINITY, -INFINITY } };
    for (size_t i = 0; i < oracle->count; i++) {
        qd_box box = oracle->entries[i].item.box;
        all.min.x = box.min.x < all.min.x ? box.min.x : all.min.x;
        all.min.y = box.min.y < all.min.y ? box.min.y : all.min.y;
        all.max.x = box.max.x > all.max.x ? box.max.x : all.max.x;
        all.max.y = box.max.y > all.max.y ? box.max.y : all.max.y;
    }
    return all;
}
