// A large world: a survey of a whole planet in metres, down to the millimetre. Floats are a metre apart there and merge
// the stones of a field; a tree that stores doubles tells them apart. Nothing else differs.
#include <quadrille/quadrille.h>
#include <stdio.h>

enum { STONES = 4 };

int main(void)
{
    const qd_vec2 field = { 12000000.25, -7400000.5 }; // twelve thousand kilometres from the origin
    const qd_tree_def def = { .precision = QD_DOUBLE, .world = qd_box_around(field, 1000, 1000) };
    qd_tree *survey = qd_tree_new(&def);
    for (int i = 0; i < STONES; i++) // 20 mm wide, a millimetre apart
        qd_tree_add(survey, qd_box_xywh(field.x + 0.021 * i, field.y, 0.02, 0.02), (uint64_t)i);

    qd_entry found[STONES];
    qd_box probe = qd_box_xywh(field.x + 0.0595, field.y - 0.001, 0.002, 0.002);
    size_t count = qd_tree_find_box(survey, probe, found, STONES);
    for (size_t i = 0; i < count; i++)
        printf("under the probe: stone %d\n", (int)found[i].user);

    qd_hit hits[2];
    const qd_vec2 foot = { field.x + 0.084, field.y };
    count = qd_tree_find_nearest(survey, foot, 1, hits, 2);
    for (size_t i = 0; i < count; i++)
        printf("stone %d is %.0f mm from the foot\n", (int)hits[i].item.user, hits[i].distance * 1000);

    const qd_vec2 lamp = { field.x - 1, field.y + 0.01 }, east = { 1, 0 };
    if (qd_tree_find_ray(survey, lamp, east, INFINITY, hits, 1))
        printf("a beam hits stone %d after %g m\n", (int)hits[0].item.user, hits[0].t);
    qd_tree_destroy(survey);
}

// Output:
// under the probe: stone 2
// stone 3 is 1 mm from the foot
// stone 2 is 22 mm from the foot
// a beam hits stone 0 after 1 m
