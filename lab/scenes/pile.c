/// A pile: a million boxes of one size in a world that is hardly larger, put in one by one, a share in each tick; and
/// in each tick one question, whether a box touches anything.
#include "parts.h"
#include "random.h"

enum { SHARES = 50 }; ///< Ticks until all boxes are there.

typedef struct pile {
    scene base;
    scene_random random;
    size_t wanted, there;
    float size;
    fvec2 place, velocity; ///< The lower corner of the box that asks.
    bool led, touches;
    uint64_t questions, touched;
} pile;

static void pile_destroy(scene *self)
{
    free(self);
}

static scene *pile_create(const scene_def *def, scene_index *index)
{
    pile *own = calloc(1, sizeof *own);
    if (!own)
        return NULL;
    float size = def->size < 0 ? 32 : def->size, speed = def->speed < 0 ? 3 : def->speed;
    fbox world = box_is_nothing(def->world) ? fbox_xywh(0, 0, 512, 512) : def->world;
    own->base = (scene){ .kind = &scene_pile, .index = index, .world = world };
    index_set_world(index, own->base.world);
    own->random = (scene_random){ def->seed };
    own->wanted = def->count;
    own->size = size;
    own->place = world.min;
    own->velocity = (fvec2){ speed, 0.7f * speed };
    return &own->base;
}

// Where the lower corner of a box may lie.
static fvec2 last_place(const pile *own)
{
    fbox world = own->base.world;
    float x = world.max.x - own->size, y = world.max.y - own->size;
    return (fvec2){ x > world.min.x ? x : world.min.x, y > world.min.y ? y : world.min.y };
}

static fbox box_at(const pile *own, fvec2 place)
{
    return fbox_xywh(place.x, place.y, own->size, own->size);
}

static void add_share(pile *own)
{
    size_t share = own->wanted / SHARES + 1, left = own->wanted - own->there;
    fvec2 low = own->base.world.min, high = last_place(own);
    for (size_t i = 0; i < share && i < left; i++) {
        fvec2 place = scene_random_point(&own->random, low, high);
        if (index_add(own->base.index, box_at(own, place), (qd_filter){ 0, 0 }) == INDEX_NONE)
            return;
        own->there++;
    }
}

static void pile_step(scene *self)
{
    pile *own = (pile *)self;
    fvec2 high = last_place(own);
    add_share(own);
    if (!own->led) {
        bounce(&own->place.x, &own->velocity.x, self->world.min.x, high.x);
        bounce(&own->place.y, &own->velocity.y, self->world.min.y, high.y);
    }
    own->touches = index_touches(self->index, box_at(own, own->place), 0, INDEX_NONE);
    own->questions++;
    own->touched += own->touches;
}

static void pile_event(scene *self, const scene_event *event)
{
    pile *own = (pile *)self;
    if (event->kind == EVENT_POINT) {
        own->led = true;
        own->place = point_within(event->at, self->world.min, last_place(own));
    } else if (event->kind == EVENT_KEY && event->key == KEY_ACTION) {
        own->led = false;
    }
}

static uint32_t pile_edit(scene *self, const scene_edit *edit)
{
    pile *own = (pile *)self;
    if (edit->kind == EDIT_MOVE) {
        center_item(self, edit->item, edit->at);
        return edit->item;
    }
    if (edit->kind == EDIT_ERASE) {
        remove_dense(self->index, edit->item, (uint32_t)--own->there);
        own->wanted--;
        return INDEX_NONE;
    }
    fbox box = box_centered((fvec2){ own->size, own->size }, edit->at, self->world);
    uint32_t item = index_add(self->index, box, (qd_filter){ 0, 0 });
    own->there += item != INDEX_NONE;
    own->wanted += item != INDEX_NONE;
    return item;
}

static void pile_draw(const scene *self, drawing *out)
{
    const pile *own = (const pile *)self;
    const fbox *boxes = index_boxes(self->index);
    for (size_t i = 0; i < own->there; i++)
        if (fbox_overlap(boxes[i], out->view, false))
            drawing_frame(out, INK_ITEM, boxes[i]);
    drawing_box(out, own->touches ? INK_HIT : INK_CANDIDATE, box_at(own, own->place));
}

static size_t pile_counters(const scene *self, scene_counter *out)
{
    const pile *own = (const pile *)self;
    out[0] = (scene_counter){ "boxes_now", own->there };
    out[1] = (scene_counter){ "questions", own->questions };
    out[2] = (scene_counter){ "touched", own->touched };
    return 3;
}

const scene_kind scene_pile = {
    SCENE_TEXTS("pile", "a million boxes put in one by one on top of one another, and one question a tick",
                "the mouse leads the box that asks; action (Enter) lets it go"),
    SCENE_SIGNS({ SHAPE_FRAME, INK_ITEM, "box; the more, the brighter" },
                { SHAPE_BOX, INK_CANDIDATE, "asks, touches none" }, { SHAPE_BOX, INK_HIT, "asks, touches some" }),
    SCENE_COUNT(1000000, 0, 100000000),
    SCENE_BY(pile_create, pile_step, pile_draw, pile_counters, pile_destroy),
    .event = pile_event,
    .edit = pile_edit,
};
