// Which items first? Nearest, rays, segments, casts.
#include "place.h"

static qd_flow add_hit(void *context, const qd_hit *hit, double *limit)
{
    hash_take_hit(context, hit);
    *limit = hit->distance; // nothing beyond it is wanted
    return QD_CONTINUE;
}

static void ask(hash_place *place, hash_sums *sums, qd_ranked ranked)
{
    qd_hit found[20];
    ranked.filter = hash_filter(place);
    ranked.ignore = hash_ignored(place);
    size_t total;
    const size_t count = qd_tree_find_ranked(place->tree, &ranked, found, 20, &total);
    hash_take(&sums->answers, total);
    for (size_t i = 0; i < count; i++)
        hash_take_hit(&sums->answers, &found[i]);
    hash_take(&sums->answers, qd_tree_count_ranked(place->tree, &ranked));
    qd_cost cost;
    qd_tree_visit_ranked(place->tree, &ranked, add_hit, &sums->answers, &cost);
    hash_take_cost(&sums->costs, cost);
    qd_ranked_cursor cursor;
    qd_ranked_cursor_begin(&cursor, place->tree, &ranked);
    hash_take(&sums->answers, qd_ranked_cursor_next(&cursor, found, 9));
    hash_take_cost(&sums->costs, cursor.cost);
}

void hash_nearest(hash_place *place, hash_sums *sums)
{
    for (int i = 0; i < HASH_QUESTIONS; i++) {
        const qd_shape shape = i % 2 ? qd_shape_box(hash_box(place)) : qd_shape_point(hash_point(place));
        const double most = hash_length(place) * 5;
        ask(place, sums, qd_nearest(shape, i % 3 ? INFINITY : most));
    }
}

void hash_rays(hash_place *place, hash_sums *sums)
{
    for (int i = 0; i < HASH_QUESTIONS; i++) {
        const qd_vec2 from = hash_point(place), to = hash_point(place);
        const double most = hash_between(place, 0, 2);
        ask(place, sums, i % 2 ? qd_segment(from, to) : qd_ray(from, to, i % 3 ? INFINITY : most));
    }
}

static qd_ranked cast_of(hash_place *place, bool circle)
{
    const qd_box box = hash_box(place);
    const double radius = hash_length(place);
    const qd_vec2 motion = hash_point(place);
    return qd_cast(circle ? qd_shape_circle(box.min, radius) : qd_shape_box(box), motion, 1);
}

void hash_casts(hash_place *place, hash_sums *sums)
{
    for (int i = 0; i < HASH_QUESTIONS; i++)
        ask(place, sums, cast_of(place, i % 2));
}

// Two boxes that both move; costs nothing that is counted.
void hash_meetings(hash_place *place, hash_sums *sums)
{
    for (int i = 0; i < 8 * HASH_QUESTIONS; i++) {
        const qd_ranked a = cast_of(place, false), b = cast_of(place, false);
        qd_hit hit = { .item = { 0, 0 } };
        hash_take(&sums->answers, qd_casts_meet(&a, &b, place->edges, &hit));
        hash_take_hit(&sums->answers, &hit);
    }
}
