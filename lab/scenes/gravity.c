/// Two galaxies meet: each star is pulled by all others, as quadrille/gravity.h sums that up, and the cells that act as
/// one on the star under the mouse are drawn. Stars are in the index as boxes that are too small to matter; what they
/// do is in doubles, in units in which a galaxy weighs 1.
#include "galaxies.h"
#include "parts.h"

static const float world_side = 1024, units_across = 16; // of the default world; what it shows of the galaxies' units
static const double farthest = 1e30;                     // from the middle, in the world: no star is drawn beyond

typedef struct gravity {
    scene base;
    qd_gravity *gravity;
    qd_motion motion; ///< The stars by item, with room for `space`.
    double *mass;     ///< Which the motion only reads.
    uint8_t *inks;
    size_t space;
    double step, per_unit; ///< A tick; the world's lengths in one of the scene's.
    double star;           ///< The mass of one that is added.
    float side;
    bool stale; ///< The accelerations are not those of the places any more.
    fvec2 mouse;
    bool hidden;     ///< What acts is not to be drawn.
    uint32_t picked; ///< The star nearest to the mouse; INDEX_NONE: no star.
    uint64_t cells, bodies;
    scene_work work; ///< The last tick's.
} gravity;

static double within(double value)
{
    return value < -farthest ? -farthest : value > farthest ? farthest : value;
}

static fbox box_of(const gravity *own, size_t i)
{
    fvec2 middle = box_center(own->base.world);
    fvec2 center = { (float)within(middle.x + own->motion.x[i] * own->per_unit),
                     (float)within(middle.y + own->motion.y[i] * own->per_unit) };
    return fbox_around(center, 0.5f * own->side, 0.5f * own->side);
}

/// From a place in the world to one of the scene.
static void put(gravity *own, size_t i, fvec2 place)
{
    fvec2 middle = box_center(own->base.world);
    bool wide = own->per_unit > 0;
    own->motion.x[i] = wide ? ((double)place.x - middle.x) / own->per_unit : 0;
    own->motion.y[i] = wide ? ((double)place.y - middle.y) / own->per_unit : 0;
    own->stale = true;
}

static bool reserve(gravity *own, size_t space)
{
    if (space <= own->space)
        return true;
    qd_motion *m = &own->motion;
    double **arrays[] = { &m->x, &m->y, &m->vx, &m->vy, &m->ax, &m->ay, &own->mass };
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        if (!grow_array((void **)arrays[i], space, sizeof **arrays[i]))
            return false;
    m->mass = own->mass;
    return grow_array((void **)&own->inks, space, sizeof *own->inks) && (own->space = space);
}

static void gravity_destroy(scene *self)
{
    gravity *own = (gravity *)self;
    if (!own)
        return;
    qd_motion *m = &own->motion;
    double *arrays[] = { m->x, m->y, m->vx, m->vy, m->ax, m->ay, own->mass };
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        free(arrays[i]);
    free(own->inks);
    qd_gravity_destroy(own->gravity);
    free(own);
}

/// How long a tick is, so that no body goes farther than `speed` along an axis at first.
static double step_for(const gravity *own, float speed)
{
    double most = 0;
    for (size_t i = 0; i < own->motion.count; i++) {
        const double x = fabs(own->motion.vx[i]), y = fabs(own->motion.vy[i]), larger = x > y ? x : y;
        most = larger > most ? larger : most;
    }
    most *= own->per_unit;
    return most > 0 ? speed / most : 0;
}

static bool make_stars(gravity *own, const scene_def *def, const galaxies_plan *plan)
{
    size_t count = def->count;
    galaxies_def made = { .kind = GALAXIES_ENCOUNTER, .count = count, .seed = def->seed, .softening = plan->softening };
    if (!reserve(own, count))
        return false;
    const qd_motion *m = &own->motion;
    if (count > 0 && !galaxies_make(&made, &(galaxies_bodies){ m->x, m->y, m->vx, m->vy, own->mass }))
        return false;
    own->motion.count = count;
    own->star = count > 0 ? 2.0 / (double)count : 1;
    for (size_t i = 0; i < count; i++)
        own->inks[i] = own->mass[i] > 0.1 ? INK_LIGHT : i < count / 2 ? INK_ITEM : INK_FOOD;
    return true;
}

static bool fill_index(const gravity *own)
{
    size_t count = own->motion.count;
    fbox *boxes = malloc((count + 1) * sizeof *boxes);
    if (!boxes)
        return false;
    for (size_t i = 0; i < count; i++)
        boxes[i] = box_of(own, i);
    bool good = count == 0 || index_add_many(own->base.index, boxes, count, (qd_filter){ 0, 0 }) != INDEX_NONE;
    free(boxes);
    return good;
}

static bool begin(gravity *own, const scene_def *def)
{
    galaxies_plan plan = galaxies_plan_of(GALAXIES_ENCOUNTER);
    const qd_gravity_def how = { .theta = 0.7, .softening = plan.softening };
    if (qd_gravity_create(&how, &own->gravity) || !make_stars(own, def, &plan) || !fill_index(own))
        return false;
    own->step = def->speed < 0 ? plan.step : step_for(own, def->speed);
    return qd_gravity_begin(own->gravity, &own->motion, NULL) == QD_OK;
}

static void pick(gravity *own)
{
    index_near nearest;
    bool found = !own->hidden && index_nearest(own->base.index, own->mouse, INFINITY, 0, &nearest, 1) == 1;
    own->picked = found ? nearest.item : INDEX_NONE;
}

static scene *gravity_create(const scene_def *def, scene_index *index)
{
    gravity *own = calloc(1, sizeof *own);
    if (!own)
        return NULL;
    fbox world = box_is_nothing(def->world) ? fbox_xywh(0, 0, world_side, world_side) : def->world;
    fvec2 room = box_extent(world);
    own->base = (scene){ .kind = &scene_gravity, .index = index, .world = world };
    index_set_world(index, own->base.world);
    own->per_unit = (double)(room.x > room.y ? room.x : room.y) / units_across;
    own->side = side_within(world, def->size < 0 ? world_side / 800 : def->size);
    own->mouse = box_center(world);
    if (begin(own, def)) {
        pick(own);
        return &own->base;
    }
    gravity_destroy(&own->base);
    return NULL;
}

static void gravity_step(scene *self)
{
    gravity *own = (gravity *)self;
    own->work = (scene_work){ 0, 0 };
    qd_result result = own->stale ? qd_gravity_begin(own->gravity, &own->motion, NULL) : QD_OK;
    own->stale = own->stale && result != QD_OK;
    if (!result)
        result = qd_gravity_step(own->gravity, &own->motion, own->step, NULL);
    if (result)
        return; // a body has left the range of numbers, or memory ran out: they stay where they are
    qd_gravity_cost cost;
    qd_gravity_get_cost(own->gravity, &cost);
    own->cells += cost.cells;
    own->bodies += cost.bodies;
    uint64_t count = own->motion.count;
    own->work = (scene_work){ cost.cells + cost.bodies, count * count }; // a body counts itself
    fbox *boxes = index_boxes(self->index);
    for (size_t i = 0; i < own->motion.count; i++)
        boxes[i] = box_of(own, i);
    index_move_many(self->index, 0, boxes, own->motion.count);
    pick(own);
}

static void gravity_event(scene *self, const scene_event *event)
{
    gravity *own = (gravity *)self;
    if (event->kind == EVENT_KEY && event->key == KEY_ACTION)
        own->hidden = !own->hidden;
    if (event->kind == EVENT_POINT || event->kind == EVENT_PRESS)
        own->mouse = event->at;
    pick(own);
}

// Its number, which is the next one; INDEX_NONE: no memory.
static uint32_t add(gravity *own, fvec2 place)
{
    size_t last = own->motion.count;
    if (!reserve(own, last + last / 2 + 16))
        return INDEX_NONE;
    qd_motion *m = &own->motion;
    m->vx[last] = m->vy[last] = m->ax[last] = m->ay[last] = 0;
    own->mass[last] = own->star;
    own->inks[last] = INK_HERO;
    put(own, last, place);
    uint32_t item = index_add(own->base.index, box_of(own, last), (qd_filter){ 0, 0 });
    m->count += item != INDEX_NONE;
    return item;
}

static void erase(gravity *own, uint32_t item)
{
    qd_motion *m = &own->motion;
    size_t last = --m->count;
    remove_dense(own->base.index, item, (uint32_t)last);
    double *arrays[] = { m->x, m->y, m->vx, m->vy, own->mass };
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        arrays[i][item] = arrays[i][last];
    own->inks[item] = own->inks[last];
    own->stale = true;
    pick(own);
}

// Added stars, and those that were held, begin at rest.
static uint32_t gravity_edit(scene *self, const scene_edit *edit)
{
    gravity *own = (gravity *)self;
    fvec2 at = point_within(edit->at, self->world.min, self->world.max);
    if (edit->kind == EDIT_ADD)
        return add(own, at);
    if (edit->kind == EDIT_ERASE) {
        erase(own, edit->item);
        return INDEX_NONE;
    }
    put(own, edit->item, at);
    own->motion.vx[edit->item] = own->motion.vy[edit->item] = 0;
    index_move(self->index, edit->item, box_of(own, edit->item));
    return edit->item;
}

typedef struct part_drawing {
    const gravity *own;
    drawing *out;
} part_drawing;

static qd_flow draw_parts(void *context, const qd_gravity_part *parts, size_t count)
{
    const part_drawing *self = context;
    double scale = self->own->per_unit;
    fvec2 middle = box_center(self->own->base.world);
    for (size_t i = 0; i < count; i++) {
        const qd_gravity_part *p = &parts[i];
        fbox box = { { (float)within(middle.x + p->min_x * scale), (float)within(middle.y + p->min_y * scale) },
                     { (float)within(middle.x + p->max_x * scale), (float)within(middle.y + p->max_y * scale) } };
        drawing_frame(self->out, p->count > 1 ? INK_QUERY : INK_CANDIDATE, box_grown(box, self->own->side));
    }
    return QD_CONTINUE;
}

// The cells are those of the last tick.
static void draw_picked(const gravity *own, drawing *out)
{
    if (own->picked == INDEX_NONE || own->stale)
        return;
    part_drawing to = { own, out };
    qd_gravity_visit_parts(own->gravity, own->motion.x[own->picked], own->motion.y[own->picked], draw_parts, &to);
    drawing_ring(out, INK_HIT, box_center(index_box(own->base.index, own->picked)), 4 * own->side);
}

static void gravity_draw(const scene *self, drawing *out)
{
    const gravity *own = (const gravity *)self;
    drawing_box(out, INK_GROUND, out->view);
    index_list seen = index_look(self->index, out->view);
    for (size_t i = 0; i < seen.count; i++)
        drawing_box(out, (ink)own->inks[seen.items[i]], index_box(self->index, seen.items[i]));
    draw_picked(own, out);
}

static size_t gravity_counters(const scene *self, scene_counter *out)
{
    const gravity *own = (const gravity *)self;
    out[0] = (scene_counter){ "cells_acting", own->cells };
    out[1] = (scene_counter){ "bodies_acting", own->bodies };
    return 2;
}

static scene_work gravity_work(const scene *self)
{
    return ((const gravity *)self)->work;
}

const scene_kind scene_gravity = {
    SCENE_TEXTS("gravity", "two galaxies meet, each star pulled by all others",
                "the mouse shows which cells act as one on the star nearest to it; action (Enter) hides them"),
    SCENE_SIGNS({ SHAPE_BOX, INK_ITEM, "star of one galaxy" }, { SHAPE_BOX, INK_FOOD, "of the other" },
                { SHAPE_BOX, INK_LIGHT, "centre" }, { SHAPE_RING, INK_HIT, "picked star" },
                { SHAPE_FRAME, INK_QUERY, "node that acts as one" },
                { SHAPE_FRAME, INK_CANDIDATE, "star that acts alone" }),
    SCENE_COUNT(6000, 0, 1000000),
    SCENE_BY(gravity_create, gravity_step, gravity_draw, gravity_counters, gravity_destroy),
    .event = gravity_event,
    .work = gravity_work,
    .edit = gravity_edit,
};
