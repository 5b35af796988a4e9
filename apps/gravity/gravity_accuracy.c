// The table of errors: for each scene and order a row for each theta.
#include "gravity_accuracy.h"

#include "gravity_report.h"
#include "progress.h"

#include <errno.h>
#include <interrupt.h>
#include <inttypes.h>
#include <string.h>

enum { COUNT = 20000, SCENES = 3, THETAS = 9, ORDERS = 2 };
static const int usual_scenes[SCENES] = { GALAXIES_UNIFORM, GALAXIES_PLUMMER, GALAXIES_DISC };
static const double usual_thetas[THETAS] = { 0, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1.0 };

typedef struct table {
    const gravity_settings *set;
    const accuracy_way *way;
    qd_executor executor;
    output out;
    progress progress;
    uint64_t done, total, rows;
    size_t bodies; ///< The number in the last scene, and so in each.
    bool skipped;  ///< Was theta 0 left out, for the time it takes?
} table;

static void put_json(table *t, int scene, const qd_gravity_def *def, const sampled_field *exact, const error_figures *f)
{
    const struct {
        const char *name;
        double value;
    } members[] = { { "median", f->median }, { "rms", f->rms },   { "p99", f->p99 },
                    { "max", f->most },      { "mean", f->mean }, { "softening", def->softening } };
    put(&t->out, "%s{\"scene\": ", t->rows > 0 ? ",\n " : "[");
    if (scene >= 0)
        put(&t->out, "\"%s\"", galaxies_names[scene]);
    else
        put_json_text(&t->out, t->set->file);
    put(&t->out, ", \"n\": %zu, \"theta\": ", exact->bodies);
    put_double(&t->out, def->theta);
    put(&t->out, ", \"order\": %d, \"interactions\": %.1f", def->order, f->interactions);
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        put(&t->out, ", \"%s\": ", members[i].name);
        put_json_double(&t->out, members[i].value);
    }
    put(&t->out, ", \"law\": \"%s\", \"sampled\": %zu, \"ms\": %.6f}", gravity_laws[def->law], exact->count, f->ms);
}

static void put_row(table *t, int scene, const qd_gravity_def *def, const sampled_field *exact, const error_figures *f)
{
    if (t->rows == 0)
        put(&t->out, "%-10s %9s %6s %5s %12s %10s %10s %10s %10s %10s %10s\n", "scene", "n", "theta", "order",
            "interactions", "median", "rms", "p99", "max", "mean", "ms");
    put(&t->out, "%-10s %9zu %6g %5d %12.1f %10.2e %10.2e %10.2e %10.2e %10.2e %10.3f\n",
        scene >= 0 ? galaxies_names[scene] : "FILE", exact->bodies, def->theta, def->order, f->interactions, f->median,
        f->rms, f->p99, f->most, f->mean, f->ms);
}

// Collective, as the way is: false where it fails on one of all, which complain.
static bool agreed(const table *t, bool good)
{
    const bool all = t->way->agree(good);
    if (!all)
        complain("%s", strerror(ENOMEM));
    return all;
}

static bool take_case(table *t, int scene, const qd_gravity_def *def, const bodies *list, const sampled_field *exact)
{
    error_figures figures = { 0 };
    progress_step(&t->progress, t->done++, t->total);
    sampled_field field;
    const bool good = agreed(t, sampled_open(&field, exact->bodies)) &&
                      agreed(t, t->way->solve(&field, &figures, def, list) && error_compare(&figures, exact, &field));
    sampled_free(&field);
    if (!good)
        return false;
    progress_end(&t->progress);
    if (t->set->json)
        put_json(t, scene, def, exact, &figures);
    else
        put_row(t, scene, def, exact, &figures);
    output_flush(&t->out);
    t->rows++;
    return t->way->agree(!output_failed(&t->out) && !interrupt_came());
}

static bool take_bodies(table *t, int scene, const bodies *list)
{
    const double *thetas = t->set->theta >= 0 ? &t->set->theta : usual_thetas;
    const int count = t->set->theta >= 0 ? 1 : THETAS;
    qd_gravity_def def = gravity_def_of(t->set, t->executor);
    sampled_field exact;
    t->bodies = t->way->count(list);
    bool good = agreed(t, sampled_open(&exact, t->bodies)) && agreed(t, t->way->sum_up(&exact, &def, list));
    for (def.order = 1; def.order <= ORDERS; def.order++)
        for (int i = 0; i < count; i++) {
            def.theta = thetas[i];
            const bool wanted = t->set->theta >= 0 || def.theta > 0 || t->bodies <= DIRECT_MOST;
            t->skipped |= !wanted;
            if (good && wanted && (t->set->order == 0 || t->set->order == def.order))
                good = take_case(t, scene, &def, list, &exact);
        }
    sampled_free(&exact);
    return good;
}

static bool take_scene(table *t, int scene)
{
    const gravity_settings *set = t->set;
    const galaxies_def def = { .kind = (galaxies_kind)scene,
                               .count = set->count > 0 ? (size_t)set->count : COUNT,
                               .seed = (uint64_t)set->seed,
                               .law = (qd_gravity_law)set->law,
                               .softening = set->softening,
                               .executor = t->executor };
    bodies list = { 0 };
    bool good = t->way->make(&list, &def) && take_bodies(t, scene, &list);
    bodies_free(&list);
    return good;
}

static void put_notes(table *t)
{
    const gravity_settings *set = t->set;
    put(&t->out,
        "\nLaw: %s; softening %g. Errors are those of a body's acceleration against the sum over all pairs, in\n"
        "parts of it; mean: their root mean square before that, in parts of the mean acceleration.\n",
        gravity_laws[set->law], set->softening);
    if (t->bodies > DIRECT_MOST)
        put(&t->out, "All pairs were summed up for %d of %zu bodies, evenly spread over them.\n", SAMPLE, t->bodies);
    if (t->skipped)
        put(&t->out, "Theta 0 was left out, for the time it takes; --theta 0 measures it.\n");
}

status gravity_accuracy(const gravity_settings *set, const bodies *given, const accuracy_way *way, output out,
                        qd_executor executor)
{
    const uint64_t scenes = given != NULL || set->scene >= 0 ? 1 : SCENES;
    table t = { .set = set, .way = way, .executor = executor, .out = out, .progress = progress_begin("rows") };
    t.total = scenes * (set->theta >= 0 ? 1 : THETAS) * (set->order > 0 ? 1 : ORDERS);
    bool good = true;
    if (given != NULL)
        good = take_bodies(&t, -1, given);
    for (uint64_t i = 0; good && given == NULL && i < scenes; i++)
        good = take_scene(&t, set->scene >= 0 ? set->scene : usual_scenes[i]);
    progress_end(&t.progress);
    bool interrupted = !good && interrupt_came() && !output_failed(&t.out);
    if ((good || interrupted) && set->json)
        put(&t.out, t.rows > 0 ? "]\n" : "[]\n");
    else if (good || (interrupted && t.rows > 0))
        put_notes(&t);
    if (interrupted) {
        complain("gravity: interrupted after %" PRIu64 " of %" PRIu64 " rows", t.rows, t.total);
        return output_finish(&t.out, STATUS_INTERRUPTED);
    }
    return output_finish(&t.out, good || output_failed(&t.out) ? STATUS_DONE : STATUS_FAILED);
}
