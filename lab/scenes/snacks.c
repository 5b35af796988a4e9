/// Snacks lie about and a car eats those that it touches; as many grow again elsewhere after a while. The car asks for
/// what lies in the square around it, goes for the nearest snack unless it is steered, and cannot enter walls: a
/// move whose way touches one is refused, and it slides along instead. More cars steer themselves.
#include "snacks_parts.h"

static fbox search_square(const snacks *own, const car *c)
{
    return fbox_around(c->place, REACH * own->side, REACH * own->side);
}

/// A place where a car has room; false: found none.
static bool find_place(snacks *own, fvec2 *place)
{
    for (int i = 0; i < TRIES; i++) {
        *place = random_point(&own->random, room_for_center(own->base.world, own->side));
        if (snacks_is_free(own, *place))
            return true;
    }
    return false;
}

// Anywhere in the world; in the middle of a car that fits there, if at all, so that cars can reach it.
static bool grow_one(snacks *own)
{
    fvec2 place;
    return find_place(own, &place) &&
           index_add(own->base.index, box_of_point(place), snacks_on_layer(SNACK)) != INDEX_NONE;
}

// They grow when their time has come; those that find no place go on waiting.
static void grow_due(snacks *own)
{
    own->waiting += own->due[own->tick % GROW_AFTER];
    own->due[own->tick % GROW_AFTER] = 0;
    uint64_t wanted = own->waiting;
    for (uint64_t i = 0; i < wanted && !index_failed(own->base.index) && grow_one(own); i++) {
        own->waiting--;
        own->grown++;
    }
}

static void add_car(snacks *own, fvec2 place)
{
    car c = { .place = place, .heading = { 1, 0 } };
    c.item = index_add(own->base.index, snacks_car_at(own, place), snacks_on_layer(CAR));
    if (c.item != INDEX_NONE)
        own->cars[own->car_count++] = c;
}

// Long and thin, lying or standing, none near the middle, where the first car starts. A world hardly larger than a car
// has none.
static void add_walls(snacks *own)
{
    fbox world = own->base.world;
    fvec2 room = box_extent(world);
    fbox start = snacks_car_at(own, box_center(world));
    if (!(room.x > 16 * own->side && room.y > 16 * own->side))
        return;
    for (int i = 0; i < WALLS; i++) {
        float thick = 0.02f * (room.x < room.y ? room.x : room.y);
        float length = scene_random_between(&own->random, 0.15f, 0.3f);
        fvec2 size = i % 2 ? (fvec2){ thick, length * room.y } : (fvec2){ length * room.x, thick };
        fvec2 place = random_point(&own->random, (fbox){ world.min, { world.max.x - size.x, world.max.y - size.y } });
        fbox wall = fbox_xywh(place.x, place.y, size.x, size.y);
        if (!fbox_overlap(wall, box_grown(start, own->side), false))
            index_add(own->base.index, wall, snacks_on_layer(WALL));
    }
}

static void snacks_destroy(scene *self)
{
    snacks *own = (snacks *)self;
    if (!own)
        return;
    free(own->plate);
    free(own->found.at);
    free(own);
}

static scene *snacks_create(const scene_def *def, scene_index *index)
{
    snacks *own = calloc(1, sizeof *own);
    if (!own)
        return NULL;
    fbox world = box_is_nothing(def->world) ? fbox_xywh(0, 0, 1024, 1024) : def->world;
    own->base = (scene){ .kind = &scene_snacks, .index = index, .world = world };
    index_set_world(index, own->base.world);
    own->side = side_within(world, def->size < 0 ? 20 : def->size);
    own->speed = def->speed < 0 ? 0.2f * own->side : def->speed;
    own->random = (scene_random){ def->seed };
    own->idle = IDLE_AFTER;
    add_walls(own);
    add_car(own, box_center(world));
    for (size_t i = 0; i < def->count && !index_failed(index); i++)
        own->waiting += !grow_one(own);
    return &own->base;
}

/// By a fixed angle, to the left or right.
static fvec2 rotated(fvec2 v, float sine)
{
    const float cosine = 0.9950042f; // of 0.1; the sine is 0.0998334
    return unit((fvec2){ cosine * v.x - sine * v.y, sine * v.x + cosine * v.y });
}

static void face(car *c, fvec2 way)
{
    if (way.x != 0 || way.y != 0)
        c->heading = unit(way);
}

static void turn(car *c, bool right)
{
    c->heading = rotated(c->heading, right ? 0.0998334f : -0.0998334f);
}

static void steer_by_keys(const snacks *own, car *c)
{
    if (own->held[KEY_LEFT] != own->held[KEY_RIGHT])
        turn(c, own->held[KEY_RIGHT]);
    float wanted = own->held[KEY_UP] ? own->speed : own->held[KEY_DOWN] ? -0.5f * own->speed : 0;
    c->speed += 0.2f * (wanted - c->speed);
}

// Towards a place: turns until it lies ahead, and goes only then, so that it never circles around it.
static void steer_to(const snacks *own, car *c, fvec2 target)
{
    fvec2 way = unit(way_to(c->place, target));
    float ahead = c->heading.x * way.x + c->heading.y * way.y;
    float aside = c->heading.x * way.y - c->heading.y * way.x;
    c->speed = ahead > 0.7f ? own->speed : 0;
    if (ahead > 0 && fabsf(aside) < 0.1f)
        face(c, way);
    else
        turn(c, aside > 0);
}

// To the nearest snack; what it cannot get for long it leaves alone for a while.
static void steer_itself(snacks *own, car *c)
{
    index_near nearest;
    if (c->detour > 0) {
        c->detour--;
        c->speed = own->speed;
    } else if (c->hungry % PATIENCE == PATIENCE - 1) {
        c->detour = 2 * DETOUR;
        face(c, way_to(c->place, random_point(&own->random, own->base.world)));
    } else if (index_nearest(own->base.index, c->place, INFINITY, SNACK, &nearest, 1) == 1) {
        fvec2 target = index_box(own->base.index, nearest.item).min, way = way_to(c->place, target);
        steer_to(own, c, target);
        // No farther than there.
        float most = fabsf(way.x) > fabsf(way.y) ? fabsf(way.x) : fabsf(way.y);
        c->speed = c->speed > most && most > 0 ? most : c->speed;
    } else {
        c->speed = 0;
    }
}

/// Goes there if no wall is in the way.
static bool go_to(snacks *own, car *c, fvec2 place)
{
    fbox way = box_around_both(snacks_car_at(own, c->place), snacks_car_at(own, place));
    if (index_touches(own->base.index, way, WALL, INDEX_NONE))
        return false;
    c->place = place;
    return true;
}

/// False: it got nowhere, or has a wall straight ahead.
static bool drive(snacks *own, car *c)
{
    fbox room = room_for_center(own->base.world, own->side);
    fvec2 to = { c->place.x + c->speed * c->heading.x, c->place.y + c->speed * c->heading.y };
    to = point_within(to, room.min, room.max);
    if (c->speed == 0 || go_to(own, c, to))
        return true;
    own->refused++;
    bool slid = false;
    if (to.x != c->place.x)
        slid = go_to(own, c, (fvec2){ to.x, c->place.y });
    if (!slid && to.y != c->place.y)
        slid = go_to(own, c, (fvec2){ c->place.x, to.y });
    return slid && fabsf(c->heading.x) >= 0.1f && fabsf(c->heading.y) >= 0.1f;
}

// They are put aside first: an answer does not outlive a removal.
static uint64_t eat_all(snacks *own, index_list touched)
{
    if (touched.count > own->plate_space) {
        if (!grow_array((void **)&own->plate, touched.count, sizeof *own->plate))
            return 0;
        own->plate_space = touched.count;
    }
    for (size_t i = 0; i < touched.count; i++)
        own->plate[i] = touched.items[i];
    for (size_t i = 0; i < touched.count; i++)
        index_remove(own->base.index, own->plate[i]);
    return touched.count;
}

static void look_and_eat(snacks *own, car *c)
{
    scene_index *index = own->base.index;
    index_list candidates = index_in_box(index, search_square(own, c), SNACK);
    own->candidates += candidates.count;
    if (c == own->cars) {
        own->found.count = 0;
        keep_answer(&own->found, index, candidates);
    }
    uint64_t eaten = eat_all(own, index_in_box(index, snacks_car_at(own, c->place), SNACK));
    own->due[own->tick % GROW_AFTER] += (uint32_t)eaten;
    own->eaten += eaten;
    c->hungry = eaten > 0 ? 0 : c->hungry + 1;
}

static void snacks_step(scene *self)
{
    snacks *own = (snacks *)self;
    bool steered = own->held[0] || own->held[1] || own->held[2] || own->held[3];
    own->idle = steered ? 0 : own->idle + (own->idle < IDLE_AFTER);
    grow_due(own);
    for (uint32_t i = 0; i < own->car_count; i++) {
        car *c = &own->cars[i];
        bool by_keys = i == 0 && own->idle < IDLE_AFTER;
        if (by_keys)
            steer_by_keys(own, c);
        else
            steer_itself(own, c);
        if (!drive(own, c) && !by_keys) {
            // Along the wall for a while, one way or the other.
            bool level = fabsf(c->heading.x) > fabsf(c->heading.y);
            float way = scene_random_bits(&own->random) & 1 ? 1 : -1;
            c->heading = level ? (fvec2){ 0, way } : (fvec2){ way, 0 };
            c->detour = DETOUR;
        }
        index_move(self->index, c->item, snacks_car_at(own, c->place));
        look_and_eat(own, c);
    }
    own->tick++;
}

static void scatter(snacks *own, fvec2 at)
{
    fbox world = own->base.world;
    at = point_within(at, world.min, world.max);
    for (int i = 0; i < BURST; i++) {
        fvec2 place = random_point(&own->random, fbox_around(at, own->side, own->side));
        place = point_within(place, world.min, world.max);
        if (snacks_is_free(own, place) &&
            index_add(own->base.index, box_of_point(place), snacks_on_layer(SNACK)) != INDEX_NONE)
            own->added++;
    }
}

static void snacks_event(scene *self, const scene_event *event)
{
    snacks *own = (snacks *)self;
    fvec2 place;
    if (event->kind == EVENT_PRESS)
        scatter(own, event->at);
    else if ((event->kind == EVENT_KEY || event->kind == EVENT_KEY_UP) && event->key <= KEY_DOWN)
        own->held[event->key] = event->kind == EVENT_KEY;
    else if (event->kind == EVENT_KEY && event->key == KEY_1 && own->car_count < CARS_MOST && find_place(own, &place))
        add_car(own, place);
}

// An arrowhead.
static void draw_car(const snacks *own, const car *c, drawing *out)
{
    float h = 0.5f * own->side;
    fvec2 f = { h * c->heading.x, h * c->heading.y };
    fvec2 nose = { c->place.x + f.x, c->place.y + f.y };
    fvec2 left = { c->place.x - f.x + 0.7f * f.y, c->place.y - f.y - 0.7f * f.x };
    fvec2 right = { c->place.x - f.x - 0.7f * f.y, c->place.y - f.y + 0.7f * f.x };
    drawing_triangle(out, c == own->cars ? INK_HERO : INK_ITEM, nose, left, right);
}

static void snacks_draw(const scene *self, drawing *out)
{
    const snacks *own = (const snacks *)self;
    draw_ground(out, self->world);
    index_list seen = index_look(self->index, out->view);
    for (size_t i = 0; i < seen.count; i++) {
        fbox box = index_box(self->index, seen.items[i]);
        uint32_t layer = index_filter(self->index, seen.items[i]).layers;
        if (layer == WALL)
            drawing_box(out, INK_WALL, box);
        else if (layer == SNACK)
            drawing_disc(out, INK_FOOD, box.min, 0.15f * own->side);
    }
    const car *first = own->cars;
    for (size_t i = 0; i < own->found.count; i++) {
        fvec2 snack = own->found.at[i].min;
        drawing_line(out, INK_LINK, first->place, snack);
        drawing_ring(out, INK_CANDIDATE, snack, 0.2f * own->side);
    }
    for (uint32_t i = 0; i < own->car_count; i++) {
        drawing_frame(out, INK_QUERY, search_square(own, &own->cars[i]));
        draw_car(own, &own->cars[i], out);
    }
}

static size_t snacks_counters(const scene *self, scene_counter *out)
{
    const snacks *own = (const snacks *)self;
    out[0] = (scene_counter){ "eaten", own->eaten };
    out[1] = (scene_counter){ "grown", own->grown };
    out[2] = (scene_counter){ "candidates", own->candidates };
    out[3] = (scene_counter){ "refused", own->refused };
    out[4] = (scene_counter){ "added", own->added };
    return 5;
}

const scene_kind scene_snacks = {
    SCENE_TEXTS("snacks", "a car eats what it touches, and asks what lies in the square around it",
                "arrows steer, a click adds snacks, key 1 (with Alt) a car that steers itself"),
    SCENE_SIGNS({ SHAPE_TRIANGLE, INK_HERO, "car" }, { SHAPE_TRIANGLE, INK_ITEM, "steers itself" },
                { SHAPE_DISC, INK_FOOD, "snack" }, { SHAPE_BOX, INK_WALL, "wall" }, { SHAPE_FRAME, INK_QUERY, "query" },
                { SHAPE_RING, INK_CANDIDATE, "found" }),
    SCENE_COUNT(500, 0, 100000000),
    SCENE_BY(snacks_create, snacks_step, snacks_draw, snacks_counters, snacks_destroy),
    .event = snacks_event,
    .steered = true,
    .edit = snacks_edit,
};
