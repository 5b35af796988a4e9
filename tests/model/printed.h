// What the programs that the model test prints have in common. They define HANDLES, one more than the items they name.
#ifndef TESTS_MODEL_PRINTED_H
#define TESTS_MODEL_PRINTED_H

#include "ledger.h"
#include "scrambled.h"
#include <float.h>
#include <quadrille/quadrille.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// After every call: the condition, and the tree's invariants.
#define THEN(condition) printed_expect((condition) && qd_tree_check(tree), #condition, __FILE__, __LINE__)

static inline void printed_expect(bool holds, const char *condition, const char *file, int line)
{
    if (holds)
        return;
    fprintf(stderr, "%s:%d: does not hold, or an invariant is broken: %s\n", file, line, condition);
    exit(1);
}

static inline qd_box box(double min_x, double min_y, double max_x, double max_y)
{
    return (qd_box){ { min_x, min_y }, { max_x, max_y } };
}

static inline qd_vec2 vec(double x, double y)
{
    return (qd_vec2){ x, y };
}

// Ids that are spoiled.
static inline qd_id next_generation(qd_id id)
{
    return id + (UINT64_C(1) << 32);
}

static inline qd_id last_generation(qd_id id)
{
    return UINT64_C(0xffffffff) << 32 | qd_id_slot(id);
}

static inline qd_id next_slot(qd_id id)
{
    return id >> 32 << 32 | (uint32_t)(qd_id_slot(id) + 1);
}

static inline qd_id far_slot(qd_id id)
{
    return id ^ 0xfff00000u;
}

static inline qd_id no_slot(qd_id id)
{
    return id >> 32 << 32;
}

// What the calls take and return.
static qd_tree *tree, *bad_tree;
static struct ledger memory, contacts_memory;
static qd_contacts *contacts[2];
static qd_interest *interest;
static qd_id observers[24];
static size_t observer_count;
static qd_id ids[HANDLES], id;
static qd_result result;
static size_t bad, count;

static inline qd_tree *create_with(size_t unused, const qd_tree_def *def)
{
    (void)unused;
    return qd_tree_new(def);
}

// A tree in a buffer that is never freed.
static inline qd_tree *create_in(size_t items, const qd_tree_def *def)
{
    qd_tree_def own = *def;
    own.buffer_size = qd_tree_buffer_size(def, items);
    own.buffer = aligned_alloc(QD_ALIGNMENT, (own.buffer_size + 63) / 64 * 64);
    return own.buffer ? qd_tree_new(&own) : NULL;
}

static inline qd_id insert(qd_item item)
{
    qd_id given;
    result = qd_tree_insert(tree, &item, &given);
    return given;
}

static inline qd_boxes printed_view(const void *first, size_t stride, const float *floats, bool take_floats)
{
    const double *sides = first;
    if (take_floats)
        return qd_boxes_float(floats);
    return (qd_boxes){ sides, sides + 1, sides + 2, sides + 3, (ptrdiff_t)stride, QD_DOUBLE, QD_CORNERS };
}

static inline float *printed_floats(const void *first, size_t stride, size_t boxes)
{
    float *floats = calloc(4 * boxes + 1, sizeof *floats);
    for (size_t i = 0; floats && i < 4 * boxes; i++) {
        double side;
        memcpy(&side, (const char *)first + i / 4 * stride + i % 4 * sizeof side, sizeof side);
        floats[i] = (float)side;
    }
    return floats;
}

// The form that `how` says: 16 sizes, 32 halves. The numbers of the boxes become what it takes.
static inline qd_form printed_form(qd_box *boxes, size_t n, unsigned long long how)
{
    const qd_form forms[4] = { QD_CORNERS, QD_SIZES, QD_HALVES, QD_CORNERS }, form = forms[how >> 4 & 3];
    for (size_t i = 0; i < n; i++) {
        const qd_vec2 min = boxes[i].min, max = boxes[i].max;
        if (form == QD_SIZES)
            boxes[i].max = qd_box_size(boxes[i]);
        if (form == QD_HALVES)
            boxes[i] = (qd_box){ { min.x / 2 + max.x / 2, min.y / 2 + max.y / 2 },
                                 { max.x / 2 - min.x / 2, max.y / 2 - min.y / 2 } };
    }
    return form;
}

// `how`: 1 boxes are floats, 2 users are counted from 1000, 4 one filter for all, 8 no values; 16, 32 as above.
static inline qd_result insert_many(const qd_item *items, size_t n, unsigned long long how, qd_id *names, size_t *first)
{
    qd_box *boxes = calloc(n + 1, sizeof *boxes);
    for (size_t i = 0; i < n; i++)
        boxes[i] = items[i].box;
    const qd_form form = printed_form(boxes, n, how);
    float *floats = printed_floats(boxes, sizeof *boxes, n);
    uint64_t *users = calloc(n, sizeof *users);
    qd_filter *filters = calloc(n, sizeof *filters);
    int64_t *values = calloc(n, sizeof *values);
    for (size_t i = 0; i < n; i++) {
        users[i] = items[i].user;
        filters[i] = items[i].filter;
        values[i] = items[i].value;
    }
    qd_items many = { .boxes = printed_view(boxes, sizeof *boxes, floats, how & 1),
                      .users = how & 2 ? NULL : users,
                      .first_user = 1000,
                      .filters = how & 4 ? NULL : filters,
                      .filter = { 2, 6 },
                      .values = how & 8 ? NULL : values };
    many.boxes.form = form;
    const qd_result outcome = qd_tree_insert_many(tree, &many, n, names, first);
    free(boxes);
    free(floats);
    free(users);
    free(filters);
    free(values);
    return outcome;
}

static inline qd_result move_many(const qd_id *names, const qd_box *boxes, size_t n, unsigned long long how,
                                  size_t *first)
{
    qd_box *own = calloc(n + 1, sizeof *own);
    memcpy(own, boxes, n * sizeof *own);
    const qd_form form = printed_form(own, n, how);
    float *floats = printed_floats(own, sizeof *own, n);
    qd_boxes view = printed_view(own, sizeof *own, floats, how & 1);
    view.form = form;
    const qd_result outcome = qd_tree_move_many(tree, names, &view, n, first);
    free(own);
    free(floats);
    return outcome;
}

// The tree that comes out of a snapshot of another, which it replaces if there is memory for it.
static inline void lose_interest(void);
static inline qd_tree *reload(qd_tree *old)
{
    const qd_tree_def def = { .allocator = ledger_allocator(&memory) };
    qd_tree *fresh = NULL;
    size_t size = 0;
    (void)qd_tree_save(old, NULL, NULL, 0, &size);
    void *bytes = malloc(size + 1);
    if (size > 0 && bytes && qd_tree_save(old, NULL, bytes, size, &size) == QD_OK)
        (void)qd_tree_load(bytes, size, &def, &fresh);
    free(bytes);
    if (fresh) {
        qd_tree_destroy(old);
        lose_interest();
    }
    return fresh ? fresh : old;
}

// Questions: how many results there are, as far as the limit lets them be met.
static inline size_t printed_least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static inline size_t find(const qd_query *query, size_t limit)
{
    static qd_entry found[HANDLES + 1];
    return qd_tree_find(tree, query, found, printed_least(limit, HANDLES), NULL);
}

static inline qd_flow see(void *context, const qd_entry *entries, size_t n)
{
    size_t *left = context;
    (void)entries;
    *left = n < *left ? *left - n : 0;
    return *left > 0 ? QD_CONTINUE : QD_STOP;
}

static inline size_t visit(const qd_query *query, size_t limit)
{
    size_t left = limit > 0 ? limit : 1;
    const size_t most = left;
    qd_tree_visit(tree, query, see, &left, NULL);
    return most - left;
}

static inline size_t browse(const qd_query *query, size_t limit)
{
    qd_cursor cursor;
    qd_entry found;
    size_t n = 0;
    qd_cursor_begin(&cursor, tree, query);
    while (n < limit && qd_cursor_next(&cursor, &found, 1) == 1)
        n++;
    return n;
}

static inline size_t find_ranked(const qd_ranked *ranked, size_t limit)
{
    static qd_hit hits[HANDLES + 1];
    return qd_tree_find_ranked(tree, ranked, hits, printed_least(limit, HANDLES), NULL);
}

// NOLINTNEXTLINE(readability-non-const-parameter): a visitor may change its reach, this one does not
static inline qd_flow see_hit(void *context, const qd_hit *hit, double *reach)
{
    (void)hit, (void)reach;
    return see(context, NULL, 1);
}

static inline size_t visit_ranked(const qd_ranked *ranked, size_t limit)
{
    size_t left = limit > 0 ? limit : 1;
    const size_t most = left;
    qd_tree_visit_ranked(tree, ranked, see_hit, &left, NULL);
    return most - left;
}

static inline size_t browse_ranked(const qd_ranked *ranked, size_t limit)
{
    qd_ranked_cursor cursor;
    qd_hit hit;
    size_t n = 0;
    qd_ranked_cursor_begin(&cursor, tree, ranked);
    while (n < limit && qd_ranked_cursor_next(&cursor, &hit, 1) == 1)
        n++;
    return n;
}

static inline qd_flow see_pairs(void *context, const qd_pair *pairs, const double *distances, size_t n)
{
    (void)pairs, (void)distances;
    return see(context, NULL, n);
}

static inline size_t visit_pairs(const qd_pair_query *query, size_t limit)
{
    size_t left = limit > 0 ? limit : 1;
    const size_t most = left;
    qd_tree_visit_pairs(tree, query, see_pairs, &left, NULL);
    return most - left;
}

static inline size_t join(const qd_pair_query *query, size_t limit)
{
    qd_pair_query with_itself = *query;
    with_itself.other = tree;
    return visit_pairs(&with_itself, limit);
}

static inline qd_flow see_details(void *context, const qd_detail *details, size_t n)
{
    (void)details;
    return see(context, NULL, n);
}

static inline size_t details(const qd_query *query, double size, size_t limit)
{
    size_t left = limit > 0 ? limit : 1;
    const size_t most = left;
    qd_tree_visit_details(tree, query, size, see_details, &left, NULL);
    return most - left;
}

static inline size_t total(const qd_query *query)
{
    qd_total sum;
    qd_tree_total(tree, query, &sum, NULL);
    return (size_t)sum.count;
}

static inline size_t count_all(const qd_tree *of)
{
    size_t left = SIZE_MAX;
    qd_tree_visit(of, NULL, see, &left, NULL);
    return SIZE_MAX - left;
}

static inline size_t count_pairs(const qd_tree *of)
{
    size_t left = SIZE_MAX;
    qd_tree_visit_pairs(of, NULL, see_pairs, &left, NULL);
    return SIZE_MAX - left;
}

// Many questions in one call, `times` times over: how many results there are.
static inline void *printed_repeated(const void *questions, size_t n, size_t times, size_t size)
{
    char *all = malloc(n * times * size + 1);
    for (size_t i = 0; all && n > 0 && i < times; i++)
        memcpy(all + i * n * size, questions, n * size);
    return all;
}

static inline size_t ask_queries(const qd_query *queries, size_t n, size_t times)
{
    qd_query *all = printed_repeated(queries, n, times, sizeof *all);
    const qd_queries questions = { .count = n * times, .each = all };
    const qd_rows none = { .capacity = 0 };
    size_t sum = 0;
    (void)qd_tree_find_many(tree, &questions, &none, &sum);
    free(all);
    return sum;
}

static inline size_t ask_views(const qd_query *like, const qd_box *boxes, const double *radii, size_t n, size_t times,
                               qd_precision precision)
{
    const bool take_floats = precision == QD_FLOAT;
    qd_box *all = printed_repeated(boxes, n, times, sizeof *all);
    double *all_radii = printed_repeated(radii ? radii : (const double *)boxes, n, times, sizeof *all_radii);
    float *floats = printed_floats(all, sizeof *all, n * times), *float_radii = calloc(n * times + 1, sizeof(float));
    for (size_t i = 0; i < n * times; i++)
        float_radii[i] = (float)all_radii[i];
    qd_boxes view = printed_view(all, sizeof *all, floats, take_floats);
    if (radii) {
        view.max_x = view.min_x;
        view.max_y = view.min_y;
    }
    if (take_floats)
        view.stride = 4 * sizeof(float);
    const qd_queries questions = { .count = n * times,
                                   .like = *like,
                                   .boxes = view,
                                   .radii = !radii        ? NULL
                                            : take_floats ? (void *)float_radii
                                                          : (void *)all_radii };
    const qd_rows none = { .capacity = 0 };
    size_t sum = 0;
    (void)qd_tree_find_many(tree, &questions, &none, &sum);
    free(all);
    free(all_radii);
    free(floats);
    free(float_radii);
    return sum;
}

static inline size_t ask_ranked(const qd_ranked *queries, size_t n, size_t times, size_t k)
{
    size_t sum = 0;
    qd_ranked *all = printed_repeated(queries, n, times, sizeof *all);
    uint32_t *counts = calloc(n * times + 1, sizeof *counts);
    const qd_ranked_queries questions = { .count = n * times, .each = all };
    const qd_ranked_rows rows = { .k = k, .counts = counts };
    (void)qd_tree_find_many_ranked(tree, &questions, &rows);
    for (size_t i = 0; i < n * times; i++)
        sum += counts[i];
    free(all);
    free(counts);
    return sum;
}

// Contacts that there was no memory for are not there.
static inline qd_contacts *watch_contacts(size_t budget)
{
    qd_contacts *fresh = NULL;
    const qd_contacts_def def = { budget, ledger_allocator(&contacts_memory) };
    (void)qd_contacts_create(tree, &def, &fresh);
    return fresh;
}

static inline qd_result update_contacts(qd_contacts *of)
{
    return of ? qd_contacts_update(of) : QD_OK;
}

static inline size_t count_contacts(const qd_contacts *of)
{
    qd_contacts_stats stats;
    qd_contacts_get_stats(of, &stats);
    return stats.contacts;
}

static inline qd_interest *some_interest(void)
{
    qd_tree_def tree_def;
    qd_tree_get_def(tree, &tree_def);
    const qd_interest_def def = { ledger_allocator(&contacts_memory), tree_def.edges == QD_OPEN };
    if (!interest)
        (void)qd_interest_create(tree, &def, &interest);
    return interest;
}

static inline void lose_interest(void)
{
    qd_interest_destroy(interest);
    interest = NULL;
    observer_count = 0;
}

static inline void observe(size_t which, size_t stays, qd_vec2 at, qd_observer observer)
{
    if (!some_interest())
        return;
    which %= 24;
    if (which < observer_count && stays == 1) {
        (void)qd_interest_move(interest, observers[which], at);
    } else if (which < observer_count && stays > 0) {
        (void)qd_interest_set(interest, observers[which], &observer);
    } else if (which < observer_count) {
        (void)qd_interest_remove(interest, observers[which]);
        observers[which] = observers[--observer_count];
    } else {
        qd_id added;
        if (qd_interest_add(interest, &observer, &added) == QD_OK)
            observers[observer_count++] = added;
    }
}

static inline qd_result update_interest(void)
{
    return some_interest() ? qd_interest_update(interest) : QD_OK;
}

// The program's status: nothing may be left of the tree.
static inline int printed_end(void)
{
    (void)bad_tree, (void)ids, (void)id, (void)result, (void)bad, (void)count;
    qd_tree_destroy(tree);
    for (int i = 0; i < 2; i++)
        qd_contacts_destroy(contacts[i]);
    lose_interest();
    return memory.bytes + contacts_memory.bytes != 0;
}

#endif
