// Nearest: ranked by the exact distance, while the rounded boxes say who can be so near at all.
#include "ranked.h"
#include "wide_tree.h"

#include <assert.h>

typedef struct near_ranking {
    qd__ranking base;
    const struct qd_wide *wide;
    qd_dvec2 point;
} near_ranking;

/// Is one of the gaps alone more than the cut? Most records are out of it by that, for less than a square root. The
/// bounds of nothing are infinite.
static bool is_beyond(const qd_dbox *box, qd_dvec2 point, double cut)
{
    return !(box->min.x < INFINITY) || qd__gap(box->min.x, box->max.x, point.x) > cut ||
           qd__gap(box->min.y, box->max.y, point.y) > cut;
}

/// Lower bounds: distances of the boxes that the records can stand for.
static uint32_t bound_keys(const qd__ranking *ranking, const qd__record *records, unsigned count, double cut,
                           double *keys)
{
    const near_ranking *self = (const near_ranking *)(const void *)ranking;
    uint32_t within = 0;
    for (unsigned i = 0; i < count; i++) {
        const qd_dbox around = qd__widen(&self->wide->origin, &records[i]);
        keys[i] = is_beyond(&around, self->point, cut) ? INFINITY : qd__distance(&around, self->point);
        within |= (uint32_t)(keys[i] <= cut) << i;
    }
    return within;
}

static double exact_key(const qd__ranking *ranking, uint32_t slot)
{
    const near_ranking *self = (const near_ranking *)(const void *)ranking;
    return qd__distance(qd__wide_box(self->wide, slot), self->point);
}

static void describe(const qd__ranking *ranking, void *result, double key, const qd__record *record)
{
    qd_dnear *near = result;
    (void)ranking;
    (void)record;
    near->distance = key;
}

/// False: nothing is near, whatever there is.
static bool ranking_of(const qd_wide *wide, qd_dvec2 point, double max_distance, near_ranking *ranking)
{
    const qd_dbox at = { point, point };
    *ranking = (near_ranking){ { .keys = bound_keys, .lanes = wide->tree->lanes, .exact = exact_key }, wide, point };
    return max_distance >= 0 && qd_dbox_is_valid(at);
}

size_t qd_wide_find_near(const qd_wide *wide, qd_dvec2 point, double max_distance, qd_query_filter filter,
                         qd_dnear *out, size_t capacity)
{
    near_ranking ranking;
    if (!ranking_of(wide, point, max_distance, &ranking)) {
        return 0;
    }
    const qd__results results = { out, sizeof *out, capacity, describe };
    return qd__ranked_find(wide->tree, &ranking.base, &filter, max_distance, &results);
}

typedef struct neighbours {
    const near_ranking *ranking;
    uint64_t changes; ///< Of the tree when the search began: the visitor must not change it.
    qd_dnear_visitor *visitor;
    void *context;
    uint64_t hits;
} neighbours;

static double offer_to_visitor(void *context, double key, const qd__block *block, uint32_t place, double cut)
{
    neighbours *self = context;
    const struct qd_wide *wide = self->ranking->wide;
    qd_dnear near = { qd__block_items(block)[qd__place_lane(place)], key };
    near.distance = exact_key(&self->ranking->base, near.item.id.slot);
    if (!(near.distance <= cut)) {
        return cut;
    }
    self->hits++;
    const double wanted = self->visitor(self->context, &near);
    const bool unchanged = wide->tree->changes == self->changes;
    assert(unchanged && "a visitor must not change the tree");
    if (!unchanged || !(wanted >= 0)) { // NaN stops too
        return -1;
    }
    return wanted < cut ? wanted : cut;
}

qd_cost qd_wide_visit_near(const qd_wide *wide, qd_dvec2 point, double max_distance, qd_query_filter filter,
                           qd_dnear_visitor *visitor, void *context)
{
    qd_cost cost = { 0, 0, 0 };
    near_ranking ranking;
    if (ranking_of(wide, point, max_distance, &ranking)) {
        neighbours self = { &ranking, wide->tree->changes, visitor, context, 0 };
        cost = qd__ranked_search(wide->tree, &ranking.base, &filter, max_distance, offer_to_visitor, &self);
        cost.hits = self.hits;
    }
    return cost;
}
