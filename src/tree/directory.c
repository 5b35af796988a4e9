// Making the directory and keeping it up: see directory.h.
#include "directory.h"

#include <string.h>

enum {
    LEVEL_LEAST = 2, ///< A coarser directory is not worth its while.
    LEVEL_MOST = 12,
    SHARE = 6,  ///< A square has one of so many parts of a leaf's capacity or more, at most four times that;
    ITEMS = 6,  ///< and so many items.
    PIECE = 16, ///< Squares that one change refines.
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
    return capacity / SHARE > ITEMS ? capacity / SHARE : ITEMS;
}

/// 0: no directory.
static unsigned level_for(size_t items, uint32_t capacity)
{
    unsigned level = 0;
    while (level < LEVEL_MOST && items >> 2 * (level + 1) >= least_in_square(capacity)) {
        level++;
    }
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

static uint32_t leaf_entry(uint32_t cell)
{
    return cell << 1 | 1;
}

/// The level of a cell of the world, and which of that level's cells it is.
typedef struct position {
    unsigned level;
    uint32_t x, y;
} position;

static position position_of(qd__square square)
{
    const position at = { QD__WORLD_SHIFT - square.shift, (square.x - QD__WORLD_CORNER) >> square.shift,
                          (square.y - QD__WORLD_CORNER) >> square.shift };
    return at;
}

static uint32_t *own_entry(const qd__directory *directory, position at)
{
    return directory->at + qd__directory_before(at.level) + ((size_t)at.y << at.level) + at.x;
}

/// Writes an entry to all squares of a cell that is no smaller than one.
static void write(qd__directory *directory, position at, uint32_t entry)
{
    const unsigned finer = directory->level - at.level;
    const size_t side = (size_t)1 << finer;
    uint32_t *row = directory->at + directory->first;
    row += ((size_t)at.y << finer << directory->level) + ((size_t)at.x << finer);
    for (size_t y = 0; y < side; y++, row += (size_t)1 << directory->level) {
        for (size_t x = 0; x < side; x++) {
            row[x] = entry;
        }
    }
}

static void set_own(qd__directory *directory, position at, uint32_t entry)
{
    uint32_t *own = own_entry(directory, at);
    directory->owners[at.level] += (uint32_t)(entry != QD__NONE) - (uint32_t)(*own != QD__NONE);
    directory->owner_levels &= ~(UINT32_C(1) << at.level);
    directory->owner_levels |= (uint32_t)(directory->owners[at.level] > 0) << at.level;
    *own = entry;
}

/// Does a directory have entries for a cell? True: `at` is where.
static bool is_listed(const struct qd_tree *tree, const qd__directory *directory, uint32_t cell, position *at)
{
    const qd__square square = qd__cell_square(tree, cell);
    if (!directory->ready || !qd__square_in_world(square)) {
        return false;
    }
    *at = position_of(square);
    return at->level <= directory->level;
}

static bool is_owner(const struct qd_tree *tree, uint32_t cell)
{
    const qd__quad *quad = qd__quad_at(tree, cell >> 2);
    return quad->child[cell & 3] != QD__NONE && quad->bucket[cell & 3] != QD__NONE;
}

static position quarter_of(position at, uint32_t lane)
{
    const position quarter = { at.level + 1, at.x << 1 | (lane & 1), at.y << 1 | lane >> 1 };
    return quarter;
}

static void note_own(const struct qd_tree *tree, qd__directory *directory, uint32_t cell)
{
    position at;
    if (is_listed(tree, directory, cell, &at)) {
        set_own(directory, at, is_owner(tree, cell) ? cell : QD__NONE);
    }
}

static void note_divided(const struct qd_tree *tree, qd__directory *directory, uint32_t cell)
{
    position at;
    if (!is_listed(tree, directory, cell, &at)) {
        return;
    }
    const uint32_t child = qd__quad_at(tree, cell >> 2)->child[cell & 3];
    if (at.level == directory->level) {
        write(directory, at, child << 1);
    }
    for (uint32_t lane = 0; at.level < directory->level && lane < 4; lane++) {
        write(directory, quarter_of(at, lane), leaf_entry(child << 2 | lane));
    }
    note_own(tree, directory, cell);
}

static void note_merged(const struct qd_tree *tree, qd__directory *directory, uint32_t cell)
{
    position at;
    if (is_listed(tree, directory, cell, &at)) {
        write(directory, at, leaf_entry(cell));
        set_own(directory, at, QD__NONE);
    }
}

void qd__directory_note_own(struct qd_tree *tree, uint32_t cell)
{
    note_own(tree, &tree->directory, cell);
    note_own(tree, &tree->finer, cell);
}

void qd__directory_divided(struct qd_tree *tree, uint32_t cell)
{
    note_divided(tree, &tree->directory, cell);
    note_divided(tree, &tree->finer, cell);
}

void qd__directory_merged(struct qd_tree *tree, uint32_t cell)
{
    note_merged(tree, &tree->directory, cell);
    note_merged(tree, &tree->finer, cell);
}

/// Writes all entries for a cell and what is below it.
static void list(const struct qd_tree *tree, qd__directory *directory, uint32_t cell, position at)
{
    const uint32_t child = qd__quad_at(tree, cell >> 2)->child[cell & 3];
    set_own(directory, at, is_owner(tree, cell) ? cell : QD__NONE);
    if (child == QD__NONE) {
        write(directory, at, leaf_entry(cell));
        return;
    }
    if (at.level == directory->level) {
        write(directory, at, child << 1);
        return;
    }
    for (uint32_t lane = 0; lane < 4; lane++) {
        list(tree, directory, child << 2 | lane, quarter_of(at, lane));
    }
}

/// A directory of a level in the memory it has, with no owners yet.
static void lay_out(qd__directory *directory, unsigned level)
{
    directory->level = level;
    directory->first = (uint32_t)qd__directory_before(level + 1);
    for (size_t i = 0; i < directory->first; i++) {
        directory->at[i] = QD__NONE;
    }
    memset(directory->owners, 0, sizeof directory->owners);
    directory->owner_levels = 0;
    directory->ready = true;
}

/// One without room is in the memory of the other.
static void give_back(struct qd_tree *tree, qd__directory *directory)
{
    if (directory->room > 0) {
        qd__memory_give(&tree->memory, directory->at, directory->room, sizeof *directory->at);
    }
    directory->at = NULL;
    directory->room = 0;
    directory->ready = false;
}

/// Makes room for a level, or for the finest there is room for. False: for none.
static bool make_room(struct qd_tree *tree, unsigned *level)
{
    qd__directory *directory = &tree->directory;
    const size_t wanted = room_of(*level);
    if (entries_of(*level) > directory->room) {
        uint32_t *fresh =
            tree->keeping == QD__FIXED ? NULL : qd__memory_get(&tree->memory, wanted, sizeof *directory->at);
        if (fresh) {
            give_back(tree, directory);
            directory->at = fresh;
            directory->room = wanted;
        }
    }
    while (*level >= LEVEL_LEAST && entries_of(*level) > directory->room) {
        --*level;
    }
    return *level >= LEVEL_LEAST;
}

void qd__directory_make(struct qd_tree *tree)
{
    qd__directory *directory = &tree->directory;
    unsigned level = level_for(tree->count, tree->capacity);
    give_back(tree, &tree->finer);
    directory->ready = false;
    directory->due = due_after(level, tree->capacity);
    if (level == 0 || !qd__lattice_is_laid(&tree->lattice)) {
        return;
    }
    if (!make_room(tree, &level)) {
        directory->due = 2 * tree->count;
        return;
    }
    lay_out(directory, level);
    const position world = { 0, 0, 0 };
    list(tree, directory, QD__WORLD, world);
    qd__directory_measure(tree);
    tree->work += (uint64_t)1 << 2 * level;
}

static void widen(qd__directory *directory, int64_t reach)
{
    directory->reach = reach > directory->reach ? (uint32_t)reach : directory->reach;
    directory->reach_next = reach > directory->reach_next ? (uint32_t)reach : directory->reach_next;
}

/// Begins a directory of the next level, at the end of the memory of this one or in memory of its own. False: there is
/// none.
static bool begin_finer(struct qd_tree *tree)
{
    const qd__directory *directory = &tree->directory;
    qd__directory *finer = &tree->finer;
    const unsigned level = directory->level + 1;
    if (room_of(level) <= directory->room) {
        finer->at = directory->at + directory->room - entries_of(level);
    } else if (tree->keeping != QD__FIXED) {
        finer->at = qd__memory_get(&tree->memory, room_of(level), sizeof *finer->at);
        finer->room = finer->at ? room_of(level) : 0;
    }
    if (!finer->at) {
        return false;
    }
    lay_out(finer, level);
    memcpy(finer->at, directory->at, directory->first * sizeof *finer->at);
    memcpy(finer->owners, directory->owners, sizeof finer->owners);
    finer->owner_levels = directory->owner_levels;
    tree->finer_next = 0;
    return true;
}

/// Writes the entries for the next square of the directory into the finer one.
static void refine_square(struct qd_tree *tree)
{
    const qd__directory *directory = &tree->directory;
    const uint32_t index = tree->finer_next++;
    const unsigned level = directory->level;
    const position at = { level, index & ((UINT32_C(1) << level) - 1), index >> level };
    const uint32_t entry = qd__directory_row(directory, at.y)[at.x];
    if (entry & 1) {
        write(&tree->finer, at, entry);
    } else {
        list(tree, &tree->finer, qd__quad_at(tree, entry >> 1)->parent, at);
    }
}

/// Puts the finer directory, which is complete, in the place of the other. An item in a leaf of one of its squares, or
/// below one, reaches out of it by no more than half a side; one in a larger leaf by as much as before.
static void take_finer(struct qd_tree *tree)
{
    const qd__directory before = tree->directory, none = { .ready = false };
    if (tree->finer.room > 0) {
        give_back(tree, &tree->directory);
        tree->directory = tree->finer;
    } else {
        tree->directory = tree->finer;
        tree->directory.at = before.at;
        tree->directory.room = before.room;
        memmove(before.at, tree->finer.at, entries_of(tree->finer.level) * sizeof *before.at);
    }
    tree->finer = none;
    tree->directory.due = due_after(tree->directory.level, tree->capacity);
    tree->directory.reach = tree->directory.reach_next = 0;
    widen(&tree->directory, (INT64_C(1) << (QD__WORLD_SHIFT - tree->directory.level)) / 2 + 1);
    widen(&tree->directory, before.reach);
    widen(&tree->directory, before.reach_next);
}

void qd__directory_refine(struct qd_tree *tree)
{
    if (!tree->directory.ready) {
        qd__directory_make(tree); // the first one is small
        return;
    }
    if (!tree->finer.ready && !begin_finer(tree)) {
        tree->directory.due = 2 * tree->count;
        return;
    }
    const uint32_t all = UINT32_C(1) << 2 * tree->directory.level;
    for (int i = 0; i < PIECE && tree->finer_next < all; i++) {
        refine_square(tree);
    }
    tree->work += PIECE;
    if (tree->finer_next == all) {
        take_finer(tree);
    }
}

void qd__directory_close(struct qd_tree *tree)
{
    give_back(tree, &tree->directory);
    give_back(tree, &tree->finer);
}

/// Steps of the corners of a box; they may lie outside the world.
typedef struct corners {
    int64_t x0, y0, x1, y1;
} corners;

static corners corners_of(const qd__lattice *lattice, const qd__record *record)
{
    int64_t steps[4];
    for (int i = 0; i < 4; i++) {
        steps[i] = qd__lattice_steps(record->v[i], lattice->center[i], lattice->scale);
    }
    const int64_t origin = (int64_t)QD__LATTICE_ORIGIN - (int64_t)QD__WORLD_CORNER; // from the world's corner
    const corners at = { origin + steps[0], origin + steps[1], origin - steps[2], origin - steps[3] };
    return at;
}

static uint32_t clip(int64_t step, unsigned shift)
{
    const int64_t last = ((int64_t)1 << QD__WORLD_SHIFT) - 1;
    return (uint32_t)((step < 0 ? 0 : step < last ? step : last) >> shift);
}

static qd__span span_of(const struct qd_tree *tree, const qd__record *window, int64_t reach, unsigned shift)
{
    const corners at = corners_of(&tree->lattice, window);
    const qd__span span = { clip(at.x0 - reach, shift), clip(at.y0 - reach, shift), clip(at.x1 + reach, shift),
                            clip(at.y1 + reach, shift) };
    return span;
}

qd__span qd__directory_squares(const struct qd_tree *tree, const qd__record *window)
{
    return span_of(tree, window, tree->directory.reach, QD__WORLD_SHIFT - tree->directory.level);
}

qd__span qd__directory_owners(const struct qd_tree *tree, const qd__record *window, unsigned level)
{
    const unsigned shift = QD__WORLD_SHIFT - level;
    return span_of(tree, window, (INT64_C(1) << shift) / 2 + 1, shift);
}

/// By how many steps a box reaches out of a square.
static int64_t reach_of(const struct qd_tree *tree, const qd__record *bounds, position at)
{
    const unsigned shift = QD__WORLD_SHIFT - at.level;
    const corners box = corners_of(&tree->lattice, bounds);
    const int64_t x = (int64_t)at.x << shift, y = (int64_t)at.y << shift, side = INT64_C(1) << shift;
    const int64_t reach[4] = { x - box.x0, y - box.y0, box.x1 - x - side + 1, box.y1 - y - side + 1 };
    int64_t most = 0;
    for (int i = 0; i < 4; i++) {
        most = reach[i] > most ? reach[i] : most;
    }
    return most;
}

void qd__directory_widen(struct qd_tree *tree, uint32_t cell, const qd__spot *spot)
{
    const bool own = spot->shift >= QD__WORLD_SHIFT - tree->directory.level &&
                     qd__quad_at(tree, cell >> 2)->child[cell & 3] != QD__NONE;
    if (tree->directory.ready && !own && qd__spot_in_world(*spot)) {
        widen(&tree->directory, (INT64_C(1) << spot->shift) / 2 + 1);
    }
}

void qd__directory_cover(struct qd_tree *tree, uint32_t cell)
{
    position at;
    const qd__record bounds = qd__four_at(&qd__quad_at(tree, cell >> 2)->bounds, cell & 3);
    if (is_listed(tree, &tree->directory, cell, &at) && bounds.v[0] < INFINITY) {
        widen(&tree->directory, reach_of(tree, &bounds, at));
    }
}

/// Lets the reach be that of all that a square's quad holds.
static void cover_square(struct qd_tree *tree, const qd__quad *quad)
{
    const qd__square square = { quad->x, quad->y, quad->shift + 1u };
    qd__record all = qd__record_empty();
    for (uint32_t lane = 0; lane < 4; lane++) {
        all = qd__union(all, qd__four_at(&quad->bounds, lane));
    }
    if (all.v[0] < INFINITY) {
        widen(&tree->directory, reach_of(tree, &all, position_of(square)));
    }
}

void qd__directory_cover_quad(struct qd_tree *tree, uint32_t index)
{
    const qd__quad *quad = qd__quad_at(tree, index);
    const qd__square square = { quad->x, quad->y, quad->shift + 1u };
    const unsigned shift = QD__WORLD_SHIFT - tree->directory.level;
    if (!tree->directory.ready || !qd__square_in_world(square) || square.shift < shift) {
        return;
    }
    if (square.shift == shift) {
        cover_square(tree, quad);
    }
    for (uint32_t lane = 0; square.shift > shift && lane < 4; lane++) {
        if (quad->child[lane] == QD__NONE) {
            qd__directory_cover(tree, index << 2 | lane);
        }
    }
}

void qd__directory_refitted(struct qd_tree *tree, uint32_t index)
{
    qd__directory_cover_quad(tree, index);
    if (index == 0) {
        if (qd__quad_at(tree, 0)->child[QD__WORLD] == QD__NONE) {
            qd__directory_cover(tree, QD__WORLD);
        }
        tree->directory.reach = tree->directory.reach_next;
        tree->directory.reach_next = 0;
    }
}

void qd__directory_measure(struct qd_tree *tree)
{
    qd__directory *directory = &tree->directory;
    if (!directory->ready) {
        return;
    }
    const uint32_t last = (UINT32_C(1) << directory->level) - 1;
    const qd__span all = { 0, 0, last, last };
    directory->reach = directory->reach_next = 0;
    for (uint32_t y = 0; y <= last; y++) {
        for (uint32_t x = 0; x <= last; x++) {
            const uint32_t entry = qd__directory_row(directory, y)[x];
            if (!(entry & 1)) {
                cover_square(tree, qd__quad_at(tree, entry >> 1));
            } else if (qd__directory_is_first(directory, all, x, y)) {
                qd__directory_cover(tree, entry >> 1);
            }
        }
    }
}

/// Does nothing of a leaf, or below a quad, reach out of a square by more than is known?
static bool reach_is_known(const struct qd_tree *tree, uint32_t cell, position at)
{
    const qd__quad *quad = qd__quad_at(tree, cell >> 2);
    const uint32_t child = quad->child[cell & 3];
    for (uint32_t place = quad->bucket[cell & 3]; place != QD__NONE; place = qd__tree_bucket(tree, place)->next) {
        const qd__bucket *bucket = qd__tree_bucket(tree, place);
        for (uint32_t lane = 0; lane < bucket->count; lane++) {
            const qd__record record = qd__bucket_record(bucket, lane);
            const int64_t reach = reach_of(tree, &record, at);
            if (reach > tree->directory.reach) {
                return false;
            }
        }
    }
    for (uint32_t lane = 0; child != QD__NONE && lane < 4; lane++) {
        if (!reach_is_known(tree, child << 2 | lane, at)) {
            return false;
        }
    }
    return true;
}

/// Are the entries for a cell and all below it as they should be? Adds up the owners.
static bool is_right(const struct qd_tree *tree, const qd__directory *directory, uint32_t cell, position at,
                     uint32_t *owners)
{
    const uint32_t child = qd__quad_at(tree, cell >> 2)->child[cell & 3], finer = directory->level - at.level;
    bool right = *own_entry(directory, at) == (is_owner(tree, cell) ? cell : QD__NONE);
    owners[at.level] += is_owner(tree, cell);
    if (child != QD__NONE && finer > 0) {
        for (uint32_t lane = 0; right && lane < 4; lane++) {
            right = is_right(tree, directory, child << 2 | lane, quarter_of(at, lane), owners);
        }
        return right;
    }
    for (uint32_t y = at.y << finer; right && y < (at.y + 1) << finer; y++) {
        for (uint32_t x = at.x << finer; x < (at.x + 1) << finer; x++) {
            const uint32_t entry = qd__directory_row(directory, y)[x];
            right = right && entry == (child == QD__NONE ? leaf_entry(cell) : child << 1);
        }
    }
    return right;
}

/// Does nothing of a cell, or of what is below it, reach further than is known?
static bool is_reached(const struct qd_tree *tree, uint32_t cell, position at)
{
    const uint32_t child = qd__quad_at(tree, cell >> 2)->child[cell & 3];
    bool reached = child != QD__NONE || reach_is_known(tree, cell, at);
    for (uint32_t lane = 0; child != QD__NONE && reached && lane < 4; lane++) {
        reached = at.level == tree->directory.level ? reach_is_known(tree, child << 2 | lane, at)
                                                    : is_reached(tree, child << 2 | lane, quarter_of(at, lane));
    }
    return reached;
}

static bool are_counted(const qd__directory *directory, const uint32_t *owners)
{
    bool counted = true;
    for (unsigned level = 0; level <= directory->level; level++) {
        counted = counted && owners[level] == directory->owners[level] &&
                  (directory->owner_levels >> level & 1) == (owners[level] > 0);
    }
    return counted;
}

/// Are the squares that have been refined as they should be?
static bool finer_is_right(const struct qd_tree *tree)
{
    const unsigned level = tree->directory.level;
    bool right = true;
    for (uint32_t index = 0; right && index < tree->finer_next; index++) {
        uint32_t owners[QD__LEVELS] = { 0 };
        const position at = { level, index & ((UINT32_C(1) << level) - 1), index >> level };
        const uint32_t entry = qd__directory_row(&tree->directory, at.y)[at.x];
        if (!(entry & 1)) {
            right = is_right(tree, &tree->finer, qd__quad_at(tree, entry >> 1)->parent, at, owners);
        }
        for (uint32_t lane = 0; entry & 1 && right && lane < 4; lane++) {
            const position quarter = quarter_of(at, lane);
            right = qd__directory_row(&tree->finer, quarter.y)[quarter.x] == entry;
        }
    }
    return right;
}

bool qd__directory_is_sound(const struct qd_tree *tree)
{
    const position world = { 0, 0, 0 };
    uint32_t owners[QD__LEVELS] = { 0 };
    if (!tree->directory.ready) {
        return !tree->finer.ready;
    }
    return is_right(tree, &tree->directory, QD__WORLD, world, owners) && are_counted(&tree->directory, owners) &&
           (tree->stray || is_reached(tree, QD__WORLD, world)) && (!tree->finer.ready || finer_is_right(tree));
}
