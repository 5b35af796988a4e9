// Copying and filling by the instructions that WebAssembly has for it, in place of the C library's loops, which would
// be 1 KB of what a page loads. Those instructions take long to begin, so memcpy does what is small word by word. Only
// this file is compiled with them (-mbulk-memory): compilers would use them for small blocks too.
#include <stdint.h>
#include <string.h>

enum { SMALL = 128 }; ///< Bytes.

__attribute__((no_builtin("memcpy"))) void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    if (size > SMALL)
        return __builtin_memcpy(to, from, size);
    char *out = to;
    const char *in = from;
    for (; size >= 8; size -= 8, out += 8, in += 8) {
        typedef uint64_t word __attribute__((aligned(1), may_alias));
        *(word *)(void *)out = *(const word *)(const void *)in;
    }
    for (; size > 0; size--)
        *out++ = *in++;
    return to;
}

void *memmove(void *to, const void *from, size_t size)
{
    return __builtin_memmove(to, from, size);
}

void *memset(void *to, int byte, size_t size)
{
    return __builtin_memset(to, byte, size);
}
