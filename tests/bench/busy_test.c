/// When the machine counts as busy, from numbers alone, and that each report says so.
#include <busy.h>
#include <reports.h>
#include <stdio.h>
#include <string.h>
#include <unit.h>

static const busy_clocks start = { 1000, 50, 7 };

// Others, where within so many seconds all processors were at work for `work` seconds, and this process for `own`.
static double others(double wall, double work, double own)
{
    return busy_others(start, (busy_clocks){ start.wall + wall, start.machine + work, start.own + own });
}

static void assert_near(double value, double expected)
{
    assert_true(value > expected - 1e-9 && value < expected + 1e-9);
}

static void what_others_use_is_what_this_process_did_not(void)
{
    assert_near(others(10, 15, 10), 0.5);
    assert_near(others(10, 80, 20), 6); // several threads of its own
    assert_true(busy_is(others(10, 15, 10)));
    assert_true(busy_is(others(10, 11.2, 10)));
    assert_false(busy_is(others(10, 10.9, 10)));
    assert_false(busy_is(others(10, 10, 10)));
    assert_false(busy_is(others(10, 9.5, 10))); // counted by different clocks
}

static void a_moment_too_short_for_the_clock_says_nothing(void)
{
    assert_false(busy_is(others(0.05, 0.08, 0.04)));
    assert_true(busy_is(others(0.2, 0.4, 0.2)));
    assert_false(busy_is(others(0, 0, 0)));
}

static void what_is_not_known_is_not_busy(void)
{
    const busy_clocks unknown = { 2000, -1, 9 };
    assert_true(busy_others(start, unknown) < 0);
    assert_true(busy_others(unknown, start) < 0);
    assert_false(busy_is(-1));
}

static void idle_ticks_are_not_work(void)
{
    assert_near(busy_machine_seconds("cpu  100 20 30 9000 800 4 5 6 50 0\n", 100), 1.65);
    assert_near(busy_machine_seconds("cpu  100 20 30 9000\n", 50), 3); // an old kernel
    assert_true(busy_machine_seconds("", 100) < 0);
    assert_true(busy_machine_seconds("intr 1 2 3 4 5 6 7 8\n", 100) < 0);
    assert_true(busy_machine_seconds("cpu  100 20 30 9000\n", 0) < 0);
}

static void the_clocks_go_forward(void)
{
    busy_clocks before = busy_now(), now = before;
    while (now.own < before.own + 0.02)
        now = busy_now();
    assert_true(now.wall > before.wall);
    assert_true(now.machine >= before.machine);
}

// What a form prints of three cells, of which two were measured while others were at work.
static void print(const report_form *form, double most, char *text, size_t size)
{
    results all = { 0 };
    plan p = { .runs = 1 };
    const double loads[] = { 0.02, 0.4 * most, most };
    for (size_t i = 0; i < 3; i++) {
        cell *c = results_add(&all, 1);
        assert_non_null(c);
        c->task = "T9";
        c->part = "";
        c->title = "memory";
        c->scene = "U";
        c->n = 100 + i;
        c->others = loads[i];
        c->rows[0].contender = entries[0].name;
        c->rows[0].bytes_per_item = 1;
    }
    const report r = { &p, &all, { .cores = 2, .compiler = "", .flags = "" }, "" };
    output out = { .file = tmpfile(), .name = "report" };
    assert_non_null(out.file);
    for (size_t i = 0; form->cell && i < all.count; i++)
        form->cell(&out, &r, i);
    form->end(&out, &r);
    rewind(out.file);
    text[fread(text, 1, size - 1, out.file)] = 0;
    fclose(out.file);
    results_free(&all);
}

static void tables_say_it_in_one_line(void)
{
    static const char expected[] =
        "\nThe machine was busy: other processes used up to 1.3 of 2 processors, in 2 of 3 tables.\n";
    const report_form *const forms[] = { &report_table, &report_markdown };
    for (size_t i = 0; i < 2; i++) {
        char text[4000];
        print(forms[i], 1.3, text, sizeof text);
        assert_non_null(strstr(text, expected));
        print(forms[i], 0, text, sizeof text);
        assert_null(strstr(text, "busy"));
        print(forms[i], -1, text, sizeof text);
        assert_null(strstr(text, "busy"));
    }
}

static void json_says_it_of_each_object(void)
{
    char text[4000];
    print(&report_json, 1.3, text, sizeof text);
    const char *first = strstr(text, "\"busy\": false"), *second = strstr(text, "\"busy\": true, ");
    assert_true(first && second && first < second);
    assert_non_null(strstr(second, "\"busy\": true, \"busy_processors\": 1.3"));
    print(&report_json, -1, text, sizeof text);
    assert_non_null(strstr(text, "\"busy\": null"));
    assert_null(strstr(text, "busy_processors"));
}

tests_main(plain_test(what_others_use_is_what_this_process_did_not),
           plain_test(a_moment_too_short_for_the_clock_says_nothing), plain_test(what_is_not_known_is_not_busy),
           plain_test(idle_ticks_are_not_work), plain_test(the_clocks_go_forward),
           plain_test(tables_say_it_in_one_line), plain_test(json_says_it_of_each_object))
