// All pairs of an oracle: see pair_set.h.
#include "pair_set.h"

#include <stdlib.h>

bool qd__pair_set_gather(const qd_oracle *oracle, const qd_oracle *other, const qd_pair_query *query,
                         qd__pair_set *pairs)
{
    size_t total = 0;
    qd_oracle_find_pairs(oracle, other, query, NULL, NULL, 0, &total);
    *pairs = (qd__pair_set){ (qd_pair *)calloc(total + 1, sizeof *pairs->all),
                             (double *)calloc(total + 1, sizeof(double)), 0 };
    if (!pairs->all || !pairs->distances)
        return false;
    pairs->count = qd_oracle_find_pairs(oracle, other, query, pairs->all, pairs->distances, total, NULL);
    return true;
}

void qd__pair_set_free(qd__pair_set *pairs)
{
    free(pairs->all);
    free(pairs->distances);
    *pairs = (qd__pair_set){ .all = NULL };
}

static int by_slots(const void *left, const void *right)
{
    const qd_pair *a = (const qd_pair *)left, *b = (const qd_pair *)right;
    const uint32_t p = qd_id_slot(a->a.id), q = qd_id_slot(b->a.id), r = qd_id_slot(a->b.id), s = qd_id_slot(b->b.id);
    return p != q ? (p < q ? -1 : 1) : (r > s) - (r < s);
}

const qd_pair *qd__pair_set_find(const qd__pair_set *pairs, const qd_pair *pair)
{
    return pairs->count > 0 ? (const qd_pair *)bsearch(pair, pairs->all, pairs->count, sizeof *pair, by_slots) : NULL;
}
