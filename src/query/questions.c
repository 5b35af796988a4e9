// Sorting many questions by place: see questions.h.
#include "questions.h"

#include "directory.h"
#include "parts.h"
#include "sort.h"

enum {
    SORT_LEAST = 256,  ///< Among fewer questions, hardly any two are neighbours.
    QUADS_AHEAD = 8,   ///< Turns between asking for a question's quad and answering it,
    BUCKETS_AHEAD = 4, ///< and for its bucket.
    GRAIN_SHARE = 8,   ///< A question is as much work as so many items in a job about items.
};

/// Questions that are closer together than this all have one key: beyond it, the scale could overflow.
#define LEAST_SIDE 0x1p-60f

/// Where a coordinate is in the world, from -1 to 1; what is outside counts as its border, NaN too.
static float in_world(float value, float center, float scale)
{
    const float u = (value - center) * scale;
    return !(u > -1) ? -1 : u < 1 ? u : 1;
}

/// Where a question is, in halves of the world's side from its centre: asks its source.
static qd__fvec2 place_in_world(const qd__questions *questions, size_t index)
{
    const struct qd_tree *tree = questions->tree;
    const qd__lattice *lattice = &tree->lattice;
    const double *origin = tree->origin.v; // 0 in a tree of floats
    const qd_vec2 place = questions->kind->place(questions->source, questions->first + index);
    return (qd__fvec2){ in_world((float)(place.x - origin[0]), lattice->center[0], lattice->scale),
                        in_world((float)(place.y - origin[1]), lattice->center[1], lattice->scale) };
}

enum { SORT_BYTES = sizeof(qd__fvec2) + 3 * sizeof(uint32_t) }; ///< A question.

/// In one piece: the places and the order, which stay, then the keys and the order by their lower half.
static void sort_questions(qd__questions *questions)
{
    const size_t count = questions->count;
    if (count < SORT_LEAST || questions->tree->count < questions->kind->least_items || count > UINT32_MAX / 2)
        return;
    qd__fvec2 *places = (qd__fvec2 *)qd__memory_get(&questions->memory, count, SORT_BYTES);
    if (places) {
        uint32_t *order = (uint32_t *)(void *)(places + count), *keys = order + count, *halfway = keys + count;
        for (size_t i = 0; i < count; i++)
            places[i] = place_in_world(questions, i);
        questions->places = places;
        questions->order = order;
        qd__fbox where = { { 1, 1 }, { -1, -1 } }; // the part of the world where the questions are
        for (size_t i = 0; i < count; i++) {
            const qd__fvec2 u = places[i];
            where.min.x = u.x < where.min.x ? u.x : where.min.x;
            where.min.y = u.y < where.min.y ? u.y : where.min.y;
            where.max.x = u.x > where.max.x ? u.x : where.max.x;
            where.max.y = u.y > where.max.y ? u.y : where.max.y;
        }
        const float width = where.max.x - where.min.x, height = where.max.y - where.min.y;
        const float side = width > height ? width : height,
                    scale = side > LEAST_SIDE ? ((1 << QD__SORT_BITS) - 1) / side : 0;
        for (size_t i = 0; i < count; i++) {
            const qd__fvec2 u = places[i];
            const uint32_t x = (uint32_t)((u.x - where.min.x) * scale), y = (uint32_t)((u.y - where.min.y) * scale);
            keys[i] = qd__spread(x) | qd__spread(y) << 1;
        }
        qd__sort_by_bits(keys, 0, NULL, halfway, count);
        qd__sort_by_bits(keys, QD__SORT_BITS, halfway, order, count);
    }
}

void qd__questions_open(qd__questions *questions, const struct qd_tree *tree, const qd__question_kind *kind,
                        const void *source, size_t first, size_t count)
{
    *questions =
        (qd__questions){ tree, kind, source, first, count, NULL, NULL, { .allocator = tree->pools.memory.allocator } };
    sort_questions(questions);
}

void qd__questions_close(qd__questions *questions)
{
    qd__memory_give(&questions->memory, questions->places, questions->count, SORT_BYTES);
}

/// The entry of the directory for the place of a question some turns later, or near it; QD__NONE: none.
static uint32_t entry_of_turn(const qd__questions *questions, size_t turn)
{
    const struct qd_tree *tree = questions->tree;
    if (turn >= questions->count)
        return QD__NONE;
    const size_t index = qd__question_at(questions, turn);
    const qd__fvec2 place = questions->places ? questions->places[index] : place_in_world(questions, index);
    const uint32_t last = (UINT32_C(1) << tree->directory.current.level) - 1;
    const float half = (float)(last + 1) / 2;
    const uint32_t x = (uint32_t)((place.x + 1) * half), y = (uint32_t)((place.y + 1) * half);
    return qd__directory_row(&tree->directory.current, y < last ? y : last)[x < last ? x : last];
}

void qd__questions_prefetch(const qd__questions *questions, size_t turn)
{
    const struct qd_tree *tree = questions->tree;
    if (tree->count < QD__LARGE || !qd__directory_serves(tree))
        return; // of fewer items, most is still in the cache from a neighbour's question
    const uint32_t later = entry_of_turn(questions, turn + QUADS_AHEAD);
    if (later != QD__NONE)
        qd__tree_prefetch_quad(tree, qd__entry_nodes(later).quad);
    const uint32_t soon = entry_of_turn(questions, turn + BUCKETS_AHEAD);
    if (soon != QD__NONE) {
        const qd__nodes nodes = qd__entry_nodes(soon);
        const uint32_t location = qd__quad_at(tree, nodes.quad)->bucket[qd__lowest_bit(nodes.lanes)];
        if (location != QD__NONE)
            qd__location_prefetch_boxes(qd__tree_bucket(tree, location), location);
    }
}

uint32_t qd__questions_parts(const qd__questions *questions, size_t results)
{
    const size_t work = questions->count * GRAIN_SHARE + results;
    const uint32_t wanted = qd__parts_for(questions->tree, work, QD__PARTS_PER_WORKER);
    const uint32_t parts = wanted < QD__QUESTION_PARTS ? wanted : QD__QUESTION_PARTS;
    return parts <= questions->count ? parts : (uint32_t)questions->count + (questions->count == 0);
}
