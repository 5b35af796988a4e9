// Inside, containing and polygons, found and visited.
#include "compare.h"

typedef struct box_calls {
    const char *find_name, *visit_name;
    size_t (*find)(const qd_tree *tree, qd_box box, qd_query_filter filter, qd_found *out, size_t capacity);
    qd_cost (*visit)(const qd_tree *tree, qd_box box, qd_query_filter filter, qd_visitor *visitor, void *context);
    size_t (*right)(const struct oracle *oracle, qd_box box, qd_query_filter filter, qd_found *out);
} box_calls;

static bool by_box(struct compare *compare, const box_calls *calls, qd_box box, qd_query_filter filter, size_t limit)
{
    struct visit visit = compare__new_visit(compare, limit);
    const size_t capacity = compare__offer(compare, limit);
    const size_t found = calls->find(compare->tree, box, filter, compare->found, capacity);
    const size_t expected = compare->expected_count = calls->right(compare->oracle, box, filter, compare->expected);
    if (!compare__same_list(compare, calls->find_name, found, expected, capacity))
        return false;
    const qd_cost cost = calls->visit(compare->tree, box, filter, compare__gather, &visit);
    return compare__same_visit(compare, calls->visit_name, &visit, cost, expected);
}

bool compare_inside(struct compare *compare, qd_box box, qd_query_filter filter, size_t limit)
{
    static const box_calls calls = { "find_inside", "visit_inside", qd_find_inside, qd_visit_inside,
                                     oracle_find_inside };
    return by_box(compare, &calls, box, filter, limit);
}

bool compare_containing(struct compare *compare, qd_box box, qd_query_filter filter, size_t limit)
{
    static const box_calls calls = { "find_containing", "visit_containing", qd_find_containing, qd_visit_containing,
                                     oracle_find_containing };
    return by_box(compare, &calls, box, filter, limit);
}

typedef struct polygon_calls {
    const char *find_name, *visit_name;
    size_t (*find)(const qd_tree *tree, qd_polygon polygon, qd_query_filter filter, qd_found *out, size_t capacity);
    qd_cost (*visit)(const qd_tree *tree, qd_polygon polygon, qd_query_filter filter, qd_visitor *visitor,
                     void *context);
    size_t (*right)(const struct oracle *oracle, qd_polygon polygon, qd_query_filter filter, qd_found *out);
} polygon_calls;

static bool by_polygon(struct compare *compare, const polygon_calls *calls, qd_polygon polygon, qd_query_filter filter,
                       size_t limit)
{
    struct visit visit = compare__new_visit(compare, limit);
    const size_t capacity = compare__offer(compare, limit);
    const size_t found = calls->find(compare->tree, polygon, filter, compare->found, capacity);
    const size_t expected = compare->expected_count = calls->right(compare->oracle, polygon, filter, compare->expected);
    if (!compare__same_list(compare, calls->find_name, found, expected, capacity))
        return false;
    const qd_cost cost = calls->visit(compare->tree, polygon, filter, compare__gather, &visit);
    return compare__same_visit(compare, calls->visit_name, &visit, cost, expected);
}

static bool judged_alike(struct compare *compare, qd_polygon polygon)
{
    const bool valid = oracle_polygon_is_valid(polygon);
    return qd_polygon_is_valid(polygon) == valid ||
           compare_fails(compare, "a polygon of %zu corners is %s", polygon.count, valid ? "valid" : "not valid");
}

bool compare_polygon(struct compare *compare, qd_polygon polygon, qd_query_filter filter, size_t limit)
{
    static const polygon_calls calls = { "find_polygon", "visit_polygon", qd_find_polygon, qd_visit_polygon,
                                         oracle_find_polygon };
    return judged_alike(compare, polygon) && by_polygon(compare, &calls, polygon, filter, limit);
}

bool compare_inside_polygon(struct compare *compare, qd_polygon polygon, qd_query_filter filter, size_t limit)
{
    static const polygon_calls calls = { "find_inside_polygon", "visit_inside_polygon", qd_find_inside_polygon,
                                         qd_visit_inside_polygon, oracle_find_inside_polygon };
    return by_polygon(compare, &calls, polygon, filter, limit);
}
