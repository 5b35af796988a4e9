// Many windows, their results as rows of one array.
//
// The rows are found block by block of questions: as many as have some 2^20 results together, as far as the blocks
// before tell. The questions of a block are answered in the order of their turns, part by part, each part into a share
// of a buffer from the allocator; only then is known where each row belongs in the array, and it is copied there. Where
// a share is too small, or there is no such memory, the questions of the block are answered once more, right into
// place. Blocks of few questions with long rows are not sorted, and answered right into place at once.
//
//     buffer  [ rows of part 0, by turns .... | rows of part 1 ....  | ... ]
//     array   [ rows of earlier blocks | row 0 | row 1 | row 2 | ...       ]
#include "parts.h"
#include "visitor.h"
#include "windows.h"

#include <string.h>

enum {
    ROW_RESULTS = 1 << 20, ///< That a block should have.
    SPARE = 1024,          ///< Results that the buffer has room for beyond a quarter more than expected.
    FIRST_BLOCK = 64,      ///< Questions.
    LARGEST_BLOCK = 1 << 16,
    GROWTH = 32,      ///< The next block has at most so many times as many questions.
    LONG_ROW = 48,    ///< Results: copying such rows takes longer than sorting saves,
    LONG_BLOCK = 128, ///< so blocks of them have too few questions to be sorted.
};

typedef struct rows {
    const qd__questions *questions; ///< Of a block.
    const qd_query_filter *filter;
    size_t *offsets; ///< Of the block: its first row's is known. At first row i has its length at i + 1.
    qd_found *out;   ///< What is free of the array,
    size_t room;     ///< and how much that is.
    qd_found *buffer;
    size_t buffer_room;
    bool in_place; ///< The block's rows are found in the order of the array.
    uint32_t parts;
    bool overflowed[QD__PARTS_MOST]; ///< Parts that found more than fits into their share.
} rows;

/// Where results go.
typedef struct row_filling {
    qd_found *at;
    size_t room, count; ///< Counts on when it is full.
} row_filling;

static bool collect_rows(void *context, const qd_found *items, size_t count)
{
    row_filling *self = context;
    if (self->count <= self->room && count <= self->room - self->count) {
        memcpy(self->at + self->count, items, count * sizeof *items);
    }
    self->count += count;
    return true;
}

static size_t turns_before(const rows *job, uint32_t part)
{
    return qd__part_start(job->questions->count, part, job->parts);
}

static size_t share_start(const rows *job, uint32_t part)
{
    return qd__part_start(job->buffer_room, part, job->parts);
}

/// Finds a row of the only part right into its place. In the order of the visitor: what has room for a batch is filled
/// just as a batch is.
static bool find_in_place(const rows *job, size_t index, row_filling *to)
{
    const struct qd_tree *tree = job->questions->tree;
    const size_t left = to->room > to->count ? to->room - to->count : 0;
    qd__shape shape;
    if (left < QD__BATCH ||
        !qd__window_shape(tree, ((const qd_box *)(const void *)job->questions->at)[index], &shape)) {
        return false;
    }
    const size_t found = qd__find_shape(tree, &shape, *job->filter, to->at + to->count, left);
    to->count += found < left ? found : 0; // all there are, or perhaps not
    return found < left;
}

/// Finds the rows of a part, one after the other.
static void find_part(void *context, uint32_t part)
{
    rows *job = context;
    const size_t end = turns_before(job, part + 1);
    row_filling to = { job->out, job->room, 0 };
    if (!job->in_place) {
        to.at = job->buffer_room > 0 ? job->buffer + share_start(job, part) : NULL;
        to.room = share_start(job, part + 1) - share_start(job, part);
    }
    qd_cost cost = { 0, 0, 0 };
    for (size_t turn = turns_before(job, part); turn < end; turn++) {
        const size_t before = to.count, index = qd__question_at(job->questions, turn);
        if (!job->in_place || !find_in_place(job, index, &to)) {
            qd__answer_window(job->questions, turn, job->filter, collect_rows, &to, &cost);
        }
        job->offsets[index + 1] = to.count - before;
    }
    job->overflowed[part] = to.count > to.room;
}

/// Copies the rows of a part from the buffer to their places.
static void location_part(void *context, uint32_t part)
{
    const rows *job = context;
    const size_t end = turns_before(job, part + 1);
    const qd_found *from = job->buffer + share_start(job, part);
    for (size_t turn = turns_before(job, part); turn < end; turn++) {
        const size_t *row = &job->offsets[qd__question_at(job->questions, turn)];
        memcpy(job->out + (row[0] - job->offsets[0]), from, (row[1] - row[0]) * sizeof *from);
        from += row[1] - row[0];
    }
}

/// Finds the rows of a part once more, in their places.
static void fill_rows(void *context, uint32_t part)
{
    const rows *job = context;
    const size_t end = turns_before(job, part + 1);
    qd_cost cost = { 0, 0, 0 };
    for (size_t turn = turns_before(job, part); turn < end; turn++) {
        const size_t *row = &job->offsets[qd__question_at(job->questions, turn)];
        row_filling location = { job->out + (row[0] - job->offsets[0]), row[1] - row[0], 0 };
        if (location.room > 0) {
            qd__answer_window(job->questions, turn, job->filter, collect_rows, &location, &cost);
        }
    }
}

/// Are all rows in the buffer?
static bool all_fitted(const rows *job)
{
    for (uint32_t part = 0; part < job->parts; part++) {
        if (job->overflowed[part]) {
            return false;
        }
    }
    return true;
}

/// A buffer for about so many results, but no more than a block should have; or none.
static void make_row_room(rows *job, size_t expected, qd__memory *memory)
{
    const size_t most = expected < ROW_RESULTS ? expected : ROW_RESULTS, wanted = most + most / 4 + SPARE;
    if (job->buffer_room < wanted) {
        qd__memory_give(memory, job->buffer, job->buffer_room, sizeof *job->buffer);
        job->buffer = qd__memory_get(memory, wanted, sizeof *job->buffer);
        job->buffer_room = job->buffer ? wanted : 0;
    }
}

/// Chooses how a block is answered that has about so many results.
static void begin_block(rows *job, const qd__questions *questions, size_t expected, qd__memory *memory)
{
    job->questions = questions;
    job->parts = qd__questions_parts(questions, expected);
    job->in_place = !questions->order && job->parts == 1;
    if (!job->in_place && job->room > 0) {
        make_row_room(job, expected, memory);
    }
}

/// Answers a block. Returns how many results there are.
static size_t answer_block(rows *job)
{
    const qd__questions *questions = job->questions;
    qd__run_parts(questions->tree, find_part, job, job->parts);
    for (size_t i = 0; i < questions->count; i++) {
        job->offsets[i + 1] += job->offsets[i];
    }
    const size_t results = job->offsets[questions->count] - job->offsets[0];
    if (results > 0 && results <= job->room && !job->in_place) {
        qd__run_parts(questions->tree, all_fitted(job) ? location_part : fill_rows, job, job->parts);
    }
    const size_t used = results < job->room ? results : job->room;
    if (used > 0) { // without room there may be no array
        job->out += used;
        job->room -= used;
    }
    job->offsets += questions->count;
    return results;
}

/// How many questions the next block should have.
static size_t next_block(size_t count, size_t results)
{
    if (results / count >= LONG_ROW) {
        return LONG_BLOCK;
    }
    size_t next = (size_t)((double)ROW_RESULTS * (double)count / ((double)results + 1));
    next = next < count * GROWTH ? next : count * GROWTH;
    next = next > FIRST_BLOCK ? next : FIRST_BLOCK;
    return next < LARGEST_BLOCK ? next : LARGEST_BLOCK;
}

qd_result qd_find_box_many(const qd_tree *tree, const qd_box *boxes, size_t count, qd_query_filter filter,
                           size_t *offsets, qd_found *out, size_t capacity, size_t *bad)
{
    qd__memory memory = { tree->memory.allocator, 0 };
    size_t block = FIRST_BLOCK, expected = 0, first_bad = count;
    rows job; // too large to be cleared for nothing
    job.filter = &filter;
    job.offsets = offsets;
    job.out = out;
    job.room = capacity;
    job.buffer = NULL;
    job.buffer_room = 0;
    offsets[0] = 0;
    for (size_t first = 0, some; first < count; first += some) {
        qd__questions questions;
        some = count - first < block ? count - first : block;
        qd__questions_open(&questions, tree, &qd__windows, boxes + first, some);
        begin_block(&job, &questions, expected, &memory);
        const size_t results = answer_block(&job);
        first_bad = first_bad == count && questions.bad < some ? first + questions.bad : first_bad;
        qd__questions_close(&questions);
        block = next_block(some, results);
        block = block < count - first - some ? block : count - first - some;
        expected = (size_t)((double)results * (double)block / (double)some);
    }
    qd__memory_give(&memory, job.buffer, job.buffer_room, sizeof *job.buffer);
    if (first_bad < count && bad) {
        *bad = first_bad;
    }
    return offsets[count] > capacity ? QD_TOO_SMALL : first_bad < count ? QD_BAD_VALUE : QD_OK;
}
