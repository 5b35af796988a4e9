// Planes: their memory, and their leaves in Z order. See plane.h.
#include "plane.h"

static bool get_leaves(qd__plane *plane, size_t leaves, size_t coefs, qd__blocks *memory)
{
    plane->leaves = qd__blocks_get(memory, leaves, sizeof *plane->leaves);
    plane->alive = qd__blocks_get(memory, leaves, sizeof *plane->alive);
    int16_t *numbers = qd__blocks_get(memory, coefs + 2 * (size_t)QD__BESIDE_COEFS, sizeof *numbers);
    plane->coefs = numbers ? numbers + QD__BESIDE_COEFS : NULL;
    return plane->leaves && plane->alive && numbers;
}

bool qd__plane_create(qd__plane *plane, uint32_t width, uint32_t height, int kind, bool encoding, qd__blocks *memory)
{
    *plane = (qd__plane){ .width = width, .height = height, .kind = kind, .top = QD__SMALLEST };
    while (1u << plane->top < (width > height ? width : height))
        plane->top++;
    size_t size = 0; // grids of all levels lie one after the other
    for (int s = QD__SMALLEST; s <= plane->top; s++) {
        plane->across[s] = (width + (1u << s) - 1) >> s;
        plane->down[s] = (height + (1u << s) - 1) >> s;
        size += (size_t)plane->across[s] * plane->down[s];
    }
    const size_t squares = (size_t)plane->across[QD__SMALLEST] * plane->down[QD__SMALLEST];
    uint8_t *state = qd__blocks_get(memory, size, sizeof *state);
    int16_t *mean = qd__blocks_get(memory, size, sizeof *mean);
    float *wish = encoding ? qd__blocks_get(memory, size, sizeof *wish) : NULL;
    plane->map = qd__blocks_get(memory, squares, sizeof *plane->map);
    if (!state || !mean || (encoding && !wish) || !plane->map)
        return false;
    size_t at = 0;
    for (int s = QD__SMALLEST; s <= plane->top; s++) {
        plane->state[s] = state + at;
        plane->mean[s] = mean + at;
        plane->wish[s] = wish ? wish + at : NULL;
        at += (size_t)plane->across[s] * plane->down[s];
    }
    // No tree has more coefficients than one with 16 a side in each leaf.
    const int s = plane->top < 4 ? plane->top : 4;
    return !encoding ||
           get_leaves(plane, squares, (size_t)plane->across[s] * plane->down[s] << 2 * qd__order_bits(s), memory);
}

void qd__plane_add_leaf(qd__plane *plane, int level, uint32_t i, uint32_t j)
{
    const int shape = plane->state[level][qd__plane_at(plane, level, i, j)];
    const uint32_t across = plane->across[QD__SMALLEST], down = plane->down[QD__SMALLEST];
    const uint32_t x = i << level >> QD__SMALLEST, y = j << level >> QD__SMALLEST;
    const uint32_t right = x + (1u << qd__leaf_across(level, shape) >> QD__SMALLEST);
    const uint32_t below = y + (1u << qd__leaf_down(level, shape) >> QD__SMALLEST);
    plane->leaves[plane->leaf_count] = (qd__leaf){
        .x = i << level,
        .y = j << level,
        .left = x > 0 ? plane->map[(size_t)y * across + x - 1] : QD__NO_LEAF,
        .up = y > 0 ? plane->map[(size_t)(y - 1) * across + x] : QD__NO_LEAF,
        .at = (uint32_t)plane->coef_count,
        .level = (uint8_t)level,
        .shape = (uint8_t)shape,
    };
    for (uint32_t b = y; b < below && b < down; b++)
        for (uint32_t a = x; a < right && a < across; a++)
            plane->map[(size_t)b * across + a] = plane->leaf_count;
    plane->leaf_count++;
    plane->coef_count += (size_t)1 << 2 * qd__order_bits(level);
}

/// Leaves of a level, by the states of its places.
static size_t count_leaves(const qd__plane *plane, int level)
{
    const uint8_t *state = plane->state[level];
    const size_t places = (size_t)plane->across[level] * plane->down[level];
    size_t count = 0;
    for (size_t k = 0; k < places; k++)
        count += state[k] != QD__ABSENT && state[k] != QD__SPLIT;
    return count;
}

static void add_leaves_in_order(qd__plane *plane, int level, uint32_t i, uint32_t j)
{
    const uint8_t state =
        qd__plane_has(plane, level, i, j) ? plane->state[level][qd__plane_at(plane, level, i, j)] : QD__ABSENT;
    if (state == QD__SPLIT)
        for (uint32_t k = 0; k < 4; k++)
            add_leaves_in_order(plane, level - 1, 2 * i + (k & 1), 2 * j + (k >> 1));
    else if (state != QD__ABSENT)
        qd__plane_add_leaf(plane, level, i, j);
}

bool qd__plane_find_leaves(qd__plane *plane, qd__blocks *memory)
{
    size_t leaves = 0, coefs = 0;
    for (int s = QD__SMALLEST; s <= plane->top; s++) {
        const size_t count = count_leaves(plane, s);
        leaves += count;
        coefs += count << 2 * qd__order_bits(s);
    }
    if (!get_leaves(plane, leaves, coefs, memory))
        return false;
    add_leaves_in_order(plane, plane->top, 0, 0);
    return true;
}

void qd__plane_revive(qd__plane *plane)
{
    plane->alive_count = plane->leaf_count;
    for (uint32_t k = 0; k < plane->leaf_count; k++) {
        plane->leaves[k].reach = 0;
        plane->leaves[k].busy = 0;
        plane->alive[k] = k;
    }
}
