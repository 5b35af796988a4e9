/// Windows asked in sorted order: every window once, neighbours one after the other, the same answers, and only where
/// windows are asked.
#include <ask.h>
#include <reports.h>
#include <run.h>
#include <stdlib.h>
#include <tasks.h>
#include <tune.h>
#include <unit.h>

enum { WINDOWS = 2000 };

static double gap(const window_list *list, size_t a, size_t b)
{
    double x = list->windows[a].min.x - list->windows[b].min.x, y = list->windows[a].min.y - list->windows[b].min.y;
    return (x < 0 ? -x : x) + (y < 0 ? -y : y);
}

static void the_order_holds_every_window_and_neighbours_follow(void)
{
    field *f = field_create(field_find("U"), 5000, 3);
    assert_non_null(f);
    window_list *list = ask_windows(f, WINDOWS, 10);
    assert_non_null(list);
    static radix_item room[2 * WINDOWS];
    const radix_item *order = ask_sort(list, room);
    static bool seen[WINDOWS];
    double given = 0, sorted = 0;
    for (size_t i = 0; i < WINDOWS; i++) {
        assert_in_range(order[i].item, 0, WINDOWS - 1);
        assert_false(seen[order[i].item]);
        seen[order[i].item] = true;
        given += i > 0 ? gap(list, i, i - 1) : 0;
        sorted += i > 0 ? gap(list, order[i].item, order[i - 1].item) : 0;
        assert_true(i == 0 || order[i - 1].key <= order[i].key);
    }
    assert_true(sorted < given / 10);
    free(list);
    field_destroy(f);
}

static results run_with_sorted(const char *task_name)
{
    plan p = { .all = tasks, .runs = 2, .ticks = 2, .seed = 3, .limit_ms = 1e9, .quick = true };
    p.tasks[p.task_count++] = task_name;
    p.sizes[p.size_count++] = 2000;
    p.scenes[p.scene_count++] = "U";
    p.entries[p.entry_count++] = entries[0];
    p.entries[p.entry_count++] = *entry_find("grid");
    p.entries[p.entry_count++] = *entry_find("grid-sorted");
    p.entries[p.entry_count++] = *entry_find("quadrille-many");
    results all;
    assert_int_equal(bench_run(&p, NULL, &all), BENCH_DONE);
    assert_false(all.differ);
    return all;
}

static void it_finds_the_same_and_stands_beside_the_others(void)
{
    results all = run_with_sorted("T4");
    assert_int_equal(all.count, 2);
    for (size_t i = 0; i < all.count; i++) {
        const row *grid = cell_row(&all.cells[i], "grid"), *sorted = cell_row(&all.cells[i], "grid-sorted");
        assert_true(grid && sorted);
        assert_int_equal(sorted->found, grid->found);
        assert_int_equal(sorted->checksum, grid->checksum);
        assert_true(row_is_plain(grid));
        assert_false(row_is_plain(sorted));
        assert_true(report_ahead(&all.cells[i], sorted) > 0);
    }
    results_free(&all);
}

static void the_tree_answers_them_in_one_call_too(void)
{
    static const char *const asked[] = { "T4", "T6", "T7" };
    for (size_t k = 0; k < sizeof asked / sizeof *asked; k++) {
        results all = run_with_sorted(asked[k]);
        for (size_t i = 0; i < all.count; i++) {
            const row *grid = cell_row(&all.cells[i], "grid"), *many = cell_row(&all.cells[i], "quadrille-many");
            assert_true(grid && many && row_ran(many) && many->found > 0);
            assert_int_equal(many->found, grid->found);
            assert_int_equal(many->checksum, grid->checksum);
            assert_false(row_is_plain(many));
        }
        results_free(&all);
    }
}

static void other_tasks_have_no_such_row(void)
{
    static const char *const others[] = { "T1", "T5", "T7", "T9" };
    for (size_t k = 0; k < 4; k++) {
        results all = run_with_sorted(others[k]);
        for (size_t i = 0; i < all.count; i++) {
            assert_non_null(cell_row(&all.cells[i], "grid"));
            assert_null(cell_row(&all.cells[i], "grid-sorted"));
        }
        results_free(&all);
    }
}

int main(void)
{
    tune_least_time = 0;
    const struct CMUnitTest tests[] = {
        plain_test(the_order_holds_every_window_and_neighbours_follow),
        plain_test(it_finds_the_same_and_stands_beside_the_others),
        plain_test(the_tree_answers_them_in_one_call_too),
        plain_test(other_tasks_have_no_such_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
