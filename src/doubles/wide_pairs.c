// Pairs, of one index or between two: trees find candidates, and exact tests let the right ones through.
#include "visitor.h"
#include "wide_tree.h"

#include <quadrille/join.h>

/// What a candidate must pass, and where it goes then.
typedef struct pair_sieve {
    const struct qd_wide *a, *b;
    bool open;
    qd_pair_visitor *visitor;
    void *context;
    uint64_t hits;
} pair_sieve;

static pair_sieve sieve_of(const qd_wide *a, const qd_wide *b, qd_pair_visitor *visitor, void *context)
{
    const pair_sieve sieve = { a, b, a->open || b->open, visitor, context, 0 };
    return sieve;
}

static bool sift_pairs(void *context, const qd_pair *pairs, size_t count)
{
    pair_sieve *self = context;
    qd_pair kept[QD__BATCH];
    size_t some = 0;
    assert(count <= QD__BATCH);
    for (size_t i = 0; i < count; i++) {
        const qd_dbox *a = qd__wide_box(self->a, pairs[i].a.id.slot);
        const qd_dbox *b = qd__wide_box(self->b, pairs[i].b.id.slot);
        kept[some] = pairs[i];
        some += qd__boxes_overlap(a, b, self->open);
    }
    self->hits += some;
    return some == 0 || self->visitor(self->context, kept, some);
}

qd_cost qd_wide_visit_pairs(const qd_wide *wide, qd_pair_visitor *visitor, void *context)
{
    pair_sieve own = sieve_of(wide, wide, visitor, context);
    qd_cost cost = qd_visit_pairs(wide->tree, sift_pairs, &own);
    cost.hits = own.hits;
    return cost;
}

/// A join of indexes with AABBs that do not compare, since their origins differ: each item of the one that has
/// fewer asks the other for a window.
typedef struct windows {
    pair_sieve *sieve;
    const struct qd_wide *few, *many;
    uint64_t changes; ///< Of both when the join began: the visitor must change neither.
    qd_found item;    ///< The one that asks.
    qd_pair batch[QD__BATCH];
    size_t count;
    qd_cost cost;
    bool go_on;
} windows;

static uint64_t changes_of(const windows *self)
{
    return self->few->tree->changes + self->many->tree->changes;
}

static bool flush_pairs(windows *self)
{
    self->go_on = self->go_on && sift_pairs(self->sieve, self->batch, self->count);
    self->count = 0;
    self->go_on = qd__unchanged(self->changes, changes_of(self)) && self->go_on;
    return self->go_on;
}

static bool take_partners(void *context, const qd_found *found, size_t count)
{
    windows *self = context;
    for (size_t i = 0; i < count; i++) {
        const qd_pair first = { self->item, found[i] }, second = { found[i], self->item };
        self->batch[self->count++] = self->few == self->sieve->a ? first : second;
        if (self->count == QD__BATCH && !flush_pairs(self)) {
            return false;
        }
    }
    return true;
}

static bool ask_for_each(void *context, const qd_found *found, size_t count)
{
    windows *self = context;
    for (size_t i = 0; i < count && self->go_on; i++) {
        qd_ditem item;
        self->item = found[i];
        qd_wide_get(self->few, found[i].id, &item);
        const qd_query_filter filter = { item.filter.mask, item.filter.layers, { 0, 0 } };
        const qd_cost cost = qd_wide_visit_box(self->many, item.box, filter, take_partners, self);
        self->cost.nodes += cost.nodes;
        self->cost.tests += cost.tests;
    }
    return self->go_on;
}

static qd_cost join_by_windows(pair_sieve *sieve)
{
    const bool a_has_fewer = qd_wide_count(sieve->a) <= qd_wide_count(sieve->b);
    windows self = { .sieve = sieve,
                     .few = a_has_fewer ? sieve->a : sieve->b,
                     .many = a_has_fewer ? sieve->b : sieve->a,
                     .go_on = true };
    self.changes = changes_of(&self);
    const qd_box everywhere = { { -INFINITY, -INFINITY }, { INFINITY, INFINITY } };
    const qd_query_filter everyone = { 0, 0, { 0, 0 } };
    qd_visit_box(self.few->tree, everywhere, everyone, ask_for_each, &self);
    flush_pairs(&self);
    return self.cost;
}

qd_cost qd_wide_visit_join(const qd_wide *a, const qd_wide *b, qd_pair_visitor *visitor, void *context)
{
    const bool one_origin = a->origin.v[0] == b->origin.v[0] && a->origin.v[1] == b->origin.v[1];
    pair_sieve own = sieve_of(a, b, visitor, context);
    qd_cost cost = one_origin ? qd_visit_join(a->tree, b->tree, sift_pairs, &own) : join_by_windows(&own);
    cost.hits = own.hits;
    return cost;
}
