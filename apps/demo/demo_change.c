// What can be changed: some of it starts the scene again, and the rest goes on from where it is.
#include "demo_parts.h"

#include "labels.h"

static bool try_to(demo *self, const demo_def *def, const char *what)
{
    const char *why = "";
    if (demo_renew(self, def, &why))
        return true;
    demo_say(self, what, why);
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
    stage *first = &self->sides[0].stage;
    bool whole = demo_is_fitted(self), good = true;
    if (method == NO_METHOD)
        twin_end(self->twin, first->index);
    else if (self->side_count > 1)
        good = index_choose(self->twin->beside, method);
    else
        good = twin_begin(self->twin, first->index, method, self->def.verify);
    if (!good) {
        demo_say(self, "cannot show two", "not enough memory");
        return;
    }
    self->def.split = method;
    demo_pair_sides(self);
    if (whole) // else it shows the same place as large as before
        demo_fit(self);
}

void demo_set_method(demo *self, size_t method)
{
    explanation_end(&self->explanation);
    if (!index_choose(self->sides[0].stage.index, method)) {
        demo_say(self, label_method(method), "not enough memory");
        return;
    }
    self->def.index_def.method = method;
    self->sides[0].figures.kept = self->sides[0].figures.next = 0;
    demo_take_shapes(self);
}

void demo_set_shape(demo *self, int capacity, int depth)
{
    explanation_end(&self->explanation);
    for (int i = 0; i < self->side_count; i++) {
        if (!index_reshape(self->sides[i].stage.index, capacity, depth)) {
            demo_say(self, "cannot change the tree", "not enough memory");
            return;
        }
    }
    self->def.index_def.leaf_capacity = capacity;
    self->def.index_def.max_depth = depth;
    demo_take_shapes(self);
}

void demo_set_verify(demo *self, bool verify)
{
    for (int i = 0; i < self->side_count; i++) {
        scene_index *index = self->sides[i].stage.index;
        index_forgive(index);
        if (!index_invite(index, verify ? contender_number(&contender_brute) : NO_METHOD)) {
            demo_say(self, "cannot verify", "not enough memory");
            verify = false;
        }
    }
    self->def.verify = verify;
}
