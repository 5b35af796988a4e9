// Memory for what is kept of an element.
#include "tiled_parser.h"

#include <string.h>

bool tiled_hold(const element *e)
{
    enum { HELD = 256, HELD_TIMES = 8 }; // bytes of an object or a layer; of a point, for each of its text's at most
    uint64_t bytes = HELD;
    if (element_is(e, "tile"))
        return true; // counted with its layer
    for (const char *const *pair = e->attributes; pair[0] != NULL; pair += 2)
        bytes += HELD_TIMES * (uint64_t)strlen(pair[1]);
    return element_claim(e->reader, bytes, "its layers and objects");
}
