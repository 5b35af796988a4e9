/// Runs a scene.
#include "stage.h"

bool stage_open(stage *self, const stage_def *def, const char **why)
{
    static const char *const no_memory = "not enough memory for so many";
    scene_def asked = def->scene_def;
    const scene_kind *kind = def->scene;
    *self = (stage){ 0 };
    if (asked.count == 0)
        asked.count = kind->count;
    if (asked.count < kind->least || asked.count > kind->most) {
        *why = asked.count < kind->least ? "the scene needs more" : "the scene cannot have so many";
        return false;
    }
    *why = no_memory;
    self->index = index_create(&def->index_def);
    if (!self->index)
        return false;
    index_report(self->index, def->log, def->log_context);
    index_watch(self->index, def->log != NULL);
    self->scene = kind->create(&asked, self->index);
    bool good = self->scene && !index_failed(self->index) && index_invite(self->index, def->guest);
    if (!good)
        stage_close(self);
    return good;
}

bool stage_tick(stage *self)
{
    index_forget_costs(self->index);
    self->scene->kind->step(self->scene);
    self->ticks++;
    return !index_failed(self->index);
}

void stage_close(stage *self)
{
    if (self->scene)
        self->scene->kind->destroy(self->scene);
    index_destroy(self->index);
    *self = (stage){ 0 };
}

scene_work stage_work(const stage *self)
{
    return self->scene->kind->work ? self->scene->kind->work(self->scene) : (scene_work){ 0, 0 };
}

uint64_t stage_hash(const stage *self)
{
    uint64_t sum = index_contents(self->index);
    scene_counter counters[SCENE_COUNTERS_MOST];
    size_t count = self->scene->kind->counters(self->scene, counters);
    for (size_t i = 0; i < count; i++)
        sum = (sum ^ counters[i].value) * 0x100000001b3u;
    return sum;
}
