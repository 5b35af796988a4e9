/// How fast ours is with one picture at half a bit a pixel. The rounds are spread over the time in which the picture is
/// measured, because a machine that others use as well is slow for seconds or minutes at a time.
#ifndef QUADRILLE_LAB_RATE_TIMER_H
#define QUADRILLE_LAB_RATE_TIMER_H

#include <pixels.h>

enum { SPEED_ROUNDS = 15 };

/// What ours is asked to do with one picture at half a bit a pixel.
enum { SPEED_DECODE, SPEED_BY_QUALITY, SPEED_TO_SIZE, SPEEDS };

/// How fast that is, in megapixels a second: the median of SPEED_ROUNDS, and the best, which is what the machine does
/// where nothing else slows it down. And the memory that it takes: bytes a pixel at most.
typedef struct rate_speed {
    double median[SPEEDS], best[SPEEDS];
    double encode_memory, decode_memory;
} rate_speed;

typedef struct rate_timer rate_timer;

/// Finds the quality for half a bit a pixel, and the memory that is taken. NULL: not enough memory. Both parameters are
/// to outlive the timer.
rate_timer *rate_timer_start(const pixels *picture, rate_speed *into);

/// Does everything in `count` rounds more, up to SPEED_ROUNDS in all. False: not enough memory.
bool rate_timer_rounds(rate_timer *self, int count);

/// The speeds of all rounds go to the place given at the start; frees the timer, which may be NULL.
void rate_timer_end(rate_timer *self);

#endif
