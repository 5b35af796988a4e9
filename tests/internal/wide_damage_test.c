/// As damage_test.c, for what a qd_wide has beside its tree: each invariant is broken by hand, and qd_wide_check must
/// say so.
#include "wide_tree.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static qd_dbox *first_box(struct qd_wide *wide)
{
    return qd__wide_box(wide, 1);
}

// As far out as floats go, so that its AABB is the same when the side is infinite.
static void infinite_side(struct qd_wide *wide)
{
    first_box(wide)->max.x = INFINITY;
}

static void side_without_number(struct qd_wide *wide)
{
    first_box(wide)->min.y = NAN;
}

static void box_elsewhere(struct qd_wide *wide)
{
    first_box(wide)->min.x = -1;
}

static void origin_elsewhere(struct qd_wide *wide)
{
    wide->origin = qd__origin_at((qd_dvec2){ 1, 1 });
}

static void open_edges_inside(struct qd_wide *wide)
{
    wide->tree->open = true;
}

static void one_item_more_inside(struct qd_wide *wide)
{
    wide->tree->count++;
}

static const struct {
    const char *name;
    void (*damage)(struct qd_wide *wide);
} damages[] = {
    { "an infinite side", infinite_side },      { "a side that is no number", side_without_number },
    { "a box elsewhere", box_elsewhere },       { "an origin elsewhere", origin_elsewhere },
    { "open edges inside", open_edges_inside }, { "one item more inside", one_item_more_inside },
};

static qd_wide *sound_wide(void)
{
    const qd_wide_def def = { .world = { { -8, -8 }, { 8, 8 } } };
    qd_wide *wide = qd_wide_create(&def);
    assert_non_null(wide);
    qd_wide_insert(wide, (qd_ditem){ .box = { { 0, 0 }, { DBL_MAX, 1 } } });
    const qd_id gone = qd_wide_insert(wide, (qd_ditem){ .box = { { 2, 2 }, { 3, 3 } } });
    qd_wide_insert(wide, (qd_ditem){ .box = { { 4, 4 }, { 5, 5 } } });
    assert_int_equal(qd_wide_remove(wide, gone), QD_OK);
    assert_true(qd_wide_check(wide));
    return wide;
}

static void every_damage_is_seen(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        qd_wide *wide = sound_wide();
        damages[i].damage(wide);
        if (qd_wide_check(wide))
            fail_msg("%s: not seen", damages[i].name);
        qd_wide_destroy(wide);
    }
}

// What is left in a free slot may be anything.
static void boxes_of_free_slots_are_no_damage(void **state)
{
    (void)state;
    qd_wide *wide = sound_wide();
    qd__wide_box(wide, 2)->min.x = NAN;
    assert_true(qd_wide_check(wide));
    qd_wide_destroy(wide);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_damage_is_seen),
        cmocka_unit_test(boxes_of_free_slots_are_no_damage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
