// A scene to be timed: boxes that drift, held by brute force and by the library's tree. JavaScript has the clock, and
// calls as many runs as it needs.
#ifndef QUADRILLE_WEB_MEASURE_H
#define QUADRILLE_WEB_MEASURE_H

#include <stdbool.h>

/// Makes a scene of so many boxes, by a seed, instead of the present one. A quarter of the world is covered, whatever
/// the count, and a window has some ten boxes in it. False: no memory, and no scene is left.
bool play_measure_begin(double count, double seed);
void play_measure_end(void);

/// Runs of a method, 0 brute force, 1 the tree. `what`: 0 builds it from all boxes, 1 moves all boxes on by a tick,
/// 2 does that and finds all overlapping pairs, 3 finds what is in a window, the next one each time. Brute force's
/// windows are a loop over the boxes where they lie, which needs neither building nor moving. False: no memory.
bool play_measure_run(int method, int what, int times);

/// What the last runs found, all together: how many, and the low 53 bits of a sum over it that no order changes.
double play_measure_found(void);
double play_measure_sum(void);

/// Has both methods begin again, at the first tick and the first window.
bool play_measure_rewind(void);

/// The boxes of a tick, or the windows: least x and y, greatest x and y. And how many of each there are.
const float *play_measure_boxes(int tick);
const float *play_measure_windows(void);
int play_measure_ticks(void);
int play_measure_window_count(void);

#endif
