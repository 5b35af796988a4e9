/// Every method behind an index gives the same answers as brute force, whatever comes, moves and goes, with layers and
/// without, with either rule for edges; and an index keeps its numbers, its counts and its costs as it says.
#include "all.h"

#include <float.h>
#include <math.h>
#include <methods.h>
#include <unit.h>

enum { BRUTE = 1, ITEMS_MOST = 400 };

static uint64_t random_state;

static uint32_t below(uint32_t limit)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((random_state >> 33) % limit);
}

// Coordinates on a coarse lattice, so that edges touch, distances tie and points lie on one another.
static float coordinate(void)
{
    return (float)below(64) - 8;
}

static fbox any_box(void)
{
    float x = coordinate(), y = coordinate();
    fbox box = { { x, y }, { x + (float)below(5), y + (float)below(5) } };
    if (below(60) == 0)
        box = (fbox){ { -FLT_MAX, y }, { x, FLT_MAX } };
    return box;
}

static qd_filter any_filter(bool layered)
{
    static const uint32_t masks[] = { 0, 1, 3, 6, QD_NO_LAYER };
    return layered ? (qd_filter){ below(8), masks[below(5)] } : (qd_filter){ 0, 0 };
}

static uint32_t any_item(const scene_index *index)
{
    uint32_t item = below((uint32_t)index_room(index));
    while (!index_has(index, item))
        item = (item + 1) % (uint32_t)index_room(index);
    return item;
}

static void change(scene_index *index, bool layered)
{
    fbox boxes[ITEMS_MOST];
    uint32_t what = below(20);
    if (index_count(index) < 5 || (what < 4 && index_count(index) < ITEMS_MOST))
        index_add(index, any_box(), any_filter(layered));
    else if (what < 5 && index_room(index) < ITEMS_MOST) {
        for (int i = 0; i < 20; i++)
            boxes[i] = any_box();
        index_add_many(index, boxes, 20, any_filter(layered));
    } else if (what < 9)
        index_remove(index, any_item(index));
    else if (what < 16)
        index_move(index, any_item(index), any_box());
    else {
        uint32_t first = any_item(index), count = 0;
        while (count < 50 && index_has(index, first + count))
            boxes[count++] = any_box();
        index_move_many(index, first, boxes, count);
    }
}

static void count_pairs(void *context, const index_pair *pairs, size_t count)
{
    (void)pairs;
    *(uint64_t *)context += count;
}

static void ask(scene_index *index)
{
    static const uint32_t masks[] = { 0, 0, 1, 6, QD_NO_LAYER };
    uint32_t mask = masks[below(5)];
    fvec2 at = { coordinate() + 0.5f * (float)below(2), coordinate() };
    index_near near[ITEMS_MOST + 1];
    uint64_t pairs = 0;
    fbox box = any_box();
    if (below(20) == 0)
        box = (fbox){ { -INFINITY, -INFINITY }, { INFINITY, INFINITY } };
    switch (below(7)) {
    case 0:
        index_in_box(index, box, mask);
        break;
    case 1:
        index_in_circle(index, at, below(10) ? (float)below(20) : INFINITY, mask);
        break;
    case 2:
        index_touches(index, box, mask, below(2) ? INDEX_NONE : any_item(index));
        break;
    case 3:
        index_nearest(index, at, below(2) ? INFINITY : (float)below(9), mask, near,
                      below(3) ? 1 + below(6) : ITEMS_MOST);
        break;
    case 4:
        index_first_on_ray(
            index,
            (index_ray){ at, { (float)below(5) - 2, (float)below(5) - 2.5f }, below(2) ? INFINITY : (float)below(9) },
            mask);
        break;
    case 5:
        index_ask_contacts(index);
        break;
    default:
        index_pairs(index, count_pairs, &pairs);
    }
}

static void agree(size_t method, qd_edges edges, bool layered, uint64_t seed)
{
    random_state = seed;
    scene_index *index = index_create(&(index_def){ .method = method, .edges = edges, .leaf_capacity = 4 });
    assert_non_null(index);
    assert_true(index_invite(index, BRUTE));
    const int steps = (int)all_or(4000, 1000);
    for (int i = 0; i < steps; i++) {
        change(index, layered);
        ask(index);
        const index_difference *difference = index_differs(index);
        if (difference->differ)
            fail_msg("%s, %s edges, %s, seed %d, step %d: question %d: %d found, brute %d", contender_names[method],
                     edges ? "open" : "closed", layered ? "layers" : "no layers", (int)seed, i,
                     (int)difference->call.kind, (int)difference->found[0], (int)difference->found[1]);
        assert_false(index_failed(index));
    }
    // Tests differ from method to method; answers do not.
    assert_int_equal(index_costs_of(index, INDEX_HOST).hits, index_costs_of(index, INDEX_GUEST).hits);
    assert_int_equal(index_costs_of(index, INDEX_HOST).pairs, index_costs_of(index, INDEX_GUEST).pairs);
    index_destroy(index);
}

static void every_method_agrees_with_brute_force(void)
{
    for (size_t method = 0; method < CONTENDERS; method++)
        for (int edges = 0; edges < 2; edges++)
            for (int layered = 0; layered < 2; layered++)
                if (method != BRUTE)
                    agree(method, edges ? QD_OPEN : QD_CLOSED, layered, method + 10);
}

// Brute force by the index goes by the contender's pairs and by loops of its own: this is neither.
static void brute_force_is_right(void)
{
    scene_index *index = index_create(&(index_def){ .method = BRUTE });
    random_state = 3;
    for (int i = 0; i < 300; i++)
        index_add(index, any_box(), any_filter(true));
    uint64_t pairs = 0, expected = 0;
    index_pairs(index, count_pairs, &pairs);
    for (uint32_t a = 0; a < 300; a++) {
        for (uint32_t b = a + 1; b < 300; b++) {
            qd_filter f = index_filter(index, a), g = index_filter(index, b);
            expected += (f.mask & g.layers) && (g.mask & f.layers) &&
                        fbox_overlap(index_box(index, a), index_box(index, b), false);
        }
    }
    assert_int_equal(pairs, expected);
    assert_in_range(pairs, 50, 300 * 299 / 2);
    fbox window = { { 10, 10 }, { 20, 30 } };
    index_list found = index_in_box(index, window, 2);
    size_t at = 0;
    for (uint32_t i = 0; i < 300; i++)
        if ((index_filter(index, i).layers & 2) && fbox_overlap(index_box(index, i), window, false))
            assert_int_equal(found.items[at++], i);
    assert_int_equal(at, found.count);
    index_destroy(index);
}

static void numbers_are_given_again_the_last_one_first(void)
{
    for (size_t method = 0; method < CONTENDERS; method++) {
        scene_index *index = index_create(&(index_def){ .method = method });
        fbox boxes[6] = { { { 0, 0 }, { 1, 1 } } };
        assert_int_equal(index_add_many(index, boxes, 6, (qd_filter){ 0, 0 }), 0);
        index_remove(index, 2);
        index_remove(index, 4);
        index_remove(index, 4);
        index_remove(index, 77);
        index_move(index, 4, boxes[0]);
        assert_int_equal(index_count(index), 4);
        assert_int_equal(index_add_many(index, boxes, 2, (qd_filter){ 0, 0 }), 6);
        assert_int_equal(index_add(index, boxes[0], (qd_filter){ 0, 0 }), 4);
        assert_int_equal(index_add(index, boxes[0], (qd_filter){ 0, 0 }), 2);
        assert_int_equal(index_add(index, boxes[0], (qd_filter){ 0, 0 }), 8);
        assert_int_equal(index_room(index), 9);
        index_destroy(index);
    }
}

// Whatever has happened to an index, a copy of it goes on in the same way, by any method.
static void a_copy_goes_on_alike(void)
{
    for (size_t from = 0; from < CONTENDERS; from++) {
        for (size_t to = 0; to < CONTENDERS; to++) {
            scene_index *index = index_create(&(index_def){ .method = from });
            for (int i = 0; i < 40; i++)
                index_add(index, fbox_xywh((float)(i % 7), (float)(i % 11), 1, 1), (qd_filter){ 1u << i % 3, 0 });
            for (uint32_t i = 5; i < 40; i += 6)
                index_remove(index, i);
            assert_true(index_ask_contacts(index).began_count > 0);
            index_remove(index, 7);
            scene_index *copy = index_copy(index, to);
            assert_non_null(copy);
            assert_int_equal(index_method(copy), to);
            assert_int_equal(index_room(copy), index_room(index));
            assert_true(index_contents(copy) == index_contents(index));
            for (int i = 0; i < 20; i++) { // more than there are gaps
                fbox box = fbox_xywh((float)i, 3, 2, 2);
                assert_int_equal(index_add(copy, box, (qd_filter){ 2, 0 }), index_add(index, box, (qd_filter){ 2, 0 }));
            }
            index_watch(index, true);
            index_watch(copy, true);
            index_in_box(index, fbox_xywh(0, 0, 9, 9), 2);
            index_in_box(copy, fbox_xywh(0, 0, 9, 9), 2);
            index_pairs(index, NULL, NULL);
            index_pairs(copy, NULL, NULL);
            assert_true(index_ask_contacts(index).ended_count > 0);
            index_ask_contacts(copy);
            assert_true(index_answers(copy) == index_answers(index));
            assert_true(index_contents(copy) == index_contents(index));
            index_destroy(index);
            index_destroy(copy);
        }
    }
    scene_index *none = index_create(&(index_def){ .method = 0 }), *copy = index_copy(none, 1);
    assert_int_equal(index_count(copy), 0);
    assert_int_equal(index_add(copy, fbox_xywh(0, 0, 1, 1), (qd_filter){ 0, 0 }), 0);
    index_destroy(none);
    index_destroy(copy);
}

static void costs_and_questions_are_counted(void)
{
    scene_index *index = index_create(&(index_def){ .method = BRUTE });
    fbox boxes[10] = { { { 0, 0 }, { 1, 1 } } };
    index_add_many(index, boxes, 10, (qd_filter){ 0, 0 });
    index_forget_costs(index);
    index_pairs(index, NULL, NULL);
    index_in_box(index, boxes[0], 0);
    index_move_many(index, 0, boxes, 10);
    index_add(index, boxes[0], (qd_filter){ 0, 0 });
    index_remove(index, 10);
    index_asked asked = index_asked_of(index);
    assert_int_equal(asked.questions, 2);
    assert_int_equal(asked.brute_tests, 45 + 10);
    assert_int_equal(asked.moves, 10);
    assert_int_equal(asked.adds, 1);
    assert_int_equal(asked.removes, 1);
    index_costs costs = index_costs_of(index, INDEX_HOST);
    assert_int_equal(costs.tests, 55);
    assert_int_equal(costs.pairs, 45);
    assert_int_equal(costs.pair_tests, 45);
    assert_int_equal(costs.hits, 55);
    index_destroy(index);
}

static double now;

static double slow_clock(void)
{
    return now += 1;
}

static void looking_is_neither_counted_nor_timed(void)
{
    for (size_t method = 0; method < CONTENDERS; method++) {
        scene_index *index = index_create(&(index_def){ .method = method, .clock = slow_clock });
        index_add(index, (fbox){ { 0, 0 }, { 1, 1 } }, (qd_filter){ 0, 0 });
        index_forget_costs(index);
        assert_int_equal(index_look(index, (fbox){ { 0, 0 }, { 9, 9 } }).count, 1);
        index_costs costs = index_costs_of(index, INDEX_HOST);
        assert_int_equal(costs.tests + costs.hits + index_asked_of(index).questions, 0);
        assert_true(costs.moving_ms == 0 && costs.finding_ms == 0);
        index_pairs(index, NULL, NULL);
        costs = index_costs_of(index, INDEX_HOST);
        // Each is between two looks at the clock; the quadtree has nothing to catch up with.
        assert_true(costs.moving_ms == (method == 0 ? 0 : 1) && costs.finding_ms == 1);
        index_destroy(index);
    }
}

static void upkeep_does_not_depend_on_who_asked_before(void)
{
    enum { BOXES = 300 };
    fbox boxes[BOXES];
    for (size_t method = 0; method < CONTENDERS; method++) {
        uint64_t upkeep[2];
        for (int often = 0; often < 2; often++) {
            scene_index *index = index_create(&(index_def){ .method = method });
            for (int i = 0; i < BOXES; i++)
                boxes[i] = fbox_xywh((float)(i % 20), (float)(i / 20), 2, 2);
            index_add_many(index, boxes, BOXES, (qd_filter){ 0, 0 });
            for (int tick = 0; tick < 5; tick++) {
                index_forget_costs(index);
                for (int i = 0; i < BOXES; i++)
                    boxes[i] = fbox_xywh((float)(i * (tick + 2) % 300), (float)(i / 20), 2, 2);
                for (int i = 0; i < 2 * often; i++)
                    index_costs_of(index, INDEX_HOST);
                index_move_many(index, 0, boxes, BOXES);
                index_pairs(index, NULL, NULL);
                for (int i = 0; i < 2 * often; i++)
                    index_costs_of(index, INDEX_HOST);
            }
            index_remove(index, 7);
            upkeep[often] = index_costs_of(index, INDEX_HOST).upkeep;
            index_add(index, boxes[7], (qd_filter){ 0, 0 });
            index_forget_costs(index);
            index_move(index, 3, boxes[5]);
            upkeep[often] += index_costs_of(index, INDEX_HOST).upkeep;
            index_destroy(index);
        }
        assert_int_equal(upkeep[0], upkeep[1]);
    }
}

static void count_calls(void *context, const index_call *call)
{
    (void)call;
    ++*(int *)context;
}

static void who_only_looks_on_leaves_no_trace(void)
{
    scene_index *index = index_create(&(index_def){ .method = 0 });
    int calls = 0;
    index_watch(index, true);
    index_report(index, count_calls, &calls);
    index_add(index, (fbox){ { 0, 0 }, { 1, 1 } }, (qd_filter){ 0, 0 });
    index_pairs(index, NULL, NULL);
    uint64_t answers = index_answers(index);
    assert_int_equal(calls, 2);
    index_mute(index, true);
    assert_int_equal(index_in_box(index, (fbox){ { 0, 0 }, { 1, 1 } }, 0).count, 1);
    index_pairs(index, NULL, NULL);
    index_mute(index, false);
    assert_int_equal(calls, 2);
    assert_int_equal(index_answers(index), answers);
    index_in_box(index, (fbox){ { 0, 0 }, { 1, 1 } }, 0);
    assert_int_equal(calls, 3);
    assert_int_not_equal(index_answers(index), answers);
    index_destroy(index);
}

static int patience;

static bool leave_now(void)
{
    return patience-- <= 0;
}

// Boxes that meet nothing, so that no pair would have it asked.
static void brute_force_leaves_a_long_question(void)
{
    enum { BOXES = 4000 };
    static fbox boxes[BOXES];
    for (int i = 0; i < BOXES; i++)
        boxes[i] = fbox_xywh((float)(3 * i), 0, 1, 1);
    for (int of_none = 0; of_none < 2; of_none++) {
        scene_index *index = index_create(&(index_def){ .method = BRUTE, .leave = leave_now });
        assert_non_null(index);
        index_add_many(index, boxes, BOXES, (qd_filter){ 0, 0 });
        patience = 1000;
        index_pairs(index, of_none ? NULL : count_pairs, &(uint64_t){ 0 });
        assert_false(index_left(index) || index_failed(index));
        assert_int_equal(index_costs_of(index, INDEX_HOST).tests, BOXES * (BOXES - 1) / 2);
        index_forget_costs(index);
        patience = 3;
        index_pairs(index, of_none ? NULL : count_pairs, &(uint64_t){ 0 });
        assert_true(index_left(index) && index_failed(index));
        assert_true(index_costs_of(index, INDEX_HOST).tests < BOXES * 300);
        assert_int_equal(index_in_box(index, boxes[0], 0).count, 0); // and no other is answered
        index_destroy(index);
    }
}

static void calls_with_nonsense_are_refused(void)
{
    scene_index *index = index_create(&(index_def){ .method = 0 });
    fbox good[2] = { { { 0, 0 }, { 1, 1 } }, { { 2, 2 }, { 3, 3 } } },
         bad[2] = { { { 0, 0 }, { 1, 1 } }, { { 0, NAN }, { 1, 1 } } };
    index_add_many(index, good, 2, (qd_filter){ 0, 0 });
    uint64_t before = index_contents(index);
    const index_call calls[] = {
        { .kind = CALL_ADD, .boxes = bad, .count = 2 },
        { .kind = CALL_ADD, .boxes = good, .count = 1, .filter = { 0x80000000u, 0 } },
        { .kind = CALL_REMOVE, .item = 2 },
        { .kind = CALL_REMOVE, .item = INDEX_NONE },
        { .kind = CALL_MOVE, .item = 0, .boxes = bad, .count = 2 },
        { .kind = CALL_MOVE, .item = 1, .boxes = good, .count = 2 },
        { .kind = CALL_MOVE, .item = INDEX_NONE, .boxes = good, .count = 2 },
        { .kind = CALL_BOX, .box = { { 1, 0 }, { 0, 0 } } },
        { .kind = CALL_BOX, .box = { { NAN, 0 }, { 0, 0 } } },
        { .kind = CALL_TOUCHES, .box = { { 0, 1 }, { 0, NAN } } },
        { .kind = CALL_CIRCLE, .ray.origin = { INFINITY, 0 }, .reach = 1 },
        { .kind = CALL_CIRCLE, .reach = -1 },
        { .kind = CALL_NEAREST, .reach = NAN, .count = 1 },
        { .kind = CALL_RAY, .ray = { { 0, 0 }, { 0, 0 }, 1 } },
        { .kind = CALL_RAY, .ray = { { 0, 0 }, { INFINITY, 0 }, 1 } },
        { .kind = CALL_RAY, .ray = { { 0, 0 }, { 1, 0 }, -1 } },
        { .kind = CALL_WORLD, .box = { { 0, 0 }, { 9, 9 } } }, // there are items
        { .kind = CALL_KINDS },
    };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (index_do(index, &calls[i]))
            fail_msg("call %zu was done", i);
    assert_int_equal(index_contents(index), before);
    assert_int_equal(index_asked_of(index).questions, 0);
    index_destroy(index);
}

tests_main(plain_test(who_only_looks_on_leaves_no_trace), plain_test(every_method_agrees_with_brute_force),
           plain_test(brute_force_is_right), plain_test(numbers_are_given_again_the_last_one_first),
           plain_test(a_copy_goes_on_alike), plain_test(costs_and_questions_are_counted),
           plain_test(looking_is_neither_counted_nor_timed), plain_test(upkeep_does_not_depend_on_who_asked_before),
           plain_test(brute_force_leaves_a_long_question), plain_test(calls_with_nonsense_are_refused))
