// Contacts as records: see links.h.
#include "links.h"

#include <string.h>

void qd__links_open(qd__links *links)
{
    memset(links, 0, sizeof *links);
    qd__pool_open(&links->records, sizeof(qd__contact), QD__CONTACT_CHUNK_BITS, UINT32_MAX - 1);
}

void qd__links_close(qd__links *links, qd__memory *memory)
{
    qd__pool_close(&links->records, memory);
    qd__memory_give(memory, links->ends, (size_t)links->room + 1, sizeof *links->ends);
}

bool qd__links_reserve_slots(qd__links *links, qd__memory *memory, uint32_t slots)
{
    if (slots > links->room) {
        const size_t half_more = (size_t)links->room + links->room / 2;
        // not covered: three thousand million slots would need more memory than a test may take
        const uint32_t room = slots > half_more || half_more > UINT32_MAX - 1 ? slots : (uint32_t)half_more;
        qd__end *ends = qd__memory_get(memory, (size_t)room + 1, sizeof *ends);
        if (!ends) {
            return false;
        }
        if (links->ends) {
            memcpy(ends, links->ends, ((size_t)links->slots + 1) * sizeof *ends);
        }
        qd__memory_give(memory, links->ends, (size_t)links->room + 1, sizeof *links->ends);
        links->ends = ends;
        links->room = room;
    }
    for (; links->slots < slots; links->slots++) {
        links->ends[links->slots + 1] = (qd__end){ QD__NONE, QD__NONE };
    }
    return true;
}

bool qd__links_reserve_more(qd__links *links, qd__memory *memory, size_t more)
{
    return qd__pool_reserve(&links->records, memory, links->count + more);
}

static void put_first(qd__links *links, uint32_t index, unsigned side)
{
    qd__contact *contact = qd__contact_at(links, index);
    qd__end *end = &links->ends[contact->slots[side]];
    contact->next[side] = end->first;
    contact->prev[side] = QD__NONE;
    if (end->first != QD__NONE) {
        qd__contact *next = qd__contact_at(links, end->first);
        next->prev[qd__contact_side(next, contact->slots[side])] = index;
    }
    end->first = index;
}

void qd__links_add(qd__links *links, uint32_t low, uint32_t high, uint64_t seen)
{
    const uint32_t index = qd__pool_take(&links->records, NULL); // there is room
    qd__contact *contact = qd__contact_at(links, index);
    contact->slots[0] = low;
    contact->slots[1] = high;
    contact->seen = seen;
    put_first(links, index, 0);
    put_first(links, index, 1);
    links->count++;
}

static void take_out(qd__links *links, const qd__contact *contact, unsigned side)
{
    const uint32_t slot = contact->slots[side], next = contact->next[side], prev = contact->prev[side];
    if (next != QD__NONE) {
        qd__contact *after = qd__contact_at(links, next);
        after->prev[qd__contact_side(after, slot)] = prev;
    }
    if (prev != QD__NONE) {
        qd__contact *before = qd__contact_at(links, prev);
        before->next[qd__contact_side(before, slot)] = next;
    } else {
        links->ends[slot].first = next;
    }
}

void qd__links_remove(qd__links *links, uint32_t index)
{
    qd__contact *contact = qd__contact_at(links, index);
    take_out(links, contact, 0);
    take_out(links, contact, 1);
    contact->slots[0] = contact->slots[1] = 0;
    qd__pool_give(&links->records, index);
    links->count--;
}

size_t qd__links_note(qd__links *links, uint32_t slot)
{
    size_t count = 0;
    for (uint32_t index = links->ends[slot].first; index != QD__NONE;) {
        const qd__contact *contact = qd__contact_at(links, index);
        const unsigned side = qd__contact_side(contact, slot);
        links->ends[contact->slots[1 - side]].note = index;
        index = contact->next[side];
        count++;
    }
    return count;
}
