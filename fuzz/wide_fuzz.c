// The fuzzer's way into the test of doubles: its bytes become calls on a qd_wide and on the oracle.
#include "doubles/wide_play.h"
#include "entry.h"

// The first byte refuses memory, so that this is found too.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wide_play play;
    const unsigned refuse = size > 0 ? data[0] : 0;
    if (!wide_play(&play, data + (size > 0), size - (size > 0), refuse < 200 ? 0 : refuse - 199, refuse % 2 == 0)) {
        fprintf(stderr, "wide_fuzz: %s\n", play.why);
        abort();
    }
    return 0;
}
