/// A pile: very many boxes of one size in a small world, put in one by one, and one question a tick: does a box collide
/// with anything? The mouse holds that box; while nobody moves the mouse it roams by itself, beyond the world's edges
/// too, where it touches nothing.
#include "parts.h"

enum { PORTIONS = 50 };     // ticks in which the pile grows
enum { IDLE_AFTER = 120 };  // ticks
enum { DRAWN_MOST = 5000 }; // boxes: the others lie under them

typedef struct pile {
    scene base;
    float side, speed;
    scene_random random;
    size_t wanted, portion;
    qd_vec2 place, velocity; ///< Of the asking box's centre.
    qd_box room;             ///< Where that can be.
    uint32_t idle;           ///< Ticks since the mouse moved.
    bool touches;
    uint64_t inserted, asked, touched;
} pile;

static qd_box asking_box(const pile *own)
{
    return qd_box_around(own->place, 0.5f * own->side, 0.5f * own->side);
}

static size_t portion_of(size_t wanted)
{
    return wanted / PORTIONS + (wanted % PORTIONS > 0);
}

static scene *pile_create(const scene_def *def, scene_index *index)
{
    pile *own = calloc(1, sizeof *own);
    if (!own)
        return NULL;
    qd_box world = box_is_nothing(def->world) ? qd_box_xywh(0, 0, 800, 600) : def->world;
    own->base = (scene){ .kind = &scene_pile, .index = index, .world = world };
    own->side = side_within(world, def->size < 0 ? 32 : def->size);
    own->speed = def->speed < 0 ? 0.25f * own->side : def->speed;
    own->random = (scene_random){ def->seed };
    own->wanted = def->count;
    own->portion = portion_of(def->count);
    own->room = box_grown(world, 2 * own->side);
    own->place = random_point(&own->random, world);
    own->velocity = random_point(&own->random, qd_box_around((qd_vec2){ 0, 0 }, own->speed, own->speed));
    own->idle = IDLE_AFTER;
    return &own->base;
}

static void insert_portion(pile *own)
{
    qd_box room = room_for_center(own->base.world, own->side);
    size_t there = index_count(own->base.index), missing = own->wanted > there ? own->wanted - there : 0;
    size_t count = missing < own->portion ? missing : own->portion;
    for (size_t i = 0; i < count && !index_failed(own->base.index); i++) {
        qd_vec2 center = random_point(&own->random, room);
        qd_box box = qd_box_around(center, 0.5f * own->side, 0.5f * own->side);
        own->inserted += index_add(own->base.index, box, (qd_filter){ 0, 0 }) != INDEX_NONE;
    }
}

static void pile_step(scene *self)
{
    pile *own = (pile *)self;
    insert_portion(own);
    if (own->idle < IDLE_AFTER) {
        own->idle++;
    } else {
        bounce(&own->place.x, &own->velocity.x, own->room.min.x, own->room.max.x);
        bounce(&own->place.y, &own->velocity.y, own->room.min.y, own->room.max.y);
    }
    own->touches = index_touches(self->index, asking_box(own), 0, INDEX_NONE);
    own->asked++;
    own->touched += own->touches;
}

/// Takes everything away; what is wanted comes again in such portions.
static void start_again(pile *own, size_t portion)
{
    for (size_t i = index_room(own->base.index); i > 0; i--)
        index_remove(own->base.index, (uint32_t)(i - 1));
    own->portion = portion;
}

static void pile_event(scene *self, const scene_event *event)
{
    pile *own = (pile *)self;
    if (event->kind == EVENT_POINT || event->kind == EVENT_PRESS) {
        own->place = point_within(event->at, own->room.min, own->room.max);
        own->idle = 0;
    }
    if (event->kind == EVENT_KEY && event->key == KEY_1)
        start_again(own, portion_of(own->wanted));
    if (event->kind == EVENT_KEY && event->key == KEY_2)
        start_again(own, own->wanted);
}

// A sample by number: nobody sees a million boxes that lie on one another.
static void pile_draw(const scene *self, drawing *out)
{
    const pile *own = (const pile *)self;
    size_t room = index_room(self->index), stride = room / DRAWN_MOST + 1;
    draw_ground(out, self->world);
    for (size_t i = 0; i < room; i += stride) {
        qd_box box = index_box(self->index, (uint32_t)i);
        if (!index_has(self->index, (uint32_t)i) || !qd_box_overlaps(box, out->view))
            continue;
        drawing_box(out, INK_STATIC, box);
        drawing_frame(out, INK_STONE, box);
    }
    drawing_box(out, own->touches ? INK_HIT : INK_HERO, asking_box(own));
    drawing_frame(out, INK_QUERY, asking_box(own));
}

static size_t pile_counters(const scene *self, scene_counter *out)
{
    const pile *own = (const pile *)self;
    out[0] = (scene_counter){ "inserted", own->inserted };
    out[1] = (scene_counter){ "asked", own->asked };
    out[2] = (scene_counter){ "touched", own->touched };
    return 3;
}

static void pile_destroy(scene *self)
{
    free(self);
}

const scene_kind scene_pile = {
    .name = "pile",
    .summary = "a million boxes on top of one another, put in one by one, and one question a tick",
    .help = "the mouse holds the box that asks; 1 piles up again, 2 all in one tick",
    .count = 1000000,
    .least = 0,
    .most = 100000000,
    .create = pile_create,
    .step = pile_step,
    .event = pile_event,
    .draw = pile_draw,
    .counters = pile_counters,
    .destroy = pile_destroy,
};
