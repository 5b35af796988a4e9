// Bad input is refused and changes nothing; and so does every allocation that fails.
#include "gravity_scene.h"
#include "ledger.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ALLOCATIONS = 300 };

static const double bad_numbers[] = { NAN, INFINITY, -INFINITY, 1e61, -1.1e60 };
enum { BAD_NUMBERS = sizeof bad_numbers / sizeof *bad_numbers };

static void assert_refused(qd_gravity_def def)
{
    qd_gravity *gravity = (qd_gravity *)&def;
    assert_int_equal(qd_gravity_create(&def, &gravity), QD_BAD_VALUE);
    assert_null(gravity);
}

static void definitions_out_of_range(void)
{
    static const double bad_thetas[] = { NAN, INFINITY, -0.1, 2.0001, 3 };
    static const double bad_softenings[] = { NAN, INFINITY, -1e-300, -1, 1e61 };
    static const int bad_orders[] = { 4, 3, -1 }, bad_leaves[] = { -4096, -1, 4097 }, bad_groups[] = { 1000, -5, 257 };
    const qd_gravity_def good = { 0 };
    qd_gravity_def def = good;
    for (int i = 0; i < 5; i++, def = good) {
        def.theta = bad_thetas[i];
        assert_refused(def);
        def = good;
        def.softening = bad_softenings[i];
        assert_refused(def);
        def = good;
        def.constant = bad_numbers[i];
        assert_refused(def);
    }
    for (int i = 0; i < 3; i++, def = good) {
        def.order = bad_orders[i];
        assert_refused(def);
        def = good;
        def.leaf = bad_leaves[i];
        assert_refused(def);
        def = good;
        def.group = bad_groups[i];
        assert_refused(def);
    }
    def.law = (qd_gravity_law)2;
    assert_refused(def);
}

// NULL, a zeroed definition, and the defaults as gravity.h names them give the same bits at the same cost.
static void what_is_zero_is_the_default(void)
{
    struct scene scene = scene_plummer(3000, 6);
    const qd_gravity_def zeroed = { 0 };
    const qd_gravity_def named = { .theta = 0.5, .order = 2, .constant = 1, .leaf = 8, .group = 48 };
    const qd_gravity_def *defs[] = { NULL, &zeroed, &named };
    struct pulls pulls[3];
    qd_gravity_cost costs[3];
    for (int i = 0; i < 3; i++) {
        qd_gravity *gravity = gravity_with(defs[i], &scene);
        pulls[i] = gravity_pulls(gravity, false);
        qd_gravity_get_cost(gravity, &costs[i]);
        qd_gravity_destroy(gravity);
        assert_true(pulls_are_same_bits(&pulls[i], &pulls[0]));
        assert_true(costs[i].bodies == costs[0].bodies && costs[i].cells == costs[0].cells &&
                    costs[i].nodes == costs[0].nodes);
    }
    for (int i = 0; i < 3; i++)
        pulls_free(&pulls[i]);
    scene_free(&scene);
}

static void definitions_at_the_ends_of_their_ranges(void)
{
    struct scene scene = scene_uniform(600, 1);
    for (int i = 0; i < 2; i++) {
        qd_gravity_def def = { 0 };
        def.theta = i ? 2 : 5e-324;
        def.softening = i ? 1e60 : 1e-60;
        def.constant = i ? 1e60 : -1e60;
        def.leaf = i ? 4096 : 1;
        def.group = i ? 256 : 1;
        qd_gravity *gravity = gravity_with(&def, &scene);
        struct pulls pulls = gravity_pulls(gravity, false);
        for (size_t k = 0; k < scene.count; k++)
            assert_true(isfinite(pulls.field.ax[k]) && isfinite(pulls.field.ay[k]) &&
                        isfinite(pulls.field.potential[k]));
        pulls_free(&pulls);
        qd_gravity_destroy(gravity);
    }
    scene_free(&scene);
}

static void nothing_at_all(void)
{
    const qd_bodies no_bodies = { 0, NULL, NULL, NULL };
    const qd_field nowhere = { NULL, NULL, NULL };
    double ax = 7, ay = 7, potential = 7;
    const double x = 3, y = 4;
    const qd_field field = { &ax, &ay, &potential };
    qd_gravity_destroy(NULL);
    qd_gravity *gravity = gravity_of(NULL);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(qd_gravity_count(gravity), 0);
        qd_gravity_cost cost = { 7, 7, 7 };
        qd_gravity_solve(gravity, &nowhere, &cost);
        assert_true(cost.bodies == 0 && cost.cells == 0 && cost.nodes == 0);
        cost.bodies = 7;
        qd_gravity_solve_direct(gravity, &nowhere, &cost);
        assert_int_equal(cost.bodies, 0);
        assert_int_equal(qd_gravity_solve_at(gravity, &(qd_bodies){ 0, NULL, NULL, NULL }, &nowhere, NULL), QD_OK);
        assert_int_equal(qd_gravity_solve_at(gravity, &(qd_bodies){ 1, &x, &y, NULL }, &field, NULL), QD_OK);
        assert_true(ax == 0 && ay == 0 && potential == 0);
        qd_gravity_visit_parts(gravity, 1, 1, NULL, NULL); // nothing to show
        size_t total = 7;
        assert_int_equal(qd_gravity_find_parts(gravity, 1, 1, NULL, 0, &total), 0);
        assert_int_equal(total, 0);
        assert_int_equal(qd_gravity_set_bodies(gravity, &no_bodies, NULL), QD_OK);
    }
    qd_gravity_destroy(gravity);
}

// A gravity with something in it, and what it answers.
struct holder {
    qd_gravity *gravity;
    struct pulls before;
    struct scene next; // what is to be refused
};

static struct holder holder_of(const qd_gravity_def *def)
{
    struct scene scene = scene_uniform(500, 2);
    struct holder holder = { .gravity = gravity_with(def, &scene), .next = scene_plummer(900, 3) };
    holder.before = gravity_pulls(holder.gravity, false);
    scene_free(&scene);
    return holder;
}

static void assert_unchanged(const struct holder *holder)
{
    assert_int_equal(qd_gravity_count(holder->gravity), holder->before.count);
    struct pulls now = gravity_pulls(holder->gravity, false);
    assert_true(pulls_are_same_bits(&now, &holder->before));
    pulls_free(&now);
}

static void holder_close(struct holder *holder)
{
    pulls_free(&holder->before);
    scene_free(&holder->next);
    qd_gravity_destroy(holder->gravity);
}

static void bodies_out_of_range(void)
{
    struct holder holder = holder_of(NULL);
    const qd_bodies bodies = scene_bodies(&holder.next);
    double *arrays[] = { holder.next.x, holder.next.y, holder.next.mass };
    static const size_t places[] = { 0, 450, 899 };
    for (int i = 0; i < 3 * BAD_NUMBERS * 3; i++) {
        double *number = &arrays[i % 3][places[i / 3 % 3]];
        const double good = *number;
        *number = bad_numbers[i / 9];
        size_t bad = 12345;
        assert_int_equal(qd_gravity_set_bodies(holder.gravity, &bodies, &bad), QD_BAD_VALUE);
        assert_int_equal(bad, places[i / 3 % 3]);
        assert_int_equal(qd_gravity_set_bodies(holder.gravity, &bodies, NULL), QD_BAD_VALUE);
        assert_unchanged(&holder);
        *number = good;
    }
    size_t bad = 12345;
    assert_int_equal(qd_gravity_set_bodies(holder.gravity, &bodies, &bad), QD_OK);
    assert_int_equal(bad, 12345);
    assert_int_equal(qd_gravity_count(holder.gravity), 900);
    holder_close(&holder);
}

static qd_flow never(void *context, const qd_gravity_part *parts, size_t count)
{
    (void)context;
    (void)parts;
    (void)count;
    fail_msg("nothing is to be shown");
    return QD_CONTINUE;
}

static void places_out_of_range(void)
{
    struct holder holder = holder_of(NULL);
    for (int i = 0; i < BAD_NUMBERS; i++) {
        double ax[3] = { 7, 7, 7 }, ay[3] = { 7, 7, 7 }, potential[3] = { 7, 7, 7 };
        const qd_field field = { ax, ay, potential };
        double places[2][3] = { { 0, 0.5, 1 }, { 0, 0.25, 1 } };
        places[i % 2][2] = bad_numbers[i];
        size_t bad = 12345;
        assert_int_equal(
            qd_gravity_solve_at(holder.gravity, &(qd_bodies){ 3, places[0], places[1], NULL }, &field, &bad),
            QD_BAD_VALUE);
        assert_int_equal(bad, 2);
        assert_int_equal(
            qd_gravity_solve_at(holder.gravity, &(qd_bodies){ 3, places[0], places[1], NULL }, &field, NULL),
            QD_BAD_VALUE);
        for (int k = 0; k < 3; k++)
            assert_true(ax[k] == 7 && ay[k] == 7 && potential[k] == 7);
        qd_gravity_visit_parts(holder.gravity, bad_numbers[i], 0, never, NULL);
        qd_gravity_visit_parts(holder.gravity, 0, bad_numbers[i], never, NULL);
        qd_gravity_part part;
        size_t total = 7;
        assert_int_equal(qd_gravity_find_parts(holder.gravity, bad_numbers[i], 0, &part, 1, &total), 0);
        assert_int_equal(total, 0);
    }
    assert_unchanged(&holder);
    holder_close(&holder);
}

enum { MOVING = 700, NUMBERS = 8 };

// Bodies that move, all their numbers in one array.
struct moving {
    double numbers[NUMBERS][MOVING];
    double mass[MOVING];
    qd_motion motion;
};

static struct moving *moving_of(void)
{
    struct moving *moving = need(1, sizeof *moving);
    struct scene scene = scene_uniform(MOVING, 4);
    memcpy(moving->numbers[0], scene.x, sizeof moving->numbers[0]);
    memcpy(moving->numbers[1], scene.y, sizeof moving->numbers[1]);
    memcpy(moving->mass, scene.mass, sizeof moving->mass);
    const qd_motion motion = {
        MOVING,       moving->numbers[0], moving->numbers[1], moving->numbers[2], moving->numbers[3],
        moving->mass, moving->numbers[4], moving->numbers[5], moving->numbers[6], false
    };
    moving->motion = motion;
    scene_free(&scene);
    return moving;
}

static void motion_out_of_range(void)
{
    struct holder holder = holder_of(NULL);
    struct moving *moving = moving_of(), *as_it_was = need(1, sizeof *as_it_was);
    moving->mass[650] = NAN;
    size_t bad = 12345;
    *as_it_was = *moving;
    assert_int_equal(qd_gravity_begin(holder.gravity, &moving->motion, &bad), QD_BAD_VALUE);
    assert_int_equal(bad, 650);
    assert_memory_equal(moving->numbers, as_it_was->numbers, sizeof moving->numbers);
    assert_unchanged(&holder);

    moving->mass[650] = 1;
    moving->numbers[2][33] = 1e50; // of velocity
    *as_it_was = *moving;
    static const double steps[] = { NAN, INFINITY, -INFINITY, 1e11, -1e11 };
    for (int i = 0; i < 5; i++) {
        assert_int_equal(qd_gravity_step(holder.gravity, &moving->motion, steps[i], &bad), QD_BAD_VALUE);
        assert_int_equal(bad, i < 3 ? 0 : 33);
        assert_int_equal(qd_gravity_step(holder.gravity, &moving->motion, steps[i], NULL), QD_BAD_VALUE);
        assert_memory_equal(moving->numbers, as_it_was->numbers, sizeof moving->numbers);
        assert_unchanged(&holder);
    }
    assert_int_equal(qd_gravity_step(holder.gravity, &moving->motion, 0, NULL), QD_OK);
    assert_int_equal(qd_gravity_count(holder.gravity), MOVING);
    free(moving);
    free(as_it_was);
    holder_close(&holder);
}

static qd_gravity_def def_with(struct ledger *memory)
{
    qd_gravity_def def = { 0 };
    def.allocator = ledger_allocator(memory);
    return def;
}

static void assert_books(const struct ledger *memory)
{
    if (memory->complaint)
        fail_msg("%s", memory->complaint);
    assert_int_equal(memory->bytes, 0);
    assert_int_equal(memory->blocks, 0);
}

static void creating_without_memory(void)
{
    for (uint64_t refuse = 1;; refuse++) {
        struct ledger memory = { 0 };
        const qd_gravity_def def = def_with(&memory);
        ledger_refuse(&memory, refuse, false);
        qd_gravity *gravity = NULL;
        const qd_result result = qd_gravity_create(&def, &gravity);
        assert_true(gravity ? memory.refused == 0 : memory.refused > 0);
        assert_int_equal(result, gravity ? QD_OK : QD_NO_MEMORY);
        qd_gravity_destroy(gravity);
        assert_books(&memory);
        if (gravity)
            break;
        assert_true(refuse < MOST_ALLOCATIONS);
    }
}

// One of the calls that take bodies, once with memory that runs out and once without. False: none was refused.
typedef qd_result caller(struct holder *holder, struct moving *moving);

static qd_result call_set(struct holder *holder, struct moving *moving)
{
    (void)moving;
    const qd_bodies bodies = scene_bodies(&holder->next);
    return qd_gravity_set_bodies(holder->gravity, &bodies, NULL);
}

// As many cells as bodies.
static qd_result call_set_sources(struct holder *holder, struct moving *moving)
{
    (void)moving;
    const qd_bodies bodies = scene_bodies(&holder->next);
    qd_gravity_part *cells = need(bodies.count, sizeof *cells);
    for (size_t i = 0; i < bodies.count; i++)
        cells[i] = (qd_gravity_part){ .x = bodies.y[i],
                                      .y = bodies.x[i],
                                      .mass = 1,
                                      .min_x = bodies.y[i],
                                      .min_y = bodies.x[i],
                                      .max_x = bodies.y[i] + 1,
                                      .max_y = bodies.x[i] };
    const qd_result result = qd_gravity_set_sources(holder->gravity, &bodies, cells, bodies.count, NULL);
    free(cells);
    return result;
}

static qd_result call_begin(struct holder *holder, struct moving *moving)
{
    return qd_gravity_begin(holder->gravity, &moving->motion, NULL);
}

static qd_result call_step(struct holder *holder, struct moving *moving)
{
    return qd_gravity_step(holder->gravity, &moving->motion, 0.001, NULL);
}

// All but one body in a place that floats take for one.
static void make_crowd(struct scene *scene)
{
    scene_scale(scene, 1e-12);
    scene_shift(scene, 1, 1);
    scene->x[0] = scene->y[0] = 0;
}

static bool try_once(caller *call, uint64_t refuse, bool later, bool crowd)
{
    struct ledger memory = { 0 };
    qd_gravity_def def = def_with(&memory);
    def.leaf = crowd ? 4 : def.leaf; // many cells
    struct holder holder = holder_of(&def);
    if (crowd)
        make_crowd(&holder.next);
    struct moving *moving = moving_of(), *as_it_was = need(1, sizeof *as_it_was);
    *as_it_was = *moving;
    ledger_refuse(&memory, refuse, later);
    const qd_result result = call(&holder, moving);
    const bool refused = memory.refused > 0;
    if (result != QD_OK) {
        assert_true(refused && result == QD_NO_MEMORY);
        assert_memory_equal(moving->numbers, as_it_was->numbers, sizeof moving->numbers);
        assert_unchanged(&holder);
        ledger_refuse(&memory, 0, false);
        assert_int_equal(call(&holder, moving), QD_OK);
    }
    assert_int_equal(qd_gravity_count(holder.gravity),
                     call == call_begin || call == call_step ? MOVING : holder.next.count);
    free(moving);
    free(as_it_was);
    holder_close(&holder);
    assert_books(&memory);
    return refused;
}

static void taking_bodies_without_memory(void)
{
    static caller *const callers[] = { call_set, call_set_sources, call_begin, call_step };
    for (int i = 0; i < 8; i++) {
        uint64_t refuse = 1;
        while (try_once(callers[i / 2], refuse, i % 2, false))
            assert_true(++refuse < MOST_ALLOCATIONS);
        assert_true(refuse > 5);
    }
}

static void taking_a_crowd_without_memory(void)
{
    for (int later = 0; later < 2; later++) {
        uint64_t refuse = 1;
        while (try_once(call_set, refuse, later, true))
            assert_true(++refuse < MOST_ALLOCATIONS);
        assert_true(refuse > 5);
    }
}

// Bodies that are set again and again take no more memory than they did.
static void memory_is_kept(void)
{
    struct ledger memory = { 0 };
    const qd_gravity_def def = def_with(&memory);
    struct scene scene = scene_uniform(3000, 5);
    qd_gravity *gravity = gravity_with(&def, &scene);
    gravity_must_set(gravity, &scene);
    const size_t bytes = memory.bytes, blocks = memory.blocks;
    for (int i = 0; i < 20; i++) {
        gravity_must_set(gravity, &scene);
        assert_true(memory.bytes == bytes && memory.blocks == blocks);
    }
    qd_gravity_destroy(gravity);
    assert_books(&memory);
    scene_free(&scene);
}

tests_main(plain_test(definitions_out_of_range), plain_test(what_is_zero_is_the_default),
           plain_test(definitions_at_the_ends_of_their_ranges), plain_test(nothing_at_all),
           plain_test(bodies_out_of_range), plain_test(places_out_of_range), plain_test(motion_out_of_range),
           plain_test(creating_without_memory), plain_test(taking_bodies_without_memory),
           plain_test(taking_a_crowd_without_memory), plain_test(memory_is_kept))
