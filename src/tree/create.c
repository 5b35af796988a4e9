// How a tree comes about: see create.h.
#include "create.h"

#include "divide.h"
#include "parts.h"
#include "totals.h"

#include <string.h>

enum { DEFAULT_CAPACITY = 64, DEFAULT_DEPTH = 16 };

static bool world_is_given(qd_box world)
{
    return world.min.x != 0 || world.min.y != 0 || world.max.x != 0 || world.max.y != 0;
}

/// The lattice that a definition asks for; not laid when the world is to be learnt. False: a bad world.
static bool lattice_of_definition(const qd_tree_def *def, qd__lattice *lattice)
{
    memset(lattice, 0, sizeof *lattice);
    if (qd_box_is_valid(def->world) && !world_is_given(def->world)) {
        return true;
    }
    return qd_box_is_valid(def->world) && qd__lattice_lay(lattice, def->world);
}

static bool numbers_are_valid(const qd_tree_def *def)
{
    return def->leaf_capacity >= 0 && def->leaf_capacity <= QD__CAPACITY_MOST && def->max_depth >= 0 &&
           def->max_depth <= QD_MAX_DEPTH && (def->edges == QD_EDGES_CLOSED || def->edges == QD_EDGES_OPEN);
}

static qd_executor executor_of(const qd_tree_def *def)
{
    const qd_executor none = { NULL, NULL, 1 };
    qd_executor chosen = def->executor.run && def->executor.workers > 1 ? def->executor : none;
    chosen.workers = chosen.workers < QD__WORKERS_MOST ? chosen.workers : QD__WORKERS_MOST;
    return chosen;
}

bool qd__tree_reserve(struct qd_tree *tree, size_t items)
{
    return items == 0 || ((!tree->summed || (qd__pool_reserve(&tree->values, &tree->memory, items) &&
                                             qd__pool_reserve(&tree->totals, &tree->memory, items / 32 + 1))) &&
                          qd__pool_reserve(&tree->slots, &tree->memory, items) &&
                          qd__pool_reserve(&tree->quads, &tree->memory, items / 32 + 1) &&
                          qd__pool_reserve(&tree->buckets[0], &tree->memory, items / 128 + 1) &&
                          qd__pool_reserve(&tree->buckets[1], &tree->memory, items / 64 + 1) &&
                          qd__pool_reserve(&tree->buckets[2], &tree->memory, items / 64 + 1));
}

void qd__tree_init(struct qd_tree *tree, const qd_tree_def *def, const qd__settings *settings)
{
    const qd_tree_def defaults = { .reserve = 0 };
    def = def ? def : &defaults;
    memset(tree, 0, sizeof *tree);
    tree->memory = (qd__memory){ qd__memory_choose(def->allocator), 0 };
    tree->executor = executor_of(def);
    tree->simd = qd__simd_best();
    tree->given = tree->lattice = settings->given;
    tree->open = settings->open;
    tree->summed = settings->summed;
    tree->capacity = settings->capacity;
    tree->floor = settings->floor;
    qd__slots_open(&tree->slots);
    qd__values_open(tree);
    qd__bucket_pools_open(tree->buckets);
    qd__quads_open(tree);
}

bool qd__tree_begin(struct qd_tree *tree, const qd_tree_def *def)
{
    const qd_tree_def defaults = { .reserve = 0 };
    def = def ? def : &defaults;
    qd__settings settings = { .open = def->edges == QD_EDGES_OPEN, .summed = def->totals };
    if (!numbers_are_valid(def) || !lattice_of_definition(def, &settings.given)) {
        return false;
    }
    settings.capacity = def->leaf_capacity ? (uint32_t)def->leaf_capacity : DEFAULT_CAPACITY;
    settings.floor = QD__WORLD_SHIFT - (def->max_depth ? (unsigned)def->max_depth : DEFAULT_DEPTH);
    qd__tree_init(tree, def, &settings);
    return true;
}

struct qd_tree *qd__tree_lift(const struct qd_tree *begun)
{
    qd__memory memory = begun->memory;
    struct qd_tree *tree = qd__memory_get(&memory, 1, sizeof *tree);
    if (tree) {
        *tree = *begun;
        tree->memory = memory;
    }
    return tree;
}
