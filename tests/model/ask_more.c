// The calls that ask about casts, predicates and cursors.
#include "runner.h"

bool model__ask_more(struct compare *compare, const struct model_call *call, qd_query_filter filter)
{
    const qd_box box = call->item.box;
    const enum ray_answer answer = (enum ray_answer)(call->item.user % RAY_ANSWERS);
    const qd_polygon polygon = { call->corners, call->corner_count };
    const size_t limit = call->limit;
    switch (call->op) {
    case OP_CAST_BOX:
        return compare_cast_box(compare, (qd_moving_box){ box, call->motion, call->t_max }, filter, answer, limit);
    case OP_CAST_CIRCLE:
        return compare_cast_circle(compare, (qd_moving_circle){ box.min, call->number, call->motion, call->t_max },
                                   filter, answer, limit);
    case OP_INSIDE:
        return compare_inside(compare, box, filter, limit);
    case OP_CONTAINING:
        return compare_containing(compare, box, filter, limit);
    case OP_POLYGON:
        return compare_polygon(compare, polygon, filter, limit);
    case OP_INSIDE_POLYGON:
        return compare_inside_polygon(compare, polygon, filter, limit);
    case OP_BOX_CURSOR:
        return compare_box_cursor(compare, box, filter, limit);
    case OP_NEAR_CURSOR:
        return compare_near_cursor(compare, box.min, call->number, filter, limit);
    case OP_RAY_CURSOR:
        return compare_ray_cursor(compare, (qd_ray){ box.min, box.max, call->number }, filter, limit);
    default:
        return compare_pair_cursor(compare, limit);
    }
}
