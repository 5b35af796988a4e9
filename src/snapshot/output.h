// The bytes of a snapshot on their way out: numbers, low byte first, so that every machine writes the same; handed on
// in batches, and taken into the sum.
#ifndef QD_OUTPUT_H
#define QD_OUTPUT_H

#include "layout.h"

#include <quadrille/snapshot.h>
#include <string.h>

enum { QD__OUTPUT_BATCH = 4096 }; ///< Bytes handed on at once; a multiple of what the sum takes in.

typedef struct qd__output {
    qd_writer *write;
    void *context;
    uint64_t sum, written;
    size_t count;
    bool stopped;
    unsigned char bytes[QD__OUTPUT_BATCH];
} qd__output;

static inline uint64_t qd__output_number(const unsigned char *bytes)
{
    uint64_t number = 0;
    for (int i = 8; i-- > 0;) {
        number = number << 8 | bytes[i];
    }
    return number;
}

static inline void qd__output_flush(qd__output *out)
{
    if (out->count == 0) {
        return;
    }
    for (size_t at = 0; at < out->count; at += 8) {
        out->sum = qd__sum_step(out->sum, qd__output_number(out->bytes + at));
    }
    out->stopped = out->stopped || out->write(out->context, out->bytes, out->count) != QD_CONTINUE;
    out->written += out->count;
    out->count = 0;
}

static inline void qd__put_bytes(qd__output *out, const void *bytes, size_t size)
{
    const unsigned char *from = (const unsigned char *)bytes;
    while (size > 0 && !out->stopped) {
        const size_t room = QD__OUTPUT_BATCH - out->count, some = size < room ? size : room;
        memcpy(out->bytes + out->count, from, some);
        out->count += some;
        from += some;
        size -= some;
        if (out->count == QD__OUTPUT_BATCH) {
            qd__output_flush(out);
        }
    }
}

static inline void qd__put_word(qd__output *out, uint32_t number)
{
    // Never across the end of the batch: all parts but the extra bytes, which come last, are of whole numbers.
    unsigned char *to = out->bytes + out->count;
    to[0] = (unsigned char)number;
    to[1] = (unsigned char)(number >> 8);
    to[2] = (unsigned char)(number >> 16);
    to[3] = (unsigned char)(number >> 24);
    out->count += 4;
    if (out->count == QD__OUTPUT_BATCH) {
        qd__output_flush(out);
    }
}

static inline void qd__put_long(qd__output *out, uint64_t number)
{
    qd__put_word(out, (uint32_t)number);
    qd__put_word(out, (uint32_t)(number >> 32));
}

static inline void qd__put_float(qd__output *out, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    qd__put_word(out, bits);
}

/// No negative zero.
static inline void qd__put_double(qd__output *out, double value)
{
    const double plain = value + 0.0;
    uint64_t bits;
    memcpy(&bits, &plain, sizeof bits);
    qd__put_long(out, bits);
}

static inline void qd__put_words(qd__output *out, const uint32_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        qd__put_word(out, numbers[i]);
    }
}

static inline void qd__put_zeros(qd__output *out, size_t size)
{
    while (size > 0 && !out->stopped) {
        const size_t room = QD__OUTPUT_BATCH - out->count, some = size < room ? size : room;
        memset(out->bytes + out->count, 0, some);
        out->count += some;
        size -= some;
        if (out->count == QD__OUTPUT_BATCH) {
            qd__output_flush(out);
        }
    }
}

/// Zeros up to where the next part begins.
static inline void qd__output_pad(qd__output *out, uint64_t to)
{
    if (!out->stopped) {
        qd__put_zeros(out, (size_t)(to - out->written - out->count));
    }
}

#endif
