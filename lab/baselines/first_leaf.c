/// The quadtree whose items lie in the first leaf they meet: children are asked in their order, and the first one whose
/// rectangle the box touches takes it, so that a box on a plane is found on one side only. Which is why asking what a
/// box collides with cannot leave out any node: it goes through all of them until it has found something.
///
/// Nothing is done here that this idea does not ask for, and nothing is left out to slow it down: each leaf has a list
/// of its items, which doubles when it is full, each item knows its node, and what does not touch the world is refused.
#include "boxes.h"
#include "contender.h"
#include "memory.h"

#include <float.h>
#include <stdlib.h>

#define CAPACITY 10 ///< Both as in most such trees; the description leaves them open.
#define DEPTH 5
#define FIRST_ROOM 16

typedef struct node node;
struct node {
    fbox cell;
    node *children; ///< Four in a row; NULL: a leaf.
    uint32_t *items;
    size_t count, room;
    unsigned depth;
};

typedef struct body {
    fbox box;
    node *home;
} body;

typedef struct first_leaf {
    node root;
    body *bodies; ///< By item.
    size_t count, room;
    bool open_edges;
} first_leaf;

static const fbox everywhere = { { -FLT_MAX, -FLT_MAX }, { FLT_MAX, FLT_MAX } };

static contender *first_leaf_create(bool open_edges)
{
    first_leaf *own = calloc(1, sizeof *own);
    if (!own)
        return NULL;
    own->open_edges = open_edges;
    own->root.cell = everywhere;
    return (contender *)own;
}

static void free_children(node *from)
{
    for (int i = 0; i < 4 && from->children; i++) {
        free_children(from->children + i);
        memory_free(from->children[i].items);
    }
    free(from->children);
    from->children = NULL;
}

/// Makes it empty, for a world.
static void clear(first_leaf *own, fbox world)
{
    free_children(&own->root);
    memory_free(own->root.items);
    own->root = (node){ .cell = world };
    own->count = 0;
}

static void first_leaf_destroy(contender *self)
{
    first_leaf *own = (first_leaf *)self;
    if (!own)
        return;
    clear(own, everywhere);
    memory_free(own->bodies);
    free(own);
}

/// Room for one more element; false: no memory.
static bool one_more(void **array, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return true;
    size_t more = *room > 0 ? 2 * *room : FIRST_ROOM;
    void *larger = memory_grown(*array, count, more, size);
    if (!larger)
        return false;
    *array = larger;
    *room = more;
    return true;
}

static bool append(first_leaf *own, node *leaf, uint32_t item)
{
    void *items = leaf->items;
    bool room = one_more(&items, leaf->count, &leaf->room, sizeof *leaf->items);
    leaf->items = items;
    if (room) {
        leaf->items[leaf->count++] = item;
        own->bodies[item].home = leaf;
    }
    return room;
}

/// The first child that a box touches. A box that touches a cell touches one of its quarters, for these share their
/// sides.
static node *first_touched(node *parent, fbox box)
{
    node *child = parent->children;
    while (child < parent->children + 3 && !fbox_overlap(child->cell, box, false))
        child++;
    return child;
}

static bool split(first_leaf *own, node *leaf)
{
    node *children = calloc(4, sizeof *children);
    if (!children)
        return false;
    fbox cell = leaf->cell;
    float x = cell.min.x / 2 + cell.max.x / 2, y = cell.min.y / 2 + cell.max.y / 2;
    for (int i = 0; i < 4; i++) {
        children[i].cell = cell;
        children[i].depth = leaf->depth + 1;
        *(i & 1 ? &children[i].cell.min.x : &children[i].cell.max.x) = x;
        *(i & 2 ? &children[i].cell.min.y : &children[i].cell.max.y) = y;
    }
    leaf->children = children;
    bool done = true;
    for (size_t i = 0; i < leaf->count && done; i++)
        done = append(own, first_touched(leaf, own->bodies[leaf->items[i]].box), leaf->items[i]);
    if (!done) {
        for (size_t i = 0; i < leaf->count; i++)
            own->bodies[leaf->items[i]].home = leaf;
        free_children(leaf);
        return false;
    }
    memory_free(leaf->items);
    leaf->items = NULL;
    leaf->count = leaf->room = 0;
    return true;
}

static qd_result first_leaf_insert(contender *self, fbox box)
{
    first_leaf *own = (first_leaf *)self;
    if (!fbox_overlap(own->root.cell, box, false))
        return QD_BAD_VALUE;
    void *bodies = own->bodies;
    bool room = own->count < UINT32_MAX && one_more(&bodies, own->count, &own->room, sizeof *own->bodies);
    own->bodies = bodies;
    if (!room)
        return QD_NO_MEMORY;
    own->bodies[own->count].box = box;
    node *home = &own->root;
    for (;;)
        if (home->children)
            home = first_touched(home, box);
        else if (home->count < CAPACITY || home->depth >= DEPTH)
            break;
        else if (!split(own, home))
            return QD_NO_MEMORY;
    if (!append(own, home, (uint32_t)own->count))
        return QD_NO_MEMORY;
    own->count++;
    return QD_OK;
}

static qd_result first_leaf_tune(contender *self, const fbox *boxes, size_t count, const fbox *windows,
                                 size_t window_count)
{
    (void)windows, (void)window_count;
    clear((first_leaf *)self, count > 0 ? boxes_around(boxes, count) : everywhere);
    return QD_OK;
}

static qd_result first_leaf_set(contender *self, const fbox *boxes, size_t count)
{
    qd_result result = count > UINT32_MAX ? QD_NO_MEMORY : first_leaf_tune(self, boxes, count, NULL, 0);
    for (size_t i = 0; i < count && !result; i++)
        result = first_leaf_insert(self, boxes[i]);
    if (result)
        clear((first_leaf *)self, everywhere);
    return result;
}

static bool collides_below(const first_leaf *own, const node *from, fbox box)
{
    for (size_t i = 0; i < from->count; i++)
        if (fbox_overlap(own->bodies[from->items[i]].box, box, own->open_edges))
            return true;
    for (int i = 0; i < 4 && from->children; i++)
        if (collides_below(own, from->children + i, box))
            return true;
    return false;
}

static bool first_leaf_collides(const contender *self, fbox box)
{
    const first_leaf *own = (const first_leaf *)self;
    return collides_below(own, &own->root, box);
}

static uint64_t first_leaf_upkeep(const contender *self)
{
    (void)self;
    return 0;
}

static size_t bytes_below(const node *from)
{
    size_t bytes = from->room * sizeof *from->items + (from->children ? 4 * sizeof *from : 0);
    for (int i = 0; i < 4 && from->children; i++)
        bytes += bytes_below(from->children + i);
    return bytes;
}

static size_t first_leaf_bytes(const contender *self)
{
    const first_leaf *own = (const first_leaf *)self;
    return sizeof *own + bytes_below(&own->root) + own->room * sizeof *own->bodies;
}

const contender_kind contender_first_leaf = {
    .name = "first-leaf",
    .create = first_leaf_create,
    .destroy = first_leaf_destroy,
    .set = first_leaf_set,
    .upkeep = first_leaf_upkeep,
    .bytes = first_leaf_bytes,
    .tune = first_leaf_tune,
    .collides = first_leaf_collides,
    .insert = first_leaf_insert,
};
