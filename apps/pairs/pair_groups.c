// Rows with equal boxes, taken as one: see pair_groups.h. Equal are boxes that have the same numbers, as the tree gets
// them; they are found by a table of hashes that grows with the groups.
#include "pair_groups.h"

#include "items_list.h"
#include "pair_list.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLE = 4096, FIRST_ROOM = 1024 };

static int by_numbers(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(qd_box));
}

bool box_groups_pay(const items *list)
{
    const size_t count = list->count < SAMPLE ? list->count : SAMPLE;
    qd_box *sample = calloc(SAMPLE, sizeof *sample);
    bool equal = false;
    if (sample != NULL && count > 1) {
        items_sample(list, count, sample);
        qsort(sample, count, sizeof *sample, by_numbers);
        for (size_t i = 1; i < count && !equal; i++)
            equal = memcmp(&sample[i - 1], &sample[i], sizeof *sample) == 0;
    }
    free(sample);
    return equal;
}

static size_t hash_of(const qd_box *box)
{
    uint64_t parts[4], hash = 0;
    memcpy(parts, box, sizeof parts);
    for (int i = 0; i < 4; i++) {
        hash = (hash ^ parts[i]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    return (size_t)hash;
}

/// Groups by the hashes of their boxes, counted from 1; 0: none. At most half full.
typedef struct group_table {
    uint32_t *at;
    size_t room; ///< A power of two.
} group_table;

static uint32_t *place_of(const group_table *table, const items *boxes, const qd_box *box)
{
    size_t i = hash_of(box) & (table->room - 1);
    while (table->at[i] != 0) {
        const qd_box other = items_box(boxes, table->at[i] - 1);
        if (memcmp(&other, box, sizeof other) == 0)
            break;
        i = (i + 1) & (table->room - 1);
    }
    return &table->at[i];
}

static bool make_table_room(group_table *table, const items *boxes)
{
    if (table->at != NULL && boxes->count < table->room / 2)
        return true;
    const size_t room = table->room > 0 ? 2 * table->room : FIRST_ROOM;
    free(table->at);
    table->at = calloc(room, sizeof *table->at);
    table->room = table->at != NULL ? room : 0;
    for (size_t i = 0; table->at != NULL && i < boxes->count; i++) {
        const qd_box box = items_box(boxes, i);
        *place_of(table, boxes, &box) = (uint32_t)i + 1;
    }
    return table->at != NULL;
}

static bool make_size_room(box_groups *groups)
{
    if (groups->boxes.count < groups->room)
        return true;
    const size_t room = groups->room > 0 ? 2 * groups->room : FIRST_ROOM;
    uint64_t *sizes = realloc(groups->sizes, room * sizeof *sizes);
    if (sizes != NULL) {
        groups->sizes = sizes;
        groups->room = room;
    }
    return sizes != NULL;
}

static bool add_row(box_groups *groups, group_table *table, const qd_box *box)
{
    if (!make_table_room(table, &groups->boxes) || !make_size_room(groups)) {
        complain("%s", strerror(ENOMEM));
        return false;
    }
    uint32_t *place = place_of(table, &groups->boxes, box);
    if (*place != 0) {
        groups->sizes[*place - 1]++;
        return true;
    }
    groups->sizes[groups->boxes.count] = 1;
    if (!items_add(&groups->boxes, *box, groups->boxes.count + 1, NULL)) // which complains
        return false;
    *place = (uint32_t)groups->boxes.count;
    return true;
}

bool box_groups_of(items *list, box_groups *groups)
{
    group_table table = { NULL, 0 };
    bool good = items_need_boxes(list);
    *groups = (box_groups){ .boxes = { .exact = list->exact } };
    for (size_t i = 0; good && i < list->count; i++) {
        const qd_box box = items_box(list, i);
        good = add_row(groups, &table, &box);
    }
    free(table.at);
    return good;
}

void box_groups_free(box_groups *groups)
{
    items_free(&groups->boxes);
    free(groups->sizes);
    groups->sizes = NULL;
}

uint64_t box_groups_pairs_within(const box_groups *groups, bool open)
{
    uint64_t pairs = 0;
    for (size_t i = 0; i < groups->boxes.count; i++) {
        const qd_box box = items_box(&groups->boxes, i);
        const uint64_t size = groups->sizes[i];
        pairs += boxes_overlap(&box, &box, open) ? size * (size - 1) / 2 : 0;
    }
    return pairs;
}
