// Each demand for memory of saving, loading and mapping is refused once: then they say so, and hold nothing.
#include "bytes.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 200 };

static qd_flow count_bytes(void *context, const void *bytes, size_t size)
{
    (void)bytes;
    *(size_t *)context += size;
    return QD_CONTINUE;
}

static void assert_saving_fails_whole(struct stage *stage, struct bytes right)
{
    unsigned char *buffer = need(right.size, 1);
    const size_t held = stage->memory.bytes;
    int refused = 0;
    for (uint64_t n = 1; n < MOST; n++) {
        size_t size = 77;
        ledger_refuse(&stage->memory, n, false);
        const qd_result asked = qd_tree_save(stage->tree, NULL, NULL, 0, &size);
        assert_int_equal(asked, stage->memory.refused ? QD_NO_MEMORY : QD_TOO_SMALL);
        assert_int_equal(size, stage->memory.refused ? 77 : right.size);
        ledger_refuse(&stage->memory, n, true);
        memset(buffer, 0x5a, right.size);
        const qd_result result = qd_tree_save(stage->tree, NULL, buffer, right.size, NULL);
        refused += stage->memory.refused > 0;
        assert_int_equal(result, stage->memory.refused ? QD_NO_MEMORY : QD_OK);
        ledger_refuse(&stage->memory, n, true);
        size_t written = 0;
        assert_int_equal(qd_tree_save_by(stage->tree, NULL, count_bytes, &written), result);
        assert_int_equal(written, result == QD_OK ? right.size : 0);
        for (size_t i = 0; i < right.size; i++)
            assert_int_equal(buffer[i], stage->memory.refused ? 0x5a : right.at[i]);
        assert_int_equal(stage->memory.bytes, held);
        if (!stage->memory.refused)
            break;
    }
    assert_true(refused > 4 && refused < MOST - 2);
    ledger_refuse(&stage->memory, 0, false);
    assert_int_equal(stats_of(stage->tree).bytes, held);
    free(buffer);
}

static void saving_without_memory(void)
{
    for (qd_precision precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        struct stage *stage = busy_stage((qd_tree_def){ .precision = precision, .leaf_capacity = 6 }, 150, 2);
        struct bytes right = saved(stage->tree);
        assert_saving_fails_whole(stage, right);
        stage_check(stage);
        free_bytes(&right);
        free_stage(stage);
    }
}

/// What has come all at once is as a snapshot has it: saving it needs no memory, and gives the bytes that are given
/// once something has changed, and changed back.
static void saving_what_came_at_once(void)
{
    enum { ITEMS = 3000 };
    for (qd_precision precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        qd_box boxes[ITEMS];
        qd_filter filters[ITEMS];
        qd_id ids[ITEMS];
        for (int i = 0; i < ITEMS; i++) {
            boxes[i] = qd_box_xywh(i * 37 % 1000 + i % 7 * 0x1p-40, i * 91 % 1000, i % 9, i % 50 == 0 ? 1e5 : 3);
            filters[i] = (qd_filter){ i % 5 == 0 ? 2 : 0, 0 };
        }
        struct ledger memory = { 0 };
        qd_tree *tree = tree_of(&(qd_tree_def){ .precision = precision, .allocator = ledger_allocator(&memory) });
        const qd_items items = { .boxes = qd_boxes_double(boxes), .filters = filters };
        assert_int_equal(qd_tree_insert_many(tree, &items, ITEMS, ids, NULL), QD_OK);
        const uint64_t asked = memory.asked;
        struct bytes bytes = saved(tree);
        assert_int_equal(memory.asked, asked);
        assert_int_equal(qd_tree_move(tree, ids[7], boxes[8]), QD_OK);
        assert_int_equal(qd_tree_move(tree, ids[7], boxes[7]), QD_OK);
        struct bytes again = saved(tree);
        assert_true(memory.asked > asked);
        assert_int_equal(again.size, bytes.size);
        assert_memory_equal(again.at, bytes.at, bytes.size);
        free_bytes(&again);
        free_bytes(&bytes);
        qd_tree_destroy(tree);
    }
}

/// Refuses each demand of reading in turn. Returns how often the tree came all the same.
static int read_without_memory(struct stage *stage, struct bytes bytes, bool maps)
{
    int refused = 0, without = 0;
    for (uint64_t n = 1; n < MOST; n++) {
        struct ledger memory = { 0 };
        const qd_tree_def def = { .allocator = ledger_allocator(&memory), .reserve = 5000 };
        ledger_refuse(&memory, n, n % 2);
        qd_tree *tree = (qd_tree *)&memory;
        const qd_result result = (maps ? qd_tree_map : qd_tree_load)(bytes.at, bytes.size, &def, &tree);
        without += memory.refused > 0 && result == QD_OK;
        assert_true(result == QD_OK || (memory.refused && result == QD_NO_MEMORY));
        assert_true((tree == NULL) == (result != QD_OK));
        refused += memory.refused > 0;
        if (tree)
            assert_answers(stage, tree);
        qd_tree_destroy(tree);
        assert_true(memory.bytes == 0 && memory.blocks == 0 && !memory.complaint);
        if (result == QD_OK && !memory.refused)
            break;
    }
    assert_true(refused > 2 && refused < MOST - 2);
    return without;
}

static void reading_without_memory(void)
{
    for (qd_precision precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        struct stage *stage = busy_stage((qd_tree_def){ .precision = precision, .leaf_capacity = 6 }, 150, 2);
        struct bytes bytes = saved(stage->tree);
        if (can_map())
            assert_int_equal(read_without_memory(stage, bytes, true), 0);
        assert_int_equal(read_without_memory(stage, bytes, false), 1); // without its directory
        free_bytes(&bytes);
        free_stage(stage);
    }
}

/// Bytes that claim to be large do not make the library ask for much.
static void spoiled_bytes_take_no_memory(void)
{
    for (qd_precision precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        struct bytes bytes = small_sample(precision);
        struct ledger memory = { 0 };
        const qd_tree_def def = { .allocator = ledger_allocator(&memory) };
        for (size_t at = 16; at < 64; at += 4) {
            struct bytes spoiled = copy_of(bytes);
            qd_tree *tree;
            set_number(spoiled, at, 0x1fffffff);
            make_sum_right(spoiled);
            assert_int_equal(qd_tree_load(spoiled.at, spoiled.size, &def, &tree), QD_BAD_DATA);
            assert_int_equal(map_or_load(spoiled.at, spoiled.size, &def, &tree), QD_BAD_DATA);
            assert_int_equal(memory.asked, 0);
            free_bytes(&spoiled);
        }
        free_bytes(&bytes);
    }
}

tests_main(plain_test(saving_without_memory), plain_test(saving_what_came_at_once), plain_test(reading_without_memory),
           plain_test(spoiled_bytes_take_no_memory))
