/// What the fuzzers of Tiled maps demand, in XML and in JSON.
#ifndef QUADRILLE_FUZZ_MAP_CHECK_H
#define QUADRILLE_FUZZ_MAP_CHECK_H

#include <stddef.h>
#include <stdint.h>

void map_check(const uint8_t *data, size_t size);

#endif
