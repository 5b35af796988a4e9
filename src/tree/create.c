// How a tree comes about: see create.h.
#include "create.h"

#include "divide.h"
#include "parts.h"
#include "precise.h"
#include "totals.h"

#include <string.h>

enum { DEFAULT_CAPACITY = 64, DEFAULT_DEPTH = 16 };

static const char *world_problem(const qd_box *world)
{
    if (!qd__box_is_valid(world))
        return "world: a side is NaN or infinite, or min is above max";
    if (!(world->max.x > world->min.x))
        return "world: it has no width";
    return world->max.y > world->min.y ? NULL : "world: it has no height";
}

/// The lattice that a definition asks for; not laid when the world is to be learnt. Returns what is wrong, or NULL.
static const char *lattice_of_definition(const qd_tree_def *def, qd__settings *settings, qd__origin *origin)
{
    if (def->world.min.x == 0 && def->world.min.y == 0 && def->world.max.x == 0 && def->world.max.y == 0)
        return NULL; // not given
    const qd_box world = settings->precise ? def->world : qd__box_of(qd__fbox_of(&def->world));
    const char *problem = world_problem(&world);
    if (problem)
        return world_problem(&def->world) ? problem : "world: floats do not hold its sides apart; use QD_DOUBLE";
    settings->origin_given = settings->precise;
    *origin = settings->precise ? qd__precise_middle(&world) : *origin;
    qd__lattice_lay(&settings->given, settings->precise ? qd__narrow(origin, world) : qd__fbox_of(&def->world));
    return NULL;
}

static const char *number_problem(const qd_tree_def *def)
{
    if (def->precision != QD_FLOAT && def->precision != QD_DOUBLE)
        return "precision: neither QD_FLOAT nor QD_DOUBLE";
    if (def->precision == QD_DOUBLE && !QD__CAN_DOUBLES)
        return "precision: this build of the library stores floats only";
    if (def->totals && !QD__CAN_TOTALS)
        return "totals: this build of the library keeps none";
    if ((def->buffer || def->buffer_size > 0) && !QD__CAN_BUFFERS)
        return "buffer: this build of the library has no trees in memory of the caller";
    if (def->edges != QD_CLOSED && def->edges != QD_OPEN)
        return "edges: neither QD_CLOSED nor QD_OPEN";
    if (def->leaf_capacity < 0 || def->leaf_capacity > QD__CAPACITY_MOST)
        return "leaf_capacity: not in 1..4096, nor 0 for the default";
    return def->max_depth < 0 || def->max_depth > QD_MAX_DEPTH ? "max_depth: not in 1..24, nor 0 for the default"
                                                               : NULL;
}

bool qd__tree_reserve(struct qd_tree *tree, size_t items)
{
    qd__pools *pools = &tree->pools;
    qd__memory *memory = &pools->memory;
    if (items == 0)
        return true;
    if (qd__is_summed(tree) &&
        !(qd__pool_reserve(&pools->values, memory, items) && qd__pool_reserve(&pools->totals, memory, items / 32 + 1)))
        return false;
    return (!qd__is_precise(tree) || qd__pool_reserve(&pools->exact, memory, items)) &&
           qd__pool_reserve(&pools->slots, memory, items) && qd__pool_reserve(&pools->quads, memory, items / 32 + 1) &&
           qd__pool_reserve(&pools->buckets[0], memory, items / 128 + 1) &&
           qd__pool_reserve(&pools->buckets[1], memory, items / 64 + 1) &&
           qd__pool_reserve(&pools->buckets[2], memory, items / 64 + 1);
}

void qd__tree_init(struct qd_tree *tree, const qd_tree_def *def, const qd__settings *settings, qd__origin origin)
{
    const qd_tree_def defaults = { .reserve = 0 };
    def = def ? def : &defaults;
    memset(tree, 0, sizeof *tree);
    tree->pools.memory = (qd__memory){ .allocator = qd__memory_choose(def->allocator) };
    tree->settings = *settings;
    const qd_executor none = { NULL, NULL, 1, 0 };
    qd_executor *executor = &tree->settings.executor;
    *executor = def->executor.run && def->executor.workers > 1 ? def->executor : none;
    executor->workers = executor->workers < QD__WORKERS_MOST ? executor->workers : QD__WORKERS_MOST;
    tree->settings.simd = qd__simd_best();
    tree->settings.open = settings->edges_open && !settings->precise;
    tree->lattice = settings->given;
    tree->id_series = QD__CAN_SERIES ? def->id_series : 0;
    tree->origin = origin;
    qd__slots_open(&tree->pools.slots);
    qd__pool_open(&tree->pools.exact, sizeof(qd_box), QD__EXACT_CHUNK_BITS, UINT32_MAX - 1);
    qd__values_open(tree);
    qd__nodes_open(tree);
}

const char *qd__tree_begin(struct qd_tree *tree, const qd_tree_def *def)
{
    const qd_tree_def defaults = { .reserve = 0 };
    def = def ? def : &defaults;
    qd__settings settings = { .edges_open = def->edges == QD_OPEN,
                              .precise = def->precision == QD_DOUBLE,
                              .summed = def->totals };
    qd__origin origin = qd__origin_at((qd_vec2){ 0, 0 });
    const char *problem = number_problem(def);
    problem = problem ? problem : lattice_of_definition(def, &settings, &origin);
    settings.capacity = def->leaf_capacity ? (uint32_t)def->leaf_capacity : DEFAULT_CAPACITY;
    settings.floor = QD__WORLD_SHIFT - (def->max_depth ? (unsigned)def->max_depth : DEFAULT_DEPTH);
    if (!problem)
        qd__tree_init(tree, def, &settings, origin);
    return problem;
}

struct qd_tree *qd__tree_lift(const struct qd_tree *begun)
{
    qd__memory memory = begun->pools.memory;
    struct qd_tree *tree = (qd_tree *)qd__memory_get(&memory, 1, sizeof *tree);
    if (tree) {
        *tree = *begun;
        tree->pools.memory = memory;
    }
    return tree;
}
