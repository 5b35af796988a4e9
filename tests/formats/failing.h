/// Allocations that fail: programs that have failing.c in them are linked with --wrap=malloc,--wrap=realloc, by which
/// the readers' allocations come here. Those of other libraries do not.
#ifndef QUADRILLE_TESTS_FAILING_H
#define QUADRILLE_TESTS_FAILING_H

/// How many allocations succeed until one fails; below 0: all do.
extern long failing_allowed;

#endif
