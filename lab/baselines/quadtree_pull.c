/// Forces between bodies by the library: by its tree, and by all pairs.
#include "contenders.h"
#include "quadtree.h"

#include <quadrille/gravity.h>
#include <stdlib.h>

static qd_result pull_by(qd_gravity *gravity, const contender_bodies *bodies, bool direct, qd_field out)
{
    double *mass = malloc((bodies->count + 1) * sizeof *mass);
    if (!mass)
        return QD_NO_MEMORY;
    for (size_t i = 0; i < bodies->count; i++)
        mass[i] = 1;
    qd_result result = qd_gravity_set_bodies(gravity, &(qd_bodies){ bodies->count, bodies->x, bodies->y, mass }, NULL);
    if (!result && direct)
        qd_gravity_solve_direct(gravity, &out, NULL);
    else if (!result)
        qd_gravity_solve(gravity, &out, NULL);
    free(mass);
    return result;
}

qd_result quadtree_aim(contender *self, contender_opening opening)
{
    quadtree *own = (quadtree *)self;
    qd_gravity_def def = { .theta = opening.theta, .order = opening.order, .executor = own->def.executor };
    qd_gravity *gravity = NULL;
    qd_result result = qd_gravity_create(&def, &gravity);
    if (result)
        return result;
    qd_gravity_destroy(own->gravity);
    own->gravity = gravity;
    return QD_OK;
}

qd_result quadtree_pull(contender *self, const contender_bodies *bodies, double *ax, double *ay)
{
    quadtree *own = (quadtree *)self;
    qd_result result = own->gravity ? QD_OK : quadtree_aim(self, (contender_opening){ 0.5, 2 });
    return result ? result : pull_by(own->gravity, bodies, false, (qd_field){ ax, ay, NULL });
}

static contender *direct_create(bool open_edges)
{
    (void)open_edges;
    qd_gravity *gravity = NULL;
    (void)qd_gravity_create(NULL, &gravity);
    return (contender *)gravity;
}

static void direct_destroy(contender *self)
{
    qd_gravity_destroy((qd_gravity *)self);
}

static qd_result direct_pull(contender *self, const contender_bodies *bodies, double *ax, double *ay)
{
    return pull_by((qd_gravity *)self, bodies, true, (qd_field){ ax, ay, NULL });
}

const contender_kind contender_direct = {
    .name = "direct",
    .create = direct_create,
    .destroy = direct_destroy,
    .pull = direct_pull,
};
