// Which items first: nearest, and what a shape that moves hits. All answers are written down and sorted.
#include "distance.h"
#include "impact.h"

#include <math.h>
#include <stdlib.h>

static double clamped(double x, double min, double max)
{
    return x < min ? min : x > max ? max : x;
}

static bool nearest_hit(const qd_oracle *oracle, const qd_ranked *ranked, qd_box item, qd__oracle_scored *out)
{
    const qd_box from = ranked->shape.box;
    out->key = qd__oracle_distance_key(oracle->precision, item, from);
    if (!(out->key <= qd__oracle_key_of(oracle->precision, ranked->limit)))
        return false;
    out->hit = (qd_hit){ .distance = qd__oracle_distance_of(oracle->precision, out->key) };
    out->hit.point.x = clamped(from.min.x, item.min.x, item.max.x);
    out->hit.point.y = clamped(from.min.y, item.min.y, item.max.y);
    return true;
}

static bool is_circle(const qd_ranked *ranked)
{
    return ranked->rank == QD_CAST && ranked->shape.type == QD_CIRCLE && ranked->shape.radius > 0;
}

static bool hit_of(const qd_oracle *oracle, const qd_ranked *ranked, const qd__oracle_entry *entry,
                   qd__oracle_scored *out)
{
    const qd_box item = entry->item.box;
    if (entry->id == 0 || !qd__oracle_sees(ranked->filter, ranked->ignore, entry))
        return false;
    if (ranked->rank == QD_NEAREST) {
        if (!nearest_hit(oracle, ranked, item, out))
            return false;
    } else if (!(is_circle(ranked) ? qd__oracle_circle_hit(oracle, ranked, item, out)
                                   : qd__oracle_box_hit(oracle, ranked, item, out))) {
        return false;
    }
    out->hit.item = qd__oracle_told_entry(entry);
    out->hit.t = qd__oracle_told(oracle, out->hit.t);
    out->hit.point.x = qd__oracle_told(oracle, out->hit.point.x);
    out->hit.point.y = qd__oracle_told(oracle, out->hit.point.y);
    return true;
}

static int by_key_then_slot(const void *left, const void *right)
{
    const qd__oracle_scored *a = (const qd__oracle_scored *)left, *b = (const qd__oracle_scored *)right;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return qd_id_slot(a->hit.item.id) < qd_id_slot(b->hit.item.id) ? -1 : 1;
}

qd_result qd_oracle_check_ranked(const qd_oracle *oracle, const qd_ranked *ranked)
{
    qd_ranked own;
    return ranked && qd__oracle_ranked_of(oracle, ranked, &own) ? QD_OK : QD_BAD_VALUE;
}

size_t qd_oracle_find_ranked(const qd_oracle *oracle, const qd_ranked *ranked, qd_hit *out, size_t capacity,
                             size_t *total)
{
    qd_ranked own;
    size_t count = 0;
    const bool good = ranked && qd__oracle_ranked_of(oracle, ranked, &own);
    for (size_t slot = 0; good && slot < oracle->slots; slot++)
        count += hit_of(oracle, &own, &oracle->entries[slot], &oracle->scored[count]);
    if (count > 0)
        qsort(oracle->scored, count, sizeof *oracle->scored, by_key_then_slot);
    if (total)
        *total = count;
    const size_t written = count < capacity ? count : capacity;
    for (size_t i = 0; i < written; i++)
        out[i] = oracle->scored[i].hit;
    return written;
}

static bool same_vec(qd_vec2 a, qd_vec2 b)
{
    return a.x == b.x && a.y == b.y;
}

/// Is this a point of the item that is as close as any? Where box and item overlap on an axis, any that they share.
static bool is_closest(double at, double min, double max, double from_min, double from_max)
{
    const double low = min > from_min ? min : from_min, high = max < from_max ? max : from_max;
    return low <= high ? at >= low && at <= high : at == (max < from_min ? max : min);
}

static bool accepts_near(const qd_ranked *ranked, qd_box item, const qd_hit *hit, const qd_hit *right)
{
    const qd_box from = ranked->shape.box;
    return hit->distance == right->distance && hit->normal.x == 0 && hit->normal.y == 0 &&
           is_closest(hit->point.x, item.min.x, item.max.x, from.min.x, from.max.x) &&
           is_closest(hit->point.y, item.min.y, item.max.y, from.min.y, from.max.y);
}

bool qd_oracle_accepts(const qd_oracle *oracle, const qd_ranked *ranked, qd_id id, const qd_hit *hit)
{
    qd_ranked own;
    qd__oracle_scored right;
    const qd__oracle_entry *entry = qd__oracle_find_entry(oracle, id);
    if (!entry || !ranked || !qd__oracle_ranked_of(oracle, ranked, &own) ||
        !qd__oracle_sees(own.filter, own.ignore, entry))
        return !hit;
    if (hit && (hit->item.id != id || hit->item.user != entry->item.user))
        return false;
    if (is_circle(&own))
        return qd__oracle_accepts_circle(oracle, &own, entry->item.box, hit);
    const bool found = hit_of(oracle, &own, entry, &right);
    if (!found || !hit)
        return found == (hit != NULL);
    if (own.rank == QD_NEAREST)
        return accepts_near(&own, entry->item.box, hit, &right.hit);
    return hit->t == right.hit.t && same_vec(hit->point, right.hit.point) && same_vec(hit->normal, right.hit.normal);
}
