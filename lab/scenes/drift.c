/// Drifting boxes: random places, sizes and velocities, bouncing off the world's edges; those that overlap another one
/// are marked in each tick. A click adds some.
#include "movers.h"

typedef struct drift {
    movers own; ///< Marked: those that overlap another one in this tick.
    uint64_t pairs, colliding;
} drift;

static void drift_destroy(scene *self)
{
    if (!self)
        return;
    movers_end((movers *)self);
    free(self);
}

static scene *drift_create(const scene_def *def, scene_index *index)
{
    drift *self = calloc(1, sizeof *self);
    float size = def->size < 0 ? 8 : def->size, speed = def->speed < 0 ? size / 4 : def->speed;
    if (!self || movers_begin(&self->own, &scene_drift, def, index, size, speed, def->count))
        return (scene *)self;
    drift_destroy(&self->own.base);
    return NULL;
}

static void mark(void *context, const index_pair *pairs, size_t count)
{
    drift *self = context;
    self->pairs += count;
    for (size_t i = 0; i < count; i++)
        self->own.marks[pairs[i].a] = self->own.marks[pairs[i].b] = 1;
}

static void drift_step(scene *base)
{
    drift *self = (drift *)base;
    movers_move(&self->own);
    for (size_t i = 0; i < self->own.count; i++)
        self->own.marks[i] = 0;
    index_pairs(base->index, mark, self);
    for (size_t i = 0; i < self->own.count; i++)
        self->colliding += self->own.marks[i];
}

enum { MET_MOST = 64 }; // The next tick marks the others.

static index_list overlapping(const drift *self, uint32_t item)
{
    scene_index *index = self->own.base.index;
    return index_look(index, index_box(index, item));
}

// Marks a box and those that it overlaps.
static void mark_about(drift *self, uint32_t item)
{
    const index_list met = overlapping(self, item);
    for (size_t i = 0; met.count > 1 && i < met.count; i++)
        self->own.marks[met.items[i]] = 1;
}

// Marks the boxes around at once, so that colours are right while time stands still. The last box gets the number of
// one that is erased, and its mark.
static uint32_t drift_edit(scene *base, const scene_edit *edit)
{
    drift *self = (drift *)base;
    movers *own = &self->own;
    uint32_t left[MET_MOST];
    size_t count = 0;
    if (edit->kind != EDIT_ADD) {
        const index_list met = overlapping(self, edit->item);
        for (; count < met.count && count < MET_MOST; count++)
            left[count] = met.items[count];
    }
    const size_t before = own->count;
    const uint32_t item = movers_edit(base, edit);
    const bool erased = own->count < before;
    if (erased) {
        own->marks[edit->item] = own->marks[own->count];
        own->marks[own->count] = 0;
    }
    for (size_t i = 0; i < count; i++) {
        const uint32_t one = erased && left[i] == own->count ? edit->item : left[i];
        if (one < own->count && !(erased && left[i] == edit->item))
            own->marks[one] = overlapping(self, one).count > 1;
    }
    if (item != INDEX_NONE)
        mark_about(self, item);
    return item;
}

static void drift_event(scene *base, const scene_event *event)
{
    drift *self = (drift *)base;
    const size_t before = self->own.count;
    movers_event(base, event);
    for (size_t item = before; item < self->own.count; item++)
        mark_about(self, (uint32_t)item);
}

static void drift_draw(const scene *self, drawing *out)
{
    const movers *own = (const movers *)self;
    if (drawing_crowd(out, index_boxes(self->index), own->marks, own->count, self->world))
        return;
    index_list seen = index_look(self->index, out->view);
    for (size_t i = 0; i < seen.count; i++)
        drawing_box(out, own->marks[seen.items[i]] ? INK_HIT : INK_ITEM, index_box(self->index, seen.items[i]));
}

static size_t drift_counters(const scene *self, scene_counter *out)
{
    const drift *own = (const drift *)self;
    out[0] = (scene_counter){ "pairs", own->pairs };
    out[1] = (scene_counter){ "colliding", own->colliding };
    return 2;
}

const scene_kind scene_drift = {
    SCENE_TEXTS("drift", "boxes drift about and bounce off the world's edges; those that collide change colour",
                "a click adds ten boxes"),
    SCENE_SIGNS({ SHAPE_BOX, INK_ITEM, "free" }, { SHAPE_BOX, INK_HIT, "collides" }),
    SCENE_COUNT(2000, 0, 100000000),
    SCENE_BY(drift_create, drift_step, drift_draw, drift_counters, drift_destroy),
    .event = drift_event,
    .edit = drift_edit,
};
