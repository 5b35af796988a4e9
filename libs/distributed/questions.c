// Questions to an index that ranks share: each goes to the ranks with trees that may have answers,
// lot after lot.
#include "allocator.h"
#include "index.h"
#include "trade.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LOT = 4096,
    MANY_HITS = 1024
}; // questions of a rank that are under way at once; hits that need not be counted first

/// A question on its way.
typedef struct asked {
    qd_box box;
    double limit;
    uint64_t question, k; ///< k 0: a window.
} asked;

/// What a call asks, and where its answers go.
typedef struct asking {
    qd_mpi_index *index;
    const qd_boxes *boxes;
    size_t count, k;
    double limit;
    qd_mpi_answer_visitor *visit;
    void *context;
    bool stopped;
    // The lot under way:
    size_t first, end;
    double *limits; ///< How far each nearest search goes, once the first rank has answered.
    int *nearest;   ///< The rank that was asked first.
} asking;

// ---- Which ranks ----

static double gap_between(double low, double high, double from, double to)
{
    return low > to ? low - to : from > high ? from - high : 0;
}

/// No more than the distance of anything in the bounds, however that is rounded; INFINITY where there is nothing.
static double least_distance(const qd_box *bounds, const qd_box *box)
{
    if (bounds->min.x > bounds->max.x)
        return INFINITY;
    const double x = gap_between(bounds->min.x, bounds->max.x, box->min.x, box->max.x);
    const double y = gap_between(bounds->min.y, bounds->max.y, box->min.y, box->max.y);
    return fmin(hypot(x, y), DBL_MAX) * (1 - 0x1p-20); // greater distances count as that far
}

/// As a tree of floats has it.
static double rounded_side(double value)
{
    return (double)(float)value;
}

/// Covers a box as it is and as a tree of floats rounds it: the tree of a rank decides exactly.
static qd_box cover_of(const qd_box *box)
{
    const qd_box cover = { { fmin(box->min.x, rounded_side(box->min.x)), fmin(box->min.y, rounded_side(box->min.y)) },
                           { fmax(box->max.x, rounded_side(box->max.x)), fmax(box->max.y, rounded_side(box->max.y)) } };
    return cover;
}

static int nearest_rank(const asking *self, const qd_box *box)
{
    int best = 0;
    double least = INFINITY;
    for (int rank = 0; rank < self->index->job.ranks; rank++) {
        const double distance = least_distance(&self->index->bounds[rank], box);
        if (distance < least) {
            least = distance;
            best = rank;
        }
    }
    return best;
}

/// Does a question with such a cover go to a rank, in the first or second turn?
static bool goes_to(const asking *self, size_t i, const qd_box *cover, int rank, bool again)
{
    const qd_box *bounds = &self->index->bounds[rank];
    if (self->k == 0) {
        return bounds->min.x <= cover->max.x && cover->min.x <= bounds->max.x && bounds->min.y <= cover->max.y &&
               cover->min.y <= bounds->max.y;
    }
    const size_t place = i - self->first;
    const double limit = again ? fmax(self->limits[place], rounded_side(self->limits[place])) : 0;
    return again ? rank != self->nearest[place] && least_distance(bounds, cover) <= limit
                 : rank == self->nearest[place];
}

/// The questions of the lot, for each rank that gets them.
static bool write_questions(asking *self, qd__trade *out, bool again)
{
    const int ranks = self->index->job.ranks;
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = self->first; i < self->end; i++) {
            const qd_box box = qd_boxes_at(*self->boxes, i), cover = cover_of(&box);
            for (int rank = 0; rank < ranks; rank++) {
                if (!goes_to(self, i, &cover, rank, again))
                    continue;
                if (pass > 0) {
                    const double limit = self->k > 0 ? self->limits[i - self->first] : 0;
                    const asked question = { box, limit, i, self->k };
                    memcpy(out->sent + (size_t)out->to_at[rank]++ * sizeof question, &question, sizeof question);
                } else {
                    out->to[rank]++;
                }
            }
        }
        if (pass == 0 && !qd__trade_make_room(out))
            return false;
    }
    for (int rank = 0; rank < ranks; rank++) // back to where they begin
        out->to_at[rank] -= out->to[rank];
    return true;
}

// ---- Answers ----

/// Answers of this rank's tree, as they are found.
typedef struct answer_list {
    const qd_allocator *memory;
    qd_mpi_answer *at;
    size_t count, room;
    size_t question;
    bool failed;
} answer_list;

static bool grow_answers(answer_list *list, size_t count)
{
    if (list->room - list->count >= count)
        return true;
    const size_t room = 2 * list->room + count + 1024;
    qd_mpi_answer *larger = qd__allocator_get(list->memory, room, sizeof *larger);
    if (!larger) {
        list->failed = true;
        return false;
    }
    if (list->count > 0)
        memcpy(larger, list->at, list->count * sizeof *larger);
    qd__allocator_give(list->memory, list->at, list->room, sizeof *list->at);
    list->at = larger;
    list->room = room;
    return true;
}

static qd_flow take_entries(void *context, const qd_entry *entries, size_t count)
{
    answer_list *list = context;
    if (!grow_answers(list, count))
        return QD_STOP;
    for (size_t i = 0; i < count; i++)
        list->at[list->count++] = (qd_mpi_answer){ list->question, entries[i].user, 0, 0 };
    return QD_CONTINUE;
}

/// What a tree orders nearest by: for floats the square of the distance, for doubles the distance in results.
static double key_of(const qd_tree *tree, const qd_box *from, const qd_hit *hit)
{
    qd_tree_def def;
    qd_item item;
    qd_tree_get_def(tree, &def);
    if (def.precision == QD_DOUBLE)
        return hit->distance;
    qd_tree_get(tree, hit->item.id, &item);
    const double x = gap_between(item.box.min.x, item.box.max.x, rounded_side(from->min.x), rounded_side(from->max.x));
    const double y = gap_between(item.box.min.y, item.box.max.y, rounded_side(from->min.y), rounded_side(from->max.y));
    return x * x + y * y;
}

static void answer_nearest(answer_list *list, const qd_tree *tree, const asked *question)
{
    const qd_ranked ranked = qd_nearest(qd_shape_box(question->box), question->limit);
    // How many hits there may be at most. They are counted before room is made for very many.
    const size_t all = question->k <= MANY_HITS ? (size_t)question->k : qd_tree_count_ranked(tree, &ranked);
    const size_t k = question->k < all ? (size_t)question->k : all;
    qd_hit *hits = k > 0 && grow_answers(list, k) ? qd__allocator_get(list->memory, k, sizeof *hits) : NULL;
    list->failed = list->failed || (k > 0 && !hits);
    const size_t found = hits ? qd_tree_find_ranked(tree, &ranked, hits, k, NULL) : 0;
    for (size_t i = 0; i < found; i++) {
        list->at[list->count++] = (qd_mpi_answer){ list->question, hits[i].item.user, hits[i].distance,
                                                   key_of(tree, &question->box, &hits[i]) };
    }
    qd__allocator_give(list->memory, hits, k, sizeof *hits);
}

/// What this rank's tree answers to all questions that have come; `out` counts them by rank. False: out of memory.
static bool answer_all(const asking *self, const qd__trade *in, answer_list *list, qd__trade *out)
{
    const qd_tree *tree = self->index->tree;
    for (int rank = 0; rank < self->index->job.ranks; rank++) {
        const size_t before = list->count;
        for (int i = 0; i < in->from[rank] && !list->failed; i++) {
            asked question;
            memcpy(&question, in->received + (size_t)(in->from_at[rank] + i) * sizeof question, sizeof question);
            list->question = (size_t)question.question;
            if (question.k > 0) {
                answer_nearest(list, tree, &question);
            } else {
                const qd_query query = { .shape = qd_shape_box(question.box) };
                qd_tree_visit(tree, &query, take_entries, list, NULL);
            }
        }
        if (list->failed || list->count - before > INT32_MAX)
            return false;
        out->to[rank] = (int)(list->count - before);
    }
    return true;
}

static int compare_answers(const void *first, const void *second)
{
    const qd_mpi_answer *a = first, *b = second;
    if (a->question != b->question)
        return a->question < b->question ? -1 : 1;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return (a->user > b->user) - (a->user < b->user);
}

/// Questions out, answers back, in order at the end of `list`. Collective.
static qd_result ask_turn(asking *self, bool again, answer_list *list)
{
    const qd__job *job = &self->index->job;
    qd__trade questions, answers;
    answer_list own = { .memory = list->memory };
    bool good = qd__trade_begin(&questions, job, sizeof(asked));
    good = qd__trade_begin(&answers, job, sizeof(qd_mpi_answer)) && good;
    good = good && write_questions(self, &questions, again);
    qd_result result = qd__trade_do(&questions, good);
    if (result == QD_OK) {
        good = answer_all(self, &questions, &own, &answers) && qd__trade_make_room(&answers);
        if (good && own.count > 0)
            memcpy(answers.sent, own.at, own.count * sizeof *own.at);
        result = qd__trade_do(&answers, good);
    }
    if (result == QD_OK) {
        const size_t came = answers.received_count;
        if (grow_answers(list, came) && came > 0) {
            memcpy(list->at + list->count, answers.received, came * sizeof *list->at);
            list->count += came;
            qsort(list->at, list->count, sizeof *list->at, compare_answers);
        }
        result = qd__job_agree(job, list->failed ? QD_NO_MEMORY : QD_OK);
    }
    qd__allocator_give(own.memory, own.at, own.room, sizeof *own.at);
    qd__trade_free(&questions);
    qd__trade_free(&answers);
    return result;
}

/// Before the second turn: nothing beyond the k-th of the results so far is wanted. A tree of floats has rounded its
/// distance, perhaps to less, and others may lie between.
static void set_limits(asking *self, const answer_list *list)
{
    size_t at = 0;
    for (size_t i = self->first; i < self->end; i++) {
        const size_t begin = at;
        while (at < list->count && list->at[at].question == i)
            at++;
        if (at - begin >= self->k) {
            const double distance = list->at[begin + self->k - 1].distance;
            self->limits[i - self->first] = fmin(self->limit, (double)nextafterf((float)distance, INFINITY));
        }
    }
}

/// Collective, since other ranks may have questions where this one has none.
static qd_result ask_lot(asking *self, bool nearest)
{
    answer_list list = { .memory = &self->index->job.memory };
    for (size_t i = self->first; i < self->end && nearest; i++) {
        const qd_box box = qd_boxes_at(*self->boxes, i);
        self->limits[i - self->first] = self->limit;
        self->nearest[i - self->first] = nearest_rank(self, &box);
    }
    qd_result result = ask_turn(self, false, &list);
    if (result == QD_OK && nearest) {
        set_limits(self, &list);
        result = ask_turn(self, true, &list);
        // The first k of each question stay.
        size_t kept = 0, rank = 0;
        for (size_t i = 0; i < list.count; i++) {
            rank = i > 0 && list.at[i].question == list.at[i - 1].question ? rank + 1 : 0;
            if (rank < self->k)
                list.at[kept++] = list.at[i];
        }
        list.count = kept;
    }
    if (result == QD_OK && list.count > 0 && self->visit)
        self->stopped = self->visit(self->context, list.at, list.count) == QD_STOP;
    qd__allocator_give(list.memory, list.at, list.room, sizeof *list.at);
    return result == QD_OK ? qd__job_agree(&self->index->job, self->stopped ? QD_STOPPED : QD_OK) : result;
}

static qd_result ask_lots(asking *self, bool nearest)
{
    const qd__job *job = &self->index->job;
    const uint64_t lots = qd__job_most(job, (self->count + LOT - 1) / LOT);
    const size_t room = nearest ? LOT : 0;
    self->limits = qd__allocator_get(&job->memory, room, sizeof *self->limits);
    self->nearest = qd__allocator_get(&job->memory, room, sizeof *self->nearest);
    const bool has_room = self->limits && self->nearest;
    qd_result result = qd__job_agree(job, has_room ? QD_OK : QD_NO_MEMORY);
    for (uint64_t lot = 0; has_room && lot < lots && result == QD_OK; lot++) {
        self->first = lot * LOT < self->count ? (size_t)lot * LOT : self->count;
        self->end = self->count - self->first < LOT ? self->count : self->first + LOT;
        result = ask_lot(self, nearest);
    }
    qd__allocator_give(&job->memory, self->limits, room, sizeof *self->limits);
    qd__allocator_give(&job->memory, self->nearest, room, sizeof *self->nearest);
    return result;
}

/// The first question that its own tree would refuse, or SIZE_MAX.
static size_t first_bad_question(const asking *self, bool nearest)
{
    for (size_t i = 0; i < self->count; i++) {
        const qd_box box = qd_boxes_at(*self->boxes, i);
        const qd_query query = { .shape = qd_shape_box(box) };
        const qd_ranked ranked = qd_nearest(qd_shape_box(box), self->limit);
        const qd_result result =
            nearest ? qd_ranked_check(self->index->tree, &ranked) : qd_query_check(self->index->tree, &query);
        if (result != QD_OK)
            return i;
    }
    return SIZE_MAX;
}

static qd_result ask(asking *self, bool nearest, bool right, size_t *bad)
{
    const size_t first = right ? first_bad_question(self, nearest) : SIZE_MAX;
    const qd_result result = qd__job_agree(&self->index->job, right && first == SIZE_MAX ? QD_OK : QD_BAD_VALUE);
    if (result != QD_OK) {
        if (bad)
            *bad = first;
        return result;
    }
    return ask_lots(self, nearest);
}

qd_result qd_mpi_find(qd_mpi_index *index, const qd_boxes *windows, size_t count, qd_mpi_answer_visitor *visit,
                      void *context, size_t *bad)
{
    asking self = { .index = index, .boxes = windows, .count = count, .visit = visit, .context = context };
    return ask(&self, false, true, bad);
}

qd_result qd_mpi_nearest(qd_mpi_index *index, const qd_boxes *boxes, size_t count, size_t k, double limit,
                         qd_mpi_answer_visitor *visit, void *context, size_t *bad)
{
    asking self = {
        .index = index, .boxes = boxes, .count = count, .k = k, .limit = limit, .visit = visit, .context = context
    };
    return ask(&self, true, k > 0 && limit >= 0, bad);
}
