// The broad phase: pairs, pairs within a distance, pairs of two trees.
#include "place.h"

static qd_flow add_pairs(void *context, const qd_pair *pairs, const double *distances, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        hash_take_pair(context, pairs[i]);
        if (distances)
            hash_take_double(context, distances[i]);
    }
    return QD_CONTINUE;
}

static void ask(hash_place *place, hash_sums *sums, const qd_pair_query *query)
{
    qd_pair found[64];
    double distances[64];
    size_t total;
    const size_t count = qd_tree_find_pairs(place->tree, query, found, distances, 64, &total);
    hash_take(&sums->answers, total);
    (void)add_pairs(&sums->answers, found, distances, count);
    qd_cost cost;
    qd_tree_visit_pairs(place->tree, query, add_pairs, &sums->answers, &cost);
    hash_take_cost(&sums->costs, cost);
}

void hash_pairs(hash_place *place, hash_sums *sums)
{
    for (int i = 0; i < 4; i++) {
        qd_pair_query query = { .distance = 0 };
        query.filter = hash_filter(place);
        query.ignore = hash_ignored(place);
        ask(place, sums, &query);
        hash_stir(place);
    }
    ask(place, sums, NULL);
}

void hash_near_pairs(hash_place *place, hash_sums *sums)
{
    for (int i = 0; i < 4; i++) {
        qd_pair_query query = { .distance = hash_length(place) / 4 };
        query.filter = hash_filter(place);
        ask(place, sums, &query);
    }
}

// With trees of either precision and edges.
void hash_joins(hash_place *place, hash_sums *sums)
{
    static hash_place other;
    for (int i = 0; i < 4; i++) {
        hash_open(&other, (qd_precision)(i & 1), (qd_edges)(i >> 1), place->field);
        hash_stir(&other);
        const qd_pair_query query = { .other = other.tree, .distance = i == 3 ? 0.25 : 0 };
        ask(place, sums, &query);
        hash_close(&other);
    }
}
