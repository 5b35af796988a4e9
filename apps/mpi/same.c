// Equal ids have equal hashes, and items with equal hashes go to one rank. It makes pairs of them, each of the
// first and another; the ids are compared by the rank that has the first. Those that differ, though their hashes do
// not, are paired among each other, until all are done.
#include "same.h"

#include "names.h"
#include "ranks.h"
#include "shares.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <same_ids.h>
#include <stdlib.h>
#include <string.h>

typedef struct hashed_item {
    uint64_t hash, item;
} hashed_item;

static int compare_hashed(const void *first, const void *second)
{
    const hashed_item *a = first, *b = second;
    return a->hash != b->hash ? (a->hash > b->hash) - (a->hash < b->hash) : (a->item > b->item) - (a->item < b->item);
}

/// Collective: the items of all ranks with hashes that are this rank's, in their order. NULL: no memory, on any rank.
static hashed_item *deal_hashes(const part_of_items *part, size_t *count)
{
    shares s;
    bool good = ranks_all(shares_open(&s) && part->list.count <= INT_MAX);
    for (size_t i = 0; good && i < part->list.count; i++)
        s.to[same_ids_hash(items_text(&part->list, i)) % (uint64_t)ranks_count()]++;
    good = good && ranks_all(shares_tell(&s));
    hashed_item *sent = good ? shares_make(s.sent, sizeof *sent) : NULL;
    hashed_item *received = good ? shares_make(s.received, sizeof *received) : NULL;
    good = ranks_all(sent != NULL && received != NULL);
    if (good) {
        for (size_t i = 0; i < part->list.count; i++) { // those for rank 0 first
            const uint64_t hash = same_ids_hash(items_text(&part->list, i));
            sent[s.to_at[hash % (uint64_t)ranks_count()]++] = (hashed_item){ hash, part->first[ranks_own()] + i };
        }
        shares_rewind(&s);
        shares_move_bytes(&s, sent, received, sizeof *sent);
        *count = s.received;
        qsort(received, s.received, sizeof *received, compare_hashed);
    }
    free(sent);
    shares_free(&s);
    if (!good) {
        free(received);
        return NULL;
    }
    return received;
}

/// Pairs of the first of each hash and another. NULL: no memory.
static qd_mpi_pair *pair_hashes(const hashed_item *all, size_t count, size_t *pair_count)
{
    qd_mpi_pair *pairs = shares_make(count, sizeof *pairs);
    size_t first = 0;
    *pair_count = 0;
    for (size_t i = 1; pairs != NULL && i < count; i++) {
        first = all[i].hash == all[first].hash ? first : i;
        if (first < i)
            pairs[(*pair_count)++] = (qd_mpi_pair){ all[first].item, all[i].item };
    }
    return pairs;
}

/// The items that have the id of an earlier one.
typedef struct same_found {
    uint64_t count, first;
    char text[84];
} same_found;

/// Collective: counts the pairs with equal ids, and leaves those that differ, paired among each other. False: no
/// memory.
static bool compare_ids(const part_of_items *part, qd_mpi_pair **pairs, size_t *count, same_found *found)
{
    named_pairs named;
    const bool good = names_find(&named, *pairs, *count, part, part, false);
    *pairs = good ? shares_make(named.count, sizeof **pairs) : NULL;
    *count = 0;
    const qd_mpi_pair *first = NULL; // that differs, of those with one first item
    for (size_t i = 0; *pairs != NULL && named.pairs != NULL && i < named.count; i++) {
        const qd_mpi_pair *pair = &named.pairs[i];
        const char *text = items_text(&named.list, names_second(&named, i));
        first = first != NULL && first->a == pair->a ? first : NULL;
        if (strcmp(items_text(&part->list, names_first(&named, i)), text) != 0) {
            if (first != NULL)
                (*pairs)[(*count)++] = (qd_mpi_pair){ first->b, pair->b };
            first = first != NULL ? first : pair;
        } else if (found->count++ == 0 || pair->b < found->first) {
            found->first = pair->b;
            (void)snprintf(found->text, sizeof found->text, "%.80s", text);
        }
    }
    names_free(&named);
    return ranks_all(*pairs != NULL);
}

/// Collective: rank 0 complains of what all have found.
static void tell(same_found *found, const char *file)
{
    const uint64_t own = found->count > 0 ? found->first : UINT64_MAX;
    uint64_t first = own;
    MPI_Allreduce(&own, &first, 1, MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD);
    const uint64_t count = ranks_sum(found->count);
    if (count == 0)
        return;
    const uint64_t owner = ranks_sum(own == first ? (uint64_t)ranks_own() : 0);
    MPI_Bcast(found->text, sizeof found->text, MPI_CHAR, (int)owner, MPI_COMM_WORLD);
    if (ranks_own() == 0)
        complain_at(file, 0, "%" PRIu64 " item%s the id of an earlier one; the first such id is '%s'", count,
                    count == 1 ? " has" : "s have", found->text);
}

bool same_tell(const part_of_items *part, const char *file)
{
    if (ranks_sum(part->list.has_texts) == 0)
        return true;
    same_found found = { 0, 0, "" };
    size_t count = 0, hashes = 0;
    hashed_item *all = deal_hashes(part, &hashes);
    qd_mpi_pair *pairs = all != NULL ? pair_hashes(all, hashes, &count) : NULL;
    free(all);
    bool good = ranks_all(pairs != NULL);
    while (good && ranks_sum(count) > 0)
        good = compare_ids(part, &pairs, &count, &found);
    if (good)
        tell(&found, file);
    else
        complain("%s", strerror(ENOMEM));
    free(pairs);
    return good;
}
