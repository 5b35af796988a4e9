// Each call goes to the tree first, then to the oracle with what the tree returned.
#include "stage.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
// cmocka wants the three above first.
#include <cmocka.h>
#include <string.h>

void stage_create(struct stage *stage, qd_tree_def def)
{
    def.allocator = ledger_allocator(&stage->memory);
    stage->tree = qd_tree_create(&def);
    stage->id_count = 0;
    stage->random = 1;
    oracle_create(&stage->oracle, def.edges);
    stage->oracle.totals = def.totals;
    compare_create(&stage->compare, stage->tree, &stage->oracle);
}

void stage_destroy(struct stage *stage)
{
    qd_tree_destroy(stage->tree);
    stage->tree = NULL;
    compare_destroy(&stage->compare);
    oracle_destroy(&stage->oracle);
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
    float x = (float)below(stage, 10000) / 10;
    float y = (float)below(stage, 10000) / 10;
    unsigned kind = below(stage, 100);
    if (kind == 0)
        return qd_box_xywh(0, 0, 1000, 1000);
    if (kind == 1)
        return qd_box_xywh(x * 1e20f, y, 0, 0);
    return qd_box_xywh(x, y, (float)below(stage, 20), (float)below(stage, 20));
}

static qd_item some_item(struct stage *stage)
{
    qd_item item = { stage_box(stage), stage->random, { 0, 0 } };
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
    assert_int_equal(qd_tree_set_value(stage->tree, id, value), oracle_set_value(&stage->oracle, id, value));
}

static void insert_item(struct stage *stage, qd_item item)
{
    uint64_t refused = stage->memory.refused;
    qd_id id = qd_tree_insert(stage->tree, item);
    if (qd_id_is_null(id) && stage->memory.refused > refused)
        return;
    oracle_insert(&stage->oracle, item, id);
    assert_null(stage->oracle.complaint);
    keep_id(stage, id);
    if (stage->oracle.totals)
        set_value(stage, id, (int64_t)below(stage, 100) - 50);
}

void stage_insert(struct stage *stage, qd_box box)
{
    qd_item item = some_item(stage);
    item.box = box;
    insert_item(stage, item);
}

// The ids of items that were inserted without asking for them: those the oracle does not know.
static void learn_ids(struct stage *stage, const qd_item *items, size_t count)
{
    static qd_found all[STAGE_ROOM];
    const qd_box everywhere = { { -INFINITY, -INFINITY }, { INFINITY, INFINITY } };
    size_t found = qd_find_box(stage->tree, everywhere, (qd_query_filter){ .mask = 0 }, all, STAGE_ROOM);
    assert_int_equal(found, stage->oracle.count + count);
    oracle_insert_failed(&stage->oracle, count); // the slots may come in any order
    for (size_t i = 0; i < count; i++) {
        size_t at = 0;
        while (at < found && (all[at].user != items[i].user || oracle_contains(&stage->oracle, all[at].id)))
            at++;
        assert_true(at < found);
        oracle_insert(&stage->oracle, items[i], all[at].id);
        assert_null(stage->oracle.complaint);
        keep_id(stage, all[at].id);
    }
}

static void insert_many_failed(struct stage *stage, const qd_id *ids, size_t count)
{
    assert_true(stage->memory.refused > 0);
    for (size_t i = 0; i < count; i++)
        assert_true(ids[i].slot == 0 && ids[i].generation == 0);
    assert_int_equal(qd_tree_count(stage->tree), stage->oracle.count);
    oracle_insert_failed(&stage->oracle, count);
}

void stage_insert_many(struct stage *stage, size_t count, bool with_ids, bool with_bad)
{
    static qd_item items[STAGE_ROOM];
    static qd_id ids[STAGE_ROOM];
    for (size_t i = 0; i < count; i++)
        items[i] = some_item(stage);
    if (with_bad)
        items[count / 2].box.max.x = NAN;
    size_t bad = STAGE_ROOM, right_bad = STAGE_ROOM;
    memset(ids, with_ids ? 0xff : 0, count * sizeof *ids);
    qd_result result = qd_tree_insert_many(stage->tree, items, count, with_ids ? ids : NULL, &bad);
    if (result == QD_NO_MEMORY) {
        insert_many_failed(stage, ids, count);
    } else if (!with_ids) {
        assert_int_equal(result, QD_OK);
        learn_ids(stage, items, count);
    } else {
        assert_int_equal(result, oracle_insert_many(&stage->oracle, items, count, ids, &right_bad));
        assert_int_equal(bad, right_bad);
        assert_null(stage->oracle.complaint);
        for (size_t i = 0; i < count; i++)
            keep_id(stage, ids[i]);
    }
}

void stage_move(struct stage *stage, size_t which, qd_box box)
{
    qd_result right = oracle_move(&stage->oracle, stage->ids[which], box);
    assert_int_equal(qd_tree_move(stage->tree, stage->ids[which], box), right);
}

void stage_move_all(struct stage *stage, float step)
{
    static qd_box boxes[STAGE_ROOM];
    size_t bad = STAGE_ROOM, right_bad = STAGE_ROOM;
    for (size_t i = 0; i < stage->id_count; i++) {
        qd_item item;
        boxes[i] = stage_box(stage);
        if (step != 0 && oracle_get(&stage->oracle, stage->ids[i], &item))
            boxes[i] = qd_box_xywh(item.box.min.x + step, item.box.min.y - step, (float)(i % 7), step);
    }
    qd_result result = qd_tree_move_many(stage->tree, stage->ids, boxes, stage->id_count, &bad);
    assert_int_equal(result, oracle_move_many(&stage->oracle, stage->ids, boxes, stage->id_count, &right_bad));
    assert_int_equal(bad, right_bad);
}

void stage_remove(struct stage *stage, size_t which)
{
    qd_result right = oracle_remove(&stage->oracle, stage->ids[which]);
    assert_int_equal(qd_tree_remove(stage->tree, stage->ids[which]), right);
}

void stage_remove_many(struct stage *stage, size_t first, size_t count)
{
    size_t bad = STAGE_ROOM, right_bad = STAGE_ROOM;
    qd_result result = qd_tree_remove_many(stage->tree, stage->ids + first, count, &bad);
    assert_int_equal(result, oracle_remove_many(&stage->oracle, stage->ids + first, count, &right_bad));
    assert_int_equal(bad, right_bad);
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
    qd_tree_clear(stage->tree);
    oracle_clear(&stage->oracle);
}

static bool ask_around(struct compare *compare, float x, float y)
{
    const qd_query_filter all = { .mask = 0 }, layer = { .mask = 2, .layers = 1 };
    const qd_ray ray = { { x, y }, { 1, 0.5f }, INFINITY };
    const qd_box box = qd_box_xywh(x - 50, y - 50, 100, 100);
    return compare_find_box(compare, box, all, SIZE_MAX) && compare_visit_box(compare, box, layer, SIZE_MAX) &&
           compare_find_point(compare, ray.origin, all, SIZE_MAX) &&
           compare_find_circle(compare, ray.origin, 80, all, SIZE_MAX) &&
           compare_visit_circle(compare, ray.origin, 80, layer, SIZE_MAX) &&
           compare_find_near(compare, ray.origin, INFINITY, layer, 10) &&
           compare_find_ray(compare, ray, all, SIZE_MAX) && compare_visit_ray(compare, ray, all, RAY_CLIP, SIZE_MAX);
}

void stage_check(struct stage *stage)
{
    struct compare *compare = &stage->compare;
    uint64_t calls = stage->memory.calls;
    assert_true(qd_tree_check(stage->tree));
    bool same = compare_everything(compare) && compare_stats(compare, stage->memory.bytes);
    for (int i = 0; same && i < 9; i++)
        same = ask_around(compare, (float)(i % 3) * 400, (float)(i / 3) * 400);
    if (!same)
        fail_msg("%s", compare->why);
    assert_int_equal(stage->memory.calls, calls); // no question asks for memory
    assert_null(stage->memory.complaint);
}
