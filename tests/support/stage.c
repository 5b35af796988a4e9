// Each call goes to the tree first, then to the oracle with what the tree returned.
#include "stage.h"
#include "workers.h"
#include <string.h>
#include <unit.h>

void stage_create(struct stage *stage, const qd_tree_def *def)
{
    qd_tree_def own = *def;
    assert_int_equal(qd_oracle_create(&own, &stage->oracle), QD_OK);
    own.allocator = ledger_allocator(&stage->memory);
    qd_result result = qd_tree_create(&own, &stage->tree);
    assert_true(result == QD_OK || (result == QD_NO_MEMORY && stage->memory.refused > 0 && !stage->tree));
    stage->id_count = 0;
    stage->random = 1;
    stage->totals = def->totals;
    compare_create(&stage->compare, stage->tree, stage->oracle);
}

void stage_destroy(struct stage *stage)
{
    qd_tree_destroy(stage->tree);
    stage->tree = NULL;
    compare_destroy(&stage->compare);
    qd_oracle_destroy(stage->oracle);
    assert_int_equal(stage->memory.bytes, 0);
    assert_int_equal(stage->memory.blocks, 0);
    assert_null(stage->memory.complaint);
}

static unsigned below(struct stage *stage, unsigned n)
{
    stage->random = stage->random * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(stage->random >> 40) % n;
}

qd_box stage_box(struct stage *stage)
{
    double x = (float)below(stage, 10000) / 10;
    double y = (float)below(stage, 10000) / 10;
    unsigned kind = below(stage, 100);
    if (kind == 0)
        return qd_box_xywh(0, 0, 1000, 1000);
    if (kind == 1)
        return qd_box_xywh(x * 1e20, y, 0, 0);
    return qd_box_xywh(x, y, below(stage, 20), below(stage, 20));
}

static qd_item some_item(struct stage *stage)
{
    qd_item item = { stage_box(stage), stage->random, { 0, 0 }, 0 };
    if (below(stage, 4) == 0)
        item.filter = (qd_filter){ 1u << below(stage, 3), 1u << below(stage, 3) | 1 };
    return item;
}

static void keep_id(struct stage *stage, qd_id id)
{
    assert_true(stage->id_count < STAGE_ROOM);
    stage->ids[stage->id_count++] = id;
}

static void set_value(struct stage *stage, qd_id id, int64_t value)
{
    assert_int_equal(qd_tree_set_value(stage->tree, id, value), qd_oracle_set_value(stage->oracle, id, value));
}

// The tree gave this id to a valid item.
static void learn(struct stage *stage, const qd_item *item, qd_id id)
{
    assert_null(qd_oracle_id_problem(stage->oracle, id));
    assert_int_equal(qd_oracle_insert_as(stage->oracle, item, id), QD_OK);
}

static void insert_item(struct stage *stage, const qd_item *item)
{
    uint64_t refused = stage->memory.refused;
    qd_id id = 77;
    qd_result result = qd_tree_insert(stage->tree, item, &id);
    if (result != QD_OK) {
        assert_int_equal(result, QD_NO_MEMORY);
        assert_true(stage->memory.refused > refused && id == 0);
        return;
    }
    learn(stage, item, id);
    keep_id(stage, id);
    if (stage->totals)
        set_value(stage, id, (int64_t)below(stage, 100) - 50);
}

void stage_insert(struct stage *stage, qd_box box)
{
    qd_item item = some_item(stage);
    item.box = box;
    insert_item(stage, &item);
}

// What a call for many takes.
static struct {
    qd_item items[STAGE_ROOM];
    qd_box boxes[STAGE_ROOM];
    uint64_t users[STAGE_ROOM];
    qd_filter filters[STAGE_ROOM];
    qd_id ids[STAGE_ROOM];
} many;

// The ids of items that were inserted without asking for them: those the oracle does not know.
static void learn_ids(struct stage *stage, size_t count)
{
    static qd_entry all[STAGE_ROOM];
    size_t found = qd_tree_find(stage->tree, NULL, all, STAGE_ROOM, NULL);
    assert_int_equal(found, qd_oracle_count(stage->oracle, NULL) + count);
    qd_oracle_allow_slots(stage->oracle, count); // the slots may come in any order
    for (size_t i = 0; i < count; i++) {
        size_t at = 0;
        while (at < found && (all[at].user != many.users[i] || qd_oracle_get(stage->oracle, all[at].id, NULL) == QD_OK))
            at++;
        assert_true(at < found);
        learn(stage, &many.items[i], all[at].id);
        keep_id(stage, all[at].id);
    }
}

static void insert_many_failed(struct stage *stage, size_t count, bool with_ids)
{
    assert_true(stage->memory.refused > 0);
    for (size_t i = 0; i < count && with_ids; i++)
        assert_true(many.ids[i] == 0);
    assert_int_equal(qd_tree_count(stage->tree, NULL), qd_oracle_count(stage->oracle, NULL));
    qd_oracle_allow_slots(stage->oracle, count);
}

// Which entry is bad, if one is, is known: it gets the null id.
static void insert_many_done(struct stage *stage, size_t count, size_t bad)
{
    qd_oracle_allow_slots(stage->oracle, count - (bad < count));
    for (size_t i = 0; i < count; i++) {
        assert_true((many.ids[i] == 0) == (i == bad));
        if (i != bad)
            learn(stage, &many.items[i], many.ids[i]);
        keep_id(stage, many.ids[i]);
    }
}

void stage_insert_many(struct stage *stage, size_t count, bool with_ids, bool with_bad)
{
    const size_t none = STAGE_ROOM, first_bad = with_bad ? count / 2 : none;
    for (size_t i = 0; i < count; i++) {
        many.items[i] = some_item(stage);
        if (i == first_bad)
            many.items[i].box.max.x = NAN;
        many.boxes[i] = many.items[i].box;
        many.users[i] = many.items[i].user;
        many.filters[i] = many.items[i].filter;
    }
    size_t bad = none;
    memset(many.ids, 0xff, count * sizeof *many.ids);
    const qd_items items = { .boxes = qd_boxes_double(many.boxes), .users = many.users, .filters = many.filters };
    qd_result result = qd_tree_insert_many(stage->tree, &items, count, with_ids ? many.ids : NULL, &bad);
    if (result == QD_NO_MEMORY) {
        insert_many_failed(stage, count, with_ids);
    } else if (!with_ids) {
        assert_int_equal(result, QD_OK);
        learn_ids(stage, count);
    } else {
        assert_int_equal(result, with_bad ? QD_BAD_VALUE : QD_OK);
        assert_int_equal(bad, first_bad);
        insert_many_done(stage, count, bad);
    }
}

void stage_move(struct stage *stage, size_t which, qd_box box)
{
    qd_result right = qd_oracle_set_box(stage->oracle, stage->ids[which], &box);
    assert_int_equal(qd_tree_set_box(stage->tree, stage->ids[which], &box), right);
}

// The first result that is not QD_OK, and where it came.
struct outcome {
    qd_result result;
    size_t bad;
};

static void note(struct outcome *outcome, qd_result result, size_t at)
{
    if (outcome->result == QD_OK && result != QD_OK)
        *outcome = (struct outcome){ result, at };
}

void stage_move_all(struct stage *stage, double step)
{
    struct outcome right = { QD_OK, STAGE_ROOM };
    size_t bad = STAGE_ROOM;
    for (size_t i = 0; i < stage->id_count; i++) {
        qd_item item;
        many.boxes[i] = stage_box(stage);
        if (step != 0 && qd_oracle_get(stage->oracle, stage->ids[i], &item) == QD_OK)
            many.boxes[i] = qd_box_xywh(item.box.min.x + step, item.box.min.y - step, (double)(i % 7), step);
    }
    const qd_boxes view = qd_boxes_double(many.boxes);
    qd_result result = qd_tree_move_many(stage->tree, stage->ids, &view, stage->id_count, &bad);
    for (size_t i = 0; i < stage->id_count; i++)
        note(&right, qd_oracle_set_box(stage->oracle, stage->ids[i], &many.boxes[i]), i);
    assert_int_equal(result, right.result);
    assert_int_equal(bad, right.bad);
}

void stage_remove(struct stage *stage, size_t which)
{
    qd_result right = qd_oracle_remove(stage->oracle, stage->ids[which]);
    assert_int_equal(qd_tree_remove(stage->tree, stage->ids[which]), right);
}

void stage_remove_many(struct stage *stage, size_t first, size_t count)
{
    struct outcome right = { QD_OK, STAGE_ROOM };
    size_t bad = STAGE_ROOM;
    qd_result result = qd_tree_remove_many(stage->tree, stage->ids + first, count, &bad);
    for (size_t i = 0; i < count; i++)
        note(&right, qd_oracle_remove(stage->oracle, stage->ids[first + i]), i);
    assert_int_equal(result, right.result);
    assert_int_equal(bad, right.bad);
}

void stage_rebuild(struct stage *stage)
{
    qd_result result = qd_tree_rebuild(stage->tree);
    if (result == QD_NO_MEMORY)
        assert_true(stage->memory.refused > 0);
    else
        assert_int_equal(result, QD_OK);
}

void stage_clear(struct stage *stage)
{
    assert_int_equal(qd_tree_clear(stage->tree), QD_OK);
    qd_oracle_clear(stage->oracle);
}

static bool ask_around(struct compare *compare, double x, double y)
{
    const qd_filter layer = { .layers = 1, .mask = 2 };
    const qd_vec2 here = { x, y };
    qd_ranked ray = qd_ray(here, (qd_vec2){ 1, 0.5 }, INFINITY), near = qd_nearest(qd_shape_point(here), INFINITY);
    qd_query window = { .shape = qd_shape_box(qd_box_xywh(x - 50, y - 50, 100, 100)) };
    qd_query point = { .shape = qd_shape_point(here) }, circle = { .shape = qd_shape_circle(here, 80) };
    bool same = compare_find(compare, &window, SIZE_MAX) && compare_find(compare, &point, SIZE_MAX) &&
                compare_find(compare, &circle, SIZE_MAX) && compare_find_ranked(compare, &ray, SIZE_MAX) &&
                compare_visit_ranked(compare, &ray, CUT_TO_HIT, SIZE_MAX);
    window.filter = circle.filter = near.filter = layer;
    return same && compare_visit(compare, &window, SIZE_MAX) && compare_visit(compare, &circle, SIZE_MAX) &&
           compare_first_ranked(compare, &near, 10);
}

enum { SIDE = 3, PLACES = SIDE * SIDE };

static void check_at(struct stage *stage, int first, int count)
{
    struct compare *compare = &stage->compare;
    const struct ledger before = stage->memory;
    assert_true(qd_tree_check(stage->tree));
    bool same = compare_everything(compare) && compare_stats(compare, stage->memory.bytes);
    for (int i = first; same && i < first + count; i++)
        same = ask_around(compare, i % SIDE * 400, i / SIDE * 400);
    if (!same)
        fail_msg("%s", compare->why);
    assert_int_equal(stage->memory.bytes, before.bytes);
    // One call where the block is refused.
    assert_in_range(stage->memory.calls, before.calls, before.calls + calls_for_pairs());
    assert_null(stage->memory.complaint);
}

void stage_check(struct stage *stage)
{
    check_at(stage, 0, PLACES);
}

void stage_check_in_turns(struct stage *stage)
{
    check_at(stage, stage->turn * SIDE, SIDE);
    stage->turn = (stage->turn + 1) % SIDE;
}
