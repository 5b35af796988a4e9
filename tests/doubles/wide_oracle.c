// The oracle of doubles: see wide_oracle.h.
#include "wide_oracle.h"

#include <float.h>
#include <stdlib.h>

bool wide_oracle_is_valid(qd_dbox box)
{
    return isfinite(box.min.x) && isfinite(box.min.y) && isfinite(box.max.x) && isfinite(box.max.y) &&
           box.min.x <= box.max.x && box.min.y <= box.max.y;
}

wide_entry *wide_oracle_entry(struct wide_oracle *oracle, qd_id id)
{
    for (size_t i = 0; i < oracle->count; i++)
        if (qd_id_equal(oracle->entries[i].id, id))
            return &oracle->entries[i];
    return NULL;
}

qd_filter wide_oracle_filter(qd_filter filter)
{
    qd_filter result = { filter.layers & QD_ALL_LAYERS, filter.mask };
    if (filter.layers == 0)
        result.layers = 1;
    if (filter.mask == 0)
        result.mask = QD_ALL_LAYERS;
    return result;
}

// Entries are kept by slot, so that every answer is.
void wide_oracle_add(struct wide_oracle *oracle, qd_id id, qd_ditem item)
{
    size_t at = oracle->count++;
    for (; at > 0 && oracle->entries[at - 1].id.slot > id.slot; at--)
        oracle->entries[at] = oracle->entries[at - 1];
    item.filter = wide_oracle_filter(item.filter);
    oracle->entries[at] = (wide_entry){ id, item };
}

void wide_oracle_remove(struct wide_oracle *oracle, qd_id id)
{
    wide_entry *gone = wide_oracle_entry(oracle, id), *end = oracle->entries + oracle->count--;
    for (; gone + 1 < end; gone++)
        *gone = gone[1];
}

static bool sees(const wide_entry *entry, qd_query_filter filter)
{
    const qd_filter own = entry->item.filter;
    return (filter.mask == 0 || (filter.mask & QD_ALL_LAYERS & own.layers) != 0) &&
           (filter.layers == 0 || (filter.layers & QD_ALL_LAYERS & own.mask) != 0) &&
           !qd_id_equal(entry->id, filter.ignore);
}

static bool overlap(qd_dbox a, qd_dbox b, qd_edges edges)
{
    if (edges == QD_EDGES_OPEN)
        return a.min.x < b.max.x && a.max.x > b.min.x && a.min.y < b.max.y && a.max.y > b.min.y;
    return !(a.min.x > b.max.x || a.max.x < b.min.x || a.min.y > b.max.y || a.max.y < b.min.y);
}

static qd_found found_of(const wide_entry *entry)
{
    return (qd_found){ entry->id, entry->item.user };
}

size_t wide_oracle_box(const struct wide_oracle *oracle, qd_dbox box, qd_query_filter filter, qd_found *out)
{
    size_t count = 0;
    if (!(box.min.x <= box.max.x && box.min.y <= box.max.y))
        return 0;
    for (size_t i = 0; i < oracle->count; i++)
        if (sees(&oracle->entries[i], filter) && overlap(oracle->entries[i].item.box, box, oracle->edges))
            out[count++] = found_of(&oracle->entries[i]);
    return count;
}

static double gap(double low, double high, double at)
{
    return at < low ? low - at : at > high ? at - high : 0;
}

double wide_oracle_distance(qd_dbox box, qd_dvec2 point)
{
    double dx = gap(box.min.x, box.max.x, point.x), dy = gap(box.min.y, box.max.y, point.y);
    double most = dx > dy ? dx : dy, least = dx > dy ? dy : dx;
    if (most == 0 || isinf(most))
        return most == 0 ? 0 : DBL_MAX;
    int exponent;
    double fraction = frexp(most, &exponent), other = ldexp(least, -exponent);
    double distance = ldexp(sqrt(fraction * fraction + other * other), exponent);
    return isinf(distance) ? DBL_MAX : distance;
}

size_t wide_oracle_circle(const struct wide_oracle *oracle, qd_dvec2 center, double radius, qd_query_filter filter,
                          qd_found *out)
{
    size_t count = 0;
    if (!(radius >= 0) || !isfinite(center.x) || !isfinite(center.y))
        return 0;
    for (size_t i = 0; i < oracle->count; i++) {
        double distance = wide_oracle_distance(oracle->entries[i].item.box, center);
        bool within = oracle->edges == QD_EDGES_OPEN ? distance < radius : distance <= radius;
        if (within && sees(&oracle->entries[i], filter))
            out[count++] = found_of(&oracle->entries[i]);
    }
    return count;
}

size_t wide_oracle_near(const struct wide_oracle *oracle, qd_dvec2 point, double most, qd_query_filter filter,
                        qd_dnear *out)
{
    size_t count = 0;
    if (!(most >= 0) || !isfinite(point.x) || !isfinite(point.y))
        return 0;
    for (size_t i = 0; i < oracle->count; i++) {
        const wide_entry *entry = &oracle->entries[i];
        qd_dnear near = { found_of(entry), wide_oracle_distance(entry->item.box, point) };
        if (!sees(entry, filter) || near.distance > most)
            continue;
        size_t at = count++;
        for (; at > 0 && out[at - 1].distance > near.distance; at--)
            out[at] = out[at - 1];
        out[at] = near;
    }
    return count;
}

// (side - origin) / direction as if no exponent were too large: halved, and doubled at the end.
static double crossing(double side, double origin, double direction)
{
    double t = fabs(side) > 1e300 || fabs(origin) > 1e300 ? (side / 2 - origin / 2) / direction * 2
                                                          : (side - origin) / direction;
    return t > DBL_MAX ? DBL_MAX : t < -DBL_MAX ? -DBL_MAX : t;
}

// Where the line is between two sides. False: nowhere.
static bool between(double low, double high, double origin, double direction, bool open, double *enter, double *leave)
{
    if (direction == 0) {
        *enter = -INFINITY;
        *leave = INFINITY;
        return open ? low < origin && origin < high : low <= origin && origin <= high;
    }
    *enter = crossing(direction > 0 ? low : high, origin, direction);
    *leave = crossing(direction > 0 ? high : low, origin, direction);
    return true;
}

static bool hit_of(const wide_entry *entry, qd_dray ray, bool open, qd_dhit *hit)
{
    qd_dbox box = entry->item.box;
    double from_x, from_y, to_x, to_y;
    if (!between(box.min.x, box.max.x, ray.origin.x, ray.direction.x, open, &from_x, &to_x) ||
        !between(box.min.y, box.max.y, ray.origin.y, ray.direction.y, open, &from_y, &to_y))
        return false;
    double enter = from_x >= from_y ? from_x : from_y, leave = to_x <= to_y ? to_x : to_y;
    if (open ? !(enter < leave && enter < ray.t_max && leave > 0)
             : !(enter <= leave && enter <= ray.t_max && leave >= 0))
        return false;
    *hit = (qd_dhit){ found_of(entry), 0, ray.origin, { 0, 0 } };
    if (!(enter > 0))
        return true;
    bool through_x = from_x >= from_y;
    hit->t = enter;
    hit->point.x = fmin(fmax(ray.origin.x + enter * ray.direction.x, box.min.x), box.max.x);
    hit->point.y = fmin(fmax(ray.origin.y + enter * ray.direction.y, box.min.y), box.max.y);
    if (through_x) {
        hit->point.x = ray.direction.x > 0 ? box.min.x : box.max.x;
        hit->normal.x = ray.direction.x > 0 ? -1 : 1;
    } else {
        hit->point.y = ray.direction.y > 0 ? box.min.y : box.max.y;
        hit->normal.y = ray.direction.y > 0 ? -1 : 1;
    }
    return true;
}

size_t wide_oracle_ray(const struct wide_oracle *oracle, qd_dray ray, qd_query_filter filter, qd_dhit *out)
{
    size_t count = 0;
    if (!(ray.t_max >= 0) || !isfinite(ray.origin.x) || !isfinite(ray.origin.y) || !isfinite(ray.direction.x) ||
        !isfinite(ray.direction.y) || (ray.direction.x == 0 && ray.direction.y == 0))
        return 0;
    for (size_t i = 0; i < oracle->count; i++) {
        qd_dhit hit;
        if (!sees(&oracle->entries[i], filter) ||
            !hit_of(&oracle->entries[i], ray, oracle->edges == QD_EDGES_OPEN, &hit))
            continue;
        size_t at = count++;
        for (; at > 0 && out[at - 1].t > hit.t; at--)
            out[at] = out[at - 1];
        out[at] = hit;
    }
    return count;
}

static bool pair(const wide_entry *a, const wide_entry *b, qd_edges edges)
{
    const qd_filter f = a->item.filter, g = b->item.filter;
    return (f.mask & QD_ALL_LAYERS & g.layers) != 0 && (g.mask & QD_ALL_LAYERS & f.layers) != 0 &&
           overlap(a->item.box, b->item.box, edges);
}

size_t wide_oracle_pairs(const struct wide_oracle *oracle, qd_pair *out)
{
    size_t count = 0;
    for (size_t i = 0; i < oracle->count; i++)
        for (size_t k = i + 1; k < oracle->count; k++) {
            const wide_entry *a = &oracle->entries[i], *b = &oracle->entries[k];
            if (pair(a, b, oracle->edges))
                out[count++] = (qd_pair){ found_of(a), found_of(b) };
        }
    return count;
}

size_t wide_oracle_join(const struct wide_oracle *a, const struct wide_oracle *b, qd_pair *out)
{
    const qd_edges edges = a->edges == QD_EDGES_OPEN ? QD_EDGES_OPEN : b->edges;
    size_t count = 0;
    for (size_t i = 0; i < a->count; i++)
        for (size_t k = 0; k < b->count; k++)
            if (pair(&a->entries[i], &b->entries[k], edges))
                out[count++] = (qd_pair){ found_of(&a->entries[i]), found_of(&b->entries[k]) };
    return count;
}

qd_dbox wide_oracle_bounds(const struct wide_oracle *oracle)
{
    qd_dbox all = { { INFINITY, INFINITY }, { -INFINITY, -INFINITY } };
    for (size_t i = 0; i < oracle->count; i++) {
        qd_dbox box = oracle->entries[i].item.box;
        all.min.x = fmin(all.min.x, box.min.x);
        all.min.y = fmin(all.min.y, box.min.y);
        all.max.x = fmax(all.max.x, box.max.x);
        all.max.y = fmax(all.max.y, box.max.y);
    }
    return all;
}
