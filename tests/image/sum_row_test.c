// A row as a sum of functions, by whatever instructions there are, beside numbers that are added one by one: sums that
// wrap around and roundings at the limits as well, which no picture that was encoded has.
#include "sum_row.h"
#include "support.h"

// Of extreme numbers, or of any.
static int16_t any_number(struct prng *random, bool extreme)
{
    const int16_t ends[4] = { INT16_MIN, INT16_MAX, -1, 0 };
    if (extreme) {
        return ends[prng_below(random, 4)];
    }
    return (int16_t)((int32_t)prng_below(random, 65536) - 32768);
}

static int16_t slowly(int16_t mean, const int16_t *factors, const int16_t waves[][QD__WIDEST], int count, size_t x)
{
    int64_t sum = (int64_t)mean * 4096 + 2048;
    for (int u = 0; u < count; u++) {
        sum += (int64_t)factors[u] * waves[u][x];
    }
    const uint32_t wrapped = (uint32_t)(uint64_t)sum;
    const int64_t value = wrapped < UINT32_C(0x80000000) ? (int64_t)wrapped : (int64_t)wrapped - (INT64_C(1) << 32);
    return (int16_t)qd__within(value >= 0 ? value / 4096 : -((4095 - value) / 4096));
}

static void rows_are_the_same_one_by_one(void **state)
{
    (void)state;
    struct prng random = { 20 };
    static int16_t waves[QD__ORDERS][QD__WIDEST];
    for (int round = 0; round < 4000; round++) {
        const bool extreme = round % 2 == 1;
        const int count = 2 * (1 + (int)prng_below(&random, QD__ORDERS / 2));
        const size_t across = 4 * (1 + (size_t)prng_below(&random, QD__WIDEST / 4));
        const int16_t mean = any_number(&random, extreme);
        int16_t factors[QD__ORDERS], row[QD__WIDEST + 1];
        for (int u = 0; u < count; u++) {
            factors[u] = any_number(&random, extreme);
            for (size_t x = 0; x < QD__WIDEST; x++) {
                waves[u][x] = any_number(&random, extreme);
            }
        }
        row[across] = 77;
        qd__sum_row(mean, factors, waves, count, across, row);
        for (size_t x = 0; x < across; x++) {
            assert_int_equal(row[x], slowly(mean, factors, waves, count, x));
        }
        assert_int_equal(row[across], 77); // nothing behind it is written
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(rows_are_the_same_one_by_one) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
