/// Pools and the allocator at their ends: a pool that is full, blocks that cannot be, the hook that is used where the
/// caller brings none. From outside this would take more memory than there is. And slabs side by side in huge pages.
#include "platform.h"
#include "pool.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unit.h>

static qd__memory usual_memory(void)
{
    return (qd__memory){ .allocator = qd__memory_choose((qd_allocator){ NULL, NULL }) };
}

// Chunks hold four records, and six are the limit: there is room for two more in the second chunk.
static void a_full_pool_hands_out_nothing(void)
{
    qd__memory memory = usual_memory();
    qd__pool pool;
    qd__pool_open(&pool, 16, 2, 6);
    for (uint32_t i = 0; i < 6; i++)
        assert_int_equal(qd__pool_take(&pool, &memory), i);
    assert_int_equal(qd__pool_take(&pool, &memory), QD__NONE);
    assert_int_equal(qd__pool_take(&pool, &memory), QD__NONE);
    qd__pool_give(&pool, 3);
    assert_int_equal(qd__pool_take(&pool, &memory), 3);
    assert_int_equal(qd__pool_take(&pool, &memory), QD__NONE);
    assert_int_equal(qd__pool_take_run(&pool, &memory, 1), QD__NONE);
    qd__pool_close(&pool, &memory);
    assert_int_equal(memory.bytes, 0);
}

/// Refuses the block that is asked for as number `refuse`, and those after it.
struct refusing {
    qd_allocator usual;
    int refuse;
};

static void *refuse_some(void *context, void *block, size_t old_size, size_t new_size)
{
    struct refusing *self = context;
    if (new_size > 0 && self->refuse-- <= 0)
        return NULL;
    return self->usual.resize(self->usual.context, block, old_size, new_size);
}

// Twenty chunks of two records, and then annexes, and twenty more; whatever is refused, nothing is lost or half done.
static void annexes_come_for_all_records_or_none(void)
{
    int refuse = 0;
    for (bool all = false; !all; refuse++) {
        struct refusing refusing = { usual_memory().allocator, 1000 };
        qd__memory memory = { .allocator = { refuse_some, &refusing } };
        qd__pool pool;
        qd__pool_open(&pool, 16, 1, 1000);
        pool.annex_size = 8;
        assert_int_equal(qd__pool_take_run(&pool, &memory, 40), 0);
        const size_t before = memory.bytes;
        refusing.refuse = refuse;
        all = qd__pool_annex(&pool, &memory);
        assert_true(all == (pool.annexes != NULL) && (all || memory.bytes == before));
        for (uint32_t i = 0; all && i < 40; i++)
            memset(qd__pool_annex_at(&pool, i), (int)i, 8);
        uint32_t got = 40;
        refusing.refuse = all ? refuse - 4 : 1000;
        while (got < 300 && qd__pool_take(&pool, &memory) == got) {
            if (pool.annexes)
                memset(qd__pool_annex_at(&pool, got), (int)got, 8);
            memset(qd__pool_at(&pool, got), (int)got, 16);
            got++;
        }
        all = all && got == 300;
        for (uint32_t i = 0; pool.annexes && i < got; i++)
            assert_int_equal(*((unsigned char *)qd__pool_annex_at(&pool, i) + 7), i & 0xff);
        qd__pool_close(&pool, &memory);
        assert_int_equal(memory.bytes, 0);
    }
    assert_true(refuse > 10);
}

static void nothing_and_too_much_are_not_allocated(void)
{
    qd__memory memory = usual_memory();
    assert_null(qd__memory_get(&memory, 0, 8));
    assert_null(qd__memory_get(&memory, 8, 0));
    assert_null(qd__memory_get(&memory, SIZE_MAX / 2, 8)); // the product is more than a size can say
    assert_null(qd__memory_get(&memory, SIZE_MAX / 8, 8)); // rounded up it is
    assert_null(qd__memory_get(&memory, SIZE_MAX / 2, 1)); // no machine has as much
    assert_int_equal(memory.bytes, 0);
}

// The library itself never resizes a block; what borrows the hook may.
static void the_usual_hook_keeps_the_common_prefix(void)
{
    const qd_allocator hook = usual_memory().allocator;
    char *block = hook.resize(hook.context, NULL, 0, 100);
    assert_non_null(block);
    memset(block, 7, 100);
    assert_null(hook.resize(hook.context, block, 100, SIZE_MAX / 2));
    block = hook.resize(hook.context, block, 100, 3000);
    assert_true(block && block[0] == 7 && block[99] == 7);
    block = hook.resize(hook.context, block, 3000, 50);
    assert_true(block && block[0] == 7 && block[49] == 7);
    assert_int_equal((uintptr_t)block % 64, 0);
    assert_null(hook.resize(hook.context, block, 50, 0));
}

static bool no_pages(const qd__memory *memory)
{
#if QD__CAN_HUGE_PAGES
    return !memory->pages && memory->page_count == 0;
#else
    return memory != NULL;
#endif
}

enum { SLABS = 200 };

// Slabs of 4 KiB to a mebibyte, taken and given back in two orders, each full of its own number. Memory of the caller
// is not shared out.
static void slabs_lie_side_by_side(void)
{
    struct refusing refusing = { usual_memory().allocator, 1000 };
    for (int own = 0; own < 2; own++) {
        qd__memory memory = usual_memory();
        if (own)
            memory.allocator = (qd_allocator){ refuse_some, &refusing };
        void *early = qd__memory_get_slab(&memory, 1, 20000);
        assert_true(no_pages(&memory)); // the tree is still small
        void *large = qd__memory_get(&memory, 1, QD__PLATFORM_LARGE);
        unsigned char *slabs[SLABS];
        size_t sizes[SLABS], all = 0;
        for (size_t i = 0; i < SLABS; i++) {
            sizes[i] = 4096 + i * i * 26;
            all += sizes[i];
            slabs[i] = qd__memory_get_slab(&memory, 1, sizes[i]);
            assert_non_null(slabs[i]);
            assert_int_equal((uintptr_t)slabs[i] % QD__LINE, 0);
            memset(slabs[i], (int)i, sizes[i]);
        }
        assert_true(memory.bytes - all - 20000 - QD__PLATFORM_LARGE < 4096);
        assert_true(no_pages(&memory) == (own || !QD__CAN_HUGE_PAGES));
        for (size_t turn = 0; turn < SLABS; turn++) {
            const size_t i = turn * 77 % SLABS;
            assert_true(slabs[i][0] == i && slabs[i][sizes[i] / 2] == i && slabs[i][sizes[i] - 1] == i);
            qd__memory_give(&memory, slabs[i], 1, sizes[i]);
        }
        assert_true(no_pages(&memory));
        qd__memory_give(&memory, large, 1, QD__PLATFORM_LARGE);
        qd__memory_give(&memory, early, 1, 20000);
        assert_int_equal(memory.bytes, 0);
    }
}

tests_main(plain_test(a_full_pool_hands_out_nothing), plain_test(annexes_come_for_all_records_or_none),
           plain_test(nothing_and_too_much_are_not_allocated), plain_test(the_usual_hook_keeps_the_common_prefix),
           plain_test(slabs_lie_side_by_side))
