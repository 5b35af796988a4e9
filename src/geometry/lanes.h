// Many boxes against one: the innermost loops of every search, in one place.
#ifndef QD_LANES_H
#define QD_LANES_H

#include "record.h"

static inline bool qd__meets_closed(qd__record a, qd__record probe)
{
    return (a.v[0] <= probe.v[0]) & (a.v[1] <= probe.v[1]) & (a.v[2] <= probe.v[2]) & (a.v[3] <= probe.v[3]);
}

static inline bool qd__meets_open(qd__record a, qd__record probe)
{
    return (a.v[0] < probe.v[0]) & (a.v[1] < probe.v[1]) & (a.v[2] < probe.v[2]) & (a.v[3] < probe.v[3]);
}

/// Which of up to 32 records meet the probe, as a bit mask in record order.
static inline uint32_t qd__lanes_meet(const qd__record *records, unsigned count, qd__record probe, bool open)
{
    uint32_t mask = 0;
    if (open) {
        for (unsigned i = 0; i < count; i++) {
            mask |= (uint32_t)qd__meets_open(records[i], probe) << i;
        }
    } else {
        for (unsigned i = 0; i < count; i++) {
            mask |= (uint32_t)qd__meets_closed(records[i], probe) << i;
        }
    }
    return mask;
}

/// The union of live records; none of them may be an unused one.
static inline qd__record qd__lanes_union(const qd__record *records, unsigned count)
{
    qd__record all = qd__record_empty();
    for (unsigned i = 0; i < count; i++) {
        all = qd__union(all, records[i]);
    }
    return all;
}

#endif
