// How well work is shared out, on paper: the parts that a call hands to its executor run one after the other here, each
// is timed, and a list of workers takes them in turn, each the next part as soon as it is free. So two cores show
// the speed of eight, as far as memory does not limit them. The figures of docs/performance/against-the-grid.md.
//
//   usage: bench_share [BOXES [SCENE]]     100000 boxes of U
#include "beside.h"
#include "field.h"

#include <math.h>
#include <quadrille/gravity.h>
#include <quadrille/quadrille.h>
#include <stdio.h>

enum { MOST_WORKERS = 8, KINDS = 4, ROUNDS = 9 };
static const uint32_t workers[KINDS] = { 1, 2, 4, 8 };

typedef struct paper {
    uint32_t workers;
    double sum;     ///< The sum of all parts' times.
    double longest; ///< The jobs' times with that many workers.
} paper;

typedef struct question {
    qd_box *windows;
    qd_id *found;
    uint64_t *offsets;
    size_t count, capacity;
} question;

typedef struct stage {
    field *field;
    qd_tree *tree;
    qd_contacts *contacts;
    qd_gravity *gravity;
    qd_id *ids;
    question windows;
    double *x, *y, *mass, *ax, *ay;
} stage;

static void run_on_paper(void *context, qd_work *work, void *job, uint32_t parts)
{
    paper *p = context;
    double busy[MOST_WORKERS] = { 0 }, longest = 0;
    for (uint32_t part = 0; part < parts; part++) {
        const double start = beside_seconds();
        work(job, part);
        const double took = beside_seconds() - start;
        uint32_t free = 0;
        for (uint32_t i = 1; i < p->workers; i++)
            free = busy[i] < busy[free] ? i : free;
        busy[free] += took;
        longest = busy[free] > longest ? busy[free] : longest;
        p->sum += took;
    }
    p->longest += longest;
}

static void load(stage *s)
{
    const qd_items items = { .boxes = qd_boxes_float(&s->field->boxes->min.x) };
    qd_tree_clear(s->tree);
    qd_tree_insert_many(s->tree, &items, s->field->count, s->ids, NULL);
}

static void move(stage *s)
{
    const qd_boxes boxes = qd_boxes_float(&s->field->boxes->min.x);
    qd_tree_move_many(s->tree, s->ids, &boxes, s->field->count, NULL);
}

static void pairs(stage *s)
{
    qd_tree_visit_pairs(s->tree, NULL, beside_ignore, NULL, NULL);
}

static void contacts(stage *s)
{
    qd_contacts_update(s->contacts);
}

static void windows(stage *s)
{
    const qd_queries asked = { .count = s->windows.count, .boxes = qd_boxes_double(s->windows.windows) };
    const qd_rows rows = { .capacity = s->windows.capacity, .offsets = s->windows.offsets, .ids = s->windows.found };
    size_t total;
    qd_tree_find_many(s->tree, &asked, &rows, &total);
}

static void gravity(stage *s)
{
    const qd_bodies bodies = { s->field->count, s->x, s->y, s->mass };
    const qd_field out = { .ax = s->ax, .ay = s->ay };
    qd_gravity_set_bodies(s->gravity, &bodies, NULL);
    qd_gravity_solve(s->gravity, &out, NULL);
}

static const struct {
    const char *name;
    void (*run)(stage *s);
} tasks[] = { { "loading", load },      { "moving all", move },         { "all pairs", pairs },
              { "contacts", contacts }, { "windows at once", windows }, { "gravity", gravity } };
enum { TASKS = sizeof tasks / sizeof *tasks };

static void set_up(stage *s, paper *p)
{
    const qd_executor on_paper = { run_on_paper, p, p->workers, 1 };
    const qd_tree_def def = { .executor = on_paper };
    const qd_gravity_def law = { .executor = on_paper };
    s->tree = beside_need(qd_tree_new(&def));
    if (qd_gravity_create(&law, &s->gravity) || qd_contacts_create(s->tree, NULL, &s->contacts))
        exit(1);
}

static void lay_windows(stage *s, double side)
{
    question *q = &s->windows;
    for (size_t i = 0; i < q->count; i++)
        q->windows[i] =
            qd_box_xywh(s->field->boxes[i].min.x - side / 2, s->field->boxes[i].min.y - side / 2, side, side);
}

// Windows that hold some ten boxes each, whatever the scene.
static void ask_windows(stage *s)
{
    question *q = &s->windows;
    q->count = s->field->count;
    q->capacity = 60 * q->count;
    q->windows = beside_need(calloc(q->count, sizeof *q->windows));
    q->found = beside_need(calloc(q->capacity, sizeof *q->found));
    q->offsets = beside_need(calloc(q->count + 1, sizeof *q->offsets));
    paper alone = { .workers = 1 };
    set_up(s, &alone);
    load(s);
    double side = 65536 * sqrt(10 / (double)s->field->count);
    for (int i = 0; i < 4; i++) {
        const qd_queries asked = { .count = q->count, .boxes = qd_boxes_double(q->windows) };
        size_t total = 0;
        lay_windows(s, side);
        qd_tree_find_many(s->tree, &asked, &(qd_rows){ 0 }, &total);
        side *= sqrt(10 * (double)q->count / (double)total);
    }
    lay_windows(s, side);
}

// One round: each task once with so many workers on paper.
static void play(stage *s, paper *p, size_t round, double ms[TASKS][ROUNDS])
{
    for (size_t k = 0; k < TASKS; k++) {
        p->sum = p->longest = 0;
        const double start = beside_seconds();
        tasks[k].run(s);
        ms[k][round] = (beside_seconds() - start - p->sum + p->longest) * 1e3;
        if (k == 0) { // so that what comes next is a tick like any other
            contacts(s);
            field_step(s->field);
        }
    }
}

int main(int argc, char **argv)
{
    const size_t count = argc > 1 ? strtoul(argv[1], NULL, 10) : 100000;
    const field_kind *kind = field_find(argc > 2 ? argv[2] : "U");
    if (count < 1 || !kind) {
        fputs("usage: bench_share [BOXES [SCENE]]\n", stderr);
        return 2;
    }
    stage s = { .field = beside_need(field_create(kind, count, 1)) };
    s.ids = beside_need(calloc(count, sizeof *s.ids));
    double *const columns = beside_need(calloc(5 * count, sizeof *columns));
    s.x = columns, s.y = columns + count, s.mass = columns + 2 * count, s.ax = columns + 3 * count,
    s.ay = columns + 4 * count;
    for (size_t i = 0; i < count; i++) {
        s.x[i] = s.field->boxes[i].min.x;
        s.y[i] = s.field->boxes[i].min.y;
        s.mass[i] = 1;
    }
    ask_windows(&s);
    static double ms[KINDS][TASKS][ROUNDS];
    stage stages[KINDS];
    paper papers[KINDS];
    for (size_t w = 0; w < KINDS; w++) {
        stages[w] = s;
        papers[w] = (paper){ .workers = workers[w] };
        set_up(&stages[w], &papers[w]);
    }
    for (size_t round = 0; round < ROUNDS; round++)
        for (size_t w = 0; w < KINDS; w++)
            play(&stages[w], &papers[w], round, ms[w]);
    printf("| %s, %zu | 1, ms | 2 | 4 | 8 |\n| --- | --: | --: | --: | --: |\n", kind->name, count);
    for (size_t k = 0; k < TASKS; k++) {
        const double alone = beside_median(ms[0][k], ROUNDS);
        printf("| %s | %.3g | %.2f | %.2f | %.2f |\n", tasks[k].name, alone, beside_median(ms[1][k], ROUNDS) / alone,
               beside_median(ms[2][k], ROUNDS) / alone, beside_median(ms[3][k], ROUNDS) / alone);
    }
    return 0;
}
