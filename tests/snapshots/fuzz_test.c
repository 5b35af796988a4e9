// The fuzzer's entry does not rot: it runs on a snapshot that is kept here, and on some that are spoiled.
#include "bytes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void it_bears_spoiled_snapshots(void)
{
    static unsigned char sample[1 << 16], spoiled[1 << 16];
    struct prng random = { 1 };
    FILE *file = fopen(SAMPLE, "rb");
    assert_non_null(file);
    const size_t size = fread(sample, 1, sizeof sample, file);
    fclose(file);
    for (size_t cut = 0; cut <= size; cut += 1 + cut / 7)
        assert_int_equal(LLVMFuzzerTestOneInput(sample, cut), 0);
    assert_int_equal(LLVMFuzzerTestOneInput(sample, size), 0);
    for (int i = 0; i < 2000; i++) {
        memcpy(spoiled, sample, size);
        spoiled[prng_below(&random, (uint32_t)size)] = (unsigned char)prng_next(&random);
        assert_int_equal(LLVMFuzzerTestOneInput(spoiled, size), 0);
    }
}

tests_main(plain_test(it_bears_spoiled_snapshots))
