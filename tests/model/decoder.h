// Any byte string becomes a script: the random model test and the fuzzer make their calls this way.
#ifndef TESTS_MODEL_DECODER_H
#define TESTS_MODEL_DECODER_H

#include "script.h"

// How many items the trees have. All zero: a hundred, some have none and some three hundred.
struct model_sizes {
    size_t crowd; // so many go in before all else
    size_t brim;  // so many go in one by one, into a buffer that holds no more
    bool small;   // a dozen; their leaves hold as few as that takes to be split
};

// The script is emptied first and ends with the bytes.
void model_decode(const unsigned char *data, size_t size, struct model_sizes sizes, struct model_script *script);

#endif
