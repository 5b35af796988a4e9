// A row as a sum of functions, by whatever instructions there are, beside numbers that are added one by one: sums that
// wrap around and roundings at the limits as well, which no picture that was encoded has.
#include "sum_row.h"
#include "support.h"

// Of extreme numbers, or of any.
static int16_t any_number(struct prng *random, bool extreme)
{
    const int16_t ends[4] = { INT16_MIN, INT16_MAX, -1, 0 };
    if (extreme)
        return ends[prng_below(random, 4)];
    return (int16_t)((int32_t)prng_below(random, 65536) - 32768);
}

// In groups of four, the first two functions are even and the other two odd.
static int16_t slowly(int16_t mean, const int16_t *factors, const int16_t pairs[][QD__WIDEST / 2][2], int groups,
                      size_t x, bool mirrored)
{
    int64_t sum = (int64_t)mean * 4096 + 2048;
    for (int k = 0; k < 4 * groups; k++) {
        const int64_t part = (int64_t)factors[k] * pairs[k / 2][x][k % 2];
        sum += mirrored && k % 4 >= 2 ? -part : part;
    }
    const uint32_t wrapped = (uint32_t)(uint64_t)sum;
    const int64_t value = wrapped < UINT32_C(0x80000000) ? (int64_t)wrapped : (int64_t)wrapped - (INT64_C(1) << 32);
    return (int16_t)qd__within(value >= 0 ? value / 4096 : -((4095 - value) / 4096));
}

static void rows_are_the_same_one_by_one(void)
{
    struct prng random = { 20 };
    static int16_t pairs[QD__ORDERS / 2][QD__WIDEST / 2][2];
    for (int round = 0; round < 4000; round++) {
        const bool extreme = round % 2 == 1;
        const int groups = 1 + (int)prng_below(&random, QD__ORDERS / 4);
        const size_t places = 4 * (1 + (size_t)prng_below(&random, QD__WIDEST / 8));
        const int16_t mean = any_number(&random, extreme);
        int16_t factors[QD__ORDERS], first[QD__WIDEST / 2 + 1], second[QD__WIDEST / 2 + 1];
        for (int k = 0; k < 4 * groups; k++) {
            factors[k] = any_number(&random, extreme);
            for (size_t x = 0; x < QD__WIDEST / 2; x++)
                pairs[k / 2][x][k % 2] = any_number(&random, extreme);
        }
        first[places] = second[places] = 77;
        qd__sum_row(mean, factors, (const int16_t(*)[QD__WIDEST / 2][2]) pairs, groups, places, first, second);
        for (size_t x = 0; x < places; x++) {
            assert_int_equal(first[x], slowly(mean, factors, pairs, groups, x, false));
            assert_int_equal(second[x], slowly(mean, factors, pairs, groups, x, true));
        }
        assert_int_equal(first[places], 77); // nothing behind them is written
        assert_int_equal(second[places], 77);
    }
}

tests_main(plain_test(rows_are_the_same_one_by_one))
