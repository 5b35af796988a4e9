// Results taken apart: see sink.h.
#include "sink.h"

/// Splits hits of a bucket that all fit. Arrays that cannot overlap let the compiler move several at once.
static size_t split_ids(const qd_entry *restrict items, uint64_t hits, qd_id *restrict ids)
{
    size_t count = 0;
    for (; hits; hits &= hits - 1) {
        ids[count++] = items[qd__lowest_bit_long(hits)].id;
    }
    return count;
}

static size_t split_users(const qd_entry *restrict items, uint64_t hits, uint64_t *restrict users)
{
    size_t count = 0;
    for (; hits; hits &= hits - 1) {
        users[count++] = items[qd__lowest_bit_long(hits)].user;
    }
    return count;
}

static size_t split_both(const qd_entry *restrict items, uint64_t hits, qd_id *restrict ids, uint64_t *restrict users)
{
    size_t count = 0;
    for (; hits; hits &= hits - 1) {
        const qd_entry *item = &items[qd__lowest_bit_long(hits)];
        ids[count] = item->id;
        users[count++] = item->user;
    }
    return count;
}

/// A bucket without gaps that is a hit as a whole.
static size_t split_whole(const qd_entry *restrict items, size_t count, qd_id *restrict ids, uint64_t *restrict users)
{
    if (ids && users) {
        for (size_t i = 0; i < count; i++) {
            ids[i] = items[i].id;
            users[i] = items[i].user;
        }
        return count;
    }
    for (size_t i = 0; ids && i < count; i++) {
        ids[i] = items[i].id;
    }
    for (size_t i = 0; users && i < count; i++) {
        users[i] = items[i].user;
    }
    return count;
}

size_t qd__sink_split(qd__sink *sink, const qd__bucket *bucket, uint64_t hits, bool whole)
{
    const qd_entry *items = qd__bucket_items(bucket);
    qd_id *ids = sink->ids ? sink->ids + sink->count : NULL;
    uint64_t *users = sink->users ? sink->users + sink->count : NULL;
    const size_t count = whole          ? split_whole(items, bucket->count, ids, users)
                         : ids && users ? split_both(items, hits, ids, users)
                         : ids          ? split_ids(items, hits, ids)
                         : users        ? split_users(items, hits, users)
                                        : qd__count_bits_long(hits);
    sink->count += count;
    return count;
}
