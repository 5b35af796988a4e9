// Any bytes as a file that may be packed. They become the same however they are taken, and no more than is allowed;
// what is not packed stays as it is; and any bytes come back from pieces of gzip and zstd that are made of them here,
// by hand.
#include "entry.h"

#include <source.h>
#include <string.h>

// A few bytes can become millions; more than this are refused, and the refusal is looked at as well.
enum { MOST = 1 << 16, ROOM = MOST + (1 << 14) };

typedef struct unpacked {
    unsigned char bytes[ROOM];
    size_t size;
    format_message message;
    bool packed;
} unpacked;

// All that the source gives, taken in pieces of so many bytes; `look` before each.
static void take_all(unpacked *all, byte_source *from, size_t piece, bool look)
{
    size_t got = 0, seen = 0;
    from->most = MOST;
    all->size = 0;
    do {
        const char *ahead = look ? source_look(from, &seen) : NULL;
        size_t room = sizeof all->bytes - all->size;
        demand(seen <= SOURCE_LOOK && room > 0, "no more is seen and read than is allowed");
        got = source_read(from, all->bytes + all->size, piece < room ? piece : room);
        size_t same = seen < got ? seen : got;
        demand(!look || got > 0 || seen == 0, "what was seen can be read");
        demand(same == 0 || memcmp(ahead, all->bytes + all->size, same) == 0, "and is what was seen");
        all->size += got;
    } while (got > 0);
    demand(source_read(from, all->bytes, 1) == 0, "behind the end nothing comes");
    all->message = from->message;
    all->packed = source_is_packed(from);
    demand(source_failed(from) == (all->message.fault != FORMAT_NO_FAULT), "a failure has a message");
    demand(!source_failed(from) || (all->message.text[0] != 0 && all->message.line == 0), "which says something");
}

static void demand_same(const unpacked *a, const unpacked *b)
{
    // What is both damaged and cut off is refused for either, as the pieces have it.
    demand(a->packed == b->packed && a->message.fault == b->message.fault, "it is refused or not alike");
    // What comes before a failure may end at another place.
    size_t size = a->size < b->size ? a->size : b->size;
    demand(size == a->size || a->message.fault != FORMAT_NO_FAULT, "no byte is missing");
    demand(size == b->size || a->message.fault != FORMAT_NO_FAULT, "no byte is too many");
    demand(memcmp(a->bytes, b->bytes, size) == 0, "the bytes are the same");
}

static void unpack_bytes(unpacked *all, const uint8_t *data, size_t size, size_t piece, bool look)
{
    byte_source from;
    source_from_bytes(&from, data, size);
    take_all(all, &from, piece, look);
    source_end(&from);
}

static void unpack_file(unpacked *all, const uint8_t *data, size_t size, size_t piece, bool look)
{
    FILE *file = fmemopen((void *)(uintptr_t)data, size, "rb");
    demand(file != NULL, "bytes can be read as a file");
    byte_source from;
    source_from_file(&from, file);
    take_all(all, &from, piece, look);
    source_end(&from);
    fclose(file);
}

static size_t put_number(unsigned char *to, uint32_t number, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        to[i] = (unsigned char)(number >> (8 * i));
    return bytes;
}

static uint32_t sum_of(const uint8_t *data, size_t size)
{
    uint32_t sum = UINT32_MAX;
    for (size_t i = 0; i < size; i++) {
        sum ^= data[i];
        for (int bit = 0; bit < 8; bit++)
            sum = sum >> 1 ^ (sum & 1 ? 0xedb88320 : 0);
    }
    return ~sum;
}

// A member of gzip with the bytes as they are (RFC 1952). Returns its size.
static size_t put_gzip(unsigned char *to, const uint8_t *data, size_t size)
{
    static const unsigned char head[] = { 0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255, 1 };
    size_t used = sizeof head;
    memcpy(to, head, used);
    used += put_number(to + used, (uint32_t)size, 2);
    used += put_number(to + used, ~(uint32_t)size, 2);
    if (size > 0)
        memcpy(to + used, data, size);
    used += size;
    used += put_number(to + used, sum_of(data, size), 4);
    return used + put_number(to + used, (uint32_t)size, 4);
}

// A frame of zstd with the bytes as they are (RFC 8878), without a sum.
static size_t put_zstd(unsigned char *to, const uint8_t *data, size_t size)
{
    static const unsigned char head[] = { 0x28, 0xb5, 0x2f, 0xfd, 0xa0 };
    size_t used = sizeof head;
    memcpy(to, head, used);
    used += put_number(to + used, (uint32_t)size, 4);
    used += put_number(to + used, (uint32_t)size << 3 | 1, 3);
    if (size > 0)
        memcpy(to + used, data, size);
    return used + size;
}

typedef size_t packer(unsigned char *to, const uint8_t *data, size_t size);

// Packs the bytes in two pieces, and has them back; then without the last byte, which is missed.
static void pack_and_unpack(packer *put, const uint8_t *data, size_t size, size_t piece)
{
    static unsigned char bytes[ROOM];
    static unpacked all;
    size_t first = size / 3, used = put(bytes, data, first);
    used += put(bytes + used, data + first, size - first);
    unpack_bytes(&all, bytes, used, piece, false);
    demand(all.packed, "what begins as packed bytes do is packed");
    if (strstr(all.message.text, "built without") != NULL)
        return;
    demand(all.message.fault == FORMAT_NO_FAULT, "what was packed can be unpacked");
    demand(all.size == size && (size == 0 || memcmp(all.bytes, data, size) == 0), "and is what it was");
    unpack_file(&all, bytes, used - 1, piece, false);
    demand(strstr(all.message.text, "cut off") != NULL, "what is cut off is refused");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static unpacked whole, parts;
    enum { PACKED_MOST = 4096 };
    size_t piece = size > 0 ? 1 + data[size - 1] : 1;
    if (size > MOST / 2)
        return 0;
    unpack_bytes(&whole, data, size, ROOM, false);
    unpack_bytes(&parts, data, size, piece * 37, true);
    demand_same(&whole, &parts);
    if (size > 0) {
        unpack_file(&parts, data, size, piece, false);
        demand_same(&whole, &parts);
    }
    demand(whole.packed || whole.size == size, "what is not packed stays as long as it is");
    demand(whole.packed || size == 0 || memcmp(whole.bytes, data, size) == 0, "and as it is");
    demand(!whole.packed || whole.size <= MOST, "packed bytes become no more than is allowed");
    size_t some = size < PACKED_MOST ? size : PACKED_MOST;
    pack_and_unpack(put_gzip, data, some, piece);
    pack_and_unpack(put_zstd, data, some, piece);
    return 0;
}
