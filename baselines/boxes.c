/// Boxes as a structure of arrays. The test writes one byte a box before anything looks at the outcome: without a
/// branch in the loop a compiler turns it into vector instructions.
#include "boxes.h"

#include <stdlib.h>
#include <string.h>

qd_result boxes_reserve(box_columns *all, size_t count)
{
    if (count <= all->capacity)
        return QD_OK;
    boxes_free(all);
    if (count > UINT32_MAX || count > SIZE_MAX / (4 * sizeof(float)))
        return QD_NO_MEMORY;
    float *block = malloc(4 * count * sizeof(float));
    if (!block)
        return QD_NO_MEMORY;
    *all = (box_columns){ block, block + count, block + 2 * count, block + 3 * count, count };
    return QD_OK;
}

void boxes_free(box_columns *all)
{
    free(all->min_x);
    *all = (box_columns){ 0 };
}

static void mark_closed(const box_columns *all, size_t one, size_t from, size_t count, uint8_t *hit)
{
    const float *min_x = all->min_x + from, *min_y = all->min_y + from;
    const float *max_x = all->max_x + from, *max_y = all->max_y + from;
    float left = all->min_x[one], low = all->min_y[one], right = all->max_x[one], high = all->max_y[one];
    for (size_t i = 0; i < count; i++)
        hit[i] = (uint8_t)((left <= max_x[i]) & (min_x[i] <= right) & (low <= max_y[i]) & (min_y[i] <= high));
}

static void mark_open(const box_columns *all, size_t one, size_t from, size_t count, uint8_t *hit)
{
    const float *min_x = all->min_x + from, *min_y = all->min_y + from;
    const float *max_x = all->max_x + from, *max_y = all->max_y + from;
    float left = all->min_x[one], low = all->min_y[one], right = all->max_x[one], high = all->max_y[one];
    for (size_t i = 0; i < count; i++)
        hit[i] = (uint8_t)((left < max_x[i]) & (min_x[i] < right) & (low < max_y[i]) & (min_y[i] < high));
}

size_t boxes_meeting(const box_columns *all, size_t one, size_t from, size_t to, bool open_edges, uint32_t *met)
{
    uint8_t hit[BOXES_RUN];
    size_t count = to - from, found = 0;
    if (open_edges)
        mark_open(all, one, from, count, hit);
    else
        mark_closed(all, one, from, count, hit);

    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        uint64_t eight;
        memcpy(&eight, hit + i, sizeof eight);
        if (eight == 0)
            continue;
        for (size_t k = i; k < i + 8; k++) {
            met[found] = (uint32_t)(from + k);
            found += hit[k];
        }
    }
    for (; i < count; i++) {
        met[found] = (uint32_t)(from + i);
        found += hit[i];
    }
    return found;
}
