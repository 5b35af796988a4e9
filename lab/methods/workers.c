/// The methods behind an index: which one answers, which one answers as well, their settings before the first item, and
/// what they cost.
#include "parts.h"

bool worker_start(worker *out, const scene_index *self, size_t choice)
{
    index_def def = self->def;
    def.method = choice;
    *out = (worker){ .self = method_create(&def), .choice = choice, .upkeep_changes = UINT64_MAX };
    const items *all = &self->items;
    bool good = out->self != NULL;
    for (size_t at = 0; good && at < all->room;) { // in runs, so that a tree is loaded at once
        size_t from = at;
        while (at < all->room && all->alive[at] == all->alive[from])
            at++;
        if (all->alive[from])
            good = method_add(out->self, all, (uint32_t)from, at - from);
    }
    if (good && method_ready(out->self, all))
        out->upkeep_before = method_upkeep(out->self);
    else
        worker_end(out);
    return good;
}

void worker_end(worker *self)
{
    method_destroy(self->self);
    *self = (worker){ 0 };
}

bool index_choose(scene_index *self, size_t choice)
{
    worker fresh;
    if (!worker_start(&fresh, self, choice))
        return false;
    worker_end(&self->workers[INDEX_HOST]);
    self->workers[INDEX_HOST] = fresh;
    self->def.method = choice;
    return true;
}

bool index_reshape(scene_index *self, int leaf_capacity, int max_depth)
{
    index_def before = self->def;
    self->def.leaf_capacity = leaf_capacity;
    self->def.max_depth = max_depth;
    bool good = index_choose(self, self->def.method);
    if (!good)
        self->def = before;
    return good;
}

bool index_invite(scene_index *self, size_t choice)
{
    worker_end(&self->workers[INDEX_GUEST]);
    return choice == NO_METHOD || worker_start(&self->workers[INDEX_GUEST], self, choice);
}

size_t index_method(const scene_index *self)
{
    return self->workers[INDEX_HOST].choice;
}

size_t index_guest(const scene_index *self)
{
    const worker *guest = &self->workers[INDEX_GUEST];
    return guest->self ? guest->choice : NO_METHOD;
}

const qd_tree *index_tree(const scene_index *self)
{
    const method *host = self->workers[INDEX_HOST].self;
    return host->kind == &contender_quadtree ? contender_quadtree_tree(host->contender) : NULL;
}

void index_nodes(const scene_index *self, contender_node_visitor *visitor, void *context)
{
    const method *host = self->workers[INDEX_HOST].self;
    if (host->kind->nodes != NULL)
        host->kind->nodes(host->contender, visitor, context);
}

void index_set_world(scene_index *self, fbox world)
{
    if (self->items.room > 0)
        return;
    index_tell(self, &(index_call){ .kind = CALL_WORLD, .box = world });
    self->def.world = world;
    for (int part = 0; part < 2; part++) {
        worker *at = &self->workers[part], fresh;
        if (!at->self)
            continue;
        if (worker_start(&fresh, self, at->choice)) {
            worker_end(at);
            *at = fresh;
        } else {
            self->failed = true;
        }
    }
}

// The upkeep until now. The quadtree counts its nodes to say it, so it is asked again only after a change.
static uint64_t upkeep_of(scene_index *self, worker *at)
{
    const uint64_t changes = self->asked.adds + self->asked.removes + self->asked.moves;
    if (at->upkeep_changes != changes || !method_follows(at->self))
        at->upkeep_now = method_upkeep(at->self);
    at->upkeep_changes = changes;
    return at->upkeep_now;
}

index_costs index_costs_of(scene_index *self, enum index_part part)
{
    worker *at = &self->workers[part];
    index_costs costs = at->costs;
    if (at->self)
        costs.upkeep = upkeep_of(self, at) - at->upkeep_before;
    return costs;
}

void index_forget_costs(scene_index *self)
{
    for (int part = 0; part < 2; part++) {
        worker *at = &self->workers[part];
        at->costs = (index_costs){ 0 };
        if (at->self)
            at->upkeep_before = upkeep_of(self, at);
        at->upkeep_changes = 0; // counted from now on
    }
    self->asked = (index_asked){ 0 };
}
