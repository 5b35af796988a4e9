/// The adaptive binary range coder: yes-or-no decisions, each with a probability of its own that follows what came.
///
/// A probability is that of a 0, in 65536ths. It moves towards what came by a share that starts large and shrinks to a
/// 128th, so that it learns fast and then holds still.
#ifndef QUADRILLE_IMAGE_RANGE_H
#define QUADRILLE_IMAGE_RANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct qd__chance {
    uint16_t zero; ///< Probability of a 0.
    uint16_t seen; ///< How many decisions it has followed, up to the last of the shares.
} qd__chance;

/// Each 2^-n of the shares by which a probability moves, first to last.
enum { QD__CHANCE_LAST = 24 };

static inline void qd__chance_follow(qd__chance *chance, unsigned bit)
{
    static const uint8_t share[QD__CHANCE_LAST + 1] = { 1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5,
                                                        5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 7 };
    const unsigned shift = share[chance->seen];
    chance->seen = (uint16_t)(chance->seen + (chance->seen < QD__CHANCE_LAST));
    if (bit)
        chance->zero = (uint16_t)(chance->zero - ((chance->zero - 32) >> shift));
    else
        chance->zero = (uint16_t)(chance->zero + ((65504 - chance->zero) >> shift));
}

/// Writes.
typedef struct qd__range_out {
    uint8_t *bytes;
    size_t size, room; ///< `size` goes on counting without room.
    uint64_t low;
    uint32_t range, pending;
    uint8_t held;
    bool started;
} qd__range_out;

static inline void qd__range_out_byte(qd__range_out *out, uint8_t byte)
{
    if (out->size < out->room)
        out->bytes[out->size] = byte;
    out->size++;
}

static inline void qd__range_out_shift(qd__range_out *out)
{
    if (out->low < 0xff000000u || out->low >> 32) {
        const uint8_t carry = (uint8_t)(out->low >> 32);
        if (out->started)
            qd__range_out_byte(out, (uint8_t)(out->held + carry));
        for (; out->pending > 0; out->pending--)
            qd__range_out_byte(out, (uint8_t)(0xff + carry));
        out->held = (uint8_t)(out->low >> 24);
        out->started = true;
    } else {
        out->pending++;
    }
    out->low = (out->low & 0x00ffffff) << 8;
}

static inline void qd__range_put(qd__range_out *out, qd__chance *chance, unsigned bit)
{
    const uint32_t part = (uint32_t)(((uint64_t)out->range * chance->zero) >> 16);
    if (bit) {
        out->low += part;
        out->range -= part;
    } else {
        out->range = part;
    }
    qd__chance_follow(chance, bit);
    while (out->range < 1u << 24) {
        out->range <<= 8;
        qd__range_out_shift(out);
    }
}

/// An even chance.
static inline void qd__range_put_even(qd__range_out *out, unsigned bit)
{
    out->range >>= 1;
    out->low += bit ? out->range : 0;
    while (out->range < 1u << 24) {
        out->range <<= 8;
        qd__range_out_shift(out);
    }
}

/// To be called once, at the end: what is held back goes out.
static inline void qd__range_out_end(qd__range_out *out)
{
    for (int k = 0; k < 5; k++)
        qd__range_out_shift(out);
}

/// Reads.
typedef struct qd__range_in {
    const uint8_t *next, *end;
    uint32_t code, range;
    bool over; ///< A byte was missing: what is read from here on means nothing.
} qd__range_in;

static inline void qd__range_in_shift(qd__range_in *in)
{
    while (in->range < 1u << 24) {
        in->range <<= 8;
        in->code <<= 8;
        if (in->next < in->end)
            in->code |= *in->next++;
        else
            in->over = true;
    }
}

static inline void qd__range_in_start(qd__range_in *in, const uint8_t *bytes, size_t size)
{
    *in = (qd__range_in){ .next = bytes, .end = bytes + size, .range = 0xffffffffu };
    for (int i = 0; i < 4; i++) {
        in->code <<= 8;
        if (in->next < in->end)
            in->code |= *in->next++;
        else
            in->over = true;
    }
}

static inline unsigned qd__range_get(qd__range_in *in, qd__chance *chance)
{
    const uint32_t part = (uint32_t)(((uint64_t)in->range * chance->zero) >> 16);
    const unsigned bit = in->code >= part;
    if (bit) {
        in->code -= part;
        in->range -= part;
    } else {
        in->range = part;
    }
    qd__chance_follow(chance, bit);
    qd__range_in_shift(in);
    return bit;
}

static inline unsigned qd__range_get_even(qd__range_in *in)
{
    in->range >>= 1;
    const unsigned bit = in->code >= in->range;
    in->code -= bit ? in->range : 0;
    qd__range_in_shift(in);
    return bit;
}

#endif
