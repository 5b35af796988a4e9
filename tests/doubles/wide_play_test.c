// Random bytes, played: every call of a qd_wide against the oracle, with memory and without.
#include "wide_play.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
// cmocka wants the three above first.
#include <cmocka.h>
#include <stdio.h>

enum { BYTES = 3000 };

static void fill(uint8_t *bytes, size_t size, uint64_t seed)
{
    for (size_t i = 0; i < size; i++) {
        uint64_t z = (seed + i + 1) * UINT64_C(0x9e3779b97f4a7c15);
        z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
        z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
        bytes[i] = (uint8_t)(z >> 56);
    }
}

static size_t play_all(uint64_t seed, uint64_t refuse, bool later)
{
    uint8_t bytes[BYTES];
    struct wide_play play;
    fill(bytes, sizeof bytes, seed << 32);
    if (!wide_play(&play, bytes, sizeof bytes, refuse, later))
        fail_msg("seed %llu, refusing %llu: %s", (unsigned long long)seed, (unsigned long long)refuse, play.why);
    return play.answers;
}

static void every_answer_is_that_of_brute_force(void **state)
{
    (void)state;
    size_t answers = 0;
    for (uint64_t seed = 1; seed <= 1500; seed++)
        answers += play_all(seed, 0, false);
    printf("%zu answers\n", answers);
    assert_true(answers > 100000); // there was something to compare
}

static void memory_that_runs_out_loses_nothing(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 12; seed++)
        for (uint64_t refuse = 1; refuse <= 30; refuse++) {
            play_all(seed, refuse, false);
            play_all(seed, refuse, true);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_answer_is_that_of_brute_force),
        cmocka_unit_test(memory_that_runs_out_loses_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
