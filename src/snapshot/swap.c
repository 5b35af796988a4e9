// Numbers of a snapshot on machines that store the high byte first: see swap.h.
#include "swap.h"

// Where the low byte comes first a test alone calls these.

/// Numbers of up to eight bytes each.
static void reverse_numbers(void *numbers, size_t bytes, size_t width)
{
    unsigned char *number = (unsigned char *)numbers, was[8];
    for (size_t at = 0; at < bytes; at += width) {
        memcpy(was, number + at, width);
        for (size_t i = 0; i < width; i++)
            number[at + i] = was[width - 1 - i];
    }
}

static void swap_words(void *words, size_t bytes)
{
    reverse_numbers(words, bytes, sizeof(uint32_t));
}

static void swap_longs(void *longs, size_t bytes)
{
    reverse_numbers(longs, bytes, sizeof(uint64_t));
}

void qd__swap_head(qd__head *head)
{
    unsigned char *bytes = (unsigned char *)head;
    swap_words(bytes, offsetof(qd__head, size));
    swap_longs(bytes + offsetof(qd__head, size), 2 * sizeof head->size);
    swap_words(bytes + offsetof(qd__head, items), offsetof(qd__head, origin) - offsetof(qd__head, items));
    swap_longs(bytes + offsetof(qd__head, origin), sizeof head->origin);
}

// All are words, but for one that the shift shares with two bytes.
void qd__swap_quad(qd__quad *quad)
{
    swap_words((void *)quad, offsetof(qd__quad, shift));
    quad->shift = (uint16_t)(quad->shift << 8 | quad->shift >> 8);
    swap_words((unsigned char *)quad + offsetof(qd__quad, layers), sizeof *quad - offsetof(qd__quad, layers));
}

// The number of lanes follows from the pool: what the bucket says of them is not to be trusted yet.
void qd__swap_bucket(qd__bucket *bucket, uint32_t size)
{
    const size_t lanes = qd__size_lanes(size);
    unsigned char *sides = (unsigned char *)bucket + QD__BUCKET_HEADER;
    swap_words(bucket, offsetof(qd__bucket, live));
    swap_longs((unsigned char *)bucket + offsetof(qd__bucket, live), 3 * sizeof(uint64_t)); // `left` and `filters` too
    swap_words((unsigned char *)bucket + offsetof(qd__bucket, behind), 2 * sizeof(uint32_t));
    swap_words(sides, 5 * lanes * sizeof(uint32_t)); // and the slots
    swap_longs(sides + 5 * lanes * sizeof(uint32_t), lanes * sizeof(qd_entry));
}

void qd__swap_pools(struct qd_tree *tree)
{
    for (uint32_t i = 0; i < tree->pools.quads.used; i++)
        qd__swap_quad((qd__quad *)qd__pool_at(&tree->pools.quads, i));
    for (uint32_t size = 0; size < QD__SIZES; size++) {
        const qd__pool *pool = &tree->pools.buckets[size];
        for (uint32_t i = 0; i < pool->used; i++) {
            qd__swap_bucket((qd__bucket *)qd__pool_at(pool, i), size);
            if (pool->annexes)
                swap_words(qd__pool_annex_at(pool, i), pool->annex_size);
        }
    }
    for (uint32_t i = 0; i < tree->pools.slots.used; i++)
        swap_words(qd__pool_at(&tree->pools.slots, i), sizeof(qd__slot));
    for (uint32_t i = 0; qd__is_precise(tree) && i < tree->pools.exact.used; i++)
        swap_longs(qd__pool_at(&tree->pools.exact, i), sizeof(qd_box));
}
