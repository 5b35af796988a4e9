// What the demo is at the moment.
#include "demo_parts.h"

#include "labels.h"
#include "overlays.h"

#include <stdio.h>
#include <stdlib.h>

const char *const tool_names[] = { "scene", "add", "erase", "drag", "box", "circle", "nearest", "ray", NULL };
const char *const overlay_names[] = { "cells", "bounds", "visited", "candidates", "heat", "path", "quadrants", NULL };

void demo_say(demo *self, const char *what, const char *why)
{
    snprintf(self->message, sizeof self->message, "%s: %s", what, why);
}

int demo_end_record(demo *self)
{
    twin *heard = self->twin;
    if (!heard || !heard->to)
        return 0;
    recorder *ended = heard->to;
    scene_index *index = self->sides[0].stage.index;
    heard->to = NULL;
    twin_listen(heard, index);
    return self->broken ? recorder_leave(ended) : recorder_close(ended, index_contents(index));
}

// A scene in its index, and the second index if two are to be seen.
static bool open_stage(stage *out, twin *heard, const demo_def *def, const char **why)
{
    stage_def wanted = { .scene = def->scene,
                         .scene_def = def->scene_def,
                         .index_def = def->index_def,
                         .guest = def->verify ? contender_number(&contender_brute) : NO_METHOD,
                         .log = heard->to ? twin_hear : NULL,
                         .log_context = heard };
    if (!stage_open(out, &wanted, why))
        return false;
    if (def->split == NO_METHOD || twin_begin(heard, out->index, def->split, def->verify))
        return true;
    *why = "not enough memory for so many";
    stage_close(out);
    return false;
}

static void close_stage(demo *self)
{
    if (self->twin)
        index_destroy(self->twin->beside);
    free(self->twin);
    self->twin = NULL;
    stage_close(&self->sides[0].stage);
    self->side_count = 0;
}

static void begin_figures(side *at)
{
    at->figures = (figures){ 0 };
    figures_take(&at->figures, &at->stage, true);
    at->figures.kept = at->figures.next = 0; // no tick yet
}

// The second side has the scene of the first one, and an index of its own.
void demo_pair_sides(demo *self)
{
    scene_index *beside = self->twin->beside;
    self->side_count = beside ? 2 : 1;
    if (!beside)
        return;
    self->sides[1].stage = self->sides[0].stage;
    self->sides[1].stage.index = beside;
    begin_figures(&self->sides[1]);
}

// A new stage instead of the old one, which stays if the new one fails. The record begins again with it: a record holds
// one run from its start.
bool demo_renew(demo *self, const demo_def *def, const char **why)
{
    stage fresh;
    *why = "the recording cannot be written";
    if (demo_end_record(self) != 0)
        return false;
    twin *heard = calloc(1, sizeof *heard);
    if (heard && def->record) {
        const recording_head head = recording_head_of(def->scene->name, def->scene_def.seed, &def->index_def);
        heard->to = recorder_open(def->record, &head);
    }
    bool good = heard && (heard->to || !def->record) && open_stage(&fresh, heard, def, why);
    if (!good) {
        if (heard && heard->to)
            recorder_drop(heard->to);
        free(heard);
        return false;
    }
    close_stage(self);
    self->question.kind = ASK_NOTHING;
    self->pressed = false;
    self->held = INDEX_NONE;
    self->broken = false;
    self->message[0] = 0;
    explanation_end(&self->explanation);
    const int levels = self->def.scene == def->scene ? self->levels : -1;
    self->def = *def;
    self->twin = heard;
    self->sides[0].stage = fresh;
    demo_set_levels(self, levels);
    begin_figures(&self->sides[0]);
    demo_pair_sides(self);
    if (self->paused)
        demo_tick(self); // before it a scene has asked nothing, and all that collides looks free
    return true;
}

bool demo_open(demo *self, const demo_def *def, double width, double height, const char **why)
{
    *self = (demo){ .view = { .width = width, .height = height }, .levels = -1, .held = INDEX_NONE };
    if (!demo_renew(self, def, why))
        return false;
    demo_fit(self);
    return true;
}

void demo_close(demo *self)
{
    demo_end_record(self);
    close_stage(self);
    explanation_end(&self->explanation);
    for (int i = 0; i < 2; i++) {
        cells_free(&self->sides[i].cells);
        path_free(&self->sides[i].path);
        answer_free(&self->sides[i].found);
        drawing_free(&self->sides[i].shapes);
        overlays_free_heat(&self->sides[i]);
    }
}

void demo_tick(demo *self)
{
    enum { SHAPE_EVERY = 15 };
    stage *first = &self->sides[0].stage;
    if (self->broken)
        return;
    if (self->side_count > 1)
        index_forget_costs(self->sides[1].stage.index);
    bool good = stage_tick(first);
    for (int i = 0; i < self->side_count; i++)
        good = good && !index_failed(self->sides[i].stage.index);
    if (!good) {
        self->broken = true;
        demo_say(self, "memory ran out", "R starts it again; fewer items need less");
        return;
    }
    if (self->twin->to)
        recorder_tick(self->twin->to, index_answers(first->index));
    self->sides[1].stage.ticks = first->ticks;
    const bool shape = self->paused || first->ticks % SHAPE_EVERY == 1; // a single tick is looked at
    for (int i = 0; i < self->side_count; i++)
        figures_take(&self->sides[i].figures, &self->sides[i].stage, shape);
}

void demo_take_shapes(demo *self)
{
    for (int i = 0; i < self->side_count; i++)
        figures_take_shape(&self->sides[i].figures, self->sides[i].stage.index);
}

void demo_event(demo *self, const scene_event *event)
{
    scene *played = self->sides[0].stage.scene;
    if (played->kind->event)
        played->kind->event(played, event);
}

void demo_set_levels(demo *self, int levels)
{
    const int most = self->def.scene->levels_most;
    self->levels = levels < 0 || levels > most ? -1 : levels;
    if (most > 0)
        demo_event(self, &(scene_event){ .kind = EVENT_LEVELS, .levels = self->levels < 0 ? most : self->levels });
}

uint32_t demo_edit(demo *self, const scene_edit *edit)
{
    scene *played = self->sides[0].stage.scene;
    size_t before = index_count(played->index);
    bool there = edit->kind == EDIT_ADD || index_has(played->index, edit->item);
    uint32_t item = there && played->kind->edit ? played->kind->edit(played, edit) : INDEX_NONE;
    bool done = edit->kind == EDIT_ERASE ? index_count(played->index) < before : item != INDEX_NONE;
    self->message[0] = 0;
    if (done)
        demo_take_shapes(self);
    else
        demo_say(self, label_scene(self->def.scene), "the rules of this scene forbid that");
    return item;
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
