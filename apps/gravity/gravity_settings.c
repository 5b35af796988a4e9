// Settings and their defaults: see gravity.h.
#include "gravity.h"
#include "picture_png.h"
#include "same_file.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

const char *const gravity_laws[] = { "space", "plane", NULL };
const char *const gravity_formats[] = { "png", "svg", NULL };

qd_gravity_def gravity_def_of(const gravity_settings *set, qd_executor executor)
{
    return (qd_gravity_def){ .law = (qd_gravity_law)set->law,
                             .theta = set->theta >= 0 ? set->theta : 0.5,
                             .order = set->order > 0 ? (int)set->order : 2,
                             .softening = set->softening,
                             .constant = 1,
                             .executor = executor };
}

double gravity_theta_of(double theta)
{
    return theta > 0 ? theta : 1e-300; // nothing looks smaller
}

qd_gravity *gravity_open(const qd_gravity_def *def)
{
    qd_gravity_def chosen = *def;
    qd_gravity *gravity = NULL;
    chosen.theta = gravity_theta_of(def->theta);
    return qd_gravity_create(&chosen, &gravity) == QD_OK ? gravity : NULL;
}

static const char *wrong_bodies(const gravity_settings *set)
{
    if (set->file != NULL && (set->scene >= 0 || set->count > 0 || set->seed >= 0))
        return "--scene, --count and --seed make bodies up, so they exclude FILE";
    if (set->file == NULL && set->skip_bad)
        return "--skip-bad is for rows of FILE";
    if (set->file == NULL && set->limit > 0)
        return "--limit-memory is about reading FILE";
    if (set->dt == 0)
        return "--dt needs a time other than 0; --steps 0 moves nothing";
    if (is_standard_output(set->output))
        return "--output needs a file: standard output has the rows";
    return NULL;
}

const char *gravity_wrong_settings(const gravity_settings *set)
{
    const double *v = set->view.exact;
    if (set->view.count > 0 && !(v[0] < v[2] && v[1] < v[3]))
        return "--view needs its lower corner first, and some extent";
    if (set->frames != NULL && set->format == FRAME_PNG && !picture_png_there)
        return "this program was built without libpng: --frames needs --format svg";
    return wrong_bodies(set);
}

void gravity_choose_rest(gravity_settings *set)
{
    if (set->file == NULL && set->scene < 0 && !set->accuracy)
        set->scene = GALAXIES_PLUMMER;
    galaxies_plan plan = { 0, 100, 0, 0.001 };
    if (set->scene >= 0)
        plan = galaxies_plan_of((galaxies_kind)set->scene);
    if (set->seed < 0)
        set->seed = 1;
    if (set->softening < 0)
        set->softening = set->accuracy ? 0 : plan.softening;
    if (set->accuracy)
        return;
    set->count = set->count > 0 ? set->count : (int64_t)plan.count;
    set->steps = set->steps >= 0 ? set->steps : (int64_t)plan.steps;
    set->dt = isfinite(set->dt) ? set->dt : plan.step;
    set->every = set->every > 0 ? set->every : 10;
}

frame_names gravity_frames(const gravity_settings *set)
{
    return (frame_names){ set->frames, "frame-",   6,         set->format == FRAME_SVG ? ".svg" : ".png",
                          0,           set->every, set->steps };
}

bool gravity_spoils(const gravity_settings *set)
{
    const frame_names frames = gravity_frames(set);
    return spoils_input("--output", set->output, set->file) || frames_spoil_input(&frames, set->file) ||
           frames_spoil_output(&frames, "--output", set->output);
}
