// Which two. Sorted by their left edges, what comes after the first item that is too far to the right need not be
// looked at.
#include "distance.h"
#include "state.h"

#include <math.h>
#include <stdlib.h>

static int by_min_x(const void *left, const void *right)
{
    const qd__oracle_placed *a = (const qd__oracle_placed *)left, *b = (const qd__oracle_placed *)right;
    const double x = a->box.min.x, y = b->box.min.x;
    return x < y ? -1 : x > y;
}

static size_t sort(const qd_oracle *oracle)
{
    size_t count = 0;
    for (size_t slot = 0; slot < oracle->slots; slot++)
        if (oracle->entries[slot].id != 0)
            oracle->sorted[count++] = (qd__oracle_placed){ oracle->entries[slot].item.box, &oracle->entries[slot] };
    if (count > 0)
        qsort(oracle->sorted, count, sizeof *oracle->sorted, by_min_x);
    return count;
}

/// A question about pairs, and what takes them.
struct search {
    qd_pair_query query;
    qd_precision precision; ///< The arithmetic's: double where either oracle is.
    bool open, two;
    bool foreign; ///< The second oracle is another one.
    qd_pair_visitor *visit;
    void *context;
    bool stopped;
};

/// The item to ignore is one of the first tree; so it is both times where that is compared with itself.
static bool is_seen(const struct search *search, const qd__oracle_entry *a, const qd__oracle_entry *b)
{
    const qd_pair_query *query = &search->query;
    return qd__oracle_sees(query->filter, query->ignore, a) ||
           qd__oracle_sees(query->filter, search->foreign ? 0 : query->ignore, b);
}

/// Pairs farther apart than doubles can say count as DBL_MAX apart, which may be near enough.
static bool is_beyond(const struct search *search, double gap)
{
    return search->query.distance < DBL_MAX && gap > search->query.distance;
}

/// Is b farther to the right of a than is asked about? And above it?
static bool lies_right(const struct search *search, const qd__oracle_placed *a, const qd__oracle_placed *b)
{
    return is_beyond(search, b->box.min.x - a->box.max.x);
}

static bool is_above(const struct search *search, const qd__oracle_placed *a, const qd__oracle_placed *b)
{
    return is_beyond(search, b->box.min.y - a->box.max.y);
}

static void try_pair(struct search *search, const qd__oracle_placed *p, const qd__oracle_placed *q)
{
    if (is_above(search, p, q) || is_above(search, q, p) || lies_right(search, q, p))
        return;
    const double limit = search->query.distance;
    const qd__oracle_entry *a = p->entry, *b = q->entry;
    const qd_filter f = a->item.filter, g = b->item.filter;
    const uint32_t all = 0x7fffffffu;
    if ((f.mask & g.layers & all) == 0 || (g.mask & f.layers & all) == 0 || !is_seen(search, a, b))
        return;
    const double key = qd__oracle_distance_key(search->precision, p->box, q->box);
    if (limit == 0 ? !qd__oracle_overlap(search->open, p->box, q->box)
                   : !qd__oracle_below(search->open, key, qd__oracle_key_of(search->precision, limit)))
        return;
    const bool in_order = search->two || qd_id_slot(a->id) < qd_id_slot(b->id);
    const qd_pair pair = { qd__oracle_told_entry(in_order ? a : b), qd__oracle_told_entry(in_order ? b : a) };
    const double distance = qd__oracle_distance_of(search->precision, key);
    search->stopped = search->visit(search->context, &pair, &distance, 1) == QD_STOP;
}

static void pairs_within(struct search *search, const qd_oracle *oracle)
{
    const size_t count = sort(oracle);
    const qd__oracle_placed *sorted = oracle->sorted;
    for (size_t i = 0; i < count && !search->stopped; i++)
        for (size_t j = i + 1; j < count && !search->stopped && !lies_right(search, &sorted[i], &sorted[j]); j++)
            try_pair(search, &sorted[i], &sorted[j]);
}

/// Items of the other oracle that end too far to the left of one are so for all that begin after it.
static void pairs_between(struct search *search, const qd_oracle *oracle, const qd_oracle *other)
{
    const size_t count = sort(oracle), others = sort(other);
    const qd__oracle_placed *a = oracle->sorted, *b = other->sorted;
    size_t first = 0;
    for (size_t i = 0; i < count && !search->stopped; i++) {
        while (first < others && lies_right(search, &b[first], &a[i]))
            first++;
        for (size_t j = first; j < others && !search->stopped && !lies_right(search, &a[i], &b[j]); j++)
            try_pair(search, &a[i], &b[j]);
    }
}

void qd_oracle_visit_pairs(const qd_oracle *oracle, const qd_oracle *other, const qd_pair_query *query,
                           qd_pair_visitor *visit, void *context)
{
    const qd_pair_query everything = { .distance = 0 };
    const bool precise = oracle->precision == QD_DOUBLE || (other && other->precision == QD_DOUBLE);
    struct search search = { .query = query ? *query : everything,
                             .precision = precise ? QD_DOUBLE : QD_FLOAT,
                             .open = oracle->edges == QD_OPEN || (other && other->edges == QD_OPEN),
                             .two = other != NULL,
                             .foreign = other && other != oracle,
                             .visit = visit,
                             .context = context };
    search.query.distance = precise ? search.query.distance : (double)((float)search.query.distance + 0.0f);
    if (!(search.query.distance >= 0))
        return;
    if (other)
        pairs_between(&search, oracle, other);
    else
        pairs_within(&search, oracle);
}

/// The least `capacity` of what has come, as a heap: the greatest is at its top.
struct heap {
    qd_pair *pairs;
    double *distances;
    size_t count, capacity, total;
};

static bool is_less(qd_pair a, qd_pair b)
{
    const uint32_t p = qd_id_slot(a.a.id), q = qd_id_slot(b.a.id);
    return p != q ? p < q : qd_id_slot(a.b.id) < qd_id_slot(b.b.id);
}

static void swap(struct heap *heap, size_t i, size_t j)
{
    const qd_pair pair = heap->pairs[i];
    heap->pairs[i] = heap->pairs[j];
    heap->pairs[j] = pair;
    if (heap->distances) {
        const double distance = heap->distances[i];
        heap->distances[i] = heap->distances[j];
        heap->distances[j] = distance;
    }
}

static void sink(struct heap *heap, size_t at, size_t count)
{
    for (size_t child = 2 * at + 1; child < count; child = 2 * at + 1) {
        child += child + 1 < count && is_less(heap->pairs[child], heap->pairs[child + 1]);
        if (!is_less(heap->pairs[at], heap->pairs[child]))
            return;
        swap(heap, at, child);
        at = child;
    }
}

static void put(struct heap *heap, size_t at, const qd_pair *pair, double distance)
{
    heap->pairs[at] = *pair;
    if (heap->distances)
        heap->distances[at] = distance;
}

static qd_flow keep(void *context, const qd_pair *pairs, const double *distances, size_t count)
{
    struct heap *heap = (struct heap *)context;
    heap->total += count;
    if (heap->count < heap->capacity) {
        size_t at = heap->count++;
        put(heap, at, pairs, *distances);
        for (; at > 0 && is_less(heap->pairs[(at - 1) / 2], heap->pairs[at]); at = (at - 1) / 2)
            swap(heap, at, (at - 1) / 2);
    } else if (heap->capacity > 0 && is_less(*pairs, heap->pairs[0])) {
        put(heap, 0, pairs, *distances);
        sink(heap, 0, heap->count);
    }
    return QD_CONTINUE;
}

size_t qd_oracle_find_pairs(const qd_oracle *oracle, const qd_oracle *other, const qd_pair_query *query, qd_pair *out,
                            double *distances, size_t capacity, size_t *total)
{
    struct heap heap = { .pairs = out, .capacity = capacity };
    heap.distances = distances;
    qd_oracle_visit_pairs(oracle, other, query, keep, &heap);
    for (size_t end = heap.count; end > 1; end--) {
        swap(&heap, 0, end - 1);
        sink(&heap, 0, end - 1);
    }
    if (total)
        *total = heap.total;
    return heap.count;
}
