// The oracle's questions about pairs: of one set of items, within a distance, and between two sets. Each looks at every
// two items whose extents along x come near enough.
#include "oracle_rules.h"
#include <stdlib.h>

static bool below(bool open, double a, double b)
{
    return open ? a < b : a <= b;
}

static bool boxes_meet(bool open, qd_box a, qd_box b)
{
    return below(open, a.min.x, b.max.x) && below(open, b.min.x, a.max.x) && below(open, a.min.y, b.max.y) &&
           below(open, b.min.y, a.max.y);
}

static bool filters_meet(const oracle_entry *a, const oracle_entry *b)
{
    return (a->item.filter.mask & b->item.filter.layers) != 0 && (b->item.filter.mask & a->item.filter.layers) != 0;
}

// How far two extents are apart.
static double apart(double min_a, double max_a, double min_b, double max_b)
{
    double after = min_b - max_a, before = min_a - max_b;
    double most = after > before ? after : before;
    return most > 0 ? most : 0;
}

static double distance_squared(qd_box a, qd_box b)
{
    double x = apart(a.min.x, a.max.x, b.min.x, b.max.x), y = apart(a.min.y, a.max.y, b.min.y, b.max.y);
    return x * x + y * y;
}

static int by_min_x(const void *left, const void *right)
{
    const oracle_entry *a = left, *b = right;
    return a->item.box.min.x < b->item.box.min.x ? -1 : a->item.box.min.x > b->item.box.min.x;
}

// Sorted by their left edges, what comes after the first that is too far to the right need not be looked at.
static void sort(struct oracle *oracle)
{
    if (oracle->count > 0)
        qsort(oracle->entries, oracle->count, sizeof *oracle->entries, by_min_x);
    for (size_t i = 0; i < oracle->count; i++)
        oracle->place[oracle->entries[i].id.slot] = i + 1;
}

static qd_pair pair_of(const oracle_entry *a, const oracle_entry *b)
{
    bool in_order = a->id.slot < b->id.slot;
    qd_pair pair = { found(in_order ? a : b), found(in_order ? b : a) };
    return pair;
}

void oracle_pairs(struct oracle *oracle, qd_query_filter filter, oracle_pair_sink *each, void *context)
{
    bool open = oracle->edges == QD_EDGES_OPEN;
    sort(oracle);
    for (size_t i = 0; i < oracle->count; i++) {
        const oracle_entry *a = &oracle->entries[i];
        for (size_t j = i + 1; j < oracle->count; j++) {
            const oracle_entry *b = &oracle->entries[j];
            if (b->item.box.min.x > a->item.box.max.x)
                break;
            if (!filters_meet(a, b) || (!is_seen(a, filter) && !is_seen(b, filter)) ||
                !boxes_meet(open, a->item.box, b->item.box))
                continue;
            qd_pair pair = pair_of(a, b);
            each(context, &pair, 0);
        }
    }
}

void oracle_pairs_within(struct oracle *oracle, float distance, qd_query_filter filter, oracle_pair_sink *each,
                         void *context)
{
    bool open = oracle->edges == QD_EDGES_OPEN;
    double limit = (double)distance * distance;
    sort(oracle);
    for (size_t i = 0; i < oracle->count && distance >= 0; i++) {
        const oracle_entry *a = &oracle->entries[i];
        for (size_t j = i + 1; j < oracle->count; j++) {
            const oracle_entry *b = &oracle->entries[j];
            if ((double)b->item.box.min.x - a->item.box.max.x > distance)
                break;
            double squared = distance_squared(a->item.box, b->item.box);
            if (!filters_meet(a, b) || (!is_seen(a, filter) && !is_seen(b, filter)) || !below(open, squared, limit))
                continue;
            qd_pair pair = pair_of(a, b);
            double length = sqrt(squared);
            each(context, &pair, length > FLT_MAX ? FLT_MAX : (float)length);
        }
    }
}

void oracle_join(struct oracle *a, struct oracle *b, oracle_pair_sink *each, void *context)
{
    bool open = a->edges == QD_EDGES_OPEN || b->edges == QD_EDGES_OPEN;
    sort(a);
    sort(b);
    for (size_t i = 0; i < a->count; i++) {
        for (size_t j = 0; j < b->count; j++) {
            const oracle_entry *one = &a->entries[i], *other = &b->entries[j];
            if (other->item.box.min.x > one->item.box.max.x)
                break;
            if (!filters_meet(one, other) || !boxes_meet(open, one->item.box, other->item.box))
                continue;
            qd_pair pair = { found(one), found(other) };
            each(context, &pair, 0);
        }
    }
}
