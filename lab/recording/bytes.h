// Numbers as bytes: little-endian, and small ones in few bytes (seven bits a byte, the lowest first, the high bit
// means that more follow).
#ifndef QUADRILLE_RECORDING_BYTES_H
#define QUADRILLE_RECORDING_BYTES_H

#include <fbox.h>
#include <string.h>

enum {
    BYTE_TICK = 'T',
    BYTE_END = 'E',
    VARINT_MOST = 10, ///< Bytes that 64 bits take.
};

/// The first line of every record, and of those of version 1, which have neither worlds nor contacts.
#define RECORDING_MAGIC "quadrille recording 2\n"
#define RECORDING_MAGIC_1 "quadrille recording 1\n"

/// FNV-1a. Each step can be undone, so a single byte that is different always shows.
#define BYTES_SUM_START 0xcbf29ce484222325u

static inline uint64_t bytes_sum(uint64_t sum, const uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        sum = (sum ^ bytes[i]) * 0x100000001b3u;
    return sum;
}

static inline void bytes_put(uint8_t *out, uint64_t value, size_t size)
{
    for (size_t i = 0; i < size; i++)
        out[i] = (uint8_t)(value >> 8 * i);
}

static inline uint64_t bytes_get(const uint8_t *from, size_t size)
{
    uint64_t value = 0;
    for (size_t i = 0; i < size; i++)
        value |= (uint64_t)from[i] << 8 * i;
    return value;
}

static inline void bytes_put_float(uint8_t *out, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    bytes_put(out, bits, sizeof bits);
}

static inline float bytes_get_float(const uint8_t *from)
{
    uint32_t bits = (uint32_t)bytes_get(from, sizeof bits);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

enum { BOX_BYTES = 16 };

static inline void bytes_put_box(uint8_t *out, fbox box)
{
    bytes_put_float(out, box.min.x);
    bytes_put_float(out + 4, box.min.y);
    bytes_put_float(out + 8, box.max.x);
    bytes_put_float(out + 12, box.max.y);
}

static inline fbox bytes_get_box(const uint8_t *from)
{
    return (fbox){ { bytes_get_float(from), bytes_get_float(from + 4) },
                   { bytes_get_float(from + 8), bytes_get_float(from + 12) } };
}

#endif
