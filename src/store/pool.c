// A pool of records of one size: see pool.h.
#include "pool.h"

#include <assert.h>
#include <string.h>

enum { SLAB_BYTES = 1 << 19, FIRST_TABLE = 16 };

void qd__pool_open(qd__pool *pool, uint32_t record_size, uint32_t chunk_bits, uint32_t limit)
{
    assert(record_size >= sizeof pool->free && ((size_t)record_size << chunk_bits) <= SLAB_BYTES);
    memset(pool, 0, sizeof *pool);
    pool->record_size = record_size;
    pool->chunk_bits = chunk_bits;
    pool->limit = limit;
    pool->free = QD__NONE;
}

static size_t chunk_bytes(const qd__pool *pool)
{
    return (size_t)pool->record_size << pool->chunk_bits;
}

static size_t annex_bytes(const qd__pool *pool)
{
    return (size_t)pool->annex_size << pool->chunk_bits;
}

/// How many chunks the slab holds that starts at a chunk: as many as came before it, so that the pool doubles, up to
/// SLAB_BYTES. A function of the place alone, so that closing the pool finds the slabs again.
static uint32_t slab_chunks(const qd__pool *pool, uint32_t first)
{
    const uint32_t most = (uint32_t)(SLAB_BYTES / chunk_bytes(pool));
    return first == 0 ? 1 : first < most ? first : most;
}

/// Gives a table of chunks back, and the slabs of the first `count` of them.
static void give_slabs(const qd__pool *pool, qd__memory *memory, unsigned char **chunks, size_t bytes, uint32_t count)
{
    for (uint32_t first = 0; first < count; first += slab_chunks(pool, first))
        qd__memory_give(memory, chunks[first], slab_chunks(pool, first), bytes);
    qd__memory_give(memory, chunks, pool->chunk_room, sizeof *chunks);
}

void qd__pool_close(qd__pool *pool, qd__memory *memory)
{
    const uint32_t own = pool->limit > 0 ? pool->chunk_count : 0;
    give_slabs(pool, memory, pool->chunks, chunk_bytes(pool), own);
    give_slabs(pool, memory, pool->annexes, annex_bytes(pool), pool->annexes ? own : 0);
    pool->chunks = pool->annexes = NULL;
    pool->chunk_count = pool->chunk_room = pool->used = 0;
    pool->free = QD__NONE;
}

/// A table with more room than an old one, which it replaces; NULL: no memory.
static unsigned char **larger_table(const qd__pool *pool, qd__memory *memory, unsigned char **old, uint32_t room)
{
    unsigned char **table = (unsigned char **)qd__memory_get(memory, room, sizeof *table);
    if (table && pool->chunk_count)
        memcpy(table, old, pool->chunk_count * sizeof *table);
    return table;
}

static bool grow_tables(qd__pool *pool, qd__memory *memory, uint32_t chunks)
{
    if (chunks <= pool->chunk_room)
        return true;
    const uint32_t doubled = pool->chunk_room ? 2 * pool->chunk_room : FIRST_TABLE;
    const uint32_t room = chunks > doubled ? chunks : doubled;
    unsigned char **table = larger_table(pool, memory, pool->chunks, room), **annexes = NULL;
    if (table && pool->annexes && !(annexes = larger_table(pool, memory, pool->annexes, room))) {
        qd__memory_give(memory, table, room, sizeof *table);
        return false;
    }
    if (!table)
        return false;
    qd__memory_give(memory, pool->chunks, pool->chunk_room, sizeof *table);
    if (pool->annexes)
        qd__memory_give(memory, pool->annexes, pool->chunk_room, sizeof *table);
    pool->chunks = table;
    pool->annexes = annexes;
    pool->chunk_room = room;
    return true;
}

/// Lets the table at `to` name the chunks of a new slab. False: no memory.
static bool make_slab(qd__memory *memory, unsigned char **to, uint32_t chunks, size_t bytes)
{
    return qd__pool_name_chunks(to, (unsigned char *)qd__memory_get_slab(memory, chunks, bytes), chunks, bytes) != NULL;
}

bool qd__pool_annex(qd__pool *pool, qd__memory *memory)
{
    if (pool->annexes)
        return true;
    if (!grow_tables(pool, memory, FIRST_TABLE)) // an empty pool has none
        return false;
    unsigned char **annexes = (unsigned char **)qd__memory_get(memory, pool->chunk_room, sizeof *annexes);
    uint32_t first = 0;
    for (uint32_t chunks; annexes && first < pool->chunk_count; first += chunks) {
        chunks = slab_chunks(pool, first);
        if (!make_slab(memory, annexes + first, chunks, annex_bytes(pool))) {
            give_slabs(pool, memory, annexes, annex_bytes(pool), first);
            return false;
        }
    }
    pool->annexes = annexes;
    return annexes != NULL;
}

bool qd__pool_reserve(qd__pool *pool, qd__memory *memory, size_t records)
{
    if (records > pool->limit)
        return false;
    while ((size_t)pool->chunk_count << pool->chunk_bits < records) {
        const uint32_t first = pool->chunk_count, chunks = slab_chunks(pool, first);
        if (!grow_tables(pool, memory, first + chunks) ||
            !make_slab(memory, pool->chunks + first, chunks, chunk_bytes(pool)))
            return false;
        if (pool->annexes && !make_slab(memory, pool->annexes + first, chunks, annex_bytes(pool))) {
            qd__memory_give(memory, pool->chunks[first], chunks, chunk_bytes(pool));
            return false;
        }
        pool->chunk_count += chunks;
    }
    assert((size_t)pool->chunk_count << pool->chunk_bits >= records);
    return true;
}

uint32_t qd__pool_take(qd__pool *pool, qd__memory *memory)
{
    if (pool->free != QD__NONE) {
        const uint32_t index = pool->free;
        assert(index < pool->used);
        memcpy(&pool->free, qd__pool_at(pool, index), sizeof pool->free);
        return index;
    }
    if (!qd__pool_has_room(pool) && !qd__pool_reserve(pool, memory, (size_t)pool->used + 1))
        return QD__NONE;
    assert(qd__pool_has_room(pool));
    return pool->used++;
}

uint32_t qd__pool_take_run(qd__pool *pool, qd__memory *memory, size_t records)
{
    assert(pool->free == QD__NONE && records > 0);
    if (!qd__pool_reserve(pool, memory, pool->used + records))
        return QD__NONE;
    const uint32_t first = pool->used;
    pool->used += (uint32_t)records;
    return first;
}

void qd__pool_give(qd__pool *pool, uint32_t index)
{
    assert(index < pool->used && index != pool->free);
    memcpy(qd__pool_at(pool, index), &pool->free, sizeof pool->free);
    pool->free = index;
}

void qd__pool_reset(qd__pool *pool)
{
    pool->used = 0;
    pool->free = QD__NONE;
}
