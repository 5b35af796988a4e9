// All pairs, as two numbers each.
#include "js.h"

_Static_assert(sizeof(qd_pair) == 2 * sizeof(qd_entry), "pairs are entries, two by two");

static qd_flow take_pairs(void *found, const qd_pair *pairs, const double *distances, size_t count)
{
    (void)distances;
    return js_take_entries(found, (const qd_entry *)pairs, 2 * count);
}

qd_result js_pairs(const js_tree *tree, double distance)
{
    const qd_pair_query query = { .distance = distance, .filter = js.filter };
    js_found found = { tree, 0, false };
    qd_tree_visit_pairs(tree->tree, &query, take_pairs, &found, NULL);
    return js_end_found(&found);
}
