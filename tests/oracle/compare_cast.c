// Casts. Those of boxes are compared with the oracle's hit by hit; of circles every item's verdict and every hit is
// checked, and then the list that was count, being right, is what visits and shorter lists are compared with.
#include "compare.h"
#include "oracle_rules.h"
#include <stdio.h>

static bool cast_box(struct compare *compare, qd_moving_box moving, qd_query_filter filter, enum ray_answer answer,
                     size_t limit, struct way way)
{
    compare__make_room(compare);
    compare->expected_count = oracle_find_cast_box(compare->oracle, moving, filter, compare->hits_expected);
    return compare__find_hits(compare, &way, filter, SIZE_MAX) && compare__find_hits(compare, &way, filter, limit) &&
           compare__visit_hits(compare, &way, filter, answer, limit);
}

bool compare_cast_box(struct compare *compare, qd_moving_box moving, qd_query_filter filter, enum ray_answer answer,
                      size_t limit)
{
    const struct way way = { .kind = WAY_BOX, .name = "cast_box", .box = moving, .t_max = moving.t_max };
    return cast_box(compare, moving, filter, answer, limit, way);
}

static bool wrong(struct compare *compare, qd_found item, const char *what)
{
    return compare_fails(compare, "cast_circle: slot %u %s", item.id.slot, what);
}

// Is the list of all hits, which has been count, right? It becomes what is expected.
static bool all_hits_are_right(struct compare *compare, qd_moving_circle moving, qd_query_filter filter, size_t count)
{
    const bool good = oracle_circle_is_good(moving);
    for (size_t i = 0; i < count; i++) {
        compare->expected[i] = compare->hits_found[i].item;
        compare->wanted[compare->expected[i].id.slot] = i + 1;
        compare->hits_expected[i] = (oracle_hit){ compare->hits_found[i].t, compare->hits_found[i] };
        if (i > 0 && compare->hits_found[i].t < compare->hits_found[i - 1].t)
            compare_fails(compare, "cast_circle: hits are not in order");
    }
    for (size_t i = 0; i < compare->oracle->count; i++) {
        const oracle_entry *entry = &compare->oracle->entries[i];
        const qd_found item = found(entry);
        const bool seen = good && is_seen(entry, filter);
        const enum oracle_verdict verdict =
            seen ? oracle_cast_circle(compare->oracle, moving, entry->item.box) : ORACLE_MISSES;
        const size_t at = compare__take(compare, item);
        if (at == SIZE_MAX && verdict == ORACLE_HITS)
            wrong(compare, item, "is hit, but was not count");
        else if (at != SIZE_MAX && verdict == ORACLE_MISSES)
            wrong(compare, item, "was count, but is not hit");
        else if (at != SIZE_MAX && !oracle_circle_hit_is_right(moving, entry->item.box, &compare->hits_found[at]))
            compare_fails(compare, "cast_circle: slot %u at %a %a %a %a is hit in another way: t %a, normal %g %g",
                          item.id.slot, (double)entry->item.box.min.x, (double)entry->item.box.min.y,
                          (double)entry->item.box.max.x, (double)entry->item.box.max.y,
                          (double)compare->hits_found[at].t, (double)compare->hits_found[at].normal.x,
                          (double)compare->hits_found[at].normal.y);
    }
    for (size_t i = 0; i < count; i++) {
        size_t *wanted = &compare->wanted[compare->expected[i].id.slot];
        if (*wanted != 0)
            wrong(compare, compare->expected[i], "is not there, or came twice");
        *wanted = 0;
    }
    return compare->why[0] == '\0';
}

bool compare_cast_circle(struct compare *compare, qd_moving_circle moving, qd_query_filter filter,
                         enum ray_answer answer, size_t limit)
{
    const struct way way = { .kind = WAY_CIRCLE, .name = "cast_circle", .circle = moving, .t_max = moving.t_max };
    if (moving.radius == 0) // a ray, or a resting point
        return cast_box(compare, (qd_moving_box){ { moving.center, moving.center }, moving.motion, moving.t_max },
                        filter, answer, limit, way);
    compare__make_room(compare);
    compare->why[0] = '\0';
    const size_t count =
        qd_find_cast_circle(compare->tree, moving, filter, compare->hits_found, compare->oracle->count + 1);
    if (count > compare->oracle->count)
        return compare_fails(compare, "cast_circle: more hits than items");
    compare->expected_count = count;
    return all_hits_are_right(compare, moving, filter, count) && compare__find_hits(compare, &way, filter, limit) &&
           compare__visit_hits(compare, &way, filter, answer, limit);
}
