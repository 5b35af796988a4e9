// Bytes become calls on a qd_wide and on the oracle, whose answers are compared: for the random test and the fuzzer.
#ifndef TESTS_WIDE_PLAY_H
#define TESTS_WIDE_PLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What it came to. `why` is empty when all answers were right.
struct wide_play {
    size_t calls, answers; // answers: items and pairs that questions brought
    char why[200];
};

// Plays all the bytes. `refuse`: which demand for memory is refused, from 1, and whether all after it are too; 0: none.
bool wide_play(struct wide_play *play, const uint8_t *data, size_t size, uint64_t refuse, bool later);

#endif
