// Short taps of keys.
#include "taps.h"

#include <stddef.h>

static tap *find(taps *self, int code)
{
    for (int i = 0; i < TAPS_MOST; i++)
        if (self->of[i].used && self->of[i].code == code)
            return &self->of[i];
    return NULL;
}

static bool is_early(const tap *self, tap_moment now)
{
    return now.frames == self->down.frames || (!now.still && now.ticks == self->down.ticks);
}

void taps_down(taps *self, int code, tap_moment now)
{
    tap *at = find(self, code);
    for (int i = 0; i < TAPS_MOST && !at; i++)
        if (!self->of[i].used)
            at = &self->of[i];
    if (at)
        *at = (tap){ .code = code, .used = true, .down = now };
}

int taps_up(taps *self, int code, tap_moment now)
{
    tap *at = find(self, code);
    if (!at)
        return TAP_NONE;
    at->kept = at->used = is_early(at, now);
    return at->kept ? (int)(at - self->of) : TAP_NONE;
}

int taps_next(taps *self, tap_moment now)
{
    for (int i = 0; i < TAPS_MOST; i++) {
        tap *at = &self->of[i];
        if (at->kept && !is_early(at, now)) {
            at->kept = at->used = false;
            return i;
        }
    }
    return TAP_NONE;
}

bool taps_hold(const taps *self, int code)
{
    for (int i = 0; i < TAPS_MOST; i++)
        if (self->of[i].kept && self->of[i].code == code)
            return true;
    return false;
}
