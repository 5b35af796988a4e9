/// @file snapshot.h
/// Snapshots: a tree as bytes, the same on every machine; docs/format.md describes each byte. The library opens no
/// files: it writes to the caller's memory or through a callback, and reads the caller's memory, into which a file was
/// read or mapped.
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

/// Writes a snapshot, *size bytes long. QD_TOO_SMALL: nothing is written and *size is the size needed; capacity 0 asks
/// for it. QD_NO_MEMORY. `extra` may be NULL.
///
/// A snapshot has the settings, each item with its box, user value, filter and id, and the used-up ids, so that stale
/// ids stay stale. It has no allocator, executor, totals or values. Trees with equal contents give equal bytes,
/// whatever their history. Saving does not change the tree. It needs about twice the tree's memory from its allocator;
/// no memory if one call of qd_tree_insert_many filled the tree and it has not changed since. Cost as qd_tree_rebuild,
/// or O(size).
QD_API qd_result qd_tree_save(const qd_tree *tree, const qd_extra *extra, void *buffer, size_t capacity, size_t *size);

/// Receives the next bytes of a snapshot; returns QD_STOP to end the call.
typedef qd_flow qd_writer(void *context, const void *bytes, size_t size);

/// The same through a callback, some thousand bytes at a time. QD_NO_MEMORY: nothing was written. QD_STOPPED: `write`
/// returned QD_STOP.
QD_API qd_result qd_tree_save_by(const qd_tree *tree, const qd_extra *extra, qd_writer *write, void *context);

/// Creates a tree with the saved items and their ids. The bytes need no alignment and may be freed afterwards. Uses
/// reserve, allocator and executor from `def`. QD_BAD_DATA: the bytes are cut off, damaged, forged or of another
/// version; the work is always in proportion to `size`. QD_NO_MEMORY. Cost O(size).
QD_API qd_result qd_tree_load(const void *bytes, size_t size, const qd_tree_def *def, qd_tree **tree);

/// Creates a tree that reads the bytes in place. They are aligned to QD_ALIGNMENT and must stay there, unmodified,
/// until the tree is destroyed; modifying them is undefined behaviour. The tree never writes to them, so any number of
/// threads and processes may share them. Every call on a const tree works; calls that change it return QD_READ_ONLY
/// before any other error. Takes about a thousandth of `size` as memory. Results as qd_tree_load; QD_BAD_VALUE:
/// misaligned; QD_BYTE_ORDER: this machine stores the high byte of a number first; snapshots store the low byte first.
/// Cost O(size).
QD_API qd_result qd_tree_map(const void *bytes, size_t size, const qd_tree_def *def, qd_tree **tree);

/// Finds the extra bytes in a snapshot. It checks their place; only load and map check their content. QD_BAD_DATA: not
/// a snapshot of this version and size. Cost O(1).
QD_API qd_result qd_snapshot_extra(const void *bytes, size_t size, qd_extra *extra);

/// Shortcut: are the first eight bytes those of a snapshot, of any version? Cost O(1).
QD_INLINE bool qd_snapshot_starts(const void *bytes, size_t size)
{
    const unsigned char magic[8] = { 0x89, 'Q', 'D', 'S', '\r', '\n', 0x1a, '\n' };
    const unsigned char *first = (const unsigned char *)bytes;
    bool same = size >= sizeof magic;
    for (size_t i = 0; same && i < sizeof magic; i++)
        same = first[i] == magic[i];
    return same;
}

#ifdef __cplusplus
}
#endif
#endif
