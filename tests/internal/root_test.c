// The root is laid where most items are: few that lie far off, on whichever side, do not widen it. (What a bad root
// costs is in tests/tree/root_test.c.)
#include "root.h"
#include "support.h"

enum { ITEMS = 1000, FAR_OFF = 3, CAPACITY = 64 };

// The side of the world around items of which some lie `where`, and the others between 0 and 1000.
static double side_around(size_t far_off, qd__fvec2 where)
{
    static qd__fbox boxes[ITEMS];
    struct prng random = { 7 };
    for (size_t i = 0; i < ITEMS; i++) {
        const qd__fvec2 at = { (float)prng_between(&random, 0, 1000), (float)prng_between(&random, 0, 1000) };
        boxes[i].min = boxes[i].max = i % 300 == 0 && i / 300 < far_off ? where : at;
    }
    qd__lattice lattice;
    assert_true(qd__root_learn(&lattice, boxes, NULL, ITEMS, ITEMS, CAPACITY));
    return 2.0 / lattice.scale;
}

static void few_far_off_on_any_side_are_left_out(void)
{
    const double alone = side_around(0, (qd__fvec2){ 0, 0 });
    assert_true(alone >= 990 && alone < 2100);
    for (int side = 0; side < 4; side++) {
        const float far = side % 2 ? 1e6f : -1e6f;
        const qd__fvec2 where = { side < 2 ? far : 500, side < 2 ? 500 : far };
        const double around = side_around(FAR_OFF, where);
        assert_true(around >= 990 && around < 3 * alone);
    }
}

// As many as may not be cut off on a side are a part of the world.
static void more_than_few_are_in_it(void)
{
    for (int side = 0; side < 4; side++) {
        const float far = side % 2 ? 1e6f : -1e6f;
        const qd__fvec2 where = { side < 2 ? far : 500, side < 2 ? 500 : far };
        assert_true(side_around(FAR_OFF + 1, where) > 0.9e6);
    }
}

tests_main(plain_test(few_far_off_on_any_side_are_left_out), plain_test(more_than_few_are_in_it))
