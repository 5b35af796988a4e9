#include "pixel_tree.h"

#include <stdlib.h>
#include <string.h>

typedef struct tree_walk {
    const pixels *picture;
    void (*visit)(void *context, const pixel_node *node);
    void *context;
    uint32_t level; ///< The deepest to visit.
} tree_walk;

// Sums over the pixels of a node. The largest is 2^30 * 255 * 255.
typedef struct samples {
    uint64_t plain[PIXEL_CHANNELS], weighed[PIXEL_CHANNELS];
} samples;

uint32_t pixel_tree_deepest(const qd_image_size *size)
{
    const uint32_t longest = size->width > size->height ? size->width : size->height;
    uint32_t level = 0;
    while (1u << level < longest)
        level++;
    return level;
}

static const uint8_t *pixel_at(const pixels *picture, uint32_t x, uint32_t y)
{
    return picture->bytes + ((size_t)y * picture->size.width + x) * picture->size.channels;
}

static uint8_t rounded_mean(uint64_t sum, uint64_t weight)
{
    const uint64_t mean = weight > 0 ? (2 * sum + weight) / (2 * weight) : 0;
    return (uint8_t)mean;
}

static void find_color(const pixels *picture, pixel_node *node)
{
    const uint32_t channels = picture->size.channels;
    const bool alpha = channels % 2 == 0;
    const uint8_t *first = pixel_at(picture, node->left, node->top);
    const uint64_t count = (uint64_t)(node->right - node->left) * (node->bottom - node->top);
    samples sums = { { 0 }, { 0 } };
    node->flat = true;
    for (uint32_t y = node->top; y < node->bottom; y++) {
        const uint8_t *pixel = pixel_at(picture, node->left, y);
        for (uint32_t x = node->left; x < node->right; x++, pixel += channels) {
            node->flat = node->flat && memcmp(pixel, first, channels) == 0;
            for (uint32_t c = 0; c < channels; c++) {
                sums.plain[c] += pixel[c];
                if (alpha)
                    sums.weighed[c] += (uint64_t)pixel[c] * pixel[channels - 1];
            }
        }
    }
    for (uint32_t c = 0; c < channels; c++) {
        const uint64_t opaque = alpha && c + 1 < channels ? sums.plain[channels - 1] : 0;
        node->color[c] = opaque > 0 ? rounded_mean(sums.weighed[c], opaque) : rounded_mean(sums.plain[c], count);
    }
}

// The part of a square that lies in the picture; its corner does.
static void walk_square(const tree_walk *walk, uint32_t left, uint32_t top, uint32_t side, uint32_t level)
{
    const qd_image_size *size = &walk->picture->size;
    pixel_node node = { .left = left, .top = top, .level = level };
    node.right = size->width - left < side ? size->width : left + side;
    node.bottom = size->height - top < side ? size->height : top + side;
    find_color(walk->picture, &node);
    walk->visit(walk->context, &node);
    if (node.flat || level == walk->level)
        return;
    const uint32_t half = side / 2;
    for (uint32_t k = 0; k < 4; k++) {
        const uint32_t x = left + (k & 1) * half, y = top + (k >> 1) * half;
        if (x < size->width && y < size->height)
            walk_square(walk, x, y, half, level + 1);
    }
}

void pixel_tree_walk(const pixels *picture, uint32_t level, void (*visit)(void *context, const pixel_node *node),
                     void *context)
{
    const tree_walk walk = { picture, visit, context, level };
    walk_square(&walk, 0, 0, 1u << pixel_tree_deepest(&picture->size), 0);
}

typedef struct level_count {
    const pixels *picture;
    pixel_level *levels;
} level_count;

static void count_node(void *context, const pixel_node *node)
{
    const level_count *count = context;
    const uint32_t channels = count->picture->size.channels;
    pixel_level *at = &count->levels[node->level];
    at->nodes++;
    at->flat += node->flat;
    for (uint32_t y = node->top; !node->flat && y < node->bottom; y++) {
        const uint8_t *pixel = pixel_at(count->picture, node->left, y);
        for (uint32_t x = node->left; x < node->right; x++, pixel += channels)
            for (uint32_t c = 0; c < channels; c++)
                at->error += (uint64_t)abs(pixel[c] - node->color[c]);
    }
}

void pixel_tree_count(const pixels *picture, uint32_t level, pixel_level *levels)
{
    level_count count = { picture, levels };
    memset(levels, 0, (level + 1) * sizeof *levels);
    pixel_tree_walk(picture, level, count_node, &count);
    uint64_t above = 0, settled = 0;
    for (uint32_t k = 0; k <= level; k++) {
        levels[k].leaves = settled + levels[k].nodes;
        levels[k].bytes = (above + 7) / 8 + levels[k].leaves * picture->size.channels;
        above += levels[k].nodes;
        settled += levels[k].flat;
    }
}
