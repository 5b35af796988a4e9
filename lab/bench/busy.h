/// Whether other processes kept the machine busy while something was measured.
#ifndef QUADRILLE_BENCH_BUSY_H
#define QUADRILLE_BENCH_BUSY_H

#include <stdbool.h>

/// Seconds on three clocks, each counted from some moment of its own.
typedef struct busy_clocks {
    double wall;
    double machine; ///< All processors together: at work for any process, or taken away by a hypervisor; negative: not
                    ///< known.
    double own;     ///< Processor time of this process, all its threads together.
} busy_clocks;

/// The clocks now. Without /proc/stat, the machine's is not known.
busy_clocks busy_now(void);

/// What /proc/stat's first line says, in ticks of so many a second; negative: it is no such line.
double busy_machine_seconds(const char *line, double ticks_per_second);

/// How many processors other processes kept at work on average between two moments; negative: not known.
double busy_others(busy_clocks from, busy_clocks to);

/// The machine is busy when other processes use more than a tenth of one processor.
bool busy_is(double others);

#endif
