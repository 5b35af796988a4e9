// Trees that are the same on every machine: see place.h.
#include "place.h"

uint64_t hash_bits(hash_place *place)
{
    uint64_t bits = place->random += UINT64_C(0x9e3779b97f4a7c15);
    bits = (bits ^ bits >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    bits = (bits ^ bits >> 27) * UINT64_C(0x94d049bb133111eb);
    return bits ^ bits >> 31;
}

uint64_t hash_below(hash_place *place, uint64_t end)
{
    return hash_bits(place) % end;
}

double hash_between(hash_place *place, double low, double high)
{
    const double unit = (double)(hash_bits(place) >> 11) * 0x1p-53;
    return low + (high - low) * unit;
}

// 2^power, exactly.
static double power_of_two(int power)
{
    double value = 1;
    for (int i = 0; i < power; i++)
        value *= 2;
    for (int i = 0; i > power; i--)
        value /= 2;
    return value;
}

static double coordinate(hash_place *place)
{
    static const double centers[] = { -300, 120, 121, 700 };
    switch (place->field) {
    case FIELD_CROWDED: {
        const uint64_t which = hash_below(place, 8);
        return hash_between(place, 0, 3) + centers[which < 4 ? which : 1];
    }
    case FIELD_WHOLE:
        return (double)hash_below(place, 60) - 30;
    case FIELD_WIDE: {
        const double size = power_of_two((int)hash_below(place, 60) - 30);
        return hash_between(place, -size, size);
    }
    default:
        return hash_between(place, -1000, 1000);
    }
}

qd_vec2 hash_point(hash_place *place)
{
    const double x = coordinate(place), y = coordinate(place);
    return (qd_vec2){ x, y };
}

double hash_length(hash_place *place)
{
    switch (place->field) {
    case FIELD_CROWDED:
        return hash_below(place, 3) == 0 ? 0 : hash_between(place, 0, 0.2);
    case FIELD_WHOLE:
        return (double)hash_below(place, 4);
    case FIELD_WIDE:
        return hash_between(place, 0, power_of_two((int)hash_below(place, 50) - 30));
    default:
        return hash_between(place, 0, 30);
    }
}

qd_box hash_box(hash_place *place)
{
    const qd_vec2 min = hash_point(place);
    const double width = hash_length(place), height = hash_length(place);
    return qd_box_xywh(min.x, min.y, width, height);
}

qd_box hash_window(hash_place *place)
{
    const qd_box box = hash_box(place);
    if (hash_below(place, 4) != 0)
        return box;
    const qd_vec2 other = hash_point(place);
    return qd_box_between(box.min, other);
}

qd_filter hash_filter(hash_place *place)
{
    qd_filter filter = { 0, 0 };
    if (hash_below(place, 4) == 0) {
        filter.layers = (uint32_t)1 << hash_below(place, 4);
        filter.mask = (uint32_t)hash_below(place, 16);
    }
    return filter;
}

qd_id hash_ignored(hash_place *place)
{
    return hash_below(place, 4) == 0 ? place->ids[hash_below(place, place->count)] : 0;
}

static qd_item item_of(hash_place *place)
{
    qd_item item = { .box = hash_box(place) };
    item.user = hash_bits(place);
    item.filter = hash_filter(place);
    item.value = (int64_t)hash_below(place, 2001) - 1000;
    return item;
}

static void insert_one(hash_place *place)
{
    const qd_item item = item_of(place);
    hash_expect(qd_tree_insert(place->tree, &item, &place->ids[place->count]) == QD_OK, "inserting");
    place->count++;
}

static void insert_half(hash_place *place)
{
    static qd_box boxes[HASH_ITEMS / 2];
    static uint64_t users[HASH_ITEMS / 2];
    static qd_filter filters[HASH_ITEMS / 2];
    static int64_t values[HASH_ITEMS / 2];
    for (size_t i = 0; i < HASH_ITEMS / 2; i++) {
        const qd_item item = item_of(place);
        boxes[i] = item.box;
        users[i] = item.user;
        filters[i] = item.filter;
        values[i] = item.value;
    }
    const qd_items items = { .boxes = qd_boxes_double(boxes), .users = users, .filters = filters, .values = values };
    hash_expect(qd_tree_insert_many(place->tree, &items, HASH_ITEMS / 2, place->ids, NULL) == QD_OK, "inserting many");
    place->count = HASH_ITEMS / 2;
}

void hash_stir(hash_place *place)
{
    static qd_box boxes[HASH_ITEMS / 8];
    static qd_id ids[HASH_ITEMS / 8];
    for (size_t i = 0; i < HASH_ITEMS / 8; i++) {
        ids[i] = place->ids[hash_below(place, place->count)]; // some are stale: those are left out
        boxes[i] = hash_box(place);
    }
    const qd_boxes view = qd_boxes_double(boxes);
    (void)qd_tree_move_many(place->tree, ids, &view, HASH_ITEMS / 8, NULL);
    for (size_t i = 0; i < HASH_ITEMS / 40; i++) {
        const qd_id removed = place->ids[hash_below(place, place->count)], moved = ids[i];
        const qd_box box = hash_box(place);
        if (qd_tree_remove(place->tree, removed) == QD_OK && place->count < 2 * (size_t)HASH_ITEMS)
            insert_one(place);
        (void)qd_tree_set_box(place->tree, moved, &box);
    }
}

void hash_open(hash_place *place, qd_precision precision, qd_edges edges, hash_field field)
{
    memset(place, 0, sizeof *place);
    place->precision = precision;
    place->edges = edges;
    place->field = field;
    place->random = (uint64_t)field * 1000 + (uint64_t)edges * 100 + 7;
    const qd_tree_def def = {
        .precision = precision, .edges = edges, .leaf_capacity = 12, .totals = true, .allocator = hash_allocator()
    };
    hash_expect(qd_tree_create(&def, &place->tree) == QD_OK, "creating a tree");
    insert_half(place);
    while (place->count < HASH_ITEMS)
        insert_one(place);
    for (int i = 0; i < 4; i++)
        hash_stir(place);
    hash_expect(qd_tree_check(place->tree), "a tree");
}

void hash_close(hash_place *place)
{
    qd_tree_destroy(place->tree);
    place->tree = NULL;
}
