// The nearest items to many points, and what many rays meet: each question writes a row of its own.
#include "near.h"
#include "parts.h"
#include "questions.h"
#include "ranked_find.h"
#include "ray.h"

#include <string.h>

typedef struct ranked_rows {
    const qd__questions *questions;
    const qd_query_filter *filter;
    float max_distance; ///< Of nearest.
    char *out;
    size_t stride, k; ///< Of a result; results in a row.
    uint32_t *counts;
    uint32_t parts;
} ranked_rows;

/// False: the question is malformed.
static bool rank(const ranked_rows *job, size_t index, qd__ranking *ranking, double *cut)
{
    const struct qd_tree *tree = job->questions->tree;
    if (job->questions->kind == &qd__points) {
        const qd_vec2 *point = (const qd_vec2 *)(const void *)job->questions->at + index;
        *cut = (double)job->max_distance * job->max_distance;
        return qd__near_ranking(tree, *point, job->max_distance, ranking);
    }
    const bool good = qd__ray_ranking(tree, (const qd_ray *)(const void *)job->questions->at + index, ranking);
    *cut = ranking->line.end;
    return good;
}

static void answer_part(void *context, uint32_t part)
{
    const ranked_rows *job = context;
    const qd__questions *questions = job->questions;
    const size_t end = qd__part_start(questions->count, part + 1, job->parts);
    for (size_t turn = qd__part_start(questions->count, part, job->parts); turn < end; turn++) {
        const size_t index = qd__question_at(questions, turn), ahead = qd__question_ahead(questions, turn);
        qd__questions_prefetch(questions, turn);
        qd__prefetch(job->out + ahead * job->k * job->stride, 1);
        qd__prefetch(job->counts + ahead, 1);
        const qd__results row = { job->out + index * job->k * job->stride, job->stride, job->k };
        qd__ranking ranking;
        double cut;
        const bool good = rank(job, index, &ranking, &cut);
        job->counts[index] = good ? (uint32_t)qd__ranked_first(questions->tree, &ranking, job->filter, cut, &row) : 0;
    }
}

static qd_result answer(ranked_rows *job, qd__questions *questions, size_t *bad)
{
    job->questions = questions;
    job->parts = qd__questions_parts(questions, 0);
    if (job->k > 0) {
        qd__run_parts(questions->tree, answer_part, job, job->parts);
    } else if (questions->count > 0) {
        memset(job->counts, 0, questions->count * sizeof *job->counts);
    }
    qd__questions_close(questions);
    return qd__questions_result(questions, bad);
}

qd_result qd_find_near_many(const qd_tree *tree, const qd_vec2 *points, size_t count, float max_distance,
                            qd_query_filter filter, qd_near *out, size_t k, uint32_t *counts, size_t *bad)
{
    ranked_rows job = {
        .filter = &filter, .max_distance = max_distance, .out = (char *)out, .stride = sizeof *out, .k = k
    };
    job.counts = counts;
    qd__questions questions;
    qd__questions_open(&questions, tree, &qd__points, points, count);
    if (!(max_distance >= 0)) {
        questions.bad = 0;
    }
    return answer(&job, &questions, bad);
}

qd_result qd_find_ray_many(const qd_tree *tree, const qd_ray *rays, size_t count, qd_query_filter filter, qd_hit *out,
                           size_t k, uint32_t *counts, size_t *bad)
{
    ranked_rows job = { .filter = &filter, .out = (char *)out, .stride = sizeof *out, .k = k };
    job.counts = counts;
    qd__questions questions;
    qd__questions_open(&questions, tree, &qd__rays, rays, count);
    return answer(&job, &questions, bad);
}
