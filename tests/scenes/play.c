#include "play.h"

#include <string.h>

stage play_open(const scene_kind *kind, const scene_def *def, size_t method)
{
    stage self;
    const char *why = "";
    stage_def all = { .scene = kind, .scene_def = *def, .index_def = { .method = method }, .guest = NO_METHOD };
    if (!stage_open(&self, &all, &why))
        fail_msg("%s: %s", kind->name, why);
    return self;
}

static void send(scene *self, scene_event_kind kind, float x, float y, int button, scene_key key)
{
    qd_box world = self->world;
    qd_vec2 at = { world.min.x + x * (world.max.x - world.min.x), world.min.y + y * (world.max.y - world.min.y) };
    if (self->kind->event)
        self->kind->event(self, &(scene_event){ kind, at, button, key });
}

// Keys are held for some ticks each; the mouse goes over the world and a little beyond, and clicks with either button.
static void send_events(scene *self, uint64_t tick)
{
    scene_key key = (scene_key)(tick / 7 % SCENE_KEYS);
    float x = (float)(tick * 37 % 110) / 100.0f, y = (float)(tick * 53 % 110) / 100.0f;
    if (tick % 7 == 0)
        send(self, EVENT_KEY, x, y, 0, key);
    if (tick % 7 == 5)
        send(self, EVENT_KEY_UP, x, y, 0, key);
    send(self, EVENT_POINT, x, y, 0, key);
    if (tick % 5 == 0)
        send(self, EVENT_PRESS, x, y, tick % 2 ? 1 : 3, key);
    if (tick % 5 == 3)
        send(self, EVENT_RELEASE, x, y, tick % 2 ? 1 : 3, key);
}

void play(stage *self, size_t ticks)
{
    for (size_t i = 0; i < ticks; i++) {
        send_events(self->scene, self->ticks);
        assert_true(stage_tick(self));
        assert_false(index_differs(self->index)->differ);
    }
}

uint64_t play_counter(const stage *self, const char *name)
{
    scene_counter counters[SCENE_COUNTERS_MOST];
    size_t count = self->scene->kind->counters(self->scene, counters);
    assert_in_range(count, 0, SCENE_COUNTERS_MOST);
    for (size_t i = 0; i < count; i++)
        if (strcmp(counters[i].name, name) == 0)
            return counters[i].value;
    fail_msg("%s has no counter %s", self->scene->kind->name, name);
    return 0;
}

uint64_t play_hash(const scene_kind *kind, const scene_def *def, size_t method, size_t ticks)
{
    stage self = play_open(kind, def, method);
    index_watch(self.index, true);
    play(&self, ticks);
    uint64_t hash = stage_hash(&self) ^ index_answers(self.index);
    stage_close(&self);
    return hash;
}
