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

/// The part of the world where the questions are, in halves of its side from its centre.
typedef struct question_extent {
    float min_x, min_y, max_x, max_y;
} question_extent;

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
    const qd__fvec2 u = { in_world((float)(place.x - origin[0]), lattice->center[0], lattice->scale),
                          in_world((float)(place.y - origin[1]), lattice->center[1], lattice->scale) };
    return u;
}

static question_extent extent_of(const qd__fvec2 *places, size_t count)
{
    question_extent found = { 1, 1, -1, -1 };
    for (size_t i = 0; i < count; i++) {
        const qd__fvec2 u = places[i];
        found.min_x = u.x < found.min_x ? u.x : found.min_x;
        found.min_y = u.y < found.min_y ? u.y : found.min_y;
        found.max_x = u.x > found.max_x ? u.x : found.max_x;
        found.max_y = u.y > found.max_y ? u.y : found.max_y;
    }
    return found;
}

static void make_question_keys(const qd__questions *questions, uint32_t *keys)
{
    const question_extent where = extent_of(questions->places, questions->count);
    const float width = where.max_x - where.min_x, height = where.max_y - where.min_y;
    const float side = width > height ? width : height,
                scale = side > LEAST_SIDE ? ((1 << QD__SORT_BITS) - 1) / side : 0;
    for (size_t i = 0; i < questions->count; i++) {
        const qd__fvec2 u = questions->places[i];
        const uint32_t x = (uint32_t)((u.x - where.min_x) * scale), y = (uint32_t)((u.y - where.min_y) * scale);
        keys[i] = qd__spread(x) | qd__spread(y) << 1;
    }
}

enum { SORT_BYTES = sizeof(qd__fvec2) + 3 * sizeof(uint32_t) }; ///< A question.

/// In one piece: the places and the order, which stay, then the keys and the order by their lower half.
static void sort_questions(qd__questions *questions)
{
    const size_t count = questions->count;
    if (count < SORT_LEAST || questions->tree->count < questions->kind->least_items || count > UINT32_MAX / 2) {
        return;
    }
    qd__fvec2 *places = (qd__fvec2 *)qd__memory_get(&questions->memory, count, SORT_BYTES);
    if (places) {
        uint32_t *order = (uint32_t *)(void *)(places + count), *keys = order + count, *halfway = keys + count;
        for (size_t i = 0; i < count; i++) {
            places[i] = place_in_world(questions, i);
        }
        questions->places = places;
        questions->order = order;
        make_question_keys(questions, keys);
        qd__sort_by_bits(keys, 0, NULL, halfway, count);
        qd__sort_by_bits(keys, QD__SORT_BITS, halfway, order, count);
    }
}

void qd__questions_open(qd__questions *questions, const struct qd_tree *tree, const qd__question_kind *kind,
                        const void *source, size_t first, size_t count)
{
    *questions = (qd__questions){ tree, kind, source, first, count, NULL, NULL, { tree->pools.memory.allocator, 0 } };
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
    if (turn >= questions->count) {
        return QD__NONE;
    }
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
    if (tree->count < QD__LARGE || !qd__directory_serves(tree)) {
        return; // of fewer items, most is still in the cache from a neighbour's question
    }
    const uint32_t later = entry_of_turn(questions, turn + QUADS_AHEAD);
    if (later != QD__NONE) {
        qd__prefetch(qd__quad_at(tree, qd__entry_nodes(later).quad), QD__QUAD_LOOK);
    }
    const uint32_t soon = entry_of_turn(questions, turn + BUCKETS_AHEAD);
    if (soon != QD__NONE) {
        const qd__nodes nodes = qd__entry_nodes(soon);
        const uint32_t location = qd__quad_at(tree, nodes.quad)->bucket[qd__lowest_bit(nodes.lanes)];
        if (location != QD__NONE) {
            qd__location_prefetch_boxes(qd__tree_bucket(tree, location), location);
        }
    }
}

uint32_t qd__questions_parts(const qd__questions *questions, size_t results)
{
    const size_t work = questions->count * GRAIN_SHARE + results;
    const uint32_t wanted = qd__parts_for(questions->tree, work, QD__PARTS_PER_WORKER);
    const uint32_t parts = wanted < QD__QUESTION_PARTS ? wanted : QD__QUESTION_PARTS;
    return parts <= questions->count ? parts : (uint32_t)questions->count + (questions->count == 0);
}
