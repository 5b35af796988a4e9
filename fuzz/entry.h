/// What every fuzzer here is: one function that takes any bytes. libFuzzer calls it with bytes of its own making,
/// standalone.c with those of files.
#ifndef QUADRILLE_FUZZ_ENTRY_H
#define QUADRILLE_FUZZ_ENTRY_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/// Ends the program unless what should hold does: the fuzzer then keeps the input.
static inline void demand(int holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "\nThis should hold and does not: %s\n", what);
    abort();
}

#endif
