// Shares a walk out to the workers of an executor: see schedule.h.
#include "schedule.h"

#include "overlap.h"
#include "parts.h"

#include <string.h>

enum {
    PAIRS = 7168, ///< All buffers together: 224 KiB.
    NEAR_PAIRS = PAIRS * sizeof(qd_pair) / (sizeof(qd_pair) + sizeof(double)),
    PAIR_SLOTS = 32,    ///< At most.
    PIECES = 12,        ///< In a slot, at most.
    PAIRS_SHARE = 4,    ///< All within a quad is a piece if it is no more than one of so many parts of a slot,
    LIMIT = 1024,       ///< and all between two nodes if one of them has no more items than this.
    FIRST_BUDGET = 128, ///< What may go into a slot: items, more or less.
    LEAST_BUDGET = 32,  ///< One full bucket against another can be more pairs than fit; nothing smaller would help.
    MOST_BUDGET = 1 << 20,
    PAIRS_PAUSE = 256, ///< Pieces that this thread does alone when most of what is shared out fails to fit.
};

/// The pieces that one worker does, and what came of them.
typedef struct pair_slot {
    uint32_t pieces;
    uint32_t done; ///< Pieces with all their pairs in the buffer. The others are discarded.
    size_t found;  ///< Pairs of those pieces,
    qd_cost cost;  ///< and what they cost.
} pair_slot;

typedef struct qd__scheduler {
    qd__walk *walk;
    const struct qd_tree *runner; ///< The tree that has the executor, and the allocator of this.
    uint32_t slots, used;         ///< How many there are; those before `used` are closed, that one is being filled.
    size_t room;                  ///< Pairs that each slot's buffer holds.
    size_t weight;                ///< Weight in the slot that is being filled.
    size_t budget;                ///< What a slot's weight should be.
    uint32_t pause;               ///< Pieces that are still to be done here.
    pair_slot all[PAIR_SLOTS];
    qd__piece pieces[PAIR_SLOTS * PIECES];
    qd__walk walks[PAIR_SLOTS]; ///< The workers' walks.
    union {
        qd_pair pairs[PAIRS];
        struct {
            qd_pair pairs[NEAR_PAIRS];
            double distances[NEAR_PAIRS];
        } near;
    } buffers;
} qd__scheduler;

static qd_pair *pairs_of_slot(qd__scheduler *scheduler, uint32_t index)
{
    qd_pair *all = scheduler->walk->asked.near ? scheduler->buffers.near.pairs : scheduler->buffers.pairs;
    return all + index * scheduler->room;
}

/// NULL where no distance is asked about.
static double *distances_of_slot(qd__scheduler *scheduler, uint32_t index)
{
    return scheduler->walk->asked.near ? scheduler->buffers.near.distances + index * scheduler->room : NULL;
}

/// What a worker does.
static void walk_slot(void *job, uint32_t part)
{
    qd__scheduler *scheduler = (qd__scheduler *)job;
    qd__walk *walk = &scheduler->walks[part];
    walk->asked = scheduler->walk->asked;
    walk->at = scheduler->walk->at;
    walk->at.scheduler = NULL;
    walk->found = (qd__walk_result){ .pairs = pairs_of_slot(scheduler, part),
                                     .distances = distances_of_slot(scheduler, part),
                                     .room = scheduler->room };
    walk->image.of = NULL;
    pair_slot own = { .pieces = scheduler->all[part].pieces };
    while (own.done < own.pieces) {
        qd__walk_piece(walk, &scheduler->pieces[part * PIECES + own.done]);
        if (walk->at.stopped)
            break;
        own.done++;
        own.found = walk->found.count;
        own.cost = walk->found.cost;
    }
    scheduler->all[part] = own; // once, since its neighbours in memory are those of other threads
}

/// Puts the pairs of a pair_slot into the batch of the walk, as if it had just found them.
static void hand_over(qd__walk *walk, const qd_pair *pairs, const double *distances, size_t count)
{
    for (size_t at = 0; at < count && !walk->at.stopped;) {
        const size_t left = walk->found.room - walk->found.count, some = count - at < left ? count - at : left;
        memcpy(walk->found.pairs + walk->found.count, pairs + at, some * sizeof *pairs);
        if (walk->found.distances && distances)
            memcpy(walk->found.distances + walk->found.count, distances + at, some * sizeof *distances);
        walk->found.count += some;
        walk->found.cost.hits += some;
        at += some;
        if (walk->found.count == walk->found.room)
            qd__overlap_flush(walk);
    }
}

/// Does a piece on this thread, right into the visitor.
static void walk_here(qd__scheduler *scheduler, const qd__piece *piece)
{
    scheduler->walk->at.scheduler = NULL;
    qd__walk_piece(scheduler->walk, piece);
    scheduler->walk->at.scheduler = scheduler;
}

/// Has all slots worked through, and hands their pairs over.
static void play_round(qd__scheduler *scheduler)
{
    qd__run_parts(scheduler->runner, walk_slot, scheduler, scheduler->used);
    for (uint32_t i = 0; i < scheduler->used && !scheduler->walk->at.stopped; i++) {
        const pair_slot *done = &scheduler->all[i];
        scheduler->walk->found.cost.nodes += done->cost.nodes;
        scheduler->walk->found.cost.tests += done->cost.tests;
        hand_over(scheduler->walk, pairs_of_slot(scheduler, i), distances_of_slot(scheduler, i), done->found);
        for (uint32_t piece = done->done; piece < done->pieces && !scheduler->walk->at.stopped; piece++)
            walk_here(scheduler, &scheduler->pieces[i * PIECES + piece]);
    }
    // The round shows how much should go into a slot: buffers well filled, and few too full, for what does not fit
    // is walked twice.
    uint32_t overflowed = 0;
    size_t found = 0;
    for (uint32_t i = 0; i < scheduler->used; i++) {
        overflowed += scheduler->all[i].done < scheduler->all[i].pieces;
        found += scheduler->all[i].found;
    }
    const size_t room = scheduler->used * scheduler->room;
    if (overflowed > scheduler->used / 2 && scheduler->budget == LEAST_BUDGET)
        scheduler->pause = PAIRS_PAUSE;
    if (overflowed > 0)
        scheduler->budget -= scheduler->budget / 4;
    else if (found < room / 4)
        scheduler->budget += scheduler->budget;
    else if (found < room / 2)
        scheduler->budget += scheduler->budget / 8;
    scheduler->budget = scheduler->budget < LEAST_BUDGET ? LEAST_BUDGET : scheduler->budget;
    scheduler->budget = scheduler->budget > MOST_BUDGET ? MOST_BUDGET : scheduler->budget;
    scheduler->used = 0;
}

/// Puts a piece into the slot that is being filled, or into the next. The one way from a walk into another, which
/// tests/stack counts: it must stay a function.
QD__NEVER_INLINE static void take_piece(qd__walk *walk, const qd__piece *piece, size_t weight)
{
    qd__scheduler *scheduler = walk->at.scheduler;
    const uint32_t pieces = scheduler->all[scheduler->used].pieces;
    if (pieces == PIECES || (pieces > 0 && scheduler->weight + weight > scheduler->budget)) {
        if (++scheduler->used == scheduler->slots)
            play_round(scheduler);
        scheduler->weight = 0;
        scheduler->all[scheduler->used].pieces = 0;
    }
    if (walk->at.stopped)
        return;
    if (scheduler->pause > 0) {
        scheduler->pause--;
        walk_here(scheduler, piece);
        return;
    }
    pair_slot *filling = &scheduler->all[scheduler->used];
    scheduler->pieces[scheduler->used * PIECES + filling->pieces++] = *piece;
    scheduler->weight += weight;
}

/// The nodes of a quad from `lane` on are to come.
typedef struct level_weighed {
    const qd__quad *quad;
    uint32_t lane;
} level_weighed;

/// Items in and below a node, and the nodes; counted only until there are more than `limit`.
static size_t weigh_buckets(const struct qd_tree *tree, const qd__quad *quad, uint32_t lane, size_t limit)
{
    level_weighed levels[QD__LEVELS];
    uint32_t height = 0, child = quad->child[lane];
    size_t weight = quad->most[lane] + 1;
    while (weight <= limit) {
        if (child != QD__NONE)
            levels[height++] = (level_weighed){ qd__quad_at(tree, child), 0 };
        while (height > 0 && levels[height - 1].lane == 4)
            height--;
        if (height == 0)
            break;
        level_weighed *top = &levels[height - 1];
        const uint32_t at = top->lane++;
        weight += top->quad->most[at] + 1;
        child = top->quad->child[at];
    }
    return weight;
}

bool qd__schedule_within(qd__walk *walk, const qd__quad *quad)
{
    const size_t budget = walk->at.scheduler->budget / PAIRS_SHARE;
    size_t weight = 0;
    for (uint32_t lane = 0; lane < 4 && weight <= budget; lane++)
        weight += weigh_buckets(walk->at.home, quad, lane, budget - weight);
    const qd__piece piece = { .kind = QD__PIECE_WITHIN, .turned = walk->at.turned, .quad = quad };
    if (weight <= budget)
        take_piece(walk, &piece, weight);
    return weight <= budget;
}

bool qd__schedule_between(qd__walk *walk, const qd__quad *a, uint32_t lane_a, const qd__quad *b, uint32_t lane_b)
{
    const size_t whole_slot = walk->at.scheduler->budget,
                 budget = walk->asked.join || whole_slot < LIMIT ? whole_slot : LIMIT;
    const size_t weight_a = weigh_buckets(walk->at.home, a, lane_a, budget);
    const size_t weight_b = weigh_buckets(walk->at.other, b, lane_b, weight_a < budget ? weight_a : budget);
    const size_t weight = weight_a < weight_b ? weight_a : weight_b;
    const qd__piece piece = {
        .kind = QD__PIECE_BETWEEN, .lane_home = lane_a, .lane = lane_b, .turned = walk->at.turned, .home = a, .quad = b
    };
    const bool whole = weight <= budget || (qd__is_small_leaf(a, lane_a) && qd__is_small_leaf(b, lane_b));
    // In one tree two nodes overlap along their border.
    const size_t border = (size_t)1 << (qd__bit_width((uint32_t)weight) / 2 + 1);
    if (whole)
        take_piece(walk, &piece, walk->asked.join ? weight : border);
    return whole;
}

bool qd__schedule_node(qd__walk *walk, const qd__quad *home, uint32_t lane_home, const qd__bucket *bucket,
                       uint64_t live, const qd__quad *quad, uint32_t lane)
{
    const size_t most = 4 * walk->at.scheduler->budget; // a bucket's bounds rarely overlap much of what is below
    const size_t weight = weigh_buckets(walk->at.other, quad, lane, most);
    const qd__piece piece = { .kind = QD__PIECE_NODE,
                              .lane_home = lane_home,
                              .lane = lane,
                              .turned = walk->at.turned,
                              .live = live,
                              .home = home,
                              .quad = quad,
                              .bucket = bucket };
    if (weight <= most)
        take_piece(walk, &piece, weight / 4);
    return weight <= most;
}

/// What the buckets from a location on weigh, as a partner of one bucket; a long chain fills a slot.
static size_t weigh_chain(const qd__walk *walk, uint32_t location)
{
    const qd__bucket *bucket = qd__tree_bucket(walk->at.other, location);
    return bucket->count + (bucket->next != QD__NONE ? walk->at.scheduler->budget : 0);
}

void qd__schedule_chain(qd__walk *walk, const qd__bucket *bucket, uint64_t live, uint32_t location)
{
    const qd__piece piece = {
        .kind = QD__PIECE_CHAIN, .location = location, .turned = walk->at.turned, .live = live, .bucket = bucket
    };
    if (location != QD__NONE)
        take_piece(walk, &piece, weigh_chain(walk, location));
}

void qd__schedule_own(qd__walk *walk, const qd__bucket *bucket)
{
    const qd__piece piece = { .kind = QD__PIECE_OWN, .turned = walk->at.turned, .bucket = bucket };
    take_piece(walk, &piece, bucket->count + (bucket->next != QD__NONE ? weigh_chain(walk, bucket->next) : 0));
}

/// Makes one for a walk; NULL: no memory.
static qd__scheduler *open_scheduler(qd__walk *walk)
{
    const qd_allocator *allocator = &walk->at.home->pools.memory.allocator;
    qd__scheduler *scheduler = (qd__scheduler *)allocator->resize(allocator->context, NULL, 0, sizeof *scheduler);
    if (!scheduler)
        return NULL;
    const uint32_t wanted = walk->at.home->settings.executor.workers * QD__PARTS_PER_WORKER;
    scheduler->walk = walk;
    scheduler->runner = walk->at.home;
    scheduler->slots = wanted < PAIR_SLOTS ? wanted : PAIR_SLOTS;
    scheduler->room = (walk->asked.near ? NEAR_PAIRS : PAIRS) / scheduler->slots;
    scheduler->budget = FIRST_BUDGET;
    scheduler->used = scheduler->pause = 0;
    scheduler->weight = 0;
    scheduler->all[0].pieces = 0;
    return scheduler;
}

void qd__schedule_walk(qd__walk *walk, const qd__piece *everything)
{
    qd__scheduler *scheduler = open_scheduler(walk);
    walk->at.scheduler = scheduler;
    qd__walk_piece(walk, everything);
    if (!scheduler)
        return;
    scheduler->used += scheduler->all[scheduler->used].pieces > 0;
    if (!walk->at.stopped)
        play_round(scheduler);
    walk->at.scheduler = NULL;
    const qd_allocator *allocator = &scheduler->runner->pools.memory.allocator;
    allocator->resize(allocator->context, scheduler, sizeof *scheduler, 0);
}
