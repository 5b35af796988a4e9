/// @file io.h
/// Snapshots: a tree in bytes, to be kept in a file, sent elsewhere, or read in place by many at once.
///
/// The library opens no files: it writes to memory of yours, or through a call of yours, and reads memory of yours,
/// into which you have read or mapped a file. The bytes are the same on every machine; docs/format.md describes each.
#ifndef QUADRILLE_IO_H
#define QUADRILLE_IO_H

#include <quadrille/tree.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Bytes of yours that travel with a snapshot, under its checksum: names of the items, a version, whatever. None: {0}.
typedef struct qd_extra {
    const void *bytes;
    size_t size;
} qd_extra;

/// Saving. What is saved: what the definition says about the tree's shape and edges; each item with its box, user
/// value, filter and id; and which ids have been used up, so that stale ids stay stale. Not saved: allocator, executor,
/// `work` of the statistics, and totals and their values: a tree from a snapshot keeps none. Two trees that are equal
/// in what is saved give equal bytes, whatever has been done to them before: their nodes are rebuilt for the
/// snapshot, as loading all items at once would lay them out. The order in which free slots are handed out is not saved
/// either: a tree from a snapshot hands out the lowest first.
///
/// Saving does not change the tree, and any number of threads may save or query it at once if its allocator bears being
/// called at once. It needs about twice as much memory as the tree while it runs, from the tree's allocator. Cost that
/// of qd_tree_rebuild.

/// How many bytes qd_tree_save writes, with so many bytes of yours. 0: no memory. Costs half as much as saving.
QD_API size_t qd_tree_save_size(const qd_tree *tree, size_t extra_size);

/// Writes a snapshot into a buffer. `size`: of the buffer; what is beyond the snapshot is left alone. QD_TOO_SMALL,
/// QD_NO_MEMORY: nothing has been written.
QD_API qd_result qd_tree_save(const qd_tree *tree, qd_extra extra, void *buffer, size_t size);

/// Gets the next bytes of a snapshot, some thousand at a time; returns false to stop.
typedef bool qd_writer(void *context, const void *bytes, size_t size);

/// Writes a snapshot through a call of yours. QD_NO_MEMORY: nothing has been written. QD_TOO_SMALL: `write` has
/// returned false, and was not called again.
QD_API qd_result qd_tree_save_by(const qd_tree *tree, qd_extra extra, qd_writer *write, void *context);

/// Loading and mapping. All that is stored is checked first, whatever the bytes are: those of a file that is cut off,
/// damaged or forged give QD_BAD_DATA, as do those of another version, and never more than work in proportion to
/// `size`. `size` is that of the snapshot, no more and no less. *tree is the new tree, or NULL unless the result is
/// QD_OK. Of `def` only the allocator and the executor are looked at, for loading `reserve` as well; NULL: all
/// defaults. Machines that store the high byte of a number first can save, but answer QD_BAD_DATA here.

/// A tree like any other, with the ids that the items had when they were saved. The bytes may lie anywhere, and are no
/// longer needed afterwards. QD_NO_MEMORY: nothing is held. Cost O(size).
QD_API qd_result qd_tree_load(qd_tree **tree, const void *bytes, size_t size, const qd_tree_def *def);

/// What the address of bytes to be mapped is a multiple of. Pages of a mapped file are.
#define QD_MAP_ALIGNMENT 64

/// A tree that is read where it lies. The bytes must stay there, unchanged, until it is destroyed; nothing is written
/// to them, so any number of threads and processes may share them. Modifying the bytes while they are mapped is
/// undefined behaviour: they are checked here, once, and queries rely on that.
///
/// Every call on a const tree works as on any other, saving included. Calls that change a tree answer QD_READ_ONLY
/// (inserting gives null ids, clearing does nothing), whatever else may be wrong with their arguments. Takes about a
/// thousandth of `size` as memory, and some KiB. QD_BAD_VALUE: the bytes are not aligned. QD_NO_MEMORY: nothing is
/// held. Cost O(size), each byte being looked at once or twice.
QD_API qd_result qd_tree_map(qd_tree **tree, const void *bytes, size_t size, const qd_tree_def *def);

/// Do the bytes begin as a snapshot does? Eight of them decide.
QD_API bool qd_snapshot_begins(const void *bytes, size_t size);

/// Where the bytes of yours are in a snapshot. Look at them after it has been loaded or mapped: their place is checked
/// here, their content there. QD_BAD_DATA: not a snapshot of this version and size, and *extra is left alone. Cost
/// O(1).
QD_API qd_result qd_snapshot_extra(const void *bytes, size_t size, qd_extra *extra);

#ifdef __cplusplus
}
#endif
#endif
