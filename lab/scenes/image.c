/// A picture as a quadtree that grows over it. A node splits where that takes away more error than its bytes are worth:
/// lambda, the scene's size, is the squared error that one more bit has to save, and the tree is the cheapest of all
/// by error + lambda * bits. It grows where the error is largest, and shrinks the same way back. Its leaves are the
/// items, and a lens asks which of them it covers.
///
///        +-------+-------+
///        |       |   |   |     A leaf takes a bit and a byte, its mean; a node
///        |       +---+---+     that splits a bit. Error is summed over pixels,
///        |       |   |   |     in brightness from 0 to 255.
///        +-------+-+-+---+
///        |       +-+-+   |
///        +-------+-+-+---+
#include "landscape.h"
#include "parts.h"

enum { TOP = 8, SIDE = 1 << TOP, PIXELS = SIDE * SIDE, NODES = (4 * PIXELS - 1) / 3 };
enum { LEAF_BITS = 9, SPLIT_BITS = 1, REST = 150 };
_Static_assert(SIDE == (int)LANDSCAPE_SIDE, "the root is the picture");

/// A square of pixels. Sums of whole numbers, so that all compilers find the same tree.
typedef struct node {
    uint32_t sum;
    uint64_t squares;
    uint32_t item; ///< INDEX_NONE: not a leaf now.
    bool splits;   ///< In the cheapest tree.
} node;

typedef struct place {
    uint8_t level;
    uint8_t i, j;
    double error;
} place;

typedef struct image {
    scene base;
    node *nodes;    ///< By level, pixels first, in rows.
    place *order;   ///< The nodes that split, as they do.
    place *at_item; ///< Which leaf an item is.
    size_t split_most, split_now, resting;
    size_t splits; ///< Made among the first split_now: nodes of level TOP - levels or below stay whole.
    int levels;
    bool shrinks;
    float speed, splits_owed; ///< Splits a tick, and what is left of it.
    fvec2 lens, velocity;
    bool led; ///< The mouse leads the lens.
    float radius;
    kept_boxes under;
    uint64_t under_sum;
    double error; ///< The current leaves'; exact.
} image;

static node *node_at(const image *own, int level, uint32_t i, uint32_t j)
{
    size_t before = 0;
    for (int s = 0; s < level; s++)
        before += (size_t)1 << 2 * (TOP - s);
    return &own->nodes[before + ((size_t)j << (TOP - level)) + i];
}

// Sum of squared differences from the mean: exact, as the number of pixels is a power of two.
static double error_of(const node *n, int level)
{
    const uint64_t count = (uint64_t)1 << 2 * level;
    return (double)(n->squares * count - (uint64_t)n->sum * n->sum) / (double)count;
}

static void sum_up(image *own, const uint8_t *pixels)
{
    for (uint32_t k = 0; k < SIDE * SIDE; k++)
        own->nodes[k] = (node){ pixels[k], (uint64_t)pixels[k] * pixels[k], INDEX_NONE, false };
    for (int level = 1; level <= TOP; level++) {
        const uint32_t across = 1u << (TOP - level);
        for (uint32_t j = 0; j < across; j++) {
            for (uint32_t i = 0; i < across; i++) {
                node *n = node_at(own, level, i, j);
                *n = (node){ 0, 0, INDEX_NONE, false };
                for (uint32_t k = 0; k < 4; k++) {
                    const node *part = node_at(own, level - 1, 2 * i + (k & 1), 2 * j + (k >> 1));
                    n->sum += part->sum;
                    n->squares += part->squares;
                }
            }
        }
    }
}

// The cheapest tree below a node, bottom up. Returns what it costs.
static double prune(image *own, int level, uint32_t i, uint32_t j, double lambda)
{
    node *n = node_at(own, level, i, j);
    const double leaf = error_of(n, level) + lambda * LEAF_BITS;
    if (level == 0)
        return leaf;
    double split = lambda * SPLIT_BITS;
    for (uint32_t k = 0; k < 4; k++)
        split += prune(own, level - 1, 2 * i + (k & 1), 2 * j + (k >> 1), lambda);
    n->splits = split < leaf;
    return n->splits ? split : leaf;
}

static void list_splits(image *own, int level, uint32_t i, uint32_t j)
{
    const node *n = node_at(own, level, i, j);
    if (!n->splits)
        return;
    own->order[own->split_most++] = (place){ (uint8_t)level, (uint8_t)i, (uint8_t)j, error_of(n, level) };
    for (uint32_t k = 0; k < 4; k++)
        list_splits(own, level - 1, 2 * i + (k & 1), 2 * j + (k >> 1));
}

// Largest error first, and of equal ones the larger node: so that a node comes before those in it.
static int compare_places(const void *first, const void *second)
{
    const place *a = first, *b = second;
    if (a->error != b->error)
        return a->error > b->error ? -1 : 1;
    if (a->level != b->level)
        return a->level > b->level ? -1 : 1;
    return a->j != b->j ? (a->j > b->j) - (a->j < b->j) : (a->i > b->i) - (a->i < b->i);
}

static fbox box_of(const image *own, int level, uint32_t i, uint32_t j)
{
    const fbox world = own->base.world;
    const fvec2 room = box_extent(world);
    const float side = (float)(1 << level) / SIDE;
    fbox box;
    box.min.x = world.min.x + room.x * (side * (float)i);
    box.min.y = world.min.y + room.y * (side * (float)j);
    box.max.x = world.min.x + room.x * (side * (float)(i + 1));
    box.max.y = world.min.y + room.y * (side * (float)(j + 1));
    return box;
}

static void add_leaf(image *own, int level, uint32_t i, uint32_t j)
{
    node *n = node_at(own, level, i, j);
    n->item = index_add(own->base.index, box_of(own, level, i, j), (qd_filter){ 0, 0 });
    own->error += error_of(n, level);
    if (n->item < NODES)
        own->at_item[n->item] = (place){ (uint8_t)level, (uint8_t)i, (uint8_t)j, 0 };
}

static void remove_leaf(image *own, int level, uint32_t i, uint32_t j)
{
    node *n = node_at(own, level, i, j);
    if (n->item != INDEX_NONE)
        index_remove(own->base.index, n->item);
    n->item = INDEX_NONE;
    own->error -= error_of(n, level);
}

static bool is_kept(const image *own, place at)
{
    return at.level > TOP - own->levels;
}

static void split(image *own, place at)
{
    remove_leaf(own, at.level, at.i, at.j);
    for (uint32_t k = 0; k < 4; k++)
        add_leaf(own, at.level - 1, 2 * at.i + (k & 1), 2 * at.j + (k >> 1));
    own->splits++;
}

static void merge(image *own, place at)
{
    for (uint32_t k = 0; k < 4; k++)
        remove_leaf(own, at.level - 1, 2 * at.i + (k & 1), 2 * at.j + (k >> 1));
    add_leaf(own, at.level, at.i, at.j);
    own->splits--;
}

static void split_next(image *own)
{
    const place at = own->order[own->split_now++];
    if (is_kept(own, at))
        split(own, at);
}

static void merge_last(image *own)
{
    const place at = own->order[--own->split_now];
    if (is_kept(own, at))
        merge(own, at);
}

// Drops levels from the lowest on, or brings them back from the highest on.
static void set_levels(image *own, int levels)
{
    levels = levels < 0 ? 0 : levels > TOP ? TOP : levels;
    while (own->levels != levels) {
        const bool fewer = own->levels > levels;
        own->levels -= fewer;
        for (size_t k = 0; k < own->split_now; k++) {
            const place at = own->order[fewer ? own->split_now - 1 - k : k];
            if (at.level == TOP - own->levels)
                (fewer ? merge : split)(own, at);
        }
        own->levels += !fewer;
    }
}

static void image_destroy(scene *self)
{
    image *own = (image *)self;
    if (!own)
        return;
    free(own->nodes);
    free(own->order);
    free(own->at_item);
    free(own->under.at);
    free(own);
}

static bool find_tree(image *own, const scene_def *def)
{
    own->nodes = calloc(NODES, sizeof *own->nodes);
    own->order = calloc(NODES, sizeof *own->order);
    own->at_item = calloc(NODES, sizeof *own->at_item);
    uint8_t *pixels = malloc((size_t)SIDE * SIDE);
    const bool good = own->nodes && own->order && own->at_item && pixels;
    if (good) {
        landscape_draw(pixels, def->seed);
        sum_up(own, pixels);
        prune(own, TOP, 0, 0, def->size < 0 ? 16 : (double)def->size);
        list_splits(own, TOP, 0, 0);
        qsort(own->order, own->split_most, sizeof *own->order, compare_places);
        const size_t most = (def->count - 1) / 3; // each split has three leaves more
        own->split_most = own->split_most < most ? own->split_most : most;
    }
    free(pixels);
    return good;
}

static scene *image_create(const scene_def *def, scene_index *index)
{
    image *own = calloc(1, sizeof *own);
    if (!own)
        return NULL;
    const fbox world = box_is_nothing(def->world) ? fbox_xywh(0, 0, 1024, 1024) : def->world;
    own->base = (scene){ .kind = &scene_image, .index = index, .world = world };
    index_set_world(index, world);
    const fvec2 room = box_extent(world);
    own->speed = def->speed < 0 ? 12 : def->speed;
    own->levels = TOP;
    own->radius = 0.125f * (room.x < room.y ? room.x : room.y);
    own->lens = box_center(world);
    own->velocity = (fvec2){ 0.004f * room.x, 0.0027f * room.y };
    if (find_tree(own, def)) {
        add_leaf(own, TOP, 0, 0);
        return &own->base;
    }
    image_destroy(&own->base);
    return NULL;
}

// At either end it rests a while, then goes the other way.
static void grow(image *own)
{
    if (own->split_now == (own->shrinks ? 0 : own->split_most)) {
        if (++own->resting < REST)
            return;
        own->resting = 0;
        own->shrinks = !own->shrinks;
    }
    own->splits_owed += own->speed < NODES ? own->speed : NODES;
    for (; own->splits_owed >= 1; own->splits_owed -= 1)
        if (own->shrinks && own->split_now > 0)
            merge_last(own);
        else if (!own->shrinks && own->split_now < own->split_most)
            split_next(own);
}

static void image_step(scene *self)
{
    image *own = (image *)self;
    const fbox world = self->world;
    grow(own);
    if (!own->led) {
        bounce(&own->lens.x, &own->velocity.x, world.min.x + own->radius, world.max.x - own->radius);
        bounce(&own->lens.y, &own->velocity.y, world.min.y + own->radius, world.max.y - own->radius);
    }
    own->under.count = 0;
    keep_answer(&own->under, self->index, index_in_circle(self->index, own->lens, own->radius, 0));
    own->under_sum += own->under.count;
}

static void image_event(scene *self, const scene_event *event)
{
    image *own = (image *)self;
    if (event->kind == EVENT_POINT) {
        own->led = true;
        own->lens = point_within(event->at, self->world.min, self->world.max);
    } else if (event->kind == EVENT_KEY && event->key == KEY_ACTION) {
        own->led = false;
    } else if (event->kind == EVENT_LEVELS) {
        set_levels(own, event->levels);
    }
}

static void image_draw(const scene *self, drawing *out)
{
    const image *own = (const image *)self;
    draw_ground(out, self->world);
    index_list seen = index_look(self->index, out->view);
    for (size_t i = 0; i < seen.count; i++) {
        const place at = own->at_item[seen.items[i]];
        const uint32_t mean = node_at(own, at.level, at.i, at.j)->sum >> 2 * at.level;
        drawing_box(out, (ink)(INK_SHADE + mean * PICTURE_SHADES / 256), index_box(self->index, seen.items[i]));
    }
    for (size_t i = 0; i < own->under.count; i++)
        drawing_frame(out, INK_CANDIDATE, own->under.at[i]);
    drawing_ring(out, INK_QUERY, own->lens, own->radius);
}

static size_t image_counters(const scene *self, scene_counter *out)
{
    const image *own = (const image *)self;
    const uint64_t leaves = 1 + 3 * (uint64_t)own->splits;
    const double mean = own->error / ((double)SIDE * SIDE), root = sqrt(mean > 0 ? mean : 0);
    out[0] = (scene_counter){ "leaves_now", leaves };
    out[1] = (scene_counter){ "leaves_at_lambda", 1 + 3 * (uint64_t)own->split_most };
    out[2] = (scene_counter){ "bytes_now", (leaves * LEAF_BITS + own->splits * SPLIT_BITS + 7) / 8 };
    out[3] = (scene_counter){ "rms_error_x100", (uint64_t)(100 * root + 0.5) };
    out[4] = (scene_counter){ "under_the_lens", own->under_sum };
    return 5;
}

const scene_kind scene_image = {
    SCENE_TEXTS("image", "a quadtree grows over a picture where its error is largest; a lens asks for its leaves",
                "the mouse leads the lens; action (Enter) lets it go"),
    SCENE_SIGNS({ SHAPE_BOX, INK_SHADE + PICTURE_SHADES / 2, "leaf, in its mean brightness" },
                { SHAPE_RING, INK_QUERY, "lens" }, { SHAPE_FRAME, INK_CANDIDATE, "leaf under it" }),
    SCENE_COUNT(20000, 1, PIXELS),
    SCENE_BY(image_create, image_step, image_draw, image_counters, image_destroy),
    .size_name = "Lambda",
    .levels_most = TOP,
    .event = image_event,
};
