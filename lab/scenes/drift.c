/// Drifting boxes: random places, sizes and velocities, bouncing off the world's edges; those that overlap another one
/// are marked in each tick. A click adds some.
#include "mover.h"

#include <stdlib.h>

typedef struct drift {
    scene base;
    scene_def def;
    scene_random random;
    mover *movers;
    uint8_t *hit; ///< Does it overlap another one in this tick?
    size_t count, space;
    uint64_t pairs, colliding;
} drift;

static void drift_destroy(scene *self)
{
    drift *own = (drift *)self;
    if (!own)
        return;
    free(own->movers);
    free(own->hit);
    free(own);
}

static bool reserve(drift *own, size_t space)
{
    if (space <= own->space)
        return true;
    space = space > 2 * own->space ? space : 2 * own->space;
    return grow_array((void **)&own->movers, space, sizeof *own->movers) &&
           grow_array((void **)&own->hit, space, sizeof *own->hit) && (own->space = space);
}

static bool fill(drift *own)
{
    size_t count = own->def.count;
    fbox *boxes = malloc((count ? count : 1) * sizeof *boxes);
    if (!boxes || !reserve(own, count)) {
        free(boxes);
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        own->movers[i] = mover_random(&own->random, &own->def);
        own->hit[i] = 0;
        boxes[i] = mover_box(&own->movers[i]);
    }
    own->count = count;
    bool good = count == 0 || index_add_many(own->base.index, boxes, count, (qd_filter){ 0, 0 }) != INDEX_NONE;
    free(boxes);
    return good;
}

static scene *drift_create(const scene_def *def, scene_index *index)
{
    drift *own = calloc(1, sizeof *own);
    if (!own)
        return NULL;
    own->def = *def;
    own->def.size = def->size < 0 ? 8 : def->size;
    own->def.speed = def->speed < 0 ? own->def.size / 4 : def->speed;
    if (box_is_nothing(def->world))
        own->def.world = square_world(def->count, own->def.size);
    own->random = (scene_random){ def->seed };
    own->base = (scene){ .kind = &scene_drift, .index = index, .world = own->def.world };
    index_set_world(index, own->base.world);
    if (fill(own))
        return &own->base;
    drift_destroy(&own->base);
    return NULL;
}

static void mark(void *context, const index_pair *pairs, size_t count)
{
    drift *own = context;
    own->pairs += count;
    for (size_t i = 0; i < count; i++)
        own->hit[pairs[i].a] = own->hit[pairs[i].b] = 1;
}

static void drift_step(scene *self)
{
    drift *own = (drift *)self;
    fbox *boxes = index_boxes(self->index), world = self->world;
    for (size_t i = 0; i < own->count; i++) {
        mover *m = &own->movers[i];
        mover_step(m, world);
        boxes[i] = mover_box(m);
        own->hit[i] = 0;
    }
    index_move_many(self->index, 0, boxes, own->count);
    index_pairs(self->index, mark, own);
    for (size_t i = 0; i < own->count; i++)
        own->colliding += own->hit[i];
}

// Its number, which is the next one; INDEX_NONE: no memory.
static uint32_t add(drift *own, mover m)
{
    if (!reserve(own, own->count + 1))
        return INDEX_NONE;
    uint32_t item = index_add(own->base.index, mover_box(&m), (qd_filter){ 0, 0 });
    if (item == INDEX_NONE)
        return INDEX_NONE;
    own->movers[item] = m;
    own->hit[item] = 0;
    own->count++;
    return item;
}

static void erase(drift *own, uint32_t item)
{
    uint32_t last = (uint32_t)--own->count;
    remove_dense(own->base.index, item, last);
    own->movers[item] = own->movers[last];
    own->hit[item] = own->hit[last];
}

static void drift_event(scene *self, const scene_event *event)
{
    enum { BURST = 10 };
    drift *own = (drift *)self;
    for (int i = 0; i < BURST && event->kind == EVENT_PRESS; i++) {
        mover m = mover_random(&own->random, &own->def);
        mover_put(&m, self->world, event->at);
        if (add(own, m) == INDEX_NONE)
            return;
    }
}

static uint32_t drift_edit(scene *self, const scene_edit *edit)
{
    drift *own = (drift *)self;
    if (edit->kind == EDIT_ADD) {
        mover m = mover_random(&own->random, &own->def);
        mover_put_center(&m, self->world, edit->at);
        return add(own, m);
    }
    if (edit->kind == EDIT_ERASE) {
        erase(own, edit->item);
        return INDEX_NONE;
    }
    mover *m = &own->movers[edit->item];
    mover_put_center(m, self->world, edit->at);
    index_move(self->index, edit->item, mover_box(m));
    return edit->item;
}

static void drift_draw(const scene *self, drawing *out)
{
    const drift *own = (const drift *)self;
    index_list seen = index_look(self->index, out->view);
    for (size_t i = 0; i < seen.count; i++)
        drawing_box(out, own->hit[seen.items[i]] ? INK_HIT : INK_ITEM, index_box(self->index, seen.items[i]));
}

static size_t drift_counters(const scene *self, scene_counter *out)
{
    const drift *own = (const drift *)self;
    out[0] = (scene_counter){ "pairs", own->pairs };
    out[1] = (scene_counter){ "colliding", own->colliding };
    return 2;
}

const scene_kind scene_drift = {
    .name = "drift",
    .summary = "boxes drift about and bounce off the world's edges; those that collide change colour",
    .help = "a click adds ten boxes",
    .count = 2000,
    .least = 0,
    .most = 100000000,
    .create = drift_create,
    .step = drift_step,
    .event = drift_event,
    .draw = drift_draw,
    .counters = drift_counters,
    .destroy = drift_destroy,
    .edit = drift_edit,
};
