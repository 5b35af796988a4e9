// Pairs and names on their way: see names.h.
#include "names.h"

#include "ranks.h"
#include "shares.h"

#include <inttypes.h>
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
    MPI_Datatype pair;
    MPI_Type_contiguous(2, MPI_UINT64_T, &pair);
    MPI_Type_commit(&pair);
    bool good = shares_open(&s);
    if (count > 0)
        qsort(found, count, sizeof *found, compare_pairs);
    for (size_t i = 0; good && i < count; i++)
        s.to[part_owner(self->a, found[i].a)]++;
    good = ranks_all(good && count <= INT_MAX) && ranks_all(shares_tell(&s));
    self->pairs = good ? shares_make(s.received, sizeof *self->pairs) : NULL;
    good = ranks_all(good && self->pairs != NULL);
    if (good) {
        shares_move(&s, found, self->pairs, pair);
        self->count = s.received;
        qsort(self->pairs, self->count, sizeof *self->pairs, compare_pairs);
    }
    MPI_Type_free(&pair);
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

/// An item's name as text, in a buffer of the caller's where it is a number.
static const char *name_of(const items *list, size_t i, char number[24])
{
    if (list->has_texts)
        return items_text(list, i);
    (void)snprintf(number, 24, "%" PRIu64, items_number(list, i));
    return number;
}

/// The names that other ranks want, one after the other. `bytes` gets how many go to each.
static char *collect(const part_of_items *of, const uint64_t *wanted, const shares *asked, shares *bytes)
{
    char number[24], *texts = NULL;
    size_t size = 0;
    for (int pass = 0; pass < 2; pass++) {
        size_t used = 0;
        for (int rank = 0; rank < ranks_count(); rank++) {
            const size_t before = used;
            for (int k = 0; k < asked->from[rank]; k++) {
                const uint64_t item = wanted[asked->from_at[rank] + k];
                const char *name = name_of(&of->list, (size_t)(item - of->first[ranks_own()]), number);
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

static bool mark_names(named_pairs *self)
{
    self->marks = shares_make(self->other_count, sizeof *self->marks);
    size_t at = 0;
    for (size_t i = 0; self->marks != NULL && i < self->other_count; i++) {
        self->marks[i] = at;
        at += strlen(self->texts + at) + 1;
    }
    return self->marks != NULL;
}

/// Asks the ranks that have the second items for their names.
static bool fetch_names(named_pairs *self)
{
    shares asked, bytes;
    bool good = shares_open(&asked);
    good = shares_open(&bytes) && good && list_others(self);
    for (size_t i = 0; good && i < self->other_count; i++)
        asked.to[part_owner(self->b, self->others[i])]++;
    good = ranks_all(good) && ranks_all(shares_tell(&asked));
    uint64_t *wanted = good ? shares_make(asked.received, sizeof *wanted) : NULL;
    good = ranks_all(good && wanted != NULL);
    char *texts = NULL;
    if (good) {
        shares_move(&asked, self->others, wanted, MPI_UINT64_T);
        texts = collect(self->b, wanted, &asked, &bytes);
    }
    good = ranks_all(good && texts != NULL) && ranks_all(shares_tell(&bytes));
    self->texts = good ? shares_make(bytes.received, 1) : NULL;
    good = ranks_all(good && self->texts != NULL);
    if (good)
        shares_move(&bytes, texts, self->texts, MPI_CHAR);
    free(texts);
    free(wanted);
    shares_free(&asked);
    shares_free(&bytes);
    return good && ranks_all(mark_names(self));
}

bool names_find(named_pairs *self, qd_mpi_pair *found, size_t count, const part_of_items *a, const part_of_items *b)
{
    *self = (named_pairs){ .a = a, .b = b };
    const bool home = bring_home(self, found, count);
    free(found);
    return home && (!b->named || fetch_names(self));
}

bool names_fetch(named_pairs *self, qd_mpi_pair *pairs, double *distances, size_t count, const part_of_items *a,
                 const part_of_items *b)
{
    *self = (named_pairs){ .pairs = pairs, .count = count, .a = a, .b = b };
    self->distances = distances;
    return !b->named || fetch_names(self);
}

void names_free(named_pairs *self)
{
    free(self->pairs);
    free(self->distances);
    free(self->others);
    free(self->texts);
    free(self->marks);
    *self = (named_pairs){ 0 };
}

const char *names_second(const named_pairs *self, size_t i)
{
    const uint64_t *at =
        bsearch(&self->pairs[i].b, self->others, self->other_count, sizeof *self->others, compare_numbers);
    return self->texts + self->marks[at - self->others];
}

void names_put(output *out, const named_pairs *self, size_t i)
{
    const qd_mpi_pair *pair = &self->pairs[i];
    if (self->a->named)
        put_id(out, &self->a->list, (size_t)(pair->a - self->a->first[ranks_own()]));
    else
        put(out, "%" PRIu64, pair->a + 1);
    put(out, ",");
    if (self->b->named) {
        put_id_text(out, names_second(self, i));
    } else {
        put(out, "%" PRIu64, pair->b + 1);
    }
    if (self->distances != NULL) {
        put(out, ",");
        if (self->b->list.exact)
            put_double(out, self->distances[i]);
        else
            put_float(out, (float)self->distances[i]);
    }
    put(out, "\n");
}
