// Many questions, their results as rows of the caller's arrays.
//
// The rows are found block by block of questions: as many as have some 2^20 results together, judged by the blocks
// before. The questions of a block are answered in the order of their turns, part by part, each part into a share
// of a buffer from the allocator; only then is known where each row belongs in the arrays, and it is copied there.
// Where a share is too small, or without such memory, the questions of the block are answered once more, right into
// place.
//
//     buffer  [ rows of part 0 as answered .. | rows of part 1 ....  | ... ]
//     arrays  [ rows of earlier blocks | row 0 | row 1 | row 2 | ...       ]
//
// Rows in the order of answering, without offsets, are found right in place when there is one part; so are blocks of
// few questions with long rows, which are not sorted.
#include "many_source.h"
#include "parts.h"
#include "search.h"

#include <string.h>

enum {
    ROW_RESULTS = 1 << 20, ///< That a block should have.
    SPARE = 1024,          ///< Results that the buffer has room for beyond a quarter more than expected.
    FIRST_BLOCK = 64,      ///< Questions.
    LARGEST_BLOCK = 1 << 16,
    GROWTH = 32,             ///< The next block has at most this multiple of the questions.
    LONG_ROW = 48,           ///< Results: copying such rows takes longer than sorting saves,
    LONG_BLOCK = 128,        ///< so blocks of them have too few questions to be sorted.
    TOGETHER_LEAST = 256,    ///< Questions that are worth memory for what is found together, in place:
    TOGETHER_RESULTS = 2048, ///< with what a buffer has to spare, that of as many buckets as may wait.
};

/// The block at hand.
typedef struct row_block {
    const qd__questions *questions;
    uint32_t parts;
    bool in_place;     ///< The rows are found in the order of the arrays, by one part.
    uint64_t found;    ///< In place: results.
    uint64_t *offsets; ///< The first is where its first row begins. Row i first has its length at i + 1, then its end.
                       ///< NULL: they are of no use.
    bool overflowed[QD__QUESTION_PARTS]; ///< Parts that found more than fits into their share of the buffer.
    qd_cost costs[QD__QUESTION_PARTS];   ///< The cost of each part's questions.
} row_block;

/// Memory for blocks; it grows with them.
typedef struct row_room {
    qd__memory memory;
    qd_entry *entries; ///< The buffer.
    size_t entry_count;
    uint64_t *offsets; ///< Where the rows of a block begin, in the order of answering.
    size_t offset_count;
} row_room;

/// What the blocks before have brought.
typedef struct rows_done {
    uint64_t results;
    qd_cost cost;
} rows_done;

typedef struct rows {
    const qd__many_source *source;
    const qd_rows *to;
    bool by_turn; ///< Rows follow each other in the order of answering: the caller wants no offsets.
    row_block block;
    row_room room;
    rows_done done;
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
    share_filling *self = (share_filling *)context;
    if (self->count <= self->room && count <= self->room - self->count) {
        memcpy(self->at + self->count, entries, count * sizeof *entries);
    }
    self->count += count;
    return QD_CONTINUE;
}

static size_t turns_before(const rows *job, uint32_t part)
{
    return qd__part_start(job->block.questions->count, part, job->block.parts);
}

static size_t share_start(const rows *job, uint32_t part)
{
    return qd__part_start(job->room.entry_count, part, job->block.parts);
}

/// The place of a turn's row among those of the block.
static size_t row_at(const rows *job, size_t turn)
{
    return job->by_turn ? turn : qd__question_at(job->block.questions, turn);
}

/// The number of a turn's question in the call.
static uint32_t number_at(const rows *job, size_t turn)
{
    return (uint32_t)(job->block.questions->first + qd__question_at(job->block.questions, turn));
}

/// Makes the question of a turn ready. False: it is malformed.
static bool prepare_turn(const rows *job, size_t turn, qd__shape *shape, qd__query_filter *filter)
{
    qd__question_ahead(job->block.questions, turn);
    qd__questions_prefetch(job->block.questions, turn);
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
    row_filling *self = (row_filling *)context;
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
    unsigned done; ///< Answered ones among those that were asked last.
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
    qd__shape windows[QD__TOGETHER];
    asked->done = 0;
    if (!asked->can) {
        return false;
    }
    unsigned sound = 0;
    do { // at least one is left
        qd__question_ahead(job->block.questions, turn + sound);
    } while (qd__many_window(job->source, number_at(job, turn + sound), &windows[sound]) && ++sound < some);
    asked->done = sound == 0 ? 0 : qd__find_together(windows, sound, to, room, asked->hits, cost);
    const unsigned more = 2 * asked->most < QD__TOGETHER ? 2 * asked->most : QD__TOGETHER;
    asked->most = asked->done < some ? asked->done + 1 : more;
    return asked->done == some;
}

/// Puts the rows of questions that were answered together into the arrays, from a position on. Returns where they end.
static uint64_t place_together(const rows *job, const asked_together *asked, size_t turn, uint64_t at)
{
    const qd_entry *from = at < job->to->capacity ? job->room.entries : NULL;
    for (unsigned i = 0; i < asked->done; i++) {
        const size_t hits = (size_t)asked->hits[i];
        if (from) {
            row_filling row = { job->to, at, number_at(job, turn + i) };
            place_entries(&row, from, hits);
            from += hits;
        }
        if (job->block.offsets) {
            job->block.offsets[row_at(job, turn + i) + 1] = hits;
        }
        at += hits;
    }
    return at;
}

/// Finds the rows of the only part right into their places.
static void find_in_place(void *context, uint32_t part)
{
    rows *job = (rows *)context;
    const size_t end = job->block.questions->count;
    uint64_t at = job->done.results;
    qd_cost cost = { 0, 0, 0 };
    asked_together asked = ask_together(job);
    for (size_t turn = 0; turn < end;) {
        const bool counted = at >= job->to->capacity;
        const bool all = answer_together(job, &asked, turn, end, counted ? NULL : job->room.entries,
                                         counted ? SIZE_MAX : job->room.entry_count, &cost);
        at = place_together(job, &asked, turn, at);
        turn += asked.done;
        if (!all) {
            const qd_cost spent = place_row(job, turn, at);
            if (job->block.offsets) {
                job->block.offsets[row_at(job, turn) + 1] = spent.hits;
            }
            at += spent.hits;
            qd__cost_add(&cost, spent);
            turn++;
        }
    }
    job->block.found = at - job->done.results;
    job->block.overflowed[part] = false;
    job->block.costs[part] = cost;
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
    rows *job = (rows *)context;
    const size_t end = turns_before(job, part + 1);
    share_filling share = { NULL, share_start(job, part + 1) - share_start(job, part), 0 };
    qd_cost cost = { 0, 0, 0 };
    if (share.room > 0) {
        share.at = job->room.entries + share_start(job, part);
    }
    asked_together asked = ask_together(job);
    for (size_t turn = turns_before(job, part); turn < end;) {
        const bool counted = share.count >= share.room;
        const bool all = answer_together(job, &asked, turn, end, counted ? NULL : share.at + share.count,
                                         counted ? SIZE_MAX : share.room - share.count, &cost);
        for (unsigned i = 0; i < asked.done; i++) {
            job->block.offsets[row_at(job, turn + i) + 1] = asked.hits[i];
            share.count += (size_t)asked.hits[i];
        }
        turn += asked.done;
        if (!all) {
            const qd_cost spent = collect_row(job, turn, &share);
            job->block.offsets[row_at(job, turn) + 1] = spent.hits;
            qd__cost_add(&cost, spent);
            turn++;
        }
    }
    job->block.overflowed[part] = share.room == 0 || share.count > share.room;
    job->block.costs[part] = cost;
}

/// Copies the rows of a part from the buffer to their places.
static void copy_part(void *context, uint32_t part)
{
    const rows *job = (const rows *)context;
    const qd_rows *to = job->to;
    const size_t end = turns_before(job, part + 1);
    const qd_entry *from = job->room.entries + share_start(job, part);
    for (size_t turn = turns_before(job, part); turn < end; turn++) {
        const uint64_t *row = &job->block.offsets[row_at(job, turn)];
        const size_t count = (size_t)(row[1] - row[0]);
        split_entries(from, count, to->ids ? to->ids + row[0] : NULL, to->users ? to->users + row[0] : NULL);
        repeat_question(to, row[0], count, number_at(job, turn));
        from += count;
    }
}

/// Finds the rows of a part once more, in their places.
static void fill_rows(void *context, uint32_t part)
{
    const rows *job = (const rows *)context;
    const size_t end = turns_before(job, part + 1);
    for (size_t turn = turns_before(job, part); turn < end; turn++) {
        const uint64_t *row = &job->block.offsets[row_at(job, turn)];
        if (row[1] > row[0]) {
            place_row(job, turn, row[0]);
        }
    }
}

/// A buffer for about so many results, but no more than a block should have; or none.
static void make_row_room(row_room *room, size_t expected)
{
    const size_t most = expected < ROW_RESULTS ? expected : ROW_RESULTS, wanted = most + most / 4 + SPARE;
    if (room->entry_count < wanted) {
        qd__memory_give(&room->memory, room->entries, room->entry_count, sizeof *room->entries);
        room->entries = (qd_entry *)qd__memory_get(&room->memory, wanted, sizeof *room->entries);
        room->entry_count = room->entries ? wanted : 0;
    }
}

/// Chooses how a block is answered that has about so many results.
static void begin_block(rows *job, const qd__questions *questions, size_t expected)
{
    row_block *block = &job->block;
    row_room *room = &job->room;
    block->questions = questions;
    block->found = 0;
    block->parts = qd__questions_parts(questions, expected);
    if (job->by_turn && block->parts > 1) {
        const bool good = qd__memory_reserve(&room->memory, &room->offsets, 0, &room->offset_count,
                                             questions->count + 1, sizeof *room->offsets);
        block->parts = good ? block->parts : 1;
        block->offsets = good ? room->offsets : NULL;
    }
    block->in_place = block->parts == 1 && (job->by_turn || !questions->order);
    block->offsets = block->in_place && job->by_turn ? NULL : block->offsets;
    if (block->offsets) {
        block->offsets[0] = job->done.results;
    }
    if (job->done.results >= job->to->capacity) {
        return; // results are counted
    }
    if (!block->in_place) {
        make_row_room(room, expected);
    } else if (questions->count >= TOGETHER_LEAST && qd__many_together(job->source)) {
        make_row_room(room, TOGETHER_RESULTS);
    }
}

/// Answers a block. Returns how many results there are.
static uint64_t answer_block(rows *job)
{
    row_block *block = &job->block;
    const qd__questions *questions = block->questions;
    bool fitted = true;
    qd__run_parts(questions->tree, block->in_place ? find_in_place : find_part, job, block->parts);
    for (uint32_t part = 0; part < block->parts; part++) {
        qd__cost_add(&job->done.cost, block->costs[part]);
        fitted &= !block->overflowed[part];
    }
    uint64_t results = block->found;
    if (block->offsets) {
        for (size_t i = 0; i < questions->count; i++) {
            block->offsets[i + 1] += block->offsets[i];
        }
        results = block->offsets[questions->count] - job->done.results;
        if (results > 0 && job->done.results + results <= job->to->capacity && !block->in_place) {
            qd__run_parts(questions->tree, fitted ? copy_part : fill_rows, job, block->parts);
        }
    }
    job->done.results += results;
    if (!job->by_turn) {
        block->offsets += questions->count;
    }
    return results;
}

/// How many questions the block has that follows one with so many results.
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

qd_result qd_tree_find_many(const qd_tree *tree, const qd_queries *queries, const qd_rows *to, size_t *total)
{
    if (queries->count / 2 > UINT32_MAX / 2) {
        return QD_BAD_VALUE;
    }
    const qd__many_source source = qd__many_source_of(tree, queries);
    rows job; // too large to be cleared for nothing
    row_room *room = &job.room;
    job.source = &source;
    job.to = to;
    job.by_turn = !to->offsets;
    job.block.offsets = to->offsets;
    *room = (row_room){ { tree->pools.memory.allocator, 0 }, NULL, 0, NULL, 0 };
    job.done = (rows_done){ 0, { 0, 0, 0 } };
    if (to->offsets) {
        to->offsets[0] = 0;
    }
    const size_t count = queries->count;
    size_t block = FIRST_BLOCK, expected = 0;
    for (size_t first = 0, some; first < count; first += some) {
        qd__questions questions;
        some = count - first < block ? count - first : block;
        qd__questions_open(&questions, tree, &qd__many_questions, &source, first, some);
        begin_block(&job, &questions, expected);
        const size_t results = (size_t)answer_block(&job);
        qd__questions_close(&questions);
        job.block.questions = NULL;
        block = next_block(some, results);
        block = block < count - first - some ? block : count - first - some;
        expected = (size_t)((double)results * (double)block / (double)some);
    }
    qd__memory_give(&room->memory, room->entries, room->entry_count, sizeof *room->entries);
    qd__memory_give(&room->memory, room->offsets, room->offset_count, sizeof *room->offsets);
    if (to->cost) {
        *to->cost = job.done.cost;
    }
    if (total) {
        *total = (size_t)job.done.results;
    }
    return job.done.results > to->capacity ? QD_TOO_SMALL : QD_OK;
}
