// Asks the tree and the oracle the same question and compares what they say: as sets, or in order where an order is
// promised. Each function is true when they agree; when not, `why` says what is different.
#ifndef TESTS_COMPARE_H
#define TESTS_COMPARE_H

#include "oracle.h"

struct compare {
    const qd_tree *tree;
    struct oracle *oracle;
    size_t expected_count; // how many the right answer to the last question had
    char why[240];

    // Scratch memory, kept from question to question.
    qd_found *expected, *found;
    qd_near *near_expected, *near_found;
    oracle_hit *hits_expected;
    qd_hit *hits_found;
    size_t room;    // length of the six
    size_t *wanted; // by slot: index in the expected answer plus 1, 0 once it was met; all 0 between questions
    size_t slots;
};

void compare_create(struct compare *compare, const qd_tree *tree, struct oracle *oracle);
void compare_destroy(struct compare *compare);

// Says why, in the manner of printf, and returns false.
bool compare_fails(struct compare *compare, const char *format, ...);

// `limit` is the capacity of the output array; a visitor stops once it has had that many (SIZE_MAX: never).
bool compare_find_box(struct compare *compare, qd_box box, qd_query_filter filter, size_t limit);
bool compare_find_point(struct compare *compare, qd_vec2 point, qd_query_filter filter, size_t limit);
bool compare_find_circle(struct compare *compare, qd_vec2 center, float radius, qd_query_filter filter, size_t limit);
bool compare_visit_box(struct compare *compare, qd_box box, qd_query_filter filter, size_t limit);
bool compare_visit_point(struct compare *compare, qd_vec2 point, qd_query_filter filter, size_t limit);
bool compare_visit_circle(struct compare *compare, qd_vec2 center, float radius, qd_query_filter filter, size_t limit);
bool compare_find_near(struct compare *compare, qd_vec2 point, float max_distance, qd_query_filter filter,
                       size_t limit);
bool compare_find_ray(struct compare *compare, qd_ray ray, qd_query_filter filter, size_t limit);

// What the visitor answers to a hit: pass it by, clip to it, or clip elsewhere.
enum ray_answer { RAY_PASS, RAY_CLIP, RAY_CLIP_HALF, RAY_CLIP_DOUBLE, RAY_CLIP_ODD_SLOTS, RAY_ANSWERS };
bool compare_visit_ray(struct compare *compare, qd_ray ray, qd_query_filter filter, enum ray_answer answer,
                       size_t limit);

// Each finds and visits; casts with a limit are also cut by what the visitor answers.
bool compare_cast_box(struct compare *compare, qd_moving_box moving, qd_query_filter filter, enum ray_answer answer,
                      size_t limit);
bool compare_cast_circle(struct compare *compare, qd_moving_circle moving, qd_query_filter filter,
                         enum ray_answer answer, size_t limit);
bool compare_inside(struct compare *compare, qd_box box, qd_query_filter filter, size_t limit);
bool compare_containing(struct compare *compare, qd_box box, qd_query_filter filter, size_t limit);
bool compare_polygon(struct compare *compare, qd_polygon polygon, qd_query_filter filter, size_t limit);
bool compare_inside_polygon(struct compare *compare, qd_polygon polygon, qd_query_filter filter, size_t limit);

// Cursors tell what the find or visit of the same question tells, in its order if it has one; `limit`: drop it there.
bool compare_box_cursor(struct compare *compare, qd_box box, qd_query_filter filter, size_t limit);
bool compare_near_cursor(struct compare *compare, qd_vec2 point, float max_distance, qd_query_filter filter,
                         size_t limit);
bool compare_ray_cursor(struct compare *compare, qd_ray ray, qd_query_filter filter, size_t limit);
bool compare_pair_cursor(struct compare *compare, size_t limit);

// Pairs: all the same pairs, and once more the beginning of the same list when the visitor stops after `limit`.
bool compare_pairs(struct compare *compare, size_t limit);
bool compare_pairs_filtered(struct compare *compare, qd_query_filter filter, size_t limit);
bool compare_pairs_within(struct compare *compare, float distance, qd_query_filter filter, size_t limit);

// The join with itself, with a tree of some of its items turned about, or of that with it; `kind` says which and how
// that other tree is made, any number will do.
bool compare_join(struct compare *compare, unsigned kind, size_t limit);
// The join with another tree, which has an oracle of its own.
bool compare_join_with(struct compare *compare, const qd_tree *other, struct oracle *oracle, size_t limit);
bool compare_total(struct compare *compare, qd_box box, qd_query_filter filter);
bool compare_detail(struct compare *compare, qd_box box, float size, qd_query_filter filter, size_t limit);
bool compare_value(struct compare *compare, qd_id id);
bool compare_bounds(struct compare *compare);
bool compare_item(struct compare *compare, qd_id id);

// `bytes` is what the tree's allocator has handed out.
bool compare_stats(struct compare *compare, size_t bytes);

// All items and pairs by every way there is.
bool compare_everything(struct compare *compare);

// A list that a find may write to: how many of its records to offer. Then, is it right?
size_t compare__offer(struct compare *compare, size_t limit);
bool compare__same_list(struct compare *compare, const char *what, size_t found, size_t expected, size_t limit);

// What a visitor was handed.
struct visit {
    struct compare *compare;
    size_t count, limit;
    const char *fault;
};
struct visit compare__new_visit(struct compare *compare, size_t limit);
bool compare__gather(void *context, const qd_found *items, size_t count); // of a struct visit
bool compare__same_visit(struct compare *compare, const char *what, const struct visit *visit, qd_cost cost,
                         size_t expected);

// A ray or a cast, for what all of them have in common. `hits_expected` has the right answer.
struct way {
    enum { WAY_RAY, WAY_BOX, WAY_CIRCLE } kind;
    const char *name;
    qd_ray ray;
    qd_moving_box box;
    qd_moving_circle circle;
    float t_max;
};
bool compare__find_hits(struct compare *compare, const struct way *way, qd_query_filter filter, size_t limit);
bool compare__visit_hits(struct compare *compare, const struct way *way, qd_query_filter filter, enum ray_answer answer,
                         size_t limit);
bool compare__same_hit(const qd_hit *a, const qd_hit *b);

// For the questions about items and the ones about rays: makes the scratch memory large enough.
void compare__make_room(struct compare *compare);
// Makes the first so many of the expected items those that are wanted, and no longer so.
void compare__want(struct compare *compare, size_t count);
void compare__want_no_more(struct compare *compare, size_t count);
// Is `found` one of the expected items that was not met before? Its index, or SIZE_MAX.
size_t compare__take(struct compare *compare, qd_found found);

#endif
