/// Keys that go down and up again between two frames or two ticks. Whatever looks at keys only then would miss them, so
/// that their going up is kept back until there was one.
#ifndef QUADRILLE_DEMO_TAPS_H
#define QUADRILLE_DEMO_TAPS_H

#include <stdbool.h>
#include <stdint.h>

enum { TAPS_MOST = 16, TAP_NONE = -1 };

/// A moment: how many frames and ticks there were. `still`: no ticks come, so that none is waited for.
typedef struct tap_moment {
    uint64_t frames, ticks;
    bool still;
} tap_moment;

typedef struct tap {
    int code;
    bool used, kept; ///< kept: it went up, which is not reported yet.
    tap_moment down;
} tap;

/// All zero: no key is down.
typedef struct taps {
    tap of[TAPS_MOST];
} taps;

/// A key goes down. With more than TAPS_MOST at once the later ones go up when they do.
void taps_down(taps *self, int code, tap_moment now);

/// A key goes up. TAP_NONE: report it at once; else when taps_next returns that slot.
int taps_up(taps *self, int code, tap_moment now);

/// The slot of a kept key to report as up now; the slot is free then. TAP_NONE: no key.
int taps_next(taps *self, tap_moment now);

/// Is a key up already, but kept back?
bool taps_hold(const taps *self, int code);

#endif
