/// What breaks trees and grids, side by side: everything at one place, as boxes and as points; boxes on the borders of
/// powers of two; a giant among small ones; half of all far away; boxes nested in one another. A quarter of each part
/// moves in every tick, by a step, a jump, or from here to the end of the world and back.
///
/// Where an item is follows from its number and the tick alone, so the scene knows by arithmetic how many a question
/// must find: the counter `lost` says how many were not found that should have been, `surplus` the opposite. In each
/// part a window, and a probe as large that pairs with the part's items only, must meet the same ones. Probes are long:
/// their middle is nowhere near a heap, so that they do not share a cell with it.
///
/// Items added by hand have a layer of their own and change none of that; the rest stays where it must be found.
///
/// These places are the point of it: a definition's world and speed are not used, and its size is that of the boxes in
/// the heap.
#include "parts.h"

typedef enum part_kind { HEAP, POINTS, BORDERS, GIANT, FAR, NESTED, PARTS } part_kind;

enum { REGION = 512, PITCH = 8, COLUMNS = REGION / PITCH }; // of a part; of the squares in it
enum { WORLD = 4 * REGION };                                // its six parts are in the middle of a square
enum { ROW_STEP = 27 };                                     // spreads rows over the region: odd, so that all come up
enum { CLASSES = 4, SPOTS = 16, SPOT_PITCH = REGION / SPOTS, NEAREST = 4, DRAWN_MOST = 20000, NESTED_DRAWN = 24 };

typedef struct range {
    uint64_t least, most; ///< They differ where an edge is met exactly: open and closed edges are both right.
} range;

typedef struct part {
    uint32_t first, count; ///< Its items.
    fvec2 corner;          ///< Its region's.
    fvec2 spots[SPOTS];    ///< Where all of a heap is, in turn.
    uint32_t probe;        ///< An item, too.
    fbox window;           ///< This tick's.
    range expected;        ///< In it.
    uint64_t paired;       ///< With the probe in this tick.
} part;

typedef struct pathological {
    scene base;
    scene_random random;
    float size;
    uint64_t tick;
    part parts[PARTS];
    uint64_t found, expected, lost, surplus, pairs, moved;
} pathological;

/// How often an item has moved. Those of one class move in the same ticks.
static uint64_t phase_of(const pathological *own, uint32_t i)
{
    return (own->tick + i % CLASSES) / CLASSES;
}

/// How many of 0 .. count - 1 leave that rest.
static uint64_t count_of_rest(uint32_t count, uint32_t rest, uint32_t modulus)
{
    return rest < count ? (count - rest + modulus - 1) / modulus : 0;
}

static uint32_t column_of(const pathological *own, uint32_t i)
{
    return (uint32_t)((i % COLUMNS + phase_of(own, i)) % COLUMNS);
}

static bool is_far(const pathological *own, uint32_t i)
{
    return (i / CLASSES + phase_of(own, i)) % 2 == 1;
}

/// A corner of the plane for each class.
static fvec2 far_place(uint32_t i)
{
    const float far = 2e30f;
    return (fvec2){ i % 2 ? far : -far, i / 2 % 2 ? far : -far };
}

/// The square in its column, less a margin on each side.
static fbox square_of(const pathological *own, const part *p, uint32_t i, float margin)
{
    float x = p->corner.x + (float)(column_of(own, i) * PITCH),
          y = p->corner.y + (float)(i / COLUMNS * ROW_STEP % COLUMNS * PITCH);
    return (fbox){ { x + margin, y + margin }, { x + PITCH - margin, y + PITCH - margin } };
}

static fbox region_of(const part *p)
{
    return fbox_xywh(p->corner.x, p->corner.y, REGION, REGION);
}

static fvec2 spot_of(const part *p, uint64_t phase)
{
    return p->spots[phase % SPOTS];
}

/// Half the side of a nested box: the larger the number, the larger the box.
static float half_of(const pathological *own, const part *p, uint32_t i)
{
    float step = 240 / (float)p->count;
    return (float)(i + 1) * step * (phase_of(own, i) % 2 ? 0.75f : 1);
}

/// Where an item of a part is now.
static fbox place_of(const pathological *own, part_kind kind, uint32_t i)
{
    const part *p = &own->parts[kind];
    float half = 0;
    switch (kind) {
    case HEAP:
        return fbox_around(spot_of(p, phase_of(own, i)), 0.5f * own->size, 0.5f * own->size);
    case POINTS:
        return box_of_point(spot_of(p, phase_of(own, i)));
    case BORDERS:
        return square_of(own, p, i, 0);
    case GIANT:
        return i > 0 ? square_of(own, p, i, 3) : box_grown(region_of(p), (float)(phase_of(own, i) % 4 * PITCH));
    case FAR:
        return is_far(own, i) ? box_of_point(far_place(i)) : square_of(own, p, i, 3);
    case NESTED:
    case PARTS:
        break;
    }
    half = half_of(own, p, i);
    return fbox_around(box_center(region_of(p)), half, half);
}

// The members of a class with a right edge beyond x (or on it): the larger ones, from some number on.
static uint64_t count_reaching(const pathological *own, const part *p, uint32_t class, float x, bool on_it)
{
    uint64_t low = 0, high = count_of_rest(p->count, class, CLASSES), all = high;
    float middle = box_center(region_of(p)).x;
    while (low < high) {
        uint64_t at = (low + high) / 2;
        float edge = middle + half_of(own, p, (uint32_t)(at * CLASSES) + class);
        if (edge > x || (on_it && edge == x))
            high = at;
        else
            low = at + 1;
    }
    return all - low;
}

/// All of the region's height, so that it is found far above the heap's own place.
static fbox strip_at(const part *p, float middle, float half)
{
    return (fbox){ { middle - half, p->corner.y - 1 }, { middle + half, p->corner.y + REGION + 1 } };
}

// Those that have not moved on yet. No two spots share a column.
static void ask_heap(const pathological *own, part *p)
{
    uint64_t phase = own->tick / CLASSES, count = 0;
    for (uint32_t class = 0; class < CLASSES; class ++)
        count += phase_of(own, class) == phase ? count_of_rest(p->count, class, CLASSES) : 0;
    p->window = strip_at(p, spot_of(p, phase).x, 0.5f * SPOT_PITCH);
    p->expected = (range){ count, count };
}

// A column, all of its height and half as wide: what lies left and right of it is not touched.
static void ask_column(const pathological *own, part_kind kind, part *p)
{
    uint32_t column = (uint32_t)(own->tick * 7 % COLUMNS);
    float x = p->corner.x + (float)(column * PITCH);
    uint64_t count = 0;
    for (uint32_t i = 0; i < COLUMNS; i++)
        if (column_of(own, i) == column && !(kind == FAR && is_far(own, i)))
            count += count_of_rest(p->count, i, COLUMNS) - (kind == GIANT && i == 0 && p->count > 0);
    count += kind == GIANT && p->count > 0;
    p->window = strip_at(p, x + 0.5f * PITCH, 0.25f * PITCH);
    p->expected = (range){ count, count };
}

// The left or right end of the plane, and what is at its two corners.
static void ask_far_end(const pathological *own, part *p)
{
    uint32_t right = (uint32_t)(own->tick / 2 % 2);
    uint64_t count = 0;
    for (uint32_t i = right; i < 2 * CLASSES; i += 2)
        count += is_far(own, i) ? count_of_rest(p->count, i, 2 * CLASSES) : 0;
    float x = far_place(right).x, wide = 1e29f, high = 2.5e30f;
    p->window = (fbox){ { x - wide, -high }, { x + wide, high } };
    p->expected = (range){ count, count };
}

// From a point beside the common centre on to the right: the boxes that reach as far. It is long so that its own middle
// is far away.
static void ask_nested(const pathological *own, part *p)
{
    fvec2 point = box_center(region_of(p));
    point.x += (float)(own->tick * 37 % 250) + 0.5f;
    p->window = (fbox){ point, { point.x + 4 * REGION, point.y } };
    p->expected = (range){ 0, 0 };
    for (uint32_t class = 0; class < CLASSES; class ++) {
        p->expected.least += count_reaching(own, p, class, point.x, false);
        p->expected.most += count_reaching(own, p, class, point.x, true);
    }
}

/// Chooses the window of this tick and says how many are in it.
static void prepare(pathological *own, part_kind kind)
{
    part *p = &own->parts[kind];
    p->paired = 0;
    if (kind == HEAP || kind == POINTS)
        ask_heap(own, p);
    else if (kind == NESTED)
        ask_nested(own, p);
    else if (kind == FAR && own->tick % 2)
        ask_far_end(own, p);
    else
        ask_column(own, kind, p);
}

static void compare(pathological *own, uint64_t found, range expected)
{
    own->found += found;
    own->expected += expected.least;
    own->lost += found < expected.least ? expected.least - found : 0;
    own->surplus += found > expected.most ? found - expected.most : 0;
}

static qd_filter filter_of_items(part_kind kind)
{
    return (qd_filter){ 1u << kind, 1u << (PARTS + (unsigned)kind) };
}

static void ask(pathological *own, part_kind kind)
{
    const part *p = &own->parts[kind];
    uint32_t mask = 1u << kind;
    index_near nearest[NEAREST];
    uint64_t wanted = p->count < NEAREST ? p->count : NEAREST;
    compare(own, index_in_box(own->base.index, p->window, mask).count, p->expected);
    compare(own, index_touches(own->base.index, p->window, mask, INDEX_NONE),
            (range){ p->expected.least > 0, p->expected.most > 0 });
    compare(own, index_nearest(own->base.index, box_center(p->window), INFINITY, mask, nearest, NEAREST),
            (range){ wanted, wanted });
}

// Only probes pair, each with items of its part. They have the highest numbers of all that the scene adds.
static void take_pairs(void *context, const index_pair *pairs, size_t count)
{
    pathological *own = context;
    own->pairs += count;
    for (size_t i = 0; i < count; i++) {
        uint32_t probe = pairs[i].b - own->parts[0].probe;
        own->parts[probe < PARTS ? probe : pairs[i].a - own->parts[0].probe].paired++;
    }
}

// A jump, then a step to the right, and so on; each in a column of its own.
static void choose_spots(pathological *own, part *p)
{
    uint32_t columns[SPOTS / 2] = { 0 };
    for (uint32_t i = 0; i < SPOTS / 2; i++) { // shuffled on the way
        uint32_t other = (uint32_t)(scene_random_bits(&own->random) % (i + 1));
        columns[i] = columns[other];
        columns[other] = 2 * i;
    }
    for (uint32_t i = 0; i < SPOTS; i += 2) {
        uint32_t pair = i / 2;
        uint32_t row = (uint32_t)(scene_random_bits(&own->random) % SPOTS);
        p->spots[i].x = p->corner.x + SPOT_PITCH * (0.5f + (float)columns[pair]);
        p->spots[i].y = p->corner.y + SPOT_PITCH * (0.5f + (float)row);
        p->spots[i + 1] = (fvec2){ p->spots[i].x + SPOT_PITCH, p->spots[i].y };
    }
}

static bool add_part(pathological *own, part_kind kind, uint32_t count)
{
    part *p = &own->parts[kind];
    p->first = (uint32_t)index_room(own->base.index);
    p->count = count;
    p->corner = (fvec2){ ((float)(kind % 3) + 0.5f) * REGION, kind < 3 ? REGION : 2 * REGION };
    choose_spots(own, p);
    fbox *boxes = malloc((count + 1) * sizeof *boxes);
    for (uint32_t i = 0; boxes && i < count; i++)
        boxes[i] = place_of(own, kind, i);
    bool good =
        boxes && (count == 0 || index_add_many(own->base.index, boxes, count, filter_of_items(kind)) != INDEX_NONE);
    free(boxes);
    return good;
}

static bool add_probe(pathological *own, part_kind kind)
{
    qd_filter items = filter_of_items(kind);
    prepare(own, kind);
    own->parts[kind].probe =
        index_add(own->base.index, own->parts[kind].window, (qd_filter){ items.mask, items.layers });
    return own->parts[kind].probe != INDEX_NONE;
}

static scene *pathological_create(const scene_def *def, scene_index *index)
{
    pathological *own = calloc(1, sizeof *own);
    if (!own)
        return NULL;
    own->base = (scene){ .kind = &scene_pathological, .index = index };
    own->base.world = fbox_xywh(0, 0, WORLD, WORLD);
    index_set_world(index, own->base.world);
    own->random = (scene_random){ def->seed };
    own->tick = scene_random_bits(&own->random) % 1024;
    own->size = def->size < 0 ? PITCH : value_within(def->size, 0, 0.5f * SPOT_PITCH);
    bool good = true;
    for (unsigned kind = 0; good && kind < PARTS; kind++)
        good = add_part(own, (part_kind)kind, (uint32_t)(def->count / PARTS + (kind < def->count % PARTS)));
    for (unsigned kind = 0; good && kind < PARTS; kind++)
        good = add_probe(own, (part_kind)kind);
    if (good)
        return &own->base;
    free(own);
    return NULL;
}

static void move_part(pathological *own, part_kind kind)
{
    const part *p = &own->parts[kind];
    // Those whose phase has just changed.
    for (uint32_t i = (CLASSES - (uint32_t)(own->tick % CLASSES)) % CLASSES; i < p->count; i += CLASSES) {
        index_move(own->base.index, p->first + i, place_of(own, kind, i));
        own->moved++;
    }
}

static void pathological_step(scene *self)
{
    pathological *own = (pathological *)self;
    own->tick++;
    for (unsigned kind = 0; kind < PARTS; kind++) {
        move_part(own, (part_kind)kind);
        prepare(own, (part_kind)kind);
        index_move(self->index, own->parts[kind].probe, own->parts[kind].window);
    }
    for (unsigned kind = 0; kind < PARTS; kind++)
        ask(own, (part_kind)kind);
    index_pairs(self->index, take_pairs, own);
    for (unsigned kind = 0; kind < PARTS; kind++)
        compare(own, own->parts[kind].paired, own->parts[kind].expected);
}

/// The first number of what was added by hand.
static uint32_t first_guest(const pathological *own)
{
    return own->parts[PARTS - 1].probe + 1;
}

static uint32_t pathological_edit(scene *self, const scene_edit *edit)
{
    pathological *own = (pathological *)self;
    if (edit->kind == EDIT_ADD) {
        fbox box = box_centered((fvec2){ own->size, own->size }, edit->at, self->world);
        return index_add(self->index, box, (qd_filter){ 1u << 2 * PARTS, QD_NO_LAYER });
    }
    if (edit->item < first_guest(own))
        return INDEX_NONE;
    if (edit->kind == EDIT_ERASE) {
        index_remove(self->index, edit->item);
        return INDEX_NONE;
    }
    center_item(self, edit->item, edit->at);
    return edit->item;
}

static void draw_item(drawing *out, part_kind kind, uint32_t i, fbox box)
{
    if (!fbox_overlap(box, out->view, false))
        return;
    if (kind == POINTS)
        drawing_disc(out, INK_ITEM, box.min, 4);
    else if (kind == NESTED || (kind == GIANT && i == 0))
        drawing_frame(out, INK_STATIC, box);
    else
        drawing_box(out, INK_ITEM, box);
    if (kind == BORDERS)
        drawing_frame(out, INK_GROUND, box);
}

// Every so manieth only, when there are very many.
static void draw_part(const pathological *own, part_kind kind, drawing *out)
{
    const part *p = &own->parts[kind];
    uint32_t stride = p->count / (kind == NESTED ? NESTED_DRAWN : DRAWN_MOST / PARTS) + 1;
    for (uint32_t i = 0; i < p->count; i += stride)
        draw_item(out, kind, i, index_box(own->base.index, p->first + i));
    drawing_frame(out, INK_STONE, region_of(p));
}

static void pathological_draw(const scene *self, drawing *out)
{
    const pathological *own = (const pathological *)self;
    draw_ground(out, self->world);
    for (unsigned kind = 0; kind < PARTS; kind++)
        draw_part(own, (part_kind)kind, out);
    for (uint32_t i = first_guest(own); i < index_room(self->index); i++)
        if (index_has(self->index, i))
            drawing_box(out, INK_HERO, index_box(self->index, i));
    for (unsigned kind = 0; kind < PARTS; kind++) {
        fbox window = own->parts[kind].window;
        if (!fbox_overlap(window, self->world, false))
            continue;
        window.min = point_within(window.min, self->world.min, self->world.max);
        window.max = point_within(window.max, self->world.min, self->world.max);
        drawing_frame(out, INK_QUERY, window);
    }
}

static size_t pathological_counters(const scene *self, scene_counter *out)
{
    const pathological *own = (const pathological *)self;
    out[0] = (scene_counter){ "found", own->found };
    out[1] = (scene_counter){ "expected", own->expected };
    out[2] = (scene_counter){ "lost", own->lost };
    out[3] = (scene_counter){ "surplus", own->surplus };
    out[4] = (scene_counter){ "pairs", own->pairs };
    out[5] = (scene_counter){ "moved", own->moved };
    return 6;
}

static void pathological_destroy(scene *self)
{
    free(self);
}

const scene_kind scene_pathological = {
    SCENE_TEXTS("pathological", "heaps, borders, giants, far places and nested boxes, and whether anything gets lost",
                "what a tool adds can be dragged and erased, the rest not: it is known where that must be found"),
    SCENE_SIGNS({ SHAPE_BOX, INK_ITEM, "item" }, { SHAPE_FRAME, INK_STATIC, "giant, nested boxes" },
                { SHAPE_FRAME, INK_QUERY, "query" }, { SHAPE_FRAME, INK_STONE, "one case" },
                { SHAPE_BOX, INK_HERO, "added by hand" }),
    SCENE_COUNT(6000, 0, 100000000),
    SCENE_BY(pathological_create, pathological_step, pathological_draw, pathological_counters, pathological_destroy),
    .edit = pathological_edit,
};
