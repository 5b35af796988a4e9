/// The quadtree where few items move: its contacts say what began and ended; and its interest, what entered and left.
#include "quadtree.h"

#include "contenders.h"
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

qd_result quadtree_shift(contender *self, const fbox *boxes, const uint32_t *moved, size_t count)
{
    quadtree *own = (quadtree *)self;
    if (!reserve(own, count))
        return QD_NO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        own->moved[i] = own->ids[moved[i]];
        own->boxes[i] = boxes[moved[i]];
    }
    qd_boxes view = fbox_view(own->boxes);
    return qd_tree_move_many(own->tree, own->moved, &view, count, NULL);
}

static void hand_out(const qd_pair *(*list)(const qd_contacts *, size_t *), const quadtree *own,
                     contender_visitor *visitor, void *context)
{
    size_t count = 0;
    const qd_pair *pairs = list(own->contacts, &count);
    quadtree_hand_out_pairs(pairs, count, visitor, context);
}

qd_result quadtree_changes(contender *self, contender_visitor *began, contender_visitor *ended, void *context)
{
    quadtree *own = (quadtree *)self;
    qd_result result = own->contacts ? QD_OK : qd_contacts_create(own->tree, NULL, &own->contacts);
    if (!result)
        result = qd_contacts_update(own->contacts);
    if (result)
        return result;
    hand_out(qd_contacts_began, own, began, context);
    hand_out(qd_contacts_ended, own, ended, context);
    return QD_OK;
}

contender_cost contender_quadtree_changes_cost(const contender *self)
{
    const quadtree *own = (const quadtree *)self;
    qd_contacts_stats stats = { 0 };
    if (own->contacts)
        qd_contacts_get_stats(own->contacts, &stats);
    return (contender_cost){ stats.cost.tests, stats.contacts, stats.cost.nodes };
}

static qd_result watch(quadtree *own, const fvec2 *centers, size_t count, float radius)
{
    own->watching = memory_array(count, sizeof *own->watching);
    qd_result result = own->watching ? qd_interest_create(own->tree, NULL, &own->interest) : QD_NO_MEMORY;
    for (size_t i = 0; i < count && !result; i++) {
        qd_shape view = qd_shape_circle(fvec2_wide(centers[i]), (double)radius);
        result = qd_interest_add(own->interest, &(qd_observer){ .view.shape = view, .user = i }, &own->watching[i]);
    }
    if (result)
        quadtree_end_contacts(own);
    return result;
}

static void hand_out_sightings(const qd_interest_event *(*list)(const qd_interest *, size_t *), const quadtree *own,
                               contender_sighting *take, void *context)
{
    size_t count = 0;
    const qd_interest_event *seen = list(own->interest, &count);
    for (size_t i = 0; i < count; i++)
        take(context, (uint32_t)seen[i].observer_user, (uint32_t)seen[i].item.user);
}

qd_result quadtree_observe(contender *self, const fvec2 *centers, size_t count, float radius, contender_sighting *came,
                           contender_sighting *left, void *context)
{
    quadtree *own = (quadtree *)self;
    qd_boxes view = fvec2_view(centers);
    qd_result result = own->interest ? QD_OK : watch(own, centers, count, radius);
    if (!result)
        result = qd_interest_move_many(own->interest, own->watching, &view, count, NULL);
    if (!result)
        result = qd_interest_update(own->interest);
    if (result)
        return result;
    hand_out_sightings(qd_interest_entered, own, came, context);
    hand_out_sightings(qd_interest_left, own, left, context);
    return QD_OK;
}
