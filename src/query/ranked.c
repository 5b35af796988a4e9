// The one search behind nearest and rays: see ranked.h.
//
// While it runs, the caller's array is a heap, the item to be pushed out first on top, and each entry keeps its key in
// the bits of its user value: so no memory is needed, however many are asked for. The user values are put in at the
// end.
#include "ranked.h"

#include "seen.h"

#include <string.h>

typedef struct cell_key {
    double key;
    uint32_t cell;
} cell_key;

/// Sorts up to four, the largest key first, so that the smallest ends up on top of the stack; equal ones keep lane
/// order.
static void sort_descending(cell_key *cells, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const cell_key cell = cells[i];
        size_t at = i;
        for (; at > 0 && cells[at - 1].key < cell.key; at--) {
            cells[at] = cells[at - 1];
        }
        cells[at] = cell;
    }
}

/// Puts the cells of a quad that may hold something within the cut on the stack; returns its new height.
static size_t push_cells(const struct qd_tree *tree, uint32_t index, const qd__ranking *ranking,
                         const qd_query_filter *filter, double cut, cell_key *stack, size_t height)
{
    const qd__quad *quad = qd__quad_at(tree, index);
    size_t count = 0;
    for (uint32_t lane = 0; lane < 4; lane++) {
        if ((quad->count[lane] == 0 && quad->child[lane] == QD__NONE) || !qd__cell_seen(quad, lane, filter)) {
            continue;
        }
        const cell_key cell = { ranking->key(ranking, &quad->bounds[lane]), index << 2 | lane };
        if (cell.key <= cut) {
            stack[height + count++] = cell;
        }
    }
    sort_descending(stack + height, count);
    return height + count;
}

qd_cost qd__ranked_search(const struct qd_tree *tree, const qd__ranking *ranking, const qd_query_filter *filter,
                          double cut, qd__offer *offer, void *context)
{
    qd_cost cost = { 0, 0, 0 };
    cell_key stack[3 * QD__LEVELS + 4]; // each level leaves at most three cells behind
    size_t height = push_cells(tree, 0, ranking, filter, cut, stack, 0);
    while (height > 0) {
        const cell_key top = stack[--height];
        if (top.key > cut) {
            continue;
        }
        cost.nodes++;
        const qd__quad *quad = qd__quad_at(tree, top.cell >> 2);
        for (uint32_t place = quad->block[top.cell & 3]; place != QD__NONE;) {
            const qd__block *block = qd__tree_block(tree, place);
            cost.tests += block->count;
            for (uint32_t lane = 0; lane < block->count; lane++) {
                const double key = ranking->key(ranking, &qd__block_records(block)[lane]);
                if (!(key <= cut) || !qd__item_seen(block, lane, filter)) {
                    continue;
                }
                cost.hits++;
                cut = offer(context, key, block, lane, cut);
                if (cut < 0) {
                    return cost;
                }
            }
            place = block->next;
        }
        if (quad->child[top.cell & 3] != QD__NONE) {
            height = push_cells(tree, quad->child[top.cell & 3], ranking, filter, cut, stack, height);
        }
    }
    return cost;
}

/// The caller's array as a heap.
typedef struct smallest {
    char *out;
    size_t stride, capacity, count;
} smallest;

static qd_found *entry_at(const smallest *heap, size_t i)
{
    return (qd_found *)(void *)(heap->out + i * heap->stride);
}

static double key_of(const qd_found *entry)
{
    double key;
    memcpy(&key, &entry->user, sizeof key);
    return key;
}

static bool comes_after(const qd_found *a, const qd_found *b)
{
    const double key_a = key_of(a), key_b = key_of(b);
    return key_a > key_b || (key_a == key_b && a->id.slot > b->id.slot);
}

/// Lets an entry sink from the top of the first `count` to where it belongs.
static void sift_down(const smallest *heap, qd_found entry, size_t count)
{
    size_t at = 0;
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && comes_after(entry_at(heap, child + 1), entry_at(heap, child))) {
            child++;
        }
        if (!comes_after(entry_at(heap, child), &entry)) {
            break;
        }
        *entry_at(heap, at) = *entry_at(heap, child);
    }
    *entry_at(heap, at) = entry;
}

static void sift_up(const smallest *heap, qd_found entry, size_t at)
{
    while (at > 0 && comes_after(&entry, entry_at(heap, (at - 1) / 2))) {
        *entry_at(heap, at) = *entry_at(heap, (at - 1) / 2);
        at = (at - 1) / 2;
    }
    *entry_at(heap, at) = entry;
}

static double offer_to_heap(void *context, double key, const qd__block *block, uint32_t lane, double cut)
{
    smallest *heap = context;
    qd_found entry = { qd__block_items(block)[lane].id, 0 };
    memcpy(&entry.user, &key, sizeof key);
    if (heap->count < heap->capacity) {
        sift_up(heap, entry, heap->count++);
    } else if (comes_after(entry_at(heap, 0), &entry)) {
        sift_down(heap, entry, heap->count);
    }
    return heap->count < heap->capacity ? cut : key_of(entry_at(heap, 0));
}

static void sort_heap(const smallest *heap)
{
    for (size_t last = heap->count; last-- > 1;) {
        const qd_found entry = *entry_at(heap, last);
        *entry_at(heap, last) = *entry_at(heap, 0);
        sift_down(heap, entry, last);
    }
}

size_t qd__ranked_find(const struct qd_tree *tree, const qd__ranking *ranking, const qd_query_filter *filter,
                       double cut, void *out, size_t stride, size_t capacity)
{
    smallest heap = { out, stride, capacity, 0 };
    if (capacity == 0) {
        return 0;
    }
    qd__ranked_search(tree, ranking, filter, cut, offer_to_heap, &heap);
    sort_heap(&heap);
    for (size_t i = 0; i < heap.count; i++) {
        qd_found *found = entry_at(&heap, i);
        const uint32_t place = qd__slot_at(&tree->slots, found->id.slot)->place;
        found->user = qd__block_items(qd__tree_block(tree, place))[qd__place_lane(place)].user;
    }
    return heap.count;
}
