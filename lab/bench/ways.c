// Is a tree as fast however it has come to what it holds? The same boxes: loaded at once, inserted or moved one by one,
// moved together, loaded in pieces, some removed and put back; each beside the same tree after a rebuild. For
// docs/performance/ways.md.
//
//   usage: bench_ways [BOXES [ROUNDS [SCENE]]]     100000 boxes of U, 5 rounds
#include "beside.h"
#include "field.h"

#include <math.h>
#include <quadrille/quadrille.h>
#include <stdio.h>
#include <stdlib.h>

enum { QUESTIONS = 2000, TICKS = 20, PIECES = 50, ROUNDS_MOST = 64, KINDS = 5 };

typedef struct making {
    qd_tree *tree;
    field *f;
    qd_id *ids;
} making;

static void good(qd_result result)
{
    if (result != QD_OK)
        exit(1);
}

static qd_box box_of(const making *m, size_t i)
{
    const fbox box = m->f->boxes[i];
    return (qd_box){ { (double)box.min.x, (double)box.min.y }, { (double)box.max.x, (double)box.max.y } };
}

static void load(making *m, size_t from, size_t count)
{
    const qd_items items = { .boxes = qd_boxes_float(&m->f->boxes[from].min.x), .first_user = from };
    good(qd_tree_insert_many(m->tree, &items, count, m->ids + from, NULL));
}

static void insert_each(making *m, size_t count)
{
    for (size_t i = 0; i < count; i++)
        good(qd_tree_insert(m->tree, &(qd_item){ .box = box_of(m, i), .user = i }, &m->ids[i]));
}

static void loaded(making *m)
{
    load(m, 0, m->f->count);
}

static void inserted(making *m)
{
    insert_each(m, m->f->count);
}

static void in_pieces(making *m)
{
    const size_t piece = m->f->count / PIECES + 1;
    for (size_t i = 0; i < m->f->count; i += piece)
        load(m, i, m->f->count - i < piece ? m->f->count - i : piece);
}

static void moved_each(making *m)
{
    loaded(m);
    for (int tick = 0; tick < TICKS; tick++) {
        field_step(m->f);
        for (size_t i = 0; i < m->f->count; i++) {
            const qd_box box = box_of(m, i);
            good(qd_tree_set_box(m->tree, m->ids[i], &box));
        }
    }
}

static void moved_together(making *m)
{
    loaded(m);
    for (int tick = 0; tick < TICKS; tick++) {
        field_step(m->f);
        const qd_boxes boxes = qd_boxes_float(&m->f->boxes->min.x);
        good(qd_tree_move_many(m->tree, m->ids, &boxes, m->f->count, NULL));
    }
}

static void put_back(making *m)
{
    loaded(m);
    for (size_t i = 0; i < m->f->count / 2; i++)
        good(qd_tree_remove(m->tree, m->ids[i]));
    insert_each(m, m->f->count / 2);
}

typedef struct way {
    const char *name;
    void (*make)(making *m);
} way;

static const way ways[] = { { "loaded at once", loaded },
                            { "inserted one by one", inserted },
                            { "loaded in 50 pieces", in_pieces },
                            { "moved one by one, 20 ticks", moved_each },
                            { "moved together, 20 ticks", moved_together },
                            { "half removed and put back", put_back } };

static const char *const kinds[KINDS] = { "window of ten", "point", "nearest", "ray", "pairs, a box" };

/// Nanoseconds for a question.
static double ask(const making *m, int kind)
{
    qd_entry found[256];
    qd_hit hit;
    const fbox *boxes = m->f->boxes;
    const double side = 5.5 * m->f->side / FIELD_STEPS, start = beside_seconds();
    if (kind == KINDS - 1) {
        qd_tree_visit_pairs(m->tree, NULL, beside_ignore, NULL, NULL);
        return (beside_seconds() - start) * 1e9 / (double)m->f->count;
    }
    for (size_t i = 0; i < QUESTIONS; i++) {
        const fbox at = boxes[i * 7919 % m->f->count];
        const qd_vec2 from = { (double)at.min.x - 1, (double)at.max.y + 1 };
        if (kind == 0) {
            qd_tree_find_box(m->tree, qd_box_xywh(from.x, from.y, side, side), found, 256);
        } else if (kind == 1) {
            qd_tree_find_point(m->tree, from, found, 256);
        } else {
            const qd_ranked ranked = kind == 2 ? qd_nearest(qd_shape_point(from), INFINITY)
                                               : qd_ray(from, (qd_vec2){ i % 2 ? 1 : -1, 0.7 }, INFINITY);
            qd_tree_find_ranked(m->tree, &ranked, &hit, 1, NULL);
        }
    }
    return (beside_seconds() - start) * 1e9 / QUESTIONS;
}

static void report(const way *how, const field_kind *kind, size_t count, qd_precision precision, size_t rounds)
{
    double ns[KINDS][2][ROUNDS_MOST];
    making m = { .f = beside_need(field_create(kind, count, 1)), .ids = beside_need(malloc(count * sizeof *m.ids)) };
    m.tree = beside_need(qd_tree_new(&(qd_tree_def){ .precision = precision }));
    how->make(&m);
    for (int rebuilt = 0; rebuilt < 2; rebuilt++) {
        for (size_t round = 0; round < rounds; round++)
            for (int i = 0; i < KINDS; i++)
                ns[i][rebuilt][round] = ask(&m, i);
        good(qd_tree_rebuild(m.tree));
    }
    printf("| %s, %s |", how->name, precision == QD_FLOAT ? "floats" : "doubles");
    for (int i = 0; i < KINDS; i++) {
        const double own = beside_median(ns[i][0], rounds), after = beside_median(ns[i][1], rounds);
        printf(" %.0f | %.2f |", own, own / after);
    }
    printf("\n");
    fflush(stdout);
    qd_tree_destroy(m.tree);
    field_destroy(m.f);
    free(m.ids);
}

int main(int argc, char **argv)
{
    const size_t count = argc > 1 ? strtoul(argv[1], NULL, 10) : 100000;
    const size_t rounds = argc > 2 ? strtoul(argv[2], NULL, 10) : 5;
    const field_kind *kind = field_find(argc > 3 ? argv[3] : "U");
    if (count < 2 || rounds < 1 || rounds > ROUNDS_MOST || !kind) {
        fputs("usage: bench_ways [BOXES [ROUNDS [SCENE]]]\n", stderr);
        return 2;
    }
    printf("| %s, %zu |", kind->name, count);
    for (int i = 0; i < KINDS; i++)
        printf(" %s, ns | over rebuilt |", kinds[i]);
    printf("\n| --- |");
    for (int i = 0; i < 2 * KINDS; i++)
        printf(" --: |");
    printf("\n");
    for (int precision = 0; precision < 2; precision++)
        for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
            report(&ways[i], kind, count, (qd_precision)precision, rounds);
    return 0;
}
