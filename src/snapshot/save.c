// Writing a snapshot: part after part, each number as docs/format.md has it. A tree that one call has filled,
// and that has not changed since, is its own plan.
#include "layout.h"
#include "plan.h"
#include "swap.h"

#include <quadrille/snapshot.h>
#include <string.h>

enum { OUTPUT_BATCH = 4096 }; ///< Bytes handed on at once; a multiple of what the sum takes in.

/// The bytes of a snapshot on their way out: handed on in batches, and taken into the sum.
typedef struct output {
    qd_writer *write;
    void *context;
    uint64_t sum, written;
    size_t count;
    bool stopped;
    unsigned char bytes[OUTPUT_BATCH];
} output;

static void flush_bytes(output *out)
{
    if (out->count == 0)
        return;
    for (size_t at = 0; at < out->count; at += 8)
        out->sum = qd__sum_step(out->sum, qd__swap_read(out->bytes + at));
    out->stopped = out->stopped || out->write(out->context, out->bytes, out->count) != QD_CONTINUE;
    out->written += out->count;
    out->count = 0;
}

/// NULL: zeros.
static void put_bytes(output *out, const void *bytes, size_t size)
{
    const unsigned char *from = (const unsigned char *)bytes;
    while (size > 0 && !out->stopped) {
        const size_t room = OUTPUT_BATCH - out->count, some = size < room ? size : room;
        if (from) {
            memcpy(out->bytes + out->count, from, some);
            from += some;
        } else {
            memset(out->bytes + out->count, 0, some);
        }
        out->count += some;
        size -= some;
        if (out->count == OUTPUT_BATCH)
            flush_bytes(out);
    }
}

/// Numbers of `width` bytes each.
static void put_numbers(output *out, const void *numbers, size_t count, size_t width)
{
    const unsigned char *from = (const unsigned char *)numbers;
    if (qd__low_byte_first()) {
        put_bytes(out, numbers, count * width);
        return;
    }
    for (size_t i = 0; i < count * width; i++) // not covered: on machines that store the high byte first
        put_bytes(out, from + i / width * width + (width - 1 - i % width), 1); // not covered: likewise
}

/// Zeros up to where the next part begins.
static void pad_to(output *out, uint64_t to)
{
    if (!out->stopped)
        put_bytes(out, NULL, (size_t)(to - out->written - out->count));
}

// A record is copied, the copy loses the values of this process, and its bytes are the format's. On machines that store
// the high byte first its numbers are swapped before that.

static void put_buckets(output *out, const qd__head *head, const struct qd_tree *tree, const qd__sections *at)
{
    for (uint32_t size = 0; size < QD__SIZES; size++) {
        pad_to(out, at->buckets[size]);
        for (uint32_t i = 0; i < head->buckets[size] && !out->stopped; i++) {
            const qd__bucket *bucket = (const qd__bucket *)qd__pool_at(&tree->pools.buckets[size], i);
            // The sides of unused boxes have the bits of the format: those in memory depend on the compiler's NaN.
            union {
                qd__bucket head;
                unsigned char bytes[QD__BUCKET_HEADER + QD__LANES_MOST * QD__BYTES_PER_LANE];
            } copy;
            const uint32_t count = bucket->count, unused = bucket->lanes - count, unused_side = QD__UNUSED_BITS;
            memcpy(&copy, bucket, qd__bucket_bytes(size));
            copy.head.left = 0;
            copy.head.filters = (int64_t)(bucket->filters ? qd__layout_filters(at, size, i) : 0);
            for (size_t side = 0; side < 4; side++) {
                for (size_t lane = count; lane < bucket->lanes; lane++) {
                    memcpy(qd__bucket_sides(&copy.head) + side * bucket->lanes + lane, &unused_side,
                           sizeof unused_side);
                }
            }
            memset(qd__bucket_slots(&copy.head) + count, 0, unused * sizeof(uint32_t));
            memset(qd__bucket_items(&copy.head) + count, 0, unused * sizeof(qd_entry));
            if (!qd__low_byte_first())
                qd__swap_bucket(&copy.head, size); // not covered: likewise
            put_bytes(out, &copy, qd__bucket_bytes(size));
        }
    }
    for (uint32_t size = 0; size < QD__SIZES; size++) {
        pad_to(out, at->filters[size]);
        for (uint32_t i = 0; head->filtered && i < head->buckets[size] && !out->stopped; i++) {
            const qd__bucket *bucket = (const qd__bucket *)qd__pool_at(&tree->pools.buckets[size], i);
            for (int which = 0; which < 2; which++) { // layers, then masks: zero where the bucket has no filters
                const uint32_t count = bucket->filters ? bucket->count : 0;
                const uint32_t *from = which == 0 ? qd__bucket_layers(bucket) : qd__bucket_masks(bucket);
                put_numbers(out, from, count, sizeof *from);
                put_bytes(out, NULL, (bucket->lanes - count) * sizeof *from);
            }
        }
    }
}

/// Where the bytes go, and what comes of it.
typedef struct saving {
    qd_writer *write;
    void *context;
    uint64_t room; ///< A longer snapshot is not written.
    uint64_t size; ///< The snapshot's size.
    bool stopped;  ///< By the writer.
} saving;

/// The plan's tree, and of the tree that it was made from what both have in common. Never inlined: planning has as much
/// on the stack as these batches.
static QD__NEVER_INLINE void put_snapshot(saving *own, const qd__head *head, const struct qd_tree *tree,
                                          const struct qd_tree *from, qd_extra extra)
{
    output batches = { .write = own->write, .context = own->context }, *out = &batches;
    const qd__sections at = qd__layout_sections(head);
    qd__head written = *head;
    if (!qd__low_byte_first())
        qd__swap_head(&written); // not covered: on machines that store the high byte first
    put_bytes(out, qd__snapshot_magic, sizeof qd__snapshot_magic);
    put_bytes(out, &written, sizeof written);
    pad_to(out, at.quads);
    for (uint32_t i = 0; i < head->quads && !out->stopped; i++) {
        const qd__quad *quad = qd__quad_at(tree, i);
        qd__quad copy = *quad;
        memset(copy.alike, 0, sizeof copy.alike);
        for (uint32_t lane = 0; lane < 4; lane++)
            copy.failed_at[lane] = quad->failed >> lane & 1 ? quad->failed_at[lane] : 0;
        if (!qd__low_byte_first())
            qd__swap_quad(&copy); // not covered: on machines that store the high byte first
        put_bytes(out, &copy, sizeof copy);
    }
    put_buckets(out, head, tree, &at);
    pad_to(out, at.slots);
    for (uint32_t slot = 1; slot <= tree->pools.slots.used && !out->stopped; slot++)
        put_numbers(out, qd__slot_at(&tree->pools.slots, slot), 2, sizeof(uint32_t));
    if (head->precise) {
        pad_to(out, at.exact);
        // Those of a tree of doubles, without negative zeros; of free slots zeros.
        const qd_box none = { { 0, 0 }, { 0, 0 } };
        for (uint32_t slot = 1; slot <= from->pools.slots.used && !out->stopped; slot++) {
            const bool live = qd__slot_at(&from->pools.slots, slot)->generation & 1;
            const qd_box *box = live ? qd__exact_box(from, slot) : &none;
            const double sides[4] = { box->min.x + 0.0, box->min.y + 0.0, box->max.x + 0.0, box->max.y + 0.0 };
            put_numbers(out, sides, 4, sizeof *sides);
        }
    }
    pad_to(out, at.extra);
    put_bytes(out, extra.bytes, extra.size);
    pad_to(out, at.sum);
    flush_bytes(out);
    const uint64_t sum = out->sum;
    put_numbers(out, &sum, 1, sizeof sum);
    flush_bytes(out);
    own->stopped = out->stopped;
}

static qd__head head_of(const struct qd_tree *tree, size_t extra_size)
{
    qd__head head = { .version = QD__SNAPSHOT_VERSION,
                      .edges = tree->settings.edges_open,
                      .extra_size = extra_size,
                      .items = (uint32_t)tree->count,
                      .slots = tree->pools.slots.used,
                      .quads = tree->pools.quads.used,
                      .capacity = tree->settings.capacity,
                      .depth = QD__WORLD_SHIFT - tree->settings.floor,
                      .at_max_depth = (uint32_t)tree->upkeep.at_max_depth,
                      .filtered = tree->filtered,
                      .precise = qd__is_precise(tree) };
    for (uint32_t size = 0; size < QD__SIZES; size++)
        head.buckets[size] = tree->pools.buckets[size].used;
    for (int i = 0; i < 2; i++) { // without negative zeros
        head.given[i] = tree->settings.given.center[i] + 0.0f;
        head.lattice[i] = tree->lattice.center[i] + 0.0f;
        head.origin[i] = qd__is_precise(tree) ? tree->origin.v[i] + 0.0 : 0;
    }
    head.given[2] = tree->settings.given.scale;
    head.lattice[2] = tree->lattice.scale;
    head.size = qd__layout_sections(&head).end;
    return head;
}

/// False: no memory, and nothing has been written.
static bool save(const qd_tree *tree, const qd_extra *extra, saving *own)
{
    const qd_extra all = extra ? *extra : (qd_extra){ NULL, 0 };
    const bool planned = tree->upkeep.laid_out == 0 || tree->upkeep.laid_out != tree->upkeep.changes;
    qd__plan plan;
    // More bytes than any memory has: their sum with a tree's could overflow.
    if (all.size > SIZE_MAX / 2 || (planned && !qd__plan_open(&plan, tree)))
        return false;
    const struct qd_tree *laid_out = planned ? &plan.tree : tree;
    const qd__head head = head_of(laid_out, all.size);
    own->size = head.size;
    if (head.size <= own->room)
        put_snapshot(own, &head, laid_out, tree, all);
    if (planned)
        qd__plan_close(&plan);
    return true;
}

qd_result qd_tree_save_by(const qd_tree *tree, const qd_extra *extra, qd_writer *write, void *context)
{
    saving own = { .write = write, .context = context, .room = UINT64_MAX };
    return !save(tree, extra, &own) ? QD_NO_MEMORY : own.stopped ? QD_STOPPED : QD_OK;
}

static qd_flow copy_bytes(void *context, const void *bytes, size_t size)
{
    unsigned char **to = (unsigned char **)context;
    memcpy(*to, bytes, size);
    *to += size;
    return QD_CONTINUE;
}

qd_result qd_tree_save(const qd_tree *tree, const qd_extra *extra, void *buffer, size_t capacity, size_t *size)
{
    unsigned char *to = (unsigned char *)buffer;
    saving own = { .write = copy_bytes, .context = &to, .room = capacity };
    if (!save(tree, extra, &own) || own.size > SIZE_MAX) // size_t cannot hold it
        return QD_NO_MEMORY;
    if (size)
        *size = (size_t)own.size;
    return own.size > capacity ? QD_TOO_SMALL : QD_OK;
}
