// Movers in the order of their numbers in the index.
#include "movers.h"

static bool reserve(movers *self, size_t wanted)
{
    if (wanted <= self->space)
        return true;
    size_t space = wanted > 2 * self->space ? wanted : 2 * self->space;
    if (!grow_array((void **)&self->all, space, sizeof *self->all) ||
        !grow_array((void **)&self->marks, space, sizeof *self->marks))
        return false;
    for (size_t i = self->space; i < space; i++)
        self->marks[i] = 0;
    self->space = space;
    return true;
}

static bool fill(movers *self)
{
    size_t count = self->def.count;
    fbox *boxes = malloc((count ? count : 1) * sizeof *boxes);
    if (!boxes || !reserve(self, count)) {
        free(boxes);
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        self->all[i] = mover_random(&self->random, &self->def);
        boxes[i] = mover_box(&self->all[i]);
    }
    self->count = count;
    bool good = count == 0 || index_add_many(self->base.index, boxes, count, (qd_filter){ 0, 0 }) != INDEX_NONE;
    free(boxes);
    return good;
}

bool movers_begin(movers *self, const scene_kind *kind, const scene_def *def, scene_index *index, float size,
                  float speed, size_t room)
{
    self->def = *def;
    self->def.size = size;
    self->def.speed = speed;
    if (box_is_nothing(def->world))
        self->def.world = square_world(room, size);
    self->random = (scene_random){ def->seed };
    self->base = (scene){ .kind = kind, .index = index, .world = self->def.world };
    index_set_world(index, self->base.world);
    return fill(self);
}

void movers_end(movers *self)
{
    free(self->all);
    free(self->marks);
}

void movers_move(movers *self)
{
    fbox *boxes = index_boxes(self->base.index), world = self->base.world;
    for (size_t i = 0; i < self->count; i++) {
        mover_step(&self->all[i], world);
        boxes[i] = mover_box(&self->all[i]);
    }
    index_move_many(self->base.index, 0, boxes, self->count);
}

// Its number, which is the next one; INDEX_NONE: no memory.
static uint32_t add(movers *self, mover m)
{
    if (!reserve(self, self->count + 1))
        return INDEX_NONE;
    uint32_t item = index_add(self->base.index, mover_box(&m), (qd_filter){ 0, 0 });
    if (item != INDEX_NONE)
        self->all[self->count++] = m;
    return item;
}

void movers_event(scene *self, const scene_event *event)
{
    enum { BURST = 10 };
    movers *own = (movers *)self;
    for (int i = 0; i < BURST && event->kind == EVENT_PRESS; i++) {
        mover m = mover_random(&own->random, &own->def);
        mover_put(&m, self->world, event->at);
        if (add(own, m) == INDEX_NONE)
            return;
    }
}

uint32_t movers_edit(scene *self, const scene_edit *edit)
{
    movers *own = (movers *)self;
    if (edit->kind == EDIT_ADD) {
        mover m = mover_random(&own->random, &own->def);
        mover_put_center(&m, self->world, edit->at);
        return add(own, m);
    }
    if (edit->kind == EDIT_ERASE) {
        uint32_t last = (uint32_t)--own->count;
        remove_dense(self->index, edit->item, last);
        own->all[edit->item] = own->all[last];
        return INDEX_NONE;
    }
    mover *m = &own->all[edit->item];
    mover_put_center(m, self->world, edit->at);
    index_move(self->index, edit->item, mover_box(m));
    return edit->item;
}
