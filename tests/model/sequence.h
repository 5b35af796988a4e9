// The random model test's sequences: each is made from a seed and its number, and can be made again.
#ifndef TESTS_MODEL_SEQUENCE_H
#define TESTS_MODEL_SEQUENCE_H

#include "script.h"

// Most sequences stay at a hundred items or fewer; now and then one starts with a crowd of a thousand, and seldom with
// one of a hundred thousand; one in twenty-five keeps a buffer full to the brim. But `small` of a hundred sequences
// have trees of a dozen items, which take little time.
void model_sequence(uint64_t seed, uint64_t number, unsigned small, struct model_script *script);

#endif
