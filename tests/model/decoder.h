// Any byte string becomes a script: the random model test and the fuzzer make their calls this way.
#ifndef TESTS_MODEL_DECODER_H
#define TESTS_MODEL_DECODER_H

#include "script.h"

// The script is emptied first and ends with the bytes. With a crowd, that many items go in before all else.
void model_decode(const unsigned char *data, size_t size, size_t crowd, struct model_script *script);

#endif
