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

void gravity_put_row(output *out, const gravity_told *told, int64_t step)
{
    const qd_motion_sums *s = &told->last;
    const double row[] = { (double)step * told->set->dt,
                           s->kinetic,
                           s->potential,
                           s->kinetic + s->potential,
                           s->momentum_x,
                           s->momentum_y,
                           s->angular_momentum,
                           gravity_energy_change(&told->first, s) };
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

static void put_definition(output *out, const gravity_told *told)
{
    const gravity_settings *set = told->set;
    put(out, "{");
    if (set->file != NULL) {
        put(out, "\"file\": ");
        put_json_text(out, set->file);
    } else {
        put(out, "\"scene\": \"%s\", \"seed\": %" PRId64, galaxies_names[set->scene], set->seed);
    }
    put(out, ", \"count\": %zu, \"law\": \"%s\",\n", told->list->count, gravity_laws[set->law]);
    put(out, " \"method\": \"%s\"", set->direct ? "direct" : "tree");
    if (!set->direct) {
        put_member(out, ", ", "theta", told->def.theta);
        put(out, ", \"order\": %d", told->def.order);
    }
    put_member(out, ", ", "softening", told->def.softening);
    put(out, ", \"steps\": %" PRId64, told->steps);
    put_member(out, ", ", "dt", set->dt);
    put(out, ", \"threads\": %" PRIu32 ",\n", told->def.executor.workers > 1 ? told->def.executor.workers : 1);
}

void gravity_put_json(output *out, const gravity_told *told)
{
    put_definition(out, told);
    // Each body's share of what the first and the last step asked for.
    double steps = 2 * (double)told->list->count;
    double one_by_one = (double)(told->before.cost.bodies + told->after.cost.bodies) / steps;
    double cells = (double)(told->before.cost.cells + told->after.cost.cells) / steps;
    put(out, " \"interactions\": {\"bodies\": %.1f, \"cells\": %.1f, \"all\": %.1f},\n", one_by_one, cells,
        one_by_one + cells);
    put(out, " \"ms\": {\"build\": %.6f, \"solve\": %.6f, \"step\": %.6f},\n",
        (told->before.build_ms + told->after.build_ms) / 2, (told->before.solve_ms + told->after.solve_ms) / 2,
        told->steps > 0 ? told->steps_ms / (double)told->steps : 0);
    put_sums(out, "first", &told->first);
    put_sums(out, "last", &told->last);
    put_member(out, " ", "energy_change", gravity_energy_change(&told->first, &told->last));
    put_member(out, ", ", "energy_change_most", told->change_most);
    put(out, "%s", told->more != NULL ? told->more : "");
    put(out, "%s}\n", told->steps < told->set->steps ? ", \"interrupted\": true" : "");
}
