// From bytes to calls: see wide_play.h. What the bytes choose from are places that hurt: steps of doubles that are one
// float, grids on which everything touches, the ends of the doubles and of the floats, and their smallest steps.
#include "wide_play.h"

#include "ledger.h"
#include "wide_join.h"
#include "wide_oracle.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct player {
    struct wide_play *play;
    const uint8_t *data;
    size_t size, at;
    unsigned region; // where places are
    qd_wide *wide;
    struct wide_oracle oracle;
    struct ledger memory;
    qd_id ids[WIDE_MOST]; // of items that live or lived
    size_t id_count;
    uint64_t user;
    qd_found found[WIDE_MOST + 1], wanted[WIDE_MOST];
    size_t found_count;
    bool overflow;
    qd_dnear near[WIDE_MOST + 1], near_wanted[WIDE_MOST];
    qd_dhit hits[WIDE_MOST + 1], hits_wanted[WIDE_MOST];
    qd_pair pairs[WIDE_MOST * WIDE_MOST / 2], pairs_wanted[WIDE_MOST * WIDE_MOST / 2];
    size_t pair_count;
};

static unsigned byte(struct player *p)
{
    return p->at < p->size ? p->data[p->at++] : 0;
}

static bool fail(struct player *p, const char *why)
{
    if (p->play->why[0] == 0)
        snprintf(p->play->why, sizeof p->play->why, "call %zu: %s", p->play->calls, why);
    return false;
}

static double odd_number(unsigned pick)
{
    static const double odd[] = { 0,
                                  -0.0,
                                  DBL_MAX,
                                  -DBL_MAX,
                                  DBL_MAX / 2,
                                  -DBL_MAX / 2,
                                  FLT_MAX,
                                  -FLT_MAX,
                                  3.4028236e38,
                                  -3.5e38,
                                  1e300,
                                  -1e300,
                                  1e39,
                                  -1e39,
                                  DBL_TRUE_MIN,
                                  -DBL_TRUE_MIN,
                                  DBL_MIN,
                                  -DBL_MIN,
                                  1e-310,
                                  FLT_TRUE_MIN,
                                  -FLT_TRUE_MIN,
                                  1e-46,
                                  -1e-46,
                                  1,
                                  -1,
                                  1 + DBL_EPSILON,
                                  1 - DBL_EPSILON,
                                  0.1,
                                  16777217,
                                  1e15,
                                  1e-160,
                                  1e160,
                                  -1e160,
                                  1e154,
                                  3e-162,
                                  1e-150 };
    return odd[pick % (sizeof odd / sizeof *odd)];
}

enum { GRID, STEPS, FAR, ODD, DENORMALS, WIDE_FIELD, FINE, REGIONS };

// One coordinate.
static double place(struct player *p)
{
    const unsigned pick = byte(p), region = pick == 255 ? ODD : p->region;
    switch (region) {
    case GRID:
        return pick % 24;
    case STEPS: // 16 steps of a double from each other, all of them one float
        return 1e7 + (pick % 48) * 0x1p-29;
    case FAR:
        return 2e9 + pick + byte(p) * 1e-6;
    case ODD:
        return odd_number(byte(p));
    case DENORMALS:
        return ((int)(pick % 33) - 16) * DBL_TRUE_MIN;
    case WIDE_FIELD:
        return (pick - 128.0) * 1e5 + byte(p) * 0.37;
    default: // about a point that floats cannot tell from its neighbours
        return 0.1 + (pick % 40) * 0x1p-56;
    }
}

static double length(struct player *p)
{
    const unsigned pick = byte(p);
    static const double units[REGIONS] = { 1, 0x1p-29, 1e-6, 1, DBL_TRUE_MIN, 3e4, 0x1p-56 };
    return pick < 60 ? 0 : (pick % 6) * units[p->region];
}

static qd_dvec2 vec(struct player *p)
{
    const double x = place(p), y = place(p);
    return (qd_dvec2){ x, y };
}

static qd_dbox some_box(struct player *p)
{
    const qd_dvec2 low = vec(p);
    const double width = length(p), height = length(p);
    qd_dbox box = { low, { low.x + width, low.y + height } };
    if (p->region == ODD) {
        const qd_dvec2 other = vec(p);
        box =
            (qd_dbox){ { fmin(low.x, other.x), fmin(low.y, other.y) }, { fmax(low.x, other.x), fmax(low.y, other.y) } };
    }
    const unsigned spoil = byte(p);
    if (spoil == 1)
        box.min.x = NAN;
    if (spoil == 2)
        box.max.y = INFINITY;
    if (spoil == 3)
        box.max.x = box.min.x - 1;
    if (spoil == 4)
        box.min.y = -INFINITY;
    return box;
}

static qd_dbox some_window(struct player *p)
{
    qd_dbox box = some_box(p);
    const unsigned widen = byte(p);
    if (widen < 40)
        box.max.x = INFINITY;
    if (widen > 30 && widen < 70)
        box.min.y = -INFINITY;
    if (widen == 71)
        box.min.x = box.max.x = INFINITY;
    return box;
}

static qd_id some_id(struct player *p)
{
    const unsigned pick = byte(p);
    return p->id_count > 0 && pick < 250 ? p->ids[pick % p->id_count] : (qd_id){ pick, byte(p) };
}

static qd_filter some_filter(struct player *p)
{
    const unsigned pick = byte(p);
    if (pick < 190)
        return (qd_filter){ 0, 0 };
    return (qd_filter){ pick == 190 ? QD_NO_LAYERS : pick & 7, pick == 191 ? QD_NO_LAYERS : pick >> 3 & 7 };
}

static qd_query_filter some_query_filter(struct player *p)
{
    const unsigned pick = byte(p);
    qd_query_filter filter = { 0 };
    if (pick > 200)
        filter = (qd_query_filter){ pick & 7, pick >> 3 & 3, some_id(p) };
    return filter;
}

static qd_ditem some_item(struct player *p)
{
    const qd_dbox box = some_box(p);
    return (qd_ditem){ box, p->user++, some_filter(p) };
}

static qd_result judge(const qd_ditem *item)
{
    const bool good = wide_oracle_is_valid(item->box) && item->filter.layers != QD_NO_LAYERS;
    return good ? QD_OK : QD_BAD_VALUE;
}

static bool take_id(struct player *p, qd_id id, qd_ditem item)
{
    for (size_t i = 0; i < p->id_count; i++)
        if (qd_id_equal(p->ids[i], id))
            return fail(p, "an id came twice");
    p->ids[p->id_count < WIDE_MOST ? p->id_count++ : item.user % WIDE_MOST] = id;
    wide_oracle_add(&p->oracle, id, item);
    return true;
}

static bool insert(struct player *p)
{
    const qd_ditem item = some_item(p);
    if (p->oracle.count + 1 > WIDE_MOST)
        return true;
    const uint64_t refused = p->memory.refused;
    const qd_id id = qd_wide_insert(p->wide, item);
    if (judge(&item) != QD_OK)
        return qd_id_is_null(id) || fail(p, "a bad item went in");
    if (qd_id_is_null(id))
        return p->memory.refused > refused || fail(p, "a good item did not go in");
    return take_id(p, id, item);
}

static bool insert_many(struct player *p)
{
    enum { MOST = 48 };
    qd_ditem items[MOST];
    qd_id ids[MOST];
    const size_t count = byte(p) % MOST;
    size_t bad = 77, first_bad = 77;
    qd_result wanted = QD_OK;
    for (size_t i = 0; i < count; i++)
        items[i] = some_item(p);
    if (p->oracle.count + count > WIDE_MOST)
        return true;
    for (size_t i = count; i-- > 0;)
        if (judge(&items[i]) != QD_OK) {
            wanted = QD_BAD_VALUE;
            first_bad = i;
        }
    const uint64_t refused = p->memory.refused;
    const qd_result result = qd_wide_insert_many(p->wide, items, count, ids, &bad);
    bool good =
        result == QD_NO_MEMORY ? p->memory.refused > refused && bad == 77 : result == wanted && bad == first_bad;
    for (size_t i = 0; i < count && good; i++) {
        if (result == QD_NO_MEMORY || judge(&items[i]) != QD_OK)
            good = qd_id_is_null(ids[i]);
        else
            good = !qd_id_is_null(ids[i]) && take_id(p, ids[i], items[i]);
    }
    return good || fail(p, "insert_many");
}

static bool move(struct player *p)
{
    const qd_id id = some_id(p);
    const qd_dbox box = some_box(p);
    wide_entry *entry = wide_oracle_entry(&p->oracle, id);
    const qd_result wanted = !entry ? QD_STALE_ID : wide_oracle_is_valid(box) ? QD_OK : QD_BAD_VALUE;
    if (wanted == QD_OK)
        entry->item.box = box;
    return qd_wide_move(p->wide, id, box) == wanted || fail(p, "move");
}

static bool move_many(struct player *p)
{
    enum { MOST = 96 };
    qd_id ids[MOST];
    qd_dbox boxes[MOST];
    const bool all = byte(p) % 2 == 0;
    const size_t count = all ? (p->oracle.count < MOST ? p->oracle.count : MOST) : byte(p) % MOST;
    size_t bad = 77, first_bad = 77;
    qd_result wanted = QD_OK;
    for (size_t i = 0; i < count; i++) {
        ids[i] = all ? p->oracle.entries[i].id : some_id(p);
        boxes[i] = some_box(p);
    }
    for (size_t i = 0; i < count; i++) {
        wide_entry *entry = wide_oracle_entry(&p->oracle, ids[i]);
        const qd_result one = !entry ? QD_STALE_ID : wide_oracle_is_valid(boxes[i]) ? QD_OK : QD_BAD_VALUE;
        if (one == QD_OK)
            entry->item.box = boxes[i];
        if (one != QD_OK && wanted == QD_OK) {
            wanted = one;
            first_bad = i;
        }
    }
    return (qd_wide_move_many(p->wide, ids, boxes, count, &bad) == wanted && bad == first_bad) || fail(p, "move_many");
}

static bool remove_some(struct player *p)
{
    qd_id ids[16];
    const size_t count = byte(p) % 16;
    size_t bad = 77, first_bad = 77;
    for (size_t i = 0; i < count; i++) {
        ids[i] = some_id(p);
        if (wide_oracle_entry(&p->oracle, ids[i]))
            wide_oracle_remove(&p->oracle, ids[i]);
        else if (first_bad == 77)
            first_bad = i;
    }
    const qd_result wanted = first_bad == 77 ? QD_OK : QD_STALE_ID;
    if (count == 1)
        return qd_wide_remove(p->wide, ids[0]) == wanted || fail(p, "remove");
    return (qd_wide_remove_many(p->wide, ids, count, &bad) == wanted && bad == first_bad) || fail(p, "remove_many");
}

static bool same_box(qd_dbox a, qd_dbox b)
{
    return a.min.x == b.min.x && a.min.y == b.min.y && a.max.x == b.max.x && a.max.y == b.max.y;
}

static bool change_item(struct player *p)
{
    const qd_id id = some_id(p);
    const qd_filter filter = some_filter(p);
    wide_entry *entry = wide_oracle_entry(&p->oracle, id);
    const qd_result wanted = entry ? QD_OK : QD_STALE_ID;
    const qd_result wanted_filter = entry && filter.layers == QD_NO_LAYERS ? QD_BAD_VALUE : wanted;
    if (entry)
        entry->item.user = p->user;
    const uint64_t refused = p->memory.refused;
    const qd_result result = qd_wide_set_filter(p->wide, id, filter);
    if (result == QD_OK && entry)
        entry->item.filter = wide_oracle_filter(filter);
    if (result != wanted_filter && !(result == QD_NO_MEMORY && wanted_filter == QD_OK && p->memory.refused > refused))
        return fail(p, "set_filter");
    if (qd_wide_set_user(p->wide, id, p->user++) != wanted)
        return fail(p, "set_user");
    qd_ditem item;
    if (qd_wide_get(p->wide, id, &item) != (entry != NULL) || qd_wide_contains(p->wide, id) != (entry != NULL))
        return fail(p, "get or contains");
    return !entry ||
           (same_box(item.box, entry->item.box) && item.user == entry->item.user &&
            item.filter.layers == entry->item.filter.layers && item.filter.mask == entry->item.filter.mask) ||
           fail(p, "what get tells");
}

static bool collect(void *context, const qd_found *items, size_t count)
{
    struct player *p = context;
    p->overflow |= count == 0 || p->found_count + count > WIDE_MOST;
    for (size_t i = 0; i < count && !p->overflow; i++)
        p->found[p->found_count++] = items[i];
    return !p->overflow;
}

static int by_slot(const void *a, const void *b)
{
    const uint32_t p = ((const qd_found *)a)->id.slot, q = ((const qd_found *)b)->id.slot;
    return (p > q) - (p < q);
}

static bool same_found(const qd_found *a, const qd_found *b)
{
    return qd_id_equal(a->id, b->id) && a->user == b->user;
}

// Are the items found those wanted, or as many of them as there was room for?
static bool compare_found(struct player *p, size_t wanted, size_t capacity, const char *why)
{
    p->play->answers += wanted;
    if (p->overflow || p->found_count != (wanted < capacity ? wanted : capacity))
        return fail(p, why);
    qsort(p->found, p->found_count, sizeof *p->found, by_slot);
    size_t k = 0;
    for (size_t i = 0; i < p->found_count; i++, k++) {
        while (k < wanted && p->wanted[k].id.slot < p->found[i].id.slot)
            k++;
        if (k == wanted || !same_found(&p->found[i], &p->wanted[k]))
            return fail(p, why);
    }
    return true;
}

static bool ask_place(struct player *p)
{
    const unsigned kind = byte(p) % 3, pick = byte(p);
    const bool visit = pick % 2 == 0;
    const size_t capacity = visit ? WIDE_MOST : pick < 128 ? WIDE_MOST : pick / 2 % 8;
    const qd_dbox window = some_window(p);
    const qd_dvec2 at = vec(p);
    const double radius = pick == 200   ? INFINITY
                          : pick == 201 ? NAN
                          : pick == 202 ? -1
                                        : length(p) + (pick == 203 ? 1e300 : 0);
    const qd_query_filter filter = some_query_filter(p);
    qd_cost cost = { 0, 0, 0 };
    p->found_count = 0;
    p->overflow = false;
    size_t wanted;
    if (kind == 0) {
        wanted = wide_oracle_box(&p->oracle, window, filter, p->wanted);
        if (visit)
            cost = qd_wide_visit_box(p->wide, window, filter, collect, p);
        else
            p->found_count = qd_wide_find_box(p->wide, window, filter, p->found, capacity);
    } else if (kind == 1) {
        wanted = wide_oracle_box(&p->oracle, (qd_dbox){ at, at }, filter, p->wanted);
        if (visit)
            cost = qd_wide_visit_point(p->wide, at, filter, collect, p);
        else
            p->found_count = qd_wide_find_point(p->wide, at, filter, p->found, capacity);
    } else {
        wanted = wide_oracle_circle(&p->oracle, at, radius, filter, p->wanted);
        if (visit)
            cost = qd_wide_visit_circle(p->wide, at, radius, filter, collect, p);
        else
            p->found_count = qd_wide_find_circle(p->wide, at, radius, filter, p->found, capacity);
    }
    if (visit && cost.hits != wanted)
        return fail(p, "hits of a box, point or circle");
    return compare_found(p, wanted, capacity, kind == 0 ? "box" : kind == 1 ? "point" : "circle");
}

// Visitors of the nearest and of rays. What they are told must be no farther than they last asked for.
enum cutting { CUT_NOT, CUT_HERE, CUT_HALF, CUTTINGS };
struct cutter {
    struct player *p;
    enum cutting how;
    double cut;
    size_t count;
};

static double cut_to(struct cutter *c, double key)
{
    c->p->overflow |= !(key <= c->cut);
    const double wanted = c->how == CUT_NOT ? INFINITY : c->how == CUT_HERE ? key : key / 2;
    c->cut = wanted < c->cut ? wanted : c->cut;
    return wanted;
}

static double take_near(void *context, const qd_dnear *near)
{
    struct cutter *c = context;
    if (c->count < WIDE_MOST)
        c->p->near[c->count] = *near;
    c->count++;
    return cut_to(c, near->distance);
}

static bool same_near(const qd_dnear *a, const qd_dnear *b)
{
    return same_found(&a->item, &b->item) && a->distance == b->distance;
}

static bool visit_near(struct player *p, qd_dvec2 at, double most, qd_query_filter filter, size_t wanted)
{
    struct cutter c = { p, (enum cutting)(byte(p) % CUTTINGS), most, 0 };
    p->overflow = false;
    const qd_cost cost = qd_wide_visit_near(p->wide, at, most, filter, take_near, &c);
    bool good = !p->overflow && cost.hits == c.count && c.count <= wanted && (c.count > 0) == (wanted > 0);
    good = good && (c.how != CUT_NOT || c.count == wanted);
    size_t first = 0;
    for (size_t i = 0; i < c.count && good; i++) {
        size_t k = 0;
        while (k < wanted && !same_near(&p->near[i], &p->near_wanted[k]))
            k++;
        good = k < wanted;
        first += p->near[i].distance == p->near_wanted[0].distance;
        for (size_t j = 0; j < i; j++)
            good = good && !qd_id_equal(p->near[i].item.id, p->near[j].item.id);
    }
    size_t tied = 0;
    while (tied < wanted && p->near_wanted[tied].distance == p->near_wanted[0].distance)
        tied++;
    return (good && (c.how == CUT_HALF || first == tied)) || fail(p, "visit_near");
}

static bool ask_near(struct player *p)
{
    const unsigned pick = byte(p);
    const qd_dvec2 at = vec(p);
    const double most = pick < 100    ? INFINITY
                        : pick == 100 ? DBL_MAX
                        : pick == 101 ? NAN
                        : pick == 102 ? -1
                                      : length(p);
    const qd_query_filter filter = some_query_filter(p);
    const size_t wanted = wide_oracle_near(&p->oracle, at, most, filter, p->near_wanted);
    const size_t capacity = pick % 3 == 0 ? WIDE_MOST : pick % 20;
    const size_t count = qd_wide_find_near(p->wide, at, most, filter, p->near, capacity);
    p->play->answers += count;
    if (count != (wanted < capacity ? wanted : capacity))
        return fail(p, "how many are near");
    for (size_t i = 0; i < count; i++)
        if (!same_near(&p->near[i], &p->near_wanted[i]))
            return fail(p, "find_near");
    return visit_near(p, at, most, filter, wanted);
}

static double take_hit(void *context, const qd_dhit *hit)
{
    struct cutter *c = context;
    if (c->count < WIDE_MOST)
        c->p->hits[c->count] = *hit;
    c->count++;
    return cut_to(c, hit->t);
}

static bool same_hit(const qd_dhit *a, const qd_dhit *b)
{
    return same_found(&a->item, &b->item) && a->t == b->t && a->point.x == b->point.x && a->point.y == b->point.y &&
           a->normal.x == b->normal.x && a->normal.y == b->normal.y;
}

static bool visit_ray(struct player *p, qd_dray ray, qd_query_filter filter, size_t wanted)
{
    struct cutter c = { p, (enum cutting)(byte(p) % CUTTINGS), ray.t_max, 0 };
    p->overflow = false;
    const qd_cost cost = qd_wide_visit_ray(p->wide, ray, filter, take_hit, &c);
    bool good = !p->overflow && cost.hits == c.count && c.count <= wanted && (c.count > 0) == (wanted > 0);
    good = good && (c.how != CUT_NOT || c.count == wanted);
    bool first = wanted == 0 || c.how == CUT_HALF;
    for (size_t i = 0; i < c.count && good; i++) {
        size_t k = 0;
        while (k < wanted && !same_hit(&p->hits[i], &p->hits_wanted[k]))
            k++;
        good = k < wanted;
        first |= p->hits[i].t == p->hits_wanted[0].t;
        for (size_t j = 0; j < i; j++)
            good = good && !qd_id_equal(p->hits[i].item.id, p->hits[j].item.id);
    }
    return (good && first) || fail(p, "visit_ray");
}

static bool ask_ray(struct player *p)
{
    const unsigned pick = byte(p);
    const qd_dvec2 from = vec(p), to = vec(p);
    qd_dray ray = pick % 2 ? qd_dray_between(from, to) : qd_dray_toward(from, to);
    if (pick % 7 == 0)
        ray.direction.x = 0;
    if (pick % 7 == 1)
        ray.direction = (qd_dvec2){ (int)(pick % 5) - 2, (int)(pick / 5 % 5) - 2 };
    if (pick > 240)
        ray.t_max = odd_number(byte(p));
    const qd_query_filter filter = some_query_filter(p);
    const size_t wanted = wide_oracle_ray(&p->oracle, ray, filter, p->hits_wanted);
    const size_t capacity = pick % 3 == 0 ? WIDE_MOST : pick % 20;
    const size_t count = qd_wide_find_ray(p->wide, ray, filter, p->hits, capacity);
    p->play->answers += count;
    if (count != (wanted < capacity ? wanted : capacity))
        return fail(p, "how many a ray hits");
    for (size_t i = 0; i < count; i++)
        if (!same_hit(&p->hits[i], &p->hits_wanted[i]))
            return fail(p, "find_ray");
    return visit_ray(p, ray, filter, wanted);
}

static bool collect_pairs(void *context, const qd_pair *pairs, size_t count)
{
    struct player *p = context;
    p->overflow |= count == 0 || p->pair_count + count > sizeof p->pairs / sizeof *p->pairs;
    for (size_t i = 0; i < count && !p->overflow; i++)
        p->pairs[p->pair_count++] = pairs[i];
    return !p->overflow;
}

static int by_slots(const void *a, const void *b)
{
    const qd_pair *p = a, *q = b;
    const int first = by_slot(&p->a, &q->a);
    return first ? first : by_slot(&p->b, &q->b);
}

static bool ask_pairs(struct player *p)
{
    const size_t wanted = wide_oracle_pairs(&p->oracle, p->pairs_wanted);
    p->pair_count = 0;
    p->overflow = false;
    const qd_cost cost = qd_wide_visit_pairs(p->wide, collect_pairs, p);
    p->play->answers += wanted;
    if (p->overflow || p->pair_count != wanted || cost.hits != wanted)
        return fail(p, "how many pairs");
    qsort(p->pairs, wanted, sizeof *p->pairs, by_slots);
    for (size_t i = 0; i < wanted; i++)
        if (!same_found(&p->pairs[i].a, &p->pairs_wanted[i].a) || !same_found(&p->pairs[i].b, &p->pairs_wanted[i].b))
            return fail(p, "pairs");
    if (p->play->calls % 8 != 0 && p->at < p->size) // four more indexes are made of it each time
        return true;
    const char *wrong = wide_join_check(p->wide, &p->oracle);
    return wrong == NULL || fail(p, wrong);
}

static bool ask_all(struct player *p)
{
    if (qd_wide_count(p->wide) != p->oracle.count || !same_box(qd_wide_bounds(p->wide), wide_oracle_bounds(&p->oracle)))
        return fail(p, "count or bounds");
    if (qd_tree_count(qd_wide_tree(p->wide)) != p->oracle.count)
        return fail(p, "the tree inside");
    if (qd_wide_stats(p->wide).bytes != p->memory.bytes || qd_wide_stats(p->wide).items != p->oracle.count)
        return fail(p, "stats");
    return qd_wide_check(p->wide) || fail(p, "check");
}

static bool reorder(struct player *p)
{
    const unsigned pick = byte(p);
    if (pick < 20) {
        qd_wide_clear(p->wide);
        p->oracle.count = 0;
    } else if (pick < 140) {
        const uint64_t refused = p->memory.refused;
        const qd_result result = qd_wide_rebuild(p->wide);
        return result == QD_OK || (result == QD_NO_MEMORY && p->memory.refused > refused) || fail(p, "rebuild");
    } else {
        p->region = pick % REGIONS;
    }
    return true;
}

static bool call(struct player *p)
{
    static bool (*const calls[])(struct player *) = { insert,    insert,      insert_many, move,      move,
                                                      move_many, remove_some, change_item, reorder,   ask_place,
                                                      ask_place, ask_near,    ask_ray,     ask_pairs, ask_all };
    p->play->calls++;
    return calls[byte(p) % (sizeof calls / sizeof *calls)](p);
}

static bool begin(struct player *p)
{
    const unsigned pick = byte(p);
    qd_wide_def def = { .edges = pick % 2 ? QD_EDGES_OPEN : QD_EDGES_CLOSED,
                        .leaf_capacity = pick % 3 == 0 ? 0 : (int)(pick % 9) + 1,
                        .reserve = pick % 5 == 0 ? 300 : 0,
                        .allocator = ledger_allocator(&p->memory) };
    p->region = byte(p) % REGIONS;
    const unsigned world = byte(p) % 5;
    if (world == 1)
        def.world = qd_dbox_xywh(1e7, 1e7, 1, 1);
    if (world == 2)
        def.world = qd_dbox_xywh(-DBL_MAX, -DBL_MAX, DBL_MAX, DBL_MAX);
    if (world == 3)
        def.world = qd_dbox_xywh(0, 0, 16 * DBL_TRUE_MIN, 0);
    p->oracle.edges = def.edges;
    p->wide = qd_wide_create(&def);
    return p->wide != NULL;
}

bool wide_play(struct wide_play *play, const uint8_t *data, size_t size, uint64_t refuse, bool later)
{
    struct player *p = calloc(1, sizeof *p);
    memset(play, 0, sizeof *play);
    if (!p)
        return fail(&(struct player){ .play = play }, "no memory for the test itself");
    p->play = play;
    p->data = data;
    p->size = size;
    ledger_refuse(&p->memory, refuse, later);
    bool good = begin(p);
    if (!good && p->memory.refused == 0)
        fail(p, "create");
    while (good && p->at < p->size)
        good = call(p);
    if (good && ask_all(p))
        ask_pairs(p);
    qd_wide_destroy(p->wide);
    if (p->memory.bytes != 0 || p->memory.complaint)
        fail(p, p->memory.complaint ? p->memory.complaint : "memory was not given back");
    free(p);
    return play->why[0] == 0;
}
