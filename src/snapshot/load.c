// Reading a snapshot, in place or by copying it: see layout.h for where its parts are.
#include "audit.h"
#include "create.h"
#include "directory.h"
#include "swap.h"

#include <quadrille/snapshot.h>
#include <string.h>

// A mapped tree's records are the file's.
_Static_assert(sizeof(qd__quad) == 192 && sizeof(qd__four) == 64 && offsetof(qd__quad, bounds) == 0 &&
                   offsetof(qd__quad, child) == 64 && offsetof(qd__quad, parent) == 112 &&
                   offsetof(qd__quad, shift) == 124 && offsetof(qd__quad, layers) == 128 &&
                   offsetof(qd__quad, failed_at) == 160,
               "a quad is as the format has it");
_Static_assert(offsetof(qd__bucket, bounds) == 16 && offsetof(qd__bucket, live) == 32 &&
                   offsetof(qd__bucket, filters) == 48 && offsetof(qd__bucket, behind) == 56 &&
                   sizeof(qd__bucket) == QD__BUCKET_HEADER,
               "a bucket's header is as the format has it");
_Static_assert(sizeof(qd__slot) == 8 && sizeof(qd_entry) == 16 && sizeof(qd__aabb) == 16 &&
                   offsetof(qd_entry, user) == 8 && sizeof(qd_box) == 32 && offsetof(qd_box, max) == 16,
               "slots, items and exact boxes are as the format has them");
_Static_assert(QD__BUCKET_HEADER % QD__SNAPSHOT_ALIGN == 0 &&
                   QD__SIZE_STEP * QD__BYTES_PER_LANE % QD__SNAPSHOT_ALIGN == 0 &&
                   QD__SIZE_STEP * QD__FILTER_BYTES % QD__SNAPSHOT_ALIGN == 0 &&
                   sizeof(qd__quad) % QD__SNAPSHOT_ALIGN == 0,
               "no gap is before the slots");
_Static_assert(QD__SNAPSHOT_MAGIC + sizeof(qd__head) == QD__SNAPSHOT_HEADER && offsetof(qd__head, size) == 8 &&
                   offsetof(qd__head, origin) == 96,
               "a header is as the format has it");

/// All that can be seen without following a number into a part.
static bool is_snapshot(const unsigned char *bytes, size_t size, qd__head *head, qd__sections *at)
{
    if (!qd__layout_read(head, bytes, size) || !qd__audit_head(head))
        return false;
    *at = qd__layout_sections(head);
    const uint64_t slots_end = at->slots + (uint64_t)head->slots * sizeof(qd__slot);
    const uint64_t exact_end = at->exact + (head->precise ? (uint64_t)head->slots * sizeof(qd_box) : 0);
    const uint64_t extra_end = at->extra + head->extra_size;
    if (!qd__are_zero(bytes + slots_end, (size_t)(at->exact - slots_end)) ||
        !qd__are_zero(bytes + exact_end, (size_t)(at->extra - exact_end)) ||
        !qd__are_zero(bytes + extra_end, (size_t)(at->sum - extra_end)))
        return false; // something hides between the parts
    uint64_t sum = 0;
    for (size_t i = 0; i < at->sum; i += sizeof sum)
        sum = qd__sum_step(sum, qd__swap_read(bytes + i));
    return qd__swap_read(bytes + at->sum) == sum;
}

static qd__lattice lattice_of_head(const float *numbers)
{
    return (qd__lattice){ { numbers[0], numbers[1], 0.0f - numbers[0], 0.0f - numbers[1] }, numbers[2] };
}

/// A tree of what the head says, without its pools.
static struct qd_tree *begin_load(const qd__head *head, const qd_tree_def *def)
{
    const qd__lattice given = lattice_of_head(head->given);
    const qd__settings settings = { .given = given,
                                    .capacity = head->capacity,
                                    .floor = QD__WORLD_SHIFT - head->depth,
                                    .edges_open = head->edges == QD_OPEN,
                                    .precise = head->precise != 0,
                                    .origin_given = head->precise && qd__lattice_is_laid(&given) };
    struct qd_tree begun;
    qd__tree_init(&begun, def, &settings, qd__origin_at((qd_vec2){ head->origin[0], head->origin[1] }));
    begun.lattice = lattice_of_head(head->lattice);
    begun.count = head->items;
    begun.upkeep.at_max_depth = begun.upkeep.at_max_depth_judged = head->at_max_depth;
    return qd__tree_lift(&begun);
}

/// Where the records of a pool lie in a snapshot.
typedef struct pool_part {
    const unsigned char *records, *annexes; ///< The annexes: NULL without filters.
    uint32_t count;
} pool_part;

/// Lets a pool's records be those of a part, which is never written to: the tree is read-only.
static bool map_pool(qd__pool *pool, qd__memory *memory, pool_part part)
{
    const uint32_t chunks = qd__pool_chunks(pool, part.count);
    pool->limit = 0;
    pool->chunks = qd__pool_name_chunks(qd__memory_get(memory, chunks, sizeof *pool->chunks), part.records, chunks,
                                        (size_t)pool->record_size << pool->chunk_bits);
    if (part.annexes) {
        pool->annexes = qd__pool_name_chunks(qd__memory_get(memory, chunks, sizeof *pool->annexes), part.annexes,
                                             chunks, (size_t)pool->annex_size << pool->chunk_bits);
    }
    pool->chunk_count = pool->chunk_room = chunks;
    pool->used = part.count;
    return chunks == 0 || (pool->chunks && (pool->annexes || !part.annexes));
}

/// Copies a part into a pool.
static bool copy_pool(qd__pool *pool, qd__memory *memory, pool_part part)
{
    if ((part.count > 0 && qd__pool_take_run(pool, memory, part.count) == QD__NONE) ||
        (part.annexes && !qd__pool_annex(pool, memory)))
        return false;
    const uint32_t chunk = UINT32_C(1) << pool->chunk_bits;
    for (uint32_t first = 0; first < part.count; first += chunk) {
        const size_t left = part.count - first, some = left < chunk ? left : chunk;
        memcpy(qd__pool_at(pool, first), part.records + (size_t)first * pool->record_size, some * pool->record_size);
        if (part.annexes) {
            memcpy(qd__pool_annex_at(pool, first), part.annexes + (size_t)first * pool->annex_size,
                   some * pool->annex_size);
        }
    }
    return true;
}

static bool fill_pools(struct qd_tree *tree, const unsigned char *bytes, const qd__head *head, const qd__sections *at)
{
    bool (*const fill)(qd__pool *, qd__memory *, pool_part) = qd__is_read_only(tree) ? map_pool : copy_pool;
    qd__pools *pools = &tree->pools;
    const pool_part quads = { bytes + at->quads, NULL, head->quads }, slots = { bytes + at->slots, NULL, head->slots },
                    exact = { bytes + at->exact, NULL, head->slots };
    bool done = fill(&pools->quads, &pools->memory, quads) && fill(&pools->slots, &pools->memory, slots) &&
                (!head->precise || fill(&pools->exact, &pools->memory, exact));
    for (uint32_t size = 0; size < QD__SIZES; size++) {
        const pool_part buckets = { bytes + at->buckets[size], head->filtered ? bytes + at->filters[size] : NULL,
                                    head->buckets[size] };
        done = done && fill(&pools->buckets[size], &pools->memory, buckets);
    }
    if (done && !qd__low_byte_first())
        qd__swap_pools(tree); // not covered: on machines that store the high byte first
    // Buckets that were copied with their filters find these where they are now. One that does not say where they were
    // gets a number that is never right.
    for (uint32_t size = 0; done && head->filtered && !qd__is_read_only(tree) && size < QD__SIZES; size++) {
        for (uint32_t i = 0; i < pools->buckets[size].used; i++) {
            qd__bucket *bucket = (qd__bucket *)qd__pool_at(&pools->buckets[size], i);
            const bool right = bucket->filters == (int64_t)qd__layout_filters(at, size, i);
            bucket->filters = bucket->filters == 0 ? 0 : right ? qd__filters_from(&pools->buckets[size], i) : -1;
        }
    }
    return done;
}

/// A tree of bytes that have been looked at, or NULL and the reason.
static qd_tree *read_tree(const unsigned char *bytes, size_t size, const qd_tree_def *def, qd__keeping keeping,
                          qd_result *result)
{
    qd__head head;
    qd__sections at;
    *result = QD_BAD_DATA;
    if (!is_snapshot(bytes, size, &head, &at))
        return NULL;
    *result = QD_NO_MEMORY;
    qd_tree *tree = begin_load(&head, def);
    if (!tree)
        return NULL;
    tree->settings.keeping = keeping;
    const bool filled = fill_pools(tree, bytes, &head, &at);
    if (!filled || !qd__audit_tree(tree, &head)) {
        *result = filled ? QD_BAD_DATA : QD_NO_MEMORY;
        qd_tree_destroy(tree);
        return NULL;
    }
    *result = QD_OK;
    return tree;
}

/// Hands a tree, or NULL, to the caller, if it wants one.
static void hand_out(qd_tree *own, qd_tree **tree)
{
    if (tree)
        *tree = own;
    else
        qd_tree_destroy(own);
}

qd_result qd_tree_load(const void *bytes, size_t size, const qd_tree_def *def, qd_tree **tree)
{
    qd_result result;
    qd_tree *own = read_tree((const unsigned char *)bytes, size, def, QD__GROWS, &result);
    if (own && def && !qd__tree_reserve(own, def->reserve)) {
        qd_tree_destroy(own);
        own = NULL;
        result = QD_NO_MEMORY;
    }
    if (own)
        qd__directory_make(own); // a mapped tree has none: that would read it all, and take memory
    hand_out(own, tree);
    return result;
}

qd_result qd_tree_map(const void *bytes, size_t size, const qd_tree_def *def, qd_tree **tree)
{
    qd_result result = QD_BAD_VALUE;
    const bool aligned = (uintptr_t)bytes % QD_ALIGNMENT == 0, own_order = qd__low_byte_first();
    if (aligned && !own_order)
        result = QD_BYTE_ORDER; // not covered: on machines that store the high byte first
    hand_out(aligned && own_order ? read_tree((const unsigned char *)bytes, size, def, QD__MAPPED, &result) : NULL,
             tree);
    return result;
}
