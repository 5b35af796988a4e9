// What the demo is at the moment.
#include "demo.h"

#include "colors.h"
#include "labels.h"
#include "overlays.h"

#include <math.h>
#include <stdio.h>

const char *const tool_names[] = { "scene", "add", "erase", "drag", "box", "circle", "nearest", "ray", NULL };
const char *const overlay_names[] = { "cells", "bounds", "visited", "candidates", "heat", NULL };

static void say(demo *self, const char *what, const char *why)
{
    snprintf(self->message, sizeof self->message, "%s: %s", what, why);
}

static bool open_stage(stage *out, const demo_def *def, size_t method, recorder *to, const char **why)
{
    stage_def wanted = { .scene = def->scene,
                         .scene_def = def->scene_def,
                         .index_def = def->index_def,
                         .guest = def->verify ? contender_number(&contender_brute) : NO_METHOD,
                         .log = to ? recorder_call : NULL,
                         .log_context = to };
    wanted.index_def.method = method;
    return stage_open(out, &wanted, why);
}

static int open_stages(stage out[2], const demo_def *def, recorder *to, const char **why)
{
    if (!open_stage(&out[0], def, def->index_def.method, to, why))
        return 0;
    if (def->split == NO_METHOD)
        return 1;
    if (open_stage(&out[1], def, def->split, NULL, why))
        return 2;
    stage_close(&out[0]);
    return 0;
}

static recorder *begin_record(const demo_def *def)
{
    recording_head head = recording_head_of(def->scene->name, def->scene_def.seed, &def->index_def);
    return recorder_open(def->record, &head);
}

int demo_end_record(demo *self)
{
    recorder *ended = self->recorder;
    if (!ended)
        return 0;
    scene_index *index = self->sides[0].stage.index;
    index_report(index, NULL, NULL);
    self->recorder = NULL;
    return recorder_close(ended, index_contents(index));
}

static void close_stages(demo *self)
{
    for (int i = 0; i < self->side_count; i++)
        stage_close(&self->sides[i].stage);
    self->side_count = 0;
}

static void forget(demo *self)
{
    self->question.kind = ASK_NOTHING;
    self->pressed = false;
    self->held = INDEX_NONE;
    self->broken = false;
    self->message[0] = 0;
    explanation_end(&self->explanation);
}

// New stages in the place of the old ones, which stay where new ones cannot be had. The record begins again with them:
// it tells of one run from its start.
static bool renew(demo *self, const demo_def *def, const char **why)
{
    stage fresh[2];
    *why = "the recording cannot be written";
    if (demo_end_record(self) != 0)
        return false;
    recorder *to = def->record ? begin_record(def) : NULL;
    int count = to || !def->record ? open_stages(fresh, def, to, why) : 0;
    if (count == 0) {
        if (to)
            recorder_close(to, 0);
        return false;
    }
    close_stages(self);
    forget(self);
    self->def = *def;
    self->recorder = to;
    self->side_count = count;
    for (int i = 0; i < count; i++) {
        self->sides[i].stage = fresh[i];
        self->sides[i].figures = (figures){ 0 };
        figures_take(&self->sides[i].figures, &fresh[i], true);
        self->sides[i].figures.kept = self->sides[i].figures.next = 0; // there was no tick yet
    }
    return true;
}

bool demo_open(demo *self, const demo_def *def, double width, double height, const char **why)
{
    *self = (demo){ .view = { .width = width, .height = height }, .held = INDEX_NONE };
    if (!renew(self, def, why))
        return false;
    demo_fit(self);
    return true;
}

void demo_close(demo *self)
{
    demo_end_record(self);
    close_stages(self);
    explanation_end(&self->explanation);
    for (int i = 0; i < 2; i++) {
        cells_free(&self->sides[i].cells);
        answer_free(&self->sides[i].found);
        drawing_free(&self->sides[i].shapes);
        overlays_free_heat(&self->sides[i]);
    }
}

static void break_down(demo *self)
{
    self->broken = true;
    say(self, "memory ran out", "R starts it again; fewer items need less");
}

void demo_tick(demo *self)
{
    enum { SHAPE_EVERY = 15 };
    if (self->broken)
        return;
    for (int i = 0; i < self->side_count; i++) {
        side *at = &self->sides[i];
        if (!stage_tick(&at->stage)) {
            break_down(self);
            return;
        }
        if (i == 0 && self->recorder)
            recorder_tick(self->recorder, index_answers(at->stage.index));
        figures_take(&at->figures, &at->stage, at->stage.ticks % SHAPE_EVERY == 1);
    }
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

// Is any of the shapes in view?
static bool shows(const drawing *shapes)
{
    for (size_t i = 0; i < shapes->count; i++)
        if (fbox_overlap(shape_bounds(&shapes->shapes[i]), shapes->view, false))
            return true;
    return false;
}

static void look_at(demo *self, int number, const question *asked, double patience)
{
    side *at = &self->sides[number];
    scene_index *index = at->stage.index;
    const qd_tree *tree = index_tree(index);
    bool explained = explanation_shown(&self->explanation);
    at->cells.count = 0;
    if (tree && (overlays_want_cells(self) || explained))
        cells_take(&at->cells, tree);
    at->found.count = 0;
    at->found.reach = 0;
    if (asked->kind != ASK_NOTHING)
        demo_ask(at, asked, &at->found);
    view seen = demo_side_view(self, number);
    drawing_clear(&at->shapes);
    at->shapes.view = view_box(&seen);
    at->shapes.pixel = (float)(1 / seen.scale);
    at->stage.scene->kind->draw(at->stage.scene, &at->shapes);
    at->empty = !shows(&at->shapes);
    drawing_frame(&at->shapes, (ink)INK_EDGE, at->stage.scene->world);
    overlays_draw(self, number, asked, patience);
}

void demo_look(demo *self, double patience)
{
    question asked = demo_question(self);
    for (int i = 0; i < self->side_count; i++)
        look_at(self, i, &asked, patience / self->side_count);
}

static bool try_to(demo *self, const demo_def *def, const char *what)
{
    const char *why = "";
    if (renew(self, def, &why))
        return true;
    say(self, what, why);
    return false;
}

void demo_restart(demo *self)
{
    demo_def def = self->def;
    try_to(self, &def, "cannot start again");
}

void demo_set_scene(demo *self, const scene_kind *kind)
{
    demo_def def = self->def;
    def.scene = kind;
    def.scene_def.count = 0;
    def.scene_def.size = def.scene_def.speed = -1;
    def.scene_def.world = (fbox){ 0 };
    if (try_to(self, &def, label_scene(kind)))
        demo_fit(self);
}

void demo_set_count(demo *self, size_t count)
{
    demo_def def = self->def;
    const scene_kind *kind = def.scene;
    def.scene_def.count = count < kind->least ? kind->least : count > kind->most ? kind->most : count;
    if (try_to(self, &def, "cannot have so many"))
        demo_fit(self);
}

void demo_set_size(demo *self, float size)
{
    demo_def def = self->def;
    def.scene_def.size = size;
    if (try_to(self, &def, "cannot have that size"))
        demo_fit(self);
}

void demo_set_speed(demo *self, float speed)
{
    demo_def def = self->def;
    def.scene_def.speed = speed;
    try_to(self, &def, "cannot have that speed");
}

void demo_set_seed(demo *self, uint64_t seed)
{
    demo_def def = self->def;
    def.scene_def.seed = seed;
    try_to(self, &def, "cannot have that seed");
}

void demo_set_split(demo *self, size_t method)
{
    demo_def def = self->def;
    def.split = method;
    if (try_to(self, &def, "cannot show two"))
        demo_fit(self);
}

void demo_set_method(demo *self, size_t method)
{
    explanation_end(&self->explanation);
    if (!index_choose(self->sides[0].stage.index, method)) {
        say(self, label_method(method), "not enough memory");
        return;
    }
    self->def.index_def.method = method;
    self->sides[0].figures.kept = self->sides[0].figures.next = 0;
}

void demo_set_shape(demo *self, int capacity, int depth)
{
    explanation_end(&self->explanation);
    for (int i = 0; i < self->side_count; i++) {
        if (!index_reshape(self->sides[i].stage.index, capacity, depth)) {
            say(self, "cannot change the tree", "not enough memory");
            return;
        }
    }
    self->def.index_def.leaf_capacity = capacity;
    self->def.index_def.max_depth = depth;
}

void demo_set_verify(demo *self, bool verify)
{
    for (int i = 0; i < self->side_count; i++) {
        scene_index *index = self->sides[i].stage.index;
        index_forgive(index);
        if (!index_invite(index, verify ? contender_number(&contender_brute) : NO_METHOD)) {
            say(self, "cannot verify", "not enough memory");
            verify = false;
        }
    }
    self->def.verify = verify;
}

void demo_resize(demo *self, double left, double top, double width, double height)
{
    self->view.left = left;
    self->view.top = top;
    self->view.width = width > 1 ? width : 1;
    self->view.height = height > 1 ? height : 1;
}

view demo_side_view(const demo *self, int number)
{
    view one = self->view;
    if (self->side_count < 2)
        return one;
    double gap = 2, half = 0.5 * (one.width - gap);
    one.left += number * (half + gap);
    one.width = half > 1 ? half : 1;
    return one;
}

void demo_fit(demo *self)
{
    view one = demo_side_view(self, 0);
    view_fit(&one, self->sides[0].stage.scene->world);
    self->view.x = one.x;
    self->view.y = one.y;
    self->view.scale = one.scale;
}

fvec2 demo_place(const demo *self, double x, double y)
{
    view second = demo_side_view(self, 1);
    view under = demo_side_view(self, self->side_count > 1 && x >= second.left);
    return view_to_world(&under, x, y);
}

void demo_event(demo *self, const scene_event *event)
{
    for (int i = 0; i < self->side_count; i++) {
        scene *played = self->sides[i].stage.scene;
        if (played->kind->event)
            played->kind->event(played, event);
    }
}

// False: there is no such item, or the scene's rules are against it.
static bool edit_side(scene *played, const scene_edit *edit, uint32_t *item)
{
    size_t before = index_count(played->index);
    bool there = edit->kind == EDIT_ADD || index_has(played->index, edit->item);
    *item = there ? played->kind->edit(played, edit) : INDEX_NONE;
    return edit->kind == EDIT_ERASE ? index_count(played->index) < before : *item != INDEX_NONE;
}

uint32_t demo_edit(demo *self, const scene_edit *edit)
{
    uint32_t items[2] = { INDEX_NONE, INDEX_NONE };
    self->message[0] = 0;
    for (int i = 0; i < self->side_count; i++)
        if (!edit_side(self->sides[i].stage.scene, edit, &items[i]))
            say(self, label_scene(self->def.scene), "that is against the rules of this scene");
    return items[0];
}

const index_difference *demo_difference(const demo *self)
{
    for (int i = 0; i < self->side_count; i++) {
        const index_difference *difference = index_differs(self->sides[i].stage.index);
        if (difference && difference->differ)
            return difference;
    }
    return NULL;
}

void demo_ask(side *at, const question *asked, answer *out)
{
    scene_index *index = at->stage.index;
    index_mute(index, true);
    question_ask(asked, index, out);
    index_mute(index, false);
}

question demo_question(const demo *self)
{
    if (explanation_shown(&self->explanation) && self->explanation.asked.kind != ASK_NOTHING)
        return self->explanation.asked;
    if (self->question.kind != ASK_NOTHING || !(self->overlays[OVERLAY_VISITED] || self->overlays[OVERLAY_CANDIDATES]))
        return self->question;
    double reach = 0.06 * self->view.height / self->view.scale;
    fvec2 at = self->mouse;
    return (question){ ASK_BOX,
                       { (float)((double)at.x - reach), (float)((double)at.y - reach) },
                       { (float)((double)at.x + reach), (float)((double)at.y + reach) } };
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

bool demo_count_is_of_map(const demo *self)
{
    return self->def.scene == &scene_tiles && self->def.scene_def.map;
}

size_t demo_count(const demo *self)
{
    const scene_def *def = &self->def.scene_def;
    if (demo_count_is_of_map(self))
        return index_count(self->sides[0].stage.index);
    return def->count ? def->count : self->def.scene->count;
}

bool demo_edges_open(const demo *self)
{
    return self->def.index_def.edges == QD_OPEN;
}
