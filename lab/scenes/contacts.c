/// Boxes that bounce off one another. The index tells which contacts began and which ended since the last tick: where
/// one begins both boxes react, once, however long they go on touching, and a flash shows the place. Whether a box
/// touches anything is known from these events alone.
#include "mover.h"

#include <stdlib.h>

enum { FLASH_TICKS = 14 };

typedef struct flash {
    fvec2 at;
    float radius; ///< At its largest.
    uint64_t tick;
} flash;

typedef struct contacts {
    scene base;
    scene_def def;
    scene_random random;
    mover *movers;
    uint32_t *touching; ///< By number, how many boxes each one is in contact with; those of removed ones too.
    size_t count, space;
    flash *flashes; ///< The oldest first.
    size_t flash_count, flash_space;
    uint64_t tick, began, stayed, ended, began_now, stayed_now, ended_now;
} contacts;

static void contacts_destroy(scene *self)
{
    contacts *own = (contacts *)self;
    if (!own)
        return;
    free(own->movers);
    free(own->touching);
    free(own->flashes);
    free(own);
}

static bool reserve(contacts *own, size_t wanted)
{
    if (wanted <= own->space)
        return true;
    size_t space = wanted > 2 * own->space ? wanted : 2 * own->space;
    if (!grow_array((void **)&own->movers, space, sizeof *own->movers) ||
        !grow_array((void **)&own->touching, space, sizeof *own->touching))
        return false;
    for (size_t i = own->space; i < space; i++)
        own->touching[i] = 0;
    own->space = space;
    return true;
}

static bool fill(contacts *own)
{
    size_t count = own->def.count;
    fbox *boxes = malloc((count ? count : 1) * sizeof *boxes);
    if (!boxes || !reserve(own, count)) {
        free(boxes);
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        own->movers[i] = mover_random(&own->random, &own->def);
        boxes[i] = mover_box(&own->movers[i]);
    }
    own->count = count;
    bool good = count == 0 || index_add_many(own->base.index, boxes, count, (qd_filter){ 0, 0 }) != INDEX_NONE;
    free(boxes);
    return good;
}

static scene *contacts_create(const scene_def *def, scene_index *index)
{
    contacts *own = calloc(1, sizeof *own);
    if (!own)
        return NULL;
    own->def = *def;
    own->def.size = def->size < 0 ? 24 : def->size;
    own->def.speed = def->speed < 0 ? own->def.size / 8 : def->speed;
    if (box_is_nothing(def->world))
        own->def.world = square_world(2 * def->count, own->def.size);
    own->random = (scene_random){ def->seed };
    own->base = (scene){ .kind = &scene_contacts, .index = index, .world = own->def.world };
    index_set_world(index, own->base.world);
    if (fill(own))
        return &own->base;
    contacts_destroy(&own->base);
    return NULL;
}

// Where two boxes overlap, or the place between them.
static fbox common(fbox a, fbox b)
{
    fvec2 low = { a.min.x > b.min.x ? a.min.x : b.min.x, a.min.y > b.min.y ? a.min.y : b.min.y };
    fvec2 high = { a.max.x < b.max.x ? a.max.x : b.max.x, a.max.y < b.max.y ? a.max.y : b.max.y };
    return (fbox){ low, high };
}

// Where memory runs out a flash is missing.
static void add_flash(contacts *own, index_pair pair)
{
    if (own->flash_count == own->flash_space) {
        size_t space = 2 * own->flash_space + 64;
        if (!grow_array((void **)&own->flashes, space, sizeof *own->flashes))
            return;
        own->flash_space = space;
    }
    fbox a = index_box(own->base.index, pair.a), b = index_box(own->base.index, pair.b);
    fvec2 at = box_center(common(a, b));
    own->flashes[own->flash_count++] = (flash){ at, 0.75f * own->def.size, own->tick };
}

static void forget_old_flashes(contacts *own)
{
    size_t old = 0, left;
    while (old < own->flash_count && own->flashes[old].tick + FLASH_TICKS <= own->tick)
        old++;
    left = own->flash_count - old;
    for (size_t i = 0; i < left && old > 0; i++)
        own->flashes[i] = own->flashes[old + i];
    own->flash_count = left;
}

// As balls of one weight do: each goes on with the other's velocity.
static void react(contacts *own, index_pair pair)
{
    mover *a = &own->movers[pair.a], *b = &own->movers[pair.b];
    fvec2 velocity = a->velocity;
    a->velocity = b->velocity;
    b->velocity = velocity;
}

// Contacts that end are those of removed boxes too: they go by the numbers that these had.
static void take_events(contacts *own)
{
    index_contacts seen = index_ask_contacts(own->base.index);
    for (size_t i = 0; i < seen.ended_count; i++) {
        own->touching[seen.ended[i].a]--;
        own->touching[seen.ended[i].b]--;
    }
    for (size_t i = 0; i < seen.began_count; i++) {
        own->touching[seen.began[i].a]++;
        own->touching[seen.began[i].b]++;
        react(own, seen.began[i]);
        add_flash(own, seen.began[i]);
    }
    own->began_now = seen.began_count;
    own->ended_now = seen.ended_count;
    own->stayed_now = seen.count - seen.began_count;
    own->began += own->began_now;
    own->stayed += own->stayed_now;
    own->ended += own->ended_now;
}

static void contacts_step(scene *self)
{
    contacts *own = (contacts *)self;
    fbox *boxes = index_boxes(self->index);
    for (size_t i = 0; i < own->count; i++) {
        mover_step(&own->movers[i], self->world);
        boxes[i] = mover_box(&own->movers[i]);
    }
    index_move_many(self->index, 0, boxes, own->count);
    own->tick++;
    forget_old_flashes(own);
    take_events(own);
}

// Its number, which is the next one; INDEX_NONE: no memory.
static uint32_t add(contacts *own, mover m)
{
    if (!reserve(own, own->count + 1))
        return INDEX_NONE;
    uint32_t item = index_add(own->base.index, mover_box(&m), (qd_filter){ 0, 0 });
    if (item == INDEX_NONE)
        return INDEX_NONE;
    own->movers[item] = m;
    own->count++;
    return item;
}

static void contacts_event(scene *self, const scene_event *event)
{
    enum { BURST = 10 };
    contacts *own = (contacts *)self;
    for (int i = 0; i < BURST && event->kind == EVENT_PRESS; i++) {
        mover m = mover_random(&own->random, &own->def);
        mover_put(&m, self->world, event->at);
        if (add(own, m) == INDEX_NONE)
            return;
    }
}

static uint32_t contacts_edit(scene *self, const scene_edit *edit)
{
    contacts *own = (contacts *)self;
    if (edit->kind == EDIT_ADD) {
        mover m = mover_random(&own->random, &own->def);
        mover_put_center(&m, self->world, edit->at);
        return add(own, m);
    }
    if (edit->kind == EDIT_ERASE) {
        uint32_t last = (uint32_t)--own->count;
        remove_dense(self->index, edit->item, last);
        own->movers[edit->item] = own->movers[last];
        return INDEX_NONE;
    }
    mover *m = &own->movers[edit->item];
    mover_put_center(m, self->world, edit->at);
    index_move(self->index, edit->item, mover_box(m));
    return edit->item;
}

// A disc that shrinks in a ring that grows.
static void draw_flash(const contacts *own, const flash *f, drawing *out)
{
    fbox around = fbox_around(f->at, f->radius, f->radius);
    if (!fbox_overlap(around, out->view, false))
        return;
    float age = (float)(own->tick - f->tick) / FLASH_TICKS;
    drawing_disc(out, INK_LIGHT, f->at, (1 - age) * f->radius);
    drawing_ring(out, INK_HERO, f->at, (0.25f + 0.75f * age) * f->radius);
}

static void contacts_draw(const scene *self, drawing *out)
{
    const contacts *own = (const contacts *)self;
    draw_ground(out, self->world);
    index_list seen = index_look(self->index, out->view);
    for (size_t i = 0; i < seen.count; i++) {
        ink color = own->touching[seen.items[i]] > 0 ? INK_HIT : INK_ITEM;
        drawing_box(out, color, index_box(self->index, seen.items[i]));
    }
    for (size_t i = 0; i < own->flash_count; i++)
        draw_flash(own, &own->flashes[i], out);
}

static size_t contacts_counters(const scene *self, scene_counter *out)
{
    const contacts *own = (const contacts *)self;
    out[0] = (scene_counter){ "began", own->began };
    out[1] = (scene_counter){ "stayed", own->stayed };
    out[2] = (scene_counter){ "ended", own->ended };
    out[3] = (scene_counter){ "began_now", own->began_now };
    out[4] = (scene_counter){ "stayed_now", own->stayed_now };
    out[5] = (scene_counter){ "ended_now", own->ended_now };
    return 6;
}

const scene_kind scene_contacts = {
    .name = "contacts",
    .summary = "boxes bounce off one another; where a contact begins there is a flash",
    .help = "a click adds ten boxes",
    .count = 300,
    .least = 0,
    .most = 100000000,
    .create = contacts_create,
    .step = contacts_step,
    .event = contacts_event,
    .draw = contacts_draw,
    .counters = contacts_counters,
    .destroy = contacts_destroy,
    .edit = contacts_edit,
};
