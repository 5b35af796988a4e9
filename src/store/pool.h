// A pool of records of one size, named by their index. Records come in chunks that never move, so growing copies
// nothing but the table of chunks; records that are given back are kept and handed out again, last first.
//
//   chunks:  [ * ][ * ][ * ][ * ] ...      chunk = 2^chunk_bits records
//              |    |    \____|__________  one slab: several chunks allocated together
//              v    v
//            [rrrr][rrrr][rrrrrrrr]        slabs double until they are half a mebibyte
//
// A record may have a second part that few pools need, its annex: of a fixed size, in slabs of its own, by the same
// index. A pool has either none or one for each record it has room for.
#ifndef QD_POOL_H
#define QD_POOL_H

#include "memory.h"

#include <assert.h>

#define QD__NONE UINT32_MAX ///< No record.

typedef struct qd__pool {
    unsigned char **chunks;
    uint32_t chunk_count, chunk_room; ///< Chunks there are, and what the table has room for.
    unsigned char **annexes;          ///< Chunks of annexes; NULL: none.
    uint32_t record_size, annex_size, chunk_bits;
    uint32_t limit; ///< No more records than this. 0: those there are lie in memory of the caller, and are only read.
    uint32_t used;  ///< Records ever handed out: those from here on have never been touched.
    uint32_t free;  ///< The last record given back; each holds the next in its first four bytes.
} qd__pool;

/// Lets a table name chunks that lie one after the other. Returns it; NULL, and nothing is named, if either is.
static inline unsigned char **qd__pool_name_chunks(void *table, const unsigned char *first, uint32_t count,
                                                   size_t bytes)
{
    unsigned char **chunks = (unsigned char **)table;
    for (uint32_t i = 0; chunks && first && i < count; i++)
        chunks[i] = (unsigned char *)(uintptr_t)first + i * bytes;
    return first ? chunks : NULL;
}

/// How many chunks so many records take.
static inline uint32_t qd__pool_chunks(const qd__pool *pool, uint64_t records)
{
    return (uint32_t)((records + (UINT64_C(1) << pool->chunk_bits) - 1) >> pool->chunk_bits);
}

void qd__pool_open(qd__pool *pool, uint32_t record_size, uint32_t chunk_bits, uint32_t limit);

/// Gives every record an annex, also those to come, if they have none. False: no memory, and nothing has changed.
bool qd__pool_annex(qd__pool *pool, qd__memory *memory);
void qd__pool_close(qd__pool *pool, qd__memory *memory);

/// Makes room for `records` in all. False: no memory; what room there is stays.
bool qd__pool_reserve(qd__pool *pool, qd__memory *memory, size_t records);

/// Is there memory for a record that has never been handed out?
static inline bool qd__pool_has_room(const qd__pool *pool)
{
    return pool->used >> pool->chunk_bits < pool->chunk_count && pool->used < pool->limit;
}

/// A record, its content left over or never written; QD__NONE: no memory.
uint32_t qd__pool_take(qd__pool *pool, qd__memory *memory);

/// Several records with consecutive indices, the first of which is returned; only while none has been given back.
uint32_t qd__pool_take_run(qd__pool *pool, qd__memory *memory, size_t records);

/// Gives a record back; its first four bytes become the pool's.
void qd__pool_give(qd__pool *pool, uint32_t index);

/// Gives all records back at once; the next ones come in order from 0.
void qd__pool_reset(qd__pool *pool);

/// A record of a pool with numbers that the caller knows: with constants this is two shifts and a load.
static inline void *qd__pool_record(const qd__pool *pool, uint32_t index, uint32_t chunk_bits, size_t record_size)
{
    const uint32_t within = index & ((UINT32_C(1) << chunk_bits) - 1);
    assert(index >> chunk_bits < pool->chunk_count);
    return pool->chunks[index >> chunk_bits] + within * record_size;
}

static inline void *qd__pool_at(const qd__pool *pool, uint32_t index)
{
    return qd__pool_record(pool, index, pool->chunk_bits, pool->record_size);
}

/// The annex of a record of a pool that has annexes.
static inline void *qd__pool_annex_at(const qd__pool *pool, uint32_t index)
{
    const uint32_t within = index & ((UINT32_C(1) << pool->chunk_bits) - 1);
    assert(pool->annexes && index >> pool->chunk_bits < pool->chunk_count);
    return pool->annexes[index >> pool->chunk_bits] + (size_t)within * pool->annex_size;
}

#endif
