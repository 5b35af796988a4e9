// Parts of one tree as sources of another: bodies that are shared out and know of the others what they need to.
#include "gravity_scene.h"

#include <math.h>
#include <stdlib.h>

// Parts as bodies and cells.
struct given {
    size_t bodies, cells;
    double *x, *y, *mass;
    qd_gravity_part *parts;
    const qd_box *boxes; // that look
    size_t box_count;
    double theta;
    size_t *times; // each body of the scene came
};

// No place of a box sees the part larger than theta.
static void assert_looks_small(const struct given *given, const qd_gravity_part *part)
{
    const double size = fmax(part->max_x - part->min_x, part->max_y - part->min_y);
    for (size_t i = 0; i < given->box_count; i++) {
        const qd_box *box = &given->boxes[i];
        const double x = scene_outside(part->x, box->min.x, box->max.x),
                     y = scene_outside(part->y, box->min.y, box->max.y);
        assert_true(hypot(x, y) * (1 + 1e-12) >= size / given->theta);
    }
}

static qd_flow take_parts(void *context, const qd_gravity_part *parts, size_t count)
{
    struct given *given = context;
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < parts[i].count; k++)
            given->times[parts[i].bodies[k]]++;
        if (parts[i].count > 1) {
            assert_looks_small(given, &parts[i]);
            given->parts[given->cells++] = parts[i];
        } else {
            given->x[given->bodies] = parts[i].x;
            given->y[given->bodies] = parts[i].y;
            given->mass[given->bodies++] = parts[i].mass;
        }
    }
    return QD_CONTINUE;
}

// The parts of a tree of `count` bodies that boxes see.
static struct given parts_for(const qd_gravity *gravity, double theta, const qd_box *boxes, size_t box_count)
{
    const size_t count = qd_gravity_count(gravity);
    struct given given = { .boxes = boxes, .box_count = box_count, .theta = theta };
    given.x = need(count, sizeof *given.x);
    given.y = need(count, sizeof *given.y);
    given.mass = need(count, sizeof *given.mass);
    given.parts = need(count, sizeof *given.parts);
    given.times = need(count, sizeof *given.times);
    qd_gravity_visit_box_parts(gravity, boxes, box_count, take_parts, &given);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(given.times[i], 1);
    return given;
}

static void given_free(struct given *given)
{
    free(given->x);
    free(given->y);
    free(given->mass);
    free(given->parts);
    free(given->times);
}

static qd_bodies given_bodies(const struct given *given)
{
    return (qd_bodies){ given->bodies, given->x, given->y, given->mass };
}

// Bodies of a scene with a hash below a limit, or on one side of a line: the others go to the other half.
static struct scene half_of(const struct scene *scene, int way, bool first, size_t *from)
{
    struct scene half = scene_of(scene->count);
    half.count = 0;
    for (size_t i = 0; i < scene->count; i++) {
        const bool low = way == 0   ? scene->x[i] + 0.3 * scene->y[i] < scene->x[0]
                         : way == 1 ? hypot(scene->x[i] - scene->x[0], scene->y[i] - scene->y[0]) < 0.2
                                    : i % 3 == 0;
        if (low == first) {
            half.x[half.count] = scene->x[i];
            half.y[half.count] = scene->y[i];
            half.mass[half.count] = scene->mass[i];
            from[half.count++] = i;
        }
    }
    return half;
}

// What is right for each body of a scene under either law, by all pairs. No theta and no order changes it.
struct right {
    struct gravity_pull *pulls[2];
};

static struct right right_for(const struct scene *scene, double softening)
{
    struct right right;
    const qd_bodies bodies = scene_bodies(scene);
    for (int law = 0; law < 2; law++) {
        const qd_gravity_def def = { .law = (qd_gravity_law)law, .softening = softening };
        right.pulls[law] = need(scene->count, sizeof *right.pulls[law]);
        for (size_t i = 0; i < scene->count; i++)
            right.pulls[law][i] = gravity_oracle_on(&def, &bodies, i);
    }
    return right;
}

static void right_free(struct right *right)
{
    free(right->pulls[0]);
    free(right->pulls[1]);
}

// Mean squares of errors, in parts of the mean force, of one half's bodies: known all together, and shared out.
struct half_errors {
    double whole, shared, size;
    size_t parts;
};

static void add_errors(struct half_errors *errors, const struct gravity_pull *right, const struct scene *half,
                       const size_t *from, const struct pulls *whole, const struct pulls *shared)
{
    for (size_t i = 0; i < half->count; i += 3) {
        const double x = (double)right[from[i]].ax, y = (double)right[from[i]].ay;
        errors->size += x * x + y * y;
        errors->whole += pow(whole->field.ax[from[i]] - x, 2) + pow(whole->field.ay[from[i]] - y, 2);
        errors->shared += pow(shared->field.ax[i] - x, 2) + pow(shared->field.ay[i] - y, 2);
    }
}

// One half gets the parts of the other.
static void share(struct half_errors *errors, const qd_gravity_def *def, const struct scene *scene,
                  const struct right *right, int way, bool first)
{
    size_t *from = need(scene->count, sizeof *from), *other_from = need(scene->count, sizeof *from);
    struct scene own = half_of(scene, way, first, from), other = half_of(scene, way, !first, other_from);
    qd_gravity *whole = gravity_with(def, scene), *mine = gravity_with(def, &own), *rest = gravity_with(def, &other);
    qd_box boxes[16];
    const size_t box_count = qd_gravity_find_boxes(mine, boxes, 16);
    struct given given = parts_for(rest, def->theta, boxes, box_count);
    const qd_bodies bodies = given_bodies(&given);
    qd_gravity *sources = gravity_of(def);
    assert_int_equal(qd_gravity_set_sources(sources, &bodies, given.parts, given.cells, NULL), QD_OK);
    assert_int_equal(qd_gravity_count(sources), given.bodies);
    struct pulls all = gravity_pulls(whole, false), pulls = gravity_pulls(mine, false);
    qd_gravity_cost cost;
    qd_gravity_add_field(mine, sources, &pulls.field, &cost);
    assert_true(cost.bodies + cost.cells >= own.count);
    add_errors(errors, right->pulls[def->law], &own, from, &all, &pulls);
    errors->parts += given.bodies + given.cells;
    given_free(&given);
    pulls_free(&all);
    pulls_free(&pulls);
    qd_gravity_destroy(whole);
    qd_gravity_destroy(mine);
    qd_gravity_destroy(rest);
    qd_gravity_destroy(sources);
    scene_free(&own);
    scene_free(&other);
    free(from);
    free(other_from);
}

enum { SCENES = 3, DEFS = 8, WAYS = 3 };

static struct scene shared_scene(int which)
{
    struct scene scene = which == 1 ? scene_plummer(1200, 40) : scene_uniform(1200, 41);
    if (which == 2)
        scene_any_signs(&scene, 42);
    return scene;
}

// Returns the mean error when the bodies are shared out, in parts of that when they are together.
static double share_all_ways(const qd_gravity_def *def, const struct scene *scene, const struct right *right)
{
    double ratios = 0;
    for (int way = 0; way < WAYS; way++) {
        struct half_errors errors = { 0 };
        share(&errors, def, scene, right, way, true);
        share(&errors, def, scene, right, way, false);
        // A few bodies that lie near to what is taken as one have most of the error.
        ratios += errors.shared / errors.whole / WAYS;
        if (!(errors.shared <= 3 * errors.whole && errors.shared < 1e-3 * errors.size))
            fail_msg("law %d, order %d, theta %g, way %d: %g shared out, %g together, in parts of %g", (int)def->law,
                     (int)def->order, def->theta, way, errors.shared, errors.whole, errors.size);
        assert_true(way == 2 || errors.parts < scene->count);
    }
    return ratios;
}

static void shared_out_the_error_is_no_larger(void)
{
    const double softening = 0.01;
    double ratios = 0;
    for (int which = 0; which < SCENES; which++) {
        struct scene scene = shared_scene(which);
        struct right right = right_for(&scene, softening);
        for (int i = 0; i < DEFS; i++) {
            const qd_gravity_def def = { .law = i % 2 ? QD_GRAVITY_PLANE : QD_GRAVITY_SPACE,
                                         .order = 1 + i / 2 % 2,
                                         .theta = i / 4 % 2 ? 0.5 : 0.8,
                                         .softening = softening };
            ratios += share_all_ways(&def, &scene, &right) / (SCENES * DEFS);
        }
        right_free(&right);
        scene_free(&scene);
    }
    assert_true(ratios < 1.1);
}

// What is added to, and what it was before.
static void assert_added(const qd_gravity_def *def, const qd_bodies *bodies, const struct given *cells,
                         const struct scene *targets, const struct pulls *pulls, bool dipoles)
{
    for (size_t i = 0; i < targets->count; i++) {
        struct gravity_pull pull = gravity_oracle_at(def, bodies, targets->x[i], targets->y[i], SIZE_MAX);
        for (size_t k = 0; cells != NULL && k < cells->cells; k++)
            gravity_oracle_add_part(&pull, def, &cells->parts[k], dipoles, targets->x[i], targets->y[i]);
        pull.ax += 1;
        pull.ay += 2;
        pull.potential += 3;
        pull.force_size += 4; // what was there counts where so little comes to it
        pull.potential_size += 4;
        const double *ax = pulls->field.ax, *ay = pulls->field.ay, *potential = pulls->field.potential;
        if (!gravity_oracle_agrees(&pull, ax[i], ay[i], &potential[i], 1e-12))
            fail_msg("body %zu: (%.17g, %.17g), %.17g and not (%.17Lg, %.17Lg), %.17Lg", i, ax[i], ay[i], potential[i],
                     pull.ax, pull.ay, pull.potential);
    }
}

static struct pulls add_to_123(qd_gravity *gravity, const qd_gravity *sources)
{
    struct pulls pulls = pulls_for(qd_gravity_count(gravity));
    for (size_t i = 0; i < pulls.count; i++) {
        pulls.field.ax[i] = 1;
        pulls.field.ay[i] = 2;
        pulls.field.potential[i] = 3;
    }
    qd_gravity_add_field(gravity, sources, &pulls.field, NULL);
    return pulls;
}

// Whatever the places and scales of the two: near, one in the other, and so far that squares leave the range of floats.
static void all_of_another_scene_by_its_own_rules(void)
{
    static const double scales[] = { 1, 1e-9, 1e12, 1e25 }, shifts[] = { 0, 0.5, 1e6, 1e30 };
    for (int i = 0; i < 32; i++) {
        qd_gravity_def def = some_def(i);
        const double scale = scales[i % 4];
        def.theta = THETA_EXACT;
        struct scene scene = scene_uniform(150, 50), targets = scene_uniform(120, 51);
        scene_any_signs(&scene, 52);
        scene_scale(&targets, scale);
        scene_shift(&targets, shifts[i / 4 % 4] * scale, 0);
        const qd_gravity_def other = { .law = QD_GRAVITY_PLANE, .softening = 3, .constant = 7 }; // not asked
        qd_gravity *sources = gravity_with(&def, &scene), *gravity = gravity_with(&other, &targets);
        struct pulls pulls = add_to_123(gravity, sources);
        const qd_bodies bodies = scene_bodies(&scene);
        assert_added(&def, &bodies, NULL, &targets, &pulls, true);
        pulls_free(&pulls);
        qd_gravity_destroy(gravity);
        qd_gravity_destroy(sources);
        scene_free(&scene);
        scene_free(&targets);
    }
}

static void assert_solved_directly(const qd_gravity_def *def, const struct scene *bodies, const struct given *cells,
                                   bool dipoles)
{
    qd_gravity *gravity = gravity_of(def);
    const qd_bodies own = scene_bodies(bodies);
    assert_int_equal(qd_gravity_set_sources(gravity, &own, cells->parts, cells->cells, NULL), QD_OK);
    for (int direct = 0; direct < 2; direct++) {
        struct pulls pulls = gravity_pulls(gravity, direct);
        for (size_t i = 0; i < bodies->count; i++) {
            struct gravity_pull pull = gravity_oracle_on(def, &own, i);
            for (size_t k = 0; k < cells->cells; k++)
                gravity_oracle_add_part(&pull, def, &cells->parts[k], dipoles, bodies->x[i], bodies->y[i]);
            if (!gravity_oracle_agrees(&pull, pulls.field.ax[i], pulls.field.ay[i], &pulls.field.potential[i], 1e-12))
                fail_msg("body %zu, %s: %.17g and not %.17Lg", i, direct ? "direct" : "by the tree", pulls.field.ax[i],
                         pull.ax);
        }
        pulls_free(&pulls);
    }
    qd_gravity_destroy(gravity);
}

// Cells beside bodies in one tree, and in another: each acts by its own expansion.
static void cells_act_by_their_expansions(void)
{
    for (int i = 0; i < 16; i++) {
        const bool signs = i / 4 % 2 == 1;
        qd_gravity_def def = some_def(i);
        def.order = 1 + i % 2;
        def.theta = 1;
        struct scene scene = scene_uniform(900, 60), targets = scene_uniform(130, 61);
        if (signs)
            scene_any_signs(&scene, 62);
        scene_shift(&targets, 1.1, -0.25);
        const qd_box look = { { 1.1, -0.25 }, { 2.1, 0.75 } };
        qd_gravity *whole = gravity_with(&def, &scene);
        struct given given = parts_for(whole, def.theta, &look, 1);
        assert_true(given.cells > 9 && given.bodies + given.cells < scene.count / 2);
        def.theta = THETA_EXACT;
        qd_gravity *sources = gravity_of(&def), *gravity = gravity_with(&def, &targets);
        const qd_bodies bodies = given_bodies(&given);
        assert_int_equal(qd_gravity_set_sources(sources, &bodies, given.parts, given.cells, NULL), QD_OK);
        struct pulls pulls = add_to_123(gravity, sources);
        assert_added(&def, &bodies, &given, &targets, &pulls, signs || def.order == 2);
        assert_solved_directly(&def, &targets, &given, signs || def.order == 2);
        pulls_free(&pulls);
        given_free(&given);
        qd_gravity_destroy(whole);
        qd_gravity_destroy(sources);
        qd_gravity_destroy(gravity);
        scene_free(&scene);
        scene_free(&targets);
    }
}

// A set of cells alone has parts: the cells that were given, wherever they are looked at from.
static void cells_are_never_opened(void)
{
    struct scene scene = scene_plummer(500, 70);
    const qd_gravity_def def = { .theta = 0.7, .leaf = 2 };
    qd_gravity *whole = gravity_with(&def, &scene), *sources = gravity_of(&def);
    const qd_box look = { { 3, 3 }, { 4, 4 } };
    struct given given = parts_for(whole, def.theta, &look, 1);
    const qd_bodies none = { 0, NULL, NULL, NULL };
    assert_int_equal(qd_gravity_set_sources(sources, &none, given.parts, given.cells, NULL), QD_OK);
    assert_int_equal(qd_gravity_count(sources), 0);
    for (size_t i = 0; i < given.cells; i++) {
        static qd_gravity_part found[500];
        const size_t count = qd_gravity_find_parts(sources, given.parts[i].x, given.parts[i].y, found, 500, NULL);
        size_t cells = 0, same = 0;
        for (size_t k = 0; k < count; k++) {
            cells += found[k].count;
            same += found[k].count == 1 && found[k].bodies[0] == i && found[k].mass == given.parts[i].mass &&
                    fabs(found[k].sxx - given.parts[i].sxx) <= 1e-15 * given.parts[i].sxx;
        }
        assert_int_equal(cells, given.cells);
        assert_int_equal(same, 1);
    }
    given_free(&given);
    qd_gravity_destroy(whole);
    qd_gravity_destroy(sources);
    scene_free(&scene);
}

tests_main(plain_test(shared_out_the_error_is_no_larger), plain_test(all_of_another_scene_by_its_own_rules),
           plain_test(cells_act_by_their_expansions), plain_test(cells_are_never_opened))
