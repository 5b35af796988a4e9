/// What the demo is like, as lines that a program can read: for tests of the window. A line for each change and each
/// tick goes to the file that the environment variable QUADRILLE_TRACE names.
#ifndef QUADRILLE_DEMO_TRACE_H
#define QUADRILLE_DEMO_TRACE_H

#include "demo.h"

#include <stdio.h>

typedef struct trace {
    FILE *file; ///< NULL: nothing is traced.
    char last[512];
} trace;

/// False: complained that it cannot be written.
bool trace_open(trace *self);
void trace_line(trace *self, const demo *show, bool panel, double text);
void trace_close(trace *self);

#endif
