/// Boxes that bounce off one another. The index reports the contacts that began and ended since the last tick: where
/// one begins both boxes react, once, however long they go on touching, and a flash shows the place. Whether a box
/// touches anything is known from these events alone.
#include "movers.h"

enum { FLASH_TICKS = 14 };

typedef struct flash {
    fvec2 at;
    float radius; ///< At its largest.
    uint64_t tick;
} flash;

typedef struct contacts {
    movers movers;  ///< Marks: by number, how many boxes each one is in contact with; those of removed ones too.
    flash *flashes; ///< The oldest first.
    size_t flash_count, flash_space;
    uint64_t tick, began, stayed, ended, began_now, stayed_now, ended_now;
} contacts;

static void contacts_destroy(scene *self)
{
    contacts *own = (contacts *)self;
    if (!own)
        return;
    movers_end(&own->movers);
    free(own->flashes);
    free(own);
}

static scene *contacts_create(const scene_def *def, scene_index *index)
{
    contacts *own = calloc(1, sizeof *own);
    float size = def->size < 0 ? 24 : def->size, speed = def->speed < 0 ? size / 8 : def->speed;
    if (!own || movers_begin(&own->movers, &scene_contacts, def, index, size, speed, 2 * def->count))
        return (scene *)own;
    contacts_destroy(&own->movers.base);
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
    fbox a = index_box(own->movers.base.index, pair.a), b = index_box(own->movers.base.index, pair.b);
    fvec2 at = box_center(common(a, b));
    own->flashes[own->flash_count++] = (flash){ at, 0.75f * own->movers.def.size, own->tick };
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
    mover *a = &own->movers.all[pair.a], *b = &own->movers.all[pair.b];
    fvec2 velocity = a->velocity;
    a->velocity = b->velocity;
    b->velocity = velocity;
}

// Contacts that end are those of removed boxes too: they go by the numbers that these had.
static void take_events(contacts *own)
{
    index_contacts seen = index_ask_contacts(own->movers.base.index);
    for (size_t i = 0; i < seen.ended_count; i++) {
        own->movers.marks[seen.ended[i].a]--;
        own->movers.marks[seen.ended[i].b]--;
    }
    for (size_t i = 0; i < seen.began_count; i++) {
        own->movers.marks[seen.began[i].a]++;
        own->movers.marks[seen.began[i].b]++;
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
    movers_move(&own->movers);
    own->tick++;
    forget_old_flashes(own);
    take_events(own);
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
        ink color = own->movers.marks[seen.items[i]] > 0 ? INK_HIT : INK_ITEM;
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
    SCENE_TEXTS("contacts", "boxes bounce off one another; where a contact begins there is a flash",
                "a click adds ten boxes"),
    SCENE_SIGNS({ SHAPE_BOX, INK_ITEM, "free" }, { SHAPE_BOX, INK_HIT, "in contact" },
                { SHAPE_DISC, INK_LIGHT, "a contact begins" }, { SHAPE_RING, INK_HERO, "and spreads" }),
    SCENE_COUNT(300, 0, 100000000),
    SCENE_BY(contacts_create, contacts_step, contacts_draw, contacts_counters, contacts_destroy),
    .event = movers_event,
    .edit = movers_edit,
};
