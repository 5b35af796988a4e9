// Arrays of questions, wherever they lie: packed, by sides, with gaps, backwards, one for all; each answer is that of
// the single call. And rows: any length, any subset of arrays, arrays that are too small.
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ITEMS = 20000, QUESTIONS = 3000 };

// Boxes of side 1 about 7 apart in a square of 1000.
static qd_tree *some_tree(qd_precision precision)
{
    const qd_tree_def def = { .precision = precision };
    qd_tree *tree = tree_of(&def);
    struct flock flock = flock_of_squares(ITEMS, box(0, 0, 1000, 1000), 1, 3);
    flock_insert_many(&flock, tree);
    flock_free(&flock);
    return tree;
}

static qd_box *windows(double side)
{
    struct prng random = { 5 };
    qd_box *boxes = need(QUESTIONS, sizeof *boxes);
    for (size_t i = 0; i < QUESTIONS; i++) {
        const double x = prng_between(&random, 0, 1000), y = prng_between(&random, 0, 1000);
        boxes[i] = qd_box_xywh(x, y, side, side);
    }
    return boxes;
}

// All results by question, each with the slots in no order.
struct answers {
    uint64_t *offsets;
    qd_entry *entries;
};

static struct answers answers_of(const qd_tree *tree, const qd_query *queries, size_t count)
{
    struct answers answers = { need(count + 1, sizeof(uint64_t)), NULL };
    size_t room = 0;
    for (size_t i = 0; i < count; i++) {
        found_list list = { 0 };
        qd_tree_visit(tree, &queries[i], found_list_add, &list, NULL);
        const uint64_t had = answers.offsets[i];
        if (had + list.count > room) {
            room = 2 * (size_t)(had + list.count);
            answers.entries = realloc(answers.entries, room * sizeof *answers.entries);
            assert_non_null(answers.entries);
        }
        if (list.count > 0 && answers.entries)
            memcpy(answers.entries + had, list.at, list.count * sizeof *list.at);
        answers.offsets[i + 1] = had + list.count;
        found_list_free(&list);
    }
    return answers;
}

static void answers_free(struct answers *answers)
{
    free(answers->offsets);
    free(answers->entries);
}

static qd_rows rows_for(size_t count, size_t capacity)
{
    const qd_rows rows = { capacity,
                           need(count + 1, sizeof(uint64_t)),
                           need(capacity + 1, sizeof(uint32_t)),
                           need(capacity + 1, sizeof(qd_id)),
                           need(capacity + 1, sizeof(uint64_t)),
                           NULL };
    rows.ids[capacity] = 7;
    return rows;
}

static void rows_free(qd_rows *rows)
{
    free(rows->offsets);
    free(rows->questions);
    free(rows->ids);
    free(rows->users);
}

static void assert_rows(const qd_tree *tree, const qd_queries *queries, const struct answers *right)
{
    const size_t count = queries->count, total = (size_t)right->offsets[count];
    qd_rows rows = rows_for(count, total);
    uint64_t place[ITEMS + 1] = { 0 }; // by slot: where the right result is, plus 1; 0 once it was found
    size_t told = 1;
    assert_int_equal(qd_tree_find_many(tree, queries, &rows, &told), QD_OK);
    assert_int_equal(told, total);
    assert_memory_equal(rows.offsets, right->offsets, (count + 1) * sizeof *rows.offsets);
    for (size_t i = 0; i < count; i++) {
        const uint64_t first = rows.offsets[i], end = rows.offsets[i + 1];
        for (uint64_t j = first; j < end; j++) {
            assert_int_equal(place[qd_id_slot(right->entries[j].id)], 0);
            place[qd_id_slot(right->entries[j].id)] = j + 1;
        }
        for (uint64_t j = first; j < end; j++) {
            const size_t slot = qd_id_slot(rows.ids[j]);
            assert_int_equal(rows.questions[j], i);
            assert_true(slot <= ITEMS && place[slot] > 0);
            assert_true(rows.ids[j] == right->entries[place[slot] - 1].id);
            assert_true(rows.users[j] == right->entries[place[slot] - 1].user);
            place[slot] = 0;
        }
    }
    assert_true(rows.ids[total] == 7);
    rows_free(&rows);
}

// Boxes with other things between them, and those in reverse.
struct spaced {
    float before;
    float sides[4];
    double wide[4];
    char after[8];
};

static struct spaced *spaced_of(const qd_box *boxes, size_t count)
{
    struct spaced *all = need(count, sizeof *all);
    for (size_t i = 0; i < count; i++) {
        const double sides[4] = { boxes[i].min.x, boxes[i].min.y, boxes[i].max.x, boxes[i].max.y };
        for (int side = 0; side < 4; side++) {
            all[i].sides[side] = (float)sides[side];
            all[i].wide[side] = sides[side];
        }
    }
    return all;
}

static float *by_side(const qd_box *boxes, size_t count)
{
    float *all = need(4 * count, sizeof *all);
    for (size_t i = 0; i < count; i++) {
        all[i] = (float)boxes[i].min.x;
        all[count + i] = (float)boxes[i].max.y;
        all[2 * count + i] = (float)boxes[i].min.y;
        all[3 * count + i] = (float)boxes[i].max.x;
    }
    return all;
}

static void assert_views(const qd_tree *tree, const qd_box *boxes, size_t count)
{
    qd_query *singles = need(count, sizeof *singles), *back = need(count, sizeof *back);
    for (size_t i = 0; i < count; i++)
        singles[i] = back[count - 1 - i] = query_box(boxes[i]);
    struct spaced *spaced = spaced_of(boxes, count), *last = &spaced[count - 1];
    float *sides = by_side(boxes, count), *packed = need(4 * count, sizeof *packed);
    for (size_t i = 0; i < count; i++)
        memcpy(packed + 4 * i, spaced[i].sides, sizeof spaced[i].sides);
    const ptrdiff_t step = sizeof *spaced, one = sizeof(float);
    const qd_boxes forward[] = {
        qd_boxes_double(boxes),
        qd_boxes_float(packed),
        { spaced->sides, spaced->sides + 1, spaced->sides + 2, spaced->sides + 3, step, QD_FLOAT, QD_CORNERS },
        { spaced->wide, spaced->wide + 1, spaced->wide + 2, spaced->wide + 3, step, QD_DOUBLE, QD_CORNERS },
        { sides, sides + 2 * count, sides + 3 * count, sides + count, one, QD_FLOAT, QD_CORNERS },
    };
    const qd_boxes backward[] = {
        { last->sides, last->sides + 1, last->sides + 2, last->sides + 3, -step, QD_FLOAT, QD_CORNERS },
        { last->wide, last->wide + 1, last->wide + 2, last->wide + 3, -step, QD_DOUBLE, QD_CORNERS },
    };
    struct answers right = answers_of(tree, singles, count), mirrored = answers_of(tree, back, count);
    for (size_t i = 0; i < sizeof forward / sizeof *forward; i++)
        assert_rows(tree, &(qd_queries){ .count = count, .boxes = forward[i] }, &right);
    for (size_t i = 0; i < sizeof backward / sizeof *backward; i++)
        assert_rows(tree, &(qd_queries){ .count = count, .boxes = backward[i] }, &mirrored);
    assert_rows(tree, &(qd_queries){ .count = count, .each = singles, .boxes = forward[1] }, &right);
    answers_free(&right);
    answers_free(&mirrored);
    free(singles);
    free(back);
    free(spaced);
    free(sides);
    free(packed);
}

static void boxes_may_lie_anywhere(void)
{
    for (int precision = 0; precision < 2; precision++) {
        qd_tree *tree = some_tree((qd_precision)precision);
        qd_box *boxes = windows(12);
        boxes[7].min.x = NAN;
        boxes[900].max.y = -3;
        assert_views(tree, boxes, 1);
        assert_views(tree, boxes, 100);
        assert_views(tree, boxes, QUESTIONS);
        free(boxes);
        qd_tree_destroy(tree);
    }
}

// The same box, each time without another item; and the value itself where the view has no elements.
static void a_stride_of_zero_asks_one_box_every_time(void)
{
    enum { COUNT = 500 };
    for (int precision = 0; precision < 2; precision++) {
        qd_tree *tree = some_tree((qd_precision)precision);
        const qd_box window = box(100, 100, 200, 200);
        found_list inside = found_in(tree, window);
        qd_id ignore[COUNT];
        qd_query singles[COUNT];
        for (size_t i = 0; i < COUNT; i++) {
            ignore[i] = i % 3 ? inside.at[i % inside.count].id : 0;
            singles[i] = query_box(window);
            singles[i].ignore = ignore[i];
        }
        struct answers right = answers_of(tree, singles, COUNT);
        qd_queries queries = { .count = COUNT, .boxes = qd_boxes_double(&window), .ignore = ignore };
        queries.boxes.stride = 0;
        assert_rows(tree, &queries, &right);
        const qd_queries like = { .count = COUNT, .like = query_box(window), .ignore = ignore };
        assert_rows(tree, &like, &right);
        answers_free(&right);
        found_list_free(&inside);
        qd_tree_destroy(tree);
    }
}

struct circles {
    qd_vec2 *points;
    double *radii;
    float *narrow, *narrow_radii;
    qd_query *at, *around;
};

static struct circles circles_open(void)
{
    struct circles c = { need(QUESTIONS, sizeof(qd_vec2)),   need(QUESTIONS, sizeof(double)),
                         need(QUESTIONS, 2 * sizeof(float)), need(QUESTIONS, sizeof(float)),
                         need(QUESTIONS, sizeof(qd_query)),  need(QUESTIONS, sizeof(qd_query)) };
    qd_box *boxes = windows(0);
    struct prng random = { 2 };
    for (size_t i = 0; i < QUESTIONS; i++) {
        c.points[i] = boxes[i].min;
        c.radii[i] = i % 50 ? prng_between(&random, 0, 20) : i % 100 ? -1 : 70;
        c.narrow[2 * i] = (float)c.points[i].x;
        c.narrow[2 * i + 1] = (float)c.points[i].y;
        c.narrow_radii[i] = (float)c.radii[i];
        c.at[i] = query_of(qd_shape_point(c.points[i]), QD_OVERLAPS);
        c.around[i] = query_of(qd_shape_circle(c.points[i], c.radii[i]), QD_INSIDE);
    }
    free(boxes);
    return c;
}

static void circles_close(const struct circles *c)
{
    free(c->points);
    free(c->radii);
    free(c->narrow);
    free(c->narrow_radii);
    free(c->at);
    free(c->around);
}

static void points_and_circles(void)
{
    struct circles c = circles_open();
    for (int precision = 0; precision < 2; precision++) {
        qd_tree *tree = some_tree((qd_precision)precision);
        struct answers on = answers_of(tree, c.at, QUESTIONS), in = answers_of(tree, c.around, QUESTIONS);
        qd_queries queries = { .count = QUESTIONS, .boxes = qd_points_double(c.points) };
        assert_rows(tree, &queries, &on);
        queries.boxes = qd_points_float(c.narrow);
        assert_rows(tree, &queries, &on);
        queries.radii = c.narrow_radii;
        queries.like.relation = QD_INSIDE;
        assert_rows(tree, &queries, &in);
        queries.boxes = qd_points_double(c.points);
        queries.radii = c.radii;
        assert_rows(tree, &queries, &in);
        answers_free(&on);
        answers_free(&in);
        qd_tree_destroy(tree);
    }
    circles_close(&c);
}

static uint64_t hash_of(qd_id id, uint64_t question)
{
    uint64_t hash = (id ^ question << 40) * 0x9e3779b97f4a7c15U;
    return hash ^ hash >> 31;
}

// Every subset of the arrays, with and without offsets: the same results, whatever their order.
static void assert_arrays(const qd_tree *tree, const qd_queries *queries, size_t capacity, size_t total, uint64_t sum)
{
    qd_rows all = rows_for(queries->count, capacity);
    for (unsigned some = 0; some < 16; some++) {
        qd_rows rows = all;
        memset(all.ids, 0, capacity * sizeof *all.ids); // of the time before
        rows.offsets = some & 1 ? all.offsets : NULL;
        rows.questions = some & 2 ? all.questions : NULL;
        rows.ids = some & 4 ? all.ids : NULL;
        rows.users = some & 8 ? all.users : NULL;
        size_t told = 0;
        assert_int_equal(qd_tree_find_many(tree, queries, &rows, &told), total > capacity ? QD_TOO_SMALL : QD_OK);
        assert_int_equal(told, total);
        assert_true(all.ids[capacity] == 7 && all.users[capacity] == 0 && all.questions[capacity] == 0);
        if (some & 1)
            assert_int_equal(rows.offsets[queries->count], total);
        uint64_t got = 0;
        for (size_t i = 0; i < total && total <= capacity && (some & 6) == 6; i++)
            got += hash_of(rows.ids[i], rows.questions[i]);
        if (total <= capacity && (some & 6) == 6)
            assert_true(got == sum);
    }
    rows_free(&all);
}

static void assert_capacities(const qd_tree *tree, const qd_box *boxes)
{
    const qd_queries queries = { .count = QUESTIONS, .boxes = qd_boxes_double(boxes) };
    qd_query *singles = need(QUESTIONS, sizeof *singles);
    for (size_t i = 0; i < QUESTIONS; i++)
        singles[i] = query_box(boxes[i]);
    struct answers right = answers_of(tree, singles, QUESTIONS);
    const size_t total = (size_t)right.offsets[QUESTIONS];
    uint64_t sum = 0;
    for (size_t i = 0; i < QUESTIONS; i++)
        for (uint64_t j = right.offsets[i]; j < right.offsets[i + 1]; j++)
            sum += hash_of(right.entries[j].id, i);
    assert_rows(tree, &queries, &right);
    const size_t capacities[] = { 0, 1, total / 2, total > 0 ? total - 1 : 0, total, total + total / 3 };
    for (size_t i = 0; i < sizeof capacities / sizeof *capacities; i++)
        assert_arrays(tree, &queries, capacities[i], total, sum);
    answers_free(&right);
    free(singles);
}

static void rows_of_any_length(void)
{
    static const double sides[] = { 0, 3, 30, 120 };
    for (int precision = 0; precision < 2; precision++) {
        qd_tree *tree = some_tree((qd_precision)precision);
        for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
            qd_box *boxes = windows(sides[i]);
            assert_capacities(tree, boxes);
            for (size_t row = 2000; row < 2006 && i < 2; row++)
                boxes[row] = everywhere; // rows that the ones before give no reason to expect
            if (i < 2)
                assert_capacities(tree, boxes);
            free(boxes);
        }
        qd_tree_destroy(tree);
    }
}

static void nothing_asked(void)
{
    qd_tree *tree = some_tree(QD_FLOAT);
    uint64_t offset = 5;
    size_t total = 5;
    const qd_queries none = { .count = 0 };
    qd_rows rows = { .offsets = &offset };
    assert_int_equal(qd_tree_find_many(tree, &none, &rows, &total), QD_OK);
    assert_true(offset == 0 && total == 0);
    rows.offsets = NULL;
    total = 5;
    assert_int_equal(qd_tree_find_many(tree, &none, &rows, &total), QD_OK);
    assert_int_equal(total, 0);
    assert_int_equal(qd_tree_find_many(tree, &none, &rows, NULL), QD_OK);
    qd_tree_destroy(tree);
}

tests_main(plain_test(boxes_may_lie_anywhere), plain_test(a_stride_of_zero_asks_one_box_every_time),
           plain_test(points_and_circles), plain_test(rows_of_any_length), plain_test(nothing_asked))
