// Inside, containing and polygons, found and visited.
#include "compare.h"

bool compare_inside(struct compare *compare, qd_box box, qd_query_filter filter, size_t limit)
{
    struct visit visit = compare__new_visit(compare, limit);
    const size_t capacity = compare__offer(compare, limit);
    const size_t found = qd_find_inside(compare->tree, box, filter, compare->found, capacity);
    const size_t expected = compare->expected_count =
        oracle_find_inside(compare->oracle, box, filter, compare->expected);
    if (!compare__same_list(compare, "find_inside", found, expected, capacity))
        return false;
    const qd_cost cost = qd_visit_inside(compare->tree, box, filter, compare__gather, &visit);
    return compare__same_visit(compare, "visit_inside", &visit, cost, expected);
}

bool compare_containing(struct compare *compare, qd_box box, qd_query_filter filter, size_t limit)
{
    struct visit visit = compare__new_visit(compare, limit);
    const size_t capacity = compare__offer(compare, limit);
    const size_t found = qd_find_containing(compare->tree, box, filter, compare->found, capacity);
    const size_t expected = compare->expected_count =
        oracle_find_containing(compare->oracle, box, filter, compare->expected);
    if (!compare__same_list(compare, "find_containing", found, expected, capacity))
        return false;
    const qd_cost cost = qd_visit_containing(compare->tree, box, filter, compare__gather, &visit);
    return compare__same_visit(compare, "visit_containing", &visit, cost, expected);
}

static bool judged_alike(struct compare *compare, qd_polygon polygon)
{
    const bool valid = oracle_polygon_is_valid(polygon);
    return qd_polygon_is_valid(polygon) == valid ||
           compare_fails(compare, "a polygon of %zu corners is %s", polygon.count, valid ? "valid" : "not valid");
}

bool compare_polygon(struct compare *compare, qd_polygon polygon, qd_query_filter filter, size_t limit)
{
    struct visit visit = compare__new_visit(compare, limit);
    const size_t capacity = compare__offer(compare, limit);
    const size_t found = qd_find_polygon(compare->tree, polygon, filter, compare->found, capacity);
    const size_t expected = compare->expected_count =
        oracle_find_polygon(compare->oracle, polygon, filter, compare->expected);
    if (!judged_alike(compare, polygon) || !compare__same_list(compare, "find_polygon", found, expected, capacity))
        return false;
    const qd_cost cost = qd_visit_polygon(compare->tree, polygon, filter, compare__gather, &visit);
    return compare__same_visit(compare, "visit_polygon", &visit, cost, expected);
}

bool compare_inside_polygon(struct compare *compare, qd_polygon polygon, qd_query_filter filter, size_t limit)
{
    struct visit visit = compare__new_visit(compare, limit);
    const size_t capacity = compare__offer(compare, limit);
    const size_t found = qd_find_inside_polygon(compare->tree, polygon, filter, compare->found, capacity);
    const size_t expected = compare->expected_count =
        oracle_find_inside_polygon(compare->oracle, polygon, filter, compare->expected);
    if (!compare__same_list(compare, "find_inside_polygon", found, expected, capacity))
        return false;
    const qd_cost cost = qd_visit_inside_polygon(compare->tree, polygon, filter, compare__gather, &visit);
    return compare__same_visit(compare, "visit_inside_polygon", &visit, cost, expected);
}
