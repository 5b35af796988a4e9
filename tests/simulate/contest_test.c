/// A contest sees when two methods do not find the same pairs, and says which: shown with one that lies. The indexes
/// here are compiled so that they ask method_found for a method, and not contender_at.
#include <contest.h>
#include <stdlib.h>
#include <unit.h>

#define TICKS 10

/// What the liar does with the first batch of pairs, from its third turn on.
typedef enum lie { LEAVE_OUT_FIRST, DOUBLE_FIRST, SWAP_FIRST, LEAVE_OUT_ALL } lie;

static lie told;
static int turns;

typedef struct listener {
    contender_visitor *visitor;
    void *context;
    bool begun;
} listener;

static bool lie_about(void *context, const contender_pair *pairs, size_t count)
{
    listener *to = context;
    if (count == 0)
        return to->visitor(to->context, pairs, 0);
    contender_pair first = pairs[0];
    bool begun = to->begun;
    to->begun = true;
    if (told == LEAVE_OUT_ALL)
        return true;
    if (begun)
        return to->visitor(to->context, pairs, count);
    if (told == SWAP_FIRST)
        first.b = first.a; // nobody meets himself
    if (told != LEAVE_OUT_FIRST)
        to->visitor(to->context, &first, 1);
    size_t skip = told == DOUBLE_FIRST ? 0 : 1;
    return to->visitor(to->context, pairs + skip, count - skip);
}

static contender_cost lying_pairs(const contender *self, contender_visitor *visitor, void *context)
{
    if (turns++ < 2)
        return contender_brute.pairs(self, visitor, context);
    listener to = { visitor, context, false };
    contender_cost cost = contender_brute.pairs(self, lie_about, &to);
    if (told == LEAVE_OUT_ALL)
        cost.pairs = 0;
    cost.pairs += (told == DOUBLE_FIRST) - (uint64_t)(told == LEAVE_OUT_FIRST);
    return cost;
}

static contender *create_none(bool open_edges)
{
    (void)open_edges;
    return NULL;
}

enum { BRUTE = 1, SWEEP = 2, GRID = 4, LIAR = CONTENDERS, UNABLE };

static contender_kind liar, unable;

const contender_kind *method_found(size_t method);

/// contender_at, and two more.
const contender_kind *method_found(size_t method)
{
    return method == LIAR ? &liar : method == UNABLE ? &unable : contender_at(method);
}

static void tell(lie how)
{
    liar = contender_brute;
    liar.pairs = lying_pairs;
    told = how;
    turns = 0;
}

static contest_def contest_between(size_t first, size_t second)
{
    return (contest_def){
        .stage = { .scene = &scene_drift,
                   .scene_def = { .count = 200, .seed = 4, .world = { { 0, 0 }, { 100, 100 } }, .size = 8, .speed = 2 },
                   .index_def = { .method = first },
                   .guest = second },
        .ticks = TICKS,
        .second_ticks = TICKS,
    };
}

static void honest_contenders_are_verified_in_every_tick(void)
{
    for (size_t k = 0; k < CONTENDERS; k++) {
        contest c;
        contest_def def = contest_between(k, BRUTE);
        assert_true(contest_run(&c, &def));
        assert_int_equal(c.differed, 0);
        assert_int_equal(c.verified, TICKS);
        assert_int_equal(c.entrants[0].ticks, TICKS);
        assert_int_equal(c.entrants[1].ticks, TICKS);
        assert_int_equal(c.entrants[0].sums.pairs, c.entrants[1].sums.pairs);
        assert_int_equal(c.entrants[1].sums.tests, TICKS * 200 * 199 / 2);
        assert_true(c.entrants[0].sums.pairs > 0);
        contest_end(&c);
    }
}

/// Runs until the lie is found out, in the third tick, with the liar as first or second.
static index_difference found_out(lie how, int place)
{
    tell(how);
    contest c;
    contest_def def = contest_between(place == 0 ? LIAR : SWEEP, place == 0 ? SWEEP : LIAR);
    assert_true(contest_run(&c, &def));
    assert_int_equal(c.verified, 2);
    assert_int_equal(c.differed, 3);
    index_difference d = *index_differs(c.stage.index);
    assert_true(d.differ);
    assert_int_equal(d.call.kind, CALL_PAIRS);
    contest_end(&c);
    return d;
}

static void a_pair_left_out_is_named(void)
{
    for (int place = 0; place < 2; place++) {
        index_difference d = found_out(LEAVE_OUT_FIRST, place);
        assert_int_equal(d.found[place] + 1, d.found[!place]);
        assert_int_equal(d.only[place], 0);
        assert_int_equal(d.only[!place], 1);
        assert_int_equal(d.listed, 1);
        assert_int_equal(d.list[0].part, !place);
        assert_true(d.list[0].a < d.list[0].b && d.list[0].b < 200);
    }
}

static void a_pair_found_twice_is_named(void)
{
    for (int place = 0; place < 2; place++) {
        index_difference d = found_out(DOUBLE_FIRST, place);
        assert_int_equal(d.found[place], d.found[!place] + 1);
        assert_int_equal(d.only[place], 1);
        assert_int_equal(d.only[!place], 0);
        assert_int_equal(d.listed, 1);
        assert_int_equal(d.list[0].part, place);
    }
}

static void equal_counts_do_not_hide_a_wrong_pair(void)
{
    for (int place = 0; place < 2; place++) {
        index_difference d = found_out(SWAP_FIRST, place);
        assert_int_equal(d.found[0], d.found[1]);
        assert_int_equal(d.only[0], 1);
        assert_int_equal(d.only[1], 1);
        assert_int_equal(d.listed, 2);
        for (size_t i = 0; i < 2; i++)
            assert_int_equal(d.list[i].b == d.list[i].a, d.list[i].part == place);
    }
}

static void many_differences_are_counted_and_some_named(void)
{
    index_difference d = found_out(LEAVE_OUT_ALL, 0);
    assert_int_equal(d.found[0], 0);
    assert_int_equal(d.only[1], d.found[1]);
    assert_in_range(d.only[1], 7, 200 * 199 / 2);
    assert_int_equal(d.listed, sizeof d.list / sizeof *d.list);
}

static void the_second_takes_part_in_as_many_ticks_as_it_may(void)
{
    for (size_t share = 0; share <= TICKS; share++) {
        contest c;
        contest_def def = contest_between(GRID, BRUTE);
        def.second_ticks = share;
        assert_true(contest_run(&c, &def));
        assert_int_equal(c.entrants[0].ticks, TICKS);
        assert_int_equal(c.entrants[1].ticks, share);
        contest_end(&c);
    }
}

static void upkeep_counts_moves_alone(void)
{
    contest c;
    contest_def def = contest_between(SWEEP, NO_METHOD);
    assert_true(contest_run(&c, &def));
    assert_int_equal(c.count, 1);
    assert_int_equal(c.entrants[0].sums.upkeep % TICKS, 0); // The same in every tick, and nothing for the first set.
    assert_true(c.entrants[0].sums.upkeep > 0);
    contest_end(&c);
}

static void times_have_a_middle_and_a_mean(void)
{
    double ms[] = { 9, 1, 2, 4 };
    entrant e = { .ms = { ms, NULL, NULL } };
    times t = entrant_times(&e, PART_FIND);
    assert_true(t.p50 == 0 && t.mean == 0);
    e.ticks = 3;
    t = entrant_times(&e, PART_MOVE);
    assert_true(t.p50 == 2 && t.mean == 4);
    e.ticks = 4;
    t = entrant_times(&e, PART_MOVE);
    assert_true(t.p50 == 3 && t.mean == 4);
}

static void want_of_memory_is_reported(void)
{
    unable = contender_brute;
    unable.create = create_none;
    contest c;
    contest_def def = contest_between(SWEEP, UNABLE);
    assert_false(contest_run(&c, &def));
    contest_end(&c);
    def = contest_between(UNABLE, NO_METHOD);
    assert_false(contest_run(&c, &def));
    assert_string_equal(c.complaint, "not enough memory for so many");
    contest_end(&c);
}

tests_main(plain_test(honest_contenders_are_verified_in_every_tick), plain_test(a_pair_left_out_is_named),
           plain_test(a_pair_found_twice_is_named), plain_test(equal_counts_do_not_hide_a_wrong_pair),
           plain_test(many_differences_are_counted_and_some_named),
           plain_test(the_second_takes_part_in_as_many_ticks_as_it_may), plain_test(upkeep_counts_moves_alone),
           plain_test(times_have_a_middle_and_a_mean), plain_test(want_of_memory_is_reported))
