/// The scenes are what they are said to be: as many overlapping pairs, on even and odd steps, inside the world, moving
/// no faster than they should, and the same from the same seed.
#include <contenders.h>
#include <field.h>
#include <math.h>
#include <stdint.h>
#include <string.h>
#include <unit.h>

static double pairs_a_box(const field *f)
{
    contender *self = contender_sweep.create(false);
    assert_non_null(self);
    assert_int_equal(contender_sweep.set(self, f->boxes, f->count), QD_OK);
    uint64_t pairs = contender_sweep.pairs(self, NULL, NULL).pairs;
    contender_sweep.destroy(self);
    return (double)pairs / (double)f->count;
}

static double mean_pairs(const char *name, size_t count, int seeds)
{
    double sum = 0;
    for (int seed = 1; seed <= seeds; seed++) {
        field *f = field_create(field_find(name), count, (uint64_t)seed);
        assert_non_null(f);
        sum += pairs_a_box(f);
        field_destroy(f);
    }
    return sum / seeds;
}

// The number of pairs scatters by about its root; at the edge of the world large boxes meet a little more.
static void pairs_a_box_are_those_of_the_table(void)
{
    static const struct {
        const char *name;
        double pairs, within;
    } table[] = { { "U", 0.5, 0.02 },     { "M", 1.0, 0.06 },        { "C", 2.0, 0.06 },
                  { "P", 0, 0.001 },      { "diagonal", 0.5, 0.02 }, { "sorted", 0.5, 0.02 },
                  { "giant", 1.5, 0.02 }, { "far", 0.5, 0.02 },      { "half", 0.5, 0.02 } };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        double pairs = mean_pairs(table[i].name, 20000, 4);
        if (fabs(pairs - table[i].pairs) > table[i].within)
            fail_msg("%s: %.4f pairs a box instead of %.4f", table[i].name, pairs, table[i].pairs);
        assert_true(fabs(field_find(table[i].name)->pairs - table[i].pairs) < 1e-9);
    }
    assert_true(mean_pairs("same", 500, 1) == 499 / 2.0);
}

// Boxes that move do not thin out, nor gather: at most 3 % more or fewer pairs after any number of ticks.
static void motion_keeps_the_pairs(void)
{
    static const char *const names[] = { "U", "M", "C" };
    const size_t counts[] = { 1000, 20000 };
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
            double first = 0, later[2] = { 0, 0 };
            const uint64_t seeds = 40000 / counts[c];
            for (uint64_t seed = 1; seed <= seeds; seed++) {
                field *f = field_create(field_find(names[k]), counts[c], seed);
                assert_non_null(f);
                first += pairs_a_box(f) / (double)seeds;
                for (int tick = 1; tick <= 100; tick++) {
                    field_step(f);
                    if (tick == 20 || tick == 100)
                        later[tick == 100] += pairs_a_box(f) / (double)seeds;
                }
                field_destroy(f);
            }
            print_message("%s, n = %zu: %.3f pairs a box, %.3f after 20 ticks, %.3f after 100\n", names[k], counts[c],
                          first, later[0], later[1]);
            assert_true(fabs(later[0] / first - 1) < 0.03 && fabs(later[1] / first - 1) < 0.03);
        }
}

static bool is_step(float value, bool odd)
{
    double steps = (double)value * FIELD_STEPS;
    return steps == floor(steps) && (fmod(steps, 2) != 0) == odd;
}

static void sides_lie_on_even_and_odd_steps_in_the_world(void)
{
    static const char *const names[] = { "U", "M", "C", "same", "diagonal", "sorted", "tiles", "zipf" };
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        field *f = field_create(field_find(names[k]), 3000, 3);
        assert_non_null(f);
        for (int tick = 0; tick < 50; tick++) {
            field_step(f);
            for (size_t i = 0; i < f->count; i++) {
                fbox b = f->boxes[i];
                assert_true(is_step(b.min.x, false) && is_step(b.min.y, false));
                assert_true(is_step(b.max.x, true) && is_step(b.max.y, true));
                assert_true(b.min.x >= 0 && b.min.y >= 0 && b.max.x < 65536 && b.max.y < 65536);
            }
        }
        field_destroy(f);
    }
}

static void every_box_of_every_scene_is_valid(void)
{
    const size_t counts[] = { 1, 2, 3, 540, 4000 };
    for (size_t k = 0; field_kinds[k]; k++)
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
            field *f = field_create(field_kinds[k], counts[c], 5);
            assert_non_null(f);
            assert_ptr_equal(field_find(field_kinds[k]->name), field_kinds[k]);
            for (int tick = 0; tick < 20; tick++) {
                for (size_t i = 0; i < f->count; i++)
                    assert_true(fbox_is_valid(f->boxes[i]));
                field_step(f);
            }
            field_destroy(f);
        }
    assert_null(field_find("nothing"));
}

static void boxes_move_by_a_quarter_of_their_side_at_most(void)
{
    static const char *const names[] = { "U", "M", "C", "half" };
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        field *f = field_create(field_find(names[k]), 2000, 7);
        assert_non_null(f);
        size_t moving = 0;
        for (size_t i = 0; i < f->count; i++) {
            const mover *m = &f->movers[i];
            // Rounding to even steps adds up to one along each axis.
            assert_true(hypot(m->vx, m->vy) <= 0.25 * m->side + 1.5);
            moving += m->vx != 0 || m->vy != 0;
        }
        assert_true(moving > f->count * 9 / 10);
        field_destroy(f);
    }
}

static void half_of_half_lies_beyond_1e30(void)
{
    field *f = field_create(field_find("half"), 1000, 1);
    assert_non_null(f);
    size_t beyond = 0;
    for (int tick = 0; tick < 10; tick++, beyond = 0) {
        field_step(f);
        for (size_t i = 0; i < f->count; i++)
            beyond += f->boxes[i].min.x > 1e30f && f->boxes[i].min.y > 1e30f;
        assert_int_equal(beyond, 500);
    }
    field_destroy(f);
}

static uint64_t hash(const field *f)
{
    uint64_t sum = 0xcbf29ce484222325u;
    const unsigned char *bytes = (const unsigned char *)f->boxes;
    for (size_t i = 0; i < f->count * sizeof *f->boxes; i++)
        sum = (sum ^ bytes[i]) * 0x100000001b3u;
    return sum;
}

static void the_seed_decides_and_a_reset_begins_again(void)
{
    for (size_t k = 0; field_kinds[k]; k++) {
        if (field_kinds[k]->demo)
            continue;
        field *a = field_create(field_kinds[k], 700, 1), *b = field_create(field_kinds[k], 700, 1);
        field *other = field_create(field_kinds[k], 700, 2);
        assert_true(a && b && other);
        uint64_t begin = hash(a);
        assert_int_equal(begin, hash(b));
        if (strcmp(field_kinds[k]->name, "same") != 0)
            assert_int_not_equal(begin, hash(other));
        for (int tick = 0; tick < 31; tick++) {
            field_step(a);
            field_step(b);
        }
        assert_int_equal(hash(a), hash(b));
        assert_int_not_equal(hash(a), begin);
        field_reset(a);
        assert_int_equal(hash(a), begin);
        field_destroy(a);
        field_destroy(b);
        field_destroy(other);
    }
    field_destroy(NULL);
}

// Where boxes are few they are large, and still there is a place for each.
static void however_few_there_are_they_have_places(void)
{
    for (size_t k = 0; field_kinds[k]; k++)
        for (size_t count = 1; count <= 64; count++)
            for (uint64_t seed = 1; seed <= 3; seed++) {
                field *f = field_create(field_kinds[k], count, seed);
                assert_non_null(f);
                for (size_t i = 0; i < count && !field_kinds[k]->demo; i++)
                    assert_true(fbox_is_valid(f->boxes[i]));
                field_destroy(f);
            }
}

tests_main(plain_test(pairs_a_box_are_those_of_the_table), plain_test(motion_keeps_the_pairs),
           plain_test(sides_lie_on_even_and_odd_steps_in_the_world), plain_test(every_box_of_every_scene_is_valid),
           plain_test(boxes_move_by_a_quarter_of_their_side_at_most), plain_test(half_of_half_lies_beyond_1e30),
           plain_test(however_few_there_are_they_have_places), plain_test(the_seed_decides_and_a_reset_begins_again))
