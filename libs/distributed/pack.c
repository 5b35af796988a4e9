// Packing the boxes of a round: counted first, then written where each belongs. See pack.h.
#include "pack.h"

#include "allocator.h"

#include <string.h>

/// One box on its way to the regions that it touches.
typedef struct box_packing {
    const qd__job *job;
    const qd__deal *deal;
    uint32_t round;
    bool several;     ///< Does it touch several regions?
    uint64_t *counts; ///< Two for each rank. When writing: where the next box goes.
    char *bytes;      ///< NULL: counting.
    size_t size;
    qd__deal_float narrow; ///< The box as it is sent, where its size is that of one of floats,
    qd__deal_double wide;  ///< or of doubles.
} box_packing;

static void pack_for_region(void *context, uint32_t region)
{
    box_packing *packing = context;
    const uint32_t rounds = packing->deal->rounds;
    if (region % rounds != packing->round)
        return;
    uint64_t *count = &packing->counts[2 * (region / rounds) + packing->several];
    if (packing->bytes) {
        const bool narrow = packing->size == sizeof packing->narrow;
        memcpy(packing->bytes + *count * packing->size,
               narrow ? (const void *)&packing->narrow : (const void *)&packing->wide, packing->size);
    }
    ++*count;
}

static void pack_box(box_packing *packing, int set, size_t i)
{
    const uint32_t home = packing->deal->homes[set][i];
    packing->several = home == QD__CUT_SEVERAL;
    if (!packing->several && home % packing->deal->rounds != packing->round)
        return;
    const qd_box box = qd__job_box(packing->job, set, i);
    const uint64_t user = qd__job_user(packing->job, set, i);
    packing->narrow =
        (qd__deal_float){ user, { (float)box.min.x, (float)box.min.y, (float)box.max.x, (float)box.max.y } };
    packing->wide = (qd__deal_double){ user, { box.min.x, box.min.y, box.max.x, box.max.y } };
    if (packing->several)
        qd__cut_touched(&packing->deal->cut, &box, pack_for_region, packing);
    else
        pack_for_region(packing, home);
}

bool qd__pack_round(const qd__job *job, const qd__deal *deal, int set, uint32_t round, qd__packed *out)
{
    const qd_allocator *memory = &job->memory;
    const size_t classes = 2 * (size_t)job->ranks, count = job->sets[set].part.count;
    memset(out, 0, sizeof *out);
    out->counts = qd__allocator_get(memory, classes, sizeof *out->counts);
    uint64_t *places = qd__allocator_get(memory, classes, sizeof *places);
    if (out->counts && places) {
        memset(out->counts, 0, classes * sizeof *out->counts);
        box_packing packing = { 0 };
        packing.job = job;
        packing.deal = deal;
        packing.round = round;
        packing.counts = out->counts;
        packing.size = qd__deal_size(job);
        for (size_t i = 0; i < count; i++)
            pack_box(&packing, set, i);
        for (size_t i = 0; i < classes; i++) {
            places[i] = out->all;
            out->all += out->counts[i];
        }
        out->bytes = qd__allocator_get(memory, out->all, packing.size);
        packing.counts = places;
        packing.bytes = out->bytes;
        for (size_t i = 0; out->bytes && i < count; i++)
            pack_box(&packing, set, i);
    }
    qd__allocator_give(memory, places, classes, sizeof *places);
    return out->bytes != NULL;
}

void qd__pack_free(const qd__job *job, qd__packed *packed)
{
    const qd_allocator *memory = &job->memory;
    qd__allocator_give(memory, packed->bytes, packed->all, qd__deal_size(job));
    qd__allocator_give(memory, packed->counts, 2 * (size_t)job->ranks, sizeof *packed->counts);
    memset(packed, 0, sizeof *packed);
}
