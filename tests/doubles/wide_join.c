// Joins: see wide_join.h.
#include "wide_join.h"

#include <stdlib.h>

typedef struct taker {
    qd_pair *at;
    size_t count, room, most; // most: after so many it has enough
    bool spoilt;
} taker;

static bool take(void *context, const qd_pair *pairs, size_t count)
{
    taker *self = context;
    self->spoilt |= count == 0 || count > self->room - self->count || self->count >= self->most;
    for (size_t i = 0; i < count && !self->spoilt; i++)
        self->at[self->count++] = pairs[i];
    return !self->spoilt && self->count < self->most;
}

static int by_slots(const void *a, const void *b)
{
    const qd_pair *p = a, *q = b;
    if (p->a.id.slot != q->a.id.slot)
        return p->a.id.slot < q->a.id.slot ? -1 : 1;
    return (p->b.id.slot > q->b.id.slot) - (p->b.id.slot < q->b.id.slot);
}

static bool same(const qd_found *a, const qd_found *b)
{
    return qd_id_equal(a->id, b->id) && a->user == b->user;
}

// What is wrong with the pairs that came, or NULL.
static const char *compare(taker *got, const qd_pair *wanted, size_t count, uint64_t hits)
{
    if (got->spoilt || got->count != count || hits != count)
        return "how many pairs a join finds";
    qsort(got->at, count, sizeof *got->at, by_slots);
    for (size_t i = 0; i < count; i++)
        if (!same(&got->at[i].a, &wanted[i].a) || !same(&got->at[i].b, &wanted[i].b))
            return "join";
    return NULL;
}

static const char *check(const qd_wide *a, const struct wide_oracle *of_a, const qd_wide *b,
                         const struct wide_oracle *of_b)
{
    const size_t room = of_a->count * of_b->count + 1;
    qd_pair *wanted = calloc(room, sizeof *wanted), *at = calloc(room, sizeof *at);
    const char *wrong = "no memory for the test itself";
    if (wanted != NULL && at != NULL) {
        const size_t count = wide_oracle_join(of_a, of_b, wanted);
        taker all = { at, 0, room, SIZE_MAX, false }, one = { at, 0, room, 1, false };
        const uint64_t hits = qd_wide_visit_join(a, b, take, &all).hits;
        wrong = compare(&all, wanted, count, hits);
        qd_wide_visit_join(a, b, take, &one);
        if (wrong == NULL && (one.spoilt || (one.count == 0) != (count == 0)))
            wrong = "a join whose visitor has enough";
    }
    free(wanted);
    free(at);
    return wrong;
}

// Every item, or each third, in an index of its own.
static qd_wide *part_of(const struct wide_oracle *oracle, const qd_wide_def *def, size_t step, struct wide_oracle *part)
{
    qd_wide *wide = qd_wide_create(def);
    part->edges = def->edges;
    for (size_t i = 0; wide != NULL && i < oracle->count; i += step) {
        const qd_id id = qd_wide_insert(wide, oracle->entries[i].item);
        if (!qd_id_is_null(id))
            wide_oracle_add(part, id, oracle->entries[i].item);
    }
    return wide;
}

static const char *check_with(const qd_wide *wide, const struct wide_oracle *oracle, const qd_wide_def *def,
                              size_t step)
{
    struct wide_oracle *part = calloc(1, sizeof *part);
    qd_wide *other = part != NULL ? part_of(oracle, def, step, part) : NULL;
    const char *wrong = "no other index to join with";
    if (other != NULL)
        wrong = check(wide, oracle, other, part);
    if (other != NULL && wrong == NULL)
        wrong = check(other, part, wide, oracle);
    qd_wide_destroy(other);
    free(part);
    return wrong;
}

// Half of the side of a square about zero and a place, whose middle is that place.
static double half_of(double at)
{
    const double size = at < 0 ? -at : at;
    return size == 0 ? 1 : size;
}

const char *wide_join_check(const qd_wide *wide, const struct wide_oracle *oracle)
{
    const qd_dvec2 origin = qd_wide_origin(wide);
    const qd_edges other = oracle->edges == QD_EDGES_OPEN ? QD_EDGES_CLOSED : QD_EDGES_OPEN;
    qd_wide_def same_origin = { .edges = oracle->edges, .leaf_capacity = 2 }, learnt = { .edges = oracle->edges };
    same_origin.world = qd_dbox_around(origin, half_of(origin.x), half_of(origin.y));
    if (!wide_oracle_is_valid(same_origin.world))
        same_origin = learnt;
    const char *wrong = check(wide, oracle, wide, oracle);
    wrong = wrong != NULL ? wrong : check_with(wide, oracle, &same_origin, 3);
    same_origin.edges = learnt.edges = other;
    wrong = wrong != NULL ? wrong : check_with(wide, oracle, &same_origin, 1);
    wrong = wrong != NULL ? wrong : check_with(wide, oracle, &learnt, 3);
    learnt.world = qd_dbox_xywh(-3, 5, 1e9, 1e9);
    learnt.edges = oracle->edges;
    return wrong != NULL ? wrong : check_with(wide, oracle, &learnt, 1);
}
