// Making the directory and keeping it up: see directory.h.
#include "directory.h"

#include <assert.h>
#include <string.h>

enum {
    LEVEL_LEAST = 2, ///< A coarser directory is not worth its while.
    LEVEL_MOST = 12,
    REFINE_SHARE = 6, ///< A square has one of so many parts of a leaf's capacity or more, at most four times that;
    ITEMS = 6,        ///< and so many items.
    PIECE = 16,       ///< Squares that one change refines.
};

static size_t entries_of(unsigned level)
{
    return qd__directory_before(level + 1) + ((size_t)1 << 2 * level);
}

/// Entries there is room for in memory for a directory of a level: its own, and those of the coarser one that is asked
/// while it is being made.
static size_t room_of(unsigned level)
{
    return entries_of(level) + entries_of(level - 1);
}

static size_t least_in_square(uint32_t capacity)
{
    return capacity / REFINE_SHARE > ITEMS ? capacity / REFINE_SHARE : ITEMS;
}

/// 0: no directory.
static unsigned level_for(size_t items, uint32_t capacity)
{
    unsigned level = 0;
    while (level < LEVEL_MOST && items >> 2 * (level + 1) >= least_in_square(capacity))
        level++;
    return level < LEVEL_LEAST ? 0 : level;
}

/// With how many items a directory of the next level is due.
static size_t due_after(unsigned level, uint32_t capacity)
{
    const unsigned next = level < LEVEL_LEAST ? LEVEL_LEAST : level + 1;
    return level < LEVEL_MOST ? least_in_square(capacity) << 2 * next : SIZE_MAX;
}

size_t qd__directory_room(size_t items, uint32_t capacity)
{
    const unsigned level = level_for(items, capacity);
    return level == 0 ? 0 : room_of(level);
}

/// Writes an entry to all squares of a node that is no smaller than one.
static void write_entries(qd__directory *directory, qd__position at, uint32_t entry)
{
    const unsigned finer = directory->level - at.level;
    const size_t side = (size_t)1 << finer;
    uint32_t *row = directory->at + directory->first;
    row += ((size_t)at.y << finer << directory->level) + ((size_t)at.x << finer);
    for (size_t y = 0; y < side; y++, row += (size_t)1 << directory->level)
        for (size_t x = 0; x < side; x++)
            row[x] = entry;
}

static void set_own(qd__directory *directory, qd__position at, uint32_t entry)
{
    assert(directory->ready && at.level <= directory->level);
    uint32_t *own = &qd__directory_own_row(directory, at.level, at.y)[at.x];
    directory->owners[at.level] += (uint32_t)(entry != QD__NONE) - (uint32_t)(*own != QD__NONE);
    directory->owner_levels &= ~(UINT32_C(1) << at.level);
    directory->owner_levels |= (uint32_t)(directory->owners[at.level] > 0) << at.level;
    *own = entry;
}

static void note_own(const struct qd_tree *tree, qd__directory *directory, uint32_t node)
{
    qd__position at;
    if (qd__is_listed(tree, directory, node, &at))
        set_own(directory, at, qd__owns_items(tree, node) ? node : QD__NONE);
}

/// Writes the entries for a node. True: the nodes below it have entries of their own.
static bool enter_one(const struct qd_tree *tree, qd__directory *directory, uint32_t node, qd__position at)
{
    const uint32_t child = qd__node_child(tree, node);
    const bool squares_below = child != QD__NONE && at.level < directory->level;
    set_own(directory, at, qd__owns_items(tree, node) ? node : QD__NONE);
    if (!squares_below)
        write_entries(directory, at, child == QD__NONE ? qd__leaf_entry(tree, node) : child << 1);
    return squares_below;
}

/// Writes all entries for a node and what is below it.
static void enter_node(const struct qd_tree *tree, qd__directory *directory, uint32_t node, qd__position at)
{
    const bool squares_below = enter_one(tree, directory, node, at);
    for (uint32_t lane = 0; squares_below && lane < 4; lane++)
        enter_node(tree, directory, qd__node_in(qd__node_child(tree, node), lane), qd__quarter_of(at, lane));
}

/// The same for a node that is a leaf, or has been divided into leaves.
static void enter_again(const struct qd_tree *tree, qd__directory *directory, uint32_t node)
{
    qd__position at;
    const bool squares_below = qd__is_listed(tree, directory, node, &at) && enter_one(tree, directory, node, at);
    for (uint32_t lane = 0; squares_below && lane < 4; lane++)
        (void)enter_one(tree, directory, qd__node_in(qd__node_child(tree, node), lane), qd__quarter_of(at, lane));
}

void qd__directory_note_own(struct qd_tree *tree, uint32_t node)
{
    note_own(tree, &tree->directory.current, node);
    note_own(tree, &tree->directory.finer, node);
}

void qd__directory_enter(struct qd_tree *tree, uint32_t node)
{
    enter_again(tree, &tree->directory.current, node);
    enter_again(tree, &tree->directory.finer, node);
}

/// A directory of a level in the memory it has, with no owners yet.
static void lay_out_tables(qd__directory *directory, unsigned level)
{
    directory->level = level;
    directory->first = (uint32_t)qd__directory_before(level + 1);
    for (size_t i = 0; i < directory->first; i++)
        directory->at[i] = QD__NONE;
    memset(directory->owners, 0, sizeof directory->owners);
    directory->owner_levels = 0;
    directory->reach = directory->reach_next = 0;
    directory->ready = true;
}

/// One without room is in the memory of the other.
static void give_back(struct qd_tree *tree, qd__directory *directory)
{
    if (directory->room > 0)
        qd__memory_give(&tree->pools.memory, directory->at, directory->room, sizeof *directory->at);
    directory->at = NULL;
    directory->room = 0;
    directory->reach = UINT32_MAX; // bounds no other's
    directory->ready = false;
}

/// Makes room for a level, or for the finest there is room for. False: for none.
static bool make_table_room(struct qd_tree *tree, unsigned *level)
{
    qd__directory *directory = &tree->directory.current;
    const size_t wanted = room_of(*level);
    if (entries_of(*level) > directory->room) {
        uint32_t *fresh = tree->settings.keeping == QD__FIXED
                              ? NULL
                              : (uint32_t *)qd__memory_get(&tree->pools.memory, wanted, sizeof *directory->at);
        if (fresh) {
            give_back(tree, directory);
            directory->at = fresh;
            directory->room = wanted;
        }
    }
    while (*level >= LEVEL_LEAST && entries_of(*level) > directory->room)
        --*level;
    return *level >= LEVEL_LEAST;
}

void qd__directory_make(struct qd_tree *tree)
{
    qd__directory *directory = &tree->directory.current;
    unsigned level = level_for(tree->count, tree->settings.capacity);
    give_back(tree, &tree->directory.finer);
    directory->ready = false;
    directory->due = due_after(level, tree->settings.capacity);
    if (level == 0 || !qd__lattice_is_laid(&tree->lattice))
        return;
    if (!make_table_room(tree, &level)) {
        directory->due = 2 * tree->count;
        return;
    }
    lay_out_tables(directory, level);
    const qd__position world = { 0, 0, 0 };
    enter_node(tree, directory, QD__WORLD, world);
    qd__directory_measure(tree);
    tree->upkeep.work += (uint64_t)1 << 2 * level;
}

/// Begins a directory of the next level, at the end of the memory of this one or in memory of its own. False:
/// no memory.
static bool begin_finer(struct qd_tree *tree)
{
    const qd__directory *directory = &tree->directory.current;
    qd__directory *finer = &tree->directory.finer;
    const unsigned level = directory->level + 1;
    if (room_of(level) <= directory->room) {
        finer->at = directory->at + directory->room - entries_of(level);
    } else if (tree->settings.keeping != QD__FIXED) {
        finer->at = (uint32_t *)qd__memory_get(&tree->pools.memory, room_of(level), sizeof *finer->at);
        finer->room = finer->at ? room_of(level) : 0;
    }
    if (!finer->at)
        return false;
    lay_out_tables(finer, level);
    memcpy(finer->at, directory->at, directory->first * sizeof *finer->at);
    memcpy(finer->owners, directory->owners, sizeof finer->owners);
    finer->owner_levels = directory->owner_levels;
    tree->directory.finer_next = 0;
    return true;
}

void qd__directory_refine(struct qd_tree *tree)
{
    if (!tree->directory.current.ready) {
        qd__directory_make(tree); // the first one is small
        return;
    }
    if (!tree->directory.finer.ready && !begin_finer(tree)) {
        tree->directory.current.due = 2 * tree->count;
        return;
    }
    const uint32_t all = UINT32_C(1) << 2 * tree->directory.current.level;
    for (int i = 0; i < PIECE && tree->directory.finer_next < all; i++) {
        const qd__directory *directory = &tree->directory.current;
        const uint32_t index = tree->directory.finer_next++; // the next square
        const unsigned level = directory->level;
        const qd__position at = { level, index & ((UINT32_C(1) << level) - 1), index >> level };
        const uint32_t entry = qd__directory_row(directory, at.y)[at.x];
        if (entry & 1)
            write_entries(&tree->directory.finer, at, entry);
        else
            enter_node(tree, &tree->directory.finer, qd__quad_at(tree, entry >> 1)->parent, at);
        qd__directory_cover_finer(tree, entry);
    }
    tree->upkeep.work += PIECE;
    if (tree->directory.finer_next == all) {
        // The finer one is complete and replaces the directory.
        const qd__directory before = tree->directory.current, none = { .ready = false, .reach = UINT32_MAX };
        if (tree->directory.finer.room > 0) {
            give_back(tree, &tree->directory.current);
            tree->directory.current = tree->directory.finer;
        } else {
            tree->directory.current = tree->directory.finer;
            tree->directory.current.at = before.at;
            tree->directory.current.room = before.room;
            memmove(before.at, tree->directory.finer.at, entries_of(tree->directory.finer.level) * sizeof *before.at);
        }
        tree->directory.finer = none;
        tree->directory.current.due = due_after(tree->directory.current.level, tree->settings.capacity);
    }
}

void qd__directory_close(struct qd_tree *tree)
{
    give_back(tree, &tree->directory.current);
    give_back(tree, &tree->directory.finer);
}

uint32_t qd__directory_entry_at(const struct qd_tree *tree, qd__fvec2 place)
{
    const qd__fbox at = { place, place };
    const qd__spot spot = qd__lattice_spot(&tree->lattice, qd__aabb_of(at));
    const bool known = qd__directory_serves(tree) && qd__spot_in_world(spot) && spot.shift <= qd__directory_shift(tree);
    const uint32_t entry = known ? *qd__directory_place(tree, &spot) : QD__NONE;
    if (entry & 1 && entry != QD__NONE) {
        const qd__nodes leaf = qd__entry_nodes(entry);
        const uint32_t location = qd__quad_at(tree, leaf.quad)->bucket[qd__lowest_bit(leaf.lanes)];
        if (location != QD__NONE)
            qd__location_prefetch_now(qd__tree_bucket(tree, location), location);
    }
    return entry;
}
