/// Particles fall, bounce off the ground and the walls, and push one another apart. More come from the mouse; its right
/// button asks whether a large box would touch any of them.
///
/// Pairs come in any order, so each particle adds up what pushes it in whole numbers, whose sum does not depend on it;
/// they act in the next tick. All particles are squares of one size.
#include "parts.h"

enum { POUR = 4, BURST = 16 };           // how many come in a tick while the mouse is held, and with a key
enum { TEST_WIDE = 25, TEST_HIGH = 19 }; // the large box, in sides of a particle
static const float steps = 65536;        // of the whole numbers, in a side or in the greatest speed

typedef struct particle {
    fvec2 place, velocity;    ///< place: its centre.
    int64_t push[2], kick[2]; ///< Changes of place, in steps of the side; of velocity, in steps of the greatest one.
    bool touched;
} particle;

typedef struct particles {
    scene base;
    float side, speed, gravity;
    scene_random random;
    particle *all; ///< By item.
    size_t count, space;
    fvec2 mouse;
    bool pouring;
    fbox test;
    bool has_test, test_touches;
    uint64_t pairs, made, tests, test_hits;
} particles;

static fbox box_of(const particles *own, const particle *p)
{
    return fbox_around(p->place, 0.5f * own->side, 0.5f * own->side);
}

// Its number, which is the next one; INDEX_NONE: no memory.
static uint32_t add(particles *own, fvec2 place, fvec2 velocity)
{
    fbox room = room_for_center(own->base.world, own->side);
    particle p = { .place = point_within(place, room.min, room.max), .velocity = velocity };
    if (own->count == own->space) {
        size_t space = 2 * own->space + 64;
        if (!grow_array((void **)&own->all, space, sizeof *own->all))
            return INDEX_NONE;
        own->space = space;
    }
    uint32_t item = index_add(own->base.index, box_of(own, &p), (qd_filter){ 0, 0 });
    if (item == INDEX_NONE)
        return INDEX_NONE;
    own->all[item] = p;
    own->count++;
    return item;
}

static fvec2 random_velocity(particles *own, float most)
{
    return random_point(&own->random, (fbox){ { -most, -most }, { most, most } });
}

static void particles_destroy(scene *self)
{
    particles *own = (particles *)self;
    if (!own)
        return;
    free(own->all);
    free(own);
}

/// 512 x 512, or as large as it must be for about a quarter to be covered.
static fbox default_world(size_t count, float size)
{
    fbox square = square_world(count, size), usual = fbox_xywh(0, 0, 512, 512);
    return square.max.x > 512 ? square : usual;
}

static scene *particles_create(const scene_def *def, scene_index *index)
{
    particles *own = calloc(1, sizeof *own);
    if (!own)
        return NULL;
    float size = def->size < 0 ? 8 : def->size;
    fbox world = box_is_nothing(def->world) ? default_world(def->count, size) : def->world;
    own->base = (scene){ .kind = &scene_particles, .index = index, .world = world };
    index_set_world(index, own->base.world);
    own->side = side_within(world, size);
    own->speed = def->speed < 0 ? own->side : def->speed;
    own->gravity = own->speed / 64;
    own->random = (scene_random){ def->seed };
    own->mouse = box_center(world);
    bool good = true;
    for (size_t i = 0; good && i < def->count; i++) {
        fvec2 place = random_point(&own->random, world);
        good = add(own, place, random_velocity(own, 0.5f * own->speed)) != INDEX_NONE;
    }
    if (good)
        return &own->base;
    particles_destroy(&own->base);
    return NULL;
}

/// How far two intervals of one length overlap, in steps of the length.
static int64_t overlap_of(float a, float b, float side)
{
    float rest = side - fabsf(a - b);
    return rest > 0 && rest <= side ? (int64_t)(rest / side * steps) : 0;
}

// Along the axis on which the smaller push suffices, half of it each, of which one tick does a part. If they come
// closer there, each takes on half of the other's velocity and a little more.
static void push_apart(const particles *own, particle *a, particle *b)
{
    int64_t across = overlap_of(a->place.x, b->place.x, own->side);
    int64_t down = overlap_of(a->place.y, b->place.y, own->side);
    int axis = across < down ? 0 : 1;
    float from = axis ? a->place.y : a->place.x, to = axis ? b->place.y : b->place.x;
    float closing = axis ? a->velocity.y - b->velocity.y : a->velocity.x - b->velocity.x;
    bool before = from <= to; // a has the lower number
    int64_t push = (axis ? down : across) * 3 / 8, kick = 0;
    if (own->speed > 0 && (before ? closing > 0 : closing < 0))
        kick = (int64_t)(0.55f * (closing / own->speed) * steps);
    a->push[axis] -= before ? push : -push;
    b->push[axis] += before ? push : -push;
    a->kick[axis] -= kick;
    b->kick[axis] += kick;
    a->touched = b->touched = true;
}

static void collide(void *context, const index_pair *pairs, size_t count)
{
    particles *own = context;
    own->pairs += count;
    for (size_t i = 0; i < count && own->side > 0; i++)
        push_apart(own, &own->all[pairs[i].a], &own->all[pairs[i].b]);
}

// One axis of a tick; the walls give back half of the speed.
static void move_along(const particles *own, float *place, float *velocity, int64_t push, int64_t kick, float low,
                       float high)
{
    *velocity = value_within(*velocity + (float)kick / steps * own->speed, -own->speed, own->speed);
    float at = *place + value_within((float)push / steps, -1, 1) * own->side + *velocity;
    if (at < low || at > high)
        *velocity = -0.5f * *velocity;
    *place = value_within(at, low, high);
}

static void move(const particles *own, particle *p, fbox room)
{
    p->velocity.y += own->gravity;
    move_along(own, &p->place.x, &p->velocity.x, p->push[0], p->kick[0], room.min.x, room.max.x);
    move_along(own, &p->place.y, &p->velocity.y, p->push[1], p->kick[1], room.min.y, room.max.y);
    p->velocity.x *= 0.995f;
    p->push[0] = p->push[1] = p->kick[0] = p->kick[1] = 0;
    p->touched = false;
}

static void pour(particles *own, int count)
{
    fbox around = fbox_around(own->mouse, 2 * own->side, 2 * own->side);
    for (int i = 0; i < count; i++) {
        fvec2 place = random_point(&own->random, around);
        own->made += add(own, place, random_velocity(own, 0.25f * own->speed)) != INDEX_NONE;
    }
}

static void particles_step(scene *self)
{
    particles *own = (particles *)self;
    if (own->pouring)
        pour(own, POUR);
    fbox *boxes = index_boxes(self->index), room = room_for_center(self->world, own->side);
    for (size_t i = 0; i < own->count; i++) {
        move(own, &own->all[i], room);
        boxes[i] = box_of(own, &own->all[i]);
    }
    index_move_many(self->index, 0, boxes, own->count);
    index_pairs(self->index, collide, own);
}

static void test_box(particles *own)
{
    own->test = fbox_around(own->mouse, 0.5f * TEST_WIDE * own->side, 0.5f * TEST_HIGH * own->side);
    own->test_touches = index_touches(own->base.index, own->test, 0, INDEX_NONE);
    own->has_test = true;
    own->tests++;
    own->test_hits += own->test_touches;
}

static void particles_event(scene *self, const scene_event *event)
{
    enum { LEFT = 1, RIGHT = 3 };
    particles *own = (particles *)self;
    bool mouse = event->kind == EVENT_PRESS || event->kind == EVENT_RELEASE || event->kind == EVENT_POINT;
    if (mouse)
        own->mouse = point_within(event->at, self->world.min, self->world.max);
    if (event->kind == EVENT_PRESS && event->button == RIGHT)
        test_box(own);
    else if (event->kind == EVENT_PRESS && event->button == LEFT)
        own->pouring = true;
    else if (event->kind == EVENT_RELEASE && event->button == LEFT)
        own->pouring = false;
    else if (event->kind == EVENT_KEY && event->key == KEY_ACTION)
        pour(own, BURST);
}

// A released body is at rest.
static uint32_t particles_edit(scene *self, const scene_edit *edit)
{
    particles *own = (particles *)self;
    if (edit->kind == EDIT_ADD)
        return add(own, edit->at, (fvec2){ 0, 0 });
    if (edit->kind == EDIT_ERASE) {
        uint32_t last = (uint32_t)--own->count;
        remove_dense(self->index, edit->item, last);
        own->all[edit->item] = own->all[last];
        return INDEX_NONE;
    }
    particle *p = &own->all[edit->item];
    fbox room = room_for_center(self->world, own->side);
    *p = (particle){ .place = point_within(edit->at, room.min, room.max) };
    index_move(self->index, edit->item, box_of(own, p));
    return edit->item;
}

static void particles_draw(const scene *self, drawing *out)
{
    const particles *own = (const particles *)self;
    draw_ground(out, self->world);
    index_list seen = index_look(self->index, out->view);
    for (size_t i = 0; i < seen.count; i++)
        drawing_box(out, own->all[seen.items[i]].touched ? INK_HIT : INK_ITEM, index_box(self->index, seen.items[i]));
    if (own->has_test)
        drawing_frame(out, own->test_touches ? INK_HIT : INK_CANDIDATE, own->test);
}

static size_t particles_counters(const scene *self, scene_counter *out)
{
    const particles *own = (const particles *)self;
    out[0] = (scene_counter){ "pairs", own->pairs };
    out[1] = (scene_counter){ "made", own->made };
    out[2] = (scene_counter){ "tests", own->tests };
    out[3] = (scene_counter){ "test_hits", own->test_hits };
    return 4;
}

const scene_kind scene_particles = {
    SCENE_TEXTS(
        "particles", "particles fall, bounce, and push one another apart",
        "hold the left button or press action (Enter) for more; the right one asks whether a large box touches any"),
    SCENE_SIGNS({ SHAPE_BOX, INK_ITEM, "free" }, { SHAPE_BOX, INK_HIT, "collides" },
                { SHAPE_FRAME, INK_CANDIDATE, "large box, touches none" }, { SHAPE_FRAME, INK_HIT, "touches some" }),
    SCENE_COUNT(400, 0, 50000000),
    SCENE_BY(particles_create, particles_step, particles_draw, particles_counters, particles_destroy),
    .event = particles_event,
    .edit = particles_edit,
};
