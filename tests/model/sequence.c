// The bytes are a counter, hashed; how many there are and how large the tree is follow from the number.
#include "sequence.h"
#include "decoder.h"
#include "places.h"

enum { MOST_BYTES = 6144 };

void model_sequence(uint64_t seed, uint64_t number, unsigned small, struct model_script *script)
{
    unsigned char data[MOST_BYTES];
    uint64_t random = model_mixed(model_mixed(seed) + number);
    size_t size = 512 + (size_t)(random % (MOST_BYTES - 512));
    struct model_sizes sizes = { .small = model_mixed(random) % 100 < small };
    if (!sizes.small && number % 25 == 11)
        sizes.brim = 300 + (size_t)(random % 700);
    else if (!sizes.small)
        sizes.crowd = number % 5000 == 7 ? 100000 : number % 50 == 3 ? 500 + (size_t)(random % 2000) : 0;
    for (size_t i = 0; i < size; i++) {
        if (i % 8 == 0)
            random = model_mixed(random);
        data[i] = (unsigned char)(random >> i % 8 * 8);
    }
    model_decode(data, size, sizes, script);
}
