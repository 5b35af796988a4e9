/// @file snapshot.h
/// Snapshots: a tree as bytes, the same on every machine; docs/format.md describes each byte. The library opens no
/// files: it writes to memory of the caller's, or through a callback, and reads memory of the caller's, into which a
/// file was read or mapped.
#ifndef QUADRILLE_SNAPSHOT_H
#define QUADRILLE_SNAPSHOT_H

#include <quadrille/tree.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Bytes of the caller that travel with a snapshot, under its checksum: names of the items, a version.
typedef struct qd_extra {
    const void *bytes;
    size_t size;
} qd_extra;

/// Writes a snapshot, *size bytes long. QD_TOO_SMALL: nothing is written and *size is what is needed; capacity 0 asks
/// for it. QD_NO_MEMORY. `extra` may be NULL.
///
/// Saved are the settings, each item with its box, user value, filter and id, and which ids are used up, so that stale
/// ids stay stale. Not saved: allocator, executor, totals and values. Trees with equal contents give equal bytes,
/// whatever has happened to them. Saving does not change the tree; it needs about twice the tree's memory from its
/// allocator, or none for a tree that one call of qd_tree_insert_many has filled, and that has not changed
/// since. Cost as qd_tree_rebuild, or O(size).
QD_API qd_result qd_tree_save(const qd_tree *tree, const qd_extra *extra, void *buffer, size_t capacity, size_t *size);

/// Receives the next bytes of a snapshot; returns QD_STOP to end the call.
typedef qd_flow qd_writer(void *context, const void *bytes, size_t size);

/// The same through a callback, some thousand bytes at a time. QD_NO_MEMORY: nothing was written. QD_STOPPED: `write`
/// returned QD_STOP.
QD_API qd_result qd_tree_save_by(const qd_tree *tree, const qd_extra *extra, qd_writer *write, void *context);

/// A tree like any other, with the ids that the items had when they were saved. The bytes may lie anywhere and can go
/// afterwards. Of `def` reserve, allocator and executor count. QD_BAD_DATA: the bytes are cut off, damaged, forged or
/// of another version; whatever they are, the work is in proportion to `size`. QD_NO_MEMORY. Cost O(size).
QD_API qd_result qd_tree_load(const void *bytes, size_t size, const qd_tree_def *def, qd_tree **tree);

/// A tree that is read where it lies. The bytes, aligned to QD_ALIGNMENT, must stay there, unmodified, until the tree
/// is destroyed; modifying them is undefined behaviour. Nothing is written to them, so any number of threads and
/// processes may share them. Every call on a const tree works; calls that change it return QD_READ_ONLY, whatever else
/// is wrong with their arguments. Takes about a thousandth of `size` as memory. Results as qd_tree_load; QD_BAD_VALUE:
/// misaligned; QD_BYTE_ORDER: this machine stores the high byte of a number first, as snapshots do not. Cost O(size).
QD_API qd_result qd_tree_map(const void *bytes, size_t size, const qd_tree_def *def, qd_tree **tree);

/// Where the extra bytes are in a snapshot. Their place is checked here, their content by load and map only.
/// QD_BAD_DATA: not a snapshot of this version and size. Cost O(1).
QD_API qd_result qd_snapshot_extra(const void *bytes, size_t size, qd_extra *extra);

/// Shortcut: do the first eight bytes say that this is a snapshot, of whatever version? Cost O(1).
QD_INLINE bool qd_snapshot_starts(const void *bytes, size_t size)
{
    const unsigned char magic[8] = { 0x89, 'Q', 'D', 'S', '\r', '\n', 0x1a, '\n' };
    const unsigned char *first = (const unsigned char *)bytes;
    bool same = size >= sizeof magic;
    for (size_t i = 0; same && i < sizeof magic; i++) {
        same = first[i] == magic[i];
    }
    return same;
}

#ifdef __cplusplus
}
#endif
#endif
