// The oracle about inside, containing and polygons. Polygons go by exact arithmetic, every edge against every corner.
#include "exact.h"
#include "oracle_rules.h"
#include <float.h>

static bool lies_within(qd_box inner, qd_box outer)
{
    return outer.min.x <= inner.min.x && inner.max.x <= outer.max.x && outer.min.y <= inner.min.y &&
           inner.max.y <= outer.max.y;
}

static size_t find_nested(const struct oracle *oracle, qd_box box, qd_query_filter filter, bool inside, qd_found *out)
{
    size_t count = 0;
    for (size_t i = 0; i < oracle->count; i++) {
        const oracle_entry *entry = &oracle->entries[i];
        const qd_box item = entry->item.box;
        if (is_seen(entry, filter) && oracle_boxes_meet(oracle, item, box) &&
            (inside ? lies_within(item, box) : lies_within(box, item)))
            out[count++] = found(entry);
    }
    return count;
}

size_t oracle_find_inside(const struct oracle *oracle, qd_box box, qd_query_filter filter, qd_found *out)
{
    bool good = box.min.x <= box.max.x && box.min.y <= box.max.y;
    return good ? find_nested(oracle, box, filter, true, out) : 0;
}

size_t oracle_find_containing(const struct oracle *oracle, qd_box box, qd_query_filter filter, qd_found *out)
{
    bool good = box.min.x <= box.max.x && box.min.y <= box.max.y;
    return good ? find_nested(oracle, box, filter, false, out) : 0;
}

// Which way a convex polygon turns; 0 if it is no polygon.
static int turn_of(qd_polygon polygon)
{
    bool left = false, right = false;
    if (polygon.count < 3 || polygon.count > 16)
        return 0;
    for (size_t i = 0; i < polygon.count; i++) {
        const qd_vec2 at = polygon.corners[i];
        if (!(at.x >= -FLT_MAX && at.x <= FLT_MAX && at.y >= -FLT_MAX && at.y <= FLT_MAX))
            return 0;
    }
    for (size_t i = 0; i < polygon.count; i++) {
        for (size_t j = i + 1; j < polygon.count; j++) {
            for (size_t k = j + 1; k < polygon.count; k++) {
                const int turn = exact_turn(polygon.corners[i], polygon.corners[j], polygon.corners[k]);
                left = left || turn > 0;
                right = right || turn < 0;
            }
        }
    }
    return left && !right ? 1 : right && !left ? -1 : 0;
}

bool oracle_polygon_is_valid(qd_polygon polygon)
{
    return turn_of(polygon) != 0;
}

// How the box lies to the edges of a polygon: is some edge without any of it inside, or touching; and does it reach
// beyond one?
struct relation {
    bool apart, touching, beyond;
};

static struct relation relation_of(qd_polygon polygon, int turn, qd_box box)
{
    const qd_vec2 corners[4] = { box.min, { box.max.x, box.min.y }, box.max, { box.min.x, box.max.y } };
    struct relation relation = { false, false, false };
    for (size_t i = 0; i < polygon.count; i++) {
        const qd_vec2 from = polygon.corners[i], to = polygon.corners[(i + 1) % polygon.count];
        if (from.x == to.x && from.y == to.y)
            continue;
        int most = -1, least = 1;
        for (size_t j = 0; j < 4; j++) {
            const int side = turn * exact_turn(from, to, corners[j]);
            most = side > most ? side : most;
            least = side < least ? side : least;
        }
        relation.apart = relation.apart || most < 0;
        relation.touching = relation.touching || most == 0;
        relation.beyond = relation.beyond || least < 0;
    }
    return relation;
}

static qd_box around(qd_polygon polygon)
{
    qd_box box = { polygon.corners[0], polygon.corners[0] };
    for (size_t i = 0; i < polygon.count; i++) {
        const qd_vec2 at = polygon.corners[i];
        box.min.x = at.x < box.min.x ? at.x : box.min.x;
        box.min.y = at.y < box.min.y ? at.y : box.min.y;
        box.max.x = at.x > box.max.x ? at.x : box.max.x;
        box.max.y = at.y > box.max.y ? at.y : box.max.y;
    }
    return box;
}

static size_t find_polygon(const struct oracle *oracle, qd_polygon polygon, qd_query_filter filter, bool inside,
                           qd_found *out)
{
    const int turn = turn_of(polygon);
    size_t count = 0;
    for (size_t i = 0; turn != 0 && i < oracle->count; i++) {
        const oracle_entry *entry = &oracle->entries[i];
        if (!is_seen(entry, filter) || !oracle_boxes_meet(oracle, entry->item.box, around(polygon)))
            continue;
        const struct relation relation = relation_of(polygon, turn, entry->item.box);
        if (relation.apart || (oracle->edges == QD_EDGES_OPEN && relation.touching) || (inside && relation.beyond))
            continue;
        out[count++] = found(entry);
    }
    return count;
}

size_t oracle_find_polygon(const struct oracle *oracle, qd_polygon polygon, qd_query_filter filter, qd_found *out)
{
    return find_polygon(oracle, polygon, filter, false, out);
}

size_t oracle_find_inside_polygon(const struct oracle *oracle, qd_polygon polygon, qd_query_filter filter,
                                  qd_found *out)
{
    return find_polygon(oracle, polygon, filter, true, out);
}
