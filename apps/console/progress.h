/// How far long work has come: one line on standard error that is written over and gone at the end. It shows only on a
/// terminal, and only once the work has taken a second.
#ifndef QUADRILLE_CONSOLE_PROGRESS_H
#define QUADRILLE_CONSOLE_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

/// Milliseconds on a clock that only goes forward.
double clock_ms(void);

typedef struct progress {
    const char *what;
    double start, next; ///< When the work began, and when the line is due again.
    bool terminal, shown;
} progress;

progress progress_begin(const char *what);

/// `total` 0: not known. Asks the clock each time: call it every few thousand steps.
void progress_step(progress *p, uint64_t done, uint64_t total);

/// Wipes the line.
void progress_end(progress *p);

#endif
