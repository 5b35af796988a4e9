// Contacts that are there, as of the last update: those that it left as they were, and those of one item.
//
// The partners of a slot are in no order. So those of one slot after the other are put in order where they are written:
//
//     out   [ 1 3 | 1 8 | 2 5 | 4 9 . . . . ]
//                               '-- of slot 4: a heap with the largest partner on top, until all are there; where no
//                                   more fit, a smaller one takes the place of the top
#include "binary_heap.h"
#include "steps.h"

static bool partner_is_after(const void *context, const void *a, const void *b)
{
    qd_id one, other;
    (void)context;
    memcpy(&one, a, sizeof one);
    memcpy(&other, b, sizeof other);
    return one > other;
}

/// The slots of partners, which stand where their ids will.
static const qd__heap_kind partners_kind = { sizeof(qd_id), sizeof(qd_pair), partner_is_after };

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
    while (same.count < rest->count && qd_id_slot(same.first[same.count].a.id) == slot)
        same.count++;
    return same;
}

/// Is a pair with this second slot among them?
static bool has_began(began_range range, uint32_t other)
{
    while (range.count > 0) {
        const size_t half = range.count / 2;
        const uint32_t middle = qd_id_slot(range.first[half].b.id);
        if (middle == other)
            return true;
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
    char *heap = (char *)&out->b.id; // room is at least 1
    size_t count = 0;
    const qd__partners partners = qd__adjacency_of(&contacts->adjacency, slot);
    for (size_t i = 0; i < partners.places; i++) {
        const uint32_t other = partners.all[i];
        const qd_id partner = other;
        if (other <= slot || has_began(began, other))
            continue;
        if (count < room)
            qd__heap_rise(&partners_kind, NULL, heap, count++, &partner);
        else if (partner < out->b.id)
            qd__heap_sink(&partners_kind, NULL, heap, 0, count, &partner);
    }
    qd__heap_sort(&partners_kind, NULL, heap, 0, count);
    for (size_t i = 0; i < count; i++) {
        out[i].a = qd__contact_item(contacts, slot);
        out[i].b = qd__contact_item(contacts, qd_id_slot(out[i].b.id));
    }
    return count;
}

size_t qd_contacts_stayed(const qd_contacts *contacts, qd_pair *out, size_t capacity, size_t *total)
{
    began_range began = { contacts->began.all, contacts->began.count };
    size_t count = 0;
    for (uint32_t slot = 1; slot <= contacts->adjacency.ends.used && count < capacity; slot++)
        count += write_stayed(contacts, slot, next_began(&began, slot), out + count, capacity - count);
    if (total)
        *total = contacts->adjacency.count - contacts->began.count;
    return count;
}

size_t qd_contacts_of(const qd_contacts *contacts, qd_id id, qd_entry *out, size_t capacity, size_t *total)
{
    const qd__partners none = { NULL, 0 };
    // Has the last update seen this item, and is it alive?
    const qd__change_log *change_log = &contacts->change_log;
    const bool known = change_log->tree && qd__slots_find(&change_log->tree->pools.slots, id) &&
                       qd_id_slot(id) <= change_log->known && !(change_log->flags[qd_id_slot(id)] & QD__GONE);
    const qd__partners partners = known ? qd__adjacency_of(&contacts->adjacency, qd_id_slot(id)) : none;
    size_t count = 0;
    for (size_t i = 0; i < partners.places && count < capacity; i++)
        if (partners.all[i] != 0)
            out[count++] = qd__contact_item(contacts, partners.all[i]);
    if (total)
        *total = known ? qd__end_at(&contacts->adjacency, qd_id_slot(id))->count : 0;
    return count;
}
