/// Ticks in which few boxes move: whoever makes up a change is found out, and who remembers pairs says the same as who
/// finds them again, or asks for the windows of what has moved.
#include <run.h>
#include <task_few.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static plan plan_with(size_t n)
{
    plan p = { .runs = 2, .ticks = 12, .seed = 3, .limit_ms = 1e9, .quick = true };
    p.tasks[p.task_count++] = "T3";
    p.sizes[p.size_count++] = n;
    return p;
}

static void all_ways_find_the_same(void **state)
{
    (void)state;
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

static void a_wrong_change_is_noticed(void **state)
{
    (void)state;
    contender_kind kind = *entries[0].kind;
    kind.changes = one_more;
    found_out(kind);
    kind.changes = wrong_way_round;
    found_out(kind);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_ways_find_the_same),
        cmocka_unit_test(a_wrong_change_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
