// Any kind of vector instructions gets the same bits. This looks inside: the library offers no choice among them.
#include "gravity_scene.h"

#include <state.h>

static void any_kind_of_vector_instructions(void **state)
{
    (void)state;
    assert_string_equal(qd__pull_lanes_list(0)->name, "plain");
    const qd__pull_lanes *lanes;
    for (unsigned kind = 1; (lanes = qd__pull_lanes_list(kind)) != NULL; kind++) {
        for (int i = 0; i < 8; i++) {
            struct scene scene = some_scene(i);
            const qd_gravity_def def = some_def(i);
            qd_gravity *plain = gravity_with(&def, &scene), *other = gravity_with(&def, &scene);
            plain->lanes = qd__pull_lanes_list(0);
            other->lanes = lanes;
            assert_same_pulls(plain, other, false);
            if (i < 2)
                assert_same_pulls(plain, other, true);
            qd_gravity_destroy(plain);
            qd_gravity_destroy(other);
            scene_free(&scene);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_kind_of_vector_instructions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
