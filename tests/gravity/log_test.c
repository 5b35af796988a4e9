// The logarithm of gravity/log.h: within one unit in the last place of the true one, and the same bits everywhere.
#include "log.h"

#include <float.h>
#include <math.h>
#include <unit.h>

static uint64_t next_bits(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state ^ *state >> 29;
}

// Of any size, about 1, or between 1/2 and 2 by turns.
static double next_number(uint64_t *state, int turn)
{
    const uint64_t bits = next_bits(state);
    if (turn % 3 == 0) {
        const uint64_t positive = bits % (UINT64_C(0x7ff) << 52);
        double any;
        memcpy(&any, &positive, sizeof any);
        return any > 0 ? any : 1;
    }
    const double part = (double)(bits >> 11) * 0x1p-53;
    return turn % 3 == 1 ? 1 + ldexp(part - 0.5, -(int)(bits % 50)) : 0.5 + 1.5 * part;
}

static void within_a_unit_in_the_last_place(void)
{
    uint64_t random = 1;
    long double worst = 0;
    if (LDBL_MANT_DIG < 64 || logl(3.0L) == log(3.0))
        skip(); // nothing to compare with
    for (int turn = 0; turn < 1000000; turn++) {
        const double x = next_number(&random, turn);
        const long double wanted = logl((long double)x);
        const double size = (double)fabsl(wanted);
        const long double error =
            fabsl((long double)qd__log(x) - wanted) / (long double)(nextafter(size, INFINITY) - size);
        worst = error > worst ? error : worst;
    }
    assert_true(worst < 1);
    assert_true(worst > 0.5L); // else it is no sum in doubles that was looked at
}

static void ends_of_its_range(void)
{
    assert_true(qd__log(1) == 0);
    assert_true(qd__log(0x1p-1074) == -0x1.74385446d71c3p+9); // 1074 ln 2
    assert_true(qd__log(DBL_MIN) == -0x1.6232bdd7abcd2p+9);   // 1022 ln 2
    assert_true(qd__log(DBL_MAX) == 0x1.62e42fefa39efp+9);    // 1024 ln 2
    assert_true(qd__log(2) == 0x1.62e42fefa39efp-1);
}

// The sum of all bits of a million logarithms: equal on every machine, or rounding differs there.
static void the_same_bits_everywhere(void)
{
    uint64_t random = 2, sum = 0;
    for (int turn = 0; turn < 1000000; turn++) {
        const double value = qd__log(next_number(&random, turn));
        uint64_t bits;
        memcpy(&bits, &value, sizeof bits);
        sum = (sum ^ bits) * UINT64_C(0x9e3779b97f4a7c15);
        sum ^= sum >> 32;
    }
    assert_true(sum == UINT64_C(0xa57b554865b91609));
}

tests_main(plain_test(within_a_unit_in_the_last_place), plain_test(ends_of_its_range),
           plain_test(the_same_bits_everywhere))
