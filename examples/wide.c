// A large world: a survey of a whole planet in metres, down to the millimetre. Floats cannot tell the stones of one
// field from each other there; an index of doubles can, and goes on finding what floats have merged.
#include <quadrille/quadrille.h>
#include <stdio.h>

enum { STONES = 4 };

int main(void)
{
    // A field twelve thousand kilometres from the origin, where floats are a metre apart.
    const qd_dvec2 field = { 12000000.25, -7400000.5 };
    qd_wide_def def = { .world = qd_dbox_around(field, 1000, 1000) };
    qd_wide *survey = qd_wide_create(&def);

    for (size_t i = 0; i < STONES; i++) { // 20 mm wide, a millimetre apart
        const double gaps[STONES] = { 0, 0.021, 0.042, 0.063 };
        qd_wide_insert(survey, (qd_ditem){ qd_dbox_xywh(field.x + gaps[i], field.y, 0.02, 0.02), i, { 0, 0 } });
    }

    qd_found found[STONES];
    qd_dbox probe = qd_dbox_around((qd_dvec2){ field.x + 0.0605, field.y }, 0.001, 0.001);
    size_t count = qd_wide_find_box(survey, probe, (qd_query_filter){ 0 }, found, STONES);
    for (size_t i = 0; i < count; i++)
        printf("under the probe: stone %d\n", (int)found[i].user);

    qd_dnear near[2];
    qd_dvec2 foot = { field.x + 0.084, field.y };
    count = qd_wide_find_near(survey, foot, 1, (qd_query_filter){ 0 }, near, 2);
    for (size_t i = 0; i < count; i++)
        printf("stone %d is %.0f mm from the foot\n", (int)near[i].item.user, near[i].distance * 1000);

    qd_dhit hit;
    qd_dray ray = qd_dray_toward((qd_dvec2){ field.x - 1, field.y + 0.01 }, (qd_dvec2){ 1, 0 });
    if (qd_wide_find_ray(survey, ray, (qd_query_filter){ 0 }, &hit, 1) == 1)
        printf("a beam hits stone %d after %g m\n", (int)hit.item.user, hit.t);
    qd_wide_destroy(survey);
}

// Output:
// under the probe: stone 2
// stone 3 is 1 mm from the foot
// stone 2 is 22 mm from the foot
// a beam hits stone 0 after 1 m
