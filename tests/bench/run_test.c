/// Every task runs with every contender that can do it, all of them agree, and one that lies is found out: by the
/// pairs, windows, neighbours or hits that it leaves out or makes up, even where the number is right.
#include <contenders.h>
#include <places.h>
#include <progress.h>
#include <reports.h>
#include <run.h>
#include <stage.h>
#include <stdint.h>
#include <string.h>
#include <tasks.h>
#include <tune.h>
#include <unit.h>

static plan plan_of(const char *task_name, size_t n)
{
    plan p = { .all = tasks, .runs = 2, .ticks = 4, .seed = 1, .limit_ms = 1e9, .quick = true };
    p.tasks[p.task_count++] = task_name;
    p.sizes[p.size_count++] = n;
    for (const entry *e = entries; e->name; e++)
        p.entries[p.entry_count++] = *e;
    return p;
}

static void every_task_runs_and_all_contenders_agree(void)
{
    for (size_t k = 0; tasks[k]; k++) {
        plan p = plan_of(tasks[k]->name, 300);
        results all;
        assert_int_equal(bench_run(&p, NULL, &all), BENCH_DONE);
        assert_false(all.differ);
        assert_true(all.count > 0);
        for (size_t i = 0; i < all.count; i++) {
            assert_false(all.cells[i].differ);
            assert_non_null(cell_row(&all.cells[i], "quadrille"));
            for (size_t r = 0; r < all.cells[i].count; r++) {
                const row *w = &all.cells[i].rows[r];
                assert_string_equal(w->left_out, "");
                assert_true(w->bytes_per_item > 0 || w->count > 0);
                assert_true(report_ahead(&all.cells[i], w) > 0);
            }
        }
        results_free(&all);
    }
}

static void every_scene_of_the_demo_is_run(void)
{
    plan p = plan_of("T13", 200);
    results all;
    assert_int_equal(bench_run(&p, NULL, &all), BENCH_DONE);
    size_t count = 0;
    for (size_t i = 0; scenes[i]; i++) {
        char name[32];
        snprintf(name, sizeof name, "demo-%s", scenes[i]->name);
        const cell *c = results_find(&all, "T13", "", name, 200);
        assert_non_null(c);
        assert_int_equal(c->count, CONTENDERS);
        count++;
    }
    assert_int_equal(all.count, count);
    results_free(&all);
}

// They have no boxes of their own that another task could use.
static void no_other_task_takes_scenes_of_the_demo(void)
{
    plan p = plan_of("T2", 100);
    p.scenes[p.scene_count++] = "demo-drift";
    results all;
    assert_int_equal(bench_run(&p, NULL, &all), BENCH_DONE);
    assert_int_equal(all.count, 0);
    results_free(&all);
}

static void every_time_is_kept(void)
{
    plan p = plan_of("T2", 200);
    p.scenes[p.scene_count++] = "U";
    p.ticks = 7;
    p.runs = 3;
    results all;
    assert_int_equal(bench_run(&p, NULL, &all), BENCH_DONE);
    const row *own = cell_row(&all.cells[0], "quadrille");
    assert_int_equal(own->count, 21);
    // The first finds of a run and its first ticks are not timed, but checked.
    assert_int_equal(own->checks, 3 * (1 + 2 + 7));
    for (size_t i = 0; i < own->count; i++) {
        double sum = own->ms[SERIES_MOVE][i] + own->ms[SERIES_FIND][i];
        assert_true(own->ms[SERIES_ALL][i] > 0 && sum > 0);
        assert_true(sum <= own->ms[SERIES_ALL][i] * (1 + 1e-6) + 1e-6);
    }
    results_free(&all);
}

static bool list_size(void *context, place at)
{
    char *text = context;
    size_t used = strlen(text);
    snprintf(text + used, 200 - used, " %zu", at.n);
    return true;
}

static void assert_sizes(const char *task_name, size_t largest, bool between, const char *expected)
{
    char text[200] = "";
    plan p = { .all = tasks, .largest = largest, .between = between, .tasks = { task_name }, .task_count = 1 };
    p.entries[p.entry_count++] = entries[0];
    p.scenes[p.scene_count++] = strcmp(task_name, "T6") == 0 ? "P" : "U";
    assert_true(places_visit(&p, list_size, text));
    assert_string_equal(text, expected);
}

static void sizes_between_join_the_tables_in_order(void)
{
    static const char rebuilt[] = " 10000 30000 100000 500000 1000000", two[] = " 30000 100000 30000 100000";
    assert_sizes("T1", 0, true, rebuilt);
    assert_sizes("T1", 1000000, false, " 10000 100000 1000000");
    assert_sizes("T1", 100000, true, " 10000 30000 100000");
    assert_sizes("T2", 20000, true, " 10000 10000");
    assert_sizes("T4", 100000, true, two);
    assert_sizes("T5", 10000, true, " 10000 10000 10000");
    assert_sizes("T6", 100000, true, two);
    assert_sizes("T7", 600000, true, " 30000 100000 500000");
    assert_sizes("T9", 0, true, " 1000000");
    assert_sizes("T9", 100000, true, " 100000");
}

static contender_kind honest;
static bool keeps_count;

typedef struct listener {
    contender_visitor *visitor;
    void *context;
    bool begun;
} listener;

// Passes everything on but the first pair, or another one in its place.
static bool lie_about_pairs(void *context, const contender_pair *pairs, size_t count)
{
    listener *to = context;
    size_t skip = to->begun ? 0 : 1;
    contender_pair other = { pairs[0].a, pairs[0].b + 1 };
    if (skip && keeps_count)
        to->visitor(to->context, &other, 1);
    to->begun = true;
    return to->visitor(to->context, pairs + skip, count - skip);
}

static contender_cost lying_pairs(const contender *self, contender_visitor *visitor, void *context)
{
    listener to = { visitor, context, false };
    contender_cost cost = honest.pairs(self, lie_about_pairs, &to);
    cost.pairs -= to.begun && !keeps_count;
    return cost;
}

static bool nobody(void *context, const uint32_t *items, size_t count)
{
    (void)context;
    (void)items;
    (void)count;
    return true;
}

static contender_found lying_window(const contender *self, fbox window, contender_item_visitor *visitor, void *context)
{
    contender_found found = honest.window(self, window, nobody, context);
    (void)visitor;
    found.hits -= !keeps_count && found.hits > 0;
    return found;
}

static size_t lying_near(const contender *self, fvec2 point, size_t k, contender_near *out)
{
    size_t count = honest.near(self, point, k, out);
    for (size_t i = 0; i < count; i++)
        out[i].item ^= 1;
    return count;
}

static contender_hit lying_ray(const contender *self, contender_ray ray)
{
    contender_hit hit = honest.ray(self, ray);
    hit.item ^= 1;
    return hit;
}

static bool lying_collides(const contender *self, fbox box)
{
    return !honest.collides(self, box);
}

// Two per cent off.
static qd_result lying_pull(contender *self, const contender_bodies *bodies, double *ax, double *ay)
{
    qd_result result = honest.pull(self, bodies, ax, ay);
    for (size_t i = 0; i < bodies->count; i++)
        ax[i] *= 1.02, ay[i] *= 1.02;
    return result;
}

static entry liar(contender_kind *kind)
{
    honest = *entries[0].kind;
    *kind = honest;
    kind->pairs = lying_pairs;
    kind->window = lying_window;
    kind->near = lying_near;
    kind->ray = lying_ray;
    kind->collides = lying_collides;
    kind->pull = lying_pull;
    return (entry){ .name = "liar", .kind = kind };
}

static void found_out(const char *task_name, bool with_the_right_count)
{
    contender_kind kind;
    plan p = plan_of(task_name, 400);
    p.entry_count = 2; // The library's own and brute force: enough to be right.
    p.entries[p.entry_count++] = liar(&kind);
    keeps_count = with_the_right_count;
    results all;
    assert_int_equal(bench_run(&p, NULL, &all), BENCH_DONE);
    assert_true(all.differ);
    for (size_t i = 0; i < all.count; i++) {
        const cell *c = &all.cells[i];
        const row *lying = cell_row(c, "liar"), *own = cell_row(c, "quadrille");
        assert_true(lying && own);
        if (strcmp(c->scene, "P") == 0 && lying->found == 0)
            continue;
        assert_true(c->differ);
        assert_true(report_ahead(c, lying) < 0);
        assert_true(report_ahead(c, own) == 1);
        if (!with_the_right_count)
            assert_int_not_equal(lying->found, own->found);
    }
    results_free(&all);
}

static void a_pair_left_out_is_noticed(void)
{
    found_out("T1", false);
    found_out("T2", false);
}

static void a_wrong_pair_is_noticed_where_the_number_is_right(void)
{
    found_out("T1", true);
    found_out("T2", true);
}

static void a_wrong_window_is_noticed(void)
{
    found_out("T4", false);
    found_out("T4", true);
    found_out("T5", true);
    found_out("T11", true);
}

static void wrong_neighbours_hits_and_collisions_are_noticed(void)
{
    found_out("T6", true);
    found_out("T7", true);
    found_out("T8", true);
}

static void a_force_that_is_less_exact_is_noticed(void)
{
    found_out("T14", false);
}

static void if_the_library_itself_is_alone_there_is_no_ratio_at_all(void)
{
    contender_kind kind;
    plan p = plan_of("T1", 400);
    p.entries[0] = liar(&kind);
    p.entries[0].name = entries[0].name;
    keeps_count = false;
    results all;
    assert_int_equal(bench_run(&p, NULL, &all), BENCH_DONE);
    assert_true(all.differ);
    const cell *c = &all.cells[0];
    assert_string_not_equal(cell_majority(c)->contender, entries[0].name);
    for (size_t i = 1; i < c->count; i++)
        assert_true(report_ahead(c, &c->rows[i]) < 0);
    results_free(&all);
}

// Under a limit of nothing every contender is left out but the library's own, by every task.
static void only_rivals_are_left_out_for_being_slow(void)
{
    for (size_t k = 0; tasks[k]; k++) {
        if (k > 0 && strcmp(tasks[k]->name, tasks[k - 1]->name) == 0)
            continue;
        plan p = plan_of(tasks[k]->name, 100);
        p.limit_ms = 0;
        p.sizes[p.size_count++] = 150; // judged by what it took before
        p.runs = 1;
        p.entries[2] = *entry_find("grid");
        p.entry_count = 3;
        p.entries[1] = entries[0];
        p.entries[1].name = "two";
        p.entries[1].workers = 2;
        results all;
        assert_int_equal(bench_run(&p, NULL, &all), BENCH_DONE);
        assert_false(all.differ);
        for (size_t i = 0; i < all.count; i++)
            for (size_t r = 0; r < all.cells[i].count; r++) {
                const row *w = &all.cells[i].rows[r];
                bool own = strcmp(w->contender, entries[0].name) == 0 || strcmp(w->contender, "two") == 0;
                assert_true(!own || row_ran(w));
                assert_true(own || row_ran(w) || strlen(w->left_out) > 10);
                if (!own && strcmp(all.cells[i].task, "T1") == 0)
                    assert_false(row_ran(w));
            }
        results_free(&all);
    }
}

// Takes longer than the limit the first time it finds pairs, and never again.
static contender_cost dawdling_pairs(const contender *self, contender_visitor *visitor, void *context)
{
    static bool again;
    double start = clock_ms();
    while (!again && clock_ms() - start < 600)
        continue;
    again = true;
    return honest.pairs(self, visitor, context);
}

static void who_was_slow_only_at_first_is_compared_by_what_counts(void)
{
    contender_kind kind;
    plan p = plan_of("T1", 200);
    p.limit_ms = 500;
    p.entry_count = 2;
    p.entries[p.entry_count++] = liar(&kind);
    kind = honest;
    kind.pairs = dawdling_pairs;
    results all;
    assert_int_equal(bench_run(&p, NULL, &all), BENCH_DONE);
    assert_false(all.differ);
    assert_non_null(cell_row(&all.cells[0], "liar"));
    results_free(&all);
}

// What a watch has seen, and after how many questions it has enough.
typedef struct seen {
    size_t cells, tasks, asked, patience;
} seen;

static void see_cell(void *context, const results *all)
{
    seen *s = context;
    assert_int_equal(all->count, ++s->cells);
    const cell *c = &all->cells[all->count - 1];
    for (size_t i = 0; i < c->count; i++)
        assert_int_equal(c->rows[i].count, 2 * 4);
}

static void see_task(void *context, const results *all, size_t first)
{
    seen *s = context;
    assert_in_range(first, s->tasks * 3, all->count - 1);
    for (size_t i = first; i < all->count; i++)
        assert_true(all->cells[i].task == all->cells[first].task && all->cells[i].part == all->cells[first].part);
    s->tasks++;
}

static bool has_seen_enough(void *context)
{
    seen *s = context;
    return ++s->asked > s->patience;
}

// With two that have nothing to tune, which is what takes time.
static plan quick_plan(void)
{
    plan p = plan_of("T2", 150);
    p.entries[0] = *entry_find("sweep");
    p.entries[1] = *entry_find("brute");
    p.entry_count = 2;
    return p;
}

static void results_come_one_after_the_other(void)
{
    plan p = quick_plan();
    seen s = { .patience = SIZE_MAX };
    const bench_watch watch = { see_cell, see_task, has_seen_enough, &s };
    results all;
    assert_int_equal(bench_run(&p, &watch, &all), BENCH_DONE);
    assert_int_equal(s.cells, 6); // three scenes, and the same once more with boxes that come in
    assert_int_equal(s.tasks, 2);
    results_free(&all);
}

// Wherever it ends, what there is is whole.
static void who_has_enough_keeps_what_is_complete(void)
{
    plan p = quick_plan();
    size_t before = 0;
    for (size_t patience = 0; before < 6; patience += 5) {
        seen s = { .patience = patience };
        const bench_watch watch = { see_cell, see_task, has_seen_enough, &s };
        results all;
        bench_end end = bench_run(&p, &watch, &all);
        assert_int_equal(end, all.count < 6 ? BENCH_ENOUGH : BENCH_DONE);
        assert_int_equal(s.cells, all.count);
        assert_int_equal(s.tasks, (all.count + 2) / 3);
        assert_true(all.count >= before);
        before = all.count;
        results_free(&all);
    }
}

static void threads_change_nothing_and_take_part_where_pairs_are_found(void)
{
    static const char *const names[] = { "T1", "T2", "T4" };
    for (size_t k = 0; k < 3; k++) {
        plan p = plan_of(names[k], 3000);
        p.entry_count = 1;
        for (uint32_t workers = 2; workers <= 4; workers += 2) {
            p.entries[p.entry_count] = entries[0];
            p.entries[p.entry_count].name = workers == 2 ? "two" : "four";
            p.entries[p.entry_count++].workers = workers;
        }
        results all;
        assert_int_equal(bench_run(&p, NULL, &all), BENCH_DONE);
        assert_false(all.differ);
        assert_int_equal(all.cells[0].count, k < 2 ? 3 : 1);
        results_free(&all);
    }
}

static row *add_row(cell *c, size_t at, const char *name, double move, double asking)
{
    row *r = &c->rows[at];
    r->contender = name;
    r->operations = 10;
    double ms[SERIES_COUNT] = SERIES_NO_TIMES;
    ms[SERIES_ALL] = move + asking;
    ms[SERIES_MOVE] = move;
    ms[SERIES_FIND] = asking;
    assert_true(row_keep(r, ms));
    return r;
}

// A loop over the caller's array takes 1 ms a question and nothing to begin with, one that copies 0.5 and 2.
static void what_keeping_an_index_must_earn(void)
{
    results all = { 0 };
    cell *c = results_add(&all, 6);
    assert_non_null(c);
    c->task = "T11";
    c->part = "";
    c->scene = "P";
    c->n = 10;
    const row *loop = add_row(c, 0, "loop", 0, 10), *brute = add_row(c, 1, "brute", 2, 5);
    assert_true(report_break_even(c, add_row(c, 2, "index", 3, 2)) == 4);   // 3 + 4 * 0.2 < 4 < 2 + 4 * 0.5
    assert_true(report_break_even(c, add_row(c, 3, "slower", 9, 4)) == 70); // saves 0.1 a question on the copying loop
    assert_true(report_break_even(c, add_row(c, 4, "better", 0.5, 1)) == 1);
    assert_true(report_break_even(c, add_row(c, 5, "worse", 3, 7)) > 1e300); // never
    assert_true(report_break_even(c, loop) < 0 && report_break_even(c, brute) < 0);
    c->rows[2].checksum = 1; // it answers something else
    assert_true(report_break_even(c, &c->rows[2]) < 0);
    results_free(&all);
}

// Rays from within several boxes at once, which hold other boxes' starts too: the lowest number is the first, at 0.
static void rays_that_start_inside_meet_the_lowest_number(void)
{
    enum { BOXES = 64 };
    fbox boxes[BOXES];
    for (int i = 0; i < BOXES; i++)
        boxes[i] = fbox_xywh((float)(i * 37 % BOXES), 0, 12, 4);
    for (const entry *e = entries; e->name; e++) {
        contender *self = e->kind->ray && e->kind->set ? e->kind->create(false) : NULL;
        if (!self || e->kind->set(self, boxes, BOXES) == QD_BAD_VALUE) {
            e->kind->destroy(self);
            continue;
        }
        for (int i = 0; i < BOXES; i++) {
            const float x = (float)i + 0.5f;
            uint32_t lowest = 0;
            while (x < boxes[lowest].min.x || x > boxes[lowest].max.x)
                lowest++;
            const contender_ray rays[] = { { { x, 2 }, { 1, 0 }, 1000 }, { { x, 2 }, { -1, 0.01f }, 200000 } };
            for (size_t k = 0; k < 2; k++) {
                contender_hit hit = e->kind->ray(self, rays[k]);
                assert_int_equal(hit.item, lowest);
                assert_true(hit.t >= 0 && hit.t <= 0);
            }
        }
        e->kind->destroy(self);
    }
}

static contender *create_none(bool open_edges)
{
    (void)open_edges;
    return NULL;
}

static void want_of_memory_is_reported(void)
{
    contender_kind unable = *entries[0].kind;
    unable.create = create_none;
    plan p = plan_of("T1", 100);
    p.entries[p.entry_count++] = (entry){ .name = "unable", .kind = &unable };
    results all;
    assert_int_equal(bench_run(&p, NULL, &all), BENCH_NO_MEMORY);
    results_free(&all);
}

int main(void)
{
    tune_least_time = 0;
    const struct CMUnitTest tests[] = {
        plain_test(every_task_runs_and_all_contenders_agree),
        plain_test(every_scene_of_the_demo_is_run),
        plain_test(no_other_task_takes_scenes_of_the_demo),
        plain_test(every_time_is_kept),
        plain_test(sizes_between_join_the_tables_in_order),
        plain_test(a_pair_left_out_is_noticed),
        plain_test(a_wrong_pair_is_noticed_where_the_number_is_right),
        plain_test(a_wrong_window_is_noticed),
        plain_test(wrong_neighbours_hits_and_collisions_are_noticed),
        plain_test(a_force_that_is_less_exact_is_noticed),
        plain_test(if_the_library_itself_is_alone_there_is_no_ratio_at_all),
        plain_test(only_rivals_are_left_out_for_being_slow),
        plain_test(who_was_slow_only_at_first_is_compared_by_what_counts),
        plain_test(results_come_one_after_the_other),
        plain_test(who_has_enough_keeps_what_is_complete),
        plain_test(threads_change_nothing_and_take_part_where_pairs_are_found),
        plain_test(what_keeping_an_index_must_earn),
        plain_test(rays_that_start_inside_meet_the_lowest_number),
        plain_test(want_of_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
