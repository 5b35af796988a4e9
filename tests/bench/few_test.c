/// Ticks in which few boxes move: whoever makes up a change is found out, and who remembers pairs says the same as who
/// finds them again, or asks for the windows of what has moved.
#include <reports.h>
#include <run.h>
#include <stdio.h>
#include <string.h>
#include <tasks.h>
#include <tune.h>
#include <unit.h>

static plan plan_with(size_t n)
{
    plan p = { .all = tasks, .runs = 2, .ticks = 12, .seed = 3, .limit_ms = 1e9, .quick = true };
    p.tasks[p.task_count++] = "T3";
    p.sizes[p.size_count++] = n;
    return p;
}

static void all_ways_find_the_same(void)
{
    plan p = plan_with(4000);
    contender_kind alone = *entries[0].kind, forgetful = *entries[0].kind, moving = *entries[0].kind;
    alone.window = NULL; // all pairs
    alone.changes = NULL;
    forgetful.changes = NULL; // the faster way
    moving.shift = NULL;      // all boxes, told again
    p.entries[p.entry_count++] = entries[0];
    p.entries[p.entry_count++] = (entry){ .name = "alone", .kind = &alone };
    p.entries[p.entry_count++] = (entry){ .name = "forgetful", .kind = &forgetful };
    p.entries[p.entry_count++] = (entry){ .name = "moving", .kind = &moving };
    results all;
    assert_int_equal(bench_run(&p, NULL, &all), BENCH_DONE);
    assert_false(all.differ);
    assert_int_equal(all.count, 6);
    for (size_t i = 0; i < all.count; i++) {
        assert_int_equal(all.cells[i].count, 4);
        assert_true(all.cells[i].rows[0].found > 20);
        assert_int_equal(all.cells[i].rows[0].checks, 2 * (2 + 12));
        assert_int_equal(few_moved(&all.cells[i]), i < 3 ? 40 : 400);
    }
    results_free(&all);
}

static qd_result one_more(contender *self, contender_visitor *began, contender_visitor *ended, void *context)
{
    const contender_pair made_up = { 0, 1 };
    began(context, &made_up, 1);
    return entries[0].kind->changes(self, began, ended, context);
}

// Each pair that ends is told as one that begins.
static qd_result wrong_way_round(contender *self, contender_visitor *began, contender_visitor *ended, void *context)
{
    return entries[0].kind->changes(self, ended, began, context);
}

static void found_out(contender_kind kind)
{
    plan p = plan_with(2000);
    p.entries[p.entry_count++] = entries[0];
    p.entries[p.entry_count++] = *entry_find("sweep");
    p.entries[p.entry_count++] = (entry){ .name = "liar", .kind = &kind };
    results all;
    assert_int_equal(bench_run(&p, NULL, &all), BENCH_DONE);
    for (size_t i = 0; i < all.count; i++)
        assert_true(all.cells[i].differ);
    results_free(&all);
}

static void a_wrong_change_is_noticed(void)
{
    contender_kind kind = *entries[0].kind;
    kind.changes = one_more;
    found_out(kind);
    kind.changes = wrong_way_round;
    found_out(kind);
}

// Those that do not remember pairs are timed while all move as well: so many times, beside each of the others.
static void ticks_in_which_all_move_are_timed_beside(void)
{
    plan p = plan_with(2000);
    p.entries[p.entry_count++] = entries[0];
    p.entries[p.entry_count++] = *entry_find("sweep");
    results all;
    assert_int_equal(bench_run(&p, NULL, &all), BENCH_DONE);
    for (size_t i = 0; i < all.count; i++) {
        const row *own = &all.cells[i].rows[0], *sweep = &all.cells[i].rows[1];
        assert_false(own->has[SERIES_WHOLE]);
        assert_true(sweep->has[SERIES_WHOLE]);
        assert_int_equal(sweep->count, 2 * 12);
        for (size_t k = 0; k < sweep->count; k++)
            assert_true(sweep->ms[SERIES_WHOLE][k] > 0);
    }
    results_free(&all);
}

static void add_row(cell *c, size_t at, const char *name, double few, double whole)
{
    double ms[SERIES_COUNT] = SERIES_NO_TIMES;
    ms[SERIES_ALL] = few;
    ms[SERIES_WHOLE] = whole;
    c->rows[at].contender = name;
    assert_true(row_keep(&c->rows[at], ms));
}

// 1000 of 100,000 boxes move in 0.25 ms; a rival's quickest tick of all takes `whole` ms.
static void assert_verdict(const char *part, double whole, const char *expected)
{
    results all = { 0 };
    cell *c = results_add(&all, 4);
    assert_non_null(c);
    c->task = "T3";
    c->part = part;
    c->scene = "U";
    c->n = 100000;
    add_row(c, 0, entries[0].name, 0.25, -1);
    add_row(c, 1, "slow", 1, 2 * whole);
    add_row(c, 2, "quick", 9, whole);
    add_row(c, 3, "wrong", 1, whole / 2);
    c->rows[3].checksum = 1; // it answers something else
    char text[1000] = "";
    output out = { .file = tmpfile(), .name = "goals" };
    assert_non_null(out.file);
    report_goals(&out, &all);
    rewind(out.file);
    text[fread(text, 1, sizeof text - 1, out.file)] = 0;
    fclose(out.file);
    if (!strstr(text, expected))
        fail_msg("\"%s\" is not in\n%s", expected, text);
    results_free(&all);
}

static void the_goal_is_an_eighth_of_the_quickest_tick_of_all(void)
{
    assert_verdict("1 %", 2.5, "0.100 of the time of quick for a tick in which all move; at most 0.125\n");
    assert_verdict("1 %", 2, "met     T3  1 %                U         n = 100000   0.125 of the time");
    assert_verdict("1 %", 1.9, "MISSED  T3  1 %                U         n = 100000   0.132 of the time");
    assert_verdict("1 %", 2, "met     T3  1 %                U         n = 100000   250 ns a box");
    assert_verdict("10 %", 1,
                   "met     T3  10 %               U         n = 100000   25 ns a box that moves; at most 1000\n");
}

int main(void)
{
    tune_least_time = 0;
    const struct CMUnitTest tests[] = {
        plain_test(all_ways_find_the_same),
        plain_test(a_wrong_change_is_noticed),
        plain_test(ticks_in_which_all_move_are_timed_beside),
        plain_test(the_goal_is_an_eighth_of_the_quickest_tick_of_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
