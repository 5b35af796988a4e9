// Any bytes as a Tiled map, from maps in XML.
#include "entry.h"
#include "map_check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    map_check(data, size);
    return 0;
}
