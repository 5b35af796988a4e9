// What goes into a snapshot comes out of it: items, ids, answers, and how the tree goes on from there.
#include "bytes.h"

#include <stdlib.h>
#include <string.h>

static const qd_tree_def defs[] = {
    { .edges = QD_CLOSED },
    { .edges = QD_OPEN, .leaf_capacity = 4 },
    { .world = { { 0, 0 }, { 1000, 1000 } }, .leaf_capacity = 8, .max_depth = 5 },
    { .world = { { 4e5, 4e5 }, { 4e5 + 1, 4e5 + 1 } }, .leaf_capacity = 1 },
    { .precision = QD_DOUBLE },
    { .precision = QD_DOUBLE, .edges = QD_OPEN, .leaf_capacity = 4 },
    { .precision = QD_DOUBLE, .world = { { 0, 0 }, { 1000, 1000 } }, .leaf_capacity = 8, .max_depth = 5 },
    { .precision = QD_DOUBLE, .world = { { 4e9, 4e9 }, { 4e9 + 1, 4e9 + 1 } }, .leaf_capacity = 1 },
};
enum { DEFS = sizeof defs / sizeof *defs };

static void every_answer_is_the_same(void)
{
    static const size_t sizes[] = { 0, 1, 40, 300 };
    for (size_t d = 0; d < DEFS; d++) {
        for (size_t s = 0; s < 4; s++) {
            struct stage *stage = busy_stage(defs[d], sizes[s], d + 1);
            struct bytes bytes = saved(stage->tree);
            qd_tree *in_place = mapped(bytes), *own = loaded(bytes);
            assert_answers(stage, stage->tree);
            assert_answers(stage, in_place);
            assert_answers(stage, own);
            qd_tree_destroy(in_place);
            free_bytes(&bytes); // the loaded one does not need them
            assert_answers(stage, own);
            qd_tree_destroy(own);
            free_stage(stage);
        }
    }
}

static void a_loaded_tree_goes_on(void)
{
    for (size_t d = 0; d < DEFS; d++) {
        struct stage *stage = busy_stage(defs[d], 200, 9);
        struct bytes bytes = saved(stage->tree);
        qd_tree_def def = { .allocator = ledger_allocator(&stage->memory), .reserve = 1000 };
        qd_tree_destroy(stage->tree);
        assert_int_equal(qd_tree_load(bytes.at, bytes.size, &def, &stage->tree), QD_OK);
        stage->compare.tree = stage->tree;
        for (int i = 0; i < 300; i++) { // the oracle complains of ids that come twice
            stage_insert(stage, stage_box(stage));
            stage_move(stage, (size_t)i, stage_box(stage));
            stage_remove(stage, (size_t)i * 3);
        }
        stage_move_all(stage, 5);
        stage_check(stage);
        stage_rebuild(stage);
        stage_check(stage);
        stage_clear(stage);
        stage_insert_many(stage, 100, true, true);
        stage_check(stage);
        free_bytes(&bytes);
        free_stage(stage);
    }
}

static void stale_ids_stay_stale(void)
{
    qd_tree *tree = tree_of(NULL);
    qd_id ids[100];
    for (int i = 0; i < 100; i++)
        ids[i] = put(tree, item_at(point_at(i, 0)));
    for (int i = 0; i < 100; i += 2)
        assert_int_equal(qd_tree_remove(tree, ids[i]), QD_OK);
    struct bytes bytes = saved(tree);
    qd_tree *own = loaded(bytes), *in_place = mapped(bytes);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 100; i++) {
            assert_int_equal(qd_tree_has(own, ids[i]), i % 2);
            assert_int_equal(qd_tree_has(in_place, ids[i]), i % 2);
        }
        for (int i = 0; i < 30; i++) {
            qd_id fresh = put(own, item_at(point_at(i, 1)));
            for (int k = 0; k < 100; k++)
                assert_true(fresh != ids[k]);
        }
    }
    qd_tree_destroy(in_place);
    free_bytes(&bytes);
    qd_tree_destroy(own);
    qd_tree_destroy(tree);
}

static void free_slots_are_handed_out_lowest_first(void)
{
    for (qd_precision precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        qd_tree *tree = tree_of(&(qd_tree_def){ .precision = precision });
        for (int i = 0; i < 5; i++)
            put(tree, item_at(point_at(i, 0)));
        assert_int_equal(qd_tree_remove(tree, id_of(2, 1)), QD_OK);
        assert_int_equal(qd_tree_remove(tree, id_of(4, 1)), QD_OK);
        struct bytes bytes = saved(tree);
        qd_tree *own = loaded(bytes);
        assert_true(put(own, item_at(point_at(1, 1))) == id_of(2, 3));
        assert_true(put(own, item_at(point_at(1, 1))) == id_of(4, 3));
        assert_true(put(own, item_at(point_at(1, 1))) == id_of(6, 1));
        free_bytes(&bytes);
        qd_tree_destroy(own);
        qd_tree_destroy(tree);
    }
}

static void extra_bytes_come_along(void)
{
    struct stage *stage = busy_stage((qd_tree_def){ .precision = QD_DOUBLE, .leaf_capacity = 8 }, 50, 3);
    static const char text[] = "names, or whatever";
    for (size_t size = 0; size <= sizeof text; size++) {
        struct bytes bytes = saved_with(stage->tree, (qd_extra){ text, size });
        qd_extra extra = { NULL, 77 };
        assert_int_equal(qd_snapshot_extra(bytes.at, bytes.size, &extra), QD_OK);
        assert_int_equal(extra.size, size);
        assert_memory_equal(extra.bytes, text, size);
        assert_true((uintptr_t)extra.bytes % 64 == 0);
        qd_tree *tree = mapped(bytes);
        assert_answers(stage, tree);
        qd_tree_destroy(tree);
        assert_int_equal(qd_snapshot_extra(bytes.at, bytes.size, NULL), QD_OK);
        assert_int_equal(qd_snapshot_extra(bytes.at, bytes.size - 8, &extra), QD_BAD_DATA);
        free_bytes(&bytes);
    }
    free_stage(stage);
}

struct stream {
    struct bytes to;
    size_t at, calls, stop;
};

static qd_flow take_some(void *context, const void *bytes, size_t size)
{
    struct stream *stream = context;
    assert_true(size > 0 && stream->at + size <= stream->to.size);
    memcpy(stream->to.at + stream->at, bytes, size);
    stream->at += size;
    return ++stream->calls == stream->stop ? QD_STOP : QD_CONTINUE;
}

static void assert_written_the_same(struct stage *stage, qd_extra extra)
{
    struct bytes bytes = saved_with(stage->tree, extra);
    struct stream stream = { .to = copy_of(bytes) };
    memset(stream.to.at, 0, stream.to.size);
    assert_int_equal(qd_tree_save_by(stage->tree, &extra, take_some, &stream), QD_OK);
    assert_int_equal(stream.at, bytes.size);
    assert_memory_equal(stream.to.at, bytes.at, bytes.size);
    const size_t calls = stream.calls;
    for (size_t stop = 1; stop <= calls; stop++) {
        stream = (struct stream){ .to = stream.to, .stop = stop };
        assert_int_equal(qd_tree_save_by(stage->tree, &extra, take_some, &stream), QD_STOPPED);
        assert_int_equal(stream.calls, stop);
    }
    free_bytes(&stream.to);
    free_bytes(&bytes);
}

static void a_writer_gets_the_same_bytes(void)
{
    static char large[20000];
    for (size_t i = 0; i < sizeof large; i++)
        large[i] = (char)(i * 7);
    for (qd_precision precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        struct stage *stage = busy_stage((qd_tree_def){ .precision = precision, .leaf_capacity = 8 }, 300, 3);
        assert_written_the_same(stage, (qd_extra){ large, sizeof large });
        assert_written_the_same(stage, (qd_extra){ NULL, 0 });
        free_stage(stage);
    }
}

static void a_small_buffer_is_left_alone(void)
{
    struct stage *stage = busy_stage((qd_tree_def){ .leaf_capacity = 8 }, 30, 3);
    struct bytes bytes = saved(stage->tree);
    const size_t room = bytes.size + 100;
    unsigned char *buffer = need(room, 1);
    memset(buffer, 0xa5, room);
    for (size_t capacity = 0; capacity < bytes.size; capacity += 1 + capacity / 3) {
        size_t size = 0;
        assert_int_equal(qd_tree_save(stage->tree, NULL, buffer, capacity, &size), QD_TOO_SMALL);
        assert_int_equal(size, bytes.size);
    }
    assert_int_equal(qd_tree_save(stage->tree, NULL, buffer, bytes.size - 1, NULL), QD_TOO_SMALL);
    for (size_t i = 0; i < room; i++)
        assert_int_equal(buffer[i], 0xa5);
    size_t size = 0;
    assert_int_equal(qd_tree_save(stage->tree, NULL, buffer, bytes.size + 50, &size), QD_OK);
    assert_int_equal(size, bytes.size);
    assert_memory_equal(buffer, bytes.at, bytes.size);
    for (size_t i = bytes.size; i < room; i++)
        assert_int_equal(buffer[i], 0xa5);
    assert_int_equal(qd_tree_save(stage->tree, NULL, buffer, room, NULL), QD_OK); // the size need not be told
    const qd_extra absurd = { buffer, SIZE_MAX };
    assert_int_equal(qd_tree_save(stage->tree, &absurd, buffer, 10, &size), QD_NO_MEMORY);
    assert_int_equal(size, bytes.size);
    free(buffer);
    free_bytes(&bytes);
    free_stage(stage);
}

static void reading_without_a_place_for_the_tree_is_a_check(void)
{
    struct bytes bytes = small_sample(QD_DOUBLE);
    assert_int_equal(qd_tree_load(bytes.at, bytes.size, NULL, NULL), QD_OK);
    assert_int_equal(map_or_load(bytes.at, bytes.size, NULL, NULL), QD_OK);
    bytes.at[200] ^= 1;
    assert_int_equal(qd_tree_load(bytes.at, bytes.size, NULL, NULL), QD_BAD_DATA);
    assert_int_equal(map_or_load(bytes.at, bytes.size, NULL, NULL), QD_BAD_DATA);
    free_bytes(&bytes);
}

static void mapping_says_where_it_cannot_be(void)
{
    struct bytes bytes = small_sample(QD_FLOAT);
    qd_tree *tree = (qd_tree *)&bytes;
    assert_int_equal(qd_tree_map(bytes.at, bytes.size, NULL, &tree), can_map() ? QD_OK : QD_BYTE_ORDER);
    assert_true((tree != NULL) == can_map());
    qd_tree_destroy(tree);
    free_bytes(&bytes);
}

static void loading_takes_bytes_from_anywhere(void)
{
    struct stage *stage = busy_stage((qd_tree_def){ .precision = QD_DOUBLE, .leaf_capacity = 8 }, 100, 3);
    struct bytes bytes = saved(stage->tree);
    unsigned char *elsewhere = need(bytes.size + 64, 1);
    for (size_t shift = 0; shift < 64; shift += shift < 9 ? 1 : 11) {
        unsigned char *at = elsewhere + shift;
        qd_tree *tree = (qd_tree *)elsewhere;
        memcpy(at, bytes.at, bytes.size);
        if ((uintptr_t)at % QD_ALIGNMENT != 0) {
            assert_int_equal(qd_tree_map(at, bytes.size, NULL, &tree), QD_BAD_VALUE);
            assert_null(tree);
        }
        assert_int_equal(qd_tree_load(at, bytes.size, NULL, &tree), QD_OK);
        assert_answers(stage, tree);
        qd_tree_destroy(tree);
    }
    free(elsewhere);
    free_bytes(&bytes);
    free_stage(stage);
}

static void the_first_bytes_tell(void)
{
    qd_tree *tree = tree_of(NULL);
    struct bytes bytes = saved(tree);
    assert_true(qd_snapshot_starts(bytes.at, bytes.size));
    assert_true(qd_snapshot_starts(bytes.at, 8));
    assert_false(qd_snapshot_starts(bytes.at, 7));
    assert_false(qd_snapshot_starts("x,y\n1,2\n", 8));
    bytes.at[5] ^= 1;
    assert_false(qd_snapshot_starts(bytes.at, bytes.size));
    free_bytes(&bytes);
    qd_tree_destroy(tree);
}

tests_main(plain_test(every_answer_is_the_same), plain_test(a_loaded_tree_goes_on), plain_test(stale_ids_stay_stale),
           plain_test(free_slots_are_handed_out_lowest_first), plain_test(extra_bytes_come_along),
           plain_test(a_writer_gets_the_same_bytes), plain_test(a_small_buffer_is_left_alone),
           plain_test(mapping_says_where_it_cannot_be), plain_test(loading_takes_bytes_from_anywhere),
           plain_test(the_first_bytes_tell), plain_test(reading_without_a_place_for_the_tree_is_a_check))
