// The oracle's questions: each looks at every item and applies the sentence of the documentation to it.
#include "oracle_rules.h"
#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_finite(qd_vec2 v)
{
    return v.x >= -FLT_MAX && v.x <= FLT_MAX && v.y >= -FLT_MAX && v.y <= FLT_MAX;
}

size_t oracle_find_box(const struct oracle *oracle, qd_box box, qd_query_filter filter, qd_found *out)
{
    if (!(box.min.x <= box.max.x && box.min.y <= box.max.y))
        return 0;
    size_t count = 0;
    for (size_t i = 0; i < oracle->count; i++) {
        const oracle_entry *entry = &oracle->entries[i];
        if (is_seen(entry, filter) && oracle_boxes_meet(oracle, entry->item.box, box))
            out[count++] = found(entry);
    }
    return count;
}

qd_total oracle_total_box(const struct oracle *oracle, qd_box box, qd_query_filter filter)
{
    qd_total total = { 0, 0, INT64_MAX, INT64_MIN };
    uint64_t sum = 0;
    for (size_t i = 0; i < oracle->count && box.min.x <= box.max.x && box.min.y <= box.max.y; i++) {
        const oracle_entry *entry = &oracle->entries[i];
        if (!is_seen(entry, filter) || !oracle_boxes_meet(oracle, entry->item.box, box))
            continue;
        total.count++;
        sum += (uint64_t)entry->value;
        total.least = entry->value < total.least ? entry->value : total.least;
        total.greatest = entry->value > total.greatest ? entry->value : total.greatest;
    }
    memcpy(&total.sum, &sum, sizeof sum);
    return total;
}

size_t oracle_find_point(const struct oracle *oracle, qd_vec2 point, qd_query_filter filter, qd_found *out)
{
    return oracle_find_box(oracle, (qd_box){ point, point }, filter, out);
}

// How far c is from the interval.
static double gap(double min, double max, double c)
{
    return c < min ? min - c : c > max ? c - max : 0;
}

static double distance_squared(qd_box box, qd_vec2 c)
{
    double x = gap(box.min.x, box.max.x, c.x);
    double y = gap(box.min.y, box.max.y, c.y);
    return x * x + y * y;
}

size_t oracle_find_circle(const struct oracle *oracle, qd_vec2 center, float radius, qd_query_filter filter,
                          qd_found *out)
{
    if (!is_finite(center) || !(radius >= 0))
        return 0;
    double limit = (double)radius * radius;
    size_t count = 0;
    for (size_t i = 0; i < oracle->count; i++) {
        const oracle_entry *entry = &oracle->entries[i];
        if (is_seen(entry, filter) && oracle_below(oracle, distance_squared(entry->item.box, center), limit))
            out[count++] = found(entry);
    }
    return count;
}

// Lengths are told as float, at most FLT_MAX: what was found is at a finite distance.
static float told(double length)
{
    return length > FLT_MAX ? FLT_MAX : (float)length;
}

typedef struct ranked {
    double key;
    const oracle_entry *entry;
} ranked;

static int by_key_then_slot(const void *left, const void *right)
{
    const ranked *a = left, *b = right;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return a->entry->id.slot < b->entry->id.slot ? -1 : 1;
}

static ranked *room_to_rank(const struct oracle *oracle)
{
    ranked *all = malloc((oracle->count + 1) * sizeof *all);
    if (!all) {
        fputs("oracle: no memory\n", stderr);
        exit(1);
    }
    return all;
}

size_t oracle_find_near(const struct oracle *oracle, qd_vec2 point, float max_distance, qd_query_filter filter,
                        qd_near *out)
{
    if (!is_finite(point) || !(max_distance >= 0))
        return 0;
    double limit = (double)max_distance * max_distance;
    ranked *all = room_to_rank(oracle);
    size_t count = 0;
    for (size_t i = 0; i < oracle->count; i++) {
        const oracle_entry *entry = &oracle->entries[i];
        double key = distance_squared(entry->item.box, point);
        if (is_seen(entry, filter) && key <= limit)
            all[count++] = (ranked){ key, entry };
    }
    qsort(all, count, sizeof *all, by_key_then_slot);
    for (size_t i = 0; i < count; i++)
        out[i] = (qd_near){ found(all[i].entry), told(sqrt(all[i].key)) };
    free(all);
    return count;
}

// Where a ray is between the two borders of one axis: from `enter` to `leave`.
typedef struct span {
    double enter, leave;
} span;

static const span never = { INFINITY, -INFINITY };

static span span_of_axis(const struct oracle *oracle, double min, double max, double origin, double direction)
{
    if (direction == 0) {
        bool inside = oracle_below(oracle, min, origin) && oracle_below(oracle, origin, max);
        return inside ? (span){ -INFINITY, INFINITY } : never;
    }
    double first = (min - origin) / direction;
    double second = (max - origin) / direction;
    return first < second ? (span){ first, second } : (span){ second, first };
}

// Does the ray meet the box, and how?
static bool ray_meets(const struct oracle *oracle, const qd_ray *ray, const oracle_entry *entry, oracle_hit *out)
{
    qd_box box = entry->item.box;
    span x = span_of_axis(oracle, box.min.x, box.max.x, ray->origin.x, ray->direction.x);
    span y = span_of_axis(oracle, box.min.y, box.max.y, ray->origin.y, ray->direction.y);
    double enter = x.enter > y.enter ? x.enter : y.enter;
    double leave = x.leave < y.leave ? x.leave : y.leave;
    if (!oracle_below(oracle, enter, leave) || !oracle_below(oracle, enter, ray->t_max) ||
        !oracle_below(oracle, 0, leave))
        return false;
    qd_hit hit = { .item = found(entry), .point = ray->origin };
    out->t = enter > 0 ? enter : 0;
    hit.t = told(out->t);
    if (enter > 0) {
        hit.point.x = (float)(ray->origin.x + enter * ray->direction.x);
        hit.point.y = (float)(ray->origin.y + enter * ray->direction.y);
        if (x.enter >= y.enter) {
            hit.normal.x = ray->direction.x > 0 ? -1 : 1;
            hit.point.x = ray->direction.x > 0 ? box.min.x : box.max.x;
        } else {
            hit.normal.y = ray->direction.y > 0 ? -1 : 1;
            hit.point.y = ray->direction.y > 0 ? box.min.y : box.max.y;
        }
    }
    out->hit = hit;
    return true;
}

size_t oracle_find_ray(const struct oracle *oracle, qd_ray ray, qd_query_filter filter, oracle_hit *out)
{
    bool still = ray.direction.x == 0 && ray.direction.y == 0;
    if (!is_finite(ray.origin) || !is_finite(ray.direction) || still || !(ray.t_max >= 0))
        return 0;
    size_t count = 0;
    for (size_t i = 0; i < oracle->count; i++) {
        const oracle_entry *entry = &oracle->entries[i];
        if (is_seen(entry, filter) && ray_meets(oracle, &ray, entry, &out[count]))
            count++;
    }
    qsort(out, count, sizeof *out, oracle_by_t_then_slot);
    return count;
}
