/// @file base.h
/// Version, result codes, memory and threads: the base of every other header.
///
/// Five rules hold in all headers.
///
/// Failure: a call that can fail returns a qd_result and changes nothing when it fails; calls for many items skip bad
/// entries and do the rest (qd_tree_insert_many). Outputs come last; pass NULL for those you do not need. On failure
/// ids become 0 and handles NULL; other outputs keep their values unless the call's comment names them. A single
/// question cannot fail: it returns the number of results it wrote, and a malformed question finds nothing
/// (qd_query_check reports it). Shortcuts return their value directly: 0 or NULL on failure.
///
/// Definitions: the call reads its definition and does not keep it. NULL and zeroed fields mean the default. The
/// functions and contexts in it (allocator, executor) must stay usable until every object made with them is destroyed;
/// contacts and interest take the tree's allocator unless they have their own, and may outlive the tree.
///
/// NULL: allowed for definitions, for outputs, for arrays of no elements, and where a comment says so. Other pointers
/// (handles, items, boxes, questions for nearest, rays and casts, callbacks) must not be NULL, and this is not checked.
/// Nor is that outputs do not overlap what the call reads: ids written over the users that qd_tree_insert_many reads
/// would become users.
///
/// Structs: exported functions take structs by pointer, ids and numbers by value. Shortcuts (QD_INLINE) take structs by
/// value; the library exports them as well, for languages that cannot inline.
///
/// Threads: any number of threads may question a tree while no thread changes it. The library has no locks and no
/// globals.
#ifndef QUADRILLE_BASE_H
#define QUADRILLE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Marks what the shared library exports. The build sets it.
#ifndef QD_API
#define QD_API
#endif

/// Marks functions that may change in any minor version. Define it as `__attribute__((deprecated))` to see where
/// your program uses them.
#ifndef QD_EXPERIMENTAL
#define QD_EXPERIMENTAL
#endif

/// Marks shortcuts. One source file of the library defines it as QD_API, which exports them.
#ifndef QD_INLINE
#if defined(__cplusplus) && defined(__MINGW32__) // a copy in a C++ object would clash with that of the library
#define QD_INLINE inline __attribute__((gnu_inline))
#else
#define QD_INLINE inline
#endif
#endif

/// Version of the headers.
#define QD_VERSION_MAJOR 0
#define QD_VERSION_MINOR 2
#define QD_VERSION_PATCH 0

/// Outcome of a call. QD_OK is 0, so `if (result)` reads "if it failed". The numbers are part of the interface.
typedef enum qd_result {
    QD_OK = 0,
    QD_NO_MEMORY = 1,  ///< The allocator returned NULL.
    QD_STALE_ID = 2,   ///< The id names no live item.
    QD_BAD_VALUE = 3,  ///< An argument is NaN, infinite, inverted or out of range.
    QD_BAD_DATA = 4,   ///< The bytes are damaged, or of another version.
    QD_TOO_SMALL = 5,  ///< An output array is too small; the output holds the size needed.
    QD_READ_ONLY = 6,  ///< The tree is mapped (qd_tree_map) and cannot change.
    QD_FULL = 7,       ///< A tree in a fixed buffer has no room for another item.
    QD_STOPPED = 8,    ///< A callback returned QD_STOP.
    QD_BYTE_ORDER = 9, ///< A snapshot cannot be mapped here: this machine stores the high byte first. Load it instead.
} qd_result;

/// Version of the linked library: major * 10000 + minor * 100 + patch.
QD_API int qd_version(void);

/// One line of English for a result, static; never NULL, whatever the number.
QD_API const char *qd_result_text(qd_result result);

/// What a callback returns: go on, or end the call.
typedef enum qd_flow { QD_CONTINUE = 0, QD_STOP = 1 } qd_flow;

/// How coordinates are stored, in a tree or in an array of the caller.
typedef enum qd_precision { QD_FLOAT = 0, QD_DOUBLE = 1 } qd_precision;

/// Memory hook. Zeroed: the C library's.
///
/// `resize` allocates when `old_size` is 0 (block is NULL), frees when `new_size` is 0 (its result is ignored), and
/// otherwise resizes and keeps the common prefix. `old_size` is always the size that the block was allocated with.
/// Returns memory aligned to 64 bytes, or NULL when out of memory, which leaves the old block as it was.
///
/// Called on the calling thread, by calls that create, change or save a tree, update contacts or interest, ask many
/// questions, or find all pairs with an executor; no other question allocates. Must be thread-safe if several threads
/// save one tree, ask it many questions, or find all its pairs with an executor at once.
///
/// Stack: compiled with gcc for x86-64 at -O2 or -O3, no call uses more than 16 KiB of stack, whatever the data; the
/// caller's callbacks come on top.
typedef struct qd_allocator {
    void *(*resize)(void *context, void *block, size_t old_size, size_t new_size);
    void *context;
} qd_allocator;

/// One part of a job. Parts run in any order, at once or one after the other.
typedef void qd_work(void *job, uint32_t part);

/// Thread pool of the caller, or that of threads.h. Zeroed: none; the library starts no threads.
///
/// `run` calls work(job, part) once for each part 0..parts-1, on any threads, in any order, and returns when all have
/// returned; what the parts wrote must then be visible to the calling thread. It cannot fail: without enough threads it
/// calls the parts itself. Parts take some microseconds or more and vary in cost: schedule them dynamically. The number
/// of parts may exceed the number of workers. No part calls `run`.
///
/// Used for loading, rebuilding, moving many, pairs, contacts and many questions, always with parts >= 2. `run` must be
/// thread-safe where several threads ask one tree for pairs, or many questions, at once. All other calls and all
/// callbacks stay on the calling thread. Results, their order, the layout of the tree and the ids do not depend on the
/// executor.
typedef struct qd_executor {
    void (*run)(void *context, qd_work *work, void *job, uint32_t parts);
    void *context;
    uint32_t workers; ///< Parts that run at once, the calling thread included. 0 and 1: no executor. At most 64 count.
    uint32_t least_items; ///< Loading, rebuilding and moving many use other threads in trees of at least so many items.
                          ///< 0: 32,768; 1: from 1,024 on.
} qd_executor;

#ifdef __cplusplus
}
#endif
#endif
