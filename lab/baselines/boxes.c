/// Boxes as a structure of arrays: memory, and what is around them.
#include "boxes.h"

#include "memory.h"

#include <math.h>

qd_result boxes_reserve(box_columns *all, size_t count)
{
    if (count <= all->capacity)
        return QD_OK;
    boxes_free(all);
    if (count > UINT32_MAX - BOXES_BEYOND)
        return QD_NO_MEMORY;
    // Columns a power of two apart would fall on the same lines of the caches: hence one more line each.
    size_t stride = (count + BOXES_BEYOND + 15) / 16 * 16 + 16;
    float *block = memory_array(4 * stride, sizeof(float));
    if (!block)
        return QD_NO_MEMORY;
    *all = (box_columns){ block, block + stride, block + 2 * stride, block + 3 * stride, count };
    return QD_OK;
}

void boxes_free(box_columns *all)
{
    memory_free(all->min_x);
    *all = (box_columns){ 0 };
}

size_t boxes_bytes(const box_columns *all)
{
    return all->capacity > 0 ? (all->capacity + BOXES_BEYOND) * 4 * sizeof(float) : 0;
}

void boxes_end(box_columns *all, size_t count)
{
    for (size_t k = 0; k < BOXES_BEYOND && all->capacity > 0; k++)
        boxes_put(all, count + k, (fbox){ { INFINITY, INFINITY }, { -INFINITY, -INFINITY } });
}

fbox boxes_around(const fbox *boxes, size_t count)
{
    fbox world = count > 0 ? boxes[0] : (fbox){ { 0, 0 }, { 1, 1 } };
    for (size_t i = 1; i < count; i++) {
        world.min.x = boxes[i].min.x < world.min.x ? boxes[i].min.x : world.min.x;
        world.min.y = boxes[i].min.y < world.min.y ? boxes[i].min.y : world.min.y;
        world.max.x = boxes[i].max.x > world.max.x ? boxes[i].max.x : world.max.x;
        world.max.y = boxes[i].max.y > world.max.y ? boxes[i].max.y : world.max.y;
    }
    return world;
}
