// Many ranked questions: each writes a row of its own.
#include "parts.h"
#include "questions.h"
#include "ranked_find.h"
#include "view.h"

/// The questions of a call: each a value of its own, or one value with what arrays say.
typedef struct ranked_source {
    const struct qd_tree *tree;
    const qd_ranked_queries *queries;
    qd__view boxes, motions;
    bool points; ///< The boxes are points.
} ranked_source;

static bool has_elements(const qd_boxes *boxes)
{
    return boxes->min_x != NULL;
}

/// One of the questions. `own` has what is the same in all of them.
static const qd_ranked *question_at(const ranked_source *source, size_t index, qd_ranked *own)
{
    const qd_ranked_queries *queries = source->queries;
    if (queries->each)
        return &queries->each[index];
    qd_shape *shape = &own->shape;
    if (has_elements(&queries->boxes)) {
        shape->type = source->points ? QD_POINT : QD_BOX;
        if (source->points) // its other corner is not looked at
            shape->box.min = qd__view_point(&source->boxes, index);
        else
            shape->box = qd__view_box(&source->boxes, index);
        if (queries->radii) {
            shape->type = QD_CIRCLE;
            shape->radius = queries->boxes.precision == QD_FLOAT ? (double)((const float *)queries->radii)[index]
                                                                 : ((const double *)queries->radii)[index];
        }
    }
    if (has_elements(&queries->motions))
        own->motion = qd__view_point(&source->motions, index);
    if (queries->limits)
        own->limit = queries->limits[index];
    if (queries->ignore)
        own->ignore = queries->ignore[index];
    return own;
}

static qd_vec2 place_of_ranked(const void *from, size_t index)
{
    const ranked_source *source = (const ranked_source *)from;
    const qd_ranked_queries *queries = source->queries;
    return queries->each                   ? queries->each[index].shape.box.min
           : has_elements(&queries->boxes) ? qd__view_point(&source->boxes, index)
                                           : queries->like.shape.box.min;
}

static void prefetch_box(const qd_boxes *boxes, size_t index)
{
    const ptrdiff_t offset = (ptrdiff_t)index * boxes->stride;
    if (has_elements(boxes)) {
        qd__prefetch((const char *)boxes->min_x + offset, 1);
        qd__prefetch((const char *)boxes->min_y + offset, 1);
    }
}

static void prefetch_ranked(const void *from, size_t index)
{
    const qd_ranked_queries *queries = ((const ranked_source *)from)->queries;
    if (queries->each) {
        qd__prefetch(&queries->each[index], sizeof(qd_ranked));
        return;
    }
    prefetch_box(&queries->boxes, index);
    prefetch_box(&queries->motions, index);
}

static const qd__question_kind ranked_questions = { place_of_ranked, prefetch_ranked, 0 };

typedef struct ranked_rows {
    const ranked_source *source;
    const qd__questions *questions;
    const qd_ranked_rows *to;
    uint32_t parts;
    size_t most;       ///< Results of a row.
    size_t room_bytes; ///< What a part has in
    char *room;        ///< the room for rows that are long and not written as hits; or NULL.
    qd_cost costs[QD__QUESTION_PARTS];
} ranked_rows;

/// Where a row begins and where it ends: of the few hits that are usual that is all of it.
static void prefetch_column(const void *row, size_t bytes)
{
    qd__prefetch(row, 1);
    qd__prefetch((const char *)row + bytes - 1, 1);
}

static void prefetch_row(const qd_ranked_rows *to, size_t index)
{
    const size_t at = index * to->k;
    if (to->counts)
        qd__prefetch(to->counts + index, 1);
    if (to->ids)
        prefetch_column(to->ids + at, to->k * sizeof *to->ids);
    if (to->users)
        prefetch_column(to->users + at, to->k * sizeof *to->users);
    if (to->distances)
        prefetch_column(to->distances + at, to->k * sizeof *to->distances);
    if (to->hits)
        prefetch_column(to->hits + at, to->k * sizeof *to->hits);
}

/// The columns of a row from one of its results on.
static qd__columns columns_at(const qd_ranked_rows *to, size_t at, char *room)
{
    return (qd__columns){ to->hits ? to->hits + at : NULL, to->ids ? to->ids + at : NULL,
                          to->users ? to->users + at : NULL, to->distances ? to->distances + at : NULL, room };
}

/// One question and what has been found.
typedef struct row {
    qd__ranking ranking;
    qd__query_filter filter;
    qd__few few;
    size_t at; ///< Where its results begin.
} row;

/// Finds the hits of a long row: by one search, or without room for all by many. Returns how many.
static size_t find_long_row(const ranked_rows *job, const row *asked, char *room, qd_cost *cost)
{
    const size_t most = job->to->hits || room ? job->most : QD__FEW_RESULTS;
    qd__mark mark = qd__mark_first();
    size_t count = 0;
    for (bool more = true; more && count < job->most;) {
        const size_t wanted = job->most - count < most ? job->most - count : most;
        const qd__columns columns = columns_at(job->to, asked->at + count, room);
        const size_t found = qd__ranked_next(&asked->ranking, &asked->filter, &columns, wanted, &mark, cost);
        count += found;
        more = found == wanted;
    }
    return count;
}

/// Finds the hits of a row. Returns how many. Those of a short one are not written yet.
static size_t find_row(const ranked_rows *job, const qd_ranked *question, row *found, char *room, qd_cost *cost)
{
    const qd_ranked_rows *to = job->to;
    size_t count = 0;
    found->few.count = 0;
    found->few.rough = false;
    found->filter = qd__query_filter_of(question->filter, question->ignore);
    if (qd__ranking_of(job->source->tree, question, &found->ranking)) {
        if (QD__CAN_PREFETCH && to->k <= QD__FEW_RESULTS) { // elsewhere nothing would be gained
            qd__few_begin(&found->few, &found->ranking, &found->filter, to->k, qd__mark_first());
            const qd_cost spent = qd__few_find(&found->few);
            cost->nodes += spent.nodes;
            cost->tests += spent.tests;
            count = found->few.count;
        } else {
            count = find_long_row(job, found, room, cost);
        }
    }
    cost->hits += count;
    return count;
}

static void write_short_row(const qd_ranked_rows *to, row *found)
{
    const qd__columns columns = columns_at(to, found->at, NULL);
    qd__few_write(&found->few, &columns);
}

/// Each question is put together a turn before it is answered: what has just been written number by number is slow to
/// be read as a whole. A short row is written a turn later: what is read for it has then come from memory.
static void answer_part(void *context, uint32_t part)
{
    ranked_rows *job = (ranked_rows *)context;
    const qd__questions *questions = job->questions;
    const size_t first = qd__part_start(questions->count, part, job->parts);
    const size_t end = qd__part_start(questions->count, part + 1, job->parts);
    qd_ranked own[2] = { job->source->queries->like, job->source->queries->like };
    const qd_ranked *next = first < end ? question_at(job->source, qd__question_at(questions, first), &own[0]) : NULL;
    const qd_ranked_rows *to = job->to;
    char *room = job->room ? job->room + part * job->room_bytes : NULL;
    qd_cost cost = { 0, 0, 0 };
    row rows[2];
    rows[1].at = 0; // nothing is written before the first turn
    rows[1].few.count = 0;
    rows[1].few.rough = false;
    for (size_t turn = first; turn < end; turn++) {
        const qd_ranked *question = next;
        prefetch_row(to, qd__question_ahead(questions, turn));
        qd__questions_prefetch(questions, turn);
        if (turn + 1 < end)
            next = question_at(job->source, qd__question_at(questions, turn + 1), &own[(turn + 1 - first) & 1]);
        const size_t index = qd__question_at(questions, turn);
        row *now = &rows[(turn - first) & 1], *last = &rows[(turn + 1 - first) & 1];
        now->at = index * to->k;
        const size_t count = find_row(job, question, now, room, &cost);
        if (QD__CAN_PREFETCH)
            write_short_row(to, last);
        if (to->counts)
            to->counts[index] = (uint32_t)count;
        for (size_t i = count; to->ids && i < to->k; i++)
            to->ids[now->at + i] = 0;
    }
    if (QD__CAN_PREFETCH && first < end)
        write_short_row(to, &rows[(end - 1 - first) & 1]);
    job->costs[part] = cost;
}

qd_result qd_tree_find_many_ranked(const qd_tree *tree, const qd_ranked_queries *queries, const qd_ranked_rows *rows)
{
    const size_t count = queries->count;
    if (rows->k == 0 || count / 2 > UINT32_MAX / 2 || count > SIZE_MAX / sizeof(qd_hit) / rows->k)
        return QD_BAD_VALUE;
    const qd_boxes *boxes = &queries->boxes;
    const ranked_source source = { tree, queries, qd__view_of(tree, boxes), qd__view_of(tree, &queries->motions),
                                   boxes->form == QD_CORNERS && boxes->max_x == boxes->min_x &&
                                       boxes->max_y == boxes->min_y };
    qd__questions questions;
    qd__questions_open(&questions, tree, &ranked_questions, &source, 0, count);
    ranked_rows job; // too large to be cleared for nothing
    job.source = &source;
    job.questions = &questions;
    job.to = rows;
    job.parts = qd__questions_parts(&questions, 0);
    job.most = rows->k < tree->count ? rows->k : tree->count;
    job.room_bytes = !rows->hits && job.most > QD__FEW_RESULTS ? 2 * job.most * QD__RANKED_ITEM_BYTES : 0;
    qd__memory memory = { .allocator = tree->pools.memory.allocator };
    job.room = (char *)qd__memory_get(&memory, job.parts, job.room_bytes);
    qd__run_parts(tree, answer_part, &job, job.parts);
    qd__memory_give(&memory, job.room, job.parts, job.room_bytes);
    qd_cost cost = { 0, 0, 0 };
    for (uint32_t part = 0; part < job.parts; part++)
        qd__cost_add(&cost, job.costs[part]);
    if (rows->cost)
        *rows->cost = cost;
    qd__questions_close(&questions);
    return QD_OK;
}
