/// The bytes of an index, which are a snapshot, and the tree in them.
#ifndef QUADRILLE_ITEMS_INDEX_FILE_H
#define QUADRILLE_ITEMS_INDEX_FILE_H

#include <quadrille/tree.h>
#include <source.h>

/// What helps where an index is of no use any more.
#define INDEX_REMEDY "; quadrille index makes it again"

typedef struct index_file {
    void *bytes;
    size_t size;
    bool mapped;   ///< the bytes are a mapped file, otherwise allocated memory
    qd_tree *tree; ///< NULL: its user values are not the rows
    qd_precision precision;
    int edges;
    int64_t capacity, depth;
} index_file;

/// Reads into a struct of zeros. NULL: done. Otherwise what is wrong; index_file_free afterwards in either case.
const char *index_file_read(index_file *index, byte_source *from);

/// The tree by that definition, of which NULL is what the bytes say: mapped; or loaded, where a machine stores the high
/// byte of a number first.
qd_result index_file_tree(const index_file *index, const qd_tree_def *def, qd_tree **tree);

/// The struct as well. NULL is fine.
void index_file_free(index_file *index);

#endif
