// Pairs and names on their way: see names.h.
#include "names.h"

#include "ranks.h"

#include <inttypes.h>
#include <limits.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

/// How many things of a kind go to each rank, and come from each; and where they lie.
typedef struct shares {
    int *to, *to_at, *from, *from_at;
    size_t sent, received;
} shares;

static bool shares_open(shares *s)
{
    const size_t count = (size_t)ranks_count();
    *s = (shares){ .to = calloc(4 * count, sizeof *s->to) };
    if (s->to == NULL)
        return false;
    s->to_at = s->to + count;
    s->from = s->to + 2 * count;
    s->from_at = s->to + 3 * count;
    return true;
}

static void shares_free(shares *s)
{
    free(s->to);
    s->to = NULL;
}

/// Collective: all tell each other what they will send. False: more than MPI can count.
static bool shares_tell(shares *s)
{
    MPI_Alltoall(s->to, 1, MPI_INT, s->from, 1, MPI_INT, MPI_COMM_WORLD);
    s->sent = s->received = 0;
    for (int rank = 0; rank < ranks_count(); rank++) {
        s->to_at[rank] = (int)s->sent;
        s->from_at[rank] = (int)s->received;
        s->sent += (size_t)s->to[rank];
        s->received += (size_t)s->from[rank];
        if (s->sent > INT_MAX || s->received > INT_MAX)
            return false;
    }
    return true;
}

static void shares_move(const shares *s, const void *sent, void *received, MPI_Datatype type)
{
    MPI_Alltoallv(sent, s->to, s->to_at, type, received, s->from, s->from_at, type, MPI_COMM_WORLD);
}

/// Collective. Does this hold here and on all other ranks?
static bool all(bool good)
{
    const bool others = ranks_sum(!good) == 0;
    return good && others;
}

/// At least one element, so that NULL means no memory.
static void *make(size_t count, size_t size)
{
    return calloc(count + 1, size);
}

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
    good = all(good && count <= INT_MAX) && all(shares_tell(&s));
    self->pairs = good ? make(s.received, sizeof *self->pairs) : NULL;
    good = all(good && self->pairs != NULL);
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
    self->others = make(self->count, sizeof *self->others);
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
        texts = pass > 0 ? texts : make(size, 1);
        if (texts == NULL)
            return NULL;
    }
    return texts;
}

static bool mark_names(named_pairs *self)
{
    self->marks = make(self->other_count, sizeof *self->marks);
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
    good = all(good) && all(shares_tell(&asked));
    uint64_t *wanted = good ? make(asked.received, sizeof *wanted) : NULL;
    good = all(good && wanted != NULL);
    char *texts = NULL;
    if (good) {
        shares_move(&asked, self->others, wanted, MPI_UINT64_T);
        texts = collect(self->b, wanted, &asked, &bytes);
    }
    good = all(good && texts != NULL) && all(shares_tell(&bytes));
    self->texts = good ? make(bytes.received, 1) : NULL;
    good = all(good && self->texts != NULL);
    if (good)
        shares_move(&bytes, texts, self->texts, MPI_CHAR);
    free(texts);
    free(wanted);
    shares_free(&asked);
    shares_free(&bytes);
    return good && all(mark_names(self));
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

void names_put(output *out, const named_pairs *self, size_t i)
{
    const qd_mpi_pair *pair = &self->pairs[i];
    if (self->a->named)
        put_id(out, &self->a->list, (size_t)(pair->a - self->a->first[ranks_own()]));
    else
        put(out, "%" PRIu64, pair->a + 1);
    put(out, ",");
    if (self->b->named) {
        const uint64_t *at = bsearch(&pair->b, self->others, self->other_count, sizeof *self->others, compare_numbers);
        put_id_text(out, self->texts + self->marks[at - self->others]);
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
