/// The quadtree where few items move: its contacts say what began and ended; and its interest, what entered and left.
#include "quadtree.h"

#include "memory.h"

void quadtree_end_contacts(quadtree *own)
{
    qd_contacts_destroy(own->contacts);
    memory_free(own->moved);
    memory_free(own->boxes);
    own->contacts = NULL;
    own->moved = NULL;
    own->boxes = NULL;
    own->room = 0;
    qd_interest_destroy(own->interest);
    memory_free(own->watching);
    own->interest = NULL;
    own->watching = NULL;
}

static bool reserve(quadtree *own, size_t count)
{
    if (count <= own->room)
        return true;
    memory_free(own->moved);
    memory_free(own->boxes);
    own->moved = memory_array(count, sizeof *own->moved);
    own->boxes = memory_array(count, sizeof *own->boxes);
    own->room = own->moved && own->boxes ? count : 0;
    return own->room > 0;
}

qd_result quadtree_shift(contender *self, const qd_box *boxes, const uint32_t *moved, size_t count)
{
    quadtree *own = (quadtree *)self;
    if (!reserve(own, count))
        return QD_NO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        own->moved[i] = own->ids[moved[i]];
        own->boxes[i] = boxes[moved[i]];
    }
    return qd_tree_move_many(own->tree, own->moved, own->boxes, count, NULL);
}

static void hand_out(qd_contact_list list, contender_visitor *visitor, void *context)
{
    contender_pair numbers[ITEMS_AT_ONCE];
    for (size_t from = 0; from < list.count; from += ITEMS_AT_ONCE) {
        size_t some = list.count - from < ITEMS_AT_ONCE ? list.count - from : ITEMS_AT_ONCE;
        for (size_t i = 0; i < some; i++) {
            uint32_t a = (uint32_t)list.pairs[from + i].a.user, b = (uint32_t)list.pairs[from + i].b.user;
            numbers[i] = (contender_pair){ a < b ? a : b, a < b ? b : a };
        }
        visitor(context, numbers, some);
    }
}

qd_result quadtree_changes(contender *self, contender_visitor *began, contender_visitor *ended, void *context)
{
    quadtree *own = (quadtree *)self;
    if (!own->contacts)
        own->contacts = qd_contacts_create(own->tree, NULL);
    qd_result result = own->contacts ? qd_contacts_update(own->contacts) : QD_NO_MEMORY;
    if (result)
        return result;
    hand_out(qd_contacts_began(own->contacts), began, context);
    hand_out(qd_contacts_ended(own->contacts), ended, context);
    return QD_OK;
}

static bool watch(quadtree *own, const qd_vec2 *centers, size_t count, float radius)
{
    own->interest = qd_interest_create(NULL);
    own->watching = memory_array(count, sizeof *own->watching);
    for (size_t i = 0; i < count && own->interest && own->watching; i++) {
        own->watching[i] =
            qd_interest_add(own->interest, (qd_observer){ .center = centers[i], .radius = radius, .user = i });
        if (qd_id_is_null(own->watching[i]))
            return false;
    }
    return own->interest && own->watching;
}

qd_result quadtree_observe(contender *self, const qd_vec2 *centers, size_t count, float radius,
                           contender_sighting *came, contender_sighting *left, void *context)
{
    quadtree *own = (quadtree *)self;
    if (!own->interest && !watch(own, centers, count, radius)) {
        quadtree_end_contacts(own);
        return QD_NO_MEMORY;
    }
    for (size_t i = 0; i < count; i++)
        qd_interest_move(own->interest, own->watching[i], centers[i]);
    qd_result result = qd_interest_update(own->interest, own->tree);
    if (result)
        return result;
    const qd_sighting_list in = qd_interest_came(own->interest), out = qd_interest_left(own->interest);
    for (size_t i = 0; i < in.count; i++)
        came(context, (uint32_t)in.sightings[i].observer_user, (uint32_t)in.sightings[i].item.user);
    for (size_t i = 0; i < out.count; i++)
        left(context, (uint32_t)out.sightings[i].observer_user, (uint32_t)out.sightings[i].item.user);
    return QD_OK;
}
