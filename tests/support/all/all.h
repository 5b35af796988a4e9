/// More of the same than is quick: `make test` has some of it, `make test-all` all of it (ALL in tests/CMakeLists.txt).
#ifndef TESTS_ALL_H
#define TESTS_ALL_H

#include <stddef.h>
#include <stdlib.h>

/// How many, or how far, in this run.
static inline size_t all_or(size_t all, size_t some)
{
    return getenv("QUADRILLE_TEST_ALL") ? all : some;
}

#endif
