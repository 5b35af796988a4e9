// The oracle: the library's interface over a plain array, short enough to check by eye. It shares no line with the
// library and computes in double, straight from what the public headers promise. Items go by the id that the library
// returned for them, so the oracle also checks the rules about ids: what breaks one is told in `complaint`.
#ifndef TESTS_ORACLE_H
#define TESTS_ORACLE_H

#include <float.h>
#include <quadrille/quadrille.h>

typedef struct oracle_entry {
    qd_id id;
    qd_item item; // its filter with the defaults resolved
    int64_t value;
} oracle_entry;

struct oracle {
    qd_edges edges;
    bool totals;           // items have values
    oracle_entry *entries; // the live items, in no particular order
    size_t count, room;
    size_t *place;    // by slot: index in entries plus 1; 0 if no live item has the slot
    uint64_t *unseen; // by slot: the lowest generation that no item has had there
    size_t slots;     // length of both
    size_t peak;      // the most items that were ever live at once: no slot may be higher
    const char *complaint;
};

void oracle_create(struct oracle *oracle, qd_edges edges);
void oracle_destroy(struct oracle *oracle);
void oracle_clear(struct oracle *oracle);

// What inserting the item must say, memory permitting: QD_OK or QD_BAD_VALUE.
qd_result oracle_judge(const qd_item *item);

// `given` is what the library returned. Result: what the library's answer should have been.
qd_result oracle_insert(struct oracle *oracle, qd_item item, qd_id given);
qd_result oracle_insert_many(struct oracle *oracle, const qd_item *items, size_t count, const qd_id *given,
                             size_t *bad);

// An insert_many that ran out of memory may have touched as many slots as it wanted.
void oracle_insert_failed(struct oracle *oracle, size_t count);

qd_result oracle_move(struct oracle *oracle, qd_id id, qd_box box);
qd_result oracle_remove(struct oracle *oracle, qd_id id);
qd_result oracle_set_user(struct oracle *oracle, qd_id id, uint64_t user);
qd_result oracle_set_filter(struct oracle *oracle, qd_id id, qd_filter filter);
qd_result oracle_set_value(struct oracle *oracle, qd_id id, int64_t value);
qd_result oracle_move_many(struct oracle *oracle, const qd_id *ids, const qd_box *boxes, size_t count, size_t *bad);
qd_result oracle_remove_many(struct oracle *oracle, const qd_id *ids, size_t count, size_t *bad);

bool oracle_get(const struct oracle *oracle, qd_id id, qd_item *item);
bool oracle_get_value(const struct oracle *oracle, qd_id id, int64_t *value);
bool oracle_contains(const struct oracle *oracle, qd_id id);
qd_box oracle_bounds(const struct oracle *oracle);

// All the answers to a question. `out` has room for every item; near and ray are in the order that is promised.
size_t oracle_find_box(const struct oracle *oracle, qd_box box, qd_query_filter filter, qd_found *out);
size_t oracle_find_point(const struct oracle *oracle, qd_vec2 point, qd_query_filter filter, qd_found *out);
size_t oracle_find_circle(const struct oracle *oracle, qd_vec2 center, float radius, qd_query_filter filter,
                          qd_found *out);
size_t oracle_find_near(const struct oracle *oracle, qd_vec2 point, float max_distance, qd_query_filter filter,
                        qd_near *out);

// The total of those that oracle_find_box finds.
qd_total oracle_total_box(const struct oracle *oracle, qd_box box, qd_query_filter filter);

// A hit, and t as it is before it is rounded to float.
typedef struct oracle_hit {
    double t;
    qd_hit hit;
} oracle_hit;
size_t oracle_find_ray(const struct oracle *oracle, qd_ray ray, qd_query_filter filter, oracle_hit *out);

// Gets each pair, and its distance where one was asked for.
typedef void oracle_pair_sink(void *context, const qd_pair *pair, float distance);

// Every pair that meets, or comes within a distance, at least one of which the filter lets through; in any order, the
// lower slot first. Sorts the entries.
void oracle_pairs(struct oracle *oracle, qd_query_filter filter, oracle_pair_sink *each, void *context);
void oracle_pairs_within(struct oracle *oracle, float distance, qd_query_filter filter, oracle_pair_sink *each,
                         void *context);

// Every pair of an item of each that meet. The two may be the same.
void oracle_join(struct oracle *a, struct oracle *b, oracle_pair_sink *each, void *context);

// Casts of boxes; and for circles, whose arithmetic is free to round, how near the way comes to an item, and what holds
// of a hit: false says that it is wrong.
size_t oracle_find_cast_box(const struct oracle *oracle, qd_moving_box moving, qd_query_filter filter, oracle_hit *out);
bool oracle_circle_is_good(qd_moving_circle moving);
enum oracle_verdict { ORACLE_MISSES, ORACLE_HITS, ORACLE_UNSURE };
enum oracle_verdict oracle_cast_circle(const struct oracle *oracle, qd_moving_circle moving, qd_box item);
bool oracle_circle_hit_is_right(qd_moving_circle moving, qd_box item, const qd_hit *hit);

size_t oracle_find_inside(const struct oracle *oracle, qd_box box, qd_query_filter filter, qd_found *out);
size_t oracle_find_containing(const struct oracle *oracle, qd_box box, qd_query_filter filter, qd_found *out);
bool oracle_polygon_is_valid(qd_polygon polygon);
size_t oracle_find_polygon(const struct oracle *oracle, qd_polygon polygon, qd_query_filter filter, qd_found *out);
size_t oracle_find_inside_polygon(const struct oracle *oracle, qd_polygon polygon, qd_query_filter filter,
                                  qd_found *out);

#endif
