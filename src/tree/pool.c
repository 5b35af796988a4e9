// A pool of records of one size: see pool.h.
#include "pool.h"

#include <string.h>

enum { SLAB_BYTES = 2 << 20, FIRST_TABLE = 16 };

void qd__pool_open(qd__pool *pool, uint32_t record_size, uint32_t chunk_bits, uint32_t limit)
{
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

/// How many chunks the slab holds that starts at a chunk: as many as came before it, so that the pool doubles, up to
/// SLAB_BYTES. A function of the place alone, so that closing the pool finds the slabs again.
static uint32_t slab_chunks(const qd__pool *pool, uint32_t first)
{
    const uint32_t most = (uint32_t)(SLAB_BYTES / chunk_bytes(pool));
    return first == 0 ? 1 : first < most ? first : most;
}

void qd__pool_close(qd__pool *pool, qd__memory *memory)
{
    for (uint32_t first = 0; first < pool->chunk_count;) {
        const uint32_t chunks = slab_chunks(pool, first);
        qd__memory_give(memory, pool->chunks[first], chunks, chunk_bytes(pool));
        first += chunks;
    }
    qd__memory_give(memory, pool->chunks, pool->chunk_room, sizeof *pool->chunks);
    pool->chunks = NULL;
    pool->chunk_count = pool->chunk_room = pool->used = 0;
    pool->free = QD__NONE;
}

static bool grow_table(qd__pool *pool, qd__memory *memory, uint32_t chunks)
{
    if (chunks <= pool->chunk_room) {
        return true;
    }
    const uint32_t doubled = pool->chunk_room ? 2 * pool->chunk_room : FIRST_TABLE;
    const uint32_t room = chunks > doubled ? chunks : doubled;
    unsigned char **table = qd__memory_get(memory, room, sizeof *table);
    if (!table) {
        return false;
    }
    if (pool->chunk_count) {
        memcpy(table, pool->chunks, pool->chunk_count * sizeof *table);
    }
    qd__memory_give(memory, pool->chunks, pool->chunk_room, sizeof *table);
    pool->chunks = table;
    pool->chunk_room = room;
    return true;
}

static bool add_slab(qd__pool *pool, qd__memory *memory)
{
    const uint32_t chunks = slab_chunks(pool, pool->chunk_count);
    if (!grow_table(pool, memory, pool->chunk_count + chunks)) {
        return false;
    }
    unsigned char *slab = qd__memory_get(memory, chunks, chunk_bytes(pool));
    if (!slab) {
        return false;
    }
    for (uint32_t i = 0; i < chunks; i++) {
        pool->chunks[pool->chunk_count++] = slab + i * chunk_bytes(pool);
    }
    return true;
}

bool qd__pool_reserve(qd__pool *pool, qd__memory *memory, size_t records)
{
    if (records > pool->limit) {
        return false;
    }
    while ((size_t)pool->chunk_count << pool->chunk_bits < records) {
        if (!add_slab(pool, memory)) {
            return false;
        }
    }
    return true;
}

uint32_t qd__pool_take(qd__pool *pool, qd__memory *memory)
{
    if (pool->free != QD__NONE) {
        const uint32_t index = pool->free;
        memcpy(&pool->free, qd__pool_at(pool, index), sizeof pool->free);
        return index;
    }
    const bool room = pool->used >> pool->chunk_bits < pool->chunk_count && pool->used < pool->limit;
    if (!room && !qd__pool_reserve(pool, memory, (size_t)pool->used + 1)) {
        return QD__NONE;
    }
    return pool->used++;
}

uint32_t qd__pool_take_run(qd__pool *pool, qd__memory *memory, size_t records)
{
    if (!qd__pool_reserve(pool, memory, pool->used + records)) {
        return QD__NONE;
    }
    const uint32_t first = pool->used;
    pool->used += (uint32_t)records;
    return first;
}

void qd__pool_give(qd__pool *pool, uint32_t index)
{
    memcpy(qd__pool_at(pool, index), &pool->free, sizeof pool->free);
    pool->free = index;
}

void qd__pool_reset(qd__pool *pool)
{
    pool->used = 0;
    pool->free = QD__NONE;
}
