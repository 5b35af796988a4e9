// Writing a snapshot: number by number, low byte first, so that every machine writes the same.
#include "layout.h"
#include "plan.h"

#include <quadrille/io.h>
#include <string.h>

enum { SAVE_BATCH = 4096 }; ///< Bytes handed on at once; a multiple of what the sum takes in.

typedef struct byte_output {
    qd_writer *write;
    void *context;
    uint64_t sum, written;
    size_t count;
    bool stopped;
    unsigned char bytes[SAVE_BATCH];
} byte_output;

static uint64_t number_at(const unsigned char *bytes)
{
    uint64_t number = 0;
    for (int i = 8; i-- > 0;) {
        number = number << 8 | bytes[i];
    }
    return number;
}

static void flush_bytes(byte_output *out)
{
    if (out->count == 0) {
        return;
    }
    for (size_t at = 0; at < out->count; at += 8) {
        out->sum = qd__sum_step(out->sum, number_at(out->bytes + at));
    }
    out->stopped = out->stopped || !out->write(out->context, out->bytes, out->count);
    out->written += out->count;
    out->count = 0;
}

static void put_bytes(byte_output *out, const void *bytes, size_t size)
{
    const unsigned char *from = bytes;
    while (size > 0 && !out->stopped) {
        const size_t room = SAVE_BATCH - out->count, some = size < room ? size : room;
        memcpy(out->bytes + out->count, from, some);
        out->count += some;
        from += some;
        size -= some;
        if (out->count == SAVE_BATCH) {
            flush_bytes(out);
        }
    }
}

static void put_word(byte_output *out, uint32_t number)
{
    // Never across the end of the batch: all parts but the extra bytes, which come last, are of whole numbers.
    unsigned char *to = out->bytes + out->count;
    to[0] = (unsigned char)number;
    to[1] = (unsigned char)(number >> 8);
    to[2] = (unsigned char)(number >> 16);
    to[3] = (unsigned char)(number >> 24);
    out->count += 4;
    if (out->count == SAVE_BATCH) {
        flush_bytes(out);
    }
}

static void put_long(byte_output *out, uint64_t number)
{
    put_word(out, (uint32_t)number);
    put_word(out, (uint32_t)(number >> 32));
}

static void put_float(byte_output *out, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_word(out, bits);
}

static void put_floats(byte_output *out, const float *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        put_float(out, values[i]);
    }
}

static void put_all(byte_output *out, const uint32_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        put_word(out, numbers[i]);
    }
}

static void put_zeros(byte_output *out, size_t size)
{
    while (size > 0 && !out->stopped) {
        const size_t room = SAVE_BATCH - out->count, some = size < room ? size : room;
        memset(out->bytes + out->count, 0, some);
        out->count += some;
        size -= some;
        if (out->count == SAVE_BATCH) {
            flush_bytes(out);
        }
    }
}

/// Zeros up to where the next part begins.
static void pad(byte_output *out, uint64_t to)
{
    if (!out->stopped) {
        put_zeros(out, (size_t)(to - out->written - out->count));
    }
}

static void put_lattice(byte_output *out, const qd__lattice *lattice)
{
    put_float(out, lattice->center[0] + 0.0f); // no negative zero
    put_float(out, lattice->center[1] + 0.0f);
    put_float(out, lattice->scale);
}

static void put_head(byte_output *out, const qd__head *head, const struct qd_tree *tree)
{
    put_bytes(out, qd__snapshot_magic, sizeof qd__snapshot_magic);
    put_word(out, head->version);
    put_word(out, head->edges);
    put_long(out, head->size);
    put_long(out, head->extra_size);
    put_word(out, head->items);
    put_word(out, head->slots);
    put_word(out, head->quads);
    put_all(out, head->buckets, QD__SIZES);
    put_word(out, head->capacity);
    put_word(out, head->depth);
    put_lattice(out, &tree->given);
    put_lattice(out, &tree->lattice);
    put_word(out, head->at_max_depth);
    put_word(out, head->filtered);
}

static void put_quad(byte_output *out, const qd__quad *quad)
{
    for (int side = 0; side < 4; side++) {
        put_floats(out, quad->bounds.side[side], 4);
    }
    put_all(out, quad->child, 4);
    put_all(out, quad->bucket, 4);
    put_all(out, quad->most, 4);
    put_word(out, quad->parent);
    put_word(out, quad->x);
    put_word(out, quad->y);
    put_word(out, (uint32_t)quad->shift | (uint32_t)quad->merged << 16 | (uint32_t)quad->failed << 24);
    put_all(out, quad->layers, 4);
    put_all(out, quad->masks, 4);
    for (uint32_t lane = 0; lane < 4; lane++) {
        put_word(out, quad->failed >> lane & 1 ? quad->failed_at[lane] : 0);
    }
    put_zeros(out, sizeof quad->unused);
}

/// The sides of the boxes; what beyond the live ones is in memory depends on the compiler's NaN.
static void put_sides(byte_output *out, const qd__bucket *bucket)
{
    for (uint32_t side = 0; side < 4; side++) {
        put_floats(out, qd__bucket_sides(bucket) + (size_t)side * bucket->lanes, bucket->count);
        for (uint32_t i = bucket->count; i < bucket->lanes; i++) {
            put_word(out, QD__UNUSED_BITS);
        }
    }
}

static void put_items(byte_output *out, const qd__bucket *bucket)
{
    const uint32_t unused = bucket->lanes - bucket->count;
    put_all(out, qd__bucket_slots(bucket), bucket->count);
    put_zeros(out, unused * sizeof(uint32_t));
    for (uint32_t i = 0; i < bucket->count; i++) {
        const qd_found *item = &qd__bucket_items(bucket)[i];
        put_word(out, item->id.slot);
        put_word(out, item->id.generation);
        put_long(out, item->user);
    }
    put_zeros(out, unused * sizeof(qd_found));
}

static void put_bucket(byte_output *out, const qd__bucket *bucket, uint64_t filters)
{
    put_word(out, bucket->next);
    put_word(out, bucket->node);
    put_word(out, bucket->count);
    put_word(out, bucket->lanes);
    put_floats(out, bucket->bounds.v, 4);
    put_long(out, bucket->live);
    put_long(out, 0); // nothing has left
    put_long(out, filters);
    put_word(out, bucket->behind);
    put_word(out, bucket->unused);
    put_sides(out, bucket);
    put_items(out, bucket);
}

/// The arrays of layers and masks: zero where the bucket has no filters.
static void put_filters(byte_output *out, const qd__bucket *bucket)
{
    for (int which = 0; which < 2; which++) {
        const uint32_t count = bucket->filters ? bucket->count : 0;
        const uint32_t *from = which == 0 ? qd__bucket_layers(bucket) : qd__bucket_masks(bucket);
        put_all(out, from, count);
        put_zeros(out, (bucket->lanes - count) * sizeof *from);
    }
}

static void put_buckets(byte_output *out, const qd__head *head, const struct qd_tree *tree, const qd__sections *at)
{
    for (uint32_t size = 0; size < QD__SIZES; size++) {
        pad(out, at->buckets[size]);
        for (uint32_t i = 0; i < head->buckets[size] && !out->stopped; i++) {
            const qd__bucket *bucket = qd__pool_at(&tree->buckets[size], i);
            put_bucket(out, bucket, bucket->filters ? qd__layout_filters(at, size, i) : 0);
        }
    }
    for (uint32_t size = 0; size < QD__SIZES; size++) {
        pad(out, at->filters[size]);
        for (uint32_t i = 0; head->filtered && i < head->buckets[size] && !out->stopped; i++) {
            put_filters(out, qd__pool_at(&tree->buckets[size], i));
        }
    }
}

static void put_snapshot(byte_output *out, const qd__head *head, const struct qd_tree *tree, qd_extra extra)
{
    const qd__sections at = qd__layout_sections(head);
    put_head(out, head, tree);
    pad(out, at.quads);
    for (uint32_t i = 0; i < head->quads && !out->stopped; i++) {
        put_quad(out, qd__quad_at(tree, i));
    }
    put_buckets(out, head, tree, &at);
    pad(out, at.slots);
    for (uint32_t i = 0; i < head->slots && !out->stopped; i++) {
        put_word(out, qd__slot_at(&tree->slots, i + 1)->location);
        put_word(out, qd__slot_at(&tree->slots, i + 1)->generation);
    }
    pad(out, at.extra);
    put_bytes(out, extra.bytes, extra.size);
    pad(out, at.sum);
    flush_bytes(out);
    put_long(out, out->sum);
    flush_bytes(out);
}

static qd__head head_of(const struct qd_tree *tree, size_t extra_size)
{
    qd__head head = { .version = QD__SNAPSHOT_VERSION,
                      .edges = tree->open,
                      .extra_size = extra_size,
                      .items = (uint32_t)tree->count,
                      .slots = tree->slots.used,
                      .quads = tree->quads.used,
                      .capacity = tree->capacity,
                      .depth = QD__WORLD_SHIFT - tree->floor,
                      .at_max_depth = (uint32_t)tree->at_max_depth,
                      .filtered = tree->filtered };
    for (uint32_t size = 0; size < QD__SIZES; size++) {
        head.buckets[size] = tree->buckets[size].used;
    }
    head.size = qd__layout_sections(&head).end;
    return head;
}

/// More bytes than any memory has: their sum with a tree's could overflow.
static bool is_absurd(size_t extra_size)
{
    return extra_size > SIZE_MAX / 2;
}

size_t qd_tree_save_size(const qd_tree *tree, size_t extra_size)
{
    qd__plan plan;
    if (is_absurd(extra_size) || !qd__plan_open(&plan, tree)) {
        return 0;
    }
    const qd__head head = head_of(&plan.tree, extra_size);
    qd__plan_close(&plan);
    return head.size <= SIZE_MAX ? (size_t)head.size : 0;
}

/// Saves, unless there is not so much room.
static qd_result save(const qd_tree *tree, qd_extra extra, uint64_t room, qd_writer *write, void *context)
{
    qd__plan plan;
    if (is_absurd(extra.size) || !qd__plan_open(&plan, tree)) {
        return QD_NO_MEMORY;
    }
    const qd__head head = head_of(&plan.tree, extra.size);
    byte_output out = { .write = write, .context = context };
    out.stopped = head.size > room;
    if (!out.stopped) {
        put_snapshot(&out, &head, &plan.tree, extra);
    }
    qd__plan_close(&plan);
    return out.stopped ? QD_TOO_SMALL : QD_OK;
}

qd_result qd_tree_save_by(const qd_tree *tree, qd_extra extra, qd_writer *write, void *context)
{
    return save(tree, extra, UINT64_MAX, write, context);
}

static bool copy_bytes(void *context, const void *bytes, size_t size)
{
    unsigned char **to = context;
    memcpy(*to, bytes, size);
    *to += size;
    return true;
}

qd_result qd_tree_save(const qd_tree *tree, qd_extra extra, void *buffer, size_t size)
{
    unsigned char *to = buffer;
    return save(tree, extra, size, copy_bytes, &to);
}
