// Nearest: ranked by squared distance.
#include "ranked.h"

static uint32_t distance_keys(const qd__ranking *ranking, const qd__record *records, unsigned count, double cut,
                              double *keys)
{
    return ranking->lanes->near(records, count, ranking->point, cut, keys);
}

static void describe(const qd__ranking *ranking, void *result, double key, const qd__record *record)
{
    qd_near *near = result;
    (void)ranking;
    (void)record;
    const double distance = sqrt(key);
    near->distance = distance < FLT_MAX ? (float)distance : FLT_MAX;
}

size_t qd_find_near(const qd_tree *tree, qd_vec2 point, float max_distance, qd_query_filter filter, qd_near *out,
                    size_t capacity)
{
    const qd_box at = { point, point };
    if (!(max_distance >= 0) || !qd_box_is_valid(at)) {
        return 0;
    }
    const qd__ranking ranking = { .keys = distance_keys, .lanes = tree->lanes, .point = point };
    const qd__results results = { out, sizeof *out, capacity, describe };
    return qd__ranked_find(tree, &ranking, &filter, (double)max_distance * max_distance, &results);
}
