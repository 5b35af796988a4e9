// A tree in the caller's buffer, which never allocates.
//
//   [ struct qd_tree | tables of chunks | scratch | directory | buckets of 64 lanes | of 48 | of 32 | of 16 | exact
//   boxes | quads | slots ]
//
// Behind the buckets of each size lie their filters.
//
// The slots come last, and their end is not rounded up: so each size is for another number of items.
//
// Its pools have all the chunks they will ever have, and a limit where these end; so taking a record either finds one
// or fails, and never asks for memory. All calls that change a tree handle that: it is a tree without memory left.
//
// Why as many items fit as it was made for, N of them: there are N slots, and the buckets have N lanes or more
// together. While fewer than N items are in the tree, either some bucket is not in use, which any node may have; or all
// are in use, and since their lanes are more than the items, one is not full. Only the first bucket of a node's
// chain is ever short of full, so that one is the first of its node, and an item can be put there, in a node that is
// not its own: bounds find it like any other. Moving and removing take no memory. docs/decisions/fixed-memory.md has
// more.

#include "fixed.h"
#include "create.h"
#include "directory.h"
#include "divide.h"

#include <string.h>

enum {
    QUAD_ITEMS = 32,  ///< Items for each of which there is a quad, where leaves take 64: enough for leaves half full,
    QUADS_LEAST = 24, ///< and a few more for a way down to a small crowd.
    DIRECTORY_CAPACITY = 64, ///< The capacity of leaves for which the directory has room, whatever leaves come.
    LANE_SHARES = 24, ///< Each size class but the smallest has one of so many shares of the lanes. The smallest class
                      ///< has all others: a node can use those whatever its items, in a chain.
};
#define ITEMS_MOST ((uint64_t)1 << 28) ///< For more the pool of the smallest buckets would be too small.

/// The pools in the order of the layout.
enum { FIXED_SLOTS, FIXED_QUADS, FIXED_EXACT, FIXED_BUCKETS, FIXED_POOLS = FIXED_BUCKETS + QD__SIZES };

/// Which records of each pool there are, and where in the buffer.
typedef struct fixed_layout {
    uint32_t records[FIXED_POOLS];
    uint64_t tables[FIXED_POOLS], parts[FIXED_POOLS];
    uint64_t annex_tables[FIXED_POOLS], annexes[FIXED_POOLS];
    uint64_t scratch, directory, end;
    uint32_t scratch_room, directory_room;
} fixed_layout;

static uint64_t take_bytes(uint64_t *end, uint64_t bytes)
{
    const uint64_t at = *end;
    *end = (at + bytes + QD_ALIGNMENT - 1) / QD_ALIGNMENT * QD_ALIGNMENT;
    return at;
}

static void list_pools(struct qd_tree *tree, qd__pool *pools[FIXED_POOLS])
{
    pools[FIXED_SLOTS] = &tree->pools.slots;
    pools[FIXED_QUADS] = &tree->pools.quads;
    pools[FIXED_EXACT] = &tree->pools.exact;
    for (uint32_t size = 0; size < QD__SIZES; size++)
        pools[FIXED_BUCKETS + size] = &tree->pools.buckets[size];
}

/// `tree` has opened its pools; 1 to ITEMS_MOST items.
static fixed_layout lay_out_buffer(struct qd_tree *tree, uint64_t items)
{
    fixed_layout at;
    qd__pool *pools[FIXED_POOLS];
    list_pools(tree, pools);
    at.records[FIXED_SLOTS] = (uint32_t)items;
    at.records[FIXED_QUADS] = (uint32_t)(items / QUAD_ITEMS) + QUADS_LEAST;
    at.records[FIXED_EXACT] = qd__is_precise(tree) ? (uint32_t)items : 0;
    // Buckets of each size class, so that all classes together have a lane for each item. None gets fewer for more.
    uint32_t *buckets = at.records + FIXED_BUCKETS;
    uint64_t rounded_off = 0; // at most, in the larger classes
    for (uint32_t size = 1; size < QD__SIZES; size++) {
        const uint64_t lanes = qd__size_lanes(size);
        buckets[size] = (uint32_t)(items / (LANE_SHARES * lanes));
        rounded_off += lanes;
    }
    const uint64_t most = items - items / 8 + rounded_off, smallest = most < items ? most : items;
    buckets[0] = (uint32_t)((smallest + QD__SIZE_STEP - 1) / QD__SIZE_STEP);
    at.scratch_room = (uint32_t)items + 1;
    at.end = 0;
    take_bytes(&at.end, sizeof *tree);
    for (int i = 0; i < FIXED_POOLS; i++) {
        const uint64_t table = qd__pool_chunks(pools[i], at.records[i]) * (uint64_t)sizeof(unsigned char *);
        at.tables[i] = take_bytes(&at.end, table);
        at.annex_tables[i] = take_bytes(&at.end, pools[i]->annex_size > 0 ? table : 0);
    }
    at.scratch = take_bytes(&at.end, at.scratch_room * (uint64_t)sizeof *tree->pools.scratch);
    at.directory_room = (uint32_t)qd__directory_room((size_t)items, DIRECTORY_CAPACITY);
    at.directory = take_bytes(&at.end, at.directory_room * (uint64_t)sizeof *tree->directory.current.at);
    for (int i = FIXED_POOLS; i-- > FIXED_SLOTS + 1;) {
        at.parts[i] = take_bytes(&at.end, (uint64_t)at.records[i] * pools[i]->record_size);
        at.annexes[i] = take_bytes(&at.end, (uint64_t)at.records[i] * pools[i]->annex_size);
    }
    at.parts[FIXED_SLOTS] = at.end;
    at.end += (uint64_t)at.records[FIXED_SLOTS] * pools[FIXED_SLOTS]->record_size;
    return at;
}

static uint64_t bytes_for(uint64_t items, qd_precision precision)
{
    struct qd_tree tree;
    const qd_tree_def def = { .precision = precision };
    return qd__tree_begin(&tree, &def) ? 0 : lay_out_buffer(&tree, items).end;
}

size_t qd_tree_buffer_size(const qd_tree_def *def, size_t items)
{
    const qd_precision precision = def ? def->precision : QD_FLOAT;
    const uint64_t size = items > ITEMS_MOST ? 0 : bytes_for(items ? items : 1, precision);
    return size <= SIZE_MAX ? (size_t)size : 0;
}

/// How many items a buffer is enough for.
static uint64_t items_for(size_t size, qd_precision precision)
{
    uint64_t low = 0, high = ITEMS_MOST; // enough for `low`
    while (low < high) {
        const uint64_t middle = low + (high - low + 1) / 2;
        if (bytes_for(middle, precision) <= size)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

/// An allocator that has no memory.
static void *no_memory(void *context, void *block, size_t old_size, size_t new_size)
{
    (void)context;
    (void)block;
    (void)old_size;
    (void)new_size;
    return NULL;
}

const char *qd__fixed_problem(const qd_tree_def *def)
{
    if (!def->buffer)
        return def->buffer_size > 0 ? "buffer: NULL, but buffer_size is not 0" : NULL;
    if ((uintptr_t)def->buffer % QD_ALIGNMENT != 0)
        return "buffer: its address is no multiple of QD_ALIGNMENT";
    if (def->totals)
        return "totals: a tree in a buffer keeps none";
    return items_for(def->buffer_size, def->precision) == 0 ? "buffer_size: too small for one item" : NULL;
}

qd_result qd__fixed_create(const qd_tree_def *def, struct qd_tree **tree)
{
    struct qd_tree begun;
    if (qd__tree_begin(&begun, def) || qd__fixed_problem(def))
        return QD_BAD_VALUE;
    const fixed_layout at = lay_out_buffer(&begun, items_for(def->buffer_size, def->precision));
    *tree = (qd_tree *)def->buffer;
    **tree = begun;
    if (!def->allocator.resize)
        (*tree)->pools.memory.allocator = (qd_allocator){ no_memory, NULL };
    // Its pools and tables lie in the buffer, each pool with all its records.
    struct qd_tree *made = *tree;
    unsigned char *bytes = (unsigned char *)(void *)made;
    qd__pool *pools[FIXED_POOLS];
    list_pools(made, pools);
    for (int i = 0; i < FIXED_POOLS; i++) {
        qd__pool *pool = pools[i];
        const uint32_t chunks = qd__pool_chunks(pool, at.records[i]);
        pool->chunks = qd__pool_name_chunks(bytes + at.tables[i], bytes + at.parts[i], chunks,
                                            (size_t)pool->record_size << pool->chunk_bits);
        if (pool->annex_size > 0) {
            pool->annexes = qd__pool_name_chunks(bytes + at.annex_tables[i], bytes + at.annexes[i], chunks,
                                                 (size_t)pool->annex_size << pool->chunk_bits);
        }
        pool->chunk_count = pool->chunk_room = chunks;
        pool->limit = at.records[i];
    }
    made->settings.keeping = QD__FIXED;
    made->pools.memory.bytes = (size_t)at.end;
    made->pools.scratch = (uint32_t *)(void *)(bytes + at.scratch);
    made->pools.scratch_room = at.scratch_room;
    made->directory.current.at = (uint32_t *)(void *)(bytes + at.directory);
    made->directory.current.room = at.directory_room;
    qd__quads_plant(made);
    return QD_OK;
}
