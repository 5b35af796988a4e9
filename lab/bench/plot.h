/// Pictures of the results: for each scene, time against the number of boxes on logarithmic axes, a line for each
/// contender with its name at its end.
#ifndef QUADRILLE_BENCH_PLOT_H
#define QUADRILLE_BENCH_PLOT_H

#include "reports.h"

/// Writes one SVG file for each task and scene that was measured at two sizes or more: FOLDER/performance-ticks-U.svg
/// and the like. The folder must be there. False: complained.
bool plot_all(const report *r, const char *folder);

#endif
