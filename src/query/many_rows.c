// Many questions, their results as rows of the caller's arrays.
//
// The rows are found block by block of questions: as many as have some 2^20 results together, as far as the blocks
// before tell. The questions of a block are answered in the order of their turns, part by part, each part into a share
// of a buffer from the allocator; only then is known where each row belongs in the arrays, and it is copied there.
// Where a share is too small, or there is no such memory, the questions of the block are answered once more, right into
// place.
//
//     buffer  [ rows of part 0, by turns .... | rows of part 1 ....  | ... ]
//     arrays  [ rows of earlier blocks | row 0 | row 1 | row 2 | ...       ]
//
// Rows that are wanted by turns, without offsets, are found right in place when there is one part; so are blocks of few
// questions with long rows, which are not sorted.
#include "many_source.h"
#include "parts.h"
#include "search.h"

#include <string.h>

enum {
    ROW_RESULTS = 1 << 20, ///< That a block should have.
    SPARE = 1024,          ///< Results that the buffer has room for beyond a quarter more than expected.
    FIRST_BLOCK = 64,      ///< Questions.
    LARGEST_BLOCK = 1 << 16,
    GROWTH = 32,             ///< The next block has at most so many times as many questions.
    LONG_ROW = 48,           ///< Results: copying such rows takes longer than sorting saves,
    LONG_BLOCK = 128,        ///< so blocks of them have too few questions to be sorted.
    TOGETHER_LEAST = 256,    ///< Questions that are worth memory for what is found together, in place:
    TOGETHER_RESULTS = 2048, ///< with what a buffer has to spare, that of as many buckets as may wait.
};

typedef struct rows {
    const qd__many_source *source;
    const qd_rows *to;
    const qd__questions *questions; ///< Of a block.
    uint64_t start;                 ///< Results of the blocks before.
    uint64_t *offsets; ///< Of the block: its first row's is known. At first row i has its length at i + 1. NULL: of no
                       ///< use.
    bool by_turn;      ///< Rows follow each other by turns, not by questions.
    bool in_place;     ///< The block's rows are found in the order of the arrays, by one part.
    uint64_t found;    ///< In place: results.
    qd_entry *buffer;
    size_t buffer_room;
    uint64_t *own_offsets; ///< For blocks by turns.
    size_t own_room;
    uint32_t parts;
    bool overflowed[QD__QUESTION_PARTS]; ///< Parts that found more than fits into their share.
    qd_cost costs[QD__QUESTION_PARTS];   ///< Of the parts' questions in the block.
    qd_cost cost;                        ///< Of the blocks before.
} rows;

/// Takes entries apart. Arrays that cannot overlap let the compiler move several at once.
static void split_entries(const qd_entry *restrict entries, size_t count, qd_id *restrict ids, uint64_t *restrict users)
{
    for (size_t i = 0; ids && users && i < count; i++) {
        ids[i] = entries[i].id;
        users[i] = entries[i].user;
    }
    for (size_t i = 0; ids && !users && i < count; i++) {
        ids[i] = entries[i].id;
    }
    for (size_t i = 0; users && !ids && i < count; i++) {
        users[i] = entries[i].user;
    }
}

static void repeat_question(const qd_rows *to, uint64_t at, size_t count, uint32_t question)
{
    for (size_t i = 0; to->questions && i < count; i++) {
        to->questions[at + i] = question;
    }
}

/// A share of the buffer.
typedef struct share_filling {
    qd_entry *at;
    size_t room, count; ///< Counts on when it is full.
} share_filling;

static qd_flow collect_rows(void *context, const qd_entry *entries, size_t count)
{
    share_filling *self = context;
    if (self->count <= self->room && count <= self->room - self->count) {
        memcpy(self->at + self->count, entries, count * sizeof *entries);
    }
    self->count += count;
    return QD_CONTINUE;
}

static size_t turns_before(const rows *job, uint32_t part)
{
    return qd__part_start(job->questions->count, part, job->parts);
}

static size_t share_start(const rows *job, uint32_t part)
{
    return qd__part_start(job->buffer_room, part, job->parts);
}

/// The place of a turn's row among those of the block.
static size_t row_at(const rows *job, size_t turn)
{
    return job->by_turn ? turn : qd__question_at(job->questions, turn);
}

/// The number of a turn's question in the call.
static uint32_t number_at(const rows *job, size_t turn)
{
    return (uint32_t)(job->questions->first + qd__question_at(job->questions, turn));
}

/// Makes the question of a turn ready. False: it is malformed.
static bool prepare_turn(const rows *job, size_t turn, qd__shape *shape, qd__query_filter *filter)
{
    qd__question_ahead(job->questions, turn);
    qd__questions_prefetch(job->questions, turn);
    return qd__many_question(job->source, number_at(job, turn), shape, filter);
}

/// A row on its way into the arrays.
typedef struct row_filling {
    const qd_rows *to;
    uint64_t at;
    uint32_t question;
} row_filling;

static qd_flow place_entries(void *context, const qd_entry *entries, size_t count)
{
    row_filling *self = context;
    const qd_rows *to = self->to;
    const uint64_t at = self->at, left = to->capacity > at ? to->capacity - at : 0;
    const size_t some = count < left ? count : (size_t)left;
    split_entries(entries, some, to->ids ? to->ids + at : NULL, to->users ? to->users + at : NULL);
    repeat_question(to, at, some, self->question);
    self->at += count;
    return QD_CONTINUE;
}

/// Answers the question of a turn right into the arrays, from a position on, as far as there is room. Returns its cost.
static qd_cost place_row(const rows *job, size_t turn, uint64_t at)
{
    row_filling row = { job->to, at, number_at(job, turn) };
    qd__shape shape;
    qd__query_filter filter;
    const qd_cost none = { 0, 0, 0 };
    if (!prepare_turn(job, turn, &shape, &filter)) {
        return none;
    }
    return at < job->to->capacity ? qd__visit_shape(&shape, &filter, place_entries, &row)
                                  : qd__count_shape(&shape, &filter);
}

/// The questions of some turns, one after the other, that are answered together.
typedef struct asked_together {
    bool can;      ///< Else each is asked alone.
    unsigned most; ///< Fewer after one that had to be asked alone.
    unsigned done; ///< Of those that were asked last.
    uint64_t hits[QD__TOGETHER];
} asked_together;

static asked_together ask_together(const rows *job)
{
    asked_together asked; // too large to be cleared for nothing
    asked.can = qd__many_together(job->source);
    asked.most = QD__TOGETHER;
    asked.done = 0;
    return asked;
}

/// Answers questions from a turn on into some room, as many of them as can be answered together; NULL: results are
/// counted. False: the one behind them has to be asked alone.
static bool answer_together(const rows *job, asked_together *asked, size_t turn, size_t end, qd_entry *to, size_t room,
                            qd_cost *cost)
{
    const unsigned some = end - turn < asked->most ? (unsigned)(end - turn) : asked->most;
    qd__fbox windows[QD__TOGETHER];
    asked->done = 0;
    if (!asked->can) {
        return false;
    }
    unsigned i = 0;
    do { // at least one is left
        qd__question_ahead(job->questions, turn + i);
        windows[i] = qd__view_rounded(&job->source->view, number_at(job, turn + i));
    } while (++i < some);
    asked->done = qd__find_together(job->source->tree, windows, some, to, room, asked->hits, cost);
    const unsigned more = 2 * asked->most < QD__TOGETHER ? 2 * asked->most : QD__TOGETHER;
    asked->most = asked->done < some ? asked->done + 1 : more;
    return asked->done == some;
}

/// Puts the rows of questions that were answered together into the arrays, from a position on. Returns where they end.
static uint64_t place_together(const rows *job, const asked_together *asked, size_t turn, uint64_t at)
{
    const qd_entry *from = at < job->to->capacity ? job->buffer : NULL;
    for (unsigned i = 0; i < asked->done; i++) {
        const size_t hits = (size_t)asked->hits[i];
        if (from) {
            row_filling row = { job->to, at, number_at(job, turn + i) };
            place_entries(&row, from, hits);
            from += hits;
        }
        if (job->offsets) {
            job->offsets[row_at(job, turn + i) + 1] = hits;
        }
        at += hits;
    }
    return at;
}

/// Finds the rows of the only part right into their places.
static void find_in_place(void *context, uint32_t part)
{
    rows *job = context;
    const size_t end = job->questions->count;
    uint64_t at = job->start;
    qd_cost cost = { 0, 0, 0 };
    asked_together asked = ask_together(job);
    for (size_t turn = 0; turn < end;) {
        const bool counted = at >= job->to->capacity;
        const bool all = answer_together(job, &asked, turn, end, counted ? NULL : job->buffer,
                                         counted ? SIZE_MAX : job->buffer_room, &cost);
        at = place_together(job, &asked, turn, at);
        turn += asked.done;
        if (!all) {
            const qd_cost spent = place_row(job, turn, at);
            if (job->offsets) {
                job->offsets[row_at(job, turn) + 1] = spent.hits;
            }
            at += spent.hits;
            qd__cost_add(&cost, spent);
            turn++;
        }
    }
    job->found = at - job->start;
    job->costs[part] = cost;
}

/// Answers the question of a turn into a share. Returns its cost.
static qd_cost collect_row(const rows *job, size_t turn, share_filling *share)
{
    qd__shape shape;
    qd__query_filter filter;
    const qd_cost none = { 0, 0, 0 };
    if (!prepare_turn(job, turn, &shape, &filter)) {
        return none;
    }
    return share->room > 0 ? qd__visit_shape(&shape, &filter, collect_rows, share) : qd__count_shape(&shape, &filter);
}

/// Finds the rows of a part into its share, one after the other.
static void find_part(void *context, uint32_t part)
{
    rows *job = context;
    const size_t end = turns_before(job, part + 1);
    share_filling share = { NULL, share_start(job, part + 1) - share_start(job, part), 0 };
    qd_cost cost = { 0, 0, 0 };
    if (share.room > 0) {
        share.at = job->buffer + share_start(job, part);
    }
    asked_together asked = ask_together(job);
    for (size_t turn = turns_before(job, part); turn < end;) {
        const bool counted = share.count >= share.room;
        const bool all = answer_together(job, &asked, turn, end, counted ? NULL : share.at + share.count,
                                         counted ? SIZE_MAX : share.room - share.count, &cost);
        for (unsigned i = 0; i < asked.done; i++) {
            job->offsets[row_at(job, turn + i) + 1] = asked.hits[i];
            share.count += (size_t)asked.hits[i];
        }
        turn += asked.done;
        if (!all) {
            const qd_cost spent = collect_row(job, turn, &share);
            job->offsets[row_at(job, turn) + 1] = spent.hits;
            qd__cost_add(&cost, spent);
            turn++;
        }
    }
    job->overflowed[part] = share.room == 0 || share.count > share.room;
    job->costs[part] = cost;
}

/// Copies the rows of a part from the buffer to their places.
static void copy_part(void *context, uint32_t part)
{
    const rows *job = context;
    const qd_rows *to = job->to;
    const size_t end = turns_before(job, part + 1);
    const qd_entry *from = job->buffer + share_start(job, part);
    for (size_t turn = turns_before(job, part); turn < end; turn++) {
        const uint64_t *row = &job->offsets[row_at(job, turn)];
        const size_t count = (size_t)(row[1] - row[0]);
        split_entries(from, count, to->ids ? to->ids + row[0] : NULL, to->users ? to->users + row[0] : NULL);
        repeat_question(to, row[0], count, number_at(job, turn));
        from += count;
    }
}

/// Finds the rows of a part once more, in their places.
static void fill_rows(void *context, uint32_t part)
{
    const rows *job = context;
    const size_t end = turns_before(job, part + 1);
    for (size_t turn = turns_before(job, part); turn < end; turn++) {
        const uint64_t *row = &job->offsets[row_at(job, turn)];
        if (row[1] > row[0]) {
            place_row(job, turn, row[0]);
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
    job->found = 0;
    job->parts = qd__questions_parts(questions, expected);
    if (job->by_turn && job->parts > 1) {
        const bool room = qd__memory_reserve(memory, &job->own_offsets, 0, &job->own_room, questions->count + 1,
                                             sizeof *job->own_offsets);
        job->parts = room ? job->parts : 1;
        job->offsets = room ? job->own_offsets : NULL;
    }
    job->in_place = job->parts == 1 && (job->by_turn || !questions->order);
    job->offsets = job->in_place && job->by_turn ? NULL : job->offsets;
    if (job->offsets) {
        job->offsets[0] = job->start;
    }
    if (job->start >= job->to->capacity) {
        return; // results are counted
    }
    if (!job->in_place) {
        make_row_room(job, expected, memory);
    } else if (questions->count >= TOGETHER_LEAST && qd__many_together(job->source)) {
        make_row_room(job, TOGETHER_RESULTS, memory);
    }
}

static void add_costs(rows *job)
{
    for (uint32_t part = 0; part < job->parts; part++) {
        qd__cost_add(&job->cost, job->costs[part]);
    }
}

/// Answers a block. Returns how many results there are.
static uint64_t answer_block(rows *job)
{
    const qd__questions *questions = job->questions;
    uint64_t *offsets = job->offsets; // NULL: rows go right to their places, and no offsets are asked for.
    qd__run_parts(questions->tree, job->in_place ? find_in_place : find_part, job, job->parts);
    add_costs(job);
    uint64_t results = job->found;
    if (offsets) {
        for (size_t i = 0; i < questions->count; i++) {
            offsets[i + 1] += offsets[i];
        }
        results = offsets[questions->count] - job->start;
        if (results > 0 && job->start + results <= job->to->capacity && !job->in_place) {
            qd__run_parts(questions->tree, all_fitted(job) ? copy_part : fill_rows, job, job->parts);
        }
    }
    job->start += results;
    if (!job->by_turn) {
        job->offsets += questions->count;
    }
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

static void answer_blocks(rows *job, qd__memory *memory)
{
    const struct qd_tree *tree = job->source->tree;
    const size_t count = job->source->queries->count;
    size_t block = FIRST_BLOCK, expected = 0;
    for (size_t first = 0, some; first < count; first += some) {
        qd__questions questions;
        some = count - first < block ? count - first : block;
        qd__questions_open(&questions, tree, &qd__many_questions, job->source, first, some);
        begin_block(job, &questions, expected, memory);
        const size_t results = (size_t)answer_block(job);
        qd__questions_close(&questions);
        job->questions = NULL;
        block = next_block(some, results);
        block = block < count - first - some ? block : count - first - some;
        expected = (size_t)((double)results * (double)block / (double)some);
    }
}

qd_result qd_tree_find_many(const qd_tree *tree, const qd_queries *queries, const qd_rows *to, size_t *total)
{
    const qd__many_source source = qd__many_source_of(tree, queries);
    qd__memory memory = { tree->memory.allocator, 0 };
    rows job; // too large to be cleared for nothing
    job.source = &source;
    job.to = to;
    job.start = 0;
    job.cost = (qd_cost){ 0, 0, 0 };
    job.by_turn = !to->offsets;
    job.offsets = to->offsets;
    job.buffer = NULL;
    job.buffer_room = 0;
    job.own_offsets = NULL;
    job.own_room = 0;
    if (to->offsets) {
        to->offsets[0] = 0;
    }
    answer_blocks(&job, &memory);
    qd__memory_give(&memory, job.buffer, job.buffer_room, sizeof *job.buffer);
    qd__memory_give(&memory, job.own_offsets, job.own_room, sizeof *job.own_offsets);
    if (to->cost) {
        *to->cost = job.cost;
    }
    if (total) {
        *total = (size_t)job.start;
    }
    return job.start > to->capacity ? QD_TOO_SMALL : QD_OK;
}
