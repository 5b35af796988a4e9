// The sums of a step as a row, and a whole run as an object.
#include "gravity_report.h"

#include <inttypes.h>
#include <math.h>

double gravity_energy_change(const qd_motion_sums *first, const qd_motion_sums *now)
{
    double energy = first->kinetic + first->potential, change = now->kinetic + now->potential - energy;
    return energy != 0 ? change / fabs(energy) : change;
}

void gravity_put_head(output *out)
{
    put(out, "step,time,kinetic,potential,energy,momentum_x,momentum_y,angular_momentum,energy_change\n");
}

void gravity_put_row(output *out, const gravity_results *results, int64_t step)
{
    const qd_motion_sums *s = &results->last;
    const double row[] = { step == 0 ? 0 : (double)step * results->set->dt, // not -0 backwards
                           s->kinetic,
                           s->potential,
                           s->kinetic + s->potential,
                           s->momentum_x,
                           s->momentum_y,
                           s->angular_momentum,
                           gravity_energy_change(&results->first, s) };
    put(out, "%" PRId64, step);
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        put(out, ",");
        put_double(out, row[i]);
    }
    put(out, "\n");
}

void put_json_double(output *out, double value)
{
    if (isfinite(value))
        put_double(out, value);
    else
        put(out, "null");
}

static void put_member(output *out, const char *before, const char *name, double value)
{
    put(out, "%s\"%s\": ", before, name);
    put_json_double(out, value);
}

static void put_sums(output *out, const char *name, const qd_motion_sums *s)
{
    put(out, " \"%s\": {", name);
    put_member(out, "", "kinetic", s->kinetic);
    put_member(out, ", ", "potential", s->potential);
    put_member(out, ", ", "energy", s->kinetic + s->potential);
    put_member(out, ",\n  ", "momentum_x", s->momentum_x);
    put_member(out, ", ", "momentum_y", s->momentum_y);
    put_member(out, ", ", "angular_momentum", s->angular_momentum);
    put_member(out, ",\n  ", "mass", s->mass);
    put_member(out, ", ", "center_x", s->center_x);
    put_member(out, ", ", "center_y", s->center_y);
    put(out, "},\n");
}

static void put_definition(output *out, const gravity_results *results)
{
    const gravity_settings *set = results->set;
    put(out, "{");
    if (set->file != NULL) {
        put(out, "\"file\": ");
        put_json_text(out, set->file);
    } else {
        put(out, "\"scene\": \"%s\", \"seed\": %" PRId64, galaxies_names[set->scene], set->seed);
    }
    put(out, ", \"count\": %zu, \"law\": \"%s\",\n", results->list->count, gravity_laws[set->law]);
    put(out, " \"method\": \"%s\"", set->direct ? "direct" : "tree");
    if (!set->direct) {
        put_member(out, ", ", "theta", results->def.theta);
        put(out, ", \"order\": %d", results->def.order);
    }
    put_member(out, ", ", "softening", results->def.softening);
    put(out, ", \"steps\": %" PRId64, results->steps);
    put_member(out, ", ", "dt", set->dt);
    put(out, ", \"threads\": %" PRIu32 ",\n", results->def.executor.workers > 1 ? results->def.executor.workers : 1);
}

void gravity_put_json(output *out, const gravity_results *results)
{
    put_definition(out, results);
    // Each body's share of what the first and the last step asked for.
    double steps = 2 * (double)results->list->count;
    double one_by_one = (double)(results->before.cost.bodies + results->after.cost.bodies) / steps;
    double cells = (double)(results->before.cost.cells + results->after.cost.cells) / steps;
    put(out, " \"interactions\": {\"bodies\": %.1f, \"cells\": %.1f, \"all\": %.1f},\n", one_by_one, cells,
        one_by_one + cells);
    put(out, " \"ms\": {\"build\": %.6f, \"solve\": %.6f, \"step\": %.6f},\n",
        (results->before.build_ms + results->after.build_ms) / 2,
        (results->before.solve_ms + results->after.solve_ms) / 2,
        results->steps > 0 ? results->steps_ms / (double)results->steps : 0);
    put_sums(out, "first", &results->first);
    put_sums(out, "last", &results->last);
    put_member(out, " ", "energy_change", gravity_energy_change(&results->first, &results->last));
    put_member(out, ", ", "energy_change_most", results->change_most);
    put(out, "%s", results->more != NULL ? results->more : "");
    put(out, "%s}\n", results->steps < results->set->steps ? ", \"interrupted\": true" : "");
}
