// Nearest: ranked by squared distance.
#include "distance.h"
#include "ranked.h"

static double distance_key(const qd__ranking *ranking, const qd__record *record)
{
    return qd__distance_squared(record, ranking->point);
}

size_t qd_find_near(const qd_tree *tree, qd_vec2 point, float max_distance, qd_query_filter filter, qd_near *out,
                    size_t capacity)
{
    const qd_box at = { point, point };
    if (!(max_distance >= 0) || !qd_box_is_valid(at)) {
        return 0;
    }
    const qd__ranking ranking = { .key = distance_key, .point = point };
    const double cut = (double)max_distance * max_distance;
    const size_t count = qd__ranked_find(tree, &ranking, &filter, cut, out, sizeof *out, capacity);
    for (size_t i = 0; i < count; i++) {
        const uint32_t place = qd__slot_at(&tree->slots, out[i].item.id.slot)->place;
        const qd__record *record = &qd__block_records(qd__tree_block(tree, place))[qd__place_lane(place)];
        const double distance = sqrt(qd__distance_squared(record, point));
        out[i].distance = distance < FLT_MAX ? (float)distance : FLT_MAX;
    }
    return count;
}
