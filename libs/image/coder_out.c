// Planes to bytes: see coder.h, and code_kernels.h for the order.
#include "coder.h"
#include "guess.h"

#include <string.h>

/// Rounding of differences: less than a half, as small numbers are cheap.
#define DETAIL_ROUNDING 0.45f

struct qd__coder {
    qd__range_out range;
    qd__contexts contexts;
    qd__costs seen;
    qd__bits table;
    float bits;
};

static int32_t nearest_number(float value, uint32_t step, int s, float rounding)
{
    const uint32_t fine = step * 4 >> s;
    const float size = s <= QD__LARGEST ? (float)step * 4 / (float)(1 << s) : (float)(fine > 0 ? fine : 1);
    const float steps = (value < 0 ? -value : value) / size + rounding;
    const int32_t q = steps < (float)QD__TOPMOST ? (int32_t)steps : QD__TOPMOST;
    return value < 0 ? -q : q;
}

#define CODE(name) code_out_##name
#define CODE_CODER qd__coder
#define CODE_WRITES 1
#include "code_kernels.h"
#undef CODE
#undef CODE_CODER
#undef CODE_WRITES

qd__coder *qd__coder_create(qd__blocks *memory)
{
    qd__coder *coder = qd__blocks_get(memory, 1, sizeof *coder);
    if (coder)
        qd__bits_start(&coder->table);
    return coder;
}

size_t qd__coder_write(qd__coder *coder, qd__plane *planes, int count, uint8_t *bytes, size_t room,
                       const qd__costs **seen)
{
    coder->range = (qd__range_out){ .room = room, .range = 0xffffffffu };
    coder->range.bytes = bytes;
    coder->bits = 0;
    memset(&coder->seen, 0, sizeof coder->seen);
    qd__contexts_start(&coder->contexts);
    for (int k = 0; k < count; k++)
        qd__plane_revive(&planes[k]);
    code_out_trees(coder, planes, count);
    code_out_haars(coder, planes, count, false);
    code_out_leaves(coder, planes, count);
    code_out_haars(coder, planes, count, true);
    qd__range_out_end(&coder->range);
    *seen = &coder->seen;
    return coder->range.size;
}
