// The pairs of the items that are tested again: by one window for each item, or, where these are many, by one walk over
// all pairs that keeps those with such an item.
#include "steps.h"

/// A window costs about as much as this share of a walk over so many items: see docs/decisions/contacts.md.
enum { WALK_ITEMS = 4 };

/// The walk over all pairs.
typedef struct overlap_marker {
    qd_contacts *contacts;
    bool failed;
} overlap_marker;

static qd_flow mark_pairs(void *context, const qd_pair *pairs, const double *distances, size_t count)
{
    (void)distances;
    overlap_marker *walk = (overlap_marker *)context;
    qd_contacts *contacts = walk->contacts;
    const uint8_t *flags = contacts->change_log.flags;
    for (size_t i = 0; i < count && !walk->failed; i++) {
        const uint32_t a = qd_id_slot(pairs[i].a.id), b = qd_id_slot(pairs[i].b.id); // a < b
        if (i + QD__LATER < count) { // the partners among which a later pair will be looked for
            const qd_pair *later = &pairs[i + QD__LATER];
            const uint32_t first = qd_id_slot(later->a.id);
            qd__adjacency_prefetch(&contacts->adjacency, flags[first] & QD__SELECTED ? first : qd_id_slot(later->b.id));
        }
        if (flags[a] & QD__SELECTED)
            walk->failed = !qd__take_pair(contacts, a, b);
        else if (flags[b] & QD__SELECTED)
            walk->failed = !qd__take_pair(contacts, b, a);
    }
    return walk->failed ? QD_STOP : QD_CONTINUE;
}

bool qd__mark_overlaps(qd_contacts *contacts)
{
    const struct qd_tree *tree = contacts->change_log.tree;
    contacts->keys.count = 0;
    if (!tree || tree->count == 0)
        return true;
    if (contacts->selected <= tree->count / WALK_ITEMS)
        return qd__mark_by_windows(contacts);
    overlap_marker walk = { contacts, false };
    qd_tree_visit_pairs(tree, NULL, mark_pairs, &walk, &contacts->cost);
    return !walk.failed;
}
