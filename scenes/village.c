/// A village: villagers look for the nearest tree within a radius, walk to it, chop, look for the nearest house,
/// deliver, and so on. Trees fall after some chops, and grow again elsewhere. Raiders walk through; towers shoot at
/// those in range, and one that is hit often enough starts again at the edge.
#include "parts.h"

enum { TREE = 1, HOUSE = 2, VILLAGER = 4, TOWER = 8, RAIDER = 16 }; // layers
enum { CHOP_TICKS = 20, WOOD_IN_TREE = 4, GROW_AFTER = 200, WANDER_TICKS = 30, PLANTED = 5 };
enum { RELOAD = 12, SHOT_SEEN = 4, HEALTH = 3 };
enum { SIGHT = 20, RANGE = 15 }; // in sizes

typedef enum errand { SEEK_TREE, TO_TREE, CHOP, SEEK_HOUSE, TO_HOUSE, WANDER } errand;

typedef struct villager {
    qd_vec2 place, heading;
    errand does;
    uint32_t target;  ///< A tree or a house.
    uint64_t planted; ///< Which tree it was: item numbers are given again.
    uint32_t ticks;   ///< Left, of chopping and wandering.
    bool carries;
} villager;

typedef struct raider {
    qd_vec2 place, heading;
    int health;
} raider;

typedef struct tower {
    qd_vec2 place, aim; ///< aim: where it shot last.
    uint32_t reload;
} tower;

typedef struct tree {
    uint64_t planted; ///< A number of its own; 0: there is none.
    int wood;
} tree;

typedef struct village {
    scene base;
    float size, speed;
    scene_random random;
    villager *villagers;
    raider *raiders;
    tower *towers;
    tree *trees; ///< From item first_tree on.
    size_t tree_space;
    uint32_t houses, tower_count, villager_count, raider_count;
    uint32_t first_villager, first_raider, first_tree; ///< Houses come first, then towers.
    uint64_t planted;
    uint32_t tick, due[GROW_AFTER];
    uint64_t wood, shots, raiders_hit, questions, felled, grown;
} village;

static qd_box box_at(const village *own, qd_vec2 place, float sizes)
{
    return qd_box_around(place, 0.5f * sizes * own->size, 0.5f * sizes * own->size);
}

static qd_vec2 place_of(const village *own, uint32_t item)
{
    return box_center(index_box(own->base.index, item));
}

static qd_filter on_layer(uint32_t layer)
{
    return (qd_filter){ layer, QD_NO_LAYERS };
}

static bool plant(village *own, qd_vec2 place)
{
    float sizes = scene_random_between(&own->random, 0.8f, 1.6f);
    uint32_t item = index_add(own->base.index, box_at(own, place, sizes), on_layer(TREE));
    if (item == INDEX_NONE)
        return false;
    size_t number = item - own->first_tree;
    if (number >= own->tree_space) {
        size_t space = 2 * number + 64;
        if (!grow_array((void **)&own->trees, space, sizeof *own->trees)) {
            index_remove(own->base.index, item);
            return false;
        }
        own->tree_space = space;
    }
    own->trees[number] = (tree){ ++own->planted, WOOD_IN_TREE };
    return true;
}

/// Adds so many boxes of a kind in random places; the first item's number.
static uint32_t settle(village *own, uint32_t count, float sizes, uint32_t layer)
{
    uint32_t first = (uint32_t)index_room(own->base.index);
    for (uint32_t i = 0; i < count; i++)
        index_add(own->base.index, box_at(own, random_point(&own->random, own->base.world), sizes), on_layer(layer));
    return first;
}

/// From the left edge to the right one, or the other way.
static raider random_raider(village *own)
{
    qd_box world = own->base.world;
    bool left = scene_random_bits(&own->random) & 1;
    raider r = { .place = random_point(&own->random, world), .health = HEALTH };
    r.place.x = left ? world.min.x : world.max.x;
    r.heading.x = left ? 1 : -1;
    r.heading.y = scene_random_between(&own->random, -0.5f, 0.5f);
    r.heading = unit(r.heading);
    return r;
}

static void village_destroy(scene *self)
{
    village *own = (village *)self;
    if (!own)
        return;
    free(own->villagers);
    free(own->raiders);
    free(own->towers);
    free(own->trees);
    free(own);
}

static bool reserve(village *own, size_t count)
{
    own->villager_count = (uint32_t)count;
    own->houses = own->villager_count / 8 + 1;
    own->tower_count = own->villager_count / 16 + 1;
    own->raider_count = own->villager_count / 8 + 1;
    own->villagers = calloc(count + 1, sizeof *own->villagers);
    own->raiders = calloc(own->raider_count, sizeof *own->raiders);
    own->towers = calloc(own->tower_count, sizeof *own->towers);
    return own->villagers && own->raiders && own->towers;
}

static void populate(village *own)
{
    scene_index *index = own->base.index;
    settle(own, own->houses, 3, HOUSE);
    uint32_t first_tower = settle(own, own->tower_count, 2, TOWER);
    own->first_villager = settle(own, own->villager_count, 0.8f, VILLAGER);
    own->first_raider = (uint32_t)index_room(index);
    for (uint32_t i = 0; i < own->raider_count; i++) {
        own->raiders[i] = random_raider(own);
        index_add(index, box_at(own, own->raiders[i].place, 1), on_layer(RAIDER));
    }
    own->first_tree = (uint32_t)index_room(index);
    for (uint32_t i = 0; i < own->tower_count && !index_failed(index); i++)
        own->towers[i].place = place_of(own, first_tower + i);
    for (uint32_t i = 0; i < own->villager_count && !index_failed(index); i++)
        own->villagers[i].place = place_of(own, own->first_villager + i);
    for (uint64_t i = 0; i < 6 * (uint64_t)own->villager_count + 6 && !index_failed(index); i++)
        plant(own, random_point(&own->random, own->base.world));
}

static scene *village_create(const scene_def *def, scene_index *index)
{
    village *own = calloc(1, sizeof *own);
    if (!own)
        return NULL;
    own->size = def->size < 0 ? 8 : def->size;
    own->speed = def->speed < 0 ? 0.15f * own->size : def->speed;
    own->random = (scene_random){ def->seed };
    qd_box world = def->world;
    if (box_is_nothing(world)) {
        qd_vec2 square = square_world(def->count, 6 * own->size).max;
        world = qd_box_xywh(0, 0, 1.25f * square.x, 0.8f * square.y);
    }
    own->base = (scene){ .kind = &scene_village, .index = index, .world = world };
    if (reserve(own, def->count)) {
        populate(own);
        return &own->base;
    }
    village_destroy(&own->base);
    return NULL;
}

/// Towards a place, no farther than it. True: arrived.
static bool walk(const village *own, villager *v, qd_vec2 target)
{
    qd_vec2 way = way_to(v->place, target);
    if (fabsf(way.x) <= own->speed && fabsf(way.y) <= own->speed) {
        v->place = target;
        return true;
    }
    v->heading = unit(way);
    v->place.x += own->speed * v->heading.x;
    v->place.y += own->speed * v->heading.y;
    return false;
}

/// The nearest on a layer within sight, or anywhere.
static bool seek(village *own, villager *v, uint32_t layer, float most)
{
    index_near nearest;
    own->questions++;
    if (index_nearest(own->base.index, v->place, most, layer, &nearest, 1) == 0)
        return false;
    v->target = nearest.item;
    return true;
}

static void wander(village *own, villager *v)
{
    v->does = WANDER;
    v->ticks = WANDER_TICKS;
    v->heading = unit(way_to(v->place, random_point(&own->random, own->base.world)));
}

static tree *tree_of(const village *own, const villager *v)
{
    return &own->trees[v->target - own->first_tree];
}

// One piece of wood; the last one fells the tree.
static void take_wood(village *own, villager *v)
{
    tree *t = tree_of(own, v);
    v->carries = true;
    v->does = SEEK_HOUSE;
    if (--t->wood > 0)
        return;
    t->planted = 0;
    index_remove(own->base.index, v->target);
    own->felled++;
    own->due[own->tick % GROW_AFTER]++;
}

static void seek_tree(village *own, villager *v)
{
    if (!seek(own, v, TREE, SIGHT * own->size)) {
        wander(own, v);
        return;
    }
    v->planted = tree_of(own, v)->planted;
    v->does = TO_TREE;
}

static void do_errand(village *own, villager *v)
{
    bool tree_is_gone = (v->does == TO_TREE || v->does == CHOP) && tree_of(own, v)->planted != v->planted;
    if (tree_is_gone)
        v->does = SEEK_TREE;
    switch (v->does) {
    case SEEK_TREE:
        seek_tree(own, v);
        break;
    case TO_TREE:
        if (walk(own, v, place_of(own, v->target))) {
            v->does = CHOP;
            v->ticks = CHOP_TICKS;
        }
        break;
    case CHOP:
        if (--v->ticks == 0)
            take_wood(own, v);
        break;
    case SEEK_HOUSE:
        v->does = seek(own, v, HOUSE, INFINITY) ? TO_HOUSE : SEEK_HOUSE;
        break;
    case TO_HOUSE:
        if (walk(own, v, place_of(own, v->target))) {
            own->wood++;
            v->carries = false;
            v->does = SEEK_TREE;
        }
        break;
    case WANDER:
        v->place.x += own->speed * v->heading.x;
        v->place.y += own->speed * v->heading.y;
        v->does = --v->ticks == 0 ? SEEK_TREE : WANDER;
        break;
    }
    v->place = point_within(v->place, own->base.world.min, own->base.world.max);
}

static void march(village *own, uint32_t number)
{
    raider *r = &own->raiders[number];
    qd_box world = own->base.world;
    qd_vec2 velocity = { 0.8f * own->speed * r->heading.x, 0.8f * own->speed * r->heading.y };
    r->place.x += velocity.x;
    bounce(&r->place.y, &velocity.y, world.min.y, world.max.y);
    r->heading.y = velocity.y < 0 ? -fabsf(r->heading.y) : fabsf(r->heading.y);
    if (r->health <= 0 || r->place.x < world.min.x || r->place.x > world.max.x)
        *r = random_raider(own);
    index_move(own->base.index, own->first_raider + number, box_at(own, r->place, 1));
}

// At the first one in range that still stands: it may have been hit in this tick.
static void guard(village *own, tower *t)
{
    if (t->reload > 0) {
        t->reload--;
        return;
    }
    own->questions++;
    index_list found = index_in_circle(own->base.index, t->place, RANGE * own->size, RAIDER);
    for (size_t i = 0; i < found.count; i++) {
        raider *r = &own->raiders[found.items[i] - own->first_raider];
        if (r->health <= 0)
            continue;
        own->shots++;
        own->raiders_hit += --r->health == 0;
        t->aim = r->place;
        t->reload = RELOAD;
        return;
    }
}

static void grow_due(village *own)
{
    uint32_t *due = &own->due[own->tick % GROW_AFTER];
    for (uint32_t i = 0; i < *due; i++)
        own->grown += plant(own, random_point(&own->random, own->base.world));
    *due = 0;
}

static void village_step(scene *self)
{
    village *own = (village *)self;
    grow_due(own);
    for (uint32_t i = 0; i < own->villager_count && !index_failed(self->index); i++) {
        do_errand(own, &own->villagers[i]);
        index_move(self->index, own->first_villager + i, box_at(own, own->villagers[i].place, 0.8f));
    }
    for (uint32_t i = 0; i < own->raider_count; i++)
        march(own, i);
    for (uint32_t i = 0; i < own->tower_count; i++)
        guard(own, &own->towers[i]);
    own->tick++;
}

static void village_event(scene *self, const scene_event *event)
{
    village *own = (village *)self;
    qd_vec2 at = point_within(event->at, self->world.min, self->world.max);
    for (int i = 0; event->kind == EVENT_PRESS && i < PLANTED; i++) {
        qd_vec2 place = random_point(&own->random, box_at(own, at, 6));
        plant(own, point_within(place, self->world.min, self->world.max));
    }
}

static void draw_villager(const village *own, drawing *out, uint32_t number)
{
    const villager *v = &own->villagers[number];
    drawing_disc(out, INK_ITEM, v->place, 0.4f * own->size);
    if (v->carries)
        drawing_disc(out, INK_HOUSE, v->place, 0.2f * own->size);
}

static void draw_item(const village *own, drawing *out, uint32_t item)
{
    qd_box box = index_box(own->base.index, item);
    uint32_t layer = index_filter(own->base.index, item).layers;
    if (layer == TREE)
        drawing_disc(out, INK_PLANT, box_center(box), 0.5f * box_extent(box).x);
    else if (layer == HOUSE)
        drawing_box(out, INK_HOUSE, box);
    else if (layer == TOWER)
        drawing_box(out, INK_WALL, box);
    else if (layer == VILLAGER)
        draw_villager(own, out, item - own->first_villager);
    else
        drawing_diamond(out, INK_HIT, box);
}

// What the first villager looks for, and where it goes.
static void draw_question(const village *own, drawing *out)
{
    const villager *v = own->villagers;
    bool to_tree = v->does == TO_TREE && tree_of(own, v)->planted == v->planted;
    if (own->villager_count == 0)
        return;
    drawing_ring(out, INK_QUERY, v->place, SIGHT * own->size);
    if (to_tree || v->does == TO_HOUSE)
        drawing_line(out, INK_LINK, v->place, place_of(own, v->target));
    drawing_disc(out, INK_HERO, v->place, 0.4f * own->size);
}

static void village_draw(const scene *self, drawing *out)
{
    const village *own = (const village *)self;
    static const uint32_t from_below[] = { HOUSE | TOWER, TREE, VILLAGER | RAIDER };
    draw_ground(out, self->world);
    index_list seen = index_look(self->index, out->view);
    for (size_t level = 0; level < sizeof from_below / sizeof *from_below; level++)
        for (size_t i = 0; i < seen.count; i++)
            if (index_filter(self->index, seen.items[i]).layers & from_below[level])
                draw_item(own, out, seen.items[i]);
    for (uint32_t i = 0; i < own->tower_count; i++) {
        const tower *t = &own->towers[i];
        if (!qd_box_overlaps(box_at(own, t->place, 2 * RANGE), out->view))
            continue;
        drawing_ring(out, INK_STONE, t->place, RANGE * own->size);
        if (t->reload > RELOAD - SHOT_SEEN)
            drawing_line(out, INK_SHOT, t->place, t->aim);
    }
    draw_question(own, out);
}

static size_t village_counters(const scene *self, scene_counter *out)
{
    const village *own = (const village *)self;
    out[0] = (scene_counter){ "wood", own->wood };
    out[1] = (scene_counter){ "felled", own->felled };
    out[2] = (scene_counter){ "grown", own->grown };
    out[3] = (scene_counter){ "shots", own->shots };
    out[4] = (scene_counter){ "raiders_hit", own->raiders_hit };
    out[5] = (scene_counter){ "questions", own->questions };
    return 6;
}

const scene_kind scene_village = {
    .name = "village",
    .summary = "villagers seek the nearest tree and the nearest house; towers shoot at raiders in range",
    .help = "a click plants five trees",
    .count = 100,
    .least = 0,
    .most = 20000000,
    .create = village_create,
    .step = village_step,
    .event = village_event,
    .draw = village_draw,
    .counters = village_counters,
    .destroy = village_destroy,
};
