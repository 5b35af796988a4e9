// What is given and what is told as boxes: cells, boxes that parts are asked for, and those that hold all bodies.
#include "gravity_scene.h"

#include <math.h>
#include <string.h>

static qd_gravity_part sound_cell(void)
{
    return (qd_gravity_part){
        .x = 2, .y = 3, .mass = 5, .sxx = 1, .sxy = -0.5, .syy = 1, .min_x = 1, .min_y = 2, .max_x = 4, .max_y = 5
    };
}

static void assert_cell_refused(qd_gravity *gravity, const qd_bodies *bodies, const qd_gravity_part *cell)
{
    const qd_gravity_part cells[] = { sound_cell(), *cell };
    size_t bad = 99;
    assert_int_equal(qd_gravity_set_sources(gravity, bodies, cells, 2, &bad), QD_BAD_VALUE);
    assert_int_equal(bad, bodies->count + 1);
    assert_int_equal(qd_gravity_set_sources(gravity, bodies, cells, 2, NULL), QD_BAD_VALUE);
    assert_int_equal(qd_gravity_count(gravity), 3); // what was there
}

static void wrong_cells_are_refused(void)
{
    struct scene scene = scene_uniform(3, 91), other = scene_uniform(2, 92);
    qd_gravity *gravity = gravity_with(NULL, &scene);
    struct pulls before = gravity_pulls(gravity, false);
    const qd_bodies bodies = scene_bodies(&other);
    const double wrong[] = { NAN, INFINITY, -INFINITY, 1e61, -9.9e59 };
    enum { FIELDS = 12 };
    for (int field = 0; field < FIELDS; field++)
        for (int i = 0; i < 5; i++) {
            qd_gravity_part cell = sound_cell();
            double *const fields[FIELDS] = { &cell.x,    &cell.y,  &cell.min_x, &cell.min_y, &cell.max_x, &cell.max_y,
                                             &cell.mass, &cell.dx, &cell.dy,    &cell.sxx,   &cell.sxy,   &cell.syy };
            *fields[field] = field < 6 ? wrong[i] : wrong[i] * 1e60;
            const bool sound = i == 4 && (field == 2 || field == 3); // a box may reach that far
            if (!sound && !(i == 3 && (field == 4 || field == 5) && wrong[i] <= 1e60))
                assert_cell_refused(gravity, &bodies, &cell);
        }
    qd_gravity_part flat = sound_cell();
    flat.min_y = flat.max_y = 3; // and yet with moments across
    assert_cell_refused(gravity, &bodies, &flat);
    struct pulls after = gravity_pulls(gravity, false);
    assert_true(pulls_are_same_bits(&before, &after));
    const qd_gravity_part cell = sound_cell();
    assert_int_equal(qd_gravity_set_sources(gravity, &bodies, &cell, 1, NULL), QD_OK);
    assert_int_equal(qd_gravity_count(gravity), 2);
    pulls_free(&before);
    pulls_free(&after);
    qd_gravity_destroy(gravity);
    scene_free(&scene);
    scene_free(&other);
}

static void a_body_in_a_cell_gets_numbers(void)
{
    qd_gravity_part cell = sound_cell();
    const double x[] = { 2, 1, 4 }, y[] = { 3, 2, 4.5 }, mass[] = { 1, 1, 1 };
    for (int law = 0; law < 2; law++) {
        const qd_gravity_def def = { .law = (qd_gravity_law)law };
        qd_gravity *gravity = gravity_of(&def);
        assert_int_equal(qd_gravity_set_sources(gravity, &(qd_bodies){ 3, x, y, mass }, &cell, 1, NULL), QD_OK);
        struct pulls pulls = gravity_pulls(gravity, false);
        for (int i = 0; i < 3; i++)
            assert_true(isfinite(pulls.field.ax[i]) && isfinite(pulls.field.ay[i]) &&
                        isfinite(pulls.field.potential[i]));
        pulls_free(&pulls);
        qd_gravity_destroy(gravity);
    }
}

static qd_flow count_parts(void *context, const qd_gravity_part *parts, size_t count)
{
    (void)parts;
    *(size_t *)context += count;
    return QD_CONTINUE;
}

static void no_parts_for_what_is_no_box(void)
{
    struct scene scene = scene_uniform(100, 90);
    qd_gravity *gravity = gravity_with(NULL, &scene);
    const qd_box good = { { 0, 0 }, { 1, 1 } };
    qd_box bad[] = { good, good, good, good, good };
    bad[0].min.x = NAN;
    bad[1].max.y = INFINITY;
    bad[2].max.x = -1;
    bad[3].min.y = 2;
    bad[4].max.x = 1.1e60;
    size_t parts = 0;
    for (int i = 0; i < 5; i++) {
        const qd_box two[] = { good, bad[i] };
        qd_gravity_visit_box_parts(gravity, two, 2, count_parts, &parts);
        qd_gravity_visit_box_parts(gravity, &bad[i], 1, count_parts, &parts);
    }
    qd_gravity_visit_box_parts(gravity, NULL, 0, count_parts, &parts);
    assert_int_equal(parts, 0);
    qd_gravity_visit_box_parts(gravity, &good, 1, count_parts, &parts);
    assert_int_equal(parts, 100);
    qd_gravity_destroy(gravity);
    scene_free(&scene);
}

static void boxes_hold_all_bodies(void)
{
    static const size_t rooms[] = { 0, 1, 2, 3, 5, 16, 63, 64, 65, 100 };
    for (int i = 0; i < 12; i++) {
        struct scene scene = i % 3 == 0 ? scene_uniform(2000, 80) : i % 3 == 1 ? scene_plummer(900, 81) : scene_of(40);
        if (i / 3 % 2)
            scene_shift(&scene, -1e7, 0.125);
        if (i / 6 && scene.count > 1)
            scene.x[1] = scene.y[1] = 3; // on the edge of the world, and beside all others
        qd_gravity *gravity = gravity_with(NULL, &scene);
        double area[10];
        for (int r = 0; r < 10; r++) {
            qd_box boxes[101];
            memset(boxes, 0x5a, sizeof boxes);
            const qd_box untouched = boxes[0];
            const size_t count = qd_gravity_find_boxes(gravity, boxes, rooms[r]);
            assert_true(count <= rooms[r] && count <= 64 && (count > 0 || rooms[r] == 0));
            assert_memory_equal(&boxes[count], &untouched, sizeof untouched);
            area[r] = 0;
            for (size_t k = 0; k < scene.count && rooms[r] > 0; k++) {
                size_t in = 0;
                for (size_t b = 0; b < count; b++)
                    in += scene_outside(scene.x[k], boxes[b].min.x, boxes[b].max.x) == 0 &&
                          scene_outside(scene.y[k], boxes[b].min.y, boxes[b].max.y) == 0;
                assert_true(in > 0);
            }
            for (size_t b = 0; b < count; b++)
                area[r] += (boxes[b].max.x - boxes[b].min.x) * (boxes[b].max.y - boxes[b].min.y);
        }
        assert_true(i % 3 == 2 || area[7] < 0.98 * area[1]);
        assert_true(area[5] <= area[1] && area[8] == area[7] && area[9] == area[7]);
        qd_gravity_destroy(gravity);
        scene_free(&scene);
    }
    qd_gravity *empty = gravity_of(NULL);
    qd_box box;
    assert_int_equal(qd_gravity_find_boxes(empty, &box, 1), 0);
    qd_gravity_destroy(empty);
}

tests_main(plain_test(wrong_cells_are_refused), plain_test(a_body_in_a_cell_gets_numbers),
           plain_test(no_parts_for_what_is_no_box), plain_test(boxes_hold_all_bodies))
