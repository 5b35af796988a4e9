// Any numbers through the shortcuts of the headers, through the test of what a box is, and into definitions, each
// against what its comment says.
#include "entry.h"

#include <math.h>
#include <quadrille/oracle.h>
#include <quadrille/quadrille.h>
#include <string.h>

static bool same(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

static bool same_box(qd_box a, qd_box b)
{
    return same(a.min.x, b.min.x) && same(a.min.y, b.min.y) && same(a.max.x, b.max.x) && same(a.max.y, b.max.y);
}

static void try_boxes(const double v[8])
{
    qd_box a = { { v[0], v[1] }, { v[2], v[3] } }, b = { { v[4], v[5] }, { v[6], v[7] } };
    bool finite = isfinite(v[0]) && isfinite(v[1]) && isfinite(v[2]) && isfinite(v[3]);
    bool valid = qd_box_is_valid(&a);
    demand(valid == (finite && v[0] <= v[2] && v[1] <= v[3]), "a box is valid if finite and not inverted");
    demand(qd_box_overlaps(a, b) == qd_box_overlaps(b, a), "overlapping goes both ways");
    demand(!valid || qd_box_overlaps(a, a), "a valid box overlaps itself");
    qd_box sized = qd_box_xywh(v[0], v[1], v[2], v[3]);
    demand(same(sized.min.x, v[0]) && same(sized.max.x, v[0] + v[2]) && same(sized.max.y, v[1] + v[3]), "sizes add up");
    qd_box around = qd_box_around(a.min, v[2], v[3]);
    demand(same(around.min.x, v[0] - v[2]) && same(around.max.y, v[1] + v[3]), "half sizes go both ways");
    qd_box between = qd_box_between(a.min, a.max), point = qd_box_at(a.min);
    demand(!finite || qd_box_is_valid(&between), "any two finite corners make a box");
    demand(same(point.min.x, v[0]) && same(point.max.x, v[0]) && same(point.max.y, v[1]), "a point is a box");
    const qd_vec2 size = qd_box_size(a);
    demand(same(size.x, v[2] - v[0]) && same(size.y, v[3] - v[1]), "a size is a difference");
    const qd_box grown = qd_box_grow(a, v[4]);
    demand(same(grown.min.x, v[0] - v[4]) && same(grown.max.y, v[3] + v[4]), "growing moves each side");
}

static void try_two_boxes(const double v[8])
{
    const qd_box a = { { v[0], v[1] }, { v[2], v[3] } }, b = { { v[4], v[5] }, { v[6], v[7] } };
    if (!qd_box_is_valid(&a) || !qd_box_is_valid(&b))
        return;
    const qd_box both = qd_box_union(a, b), shared = qd_box_intersection(a, b);
    demand(qd_box_contains(both, a) && qd_box_contains(both, b), "a union contains both");
    demand(qd_box_is_valid(&shared) == qd_box_overlaps(a, b), "what overlaps shares a box");
    demand(!qd_box_is_valid(&shared) || (qd_box_contains(a, shared) && qd_box_contains(b, shared)), "which is in both");
    demand(qd_box_contains(a, qd_box_at(qd_box_center(a))), "the centre is in the box");
    demand(qd_box_contains(a, b) == (same_box(both, a) && same_box(shared, b)), "what contains is the union");
}

// A number of a view, as its comment says where it lies.
static double side_of(const qd_boxes *view, const void *first, size_t i)
{
    const char *at = (const char *)first + (ptrdiff_t)i * view->stride;
    float single;
    double whole;
    memcpy(&single, at, sizeof single);
    if (view->precision == QD_FLOAT)
        return single;
    memcpy(&whole, at, sizeof whole);
    return whole;
}

static qd_box box_of(qd_boxes view, size_t i)
{
    qd_box box = { { side_of(&view, view.min_x, i), side_of(&view, view.min_y, i) },
                   { side_of(&view, view.max_x, i), side_of(&view, view.max_y, i) } };
    return box;
}

static void try_views(const double v[8])
{
    float narrow[8];
    qd_box boxes[2];
    qd_vec2 points[4];
    memcpy(boxes, v, sizeof boxes);
    memcpy(points, v, sizeof points);
    for (int i = 0; i < 8; i++)
        narrow[i] = fabs(v[i]) < 1e38 ? (float)v[i] : 0;
    for (size_t i = 0; i < 2; i++) {
        const float *f = &narrow[4 * i];
        demand(same_box(box_of(qd_boxes_double(boxes), i), boxes[i]), "a view of boxes has them");
        demand(same_box(box_of(qd_boxes_float(narrow), i), (qd_box){ { f[0], f[1] }, { f[2], f[3] } }),
               "of floats too");
    }
    for (size_t i = 0; i < 4; i++) {
        const qd_vec2 at = { narrow[2 * i], narrow[2 * i + 1] };
        demand(same_box(box_of(qd_points_double(points), i), qd_box_at(points[i])), "a view of points has them twice");
        demand(same_box(box_of(qd_points_float(narrow), i), qd_box_at(at)), "of floats too");
    }
}

// Position and size, centre and radius: what a caller computes in the precision of the view, or no box.
static void try_forms(const double v[8])
{
    float narrow[8];
    for (int i = 0; i < 8; i++)
        narrow[i] = fabs(v[i]) < 1e38 ? (float)v[i] : 0;
    const float *f = narrow;
    const qd_boxes sizes = qd_boxes_xywh_double(v, 4 * sizeof *v), floats = qd_boxes_xywh(f, 4 * sizeof *f);
    const qd_boxes circles = qd_boxes_xyr_double(v, 4 * sizeof *v), narrow_circles = qd_boxes_xyr(f, 4 * sizeof *f);
    for (size_t i = 0; i < 2; i++, v += 4, f += 4) {
        const qd_box boxes[4] = { qd_boxes_at(sizes, i), qd_boxes_at(floats, i), qd_boxes_at(circles, i),
                                  qd_boxes_at(narrow_circles, i) };
        const float top = f[1] + f[3], low = f[0] - f[2], high = f[0] + f[2];
        demand(v[2] >= 0 && v[3] >= 0 ? same_box(boxes[0], qd_box_xywh(v[0], v[1], v[2], v[3]))
                                      : !qd_box_is_valid(&boxes[0]),
               "doubles add up");
        demand(f[2] >= 0 && f[3] >= 0 ? same_box(boxes[1], (qd_box){ { f[0], f[1] }, { high, top } })
                                      : !qd_box_is_valid(&boxes[1]),
               "floats add up as floats");
        demand(v[2] >= 0 ? same_box(boxes[2], qd_box_around((qd_vec2){ v[0], v[1] }, v[2], v[2]))
                         : !qd_box_is_valid(&boxes[2]),
               "a radius goes all ways");
        demand(f[2] >= 0 ? boxes[3].min.x == low && boxes[3].max.x == high : !qd_box_is_valid(&boxes[3]),
               "of floats too");
    }
}

static void try_questions(const double v[8])
{
    qd_vec2 from = { v[0], v[1] }, to = { v[2], v[3] };
    qd_ranked ray = qd_ray(from, to, v[4]), segment = qd_segment(from, to), near = qd_nearest(qd_shape_point(to), v[4]);
    demand(ray.rank == QD_CAST && ray.shape.type == QD_POINT && same(ray.limit, v[4]), "a ray is a point that is cast");
    demand(same_box(ray.shape.box, qd_box_at(from)) && same(ray.motion.x, v[2]), "from its origin along its way");
    demand(segment.rank == QD_SEGMENT && segment.limit == 1 && same(segment.motion.y, v[3]), "a segment has two ends");
    demand(near.rank == QD_NEAREST && same_box(near.shape.box, qd_box_at(to)), "nearest to a point");
    qd_shape circle = qd_shape_circle(from, v[4]), box = qd_shape_box(qd_box_between(from, to));
    demand(circle.type == QD_CIRCLE && same(circle.radius, v[4]) && same(circle.box.max.y, v[1]),
           "a circle has a centre");
    demand(box.type == QD_BOX && same_box(box.box, qd_box_between(from, to)), "a box is a shape");
    qd_shape polygon = qd_shape_polygon(&from, 7);
    demand(polygon.type == QD_POLYGON && polygon.corners == &from && polygon.corner_count == 7, "corners stay there");
    demand(!ray.ignore && !near.filter.layers && !segment.filter.mask, "all see every item");
}

// Two boxes that meet one way round meet the other way round, at the same time, with the normal turned about.
static void try_moving(const double v[8])
{
    qd_box a = { { v[0], v[1] }, { v[2], v[3] } }, b = { { v[3], v[2] }, { v[5], v[4] } };
    qd_ranked one = qd_cast(qd_shape_box(a), (qd_vec2){ v[4], v[5] }, v[6]);
    qd_ranked other = qd_cast(qd_shape_box(b), (qd_vec2){ v[7], v[0] }, v[1]);
    for (int edges = QD_CLOSED; edges <= QD_OPEN; edges++) {
        qd_hit there = { .t = -1 }, back = { .t = -1 };
        bool meet = qd_casts_meet(&one, &other, (qd_edges)edges, &there);
        demand(qd_casts_meet(&other, &one, (qd_edges)edges, &back) == meet, "meeting goes both ways");
        demand(qd_casts_meet(&one, &other, (qd_edges)edges, NULL) == meet, "with an answer or without");
        demand(meet || there.t == -1, "boxes that do not meet leave the answer alone");
        demand(!meet || (qd_box_is_valid(&a) && qd_box_is_valid(&b)), "no bad box meets anything");
        demand(!meet || (there.t >= 0 && there.t <= v[6] && there.t <= v[1]), "they meet while both move");
        demand(!meet || there.t == back.t, "at one time");
        demand(!meet || (there.normal.x == -back.normal.x && there.normal.y == -back.normal.y), "on opposite sides");
    }
}

static void try_ids(const uint8_t *data)
{
    qd_id id;
    memcpy(&id, data, sizeof id);
    demand(qd_id_slot(id) == (id & UINT32_MAX), "the slot is in the low half");
}

// Any number as a result, those too that the library never returns.
static void try_results(const uint8_t *data)
{
    int32_t code;
    memcpy(&code, data, sizeof code);
    const char *text = qd_result_text((qd_result)code);
    demand(text != NULL && *text != 0, "every result has a text");
    demand(qd_version() / 10000 == QD_VERSION_MAJOR, "the library is of the headers' version");
}

// Any definition, in a small buffer or none: it is taken just when nothing is said to be wrong with it.
static void try_definitions(const double v[8], const uint8_t *data)
{
    static _Alignas(QD_ALIGNMENT) unsigned char buffer[1 << 14];
    int32_t numbers[4];
    memcpy(numbers, data + 4 * sizeof *v, sizeof numbers);
    qd_tree_def def = { .precision = (qd_precision)(data[0] % 3),
                        .edges = (qd_edges)(data[1] % 3),
                        .world = { { v[0], v[1] }, { v[2], v[3] } },
                        .leaf_capacity = data[2] % 2 ? numbers[0] : data[2],
                        .max_depth = data[3] % 2 ? numbers[1] : data[3] / 8,
                        .totals = data[4] % 4 == 0,
                        .id_series = (uint16_t)(data[4] * 257),
                        .buffer = data[5] % 2 ? buffer + (size_t)(data[5] % 3) * 32 : NULL,
                        .buffer_size = data[6] % 2 ? 64 * (size_t)data[7] : 0 };
    const char *problem = qd_tree_def_problem(&def);
    qd_tree *tree = NULL;
    demand((qd_tree_create(&def, &tree) == QD_OK) == (problem == NULL), "what is taken has no problem");
    demand((tree != NULL) == (problem == NULL), "and is there");
    demand(problem == NULL || *problem != 0, "a problem has a text");
    demand(tree == NULL || (qd_tree_check(tree) && qd_tree_count(tree, NULL) == 0), "a new tree is sound");
    const qd_id id = tree ? qd_tree_add(tree, qd_box_xywh(0, 0, 1, 1), 0) : 0; // 0 where the buffer is full
    demand(id == 0 || id >> 48 == def.id_series, "ids are of the tree's series");
    qd_tree_destroy(tree);
    const size_t items = (size_t)(uint32_t)numbers[2], size = qd_tree_buffer_size(&def, items);
    demand(size == 0 || qd_tree_buffer_size(&def, items + 1) == 0 || qd_tree_buffer_size(&def, items + 1) >= size,
           "more items take no less");
}

// A tree with one box of the numbers' own, if they make one, and one that is always there.
static qd_tree *small_tree(const double v[8], qd_precision precision)
{
    qd_tree *tree = qd_tree_new(&(qd_tree_def){ .precision = precision });
    qd_box own = { { v[0], v[1] }, { v[2], v[3] } };
    demand(tree != NULL && qd_tree_add(tree, qd_box_xywh(0, 0, 1, 1), 1) != 0, "a good box is taken");
    const qd_id id = qd_tree_add(tree, own, 2);
    demand(qd_box_is_valid(&own) || id == 0 || precision == QD_FLOAT, "a bad one is not");
    demand(qd_tree_has(tree, id) == (id != 0), "what is taken is there");
    return tree;
}

// Shortcuts find what the questions find that they stand for.
static void try_shortcuts(const double v[8])
{
    const qd_vec2 at = { v[4], v[5] }, way = { v[6], v[7] };
    const qd_shape shapes[] = { qd_shape_box(qd_box_between(at, way)), qd_shape_point(at), qd_shape_circle(at, v[6]) };
    for (int precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        qd_tree *tree = small_tree(v, (qd_precision)precision);
        const qd_ranked near = qd_nearest(shapes[1], v[6]), ray = qd_ray(at, way, v[0]);
        qd_entry found[2];
        qd_hit hits[2];
        const size_t counts[] = { qd_tree_find_box(tree, shapes[0].box, found, 2),
                                  qd_tree_find_point(tree, at, found, 2),
                                  qd_tree_find_circle(tree, at, v[6], found, 2) };
        for (int i = 0; i < 3; i++) {
            const qd_query query = { .shape = shapes[i] };
            demand(counts[i] == qd_tree_count(tree, &query), "shapes by name");
            demand(counts[i] == qd_tree_find_shape(tree, shapes[i], found, 2), "and as such");
            demand(counts[i] == 0 || qd_query_check(tree, &query) == QD_OK, "what is malformed finds nothing");
        }
        demand(qd_tree_find_nearest(tree, at, v[6], hits, 2) == qd_tree_count_ranked(tree, &near), "nearest");
        demand(qd_tree_find_ray(tree, at, way, v[0], hits, 2) == qd_tree_count_ranked(tree, &ray), "rays");
        qd_tree_destroy(tree);
    }
}

// A margin and a number of the nearest are taken as the oracle takes them; an item stays where it is, and so in view.
static void try_margins(qd_tree *tree, qd_interest *interest, const double v[8])
{
    qd_oracle *oracle = NULL;
    demand(qd_oracle_create(&(qd_tree_def){ .precision = QD_DOUBLE }, &oracle) == QD_OK, "there is memory");
    const qd_observer observer = { .view.shape = qd_shape_box((qd_box){ { v[0], v[1] }, { v[2], v[3] } }),
                                   .margin = v[5],
                                   .nearest = v[6] > 0 ? 1 : 0 };
    qd_id id;
    const qd_result result = qd_interest_add(interest, &observer, &id);
    demand(result == qd_oracle_check_observer(oracle, &observer), "the same observers are good");
    size_t first = 0, then = 0, left = 0;
    for (int i = 0; i < 2; i++) {
        demand(qd_interest_update(interest) == QD_OK, "there is memory");
        qd_interest_seen(interest, id, i == 0 ? &first : &then);
    }
    qd_interest_left(interest, &left);
    demand(first == then && left == 0, "what does not move stays in view");
    demand(first <= (observer.nearest ? 1 : qd_tree_count(tree, NULL)), "no more is seen than was asked for");
    qd_oracle_destroy(oracle);
}

// With options, and of the first result alone; the checker, which has the same shortcuts, compares them with brute
// force.
static void try_options(const double v[8], const uint8_t *data)
{
    const qd_vec2 at = { v[4], v[5] }, way = { v[6], v[7] };
    const qd_shape shapes[] = { qd_shape_box(qd_box_between(at, way)), qd_shape_point(at), qd_shape_circle(at, v[6]) };
    const qd_find_options options = { { data[0] % 4, data[1] % 4 }, data[2] % 3, (qd_relation)(data[3] % 4) };
    qd_checker *checker = qd_checker_new(&(qd_tree_def){ .precision = (qd_precision)(data[4] % 2) });
    demand(checker && qd_checker_add(checker, qd_box_xywh(0, 0, 1, 1), 1) != 0, "a good box is taken");
    qd_checker_add(checker, (qd_box){ { v[0], v[1] }, { v[2], v[3] } }, 2);
    const qd_tree *tree = qd_checker_tree(checker);
    qd_entry found[2], twin[2];
    qd_hit hits[2], others[2];
    for (int i = 0; i < 3; i++) {
        const size_t plain = qd_checker_find_shape(checker, shapes[i], found, 2);
        demand(qd_tree_any(tree, shapes[i]) == (plain > 0) && qd_checker_any(checker, shapes[i]) == (plain > 0),
               "any is some");
        demand((qd_tree_first(tree, shapes[i]).id != 0) == (plain > 0), "the first of some");
        demand(qd_checker_first(checker, shapes[i]).id == qd_tree_first(tree, shapes[i]).id, "is the same");
        const size_t some = qd_checker_find_with(checker, shapes[i], options, found, 2);
        demand(qd_tree_find_with(tree, shapes[i], options, twin, 2) == some, "options are kept");
        demand(qd_tree_any_with(tree, shapes[i], options) == (some > 0), "by any");
        demand(qd_checker_any_with(checker, shapes[i], options) == (some > 0), "by the checker's");
        demand((qd_tree_first_with(tree, shapes[i], options).id != 0) == (some > 0), "and by the first");
        demand(qd_checker_first_with(checker, shapes[i], options).id == qd_tree_first_with(tree, shapes[i], options).id,
               "that the checker has");
        demand(qd_tree_find_cast(tree, shapes[i], way, v[0], hits, 2) ==
                   qd_checker_find_cast(checker, shapes[i], way, v[0], others, 2),
               "casts");
    }
    demand(qd_tree_find_segment(tree, at, way, hits, 2) == qd_checker_find_segment(checker, at, way, others, 2),
           "segments");
    demand(qd_checker_find_point(checker, at, found, 2) == qd_tree_find_point(tree, at, twin, 2), "points");
    demand(qd_checker_find_circle(checker, at, v[6], found, 2) == qd_tree_find_circle(tree, at, v[6], twin, 2),
           "circles");
    demand(qd_checker_find_ray(checker, at, way, v[0], hits, 2) == qd_tree_find_ray(tree, at, way, v[0], others, 2),
           "rays");
    const qd_ranked near = qd_nearest(shapes[1], v[1]);
    demand(qd_tree_find_ranked_with(tree, near, options, hits, 2) ==
               qd_checker_find_ranked_with(checker, near, options, others, 2),
           "nearest");
    demand(!qd_checker_failed(checker), "brute force agrees");
    qd_checker_destroy(checker);
}

// An observer that moves to any numbers is where it was, or there.
static void try_observers(const double v[8])
{
    qd_tree *tree = small_tree(v, QD_DOUBLE);
    qd_interest *interest = NULL;
    const qd_observer observer = { .view = { .shape = qd_shape_circle((qd_vec2){ 0, 0 }, v[4]) } };
    qd_id ids[4];
    demand(qd_interest_create(tree, NULL, &interest) == QD_OK, "there is memory");
    const bool taken = qd_interest_add(interest, &observer, &ids[0]) == QD_OK;
    demand(taken == (v[4] >= 0), "a radius is no less than 0");
    ids[1] = ids[2] = ids[3] = ids[0];
    const qd_boxes centers = qd_points_double((const qd_vec2 *)(const void *)v);
    size_t bad = 9, count = 0, expected = 4;
    for (size_t i = 4; i-- > 0;)
        expected = isfinite(v[2 * i]) && isfinite(v[2 * i + 1]) ? expected : i;
    const qd_result result = qd_interest_move_many(interest, ids, &centers, 4, &bad);
    demand(!taken || (result == QD_OK) == (expected == 4), "centres are finite");
    demand(!taken || result == QD_OK || bad == expected, "and the first that is not is named");
    demand(qd_interest_update(interest) == QD_OK, "there is memory");
    qd_interest_seen(interest, ids[0], &count);
    demand(count <= 2, "no more is seen than there is");
    try_margins(tree, interest, v);
    qd_interest_destroy(interest);
    qd_tree_destroy(tree);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    double values[8];
    size_t block = 0;
    for (; size >= sizeof values; data += sizeof values, size -= sizeof values) {
        memcpy(values, data, sizeof values);
        try_boxes(values);
        try_two_boxes(values);
        try_views(values);
        try_forms(values);
        try_questions(values);
        try_moving(values);
        try_ids(data);
        try_results(data);
        try_definitions(values, data);
        try_shortcuts(values);
        if (block++ % 8 == 0) // a checker writes down every number
            try_options(values, data);
        try_observers(values);
    }
    return 0;
}
