// The questions of one call: see many_source.h.
#include "many_source.h"

enum { SORTED_ITEMS = 60000 }; ///< From here on the items are not in the nearer caches: measured.

qd__many_source qd__many_source_of(const struct qd_tree *tree, const qd_queries *queries)
{
    return (qd__many_source){ tree, queries, qd__view_of(tree, &queries->boxes),
                              !queries->each && !queries->radii && queries->boxes.min_x &&
                                  queries->like.relation == QD_OVERLAPS };
}

/// For questions that are not values of their own.
static qd_shape shape_at(const qd__many_source *source, size_t index)
{
    const qd_queries *queries = source->queries;
    if (!queries->boxes.min_x)
        return queries->like.shape;
    qd_shape shape = { QD_BOX, 0, NULL, qd__view_box(&source->view, index), 0 };
    if (queries->radii) {
        shape.type = QD_CIRCLE;
        shape.radius = queries->boxes.precision == QD_FLOAT ? (double)((const float *)queries->radii)[index]
                                                            : ((const double *)queries->radii)[index];
    }
    return shape;
}

static qd_vec2 middle_of_shape(const qd_shape *shape)
{
    const bool corners = shape->type == QD_POLYGON && shape->corners && shape->corner_count > 0;
    return corners ? shape->corners[0] : shape->type == QD_BOX ? qd__box_middle(&shape->box) : shape->box.min;
}

static qd_vec2 place_of_question(const void *from, size_t index)
{
    const qd__many_source *source = (const qd__many_source *)from;
    if (source->queries->each)
        return middle_of_shape(&source->queries->each[index].shape);
    const qd_shape shape = shape_at(source, index);
    return middle_of_shape(&shape);
}

static void prefetch_question(const void *from, size_t index)
{
    const qd__many_source *source = (const qd__many_source *)from;
    const qd_boxes *boxes = &source->queries->boxes;
    if (source->queries->each) {
        qd__prefetch(&source->queries->each[index], sizeof(qd_query));
    } else if (boxes->min_x) {
        const ptrdiff_t offset = (ptrdiff_t)index * boxes->stride;
        qd__prefetch((const char *)boxes->min_x + offset, 1);
        qd__prefetch((const char *)boxes->min_y + offset, 1);
        qd__prefetch((const char *)boxes->max_x + offset, 1);
        qd__prefetch((const char *)boxes->max_y + offset, 1);
    }
}

const qd__question_kind qd__many_questions = { place_of_question, prefetch_question, SORTED_ITEMS };

bool qd__many_question(const qd__many_source *source, size_t index, qd__shape *shape, qd__query_filter *filter)
{
    const qd_queries *queries = source->queries;
    if (queries->each) {
        *filter = qd__query_filter_in(&queries->each[index]);
        return qd__shape_of(source->tree, &queries->each[index], shape);
    }
    *filter =
        qd__query_filter_of(queries->like.filter, queries->ignore ? queries->ignore[index] : queries->like.ignore);
    if (source->windows)
        return qd__many_window(source, index, shape);
    const qd_query query = { shape_at(source, index), queries->like.relation, queries->like.filter, 0 };
    return qd__shape_of(source->tree, &query, shape);
}
