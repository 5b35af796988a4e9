#include "play.h"

#include "all.h"
#include <float.h>
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
    fbox world = self->world;
    fvec2 at = { world.min.x + x * (world.max.x - world.min.x), world.min.y + y * (world.max.y - world.min.y) };
    if (self->kind->event)
        self->kind->event(self, &(scene_event){ kind, at, button, key, 0 });
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

void play_alone(stage *self, size_t ticks)
{
    for (size_t i = 0; i < ticks; i++)
        assert_true(stage_tick(self));
}

void play_key(stage *self, scene_key key, bool down)
{
    scene_event event = { .kind = down ? EVENT_KEY : EVENT_KEY_UP, .key = key };
    self->scene->kind->event(self->scene, &event);
}

void play_mouse(stage *self, scene_event_kind kind, float x, float y, int button)
{
    scene_event event = { .kind = kind, .at = { x, y }, .button = button };
    if (self->scene->kind->event)
        self->scene->kind->event(self->scene, &event);
}

static void draw_within(const stage *self, fbox view)
{
    drawing seen = { .view = view, .pixel = 1 };
    self->scene->kind->draw(self->scene, &seen);
    assert_false(seen.failed);
    drawing_free(&seen);
}

void play_extremes(const scene_kind *kind, size_t count)
{
    static const scene_def extremes[] = {
        { .world = { { 0, 0 }, { 0, 0 } }, .size = 0, .speed = 0 },
        { .world = { { 5, 5 }, { 5, 5 } }, .size = 1, .speed = 1 },
        { .world = { { 0, 0 }, { 10, 10 } }, .size = 1000, .speed = 1 },
        { .world = { { 0, 0 }, { 10, 10 } }, .size = 1e30f, .speed = 1e-30f },
        { .world = { { 0, 0 }, { 10, 10 } }, .size = 0, .speed = 1e30f },
        { .world = { { 0, 0 }, { 500, 1e-3f } }, .size = -1, .speed = -1 },
        { .world = { { 1e30f, 1e30f }, { 1e30f, 1e30f } }, .size = 8, .speed = -1 },
        { .world = { { -1e30f, 0 }, { 1e30f, 1e-30f } }, .size = 1e30f, .speed = 1e30f },
        { .world = { { -1e30f, -1e30f }, { 1e30f, 1e30f } }, .size = 1e28f, .speed = 1e27f },
        { .world = { { -1e30f, -1e30f }, { 1e30f, 1e30f } }, .size = 1e-30f, .speed = 1e-30f },
        { .world = { { 0, 0 }, { 1e-30f, 1e-30f } }, .size = 1e-31f, .speed = 1e-32f },
    };
    const int ticks = (int)all_or(60, 30);
    for (size_t i = 0; i < sizeof extremes / sizeof *extremes; i++) {
        scene_def def = extremes[i];
        def.count = count;
        def.seed = i;
        stage s = play_open(kind, &def, 0);
        assert_true(index_invite(s.index, 1));
        for (int k = 0; k < ticks; k++) {
            play(&s, 1);
            float far = k % 2 ? FLT_MAX : -FLT_MAX;
            play_mouse(&s, k % 7 ? EVENT_POINT : EVENT_PRESS, far, k % 3 ? far : -far, k % 4 ? 1 : 3);
        }
        draw_within(&s, s.scene->world);
        draw_within(&s, (fbox){ { -FLT_MAX, -FLT_MAX }, { FLT_MAX, FLT_MAX } });
        for (uint32_t k = 0; k < index_room(s.index); k++)
            assert_true(!index_has(s.index, k) || fbox_is_valid(index_box(s.index, k)));
        stage_close(&s);
    }
}

size_t play_overlapping(const stage *self, fbox box, uint32_t mask)
{
    size_t count = 0;
    for (uint32_t i = 0; i < index_room(self->index); i++)
        count += index_has(self->index, i) && (mask == 0 || (index_filter(self->index, i).layers & mask) != 0) &&
                 fbox_overlap(index_box(self->index, i), box, false);
    return count;
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
