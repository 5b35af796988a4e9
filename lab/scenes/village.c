/// A village: villagers look for the nearest tree that they can see, fell it and carry the wood to the nearest house;
/// raiders come by, and towers shoot at those in range. Every question is for one layer among all that stands and
/// walks.
///
/// In each tick all villagers first ask, then act: none sees a world half of which has moved.
#include "village_parts.h"

static void village_destroy(scene *self)
{
    village *own = (village *)self;
    if (!own)
        return;
    free(own->villagers);
    free(own->raiders);
    free(own->towers);
    free(own->trees);
    free(own->tree_of);
    free(own);
}

static fvec2 random_place(village *own)
{
    fbox world = own->base.world;
    return scene_random_point(&own->random, world.min, world.max);
}

// What a question sees is all that a layer is for: no pairs are looked for.
static qd_filter on_layer(uint32_t layer)
{
    return (qd_filter){ layer, QD_NO_LAYER };
}

static bool grow_tree(village *own, size_t which)
{
    return village_plant(own, which, random_place(own)) != INDEX_NONE;
}

// From one side of the world to the other.
static void start_raider(village *own, raider *r)
{
    fbox world = own->base.world;
    bool from_left = scene_random_unit(&own->random) < 0.5f;
    float pace = own->speed * scene_random_between(&own->random, 0.5f, 1);
    r->place = random_place(own);
    r->place.x = from_left ? world.min.x : world.max.x;
    r->velocity = (fvec2){ from_left ? pace : -pace, scene_random_between(&own->random, -0.3f * pace, 0.3f * pace) };
    r->lives = RAIDER_LIVES;
}

static bool add_boxes(const village *own, const fbox *boxes, size_t count, uint32_t layer)
{
    return count == 0 || index_add_many(own->base.index, boxes, count, on_layer(layer)) != INDEX_NONE;
}

static bool add_villagers(village *own, fbox *boxes)
{
    for (size_t i = 0; i < own->villager_count; i++) {
        own->villagers[i].place = random_place(own);
        boxes[i] = village_body(own, own->villagers[i].place, VILLAGER_SIDE);
    }
    return add_boxes(own, boxes, own->villager_count, LAYER_VILLAGER);
}

static bool add_raiders(village *own, fbox *boxes)
{
    for (size_t i = 0; i < own->raider_count; i++) {
        start_raider(own, &own->raiders[i]);
        own->raiders[i].place = random_place(own);
        boxes[i] = village_body(own, own->raiders[i].place, RAIDER_SIDE);
    }
    return add_boxes(own, boxes, own->raider_count, LAYER_RAIDER);
}

static bool add_buildings(village *own, fbox *boxes)
{
    for (size_t i = 0; i < own->house_count; i++)
        boxes[i] = village_body(own, random_place(own), HOUSE_SIDE);
    bool good = add_boxes(own, boxes, own->house_count, LAYER_HOUSE);
    for (size_t i = 0; i < own->tower_count; i++) {
        own->towers[i].place = random_place(own);
        boxes[i] = village_body(own, own->towers[i].place, TOWER_SIDE);
    }
    return good && add_boxes(own, boxes, own->tower_count, LAYER_TOWER);
}

static bool populate(village *own)
{
    size_t most = own->villager_count + own->raider_count + own->house_count + own->tower_count;
    fbox *boxes = calloc(most, sizeof *boxes);
    own->villagers = calloc(own->villager_count + 1, sizeof *own->villagers);
    own->raiders = calloc(own->raider_count, sizeof *own->raiders);
    own->towers = calloc(own->tower_count, sizeof *own->towers);
    own->trees = calloc(own->tree_count, sizeof *own->trees);
    bool good = boxes && own->villagers && own->raiders && own->towers && own->trees;
    good = good && add_villagers(own, boxes) && add_raiders(own, boxes) && add_buildings(own, boxes);
    for (size_t i = 0; good && i < own->tree_count; i++)
        good = grow_tree(own, i);
    free(boxes);
    return good;
}

static scene *village_create(const scene_def *def, scene_index *index)
{
    village *own = calloc(1, sizeof *own);
    if (!own)
        return NULL;
    own->size = def->size < 0 ? 8 : def->size;
    own->speed = def->speed < 0 ? 0.15f * own->size : def->speed;
    own->sight = 12 * own->size;
    own->range = 10 * own->size;
    own->villager_count = def->count;
    own->tree_count = 3 * def->count + 1;
    own->raider_count = own->house_count = def->count / 10 + 1;
    own->tower_count = def->count / 25 + 1;
    own->tree_room = own->tree_count;
    own->raider_first = (uint32_t)own->villager_count;
    own->tower_first = (uint32_t)(own->villager_count + own->raider_count + own->house_count);
    fbox world = box_is_nothing(def->world) ? square_world(12 * def->count, own->size) : def->world;
    own->base = (scene){ .kind = &scene_village, .index = index, .world = world };
    index_set_world(index, own->base.world);
    own->random = (scene_random){ def->seed };
    if (populate(own))
        return &own->base;
    village_destroy(&own->base);
    return NULL;
}

// The nearest tree in sight, or a walk somewhere else.
static void seek_tree(village *own, villager *v)
{
    index_near near;
    if (v->timer-- > 0)
        return;
    if (index_nearest(own->base.index, v->place, own->sight, LAYER_TREE, &near, 1) == 1) {
        v->errand = GO_TO_TREE;
        v->target = own->tree_of[near.item];
        v->goal = box_center(index_box(own->base.index, near.item));
    } else {
        v->timer = CHOP_TICKS;
        v->goal = random_place(own);
    }
}

static void seek_house(const village *own, villager *v)
{
    index_near near;
    if (index_nearest(own->base.index, v->place, INFINITY, LAYER_HOUSE, &near, 1) == 1) {
        v->errand = GO_HOME;
        v->goal = box_center(index_box(own->base.index, near.item));
    }
}

static void take_aim(const village *own, tower *t)
{
    t->shoots = false;
    if (t->timer-- > 0)
        return;
    index_list seen = index_in_circle(own->base.index, t->place, own->range, LAYER_RAIDER);
    t->timer = seen.count > 0 ? RELOAD_TICKS : 1;
    if (seen.count > 0) {
        t->shoots = true;
        t->aim = box_center(index_box(own->base.index, seen.items[0]));
    }
}

static void hit_raiders(village *own)
{
    for (size_t i = 0; i < own->tower_count; i++) {
        if (!own->towers[i].shoots)
            continue;
        own->shots++;
        index_list there = index_in_circle(own->base.index, own->towers[i].aim, 0, LAYER_RAIDER);
        for (size_t k = 0; k < there.count; k++)
            own->raiders[there.items[k] - own->raider_first].lives--;
    }
}

static void ask(village *own)
{
    for (size_t i = 0; i < own->villager_count; i++)
        if (own->villagers[i].errand == SEEK_TREE)
            seek_tree(own, &own->villagers[i]);
        else if (own->villagers[i].errand == SEEK_HOUSE)
            seek_house(own, &own->villagers[i]);
    for (size_t i = 0; i < own->tower_count; i++)
        take_aim(own, &own->towers[i]);
    hit_raiders(own);
}

// Does the tree that a villager is after still stand where it was seen?
static bool stands(const village *own, const villager *v)
{
    const tree *t = &own->trees[v->target];
    if (t->pieces == 0)
        return false;
    fvec2 at = box_center(index_box(own->base.index, t->item));
    return at.x == v->goal.x && at.y == v->goal.y;
}

// A step towards the goal. True: it is there.
static bool walk(const village *own, villager *v)
{
    fvec2 way = { v->goal.x - v->place.x, v->goal.y - v->place.y };
    float left = sqrtf(way.x * way.x + way.y * way.y);
    if (left <= own->speed + 0.7f * own->size)
        return true;
    fvec2 to = { v->place.x + way.x / left * own->speed, v->place.y + way.y / left * own->speed };
    v->place = point_within(to, own->base.world.min, own->base.world.max);
    return false;
}

static void chop(village *own, villager *v)
{
    tree *t = &own->trees[v->target];
    if (!stands(own, v)) { // Another was quicker.
        v->errand = SEEK_TREE;
        v->timer = 0;
    } else if (--v->timer <= 0) {
        v->errand = SEEK_HOUSE;
        if (--t->pieces > 0)
            return;
        own->felled++;
        t->timer = GROW_TICKS;
        index_remove(own->base.index, t->item);
    }
}

static void act(village *own, villager *v)
{
    switch (v->errand) {
    case SEEK_TREE:
        walk(own, v);
        break;
    case GO_TO_TREE:
        if (walk(own, v)) {
            v->errand = CHOP;
            v->timer = CHOP_TICKS;
        }
        break;
    case CHOP:
        chop(own, v);
        break;
    case GO_HOME:
        if (walk(own, v)) {
            own->wood++;
            v->errand = SEEK_TREE;
            v->timer = 0;
        }
        break;
    case SEEK_HOUSE:
        break;
    }
}

static void move_raider(village *own, raider *r)
{
    fbox world = own->base.world;
    fvec2 to = { r->place.x + r->velocity.x, r->place.y + r->velocity.y };
    own->defeated += r->lives <= 0;
    if (r->lives <= 0 || to.x < world.min.x || to.x > world.max.x)
        start_raider(own, r);
    else
        r->place = point_within(to, world.min, world.max);
}

static void village_step(scene *self)
{
    village *own = (village *)self;
    ask(own);
    for (size_t i = 0; i < own->villager_count; i++)
        act(own, &own->villagers[i]);
    fbox *boxes = index_boxes(self->index), *raiders = boxes + own->raider_first;
    for (size_t i = 0; i < own->villager_count; i++)
        boxes[i] = village_body(own, own->villagers[i].place, VILLAGER_SIDE);
    for (size_t i = 0; i < own->raider_count; i++) {
        move_raider(own, &own->raiders[i]);
        raiders[i] = village_body(own, own->raiders[i].place, RAIDER_SIDE);
    }
    index_move_many(self->index, 0, boxes, own->villager_count);
    index_move_many(self->index, own->raider_first, raiders, own->raider_count);
    for (size_t i = 0; i < own->tree_count; i++)
        if (own->trees[i].pieces == 0 && --own->trees[i].timer <= 0 && !grow_tree(own, i))
            return;
}

// A click plants nothing: it sends the villagers nearby to look for trees from there.
static void village_event(scene *self, const scene_event *event)
{
    village *own = (village *)self;
    if (event->kind != EVENT_PRESS)
        return;
    fvec2 goal = point_within(event->at, self->world.min, self->world.max);
    index_list near = index_in_circle(self->index, goal, own->sight, LAYER_VILLAGER);
    for (size_t i = 0; i < near.count; i++) {
        villager *v = &own->villagers[near.items[i]];
        if (v->errand == SEEK_TREE || v->errand == GO_TO_TREE) {
            v->errand = SEEK_TREE;
            v->timer = CHOP_TICKS;
            v->goal = goal;
        }
    }
}

static size_t village_counters(const scene *self, scene_counter *out)
{
    const village *own = (const village *)self;
    out[0] = (scene_counter){ "wood", own->wood };
    out[1] = (scene_counter){ "felled", own->felled };
    out[2] = (scene_counter){ "shots", own->shots };
    out[3] = (scene_counter){ "defeated", own->defeated };
    return 4;
}

const scene_kind scene_village = {
    SCENE_TEXTS("village", "villagers look for the nearest tree, then the nearest house; towers shoot what is in range",
                "a click sends the villagers around it there"),
    SCENE_SIGNS({ SHAPE_TRIANGLE, INK_ITEM, "villager" }, { SHAPE_TRIANGLE, INK_HERO, "with wood" },
                { SHAPE_DISC, INK_PLANT, "tree" }, { SHAPE_BOX, INK_HOUSE, "house" }, { SHAPE_BOX, INK_STONE, "tower" },
                { SHAPE_RING, INK_QUERY, "its range" }, { SHAPE_DIAMOND, INK_HIT, "raider" },
                { SHAPE_LINE, INK_LINK, "to the nearest tree" }),
    SCENE_COUNT(200, 0, 10000000),
    SCENE_BY(village_create, village_step, village_draw, village_counters, village_destroy),
    .event = village_event,
    .edit = village_edit,
};
