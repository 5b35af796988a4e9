/// @file run.h
/// Carrying out a plan.
#ifndef QUADRILLE_BENCH_RUN_H
#define QUADRILLE_BENCH_RUN_H

#include "plan.h"

/// Measures all that the plan asks for. False: no memory; what was measured before is there. results_free afterwards in
/// either case.
bool bench_run(const plan *p, results *all);

#endif
