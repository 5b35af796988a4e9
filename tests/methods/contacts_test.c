/// Contacts of an index: what begins and what ends is what a comparison of all pairs by loops says, by every method, by
/// methods that take turns, and with items that go while others get their numbers. And the root of a tree whose world
/// is said.
#include <float.h>
#include <math.h>
#include <methods.h>
#include <quadrille/inspect.h>
#include <stdlib.h>
#include <string.h>
#include <unit.h>

enum { MOST = 60, BEGAN = 1, ENDED = 2 };

static uint64_t random_state;

static uint32_t below(uint32_t limit)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((random_state >> 33) % limit);
}

static fbox any_box(void)
{
    float x = (float)below(40), y = (float)below(40);
    return (fbox){ { x, y }, { x + (float)below(6), y + (float)below(6) } };
}

/// Pairs as they were when last asked for, as names of items that are never given twice.
typedef struct shadow {
    uint32_t names[MOST], next;
    bool touching[MOST][MOST];
    uint32_t was[MOST]; ///< Names when last asked.
} shadow;

static bool meet(const scene_index *index, uint32_t a, uint32_t b, bool open)
{
    qd_filter f = index_filter(index, a), g = index_filter(index, b);
    return index_has(index, a) && index_has(index, b) && (f.mask & g.layers) && (g.mask & f.layers) &&
           fbox_overlap(index_box(index, a), index_box(index, b), open);
}

static const index_pair *find(const index_pair *list, size_t count, uint32_t a, uint32_t b)
{
    for (size_t i = 0; i < count; i++)
        if (list[i].a == a && list[i].b == b)
            return &list[i];
    return NULL;
}

static void assert_in_order(const index_pair *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        assert_true(list[i].a < list[i].b);
        assert_true(i == 0 || list[i - 1].a < list[i].a || (list[i - 1].a == list[i].a && list[i - 1].b < list[i].b));
    }
}

static void check(scene_index *index, shadow *known, bool open)
{
    index_contacts seen = index_ask_contacts(index);
    size_t began = 0, ended = 0, now = 0;
    assert_in_order(seen.began, seen.began_count);
    assert_in_order(seen.ended, seen.ended_count);
    for (uint32_t a = 0; a < index_room(index); a++) {
        for (uint32_t b = a + 1; b < index_room(index); b++) {
            bool touch = meet(index, a, b, open),
                 same = known->names[a] == known->was[a] && known->names[b] == known->was[b];
            bool begins = touch && !(known->touching[a][b] && same), ends = known->touching[a][b] && !(touch && same);
            assert_true(begins == (find(seen.began, seen.began_count, a, b) != NULL));
            assert_true(ends == (find(seen.ended, seen.ended_count, a, b) != NULL));
            known->touching[a][b] = touch;
            began += begins;
            ended += ends;
            now += touch;
        }
    }
    assert_int_equal(began, seen.began_count);
    assert_int_equal(ended, seen.ended_count);
    assert_int_equal(now, seen.count);
    memcpy(known->was, known->names, sizeof known->was);
}

static void change(scene_index *index, shadow *known, bool layered)
{
    static const qd_filter filters[] = { { 0, 0 }, { 1, 2 }, { 2, 3 }, { 4, QD_NO_LAYER } };
    uint32_t what = below(10), room = (uint32_t)index_room(index);
    if (what < 2 && index_count(index) + 1 < MOST) {
        uint32_t item = index_add(index, any_box(), layered ? filters[below(4)] : filters[0]);
        known->names[item] = ++known->next;
    } else if (what < 4 && room > 0) {
        index_remove(index, below(room));
    } else if (room > 0) {
        index_move(index, below(room), any_box());
    }
}

// `turns`: another method takes over every now and then.
static void run(size_t method, bool open, bool layered, bool turns)
{
    static shadow known;
    memset(&known, 0, sizeof known);
    random_state = 17 + method;
    scene_index *index =
        index_create(&(index_def){ .method = method, .edges = open ? QD_OPEN : QD_CLOSED, .leaf_capacity = 2 });
    assert_non_null(index);
    for (int round = 0; round < 400; round++) {
        for (uint32_t i = below(9); i > 0; i--)
            change(index, &known, layered);
        if (turns && round % 5 == 0)
            assert_true(index_choose(index, below(CONTENDERS)));
        if (turns && round % 7 == 0)
            assert_true(index_invite(index, below(3) ? below(CONTENDERS) : NO_METHOD));
        check(index, &known, open);
        assert_false(index_differs(index)->differ);
    }
    assert_false(index_failed(index));
    index_destroy(index);
}

static void every_method_tells_what_began_and_ended(void)
{
    for (size_t method = 0; method < CONTENDERS; method++)
        for (int kind = 0; kind < 4; kind++)
            run(method, kind & 1, kind & 2, false);
}

static void methods_that_take_turns_tell_the_same(void)
{
    for (int kind = 0; kind < 4; kind++)
        run(0, kind & 1, kind & 2, true);
}

// Contacts of what stands still cost a tree that remembers nothing.
static void the_quadtree_tests_what_moved_alone(void)
{
    scene_index *index = index_create(&(index_def){ .method = 0 });
    fbox boxes[1000];
    for (int i = 0; i < 1000; i++)
        boxes[i] = fbox_xywh((float)(i % 32) * 3, (float)(i / 32) * 3, 4, 4);
    index_add_many(index, boxes, 1000, (qd_filter){ 0, 0 });
    size_t all = index_ask_contacts(index).began_count;
    index_forget_costs(index);
    index_contacts still = index_ask_contacts(index);
    assert_int_equal(still.began_count + still.ended_count, 0);
    assert_int_equal(still.count, all);
    assert_int_equal(index_costs_of(index, INDEX_HOST).tests, 0);
    assert_int_equal(index_costs_of(index, INDEX_HOST).pairs, all);
    assert_int_equal(index_asked_of(index).brute_tests, 1000 * 999 / 2);
    index_move(index, 500, boxes[0]);
    assert_true(index_ask_contacts(index).ended_count > 0);
    assert_in_range(index_costs_of(index, INDEX_HOST).tests, 1, 200);
    index_destroy(index);
}

static void a_wrong_host_is_found_out(void)
{
    scene_index *index = index_create(&(index_def){ .method = 2 });
    assert_true(index_invite(index, 0));
    for (int i = 0; i < 9; i++)
        index_add(index, fbox_xywh((float)i, 0, 1, 1), (qd_filter){ 0, 0 });
    index_ask_contacts(index);
    assert_false(index_differs(index)->differ);
    index_boxes(index)[3] = fbox_xywh(100, 0, 1, 1); // the quadtree is told of no move, the sweep sees the box itself
    index_add(index, fbox_xywh(50, 0, 1, 1), (qd_filter){ 0, 0 });
    index_contacts seen = index_ask_contacts(index);
    assert_int_equal(seen.ended_count, 2);
    const index_difference *difference = index_differs(index);
    assert_true(difference->differ);
    assert_int_equal(difference->call.kind, CALL_CONTACTS);
    assert_int_equal(difference->found[INDEX_HOST], 2);
    assert_int_equal(difference->found[INDEX_GUEST], 0);
    assert_int_equal(difference->list[0].a, 2);
    assert_int_equal(difference->list[0].b, 3);
    index_destroy(index);
}

static qd_box root_of(const scene_index *index)
{
    qd_node_cursor cursor;
    qd_node node;
    qd_node_cursor_begin(&cursor, index_tree(index));
    assert_true(qd_node_cursor_next(&cursor, &node));
    return node.square;
}

static void the_root_lies_on_the_world(void)
{
    const struct {
        fbox world;
        double side;
    } worlds[] = {
        { { { 0, 0 }, { 1024, 1024 } }, 1024 },      { { { 0, 0 }, { 1024.125f, 3 } }, 2048 },
        { { { -760, 10 }, { 840, 810 } }, 2048 },    { { { 5, 7 }, { 6, 7 } }, 1 },
        { { { -3, -3 }, { -3, -2.75f } }, 0.25 },    { { { 0.3f, 0.1f }, { 700.3f, 500 } }, 1024 },
        { { { -1000.7f, 3.3f }, { 24, 5 } }, 2048 },
    };
    for (size_t i = 0; i < sizeof worlds / sizeof *worlds; i++) {
        const fbox world = worlds[i].world;
        scene_index *index = index_create(&(index_def){ .method = 1 });
        assert_true(index_invite(index, 0));
        index_set_world(index, world);
        assert_true(index_choose(index, 0));
        for (int k = 0; k < 500; k++)
            index_add(index, (fbox){ world.min, world.min }, (qd_filter){ 0, 0 });
        const qd_box root = root_of(index);
        const double little = 1e-6 * (fabs((double)world.min.x) + fabs((double)world.min.y) + worlds[i].side);
        assert_true(fabs(root.min.x - (double)world.min.x) <= little);
        assert_true(fabs(root.min.y - (double)world.min.y) <= little);
        assert_true(fabs(root.max.x - root.min.x - worlds[i].side) <= little);
        assert_true(fabs(root.max.y - root.min.y - worlds[i].side) <= little);
        assert_true(index_reshape(index, 5, 3)); // keeps it
        const qd_box again = root_of(index);
        assert_memory_equal(&root, &again, sizeof root);
        index_destroy(index);
    }
}

static void a_world_that_is_none_says_nothing(void)
{
    const fbox worlds[] = { { { 3, 4 }, { 3, 4 } },
                            { { 1e30f, 1e30f }, { 1e30f, 1e30f } },
                            { { 1e30f, 0 }, { 1e30f, 1 } },
                            { { -FLT_MAX, 0 }, { FLT_MAX, 1 } },
                            { { 1e38f, 1e38f }, { 3.3e38f, 3.3e38f } } };
    for (size_t i = 0; i < sizeof worlds / sizeof *worlds; i++) {
        scene_index *index = index_create(&(index_def){ .method = 0 });
        index_set_world(index, worlds[i]);
        for (int k = 0; k < 100; k++)
            index_add(index, fbox_xywh((float)(k % 10), (float)(k / 10), 1, 1), (qd_filter){ 0, 0 });
        assert_false(index_failed(index));
        const qd_box root = root_of(index);
        assert_true(root.max.x - root.min.x < 50); // learnt from the boxes
        index_destroy(index);
    }
}

static void count_calls(void *context, const index_call *call)
{
    *(int *)context += call->kind == CALL_WORLD;
}

static void a_world_comes_before_the_first_item(void)
{
    scene_index *index = index_create(&(index_def){ .method = 0 });
    int told = 0;
    index_report(index, count_calls, &told);
    const fbox world = { { 0, 0 }, { 64, 64 } };
    assert_true(index_do(index, &(index_call){ .kind = CALL_WORLD, .box = world }));
    assert_int_equal(told, 1);
    assert_false(index_do(index, &(index_call){ .kind = CALL_WORLD, .box = { { 1, 0 }, { 0, 0 } } }));
    assert_false(index_do(index, &(index_call){ .kind = CALL_WORLD, .box = { { 0, 0 }, { INFINITY, 0 } } }));
    index_add(index, world, (qd_filter){ 0, 0 });
    index_set_world(index, (fbox){ { 0, 0 }, { 4, 4 } });
    assert_false(index_do(index, &(index_call){ .kind = CALL_WORLD, .box = world }));
    assert_int_equal(told, 1);
    const qd_box root = root_of(index);
    assert_true(root.min.x == 0 && root.max.x == 64);
    index_destroy(index);
}

tests_main(plain_test(every_method_tells_what_began_and_ended), plain_test(methods_that_take_turns_tell_the_same),
           plain_test(the_quadtree_tests_what_moved_alone), plain_test(a_wrong_host_is_found_out),
           plain_test(the_root_lies_on_the_world), plain_test(a_world_that_is_none_says_nothing),
           plain_test(a_world_comes_before_the_first_item))
