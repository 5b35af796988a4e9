// Writing a snapshot: part after part, each number as docs/format.md has it. A tree that one call has filled,
// and that has not changed since, is its own plan.
#include "layout.h"
#include "output.h"
#include "plan.h"
#include "swap.h"

#include <quadrille/snapshot.h>
#include <string.h>

static void put_lattice(qd__output *out, const qd__lattice *lattice)
{
    qd__put_float(out, lattice->center[0] + 0.0f); // no negative zero
    qd__put_float(out, lattice->center[1] + 0.0f);
    qd__put_float(out, lattice->scale);
}

static void put_head(qd__output *out, const qd__head *head, const struct qd_tree *tree)
{
    qd__put_bytes(out, qd__snapshot_magic, sizeof qd__snapshot_magic);
    qd__put_word(out, head->version);
    qd__put_word(out, head->edges);
    qd__put_long(out, head->size);
    qd__put_long(out, head->extra_size);
    qd__put_word(out, head->items);
    qd__put_word(out, head->slots);
    qd__put_word(out, head->quads);
    qd__put_words(out, head->buckets, QD__SIZES);
    qd__put_word(out, head->capacity);
    qd__put_word(out, head->depth);
    put_lattice(out, &tree->settings.given);
    put_lattice(out, &tree->lattice);
    qd__put_word(out, head->at_max_depth);
    qd__put_word(out, head->filtered);
    qd__put_word(out, head->precise);
    qd__put_double(out, head->origin[0]);
    qd__put_double(out, head->origin[1]);
}

// A record is copied, the copy loses the values of this process, and its bytes are the format's. On machines that store
// the high byte first its numbers are swapped before that.

static void put_buckets(qd__output *out, const qd__head *head, const struct qd_tree *tree, const qd__sections *at)
{
    for (uint32_t size = 0; size < QD__SIZES; size++) {
        qd__output_pad(out, at->buckets[size]);
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
            if (!qd__low_byte_first()) {
                qd__swap_bucket(&copy.head, size); // not covered: likewise
            }
            qd__put_bytes(out, &copy, qd__bucket_bytes(size));
        }
    }
    for (uint32_t size = 0; size < QD__SIZES; size++) {
        qd__output_pad(out, at->filters[size]);
        for (uint32_t i = 0; head->filtered && i < head->buckets[size] && !out->stopped; i++) {
            const qd__bucket *bucket = (const qd__bucket *)qd__pool_at(&tree->pools.buckets[size], i);
            for (int which = 0; which < 2; which++) { // layers, then masks: zero where the bucket has no filters
                const uint32_t count = bucket->filters ? bucket->count : 0;
                const uint32_t *from = which == 0 ? qd__bucket_layers(bucket) : qd__bucket_masks(bucket);
                qd__put_words(out, from, count);
                qd__put_zeros(out, (bucket->lanes - count) * sizeof *from);
            }
        }
    }
}

/// The plan's tree, and of the tree that it was made from what both have in common.
static void put_snapshot(qd__output *out, const qd__head *head, const struct qd_tree *tree, const struct qd_tree *from,
                         qd_extra extra)
{
    const qd__sections at = qd__layout_sections(head);
    put_head(out, head, tree);
    qd__output_pad(out, at.quads);
    for (uint32_t i = 0; i < head->quads && !out->stopped; i++) {
        const qd__quad *quad = qd__quad_at(tree, i);
        qd__quad copy = *quad;
        memset(copy.alike, 0, sizeof copy.alike);
        for (uint32_t lane = 0; lane < 4; lane++) {
            copy.failed_at[lane] = quad->failed >> lane & 1 ? quad->failed_at[lane] : 0;
        }
        if (!qd__low_byte_first()) {
            qd__swap_quad(&copy); // not covered: on machines that store the high byte first
        }
        qd__put_bytes(out, &copy, sizeof copy);
    }
    put_buckets(out, head, tree, &at);
    qd__output_pad(out, at.slots);
    for (uint32_t slot = 1; slot <= tree->pools.slots.used && !out->stopped; slot++) {
        qd__put_word(out, qd__slot_at(&tree->pools.slots, slot)->location);
        qd__put_word(out, qd__slot_at(&tree->pools.slots, slot)->generation);
    }
    if (head->precise) {
        qd__output_pad(out, at.exact);
        // Those of a tree of doubles, without negative zeros; of free slots zeros.
        const qd_box none = { { 0, 0 }, { 0, 0 } };
        for (uint32_t slot = 1; slot <= from->pools.slots.used && !out->stopped; slot++) {
            const bool live = qd__slot_at(&from->pools.slots, slot)->generation & 1;
            const qd_box *box = live ? qd__exact_box(from, slot) : &none;
            qd__put_double(out, box->min.x);
            qd__put_double(out, box->min.y);
            qd__put_double(out, box->max.x);
            qd__put_double(out, box->max.y);
        }
    }
    qd__output_pad(out, at.extra);
    qd__put_bytes(out, extra.bytes, extra.size);
    qd__output_pad(out, at.sum);
    qd__output_flush(out);
    qd__put_long(out, out->sum);
    qd__output_flush(out);
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
    for (uint32_t size = 0; size < QD__SIZES; size++) {
        head.buckets[size] = tree->pools.buckets[size].used;
    }
    head.origin[0] = qd__is_precise(tree) ? tree->origin.v[0] : 0;
    head.origin[1] = qd__is_precise(tree) ? tree->origin.v[1] : 0;
    head.size = qd__layout_sections(&head).end;
    return head;
}

/// Where the bytes go, and what comes of it.
typedef struct saving {
    qd_writer *write;
    void *context;
    uint64_t room; ///< A longer snapshot is not written.
    uint64_t size; ///< The snapshot's size.
    bool stopped;  ///< By the writer.
} saving;

/// False: no memory, and nothing has been written.
static bool save(const qd_tree *tree, const qd_extra *extra, saving *own)
{
    const qd_extra all = extra ? *extra : (qd_extra){ NULL, 0 };
    const bool planned = tree->upkeep.laid_out == 0 || tree->upkeep.laid_out != tree->upkeep.changes;
    qd__plan plan;
    // More bytes than any memory has: their sum with a tree's could overflow.
    if (all.size > SIZE_MAX / 2 || (planned && !qd__plan_open(&plan, tree))) {
        return false;
    }
    const struct qd_tree *laid_out = planned ? &plan.tree : tree;
    const qd__head head = head_of(laid_out, all.size);
    own->size = head.size;
    if (head.size <= own->room) {
        qd__output out = { .write = own->write, .context = own->context };
        put_snapshot(&out, &head, laid_out, tree, all);
        own->stopped = out.stopped;
    }
    if (planned) {
        qd__plan_close(&plan);
    }
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
    if (!save(tree, extra, &own) || own.size > SIZE_MAX) { // size_t cannot hold it
        return QD_NO_MEMORY;
    }
    if (size) {
        *size = (size_t)own.size;
    }
    return own.size > capacity ? QD_TOO_SMALL : QD_OK;
}
