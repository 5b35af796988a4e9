/// Entities of several types, some of which stand still. A matrix says which types meet; when two do, each side's own
/// reaction is called, once. What lies around the entity nearest to the mouse is shown as the candidates for meeting
/// it.
#include "parts.h"

typedef enum entity_type { ROCK, BUSH, WALKER, SHEEP, WOLF, TYPES } entity_type;

enum { CROWD = 1000 }; // that come with one key
enum { REACH = 8 };    // how far around an entity candidates are looked for, in sides

typedef struct entity {
    fvec2 place, half, velocity; ///< place: its centre.
    uint8_t type;
    bool met;    ///< Anybody in this tick?
    bool turns;  ///< Would turn round before it moves on.
    bool turned; ///< Did so in the last tick: it first gets away from what made it.
} entity;

typedef struct entities {
    scene base;
    scene_def def;
    scene_random random;
    entity *all; ///< By item.
    size_t count, space;
    fvec2 mouse;
    uint32_t asker; ///< The item nearest to the mouse, or INDEX_NONE.
    kept_boxes found;
    uint64_t pairs, callbacks, turned, grazed, frightened, candidates, added;
} entities;

static uint32_t layer(entity_type type)
{
    return 1u << type;
}

/// Whom it meets. The matrix is symmetric; nothing that stands meets anything that stands.
static uint32_t meets(entity_type type)
{
    static const uint32_t matrix[TYPES] = {
        [ROCK] = 1u << WALKER | 1u << SHEEP | 1u << WOLF,
        [BUSH] = 1u << SHEEP,
        [WALKER] = 1u << ROCK | 1u << WOLF,
        [SHEEP] = 1u << ROCK | 1u << BUSH | 1u << WOLF,
        [WOLF] = 1u << ROCK | 1u << WALKER | 1u << SHEEP,
    };
    return matrix[type];
}

static bool stands(uint8_t type)
{
    return type == ROCK || type == BUSH;
}

/// What one side does when it meets the other. Pairs come in any order, so reactions only set flags and add ones.
static void react(entities *own, entity *self, uint8_t other)
{
    own->callbacks++;
    self->met = true;
    if (stands(self->type))
        return;
    if (other == ROCK || (self->type == SHEEP && other == WOLF) || (self->type == WOLF && other == WALKER))
        self->turns = true;
    own->grazed += other == BUSH;
    own->frightened += other == WOLF;
}

static void on_meet(void *context, const index_pair *pairs, size_t count)
{
    entities *own = context;
    own->pairs += count;
    for (size_t i = 0; i < count; i++) {
        entity *a = &own->all[pairs[i].a], *b = &own->all[pairs[i].b];
        react(own, a, b->type);
        react(own, b, a->type);
    }
}

static fbox box_of(const entity *e)
{
    return fbox_around(e->place, e->half.x, e->half.y);
}

/// Where its centre can be.
static fbox room_of(const entities *own, const entity *e)
{
    fbox world = own->base.world;
    fbox across = room_for_center(world, 2 * e->half.x), down = room_for_center(world, 2 * e->half.y);
    return (fbox){ { across.min.x, down.min.y }, { across.max.x, down.max.y } };
}

static float random_half(entities *own, float room)
{
    float half = 0.5f * scene_random_between(&own->random, 0.5f * own->def.size, 1.5f * own->def.size);
    return half < 0.5f * room ? half : 0.5f * room;
}

static entity random_entity(entities *own, entity_type type)
{
    fvec2 room = box_extent(own->base.world);
    float speed = stands((uint8_t)type) ? 0 : own->def.speed;
    entity e = { .type = (uint8_t)type };
    e.half.x = random_half(own, room.x);
    e.half.y = random_half(own, room.y);
    e.place = random_point(&own->random, room_of(own, &e));
    e.velocity.x = scene_random_between(&own->random, -speed, speed);
    e.velocity.y = scene_random_between(&own->random, -speed, speed);
    return e;
}

// Its number, which is the next one; INDEX_NONE: no memory.
static uint32_t add(entities *own, entity e)
{
    if (own->count == own->space) {
        size_t space = 2 * own->space + 64;
        if (!grow_array((void **)&own->all, space, sizeof *own->all))
            return INDEX_NONE;
        own->space = space;
    }
    uint32_t item = index_add(own->base.index, box_of(&e), (qd_filter){ layer(e.type), meets(e.type) });
    if (item == INDEX_NONE)
        return INDEX_NONE;
    own->all[item] = e;
    own->count++;
    return item;
}

static void entities_destroy(scene *self)
{
    entities *own = (entities *)self;
    if (!own)
        return;
    free(own->all);
    free(own->found.at);
    free(own);
}

static scene *entities_create(const scene_def *def, scene_index *index)
{
    entities *own = calloc(1, sizeof *own);
    if (!own)
        return NULL;
    own->def = *def;
    own->def.size = def->size < 0 ? 10 : def->size;
    own->def.speed = def->speed < 0 ? 0.2f * own->def.size : def->speed;
    fbox world = box_is_nothing(def->world) ? fbox_xywh(-760, 10, 1024, 1024) : def->world;
    own->base = (scene){ .kind = &scene_entities, .index = index, .world = world };
    index_set_world(index, own->base.world);
    own->random = (scene_random){ def->seed };
    own->mouse = box_center(world);
    own->asker = INDEX_NONE;
    bool good = true;
    for (size_t i = 0; good && i < def->count; i++)
        good = add(own, random_entity(own, (entity_type)(i % TYPES))) != INDEX_NONE;
    if (good)
        return &own->base;
    entities_destroy(&own->base);
    return NULL;
}

// Turns are made here, one, however many wanted them.
static void move(entities *own, entity *e)
{
    fbox room = room_of(own, e);
    bool turns = e->turns && !e->turned;
    if (turns) {
        e->velocity = (fvec2){ -e->velocity.x, -e->velocity.y };
        own->turned++;
    }
    bounce(&e->place.x, &e->velocity.x, room.min.x, room.max.x);
    bounce(&e->place.y, &e->velocity.y, room.min.y, room.max.y);
    e->turned = e->turns;
    e->met = e->turns = false;
}

static void find_candidates(entities *own)
{
    scene_index *index = own->base.index;
    index_near nearest;
    own->found.count = 0;
    own->asker = INDEX_NONE;
    if (index_nearest(index, own->mouse, INFINITY, 0, &nearest, 1) == 0)
        return;
    own->asker = nearest.item;
    fbox around = box_grown(index_box(index, nearest.item), REACH * own->def.size);
    index_list candidates = index_in_box(index, around, meets((entity_type)own->all[nearest.item].type));
    own->candidates += candidates.count;
    keep_answer(&own->found, index, candidates);
}

static void entities_step(scene *self)
{
    entities *own = (entities *)self;
    fbox *boxes = index_boxes(self->index);
    for (size_t i = 0; i < own->count; i++) {
        move(own, &own->all[i]);
        boxes[i] = box_of(&own->all[i]);
    }
    index_move_many(self->index, 0, boxes, own->count);
    index_pairs(self->index, on_meet, own);
    find_candidates(own);
}

static uint32_t add_at(entities *own, entity_type type, fvec2 place)
{
    entity e = random_entity(own, type);
    fbox room = room_of(own, &e);
    e.place = point_within(place, room.min, room.max);
    uint32_t item = add(own, e);
    own->added += item != INDEX_NONE;
    return item;
}

static entity_type any_of(entities *own, entity_type first, uint32_t count)
{
    return (entity_type)(first + scene_random_bits(&own->random) % count);
}

static void entities_event(scene *self, const scene_event *event)
{
    entities *own = (entities *)self;
    if (event->kind == EVENT_PRESS || event->kind == EVENT_POINT)
        own->mouse = point_within(event->at, self->world.min, self->world.max);
    if (event->kind != EVENT_KEY)
        return;
    if (event->key == KEY_1)
        add_at(own, any_of(own, ROCK, 2), own->mouse);
    if (event->key == KEY_2)
        add_at(own, any_of(own, WALKER, 3), own->mouse);
    for (int i = 0; event->key == KEY_3 && i < CROWD; i++)
        own->added += add(own, random_entity(own, any_of(own, WALKER, 3))) != INDEX_NONE;
}

static uint32_t entities_edit(scene *self, const scene_edit *edit)
{
    entities *own = (entities *)self;
    if (edit->kind == EDIT_ADD)
        return add_at(own, any_of(own, ROCK, TYPES), edit->at);
    if (edit->kind == EDIT_ERASE) {
        uint32_t last = (uint32_t)--own->count;
        remove_dense(self->index, edit->item, last);
        own->all[edit->item] = own->all[last];
        own->asker = INDEX_NONE; // until the next tick: numbers have changed
        return INDEX_NONE;
    }
    entity *e = &own->all[edit->item];
    fbox room = room_of(own, e);
    e->place = point_within(edit->at, room.min, room.max);
    index_move(self->index, edit->item, box_of(e));
    return edit->item;
}

static void draw_entity(drawing *out, const entity *e)
{
    static const uint8_t inks[TYPES] = { INK_STONE, INK_PLANT, INK_ITEM, INK_WALL, INK_HOUSE };
    ink color = e->met && !stands(e->type) ? INK_HIT : (ink)inks[e->type];
    if (e->type == BUSH || e->type == WOLF)
        drawing_diamond(out, color, box_of(e));
    else
        drawing_box(out, color, box_of(e));
}

static void entities_draw(const scene *self, drawing *out)
{
    const entities *own = (const entities *)self;
    draw_ground(out, self->world);
    index_list seen = index_look(self->index, out->view);
    for (int standing = 1; standing >= 0; standing--)
        for (size_t i = 0; i < seen.count; i++)
            if (stands(own->all[seen.items[i]].type) == (standing == 1))
                draw_entity(out, &own->all[seen.items[i]]);
    if (own->asker == INDEX_NONE)
        return;
    const entity *asker = &own->all[own->asker];
    drawing_frame(out, INK_QUERY, box_grown(box_of(asker), REACH * own->def.size));
    draw_answer(out, asker->place, &own->found);
    drawing_box(out, INK_HERO, box_of(asker));
}

static size_t entities_counters(const scene *self, scene_counter *out)
{
    const entities *own = (const entities *)self;
    out[0] = (scene_counter){ "pairs", own->pairs };
    out[1] = (scene_counter){ "callbacks", own->callbacks };
    out[2] = (scene_counter){ "turned", own->turned };
    out[3] = (scene_counter){ "grazed", own->grazed };
    out[4] = (scene_counter){ "frightened", own->frightened };
    out[5] = (scene_counter){ "candidates", own->candidates };
    out[6] = (scene_counter){ "added", own->added };
    return 7;
}

const scene_kind scene_entities = {
    SCENE_TEXTS("entities",
                "entities of five types, and a matrix of which types meet; each side of a meeting reacts once",
                "keys 1, 2, 3 (with Alt): a standing entity at the mouse, a moving one, a thousand"),
    SCENE_SIGNS(
        { SHAPE_BOX, INK_STONE, "rock" }, { SHAPE_DIAMOND, INK_PLANT, "bush" }, { SHAPE_BOX, INK_ITEM, "walker" },
        { SHAPE_BOX, INK_WALL, "sheep" }, { SHAPE_DIAMOND, INK_HOUSE, "wolf" }, { SHAPE_BOX, INK_HIT, "meets another" },
        { SHAPE_BOX, INK_HERO, "asks" }, { SHAPE_FRAME, INK_QUERY, "query" }, { SHAPE_FRAME, INK_CANDIDATE, "found" }),
    SCENE_COUNT(1000, 0, 50000000),
    SCENE_BY(entities_create, entities_step, entities_draw, entities_counters, entities_destroy),
    .event = entities_event,
    .edit = entities_edit,
};
