// Every scene, played for some ticks with events: what its index holds, its figures, all answers, and what they cost.
#include "subjects.h"

#include <stage.h>
#include <stdio.h>

enum { COUNT_MOST = 800, SCENE_TICKS = 60 };

static void touch(scene *self, uint64_t tick)
{
    const scene_event_kind kinds[] = { EVENT_POINT, EVENT_PRESS, EVENT_KEY, EVENT_POINT, EVENT_RELEASE, EVENT_KEY_UP };
    const float x = (float)(tick * 37 % 110) / 100.0f, y = (float)(tick * 53 % 110) / 100.0f;
    const fbox world = self->world;
    const fvec2 at = { world.min.x + x * (world.max.x - world.min.x), world.min.y + y * (world.max.y - world.min.y) };
    const scene_event event = { kinds[tick % 6], at, tick % 4 == 0 ? 3 : 1, (scene_key)(tick / 6 % SCENE_KEYS), 0 };
    if (self->kind->event)
        self->kind->event(self, &event);
}

static void play_one(const scene_kind *kind)
{
    stage own_stage;
    const char *why = "";
    const size_t count = kind->count < COUNT_MOST ? kind->count : COUNT_MOST;
    const stage_def def = {
        .scene = kind,
        .scene_def = { .count = count < kind->least ? kind->least : count, .seed = 5, .size = -1, .speed = -1 },
        .guest = NO_METHOD
    };
    hash_expect(stage_open(&own_stage, &def, &why), kind->name);
    index_watch(own_stage.index, true);
    uint64_t costs = 0;
    for (uint64_t tick = 0; tick < SCENE_TICKS; tick++) {
        touch(own_stage.scene, tick);
        hash_expect(stage_tick(&own_stage), kind->name);
        const index_costs own = index_costs_of(own_stage.index, INDEX_HOST);
        const scene_work work = stage_work(&own_stage);
        const uint64_t numbers[] = {
            own.nodes, own.tests, own.hits, own.pairs, own.upkeep, work.tests, work.brute_tests
        };
        for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
            hash_take(&costs, numbers[i]);
    }
    char name[64];
    (void)snprintf(name, sizeof name, "scene.%s", kind->name);
    hash_print(name, "state", stage_hash(&own_stage));
    hash_print(name, "answers", index_answers(own_stage.index));
    hash_print(name, "cost", costs);
    stage_close(&own_stage);
}

void hash_scenes(void)
{
    for (size_t i = 0; scenes[i]; i++)
        play_one(scenes[i]);
}
