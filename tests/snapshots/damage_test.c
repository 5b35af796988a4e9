// Bytes that no tree has saved: cut off, damaged, and forged at random with a sum that is right. None does harm.
#include "all.h"
#include "bytes.h"

#include <stdlib.h>
#include <string.h>

static void a_truncated_one_is_rejected(void)
{
    for (qd_precision precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        struct bytes bytes = small_sample(precision);
        assert_read(bytes, QD_OK);
        for (size_t size = 0; size < bytes.size; size++)
            assert_read((struct bytes){ bytes.at, size }, QD_BAD_DATA);
        struct bytes longer = { need(bytes.size + 64, 1), bytes.size + 8 };
        memcpy(longer.at, bytes.at, bytes.size);
        assert_int_equal(qd_tree_load(longer.at, longer.size, NULL, NULL), QD_BAD_DATA);
        free(longer.at);
        free_bytes(&bytes);
    }
}

// Every bit; or those of the header, and every ninth behind it, which comes to every place in a number of 64 bits.
static void any_flipped_bit_is_noticed(void)
{
    const size_t step = all_or(1, 9), header = 8 * (size_t)128;
    for (qd_precision precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        struct bytes bytes = small_sample(precision);
        for (size_t bit = 0; bit < 8 * bytes.size; bit += bit < header ? 1 : step) {
            bytes.at[bit / 8] ^= (unsigned char)(1u << bit % 8);
            assert_int_equal(qd_tree_load(bytes.at, bytes.size, NULL, NULL), QD_BAD_DATA);
            if (bit % 64 == 5)
                assert_read(bytes, QD_BAD_DATA);
            bytes.at[bit / 8] ^= (unsigned char)(1u << bit % 8);
        }
        assert_read(bytes, QD_OK);
        free_bytes(&bytes);
    }
}

/// Each bit flipped, or every third, the sum made right: it is refused, or it is a sound tree of what it says.
static void any_forged_bit_is_harmless(void)
{
    const size_t step = all_or(1, 3);
    for (qd_precision precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        struct bytes bytes = sample_of((qd_tree_def){ .precision = precision, .leaf_capacity = 4 }, 14);
        for (size_t bit = 0; bit < 8 * (bytes.size - 8); bit += step) {
            bytes.at[bit / 8] ^= (unsigned char)(1u << bit % 8);
            make_sum_right(bytes);
            assert_harmless(bytes);
            bytes.at[bit / 8] ^= (unsigned char)(1u << bit % 8);
        }
        free_bytes(&bytes);
    }
}

/// Whole numbers that lead astray: other indices of the file, ends of ranges, NaN, infinity; also as the high half of a
/// double.
static const uint32_t evil[] = {
    0,          1,          2,          3,          4,          5,          8,          31,
    32,         33,         64,         128,        129,        256,        0x7f800000, 0xff800000,
    0x7fc00000, 0x80000000, 0x7f7fffff, 0xff7fffff, 0x7fffffff, 0xfffffffe, 0xffffffff, 1u << 25,
    1u << 29,   0x40000000, 16777216,   0x01000000, 0x7ff00000, 0xfff00000, 0x7fefffff, 0xffefffff,
};
enum { EVILS = sizeof evil / sizeof *evil };

/// Each number becomes each of these, or one half of the numbers one half of these and the other the other.
static void any_forged_number_is_harmless(void)
{
    const size_t step = all_or(1, 2);
    for (qd_precision precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        struct bytes bytes = sample_of((qd_tree_def){ .precision = precision, .leaf_capacity = 4 }, 14);
        struct prng random = { 3 };
        for (size_t at = 8; at < bytes.size - 8; at += 4) {
            const uint32_t before = number_at(bytes, at);
            for (size_t i = at / 4 % step; i < EVILS + 2; i += step) {
                const size_t other = prng_below(&random, (uint32_t)(bytes.size / 4)) * 4;
                set_number(bytes, at, i < EVILS ? evil[i] : number_at(bytes, other));
                make_sum_right(bytes);
                assert_harmless(bytes);
            }
            set_number(bytes, at, before);
        }
        free_bytes(&bytes);
    }
}

static void many_forged_numbers_are_harmless(void)
{
    for (qd_precision precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        struct bytes bytes = small_sample(precision), spoiled = copy_of(bytes);
        struct prng random = { 17 };
        const int times_in_all = (int)all_or(20000, 5000);
        for (int i = 0; i < times_in_all; i++) {
            memcpy(spoiled.at, bytes.at, bytes.size);
            for (uint32_t times = 1 + prng_below(&random, 4); times > 0; times--) {
                const uint32_t words = (uint32_t)(bytes.size / 4 - 2);
                const size_t to = 4 * (size_t)prng_below(&random, words), from = 4 * (size_t)prng_below(&random, words);
                set_number(spoiled, to, number_at(bytes, from) + prng_below(&random, 2));
            }
            make_sum_right(spoiled);
            assert_harmless(spoiled);
        }
        free_bytes(&spoiled);
        free_bytes(&bytes);
    }
}

tests_main(plain_test(a_truncated_one_is_rejected), plain_test(any_flipped_bit_is_noticed),
           plain_test(any_forged_bit_is_harmless), plain_test(any_forged_number_is_harmless),
           plain_test(many_forged_numbers_are_harmless))
