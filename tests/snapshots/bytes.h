/// Snapshots as bytes, for tests that look at them, spoil them, and read them again.
#ifndef TESTS_SNAPSHOTS_BYTES_H
#define TESTS_SNAPSHOTS_BYTES_H

#include "mapping.h"
#include "stage.h"
#include "support.h"

/// Bytes of its own, aligned as mapping wants them.
struct bytes {
    unsigned char *at;
    size_t size;
};

/// A snapshot of a tree, or the test fails. free_bytes afterwards.
struct bytes saved(const qd_tree *tree);
struct bytes saved_with(const qd_tree *tree, qd_extra extra);
/// The size of the snapshot that the tree would give.
size_t size_of_snapshot(const qd_tree *tree, size_t extra_size);
struct bytes copy_of(struct bytes from);
void free_bytes(struct bytes *bytes);

/// The tree in a snapshot, or the test fails.
qd_tree *loaded(struct bytes from);
qd_tree *mapped(struct bytes from);

/// Loading and mapping both answer so; where it is QD_BAD_DATA there is no tree.
void assert_read(struct bytes from, qd_result right);
/// Both refuse it, or take it and find all that they say they hold.
void assert_harmless(struct bytes from);

/// Numbers in a snapshot, and its sum made right again.
uint32_t number_at(struct bytes in, size_t at);
void set_number(struct bytes in, size_t at, uint32_t number);
double double_at(struct bytes in, size_t at);
void set_double(struct bytes in, size_t at, double value);
void make_sum_right(struct bytes in);

/// Where the parts of a snapshot begin, worked out from its header as docs/format.md says.
struct parts {
    size_t quads, buckets[4], filters[4], slots, exact, extra, sum;
};
struct parts parts_of(struct bytes in);

static inline qd_id id_of(uint32_t slot, uint32_t generation)
{
    return (qd_id)generation << 32 | slot;
}

/// Does a tree answer as the stage's oracle does? Every item, and some hundred questions.
void assert_answers(struct stage *stage, const qd_tree *tree);

/// A stage that has been through a lot: items come, move, go, with filters and far outliers; in a tree of doubles at
/// places that floats cannot tell apart.
struct stage *busy_stage(qd_tree_def def, size_t items, uint64_t seed);
void free_stage(struct stage *stage);

/// The snapshot of such a stage, with six extra bytes.
struct bytes sample_of(qd_tree_def def, size_t items);
/// One with three levels of nodes, large and far items, filters, free slots.
struct bytes small_sample(qd_precision precision);

#endif
