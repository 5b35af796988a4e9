// Each block lies between a head, 64 bytes with its size and a mark, and a tail of eight known bytes. What does not
// match when the block comes back is a complaint; the first one is kept.
#include "ledger.h"
#include <stdlib.h>
#include <string.h>

enum { HEAD = 64, ALIGNMENT = 64, SPOIL_AT_MOST = 16384 };

typedef struct head {
    size_t size;
    uint64_t mark;
} head;

static const uint64_t alive = 0x6b636f6c42646e45u;
static const unsigned char tail[8] = { 0xfd, 0xfc, 0xfb, 0xfa, 0xfd, 0xfc, 0xfb, 0xfa };

static void complain(struct ledger *ledger, const char *text)
{
    if (!ledger->complaint)
        ledger->complaint = text;
}

static void *hand_out(struct ledger *ledger, size_t size)
{
    size_t all = (HEAD + size + sizeof tail + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    unsigned char *base = aligned_alloc(ALIGNMENT, all);
    if (!base)
        return NULL;
    head h = { size, alive };
    memcpy(base, &h, sizeof h);
    memset(base + HEAD, 0xa5, size < SPOIL_AT_MOST ? size : SPOIL_AT_MOST);
    memcpy(base + HEAD + size, tail, sizeof tail);
    ledger->bytes += size;
    ledger->most = ledger->bytes > ledger->most ? ledger->bytes : ledger->most;
    ledger->blocks++;
    return base + HEAD;
}

// Does the block that comes back look like the one that was handed out?
static bool is_whole(struct ledger *ledger, const unsigned char *block, size_t size)
{
    head h;
    memcpy(&h, block - HEAD, sizeof h);
    if (h.mark != alive)
        complain(ledger, "a block came back that is not out, or its front was overwritten");
    else if (h.size != size)
        complain(ledger, "a block came back with another size than it was given out with");
    else if (memcmp(block + size, tail, sizeof tail) != 0)
        complain(ledger, "something wrote beyond the end of a block");
    else
        return true;
    return false;
}

static void take_back(struct ledger *ledger, unsigned char *block, size_t size)
{
    head gone = { 0, 0 };
    memcpy(block - HEAD, &gone, sizeof gone);
    memset(block, 0x5a, size < SPOIL_AT_MOST ? size : SPOIL_AT_MOST);
    free(block - HEAD);
    ledger->bytes -= size;
    ledger->blocks--;
}

static void *resize(void *context, void *block, size_t old_size, size_t new_size)
{
    struct ledger *ledger = context;
    ledger->calls++;
    if ((block == NULL) != (old_size == 0) || (old_size == 0 && new_size == 0)) {
        complain(ledger, "the hook was called with a block without a size, a size without a block, or for nothing");
        return NULL;
    }
    if (block && !is_whole(ledger, block, old_size))
        return NULL;
    void *result = NULL;
    if (new_size > 0) {
        ledger->asked++;
        bool later = ledger->refuse_later && ledger->asked > ledger->refuse_at;
        if (ledger->refuse_at != 0 && (ledger->asked == ledger->refuse_at || later)) {
            ledger->refused++;
            return NULL;
        }
        result = hand_out(ledger, new_size);
        if (!result)
            return NULL;
        if (block)
            memcpy(result, block, old_size < new_size ? old_size : new_size);
    }
    if (block)
        take_back(ledger, block, old_size);
    return result;
}

qd_allocator ledger_allocator(struct ledger *ledger)
{
    qd_allocator allocator = { resize, ledger };
    return allocator;
}

void ledger_refuse(struct ledger *ledger, uint64_t n, bool later)
{
    ledger->asked = 0;
    ledger->refused = 0;
    ledger->refuse_at = n;
    ledger->refuse_later = later;
}
