// What an observer sees: the sentences of interest.h about the margin and the nearest, item by item.
#include "distance.h"
#include "question.h"

#include <math.h>
#include <stdlib.h>

/// The question that an item may still answer which was seen before.
static qd_query with_margin(const qd_observer *observer)
{
    qd_query larger = observer->view;
    qd_shape *shape = &larger.shape;
    const double margin = observer->margin;
    if (isinf(margin)) {
        shape->type = QD_EVERYWHERE;
    } else if (shape->type == QD_CIRCLE) {
        shape->radius += margin;
    } else if (shape->type == QD_POINT && margin > 0) {
        *shape = qd_shape_circle(shape->box.min, margin);
    } else if (shape->type == QD_BOX) {
        shape->box.min.x -= margin;
        shape->box.min.y -= margin;
        shape->box.max.x += margin;
        shape->box.max.y += margin;
    }
    return larger;
}

/// The middle of a view as the tree has it; not finite for a view without one.
static qd_vec2 view_middle(const qd_oracle *oracle, const qd_shape *shape)
{
    qd_vec2 middle = shape->box.min;
    if (shape->type == QD_EVERYWHERE) {
        middle.x = INFINITY;
    } else if (shape->type == QD_BOX) {
        middle.x = shape->box.min.x / 2 + shape->box.max.x / 2;
        middle.y = shape->box.min.y / 2 + shape->box.max.y / 2;
    }
    return qd__oracle_round_vec(oracle, middle);
}

qd_result qd_oracle_check_observer(const qd_oracle *oracle, const qd_observer *observer)
{
    const qd_query *view = &observer->view;
    qd__oracle_question question;
    if (view->shape.type == QD_POLYGON || !qd__oracle_question_of(oracle, view, &question))
        return QD_BAD_VALUE;
    if (isnan(observer->margin) || observer->margin < 0 || (observer->margin > 0 && view->relation == QD_CONTAINS))
        return QD_BAD_VALUE;
    const bool central = qd__oracle_is_finite(view_middle(oracle, &view->shape));
    return observer->nearest > 0 && !central ? QD_BAD_VALUE : QD_OK;
}

static int lower_slot_first(const void *left, const void *right)
{
    const qd__oracle_scored *a = (const qd__oracle_scored *)left, *b = (const qd__oracle_scored *)right;
    return qd_id_slot(a->hit.item.id) < qd_id_slot(b->hit.item.id) ? -1 : 1;
}

static int nearer_first(const void *left, const void *right)
{
    const qd__oracle_scored *a = (const qd__oracle_scored *)left, *b = (const qd__oracle_scored *)right;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    if (a->hit.normal.x != b->hit.normal.x)
        return a->hit.normal.x < b->hit.normal.x ? -1 : 1;
    if (a->hit.distance != b->hit.distance)
        return a->hit.distance < b->hit.distance ? -1 : 1;
    return lower_slot_first(left, right);
}

size_t qd_oracle_observe(const qd_oracle *oracle, const qd_observer *observer, const qd_entry *seen, size_t seen_count,
                         qd_entry *out, size_t capacity, size_t *total)
{
    const qd_query larger = with_margin(observer);
    const qd_vec2 middle = view_middle(oracle, &observer->view.shape);
    qd__oracle_question near, far;
    const bool good = qd_oracle_check_observer(oracle, observer) == QD_OK &&
                      qd__oracle_question_of(oracle, &observer->view, &near) &&
                      qd__oracle_question_of(oracle, &larger, &far);
    size_t count = 0, next = 0;
    for (size_t slot = 0; good && slot < oracle->slots; slot++) {
        const qd__oracle_entry *entry = &oracle->entries[slot];
        while (next < seen_count && qd_id_slot(seen[next].id) < slot)
            next++;
        const bool known = next < seen_count && seen[next].id == entry->id;
        if (qd__oracle_answers(oracle, &near, entry) || (known && qd__oracle_answers(oracle, &far, entry))) {
            qd__oracle_scored *scored = &oracle->scored[count++];
            scored->hit.item = qd__oracle_told_entry(entry);
            const double gap = qd__oracle_distance_key(oracle->precision, entry->item.box, qd_box_at(middle));
            scored->hit.distance = gap; // orders those that are equally near
            scored->key = qd__oracle_told(oracle, qd__oracle_distance_of(oracle->precision, gap));
            scored->key -= known ? observer->margin : 0;
            scored->hit.normal.x = known && observer->margin > 0 ? 0 : 1; // what was seen comes first at a tie
        }
    }
    if (observer->nearest > 0 && observer->nearest < count) {
        qsort(oracle->scored, count, sizeof *oracle->scored, nearer_first);
        count = observer->nearest;
        qsort(oracle->scored, count, sizeof *oracle->scored, lower_slot_first);
    }
    if (total)
        *total = count;
    const size_t written = count < capacity ? count : capacity;
    for (size_t i = 0; i < written; i++)
        out[i] = oracle->scored[i].hit.item;
    return written;
}
