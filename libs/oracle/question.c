// Which items: the sentences of query.h, one function each. Polygons go by exact arithmetic, every side against every
// corner.
#include "question.h"

#include "distance.h"
#include "exact.h"

#include <math.h>

/// Which way a convex polygon turns; 0 if it is none.
static int turn_of(const qd_vec2 *corners, uint32_t count)
{
    bool left = false, right = false;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t j = i + 1; j < count; j++) {
            for (uint32_t k = j + 1; k < count; k++) {
                const int turn = qd__oracle_turn(corners[i], corners[j], corners[k]);
                left = left || turn > 0;
                right = right || turn < 0;
            }
        }
    }
    return left && !right ? 1 : right && !left ? -1 : 0;
}

static qd_box around(const qd_vec2 *corners, uint32_t count)
{
    qd_box box = { corners[0], corners[0] };
    for (uint32_t i = 0; i < count; i++) {
        box.min.x = corners[i].x < box.min.x ? corners[i].x : box.min.x;
        box.min.y = corners[i].y < box.min.y ? corners[i].y : box.min.y;
        box.max.x = corners[i].x > box.max.x ? corners[i].x : box.max.x;
        box.max.y = corners[i].y > box.max.y ? corners[i].y : box.max.y;
    }
    return box;
}

static bool take_polygon(const qd_oracle *oracle, qd__oracle_question *question)
{
    qd_shape *shape = &question->query.shape;
    if (shape->corner_count < 3 || shape->corner_count > QD_MAX_CORNERS || !shape->corners)
        return false;
    for (uint32_t i = 0; i < shape->corner_count; i++) {
        question->corners[i] = qd__oracle_round_vec(oracle, shape->corners[i]);
        if (!qd__oracle_is_finite(question->corners[i]))
            return false;
    }
    shape->box = around(question->corners, shape->corner_count);
    question->turn = turn_of(question->corners, shape->corner_count);
    return question->turn != 0;
}

bool qd__oracle_question_of(const qd_oracle *oracle, const qd_query *query, qd__oracle_question *question)
{
    const qd_query everything = { .relation = QD_OVERLAPS };
    question->query = query ? *query : everything;
    qd_shape *shape = &question->query.shape;
    const qd_relation relation = question->query.relation;
    if (relation != QD_OVERLAPS && relation != QD_INSIDE && relation != QD_CONTAINS)
        return false;
    if (shape->type == QD_POLYGON)
        return take_polygon(oracle, question);
    shape->box = qd__oracle_round_box(oracle, shape->box);
    shape->radius = qd__oracle_round(oracle, shape->radius);
    switch (shape->type) {
    case QD_EVERYWHERE:
        shape->box = (qd_box){ { -INFINITY, -INFINITY }, { INFINITY, INFINITY } };
        return true;
    case QD_BOX:
        return qd__oracle_is_ordered(shape->box);
    case QD_POINT:
        shape->box.max = shape->box.min;
        return qd__oracle_is_finite(shape->box.min);
    case QD_CIRCLE:
        shape->box.max = shape->box.min;
        return qd__oracle_is_finite(shape->box.min) && shape->radius >= 0;
    default:
        return false;
    }
}

static bool lies_within(qd_box inner, qd_box outer)
{
    return outer.min.x <= inner.min.x && inner.max.x <= outer.max.x && outer.min.y <= inner.min.y &&
           inner.max.y <= outer.max.y;
}

static bool box_answers(bool open, qd_relation relation, qd_box box, qd_box item)
{
    return qd__oracle_overlap(open, item, box) &&
           (relation == QD_OVERLAPS || (relation == QD_INSIDE ? lies_within(item, box) : lies_within(box, item)));
}

static bool circle_answers(const qd_oracle *oracle, const qd_query *query, qd_box item)
{
    const qd_vec2 center = query->shape.box.min;
    const double radius = query->shape.radius, limit = qd__oracle_key_of(oracle->precision, radius);
    const double distance = qd__oracle_distance_key(oracle->precision, query->shape.box, item);
    if (!qd__oracle_below(oracle->edges == QD_OPEN, distance, limit))
        return false;
    const qd_box square = { { center.x - radius, center.y - radius }, { center.x + radius, center.y + radius } };
    return query->relation == QD_OVERLAPS ||
           (query->relation == QD_INSIDE ? qd__oracle_farthest_key(oracle->precision, item, center) <= limit
                                         : lies_within(square, item));
}

/// How a box lies to the sides of a polygon: is there one that has all of it outside, or on it at best; and does it
/// reach beyond one?
struct relation {
    bool apart, touching, beyond;
};

static struct relation relation_of(const qd__oracle_question *question, qd_box box)
{
    const qd_vec2 corners[4] = { box.min, { box.max.x, box.min.y }, box.max, { box.min.x, box.max.y } };
    const uint32_t count = question->query.shape.corner_count;
    struct relation relation = { false, false, false };
    for (uint32_t i = 0; i < count; i++) {
        const qd_vec2 from = question->corners[i], to = question->corners[(i + 1) % count];
        if (from.x == to.x && from.y == to.y)
            continue;
        int most = -1, least = 1;
        for (int j = 0; j < 4; j++) {
            const int side = question->turn * qd__oracle_turn(from, to, corners[j]);
            most = side > most ? side : most;
            least = side < least ? side : least;
        }
        relation.apart = relation.apart || most < 0;
        relation.touching = relation.touching || most == 0;
        relation.beyond = relation.beyond || least < 0;
    }
    return relation;
}

static bool polygon_answers(bool open, const qd__oracle_question *question, qd_box item)
{
    const qd_relation asked = question->query.relation;
    if (!box_answers(open, asked == QD_CONTAINS ? QD_CONTAINS : QD_OVERLAPS, question->query.shape.box, item))
        return false;
    const struct relation relation = relation_of(question, item);
    return !relation.apart && !(open && relation.touching) && !(asked == QD_INSIDE && relation.beyond);
}

bool qd__oracle_answers(const qd_oracle *oracle, const qd__oracle_question *question, const qd__oracle_entry *entry)
{
    const qd_query *query = &question->query;
    const qd_box item = entry->item.box;
    const bool open = oracle->edges == QD_OPEN;
    if (entry->id == 0 || !qd__oracle_sees(query->filter, query->ignore, entry))
        return false;
    if (query->shape.type == QD_CIRCLE)
        return circle_answers(oracle, query, item);
    return query->shape.type == QD_POLYGON ? polygon_answers(open, question, item)
                                           : box_answers(open, query->relation, query->shape.box, item);
}
