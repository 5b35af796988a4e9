/// @file base.h
/// Version, result codes, memory and threads: what every other header rests on.
#ifndef QUADRILLE_BASE_H
#define QUADRILLE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Marks what the shared library exports. Define it yourself only to build the library another way.
#ifndef QD_API
#define QD_API
#endif

#define QD_VERSION_MAJOR 0
#define QD_VERSION_MINOR 1
#define QD_VERSION_PATCH 0

/// Why a call failed. QD_OK is 0, so `if (result)` reads "if it failed". The numbers are part of the interface.
typedef enum qd_result {
    QD_OK = 0,
    QD_NO_MEMORY = 1, ///< The allocator returned NULL, or the tree is full.
    QD_STALE_ID = 2,  ///< The id names no live item.
    QD_BAD_VALUE = 3, ///< An argument is NaN, infinite, inverted or out of range.
    QD_BAD_DATA = 4,  ///< The bytes are corrupt or from another version.
    QD_TOO_SMALL = 5, ///< The output buffer is too small.
    QD_READ_ONLY = 6, ///< The tree lies in bytes that are only read (qd_tree_map).
} qd_result;

/// Version of the linked library: major * 10000 + minor * 100 + patch.
QD_API int qd_version(void);

/// One line of English for a result. Never NULL, also for numbers that are no result; the text is static.
QD_API const char *qd_result_text(qd_result result);

/// Memory hook of one tree; all zero means the C library's.
///
/// `resize` allocates when `old_size == 0` (block is NULL), frees when `new_size == 0` (its result is ignored), and
/// otherwise resizes, keeping the common prefix. `old_size` is always the size that the block was allocated
/// with. The result is aligned to 64 bytes, or NULL for out of memory, which leaves the old block as it was. Called
/// only from calls that change the tree (or contacts, or interest), that save it, and that ask many questions (many.h),
/// on the calling thread; never from another query.
typedef struct qd_allocator {
    void *(*resize)(void *context, void *block, size_t old_size, size_t new_size);
    void *context;
} qd_allocator;

/// One part of a job. Parts run in any order, at once or one after the other.
typedef void qd_work(void *job, uint32_t part);

/// Runs parts of jobs on threads of the caller's; all zero means none. The library starts no threads itself.
///
/// `run` calls work(job, part) once for each part 0..parts-1, on any threads, in any order, and returns when all are
/// done; what the parts have written must then be visible to the calling thread, as it is after joining a thread or
/// waiting for a condition. It cannot fail: where threads are short it calls the parts itself, one after the other.
/// Parts take some microseconds or more and vary in cost: schedule them dynamically, one at a time.
/// There may be more parts than workers. No part calls back into `run`.
///
/// Called with parts >= 2, from calls that change the tree (loading, rebuilding and moving many), from those that find
/// pairs (pairs.h, join.h, contacts.h) and from those that ask many questions (many.h). `run` must be thread-safe where
/// several threads search one tree for pairs, or ask it many questions, at once. All other calls and all visitors stay
/// on the calling thread.
///
/// Answers and their order, the layout of the tree and the ids are exactly the same with any executor and with none.
typedef struct qd_executor {
    void (*run)(void *context, qd_work *work, void *job, uint32_t parts);
    void *context;
    uint32_t workers; ///< How many parts run at once, the calling thread included. 0 and 1: no executor. Above 64: 64.
} qd_executor;

#ifdef __cplusplus
}
#endif
#endif
