// Rays and casts: a find gives the hits in order, a visit hands them out in any order and is cut by what the visitor
// answers.
#include "compare.h"
#include <stdio.h>

bool compare__same_hit(const qd_hit *a, const qd_hit *b)
{
    return qd_id_equal(a->item.id, b->item.id) && a->item.user == b->item.user && a->t == b->t &&
           a->point.x == b->point.x && a->point.y == b->point.y && a->normal.x == b->normal.x &&
           a->normal.y == b->normal.y;
}

static bool wrong_hit(struct compare *compare, const char *what, const qd_hit *hit, const qd_hit *right)
{
    return compare_fails(compare,
                         "%s: slot %u at t %a, point %a %a, normal %g %g; should be slot %u at t %a, point %a %a, "
                         "normal %g %g",
                         what, hit->item.id.slot, (double)hit->t, (double)hit->point.x, (double)hit->point.y,
                         (double)hit->normal.x, (double)hit->normal.y, right->item.id.slot, (double)right->t,
                         (double)right->point.x, (double)right->point.y, (double)right->normal.x,
                         (double)right->normal.y);
}

static size_t find(const struct compare *compare, const struct way *way, qd_query_filter filter, size_t capacity)
{
    switch (way->kind) {
    case WAY_RAY:
        return qd_find_ray(compare->tree, way->ray, filter, compare->hits_found, capacity);
    case WAY_BOX:
        return qd_find_cast_box(compare->tree, way->box, filter, compare->hits_found, capacity);
    default:
        return qd_find_cast_circle(compare->tree, way->circle, filter, compare->hits_found, capacity);
    }
}

bool compare__find_hits(struct compare *compare, const struct way *way, qd_query_filter filter, size_t limit)
{
    size_t all = compare->oracle->count + 1, expected = compare->expected_count;
    size_t capacity = limit < all ? limit : all;
    compare->hits_found[capacity].item.id.slot = UINT32_MAX;
    size_t found = find(compare, way, filter, capacity);
    if (found != (expected < capacity ? expected : capacity))
        return compare_fails(compare, "find_%s: %zu hits with room for %zu, but there are %zu", way->name, found,
                             capacity, expected);
    if (compare->hits_found[capacity].item.id.slot != UINT32_MAX)
        return compare_fails(compare, "find_%s: wrote beyond its capacity of %zu", way->name, capacity);
    for (size_t i = 0; i < found; i++) {
        const qd_hit *hit = &compare->hits_found[i], *right = &compare->hits_expected[i].hit;
        if (!compare__same_hit(hit, right))
            return wrong_hit(compare, way->name, hit, right);
    }
    return true;
}

static struct way way_of_ray(struct compare *compare, qd_ray ray, qd_query_filter filter)
{
    compare__make_room(compare);
    compare->expected_count = oracle_find_ray(compare->oracle, ray, filter, compare->hits_expected);
    return (struct way){ .kind = WAY_RAY, .name = "ray", .ray = ray, .t_max = ray.t_max };
}

bool compare_find_ray(struct compare *compare, qd_ray ray, qd_query_filter filter, size_t limit)
{
    const struct way way = way_of_ray(compare, ray, filter);
    return compare__find_hits(compare, &way, filter, limit);
}

struct shot {
    struct compare *compare;
    const char *name;
    enum ray_answer answer;
    size_t count, limit;
    double cut;
    bool stopped, failed;
};

static float answer_to(const struct shot *shot, const qd_hit *hit)
{
    switch (shot->answer) {
    case RAY_CLIP:
        return hit->t;
    case RAY_CLIP_HALF:
        return hit->t / 2;
    case RAY_CLIP_DOUBLE:
        return hit->t * 2;
    case RAY_CLIP_ODD_SLOTS:
        return hit->item.id.slot % 2 ? hit->t : INFINITY;
    default:
        return INFINITY;
    }
}

static float take_hit(void *context, const qd_hit *hit)
{
    struct shot *shot = context;
    struct compare *compare = shot->compare;
    size_t index = compare__take(compare, hit->item);
    if (shot->stopped) {
        compare_fails(compare, "visit_%s: a hit after the visitor had stopped", shot->name);
        shot->failed = true;
    } else if (index == SIZE_MAX) {
        compare_fails(compare, "visit_%s: slot %u is not hit, or came twice", shot->name, hit->item.id.slot);
        shot->failed = true;
    } else if (!compare__same_hit(hit, &compare->hits_expected[index].hit)) {
        wrong_hit(compare, shot->name, hit, &compare->hits_expected[index].hit);
        shot->failed = true;
    } else if (compare->hits_expected[index].t > shot->cut) {
        compare_fails(compare, "visit_%s: slot %u is at t %a, but the way was cut at %a", shot->name, hit->item.id.slot,
                      compare->hits_expected[index].t, shot->cut);
        shot->failed = true;
    }
    if (shot->failed || ++shot->count >= shot->limit) {
        shot->stopped = true;
        return shot->count % 2 ? NAN : -1;
    }
    float answer = answer_to(shot, hit);
    if (answer < shot->cut)
        shot->cut = answer;
    return answer;
}

static qd_cost visit(const struct way *way, qd_query_filter filter, struct shot *shot)
{
    const qd_tree *tree = shot->compare->tree;
    switch (way->kind) {
    case WAY_RAY:
        return qd_visit_ray(tree, way->ray, filter, take_hit, shot);
    case WAY_BOX:
        return qd_visit_cast_box(tree, way->box, filter, take_hit, shot);
    default:
        return qd_visit_cast_circle(tree, way->circle, filter, take_hit, shot);
    }
}

bool compare__visit_hits(struct compare *compare, const struct way *way, qd_query_filter filter, enum ray_answer answer,
                         size_t limit)
{
    const size_t expected = compare->expected_count;
    for (size_t i = 0; i < expected; i++) {
        compare->expected[i] = compare->hits_expected[i].hit.item;
        compare->wanted[compare->expected[i].id.slot] = i + 1;
    }
    struct shot shot = {
        .compare = compare, .name = way->name, .answer = answer, .limit = limit > 0 ? limit : 1, .cut = way->t_max
    };
    qd_cost cost = visit(way, filter, &shot);
    size_t missed = SIZE_MAX;
    for (size_t i = 0; i < expected; i++) {
        size_t *wanted = &compare->wanted[compare->expected[i].id.slot];
        if (*wanted != 0 && missed == SIZE_MAX && compare->hits_expected[i].t < shot.cut)
            missed = i;
        *wanted = 0;
    }
    if (shot.failed)
        return false;
    if (!shot.stopped && missed != SIZE_MAX)
        return compare_fails(compare, "visit_%s: slot %u at t %a was not met, and the way was cut only at %a",
                             way->name, compare->expected[missed].id.slot, compare->hits_expected[missed].t, shot.cut);
    if (!shot.stopped && cost.hits != shot.count)
        return compare_fails(compare, "visit_%s: the cost tells %llu hits of %zu", way->name,
                             (unsigned long long)cost.hits, shot.count);
    return true;
}

bool compare_visit_ray(struct compare *compare, qd_ray ray, qd_query_filter filter, enum ray_answer answer,
                       size_t limit)
{
    const struct way way = way_of_ray(compare, ray, filter);
    return compare__visit_hits(compare, &way, filter, answer, limit);
}
