// A fuzzer without libFuzzer: runs its entry on each file that is named, so that seeds and what was found once are
// ordinary tests, by any compiler.
#include "entry.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);

// Fuzzers that mend their inputs ask libFuzzer for this; here none are made.
// NOLINTNEXTLINE(readability-non-const-parameter): libFuzzer's own declaration
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most)
{
    (void)data;
    (void)most;
    return size;
}

// The bytes lie in a block of exactly their size, so that a sanitizer sees reads beyond them.
static int run(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0) {
        perror(path);
        return 1;
    }
    long size = ftell(file);
    uint8_t *bytes = malloc(size > 0 ? (size_t)size : 1);
    rewind(file);
    if (size < 0 || bytes == NULL || fread(bytes, 1, (size_t)size, file) != (size_t)size) {
        perror(path);
        free(bytes);
        fclose(file);
        return 1;
    }
    fclose(file);
    fprintf(stderr, "%s: %ld bytes\n", path, size);
    LLVMFuzzerTestOneInput(bytes, (size_t)size);
    free(bytes);
    return 0;
}

int main(int argc, char **argv)
{
    int failed = argc < 2;
    if (failed)
        fprintf(stderr, "usage: %s FILE... (as a test: put some into fuzz/seeds)\n", argv[0]);
    for (int i = 1; i < argc; i++)
        failed |= run(argv[i]);
    return failed;
}
