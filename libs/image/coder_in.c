// Bytes to planes: see coder.h, and code_kernels.h for the order.
#include "coder.h"
#include "guess.h"

typedef struct in_coder {
    qd__range_in range;
    qd__contexts contexts;
} in_coder;

#define CODE(name) code_in_##name
#define CODE_CODER in_coder
#define CODE_WRITES 0
#include "code_kernels.h"
#undef CODE
#undef CODE_CODER
#undef CODE_WRITES

/// Nodes that are too large for leaves, of which the bytes do not say more, become leaves with the mean that they have.
static void divide_large(qd__plane *plane)
{
    for (int s = plane->top; s > QD__LARGEST; s--) {
        for (uint32_t j = 0; j < plane->down[s]; j++) {
            for (uint32_t i = 0; i < plane->across[s]; i++) {
                uint8_t *state = &plane->state[s][qd__plane_at(plane, s, i, j)];
                if (*state == QD__LEAF)
                    code_in_children(plane, s, i, j, (const int32_t[3]){ 0, 0, 0 }, true, QD__APART);
                *state = QD__SPLIT;
            }
        }
    }
}

bool qd__coder_read(qd__plane *planes, int count, const uint8_t *bytes, size_t size, qd__blocks *memory)
{
    in_coder *coder = qd__blocks_get(memory, 1, sizeof *coder); // too large for the stack
    if (!coder)
        return false;
    qd__range_in_start(&coder->range, bytes, size);
    qd__contexts_start(&coder->contexts);
    for (int k = 0; k < count; k++) { // the values where the stream has none
        *planes[k].mean[planes[k].top] = 128 << QD__FINE;
        *planes[k].state[planes[k].top] = QD__LEAF;
    }
    const bool whole = code_in_trees(coder, planes, count);
    for (int k = 0; k < count; k++) {
        divide_large(&planes[k]);
        if (!qd__plane_find_leaves(&planes[k], memory))
            return false;
        qd__plane_revive(&planes[k]);
    }
    if (whole && code_in_haars(coder, planes, count, false) && code_in_leaves(coder, planes, count))
        code_in_haars(coder, planes, count, true);
    return true;
}
