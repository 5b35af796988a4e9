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

typedef struct rows {
    const qd__many_source *source;
    const qd_rows *to;
    bool by_turn; ///< Rows follow each other in the order of answering: the caller wants no offsets.
    row_block block;
    row_room room;
    uint64_t results; ///< Those that the blocks before have brought,
    qd_cost cost;     ///< and what they cost.
} rows;

/// Takes entries apart. Arrays that cannot overlap let the compiler move several at once.
static void split_entries(const qd_entry *restrict entries, size_t count, qd_id *restrict ids, uint64_t *restrict users)
{
    for (size_t i = 0; ids && users && i < count; i++) {
        ids[i] = entries[i].id;
        users[i] = entries[i].user;
    }
    for (size_t i = 0; ids && !users && i < count; i++)
        ids[i] = entries[i].id;
    for (size_t i = 0; users && !ids && i < count; i++)
        users[i] = entries[i].user;
}

/// Writes some results of a question into the arrays.
static void write_results(const qd_rows *to, uint64_t at, const qd_entry *entries, size_t count, uint32_t question)
{
    split_entries(entries, count, to->ids ? to->ids + at : NULL, to->users ? to->users + at : NULL);
    for (size_t i = 0; to->questions && i < count; i++)
        to->questions[at + i] = question;
}

/// Rows on their way into the arrays, or into a share of the buffer.
typedef struct row_filling {
    const qd_rows *to; ///< The arrays; NULL: the share.
    qd_entry *share;
    uint64_t at, room; ///< Where the next result goes, and how many there is room for. Counts on when it is full.
    uint32_t question; ///< Which question's row it is.
} row_filling;

static qd_flow place_entries(void *context, const qd_entry *entries, size_t count)
{
    row_filling *self = (row_filling *)context;
    const uint64_t at = self->at, left = self->room > at ? self->room - at : 0;
    const size_t some = count < left ? count : (size_t)left;
    self->at += count;
    if (self->to)
        write_results(self->to, at, entries, some, self->question);
    else if (some > 0)
        memcpy(self->share + at, entries, some * sizeof *entries);
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

/// Answers the question of a turn alone, as far as there is room. Returns its cost.
static qd_cost answer_alone(const rows *job, size_t turn, row_filling *row)
{
    const qd_cost none = { 0, 0, 0 };
    qd__shape shape;
    qd__query_filter filter;
    qd__question_ahead(job->block.questions, turn);
    qd__questions_prefetch(job->block.questions, turn);
    row->question = number_at(job, turn);
    if (!qd__many_question(job->source, row->question, &shape, &filter))
        return none;
    return row->at < row->room ? qd__visit_shape(&shape, &filter, true, place_entries, row)
                               : qd__count_shape(&shape, &filter);
}

/// Answers the questions of some turns into some room, the first ones that can be answered together; NULL: results are
/// counted. Returns how many those are: the one behind them has to be asked alone.
static unsigned answer_together(const rows *job, size_t turn, unsigned some, qd_entry *to, size_t room,
                                uint64_t hits[QD__TOGETHER], qd_cost *cost)
{
    qd__shape windows[QD__TOGETHER];
    unsigned sound = 0;
    do {
        qd__question_ahead(job->block.questions, turn + sound);
    } while (qd__many_window(job->source, number_at(job, turn + sound), &windows[sound]) && ++sound < some);
    return sound == 0 ? 0 : qd__find_together(windows, sound, to, room, hits, cost);
}

/// The row of a turn has so many results.
static void note_length(const rows *job, size_t turn, uint64_t results)
{
    if (job->block.offsets)
        job->block.offsets[row_at(job, turn) + 1] = results;
}

/// Finds the rows of a part, one after the other: into its share or, where it is the only one, right into their places.
static void find_part(void *context, uint32_t part)
{
    rows *job = (rows *)context;
    const bool in_place = job->block.in_place;
    const size_t share = share_start(job, part), end = turns_before(job, part + 1);
    row_filling row = { NULL, NULL, 0, share_start(job, part + 1) - share, 0 };
    if (in_place) {
        row.to = job->to;
        row.at = job->results;
        row.room = job->to->capacity;
    } else if (row.room > 0) {
        row.share = job->room.entries + share;
    }
    qd_cost cost = { 0, 0, 0 };
    const bool together = qd__many_together(job->source);
    unsigned most = QD__TOGETHER; // that are asked together: fewer after one that had to be asked alone
    for (size_t turn = turns_before(job, part); turn < end;) {
        unsigned some = 1, done = 0;
        if (together) { // into the share, or by way of the buffer into the arrays
            const bool counted = row.at >= row.room;
            qd_entry *from = counted ? NULL : in_place ? job->room.entries : row.share + row.at;
            const size_t room = counted ? SIZE_MAX : in_place ? job->room.entry_count : (size_t)(row.room - row.at);
            uint64_t hits[QD__TOGETHER];
            some = end - turn < most ? (unsigned)(end - turn) : most;
            done = answer_together(job, turn, some, from, room, hits, &cost);
            most = done < some ? done + 1 : 2 * most < QD__TOGETHER ? 2 * most : QD__TOGETHER;
            for (unsigned i = 0; i < done; i++, turn++) {
                note_length(job, turn, hits[i]);
                if (in_place && from) {
                    row.question = number_at(job, turn);
                    place_entries(&row, from, (size_t)hits[i]);
                    from += hits[i];
                } else {
                    row.at += hits[i];
                }
            }
        }
        if (done < some) {
            const uint64_t at = row.at;
            const qd_cost spent = answer_alone(job, turn, &row);
            row.at = at + spent.hits;
            note_length(job, turn++, spent.hits);
            qd__cost_add(&cost, spent);
        }
    }
    if (in_place)
        job->block.found = row.at - job->results;
    job->block.overflowed[part] = row.room == 0 || row.at > row.room;
    job->block.costs[part] = cost;
}

/// Copies the rows of a part from the buffer to their places.
static void copy_part(void *context, uint32_t part)
{
    const rows *job = (const rows *)context;
    const size_t end = turns_before(job, part + 1);
    const qd_entry *from = job->room.entries + share_start(job, part);
    for (size_t turn = turns_before(job, part); turn < end; turn++) {
        const uint64_t *row = &job->block.offsets[row_at(job, turn)];
        const size_t count = (size_t)(row[1] - row[0]);
        write_results(job->to, row[0], from, count, number_at(job, turn));
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
            row_filling place = { job->to, NULL, row[0], row[1], 0 };
            answer_alone(job, turn, &place);
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
    if (block->offsets)
        block->offsets[0] = job->results;
    if (job->results >= job->to->capacity)
        return; // results are counted
    if (!block->in_place)
        make_row_room(room, expected);
    else if (questions->count >= TOGETHER_LEAST && qd__many_together(job->source))
        make_row_room(room, TOGETHER_RESULTS);
}

/// Answers a block. Returns how many results there are.
static uint64_t answer_block(rows *job)
{
    row_block *block = &job->block;
    const qd__questions *questions = block->questions;
    bool fitted = true;
    qd__run_parts(questions->tree, find_part, job, block->parts);
    for (uint32_t part = 0; part < block->parts; part++) {
        qd__cost_add(&job->cost, block->costs[part]);
        fitted &= !block->overflowed[part];
    }
    uint64_t results = block->found;
    if (block->offsets) {
        for (size_t i = 0; i < questions->count; i++)
            block->offsets[i + 1] += block->offsets[i];
        results = block->offsets[questions->count] - job->results;
        if (results > 0 && job->results + results <= job->to->capacity && !block->in_place)
            qd__run_parts(questions->tree, fitted ? copy_part : fill_rows, job, block->parts);
    }
    job->results += results;
    if (!job->by_turn)
        block->offsets += questions->count;
    return results;
}

/// How many questions the block has that follows one with so many results.
static size_t next_block(size_t count, size_t results)
{
    if (results / count >= LONG_ROW)
        return LONG_BLOCK;
    size_t next = (size_t)((double)ROW_RESULTS * (double)count / ((double)results + 1));
    next = next < count * GROWTH ? next : count * GROWTH;
    next = next > FIRST_BLOCK ? next : FIRST_BLOCK;
    return next < LARGEST_BLOCK ? next : LARGEST_BLOCK;
}

qd_result qd_tree_find_many(const qd_tree *tree, const qd_queries *queries, const qd_rows *to, size_t *total)
{
    if (queries->count / 2 > UINT32_MAX / 2)
        return QD_BAD_VALUE;
    const qd__many_source source = qd__many_source_of(tree, queries);
    rows job; // too large to be cleared for nothing
    row_room *room = &job.room;
    job.source = &source;
    job.to = to;
    job.by_turn = !to->offsets;
    job.block.offsets = to->offsets;
    *room = (row_room){ { .allocator = tree->pools.memory.allocator }, NULL, 0, NULL, 0 };
    job.results = 0;
    job.cost = (qd_cost){ 0, 0, 0 };
    if (to->offsets)
        to->offsets[0] = 0;
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
    if (to->cost)
        *to->cost = job.cost;
    if (total)
        *total = (size_t)job.results;
    return job.results > to->capacity ? QD_TOO_SMALL : QD_OK;
}
