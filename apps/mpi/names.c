// Pairs and names on their way: see names.h.
#include "names.h"

#include "items_list.h"
#include "ranks.h"
#include "shares.h"

#include <limits.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

static int compare_pairs(const void *first, const void *second)
{
    const qd_mpi_pair *p = first, *q = second;
    return p->a != q->a ? (p->a > q->a) - (p->a < q->a) : (p->b > q->b) - (p->b < q->b);
}

static int compare_numbers(const void *first, const void *second)
{
    const uint64_t *p = first, *q = second;
    return (*p > *q) - (*p < *q);
}

/// Each pair comes to the rank that has its first item. Sorted, they are already in the order of those ranks.
static bool bring_home(named_pairs *self, qd_mpi_pair *found, size_t count)
{
    shares s;
    bool good = shares_open(&s);
    if (count > 0)
        qsort(found, count, sizeof *found, compare_pairs);
    for (size_t i = 0; good && i < count; i++)
        s.to[part_owner(self->a, found[i].a)]++;
    good = ranks_all(good && count <= INT_MAX) && ranks_all(shares_tell(&s));
    self->pairs = good ? shares_make(s.received, sizeof *self->pairs) : NULL;
    good = ranks_all(good && self->pairs != NULL);
    if (good) {
        shares_move_bytes(&s, found, self->pairs, sizeof *found);
        self->count = s.received;
        qsort(self->pairs, self->count, sizeof *self->pairs, compare_pairs);
    }
    shares_free(&s);
    return good;
}

/// The second items, each once.
static bool list_others(named_pairs *self)
{
    self->others = shares_make(self->count, sizeof *self->others);
    if (self->others == NULL)
        return false;
    for (size_t i = 0; i < self->count; i++)
        self->others[i] = self->pairs[i].b;
    qsort(self->others, self->count, sizeof *self->others, compare_numbers);
    for (size_t i = 0; i < self->count; i++)
        if (i == 0 || self->others[i] != self->others[i - 1])
            self->others[self->other_count++] = self->others[i];
    return true;
}

/// The names that other ranks want, one after the other. `bytes` gets how many go to each.
static char *collect_names(const part_of_items *of, const uint64_t *wanted, const shares *asked, shares *bytes)
{
    char *texts = NULL;
    size_t size = 0;
    for (int pass = 0; pass < 2; pass++) {
        size_t used = 0;
        for (int rank = 0; rank < ranks_count(); rank++) {
            const size_t before = used;
            for (int k = 0; k < asked->from[rank]; k++) {
                const uint64_t item = wanted[asked->from_at[rank] + k];
                const char *name = items_text(&of->list, (size_t)(item - of->first[ranks_own()]));
                const size_t length = strlen(name) + 1;
                if (pass > 0)
                    memcpy(texts + used, name, length);
                used += length;
            }
            if (used > INT_MAX) {
                free(texts);
                return NULL;
            }
            bytes->to[rank] = (int)(used - before);
        }
        size = used;
        texts = pass > 0 ? texts : shares_make(size, 1);
        if (texts == NULL)
            return NULL;
    }
    return texts;
}

/// Collective: the names of the second items. NULL: no memory, on any rank.
static char *fetch_texts(const named_pairs *self, const uint64_t *wanted, const shares *asked)
{
    shares bytes;
    char *sent = shares_open(&bytes) ? collect_names(self->b, wanted, asked, &bytes) : NULL;
    const bool good = ranks_all(sent != NULL) && ranks_all(shares_tell(&bytes));
    char *texts = good ? shares_make(bytes.received, 1) : NULL;
    if (ranks_all(texts != NULL)) {
        shares_move(&bytes, sent, texts, MPI_CHAR);
    } else {
        free(texts);
        texts = NULL;
    }
    free(sent);
    shares_free(&bytes);
    return texts;
}

/// All of an item but its name.
typedef struct kept_item {
    qd_box box;
    uint64_t number;
    row_span row;
} kept_item;

/// Collective: the second items without their names. NULL: no memory, on any rank.
static kept_item *fetch_kept(const named_pairs *self, const uint64_t *wanted, const shares *asked)
{
    kept_item *sent = shares_make(asked->received, sizeof *sent), *kept = shares_make(asked->sent, sizeof *kept);
    const items *list = &self->b->list;
    for (size_t i = 0; sent != NULL && i < asked->received; i++) {
        const size_t item = (size_t)(wanted[i] - self->b->first[ranks_own()]);
        sent[i] = (kept_item){ .box = items_box(list, item),
                               .number = list->has_texts ? 0 : items_number(list, item),
                               .row = list->spans != NULL ? list->spans[item] : (row_span){ 0, 0 } };
    }
    if (ranks_all(sent != NULL && kept != NULL)) {
        // The way of the answers, back to the ranks that have asked.
        const shares back = { .to = asked->from, .to_at = asked->from_at, .from = asked->to, .from_at = asked->to_at };
        shares_move_bytes(&back, sent, kept, sizeof *sent);
    } else {
        free(kept);
        kept = NULL;
    }
    free(sent);
    return kept;
}

/// Makes a list of what has come; NULL is what has not been asked for.
static bool list_items(named_pairs *self, const char *texts, const kept_item *kept)
{
    items *list = &self->list;
    bool good = true;
    list->exact = self->b->list.exact;
    list->has_texts = texts != NULL;
    list->header = self->b->list.header;
    list->separator = self->b->list.separator;
    for (size_t i = 0; good && i < self->other_count; i++) {
        static const kept_item none;
        const kept_item *item = kept != NULL ? &kept[i] : &none;
        good = (item->row.size == 0 || items_add_span(list, item->row.start, item->row.start + item->row.size)) &&
               items_add(list, item->box, item->number, texts);
        texts = texts != NULL ? texts + strlen(texts) + 1 : NULL;
    }
    return good;
}

/// Asks the ranks that have the second items for what is to be printed of them.
static bool fetch_items(named_pairs *self, bool whole)
{
    const bool named = self->b->texts, numbered = whole || !named;
    shares asked;
    bool good = shares_open(&asked) && list_others(self);
    for (size_t i = 0; good && i < self->other_count; i++)
        asked.to[part_owner(self->b, self->others[i])]++;
    good = ranks_all(good) && ranks_all(shares_tell(&asked));
    uint64_t *wanted = good ? shares_make(asked.received, sizeof *wanted) : NULL;
    good = ranks_all(good && wanted != NULL);
    if (good)
        shares_move(&asked, self->others, wanted, MPI_UINT64_T);
    char *texts = good && named ? fetch_texts(self, wanted, &asked) : NULL;
    kept_item *kept = good && numbered ? fetch_kept(self, wanted, &asked) : NULL;
    good = good && (!named || texts != NULL) && (!numbered || kept != NULL) && list_items(self, texts, kept);
    free(texts);
    free(kept);
    free(wanted);
    shares_free(&asked);
    return ranks_all(good);
}

/// Fetches what is to be printed, where the numbers of the pairs do not say it all.
static bool fetch(named_pairs *self, bool whole)
{
    self->fetched = whole || self->b->named;
    return !self->fetched || fetch_items(self, whole);
}

bool names_find(named_pairs *self, qd_mpi_pair *found, size_t count, const part_of_items *a, const part_of_items *b,
                bool whole)
{
    *self = (named_pairs){ .a = a, .b = b };
    const bool home = bring_home(self, found, count);
    free(found);
    return home && fetch(self, whole);
}

bool names_fetch(named_pairs *self, qd_mpi_pair *pairs, double *distances, size_t count, const part_of_items *a,
                 const part_of_items *b, bool whole)
{
    *self = (named_pairs){ .pairs = pairs, .count = count, .a = a, .b = b };
    self->distances = distances;
    return fetch(self, whole);
}

void names_free(named_pairs *self)
{
    free(self->pairs);
    free(self->distances);
    free(self->others);
    items_free(&self->list);
    *self = (named_pairs){ 0 };
}

size_t names_first(const named_pairs *self, size_t i)
{
    return (size_t)(self->pairs[i].a - self->a->first[ranks_own()]);
}

size_t names_second(const named_pairs *self, size_t i)
{
    const uint64_t *item = &self->pairs[i].b;
    if (!self->fetched)
        return (size_t)*item;
    const uint64_t *at = bsearch(item, self->others, self->other_count, sizeof *self->others, compare_numbers);
    return (size_t)(at - self->others);
}
