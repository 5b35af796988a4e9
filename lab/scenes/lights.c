/// Lights among walls. What a light sees is a polygon around it: a query finds the walls within its reach, a ray goes
/// to each of their corners and one close by on either side, and where these end, in the order of their angles, are the
/// polygon's corners.
///
///        +-----------------+
///        |\     wall       |      Beyond a corner the ray close by goes on to
///        | \   +----+      |      the next wall, or to the edge of the square
///        |  \  |    |      |      that the light reaches.
///        |   \ +----+      |
///        |    \|   /       |
///        |     *  <- light |
///        +-----------------+
#include "parts.h"
#include "random.h"

enum { LIGHTS = 4, CORNERS = 4, RAYS_A_CORNER = 3 };
enum { REACH = 8 };              // of a light, in sides of a wall
enum { LAYERS = 5, PIECES = 4 }; // of light, as it is drawn; of the outline between two rays

/// A ray that was cast, and where it ended.
typedef struct beam {
    fvec2 direction, end;
    uint32_t order; ///< Which one it was: decides between equal angles.
} beam;

typedef struct light {
    fvec2 place, velocity;
    fbox reached; ///< The part of the world that it reaches.
    beam *beams;  ///< By angle, after each tick.
    size_t count, space;
} light;

typedef struct lights {
    scene base;
    scene_random random;
    light all[LIGHTS]; ///< The mouse leads the first.
    bool led;
    float reach, radius; ///< Half the side of the square that a light reaches; of the light itself, as it is drawn.
    fbox room;           ///< Where its centre can be.
    uint64_t rays, walls_found, in_the_dark;
} lights;

static void lights_destroy(scene *self)
{
    lights *own = (lights *)self;
    if (!own)
        return;
    for (int i = 0; i < LIGHTS; i++)
        free(own->all[i].beams);
    free(own);
}

// A square block, or a long wall of either direction.
static fbox random_wall(scene_random *random, fbox world, float size)
{
    float length = size * scene_random_between(random, 0.5f, 2),
          width = size * scene_random_between(random, 0.1f, 0.4f);
    float kind = scene_random_unit(random);
    fvec2 room = box_extent(world), side = { length, width };
    if (kind < 0.4f)
        side = (fvec2){ width, length };
    else if (kind > 0.8f)
        side = (fvec2){ 0.5f * length, 0.5f * length };
    side = (fvec2){ value_within(side.x, 0, room.x), value_within(side.y, 0, room.y) };
    fvec2 at = scene_random_point(random, (fvec2){ 0, 0 }, (fvec2){ room.x - side.x, room.y - side.y });
    return fbox_xywh(world.min.x + at.x, world.min.y + at.y, side.x, side.y);
}

// A room, about a tenth of it walls.
static fbox room_for(size_t count, float size)
{
    return size > 0 ? square_world(count, size) : fbox_xywh(0, 0, 1024, 1024);
}

// The part of the world that a light there can reach.
static fbox within_reach(const lights *own, fvec2 place)
{
    fbox around = fbox_around(place, own->reach, own->reach), world = own->base.world;
    return (fbox){ point_within(around.min, world.min, world.max), point_within(around.max, world.min, world.max) };
}

static bool build_walls(lights *own, size_t count, float size)
{
    fbox *walls = calloc(count + 1, sizeof *walls);
    if (!walls)
        return false;
    for (size_t i = 0; i < count; i++)
        walls[i] = random_wall(&own->random, own->base.world, size);
    bool good = count == 0 || index_add_many(own->base.index, walls, count, (qd_filter){ 0, 0 }) != INDEX_NONE;
    free(walls);
    return good;
}

static scene *lights_create(const scene_def *def, scene_index *index)
{
    lights *own = calloc(1, sizeof *own);
    if (!own)
        return NULL;
    float size = def->size < 0 ? 40 : def->size, speed = def->speed < 0 ? 0.05f * size : def->speed;
    fbox world = box_is_nothing(def->world) ? room_for(def->count, size) : def->world;
    own->base = (scene){ .kind = &scene_lights, .index = index, .world = world };
    index_set_world(index, own->base.world);
    own->random = (scene_random){ def->seed };
    own->reach = REACH * size;
    own->radius = 0.5f * side_within(world, own->reach / 30);
    own->room = room_for_center(world, 2 * own->radius);
    for (int i = 0; i < LIGHTS; i++) {
        light *l = &own->all[i];
        l->place = scene_random_point(&own->random, own->room.min, own->room.max);
        l->velocity = scene_random_point(&own->random, (fvec2){ -speed, -speed }, (fvec2){ speed, speed });
        l->reached = within_reach(own, l->place);
    }
    if (build_walls(own, def->count, size))
        return &own->base;
    lights_destroy(&own->base);
    return NULL;
}

// How far along one axis it is to the edge, in lengths of the direction.
static float to_edge(float place, float direction, float low, float high)
{
    return direction > 0 ? (high - place) / direction : direction < 0 ? (low - place) / direction : INFINITY;
}

// Ends where it meets a wall, or at the edge of what the light reaches.
static void cast(lights *own, light *l, fvec2 direction)
{
    fvec2 at = l->place, low = l->reached.min, high = l->reached.max;
    const float along_x = to_edge(at.x, direction.x, low.x, high.x),
                along_y = to_edge(at.y, direction.y, low.y, high.y);
    float far = along_x < along_y ? along_x : along_y;
    if (!(far <= FLT_MAX))
        return;
    index_hit hit = index_first_on_ray(own->base.index, (index_ray){ at, direction, far }, 0);
    float t = hit.item == INDEX_NONE ? far : hit.t;
    fvec2 end = point_within((fvec2){ at.x + t * direction.x, at.y + t * direction.y }, low, high);
    l->beams[l->count] = (beam){ direction, end, (uint32_t)l->count };
    l->count++;
    own->rays++;
}

// Towards a point, and past it on either side.
static void cast_three(lights *own, light *l, fvec2 target)
{
    const float aside = 1e-4f;
    fvec2 to = { target.x - l->place.x, target.y - l->place.y };
    cast(own, l, (fvec2){ to.x + aside * to.y, to.y - aside * to.x });
    cast(own, l, to);
    cast(own, l, (fvec2){ to.x - aside * to.y, to.y + aside * to.x });
}

static void cast_corners(lights *own, light *l, fbox box)
{
    cast_three(own, l, box.min);
    cast_three(own, l, (fvec2){ box.max.x, box.min.y });
    cast_three(own, l, box.max);
    cast_three(own, l, (fvec2){ box.min.x, box.max.y });
}

// Half a turn from straight right on, or the other half.
static int half_of(fvec2 direction)
{
    return direction.y < 0 || (direction.y == 0 && direction.x < 0);
}

static int compare_beams(const void *first, const void *second)
{
    const beam *a = first, *b = second;
    int half = half_of(a->direction) - half_of(b->direction);
    if (half != 0)
        return half;
    double cross = (double)a->direction.x * b->direction.y - (double)a->direction.y * b->direction.x;
    if (cross != 0)
        return cross > 0 ? -1 : 1;
    return (a->order > b->order) - (a->order < b->order);
}

static bool reserve_beams(light *l, size_t walls)
{
    size_t space = (walls + 1) * CORNERS * RAYS_A_CORNER;
    if (space > l->space && !grow_array((void **)&l->beams, 2 * space, sizeof *l->beams))
        return false;
    l->space = space > l->space ? 2 * space : l->space;
    return true;
}

// What it lights: none of it if it is within a wall.
static void shine(lights *own, light *l)
{
    fbox around = l->reached = within_reach(own, l->place);
    index_list found = index_in_box(own->base.index, around, 0);
    size_t walls = found.count;
    l->count = 0;
    own->walls_found += walls;
    fbox *list = malloc((walls + 1) * sizeof *list);
    if (!list || !reserve_beams(l, walls)) {
        free(list);
        return;
    }
    // Copied, since each ray is a question too and takes the list's place; and cut to what the light reaches, since it
    // ends where a wall meets its edge.
    for (size_t i = 0; i < walls; i++) {
        fbox wall = index_box(own->base.index, found.items[i]);
        list[i] =
            (fbox){ point_within(wall.min, around.min, around.max), point_within(wall.max, around.min, around.max) };
    }
    bool dark = index_touches(own->base.index, (fbox){ l->place, l->place }, 0, INDEX_NONE);
    own->in_the_dark += dark;
    cast_corners(own, l, around);
    for (size_t i = 0; i < walls && !dark; i++)
        cast_corners(own, l, list[i]);
    free(list);
    qsort(l->beams, l->count, sizeof *l->beams, compare_beams);
}

static void lights_step(scene *self)
{
    lights *own = (lights *)self;
    fbox room = own->room;
    for (int i = 0; i < LIGHTS; i++) {
        light *l = &own->all[i];
        if (i > 0 || !own->led) {
            bounce(&l->place.x, &l->velocity.x, room.min.x, room.max.x);
            bounce(&l->place.y, &l->velocity.y, room.min.y, room.max.y);
        }
        shine(own, l);
    }
}

static void lights_event(scene *self, const scene_event *event)
{
    lights *own = (lights *)self;
    if (event->kind == EVENT_POINT) {
        own->led = true;
        own->all[0].place = point_within(event->at, own->room.min, own->room.max);
    } else if (event->kind == EVENT_KEY && event->key == KEY_ACTION) {
        own->led = false;
    }
}

static uint32_t lights_edit(scene *self, const scene_edit *edit)
{
    lights *own = (lights *)self;
    if (edit->kind == EDIT_ERASE) {
        index_remove(self->index, edit->item);
        return INDEX_NONE;
    }
    if (edit->kind == EDIT_MOVE) {
        center_item(self, edit->item, edit->at);
        return edit->item;
    }
    fbox wall = random_wall(&own->random, self->world, own->reach / REACH);
    return index_add(self->index, box_centered(box_extent(wall), edit->at, self->world), (qd_filter){ 0, 0 });
}

// Part of the way between two ends, or as far from the light as is asked.
static fvec2 lit_place(const light *l, fvec2 from, fvec2 to, float share, float most)
{
    const fvec2 place = { from.x + share * (to.x - from.x), from.y + share * (to.y - from.y) };
    const fvec2 way = way_to(l->place, place);
    const float square = way.x * way.x + way.y * way.y;
    if (!(square > most * most))
        return place;
    const fvec2 along = unit(way);
    return (fvec2){ l->place.x + most * along.x, l->place.y + most * along.y };
}

// Light falls off: what is nearer to it lies under more layers.
static void draw_layer(const lights *own, const light *l, int layer, drawing *out)
{
    const float most = layer < LAYERS ? own->reach * (float)layer / LAYERS : INFINITY;
    for (size_t i = 0; i < l->count; i++) {
        const fvec2 from = l->beams[i].end, to = l->beams[(i + 1) % l->count].end, way = way_to(from, to);
        const bool wide = fabsf(way.x) + fabsf(way.y) > 0.25f * own->reach;
        const int pieces = layer < LAYERS && wide ? PIECES : 1;
        fvec2 last = lit_place(l, from, to, 0, most);
        for (int k = 1; k <= pieces; k++) {
            const fvec2 next = lit_place(l, from, to, (float)k / (float)pieces, most);
            drawing_triangle(out, INK_GLOW, l->place, last, next);
            last = next;
        }
    }
}

static void draw_light(const lights *own, const light *l, drawing *out)
{
    for (int layer = LAYERS; layer > 0; layer--)
        draw_layer(own, l, layer, out);
    drawing_disc(out, INK_QUERY, l->place, own->radius);
}

static void lights_draw(const scene *self, drawing *out)
{
    const lights *own = (const lights *)self;
    drawing_box(out, INK_GROUND, self->world);
    for (int i = 0; i < LIGHTS; i++)
        draw_light(own, &own->all[i], out);
    index_list seen = index_look(self->index, out->view);
    for (size_t i = 0; i < seen.count; i++)
        drawing_box(out, INK_WALL, index_box(self->index, seen.items[i]));
    drawing_frame(out, INK_QUERY, own->all[0].reached);
}

static size_t lights_counters(const scene *self, scene_counter *out)
{
    const lights *own = (const lights *)self;
    size_t corners = 0;
    for (int i = 0; i < LIGHTS; i++)
        corners += own->all[i].count;
    out[0] = (scene_counter){ "rays", own->rays };
    out[1] = (scene_counter){ "walls_found", own->walls_found };
    out[2] = (scene_counter){ "in_the_dark", own->in_the_dark };
    out[3] = (scene_counter){ "corners_now", corners };
    return 4;
}

const scene_kind scene_lights = {
    SCENE_TEXTS("lights", "what lights among walls can see: a query for the walls, a ray to each corner",
                "the mouse leads a light; action (Enter) lets it go"),
    SCENE_SIGNS({ SHAPE_DISC, INK_QUERY, "light" }, { SHAPE_BOX, INK_LIGHT, "seen from it" },
                { SHAPE_BOX, INK_WALL, "wall" }, { SHAPE_FRAME, INK_QUERY, "query for walls" }),
    SCENE_COUNT(120, 0, 10000000),
    SCENE_BY(lights_create, lights_step, lights_draw, lights_counters, lights_destroy),
    .event = lights_event,
    .edit = lights_edit,
};
