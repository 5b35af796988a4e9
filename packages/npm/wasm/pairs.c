// All pairs, as two numbers each.
#include "js.h"

/// Pairs on their way to the out buffer; `count` counts numbers, two a pair.
struct found_pairs {
    const js_tree *tree;
    size_t count;
    bool no_memory;
};

static qd_flow take_pairs(void *context, const qd_pair *pairs, const double *distances, size_t count)
{
    (void)distances;
    struct found_pairs *found = context;
    const size_t size = js_number_size(found->tree);
    char *out = js_grow(&js.results, found->count * size, (found->count + 2 * count) * size);
    if (!out) {
        found->no_memory = true;
        return QD_STOP;
    }
    for (size_t i = 0; i < count; i++) {
        js_put(found->tree, out, found->count + 2 * i, pairs[i].a.user);
        js_put(found->tree, out, found->count + 2 * i + 1, pairs[i].b.user);
    }
    found->count += 2 * count;
    return QD_CONTINUE;
}

qd_result js_pairs(const js_tree *tree, double distance)
{
    const qd_pair_query query = { .distance = distance, .filter = js.filter };
    struct found_pairs found = { tree, 0, false };
    qd_tree_visit_pairs(tree->tree, &query, take_pairs, &found, NULL);
    js.out = js.results.at;
    js.count = (uint32_t)found.count;
    return found.no_memory ? QD_NO_MEMORY : QD_OK;
}
