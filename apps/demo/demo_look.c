// What of the demo is seen: where, and as which shapes.
#include "demo_parts.h"

#include "colors.h"
#include "density.h"
#include "overlays.h"

#include <math.h>

question demo_question(const demo *self)
{
    if (explanation_shown(&self->explanation) && self->explanation.asked.kind != ASK_NOTHING)
        return self->explanation.asked;
    const bool *shown = self->overlays;
    const bool around_mouse = shown[OVERLAY_VISITED] || shown[OVERLAY_CANDIDATES] || shown[OVERLAY_PATH];
    if (self->question.kind != ASK_NOTHING || !around_mouse)
        return self->question;
    double reach = 0.06 * self->view.height / self->view.scale;
    fvec2 at = self->mouse;
    return (question){ ASK_BOX,
                       { (float)((double)at.x - reach), (float)((double)at.y - reach) },
                       { (float)((double)at.x + reach), (float)((double)at.y + reach) } };
}

static fbox shape_bounds(const drawn_shape *s)
{
    if (s->kind == SHAPE_DISC || s->kind == SHAPE_RING)
        return fbox_around(s->a, s->b.x, s->b.x);
    fbox box = fbox_between(s->a, s->b);
    if (s->kind == SHAPE_TRIANGLE) {
        fbox rest = fbox_between(box.max, s->c);
        box = fbox_between(fbox_between(box.min, s->c).min, rest.max);
    }
    return box;
}

// A scene begins with its ground, which would hide what lies under it. The picture has that ground anyway.
static void draw_scene(demo *self, int number)
{
    side *at = &self->sides[number];
    drawing *out = &at->shapes;
    const scene *played = at->stage.scene;
    overlays_draw_under(self, number);
    const size_t under = out->count;
    played->kind->draw(played, out);
    at->empty = out->crowd.count == 0;
    for (size_t i = under; at->empty && i < out->count; i++)
        at->empty = !fbox_overlap(shape_bounds(&out->shapes[i]), out->view, false);
    if (under > 0 && under < out->count && out->shapes[under].ink == INK_GROUND)
        out->shapes[under] = (drawn_shape){ SHAPE_FRAME, INK_EDGE, played->world.min, played->world.max, { 0, 0 } };
}

static void look_at(demo *self, int number, const question *asked, double patience)
{
    side *at = &self->sides[number];
    scene_index *index = at->stage.index;
    bool explained = explanation_shown(&self->explanation);
    at->cells.count = 0;
    if (overlays_want_cells(self) || (explained && index_tree(index)))
        cells_take_from(&at->cells, index);
    at->found.count = 0;
    at->found.reach = 0;
    if (asked->kind != ASK_NOTHING)
        demo_ask(at, asked, &at->found);
    at->path.count = at->path.lit = 0;
    if (self->overlays[OVERLAY_PATH] && index_tree(index) && asked->kind != ASK_NOTHING && !explained) {
        path_take(&at->path, &at->cells, asked, at->found.reach, demo_edges_open(self));
        at->path.lit = self->paused ? at->path.count : path_lit(at->path.count, self->path_clock.ticks);
    }
    view seen = demo_side_view(self, number);
    drawing_clear(&at->shapes);
    at->shapes.view = view_box(&seen);
    at->shapes.pixel = (float)(1 / seen.scale);
    at->shapes.crowd_from = DENSITY_FIRST; // drawn by density in any case
    draw_scene(self, number);
    drawing_frame(&at->shapes, (ink)INK_EDGE, at->stage.scene->world);
    at->over = at->shapes.count;
    overlays_draw(self, number, asked, patience);
}

void demo_look(demo *self, double patience)
{
    question asked = demo_question(self);
    const question none = { .kind = ASK_NOTHING };
    path_clock_go(&self->path_clock, self->overlays[OVERLAY_PATH] ? &asked : &none, self->sides[0].stage.ticks);
    for (int i = 0; i < self->side_count; i++)
        look_at(self, i, &asked, patience / self->side_count);
}

bool demo_sees_nothing(const demo *self)
{
    const double least = 12; // pixels: a world that is smaller cannot be made out
    fbox world = self->sides[0].stage.scene->world;
    double width = (double)world.max.x - (double)world.min.x, height = (double)world.max.y - (double)world.min.y;
    double extent = fmax(width, height);
    if (extent > 0 && extent * self->view.scale < least)
        return true;
    for (int i = 0; i < self->side_count; i++) {
        view seen = demo_side_view(self, i);
        fbox part = view_box(&seen);
        bool all = world.min.x >= part.min.x && world.min.y >= part.min.y && world.max.x <= part.max.x &&
                   world.max.y <= part.max.y;
        if (all || !self->sides[i].empty)
            return false;
    }
    return true;
}
