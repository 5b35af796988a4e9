/// @file distributed.h
/// Pairs, joins, questions and gravity on many machines, by MPI: each rank gives its part of the boxes, in any
/// distribution, and gets its part of the pairs, or answers to its questions, or bodies that move. A library of its
/// own, quadrille-mpi, on top of quadrille and quadrille-gravity; quadrille.h does not include this header. The rules
/// of base.h hold here too, and these:
///
/// Collective: every rank of the communicator makes the same calls in the same order, with equal definitions (their
/// allocators and executors apart). A rank may have no boxes. Every rank gets the same result code: where one fails,
/// all fail.
///
/// Partition: the plane is cut into regions, ranges of a space-filling curve that promise equal work. A box goes to
/// every rank with a region that it touches, and each pair is found by one rank alone: that of the region where the
/// lower corner of the intersection lies, which is made of coordinates of the two boxes, unrounded.
/// docs/decisions/distributed.md has the rule and what it costs.
///
/// MPI: the calls work on a duplicate of the communicator, which they free, so that no message meets one of the
/// caller's. They need MPI_THREAD_SINGLE and call MPI from the calling thread alone. A call of MPI that fails ends the
/// program: MPI_ERRORS_ARE_FATAL is the handler of the duplicate. All ranks must store numbers alike.
///
/// Results are deterministic: with the same parts on as many ranks, each rank gets the same pairs in the same order.
/// The partition depends on the boxes in the order of the ranks, and not on which rank has how many of them.
#ifndef QUADRILLE_DISTRIBUTED_H
#define QUADRILLE_DISTRIBUTED_H

#include <mpi.h>
#include <quadrille/gravity.h>
#include <quadrille/pairs.h>
#include <quadrille/ranked.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Settings. NULL and zeroed fields mean the defaults.
typedef struct qd_mpi_def {
    qd_precision precision; ///< As what the boxes count. QD_FLOAT rounds doubles to the nearest floats, as a tree of
                            ///< floats does. Default QD_FLOAT.
    qd_edges edges;         ///< Default QD_CLOSED.
    uint64_t memory;        ///< Most bytes for the boxes that a rank has received and their index. Where a rank's share
                            ///< needs more, the work is done in rounds, region after region. Default 0: no limit.
    double imbalance;       ///< The plane is cut again, from a larger sample, where the work of one region is above so
                            ///< many times the mean: 1 or more. Default 1.25.
    uint32_t message;       ///< Most bytes in a message, 64..2^30; what is more goes in several. Default 16 MiB.
    qd_allocator allocator;
    qd_executor executor; ///< Threads of this rank, for building trees and finding pairs. Default: none.
} qd_mpi_def;

/// A rank's part of a set of boxes: arrays of the caller, read during the call.
typedef struct qd_mpi_boxes {
    size_t count;
    qd_boxes boxes;
    const uint64_t
        *users; ///< What names the boxes in results; values may repeat. NULL: first_user, first_user + 1, ...
    uint64_t first_user;
} qd_mpi_boxes;

/// A result, by user values. In one set, a is not above b; with two sets, a is from the first.
typedef struct qd_mpi_pair {
    uint64_t a, b;
} qd_mpi_pair;

/// Receives a batch of the pairs that this rank owns, on the calling thread. Returns QD_STOP to end the call on all
/// ranks: the others learn of it after their present round, and all return QD_STOPPED. It must not call MPI on the
/// communicator that the call was given.
typedef qd_flow qd_mpi_visitor(void *context, const qd_mpi_pair *pairs, size_t count);

/// What a call did; the fields say of which ranks.
typedef struct qd_mpi_cost {
    uint64_t pairs;         ///< That this rank owns,
    uint64_t all_pairs;     ///< and on all ranks together.
    uint64_t boxes;         ///< That this rank received or kept, copies counted, over all rounds;
    uint64_t most_boxes;    ///< the most of any rank;
    uint64_t all_boxes;     ///< on all ranks together: at least as many as were given.
    uint64_t bytes_sent;    ///< Boxes that this rank sent to others, in bytes,
    uint64_t messages_sent; ///< and in how many messages. Collective calls are not counted.
    uint64_t most_memory;   ///< Estimated bytes of the largest region of all: what `memory` must at least be.
    uint32_t cuts;          ///< How often the plane was cut.
    uint32_t rounds;        ///< In how many rounds the work was done.
    double partition_time;  ///< Seconds on this rank: cutting the plane;
    double exchange_time;   ///< packing, sending and receiving boxes;
    double search_time;     ///< building trees and finding pairs, the visitor's time included.
    qd_cost search;         ///< Work of this rank's searches.
} qd_mpi_cost;

/// Finds every overlapping pair of the boxes of all ranks, each once. Without a visitor (NULL) pairs are counted only;
/// ranks may differ in that. `cost` may be NULL. QD_NO_MEMORY: on any rank. QD_BAD_VALUE: a box is not valid, and *bad
/// is the first such of this rank's, or SIZE_MAX on a rank with none; or the definition is malformed or not the same
/// everywhere, and *bad is SIZE_MAX. QD_TOO_SMALL: `memory` does not hold the region of a single place with all that
/// touches it; cost->most_memory says what it needs. QD_STOPPED: a visitor returned QD_STOP. Without a bad box *bad is
/// left alone; on failure before the search nothing was visited. Cost on p ranks about O((n log n + pairs) / p) and
/// O(p) for messages between all ranks.
QD_API qd_result qd_mpi_pairs(MPI_Comm comm, const qd_mpi_def *def, const qd_mpi_boxes *boxes, qd_mpi_visitor *visit,
                              void *context, qd_mpi_cost *cost, size_t *bad);

/// The same for every pair of a box of `a` and an overlapping box of `b`. *bad of a box of `b` is its index plus the
/// number of boxes of `a` on this rank.
QD_API qd_result qd_mpi_join(MPI_Comm comm, const qd_mpi_def *def, const qd_mpi_boxes *a, const qd_mpi_boxes *b,
                             qd_mpi_visitor *visit, void *context, qd_mpi_cost *cost, size_t *bad);

/// An index that the ranks share: each has in a tree of its own the boxes with lower corners in its region, no box on
/// two ranks. Questions go to the ranks with boxes that may answer them. All calls on it are collective, but for
/// qd_mpi_index_tree.
typedef struct qd_mpi_index qd_mpi_index;

/// Shares out the boxes of all ranks, as qd_mpi_pairs does; `memory` of the definition is not used. *index is NULL on
/// failure. QD_NO_MEMORY and QD_BAD_VALUE as there.
QD_API qd_result qd_mpi_index_create(MPI_Comm comm, const qd_mpi_def *def, const qd_mpi_boxes *boxes,
                                     qd_mpi_index **index, size_t *bad);

/// Makes an index of a tree that each rank has: one loaded from its own snapshot, say. Boxes may lie anywhere; the less
/// the bounds of the ranks' trees overlap, the fewer ranks a question goes to. The trees become the index's unless this
/// fails. The allocator of the definition is the index's own. QD_NO_MEMORY; QD_BAD_VALUE: a tree is NULL on some rank,
/// or the trees differ in precision.
QD_API qd_result qd_mpi_index_adopt(MPI_Comm comm, const qd_mpi_def *def, qd_tree *tree, qd_mpi_index **index);

/// This rank's tree, for questions of its own, saving and changes. It stays the index's. After changes all ranks call
/// qd_mpi_index_refresh before the next question.
QD_API qd_tree *qd_mpi_index_tree(qd_mpi_index *index);
QD_API void qd_mpi_index_refresh(qd_mpi_index *index);

/// Frees the trees too. NULL on all ranks is allowed.
QD_API void qd_mpi_index_destroy(qd_mpi_index *index);

/// An answer to a question of this rank.
typedef struct qd_mpi_answer {
    size_t question; ///< Its place in the array.
    uint64_t user;   ///< The item's.
    double distance; ///< For nearest; 0 for a window.
    double key;      ///< What nearest are in the order of: of a tree of floats the square of the distance, which is not
                     ///< rounded to a float as the distance is; of doubles the distance. 0 of a window.
} qd_mpi_answer;

/// Receives answers on the calling thread, question after question, those of nearest in order. QD_STOP ends the call on
/// all ranks: the others learn of it after the questions under way, and all return QD_STOPPED.
typedef qd_flow qd_mpi_answer_visitor(void *context, const qd_mpi_answer *answers, size_t count);

/// Each rank asks which items overlap each of its windows: `count` boxes, which may be none. A window is any that
/// qd_shape_box takes. Answers of a window are in the order of their user values. QD_BAD_VALUE: a window is malformed,
/// and *bad is the first such of this rank's, or SIZE_MAX. QD_NO_MEMORY: on any rank, or more than 2^31 answers for
/// 4,096 questions of a rank. Cost of a window that of qd_tree_find on each rank that it goes to, and O(ranks).
QD_API qd_result qd_mpi_find(qd_mpi_index *index, const qd_boxes *windows, size_t count, qd_mpi_answer_visitor *visit,
                             void *context, size_t *bad);

/// Each rank asks for the `k` items nearest to each of its boxes or points, at most `limit` away (INFINITY: however
/// far). Nearest first, of equally near ones the lower user value first. Where more than k are as near as the last,
/// those with the lowest values are reported if the index was made of boxes with ascending values, from rank to rank
/// too; otherwise it depends on the ranks which. k and limit may differ between ranks. QD_BAD_VALUE, with *bad as
/// qd_mpi_find: a box is not finite, or k is 0 or the limit negative or NaN, and *bad is SIZE_MAX. QD_NO_MEMORY as
/// there. A question goes to the rank that is nearest, and then to those that may have something nearer.
QD_API qd_result qd_mpi_nearest(qd_mpi_index *index, const qd_boxes *boxes, size_t count, size_t k, double limit,
                                qd_mpi_answer_visitor *visit, void *context, size_t *bad);

/// Bodies that the ranks share and move by their gravity. Each rank has a qd_gravity of its own bodies, and gets of
/// every other rank's the parts that its bodies see, cells or single bodies: what one machine's tree would have given
/// them, but for how nodes lie. All calls are collective, but for qd_mpi_gravity_get_motion and _get_cost.
typedef struct qd_mpi_gravity qd_mpi_gravity;

/// Settings. NULL and zeroed fields mean the defaults.
typedef struct qd_mpi_gravity_def {
    qd_gravity_def gravity; ///< Its allocator and executor may differ between ranks.
    double imbalance; ///< Bodies are shared out again where the work of one rank exceeds the mean by this factor, or
                      ///< ranks get half as much again of each other as at first: 1 or more. Default 1.25.
} qd_mpi_gravity_def;

/// A rank's part of the bodies: arrays of the caller, read during the call.
typedef struct qd_mpi_bodies {
    size_t count;
    const double *x, *y, *vx, *vy, *mass;
    const uint64_t *users; ///< What names the bodies. NULL: first_user, first_user + 1, ...
    uint64_t first_user;
} qd_mpi_bodies;

/// Shares out copies of the bodies and computes what acts on them, potentials too. *gravity is NULL on failure.
/// QD_NO_MEMORY: on any rank. QD_BAD_VALUE: a body is NaN or out of range (see gravity.h; velocities as coordinates),
/// and *bad is the first such of this rank's, or SIZE_MAX on a rank with none; or the definition is malformed or not
/// the same everywhere, and *bad is SIZE_MAX. Cost on p ranks about that of O(n / p) bodies on one, and O(p).
QD_API qd_result qd_mpi_gravity_create(MPI_Comm comm, const qd_mpi_gravity_def *def, const qd_mpi_bodies *bodies,
                                       qd_mpi_gravity **gravity, size_t *bad);

/// NULL on all ranks is allowed.
QD_API void qd_mpi_gravity_destroy(qd_mpi_gravity *gravity);

/// This rank's bodies as they are, and what names them: arrays of the library, valid until the next step, in no order.
/// Velocities may be changed by the caller. The potential is NULL where the last step was not asked for it. `users` may
/// be NULL. Cost O(1).
QD_API void qd_mpi_gravity_get_motion(const qd_mpi_gravity *gravity, qd_motion *motion, const uint64_t **users);

/// Moves all bodies by a time, as qd_gravity_step does, and computes their potentials on request: by the same
/// answer on all ranks, or QD_BAD_VALUE. Bodies may change ranks on the way. QD_NO_MEMORY: on any rank; QD_BAD_VALUE: a
/// body would be out of range, and *bad is the first such of this rank's, or SIZE_MAX. On failure nothing has changed.
QD_API qd_result qd_mpi_gravity_step(qd_mpi_gravity *gravity, double time, bool potential, size_t *bad);

/// Energy, momentum and centre of mass of the bodies of all ranks. The last bits depend on how they are shared out.
QD_API void qd_mpi_gravity_get_sums(const qd_mpi_gravity *gravity, qd_motion_sums *sums);

/// What the last step cost, and all so far. Times are this rank's.
typedef struct qd_mpi_gravity_cost {
    uint64_t bodies;          ///< This rank's,
    uint64_t all_bodies;      ///< and of all ranks.
    uint64_t received_bodies; ///< What this rank got of the others,
    uint64_t received_cells;
    uint64_t most_received; ///< and the most that any rank got: bodies and cells together.
    uint64_t bytes_sent;    ///< By this rank, in bodies and cells that others needed,
    uint64_t messages_sent; ///< and in how many messages. Collective calls are not counted.
    double imbalance;       ///< The largest work of a rank, in parts of the mean.
    qd_gravity_cost solve;  ///< This rank's own.
    // Since the beginning:
    uint64_t deals;        ///< How often bodies were shared out,
    uint64_t moved_bytes;  ///< and what of this rank's moved then.
    double partition_time; ///< Seconds: sharing out,
    double exchange_time;  ///< building trees, telling and learning what is needed,
    double solve_time;     ///< and computing what acts.
} qd_mpi_gravity_cost;

QD_API void qd_mpi_gravity_get_cost(const qd_mpi_gravity *gravity, qd_mpi_gravity_cost *cost);

#ifdef __cplusplus
}
#endif
#endif
