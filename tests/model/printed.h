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

static inline qd_box box(float min_x, float min_y, float max_x, float max_y)
{
    return (qd_box){ { min_x, min_y }, { max_x, max_y } };
}

static inline qd_vec2 vec(float x, float y)
{
    return (qd_vec2){ x, y };
}

static inline qd_query_filter filter(uint32_t mask, uint32_t layers, qd_id ignore)
{
    return (qd_query_filter){ mask, layers, ignore };
}

static inline bool see(void *context, const qd_found *items, size_t count)
{
    size_t *left = context;
    (void)items;
    *left = count < *left ? *left - count : 0;
    return *left > 0;
}

static inline bool see_pairs(void *context, const qd_pair *pairs, size_t count)
{
    (void)pairs;
    return see(context, NULL, count);
}

static inline bool see_near_pairs(void *context, const qd_near_pair *pairs, size_t count)
{
    (void)pairs;
    return see(context, NULL, count);
}

static inline bool see_details(void *context, const qd_detail *details, size_t count)
{
    (void)details;
    return see(context, NULL, count);
}

static inline float see_hit(void *context, const qd_hit *hit)
{
    (void)hit;
    return see(context, NULL, 1) ? INFINITY : -1;
}

static inline size_t count_all(const qd_tree *tree)
{
    size_t left = SIZE_MAX;
    qd_visit_box(tree, box(-INFINITY, -INFINITY, INFINITY, INFINITY), filter(0, 0, (qd_id){ 0, 0 }), see, &left);
    return SIZE_MAX - left;
}

static inline size_t count_pairs(const qd_tree *tree)
{
    size_t left = SIZE_MAX;
    qd_visit_pairs(tree, see_pairs, &left);
    return SIZE_MAX - left;
}

// Cursors: how many results they tell, up to a limit.
static inline size_t browse_box(const qd_tree *tree, qd_box box, qd_query_filter filter, size_t limit)
{
    qd_box_cursor cursor;
    qd_found found;
    size_t count = 0;
    qd_box_cursor_begin(&cursor, tree, box, filter);
    while (count < limit && qd_box_cursor_next(&cursor, &found))
        count++;
    return count;
}

static inline size_t browse_near(const qd_tree *tree, qd_vec2 point, float farthest, qd_query_filter filter,
                                 size_t limit)
{
    qd_near_cursor cursor;
    qd_near near;
    size_t count = 0;
    qd_near_cursor_begin(&cursor, tree, point, farthest, filter);
    while (count < limit && qd_near_cursor_next(&cursor, &near))
        count++;
    return count;
}

static inline size_t browse_ray(const qd_tree *tree, qd_ray ray, qd_query_filter filter, size_t limit)
{
    qd_ray_cursor cursor;
    qd_hit hit;
    size_t count = 0;
    qd_ray_cursor_begin(&cursor, tree, ray, filter);
    while (count < limit && qd_ray_cursor_next(&cursor, &hit))
        count++;
    return count;
}

static inline size_t browse_pairs(const qd_tree *tree, size_t limit)
{
    qd_pair_cursor cursor;
    qd_pair pair;
    size_t count = 0;
    qd_pair_cursor_begin(&cursor, tree);
    while (count < limit && qd_pair_cursor_next(&cursor, &pair))
        count++;
    return count;
}

// Many questions in one call, `times` times over: how many results there are.
static inline void *printed_repeated(const void *questions, size_t count, size_t times, size_t size)
{
    char *all = malloc(count * times * size + 1);
    for (size_t i = 0; all && count > 0 && i < times; i++)
        memcpy(all + i * count * size, questions, count * size);
    return all;
}

static inline size_t ask_boxes(const qd_tree *tree, const qd_box *boxes, size_t count, size_t times,
                               qd_query_filter filter)
{
    qd_box *all = printed_repeated(boxes, count, times, sizeof *all);
    size_t *offsets = calloc(count * times + 1, sizeof *offsets);
    qd_find_box_many(tree, all, count * times, filter, offsets, NULL, 0, NULL);
    const size_t total = offsets[count * times];
    free(all);
    free(offsets);
    return total;
}

static inline size_t ask_points(const qd_tree *tree, const qd_vec2 *points, size_t count, size_t times, float farthest,
                                qd_query_filter filter, size_t k)
{
    size_t total = 0;
    qd_vec2 *all = printed_repeated(points, count, times, sizeof *all);
    uint32_t *counts = calloc(count * times + 1, sizeof *counts);
    qd_near *out = calloc(count * times * k + 1, sizeof *out);
    qd_find_near_many(tree, all, count * times, farthest, filter, out, k, counts, NULL);
    for (size_t i = 0; i < count * times; i++)
        total += counts[i];
    free(all);
    free(counts);
    free(out);
    return total;
}

static inline size_t ask_rays(const qd_tree *tree, const qd_ray *rays, size_t count, size_t times,
                              qd_query_filter filter, size_t k)
{
    size_t total = 0;
    qd_ray *all = printed_repeated(rays, count, times, sizeof *all);
    uint32_t *counts = calloc(count * times + 1, sizeof *counts);
    qd_hit *out = calloc(count * times * k + 1, sizeof *out);
    qd_find_ray_many(tree, all, count * times, filter, out, k, counts, NULL);
    for (size_t i = 0; i < count * times; i++)
        total += counts[i];
    free(all);
    free(counts);
    free(out);
    return total;
}

// A tree in a buffer that is never freed.
static inline qd_tree *create_in(size_t items, const qd_tree_def *def)
{
    size_t size = qd_tree_size_for(items);
    void *buffer = aligned_alloc(64, (size + 63) / 64 * 64);
    return buffer ? qd_tree_create_in(buffer, size, def) : NULL;
}

// The tree that comes out of a snapshot of another, which it replaces if there is memory for it.
static inline qd_tree *reload_by(qd_tree *old, const qd_tree_def *def)
{
    qd_tree *fresh = NULL;
    size_t size = qd_tree_save_size(old, 0);
    void *bytes = malloc(size + 1);
    if (size > 0 && bytes && qd_tree_save(old, (qd_extra){ NULL, 0 }, bytes, size) == QD_OK)
        qd_tree_load(&fresh, bytes, size, def);
    free(bytes);
    if (fresh)
        qd_tree_destroy(old);
    return fresh ? fresh : old;
}

#define reload(tree) reload_by(tree, &(qd_tree_def){ .allocator = ledger_allocator(&memory) })

// What the calls take and return.
static qd_tree *tree, *bad_tree;
static struct ledger memory, contacts_memory;
static qd_contacts *contacts[2];
static qd_interest *interest;
static qd_id observers[24];
static size_t observer_count;
static qd_id ids[HANDLES], id;
static qd_found found[HANDLES];
static qd_near near[HANDLES];
static qd_hit hits[HANDLES];
static qd_result result;
static size_t bad, count, left;

static inline qd_contacts *watch_contacts(size_t budget)
{
    return qd_contacts_create(tree, &(qd_contacts_def){ budget, ledger_allocator(&contacts_memory) });
}

// Contacts that there was no memory for are not there.
static inline qd_result update_contacts(qd_contacts *of)
{
    return of ? qd_contacts_update(of) : QD_OK;
}

static inline qd_interest *some_interest(void)
{
    const qd_allocator allocator = ledger_allocator(&contacts_memory);
    interest = interest ? interest : qd_interest_create(&allocator);
    return interest;
}

static inline void observe(size_t which, size_t stays, qd_observer observer)
{
    if (!some_interest())
        return;
    which %= 24;
    if (which < observer_count && stays == 1) {
        qd_interest_move(interest, observers[which], observer.center);
    } else if (which < observer_count && stays > 0) {
        qd_interest_set(interest, observers[which], observer);
    } else if (which < observer_count) {
        qd_interest_remove(interest, observers[which]);
        observers[which] = observers[--observer_count];
    } else {
        const qd_id added = qd_interest_add(interest, observer);
        if (!qd_id_is_null(added))
            observers[observer_count++] = added;
    }
}

static inline qd_result update_interest(void)
{
    return some_interest() ? qd_interest_update(interest, tree) : QD_OK;
}

// The program's status: nothing may be left of the tree.
static inline int printed_end(void)
{
    (void)bad_tree, (void)ids, (void)id, (void)found, (void)near, (void)hits;
    (void)result, (void)bad, (void)count, (void)left;
    qd_tree_destroy(tree);
    for (int i = 0; i < 2; i++)
        qd_contacts_destroy(contacts[i]);
    qd_interest_destroy(interest);
    return memory.bytes + contacts_memory.bytes != 0;
}

#endif
