// Contacts that are there, as of the last update: those that it left as they were, and those of one item.
//
// The partners of a slot are in no order. So those of one slot after the other are put in order where they are written:
//
//     out   [ 1 3 | 1 8 | 2 5 | 4 9 . . . . ]
//                               '-- of slot 4: a heap with the largest partner on top, until all are there; where no
//                                   more fit, a smaller one takes the place of the top
#include "events.h"

/// Pairs of one slot that are written, by the slots of their partners, which stand where their ids will.
typedef struct partner_heap {
    qd_pair *pairs;
    size_t count, room;
} partner_heap;

static void sift_down_partner(qd_pair *pairs, size_t at, size_t count)
{
    const qd_id moved = pairs[at].b.id;
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        child += child + 1 < count && pairs[child + 1].b.id > pairs[child].b.id;
        if (pairs[child].b.id <= moved) {
            break;
        }
        pairs[at].b.id = pairs[child].b.id;
    }
    pairs[at].b.id = moved;
}

static void make_heap(partner_heap *heap)
{
    for (size_t i = heap->count / 2; i-- > 0;) {
        sift_down_partner(heap->pairs, i, heap->count);
    }
}

static void offer_partner(partner_heap *heap, uint32_t slot)
{
    if (heap->count < heap->room) {
        heap->pairs[heap->count++].b.id = slot;
        if (heap->count == heap->room) {
            make_heap(heap);
        }
    } else if (slot < heap->pairs[0].b.id) {
        heap->pairs[0].b.id = slot;
        sift_down_partner(heap->pairs, 0, heap->count);
    }
}

static void sort_partners(partner_heap *heap)
{
    make_heap(heap);
    for (size_t end = heap->count; end-- > 1;) {
        const qd_id largest = heap->pairs[0].b.id;
        heap->pairs[0].b.id = heap->pairs[end].b.id;
        heap->pairs[end].b.id = largest;
        sift_down_partner(heap->pairs, 0, end);
    }
}

/// Pairs that began, in order: the first of them, and how many.
typedef struct began_range {
    const qd_pair *first;
    size_t count;
} began_range;

/// Goes on to the pairs with this first slot, which is higher than those before. Returns these pairs.
static began_range next_began(began_range *rest, uint32_t slot)
{
    while (rest->count > 0 && qd_id_slot(rest->first->a.id) < slot) {
        rest->first++;
        rest->count--;
    }
    began_range same = { rest->first, 0 };
    while (same.count < rest->count && qd_id_slot(same.first[same.count].a.id) == slot) {
        same.count++;
    }
    return same;
}

/// Is a pair with this second slot among them?
static bool has_began(began_range range, uint32_t other)
{
    while (range.count > 0) {
        const size_t half = range.count / 2;
        const uint32_t middle = qd_id_slot(range.first[half].b.id);
        if (middle == other) {
            return true;
        }
        if (middle < other) {
            range.first += half + 1;
            range.count -= half + 1;
        } else {
            range.count = half;
        }
    }
    return false;
}

/// Writes the contacts of a slot with higher ones that were there before, for which there is room. Returns how many.
static size_t write_stayed(const qd_contacts *contacts, uint32_t slot, began_range began, qd_pair *out, size_t room)
{
    partner_heap heap = { out, 0, room };
    const qd__partners partners = qd__adjacency_of(&contacts->adjacency, slot);
    for (size_t i = 0; i < partners.places; i++) {
        const uint32_t other = partners.all[i];
        if (other > slot && !has_began(began, other)) {
            offer_partner(&heap, other);
        }
    }
    sort_partners(&heap);
    for (size_t i = 0; i < heap.count; i++) {
        out[i].a = qd__contact_item(contacts, slot);
        out[i].b = qd__contact_item(contacts, qd_id_slot(out[i].b.id));
    }
    return heap.count;
}

size_t qd_contacts_stayed(const qd_contacts *contacts, qd_pair *out, size_t capacity, size_t *total)
{
    began_range began = { contacts->began.all, contacts->began.count };
    size_t count = 0;
    for (uint32_t slot = 1; slot <= contacts->adjacency.ends.used && count < capacity; slot++) {
        count += write_stayed(contacts, slot, next_began(&began, slot), out + count, capacity - count);
    }
    if (total) {
        *total = contacts->adjacency.count - contacts->began.count;
    }
    return count;
}

/// Has the last update seen this item, and is it alive?
static bool is_known(const qd_contacts *contacts, qd_id id)
{
    const qd__change_log *change_log = &contacts->change_log;
    return change_log->tree && qd__slots_find(&change_log->tree->slots, id) && qd_id_slot(id) <= change_log->known &&
           !(change_log->flags[qd_id_slot(id)] & QD__GONE);
}

size_t qd_contacts_of(const qd_contacts *contacts, qd_id id, qd_entry *out, size_t capacity, size_t *total)
{
    const qd__partners none = { NULL, 0 };
    const bool known = is_known(contacts, id);
    const qd__partners partners = known ? qd__adjacency_of(&contacts->adjacency, qd_id_slot(id)) : none;
    size_t count = 0;
    for (size_t i = 0; i < partners.places && count < capacity; i++) {
        if (partners.all[i] != 0) {
            out[count++] = qd__contact_item(contacts, partners.all[i]);
        }
    }
    if (total) {
        *total = known ? qd__end_at(&contacts->adjacency, qd_id_slot(id))->count : 0;
    }
    return count;
}
