// Questions over an index that the ranks share: see many.h.
#include "many.h"

#include "progress.h"
#include "ranks.h"

#include <stdlib.h>

/// Answers as they come, question by question.
typedef struct many_found {
    const many_questions *asked;
    qd_mpi_pair *pairs;
    double *distances;
    size_t count, room;
} many_found;

static bool make_room(many_found *self, size_t count)
{
    const size_t room = 2 * self->room + count + 1024;
    if (self->room - self->count >= count)
        return true;
    qd_mpi_pair *pairs = realloc(self->pairs, room * sizeof *pairs);
    self->pairs = pairs != NULL ? pairs : self->pairs;
    double *distances = self->asked->nearest ? realloc(self->distances, room * sizeof *distances) : NULL;
    self->distances = distances != NULL ? distances : self->distances;
    const bool good = pairs != NULL && (distances != NULL || !self->asked->nearest);
    self->room = good ? room : self->room;
    return good;
}

static void add_answer(many_found *self, const qd_mpi_answer *answer)
{
    const many_questions *asked = self->asked;
    if (asked->nearest && !reach_holds(&asked->reach, answer->key))
        return;
    if (!asked->counted) {
        const uint64_t question = asked->questions->first[ranks_own()] + answer->question;
        self->pairs[self->count] = (qd_mpi_pair){ question, answer->user };
        if (asked->nearest)
            self->distances[self->count] = answer->distance;
    }
    if (asked->each != NULL)
        asked->each[answer->question]++;
    self->count++;
}

static qd_flow take_answers(void *context, const qd_mpi_answer *told, size_t count)
{
    many_found *self = context;
    if (!self->asked->counted && !make_room(self, count))
        return QD_STOP;
    for (size_t i = 0; i < count; i++)
        add_answer(self, &told[i]);
    return QD_CONTINUE;
}

static qd_result ask(many_questions *self, many_found *found)
{
    const part_of_items *of = self->of;
    const qd_mpi_def def = { .precision = self->exact ? QD_DOUBLE : QD_FLOAT,
                             .edges = self->edges == QD_OPEN ? QD_OPEN : QD_CLOSED,
                             .executor = self->executor };
    const qd_mpi_boxes own = part_boxes(of);
    qd_mpi_index *index = NULL;
    size_t bad = SIZE_MAX;
    const double start = clock_ms();
    qd_result done = qd_mpi_index_create(MPI_COMM_WORLD, &def, &own, &index, &bad);
    const double built = clock_ms();
    if (done == QD_OK) {
        const qd_boxes asked = items_view(&self->questions->list);
        const size_t count = self->questions->list.count, k = self->k > 0 ? (size_t)self->k : SIZE_MAX;
        done = self->nearest ? qd_mpi_nearest(index, &asked, count, k, self->reach.limit, take_answers, found, &bad)
                             : qd_mpi_find(index, &asked, count, take_answers, found, &bad);
    }
    self->build_ms = ranks_longest(built - start);
    self->find_ms = ranks_longest(clock_ms() - built);
    qd_mpi_index_destroy(index);
    return done;
}

typedef struct far_pair {
    qd_mpi_pair pair;
    double distance;
} far_pair;

static int compare_rows(const void *first, const void *second)
{
    const qd_mpi_pair *p = &((const far_pair *)first)->pair, *q = &((const far_pair *)second)->pair;
    return p->a != q->a ? (p->a > q->a) - (p->a < q->a) : (p->b > q->b) - (p->b < q->b);
}

/// Pairs with their distances in the order of rows. False: no memory.
static bool sort_rows(many_found *found)
{
    far_pair *all = malloc((found->count + 1) * sizeof *all);
    for (size_t i = 0; all != NULL && i < found->count; i++)
        all[i] = (far_pair){ found->pairs[i], found->distances[i] };
    if (all != NULL)
        qsort(all, found->count, sizeof *all, compare_rows);
    for (size_t i = 0; all != NULL && i < found->count; i++) {
        found->pairs[i] = all[i].pair;
        found->distances[i] = all[i].distance;
    }
    free(all);
    return all != NULL;
}

status many_ask(many_questions *self, named_pairs *to, bool whole)
{
    many_found found = { .asked = self };
    bool good = ask(self, &found) == QD_OK;
    *to = (named_pairs){ 0 };
    self->count = ranks_sum(found.count);
    if (good && !self->counted) {
        good = ranks_all(!self->by_rows || sort_rows(&found)) &&
               names_fetch(to, found.pairs, found.distances, found.count, self->questions, self->of, whole);
    } else {
        free(found.pairs);
        free(found.distances);
    }
    if (!good) {
        complain("a rank has not enough memory; more ranks, or --count, take less");
        names_free(to);
    }
    return ranks_agree(good ? STATUS_DONE : STATUS_FAILED);
}
