// Each demand for memory of saving, loading and mapping is refused once: then they say so, and hold nothing.
#include "bytes.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 200 };

static void saving_without_memory(void **state)
{
    (void)state;
    struct stage *stage = busy_stage((qd_tree_def){ .leaf_capacity = 6 }, 150, 2);
    struct bytes right = saved(stage->tree);
    unsigned char *buffer = need(right.size, 1);
    const size_t held = stage->memory.bytes;
    int refused = 0;
    for (uint64_t n = 1; n < MOST; n++) {
        ledger_refuse(&stage->memory, n, false);
        const size_t size = qd_tree_save_size(stage->tree, 0);
        assert_true(size == (stage->memory.refused ? 0 : right.size));
        ledger_refuse(&stage->memory, n, true);
        memset(buffer, 0x5a, right.size);
        const qd_result result = qd_tree_save(stage->tree, (qd_extra){ 0 }, buffer, right.size);
        refused += stage->memory.refused > 0;
        assert_int_equal(result, stage->memory.refused ? QD_NO_MEMORY : QD_OK);
        for (size_t i = 0; i < right.size; i++)
            assert_int_equal(buffer[i], stage->memory.refused ? 0x5a : right.at[i]);
        assert_int_equal(stage->memory.bytes, held);
        if (!stage->memory.refused)
            break;
    }
    assert_true(refused > 4 && refused < MOST - 2);
    ledger_refuse(&stage->memory, 0, false);
    assert_int_equal(qd_tree_stats(stage->tree).bytes, held);
    stage_check(stage);
    free(buffer);
    free_bytes(&right);
    free_stage(stage);
}

static void reading_without_memory(void **state)
{
    (void)state;
    struct stage *stage = busy_stage((qd_tree_def){ .leaf_capacity = 6 }, 150, 2);
    struct bytes bytes = saved(stage->tree);
    for (int maps = 0; maps < 2; maps++) {
        int refused = 0, without = 0;
        for (uint64_t n = 1; n < MOST; n++) {
            struct ledger memory = { 0 };
            const qd_tree_def def = { .allocator = ledger_allocator(&memory), .reserve = 5000 };
            ledger_refuse(&memory, n, n % 2);
            qd_tree *tree = (qd_tree *)&memory;
            const qd_result result = (maps ? qd_tree_map : qd_tree_load)(&tree, bytes.at, bytes.size, &def);
            without += memory.refused > 0 && result == QD_OK; // without its directory a tree answers all the same
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
        assert_int_equal(without, maps ? 0 : 1);
    }
    free_bytes(&bytes);
    free_stage(stage);
}

/// Bytes that claim to be large do not make the library ask for much.
static void spoiled_bytes_take_no_memory(void **state)
{
    (void)state;
    struct stage *stage = busy_stage((qd_tree_def){ .leaf_capacity = 6 }, 150, 2);
    struct bytes bytes = saved(stage->tree);
    struct ledger memory = { 0 };
    const qd_tree_def def = { .allocator = ledger_allocator(&memory) };
    for (size_t at = 16; at < 64; at += 4) {
        struct bytes spoiled = copy_of(bytes);
        qd_tree *tree;
        set_number(spoiled, at, 0x1fffffff);
        make_sum_right(spoiled);
        assert_int_equal(qd_tree_load(&tree, spoiled.at, spoiled.size, &def), QD_BAD_DATA);
        assert_int_equal(qd_tree_map(&tree, spoiled.at, spoiled.size, &def), QD_BAD_DATA);
        assert_int_equal(memory.asked, 0);
        free_bytes(&spoiled);
    }
    free_bytes(&bytes);
    free_stage(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(saving_without_memory),
        cmocka_unit_test(reading_without_memory),
        cmocka_unit_test(spoiled_bytes_take_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
