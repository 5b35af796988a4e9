/// Searches start at the directory where there is one, and at the root where there is none. Both ways find the same,
/// whatever happens to the tree between; the directory is used, and it stays as fine as it was made for.
#include "all.h"
#include "directory.h"

#include <math.h>
#include <quadrille/inspect.h>
#include <quadrille/ranked.h>
#include <stdint.h>
#include <stdlib.h>
#include <unit.h>

enum { MOST = 7000, ASKED = 300, FOUND_MOST = 64 };

static uint64_t state_of_random = 1;

static double at_random(double most)
{
    state_of_random = state_of_random * 6364136223846793005u + 1442695040888963407u;
    return most * (double)(state_of_random >> 40) / (1 << 24);
}

typedef struct location {
    qd_tree *tree;
    qd_id ids[MOST];
    size_t count;
    double side;
} location;

// Small boxes, some in a crowd, some points; now and then a large one, which a node above the squares keeps for itself.
static qd_box some_box(const location *p)
{
    double size = at_random(1) < 0.02 ? at_random(p->side / 2) : at_random(1) < 0.1 ? 0 : at_random(p->side / 100);
    double range = at_random(1) < 0.4 ? p->side / 16 : p->side;
    return qd_box_xywh(at_random(range), at_random(range), size, size / 2);
}

static void add(location *p)
{
    p->ids[p->count] = qd_tree_add(p->tree, some_box(p), p->count);
    assert_true(p->ids[p->count++]);
}

static location location_of(qd_tree_def def, double side, size_t count)
{
    location p = { .side = side };
    p.tree = qd_tree_new(&def);
    assert_non_null(p.tree);
    while (p.count < count)
        add(&p);
    return p;
}

// What a question finds; of windows a sum.
typedef struct answers {
    size_t count;
    qd_hit near[8], hit[3];
    size_t nears, hits;
    uint64_t sum;
} answers;

static qd_flow add_up(void *context, const qd_entry *entries, size_t count)
{
    answers *all = context;
    for (size_t i = 0; i < count; i++)
        all->sum += (entries[i].user + 1) * 0x9e3779b97f4a7c15u;
    all->count += count;
    return QD_CONTINUE;
}

static answers ask(const qd_tree *tree, qd_box window, qd_vec2 direction, size_t k)
{
    answers all = { 0 };
    const qd_query query = { .shape = qd_shape_box(window) };
    const qd_ranked nearest = qd_nearest(qd_shape_point(window.min), INFINITY);
    const qd_ranked ray = qd_ray(window.min, direction, INFINITY);
    qd_tree_visit(tree, &query, add_up, &all, NULL);
    all.nears = qd_tree_find_ranked(tree, &nearest, all.near, k, NULL);
    all.hits = qd_tree_find_ranked(tree, &ray, all.hit, 1 + k % 3, NULL);
    return all;
}

static void assert_same_hits(const qd_hit *a, const qd_hit *b, size_t count)
{
    for (size_t i = 0; i < count; i++)
        assert_true(a[i].item.user == b[i].item.user && a[i].t == b[i].t);
}

static void assert_same(const answers *a, const answers *b)
{
    assert_int_equal(a->count, b->count);
    assert_true(a->sum == b->sum);
    assert_int_equal(a->nears, b->nears);
    assert_same_hits(a->near, b->near, a->nears);
    assert_int_equal(a->hits, b->hits);
    assert_same_hits(a->hit, b->hit, a->hits);
}

// Asks with the directory and without it.
static void compare(const location *p)
{
    struct qd_tree *tree = p->tree;
    assert_true(tree->directory.current.ready);
    assert_true(qd_tree_check(tree));
    const int asked = (int)all_or(ASKED, ASKED / 3);
    for (int i = 0; i < asked; i++) {
        const double side = p->side, size = at_random(1) < 0.1 ? at_random(2 * side) : at_random(side / 20);
        const qd_box window = qd_box_xywh(at_random(1.4 * side) - 0.2 * side, at_random(side), size, at_random(size));
        const qd_vec2 direction = { at_random(2) - 1, i % 10 == 0 ? 0 : at_random(2) - 1 };
        const answers with = ask(tree, window, direction, 1 + (size_t)i % 8);
        tree->directory.current.ready = false;
        const answers without = ask(tree, window, direction, 1 + (size_t)i % 8);
        tree->directory.current.ready = true;
        assert_same(&with, &without);
    }
}

static void both_ways_find_the_same(void)
{
    static const double sides[] = { 1e-20, 1, 1000, 1e15, 1e30 };
    for (size_t i = 0; i < 2 * sizeof sides / sizeof *sides; i++)
        for (int capacity = 1; capacity <= 64; capacity *= 4) {
            const qd_tree_def def = { .precision = i % 2 ? QD_DOUBLE : QD_FLOAT, .leaf_capacity = capacity };
            location p = location_of(def, sides[i / 2], 1000);
            compare(&p);
            for (int change = 0; change < 3000; change++) {
                size_t item = (size_t)at_random((double)p.count);
                if (change % 3 == 0 && p.count < MOST)
                    add(&p);
                else
                    assert_int_equal(qd_tree_move(p.tree, p.ids[item], some_box(&p)), QD_OK);
                if (change % 500 == 0)
                    compare(&p);
            }
            assert_int_equal(qd_tree_remove_many(p.tree, p.ids, p.count / 2, NULL), QD_OK);
            compare(&p);
            qd_tree_destroy(p.tree);
        }
}

// Adds items, and looks at the directory as it becomes finer, a few squares at a time. In memory of its own?
static void grow(location *p, bool own)
{
    unsigned before = 0, finer = 0, between = 0;
    assert_false(p->tree->directory.current.ready);
    while (p->count < MOST) {
        add(p);
        if (p->count % 2)
            assert_int_equal(qd_tree_move(p->tree, p->ids[(size_t)at_random((double)p->count)], some_box(p)), QD_OK);
        if (p->tree->directory.finer.ready) {
            assert_true(qd_tree_check(p->tree));
            assert_true((p->tree->directory.finer.room > 0) == own);
            between++;
        }
        const unsigned level = p->tree->directory.current.ready ? p->tree->directory.current.level : 0;
        assert_true(level == before || level == before + 1 || before == 0);
        if (level > before && level > 2)
            compare(p);
        finer += level > before;
        before = level;
    }
    assert_true(finer >= 4 && between >= 4);
}

static void few_items_have_none_and_more_a_finer_one(void)
{
    location p = location_of((qd_tree_def){ .leaf_capacity = 8 }, 100, 10);
    grow(&p, true);
    qd_tree_clear(p.tree);
    assert_false(p.tree->directory.current.ready || p.tree->directory.finer.ready);
    p.count = 0;
    grow(&p, false); // in the memory that is there from before
    qd_tree_destroy(p.tree);
}

static void a_fixed_tree_has_room_for_both(void)
{
    qd_tree_def def = { .world = { { 0, 0 }, { 101, 101 } } };
    def.buffer_size = qd_tree_buffer_size(&def, MOST);
    def.buffer = aligned_alloc(64, (def.buffer_size + 63) / 64 * 64);
    assert_non_null(def.buffer);
    location p = { .side = 100, .tree = qd_tree_new(&def) };
    assert_non_null(p.tree);
    while (p.count < MOST) {
        add(&p);
        assert_true(!p.tree->directory.finer.ready || p.tree->directory.finer.room == 0);
        if (p.count % 500 == 0 && p.tree->directory.current.ready)
            compare(&p);
    }
    assert_true(p.tree->directory.current.level >= 4);
    qd_tree_destroy(p.tree);
    free(def.buffer);
}

// While a finer one is being made, whatever ends that leaves nothing behind.
static void what_is_half_made_can_go(void)
{
    for (int end = 0; end < 3; end++) {
        location p = location_of((qd_tree_def){ .leaf_capacity = 1 }, 100, 100);
        while (!p.tree->directory.finer.ready)
            add(&p);
        *(p.tree->directory.finer.at + p.tree->directory.finer.first) += 2;
        if (p.tree->directory.finer_next > 0)
            assert_false(qd_tree_check(p.tree));
        if (end == 0)
            assert_int_equal(qd_tree_rebuild(p.tree), QD_OK);
        else if (end == 1)
            qd_tree_clear(p.tree);
        if (end < 2)
            assert_true(!p.tree->directory.finer.ready && !p.tree->directory.finer.at && qd_tree_check(p.tree));
        qd_tree_destroy(p.tree);
    }
}

// Where a search around a point is not enough and begins once more, what it has kept still limits it.
static void a_second_look_is_limited_by_the_first(void)
{
    location p = { .side = 100 };
    p.tree = qd_tree_new(&(qd_tree_def){ .world = { { 0, 0 }, { 101, 101 } }, .leaf_capacity = 8 });
    while (p.count < MOST) {
        double range = p.count % 8 ? 30 : 100; // the squares are small for the leaves out there
        p.ids[p.count++] = qd_tree_add(p.tree, qd_box_xywh(at_random(range), at_random(range), 0, 0), 0);
    }
    uint64_t most = 0;
    for (int i = 0; i < 100 * ASKED; i++) {
        const qd_vec2 point = { at_random(100), at_random(100) };
        const qd_ranked nearest = qd_nearest(qd_shape_point(point), INFINITY);
        qd_ranked_cursor cursor;
        qd_hit near;
        qd_ranked_cursor_begin(&cursor, p.tree, &nearest);
        assert_int_equal(qd_ranked_cursor_next(&cursor, &near, 1), 1); // looks for four
        most = cursor.cost.tests > most ? cursor.cost.tests : most;
    }
    assert_in_range(most, 1, MOST / 20);
    qd_tree_destroy(p.tree);
}

// A search near by looks into fewer nodes than the way down has.
static void it_saves_the_way_down(void)
{
    location p = { .side = 100 };
    p.tree = qd_tree_new(&(qd_tree_def){ .world = { { 0, 0 }, { 101, 101 } }, .leaf_capacity = 8 });
    while (p.count < MOST) {
        const qd_box box = qd_box_xywh(at_random(100), at_random(100), 0.1, 0.1);
        p.ids[p.count++] = qd_tree_add(p.tree, box, 0);
    }
    assert_true(p.tree->directory.current.ready);
    answers all = { 0 };
    uint64_t nodes[2] = { 0, 0 };
    for (int i = 0; i < ASKED; i++) {
        const qd_query query = { .shape = qd_shape_box(qd_box_xywh(at_random(100), at_random(100), 0.1, 0.1)) };
        for (int with = 0; with < 2; with++) {
            qd_cost cost;
            p.tree->directory.current.ready = with;
            qd_tree_visit(p.tree, &query, add_up, &all, &cost);
            nodes[with] += cost.nodes;
        }
    }
    assert_true(2 * nodes[1] < nodes[0]);
    qd_tree_destroy(p.tree);
}

// Searches look at squares as far off as an item's centre can be, never by the squares of a coarser directory: not
// while one becomes finer, nor after.
static void it_reaches_no_further_than_its_items(void)
{
    for (int kind = 0; kind < 8; kind++) {
        location p = { .side = 100 };
        qd_tree_def def = { .precision = kind & 1 ? QD_DOUBLE : QD_FLOAT, .leaf_capacity = kind & 2 ? 4 : 64 };
        def.world.max = (qd_vec2){ kind & 4 ? 128 : 0, kind & 4 ? 128 : 0 };
        p.tree = qd_tree_new(&def);
        unsigned finest = 0;
        while (p.count < MOST) {
            const qd_box box = qd_box_xywh(at_random(100), at_random(100), 0.1, 0.1);
            p.ids[p.count++] = qd_tree_add(p.tree, box, 0);
            const struct qd_tree *tree = p.tree;
            const qd__directory *current = &tree->directory.current, *finer = &tree->directory.finer;
            const uint32_t steps = 1 + (uint32_t)(0.1 * tree->lattice.scale * (1 << (QD__WORLD_SHIFT - 1)));
            assert_true(!current->ready || current->reach <= 2 * steps);
            assert_true(!finer->ready || finer->reach <= 2 * steps);
            finest = current->ready && current->level > finest ? current->level : finest;
        }
        assert_true(finest >= 3 && qd_tree_check(p.tree));
        qd_tree_destroy(p.tree);
    }
}

// Items outside the world are in no square: however they lie there, searches look at no more squares for them.
static void what_is_outside_the_world_reaches_into_no_square(void)
{
    location p = { .side = 1024 };
    p.tree = qd_tree_new(&(qd_tree_def){ .world = { { 0, 0 }, { p.side, p.side } }, .leaf_capacity = 8 });
    while (p.count < 1000)
        p.ids[p.count++] = qd_tree_add(p.tree, qd_box_at((qd_vec2){ at_random(p.side), at_random(p.side) }), 0);
    assert_int_equal(qd_tree_rebuild(p.tree), QD_OK);
    assert_true(p.tree->directory.current.ready && p.tree->directory.current.reach == 0);
    while (p.count < 1060) {
        const double x = 4 * p.side + at_random(p.side), y = at_random(p.side / 2), size = at_random(p.side / 8);
        p.ids[p.count++] = qd_tree_add(p.tree, qd_box_xywh(x, y, size, size), 0);
    }
    assert_true(p.tree->directory.current.ready && p.tree->directory.current.reach == 0);
    assert_true(qd_tree_check(p.tree));
    qd_tree_destroy(p.tree);
}

// An item that is in a square with its centre alone, and reaches out of it by half its side, is found by a window that
// only touches it there; after one that is half as large has widened what searches look at.
static void what_reaches_out_by_half_is_found(void)
{
    const double half = 1 << 23; // the world has 2^24 steps a side: a step is 1 here
    for (int power = 1; power < 16; power++) {
        location p = { .side = 2 * half };
        p.tree = qd_tree_new(&(qd_tree_def){ .world = { { 0, 0 }, { p.side, p.side } }, .leaf_capacity = 8 });
        while (p.count < 1000) {
            const qd_box point = qd_box_at((qd_vec2){ floor(at_random(p.side)), floor(at_random(p.side)) });
            p.ids[p.count++] = qd_tree_add(p.tree, point, 0);
        }
        assert_int_equal(qd_tree_rebuild(p.tree), QD_OK);
        assert_true(p.tree->directory.current.ready && p.tree->directory.current.reach == 0);
        for (int grow = power - 1; grow <= power; grow++) {
            const double side = 1 << grow;
            const qd_box last = qd_box_xywh(half - 1 - side / 2, half + 0.25, side, 0); // of its square
            const qd_box edge = qd_box_at((qd_vec2){ last.max.x, last.max.y });
            assert_true(qd_tree_add(p.tree, last, 0));
            assert_int_equal(qd_tree_count(p.tree, &(qd_query){ .shape = qd_shape_box(edge) }), 1);
            assert_true(qd_tree_check(p.tree));
        }
        qd_tree_destroy(p.tree);
    }
}

tests_main(plain_test(both_ways_find_the_same), plain_test(few_items_have_none_and_more_a_finer_one),
           plain_test(a_fixed_tree_has_room_for_both), plain_test(what_is_half_made_can_go),
           plain_test(a_second_look_is_limited_by_the_first), plain_test(it_saves_the_way_down),
           plain_test(it_reaches_no_further_than_its_items),
           plain_test(what_is_outside_the_world_reaches_into_no_square), plain_test(what_reaches_out_by_half_is_found))
