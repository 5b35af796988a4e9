#include "palette.h"

#include <stdbool.h>

// The five bits of each channel.
static int channel(int bin, int c)
{
    return bin >> (10 - 5 * c) & 31;
}

static int bin_of(const uint8_t color[3])
{
    return (color[0] >> 3) << 10 | (color[1] >> 3) << 5 | color[2] >> 3;
}

void palette_add(palette *self, const uint8_t color[3], uint64_t weight)
{
    self->weight[bin_of(color)] += weight;
}

// A box of bins, both ends within it.
typedef struct range {
    int low[3], high[3];
    uint64_t weight;
} range;

static bool holds(const range *box, int bin)
{
    for (int c = 0; c < 3; c++)
        if (channel(bin, c) < box->low[c] || channel(bin, c) > box->high[c])
            return false;
    return true;
}

// Shrinks it to the bins that have something.
static void tighten(const palette *self, range *box)
{
    range tight = { { 31, 31, 31 }, { 0, 0, 0 }, 0 };
    for (int bin = 0; bin < PALETTE_BINS; bin++) {
        if (self->weight[bin] == 0 || !holds(box, bin))
            continue;
        tight.weight += self->weight[bin];
        for (int c = 0; c < 3; c++) {
            int at = channel(bin, c);
            tight.low[c] = at < tight.low[c] ? at : tight.low[c];
            tight.high[c] = at > tight.high[c] ? at : tight.high[c];
        }
    }
    *box = tight;
}

static int longest(const range *box)
{
    int best = 0;
    for (int c = 1; c < 3; c++)
        if (box->high[c] - box->low[c] > box->high[best] - box->low[best])
            best = c;
    return best;
}

// Cuts off the upper half of its weight along its longest side.
static range cut(const palette *self, range *box)
{
    const int along = longest(box);
    uint64_t slices[32] = { 0 }, below = 0;
    for (int bin = 0; bin < PALETTE_BINS; bin++)
        if (holds(box, bin))
            slices[channel(bin, along)] += self->weight[bin];
    int last = box->low[along];
    for (below = slices[last]; last + 1 < box->high[along] && 2 * below < box->weight; last++)
        below += slices[last + 1];
    range upper = *box;
    box->high[along] = last;
    upper.low[along] = last + 1;
    tighten(self, box);
    tighten(self, &upper);
    return upper;
}

static void mean_of(const palette *self, const range *box, uint8_t color[3])
{
    uint64_t sums[3] = { 0, 0, 0 };
    for (int bin = 0; bin < PALETTE_BINS; bin++)
        for (int c = 0; c < 3 && self->weight[bin] > 0 && holds(box, bin); c++)
            sums[c] += self->weight[bin] * (uint64_t)channel(bin, c);
    for (int c = 0; c < 3; c++) // 31 is 255
        color[c] = (uint8_t)((sums[c] * 255 + 31 * box->weight / 2) / (31 * box->weight));
}

void palette_make(palette *self)
{
    range boxes[PALETTE_MOST] = { { { 0, 0, 0 }, { 31, 31, 31 }, 0 } };
    tighten(self, boxes);
    for (self->count = boxes[0].weight > 0; self->count > 0 && self->count < PALETTE_MOST; self->count++) {
        int best = -1;
        uint64_t most = 0;
        for (int i = 0; i < self->count; i++) {
            const int side = longest(&boxes[i]);
            const uint64_t worth = boxes[i].weight * (uint64_t)(boxes[i].high[side] - boxes[i].low[side]);
            if (worth > most) {
                most = worth;
                best = i;
            }
        }
        if (best < 0)
            break;
        boxes[self->count] = cut(self, &boxes[best]);
    }
    for (int i = 0; i < self->count; i++)
        mean_of(self, &boxes[i], self->colors[i]);
    for (int bin = 0; bin < PALETTE_BINS; bin++)
        self->nearest[bin] = -1;
}

int palette_nearest(palette *self, const uint8_t color[3])
{
    int16_t *known = &self->nearest[bin_of(color)];
    int best = 1 << 30;
    for (int i = 0; *known < 0 || (i > 0 && i < self->count); i++) {
        int far = 0;
        for (int c = 0; c < 3; c++)
            far += (color[c] - self->colors[i][c]) * (color[c] - self->colors[i][c]);
        if (far < best) {
            best = far;
            *known = (int16_t)i;
        }
    }
    return *known;
}
