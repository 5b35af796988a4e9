/// A map of tiles, none of which ever moves, and a camera that goes over it: one query a tick says what it sees. The
/// map comes from a file, or is made up: land, water and mountains, as many tiles as wanted.
#include "tiles.h"

#include "parts.h"
#include "random.h"

typedef struct look {
    uint8_t ink, shape; ///< ink, shape_kind
} look;

typedef struct tiles {
    scene base;
    scene_random random;
    look *looks;              ///< By item.
    size_t space;             ///< Their room.
    size_t count, columns;    ///< At the beginning.
    float side;               ///< The side of a tile of a generated map.
    const tile_map *map;      ///< NULL: it is made up.
    fbox land;                ///< What the tiles cover at the beginning. The world is the square around it.
    fvec2 camera, way, steer; ///< The camera's centre; where it goes by itself; what the arrows say.
    fvec2 reach;              ///< Half of what it sees.
    bool steered;
    uint64_t seen, most_seen;
} tiles;

static void tiles_destroy(scene *self)
{
    tiles *own = (tiles *)self;
    if (!own)
        return;
    free(own->looks);
    free(own);
}

// A number of 0..1 for a corner of a lattice of hills.
static float corner(uint64_t seed, size_t column, size_t row)
{
    scene_random random = { seed ^ ((uint64_t)column << 32 | (uint64_t)row) };
    return scene_random_unit(&random);
}

static float mix(float a, float b, float share)
{
    return a + (b - a) * share;
}

// Hills `width` tiles wide: between the lattice's corners the height goes evenly.
static float hills(uint64_t seed, size_t column, size_t row, size_t width)
{
    size_t x = column / width, y = row / width;
    float u = (float)(column % width) / (float)width, v = (float)(row % width) / (float)width;
    u = u * u * (3 - 2 * u);
    v = v * v * (3 - 2 * v);
    return mix(mix(corner(seed, x, y), corner(seed, x + 1, y), u),
               mix(corner(seed, x, y + 1), corner(seed, x + 1, y + 1), u), v);
}

static ink ground(uint64_t seed, size_t column, size_t row)
{
    float height = 0.6f * hills(seed, column, row, 48) + 0.3f * hills(seed + 1, column, row, 13) +
                   0.1f * hills(seed + 2, column, row, 3);
    return height < 0.4f ? INK_WATER : height < 0.45f ? INK_SAND : height < 0.65f ? INK_PLANT : INK_STONE;
}

static look look_of(const tile_map *map, const tile *t)
{
    static const uint8_t grounds[] = { INK_PLANT, INK_WATER, INK_SAND, INK_STONE, INK_HOUSE, INK_FOOD };
    if (t->object)
        return (look){ INK_HERO, SHAPE_FRAME };
    return (look){ grounds[t->picture % (sizeof grounds / sizeof *grounds)],
                   map->diamonds ? SHAPE_DIAMOND : SHAPE_BOX };
}

static fbox made_up_box(const tiles *own, size_t i)
{
    size_t column = i % own->columns, row = i / own->columns;
    return fbox_xywh((float)column * own->side, (float)row * own->side, own->side, own->side);
}

static void place(tiles *own, uint64_t seed, fbox *boxes)
{
    for (size_t i = 0; i < own->count; i++) {
        boxes[i] = own->map ? own->map->tiles[i].box : made_up_box(own, i);
        own->looks[i] = own->map ? look_of(own->map, &own->map->tiles[i])
                                 : (look){ (uint8_t)ground(seed, i % own->columns, i / own->columns), SHAPE_BOX };
    }
}

static fbox bounds_of(const fbox *boxes, size_t count)
{
    fbox all = count > 0 ? boxes[0] : (fbox){ { 0, 0 }, { 1, 1 } };
    for (size_t i = 1; i < count; i++) {
        all.min.x = boxes[i].min.x < all.min.x ? boxes[i].min.x : all.min.x;
        all.min.y = boxes[i].min.y < all.min.y ? boxes[i].min.y : all.min.y;
        all.max.x = boxes[i].max.x > all.max.x ? boxes[i].max.x : all.max.x;
        all.max.y = boxes[i].max.y > all.max.y ? boxes[i].max.y : all.max.y;
    }
    return all;
}

static bool fill(tiles *own, const scene_def *def)
{
    fbox *boxes = own->count > SIZE_MAX / sizeof *boxes ? NULL : calloc(own->count + 1, sizeof *boxes);
    own->space = own->count + 1;
    bool good = boxes && grow_array((void **)&own->looks, own->space, sizeof *own->looks);
    if (good) {
        place(own, def->seed, boxes);
        own->land = bounds_of(boxes, own->count);
        own->base.world = root_around(own->land);
        index_set_world(own->base.index, own->base.world);
        good = own->count == 0 || index_add_many(own->base.index, boxes, own->count, (qd_filter){ 0, 0 }) != INDEX_NONE;
    }
    free(boxes);
    return good;
}

// It sees some forty tiles across, and at most half of the map.
static void place_camera(tiles *own, float speed)
{
    enum { TILES_SEEN = 40 };
    fvec2 extent = box_extent(own->land);
    float across = TILES_SEEN * sqrtf(extent.x * (extent.y / (float)(own->count + !own->count)));
    own->reach =
        (fvec2){ value_within(0.5f * across, 0, 0.25f * extent.x), value_within(0.3f * across, 0, 0.25f * extent.y) };
    own->camera = box_center(own->land);
    float pace = speed < 0 ? across / 60 : speed;
    own->way = scene_random_point(&own->random, (fvec2){ 0.5f * pace, -pace }, (fvec2){ pace, -0.5f * pace });
}

static scene *tiles_create(const scene_def *def, scene_index *index)
{
    tiles *own = calloc(1, sizeof *own);
    if (!own)
        return NULL;
    own->base = (scene){ .kind = &scene_tiles, .index = index };
    own->random = (scene_random){ def->seed };
    own->map = def->map;
    own->count = def->map ? def->map->count : def->count;
    own->side = def->size > 0 ? def->size : 16;
    own->columns = (size_t)ceil(sqrt((double)own->count));
    if (fill(own, def)) {
        place_camera(own, def->speed);
        return &own->base;
    }
    tiles_destroy(&own->base);
    return NULL;
}

static fbox camera_view(const tiles *own)
{
    return fbox_around(own->camera, own->reach.x, own->reach.y);
}

static void tiles_step(scene *self)
{
    tiles *own = (tiles *)self;
    fbox land = own->land;
    fvec2 way = own->way;
    if (own->steered)
        way = (fvec2){ own->steer.x * fabsf(way.x) * 2, own->steer.y * fabsf(way.y) * 2 };
    bounce(&own->camera.x, &way.x, land.min.x + own->reach.x, land.max.x - own->reach.x);
    bounce(&own->camera.y, &way.y, land.min.y + own->reach.y, land.max.y - own->reach.y);
    if (!own->steered)
        own->way = way;
    size_t seen = index_in_box(self->index, camera_view(own), 0).count;
    own->seen += seen;
    own->most_seen = seen > own->most_seen ? seen : own->most_seen;
}

// While an arrow is held the camera goes there; once all are let go it goes on by itself.
static void tiles_event(scene *self, const scene_event *event)
{
    tiles *own = (tiles *)self;
    bool down = event->kind == EVENT_KEY;
    if (!down && event->kind != EVENT_KEY_UP)
        return;
    float pace = down ? 1 : 0;
    if (event->key == KEY_LEFT || event->key == KEY_RIGHT)
        own->steer.x = event->key == KEY_LEFT ? -pace : pace;
    if (event->key == KEY_UP || event->key == KEY_DOWN)
        own->steer.y = event->key == KEY_UP ? -pace : pace;
    own->steered = own->steer.x != 0 || own->steer.y != 0;
}

static fvec2 usual_extent(const tiles *own)
{
    return own->map && own->count > 0 ? box_extent(own->map->tiles[0].box) : (fvec2){ own->side, own->side };
}

static uint32_t add_tile(tiles *own, fvec2 place)
{
    fbox box = box_centered(usual_extent(own), place, own->base.world);
    uint32_t item = index_add(own->base.index, box, (qd_filter){ 0, 0 });
    if (item == INDEX_NONE)
        return INDEX_NONE;
    if (item >= own->space) {
        size_t space = 2 * (size_t)item + 64;
        if (!grow_array((void **)&own->looks, space, sizeof *own->looks)) {
            index_remove(own->base.index, item);
            return INDEX_NONE;
        }
        own->space = space;
    }
    own->looks[item] = (look){ INK_HERO, SHAPE_BOX };
    return item;
}

static uint32_t tiles_edit(scene *self, const scene_edit *edit)
{
    if (edit->kind == EDIT_ADD)
        return add_tile((tiles *)self, edit->at);
    if (edit->kind == EDIT_ERASE) {
        index_remove(self->index, edit->item);
        return INDEX_NONE;
    }
    center_item(self, edit->item, edit->at);
    return edit->item;
}

// Is a tile of a made-up map where it was at the beginning?
static bool in_place(const tiles *own, size_t i)
{
    if (i >= own->count || !index_has(own->base.index, (uint32_t)i))
        return false;
    fbox is = index_box(own->base.index, (uint32_t)i), was = made_up_box(own, i);
    return is.min.x == was.min.x && is.min.y == was.min.y;
}

// From far away a made-up map is drawn in squares of many tiles, each in the colour of one of them.
static void draw_far(const tiles *own, drawing *out, size_t step)
{
    fbox view = out->view, land = own->land;
    float side = own->side * (float)step;
    fvec2 low = point_within(view.min, land.min, land.max), high = point_within(view.max, land.min, land.max);
    size_t rows = (own->count + own->columns - 1) / own->columns;
    for (size_t row = (size_t)(low.y / side) * step; row < rows && (float)row * own->side <= high.y; row += step) {
        for (size_t column = (size_t)(low.x / side) * step;
             column < own->columns && (float)column * own->side <= high.x; column += step) {
            size_t i = row * own->columns + column;
            if (in_place(own, i))
                drawing_box(out, (ink)own->looks[i].ink,
                            fbox_xywh((float)column * own->side, (float)row * own->side, side, side));
        }
    }
}

// How many tiles wide a square is, so that some hundred thousand squares fill the view.
static size_t far_step(const tiles *own, fbox view)
{
    enum { SQUARES_MOST = 200000 };
    fvec2 low = point_within(view.min, own->land.min, own->land.max);
    fvec2 high = point_within(view.max, own->land.min, own->land.max);
    double shown = (double)(high.x - low.x) / own->side * ((double)(high.y - low.y) / own->side);
    return shown > SQUARES_MOST ? (size_t)ceil(sqrt(shown / SQUARES_MOST)) : 1;
}

static int compare_items(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

// Later tiles lie over earlier ones.
static void draw_near(const tiles *own, drawing *out)
{
    index_list found = index_look(own->base.index, out->view);
    uint32_t *order = malloc((found.count + 1) * sizeof *order);
    if (!order) {
        out->failed = true;
        return;
    }
    for (size_t i = 0; i < found.count; i++)
        order[i] = found.items[i];
    qsort(order, found.count, sizeof *order, compare_items);
    for (size_t i = 0; i < found.count; i++) {
        look seen = own->looks[order[i]];
        fbox box = index_box(own->base.index, order[i]);
        if (seen.shape == SHAPE_DIAMOND)
            drawing_diamond(out, (ink)seen.ink, box);
        else if (seen.shape == SHAPE_FRAME)
            drawing_frame(out, (ink)seen.ink, box);
        else
            drawing_box(out, (ink)seen.ink, box);
    }
    free(order);
}

static void tiles_draw(const scene *self, drawing *out)
{
    const tiles *own = (const tiles *)self;
    size_t step = own->map ? 1 : far_step(own, out->view);
    if (step > 1)
        draw_far(own, out, step);
    else
        draw_near(own, out);
    drawing_frame(out, INK_QUERY, camera_view(own));
}

static size_t tiles_counters(const scene *self, scene_counter *out)
{
    const tiles *own = (const tiles *)self;
    out[0] = (scene_counter){ "tiles", index_count(self->index) };
    out[1] = (scene_counter){ "seen", own->seen };
    out[2] = (scene_counter){ "most_seen", own->most_seen };
    return 3;
}

const scene_kind scene_tiles = {
    SCENE_TEXTS("tiles", "a camera over a map of tiles, of which one query finds those in view",
                "arrows steer the camera"),
    SCENE_SIGNS({ SHAPE_BOX, INK_WATER, "water" }, { SHAPE_BOX, INK_SAND, "sand" }, { SHAPE_BOX, INK_PLANT, "grass" },
                { SHAPE_BOX, INK_STONE, "stone" }, { SHAPE_FRAME, INK_HERO, "object" },
                { SHAPE_FRAME, INK_QUERY, "camera" }),
    SCENE_COUNT(1000000, 1, 100000000),
    SCENE_BY(tiles_create, tiles_step, tiles_draw, tiles_counters, tiles_destroy),
    .event = tiles_event,
    .steered = true,
    .edit = tiles_edit,
};
