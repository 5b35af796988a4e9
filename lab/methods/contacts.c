/// Contacts of an index: which pairs began and ended since it was last asked. A method that remembers them says so
/// itself; for others, and for one that has only just come, all pairs are found and compared with those there were.
#include "compare.h"
#include "parts.h"

#include <stdlib.h>
#include <string.h>

enum { BEGAN, ENDED };

void contacts_free(contact_memory *self)
{
    free(self->now.at);
    free(self->spare.at);
    free(self->renewed);
    for (int part = 0; part < 2; part++) {
        free(self->changes[part][BEGAN].at);
        free(self->changes[part][ENDED].at);
    }
}

// Room for flags of as many items as the index has room for.
static bool reserve_flags(contact_memory *self, size_t space)
{
    if (space <= self->renewed_space)
        return true;
    uint8_t *grown = realloc(self->renewed, space);
    if (!grown)
        return false;
    memset(grown + self->renewed_space, 0, space - self->renewed_space);
    self->renewed = grown;
    self->renewed_space = space;
    return true;
}

bool contacts_forget_item(scene_index *self, uint32_t item)
{
    contact_memory *own = &self->contacts;
    if (!own->asked)
        return true;
    if (!reserve_flags(own, self->items.space))
        return false;
    own->renewed[item] = 1;
    return true;
}

static bool was_renewed(const contact_memory *self, index_pair pair)
{
    return (pair.a < self->renewed_space && self->renewed[pair.a]) ||
           (pair.b < self->renewed_space && self->renewed[pair.b]);
}

// What has changed from the pairs there were to those there are, both sorted.
static void compare_with_memory(const contact_memory *self, const found_pairs *found, found_pairs out[2])
{
    const found_pairs *now = &self->now;
    size_t i = 0, k = 0;
    while (i < now->count || k < found->count) {
        int order = i == now->count ? 1 : k == found->count ? -1 : index_pair_order(&now->at[i], &found->at[k]);
        bool stayed = order == 0 && !was_renewed(self, now->at[i]);
        if (order <= 0 && !stayed)
            found_pairs_add(&out[ENDED], &now->at[i], 1);
        if (order >= 0 && !stayed)
            found_pairs_add(&out[BEGAN], &found->at[k], 1);
        i += order <= 0;
        k += order >= 0;
    }
}

static bool find_changes(scene_index *self, worker *at, found_pairs out[2])
{
    contact_memory *own = &self->contacts;
    found_pairs *found = &own->spare;
    bool native = method_remembers(at->self), good = true;
    if (native && at->remembers) {
        good = method_changes(at->self, &out[BEGAN], &out[ENDED], &at->costs);
        found_pairs_sort(&out[BEGAN]);
        found_pairs_sort(&out[ENDED]);
        return good;
    }
    found->count = 0;
    if (native) // it has begun to remember, so that all begin
        good = method_changes(at->self, found, &out[ENDED], &at->costs);
    else
        method_pairs(at->self, &self->items, (pair_sink){ found_pairs_add, found }, &at->costs);
    at->remembers = native && good;
    found_pairs_sort(found);
    compare_with_memory(own, found, out);
    return good && !found->failed;
}

static bool ask_changes(scene_index *self, worker *at, int part, const index_call *call)
{
    (void)call;
    found_pairs *out = self->contacts.changes[part];
    out[BEGAN].count = out[ENDED].count = 0;
    return find_changes(self, at, out) && !out[BEGAN].failed && !out[ENDED].failed;
}

// Those there were, less those that ended, and those that began: all sorted, and so is what comes of it.
static bool remember(contact_memory *self, const found_pairs change[2])
{
    found_pairs *next = &self->spare;
    const found_pairs *now = &self->now, *began = &change[BEGAN], *ended = &change[ENDED];
    next->count = 0;
    for (size_t i = 0, k = 0, gone = 0; i < now->count || k < began->count;) {
        bool old = k == began->count || (i < now->count && index_pair_order(&now->at[i], &began->at[k]) <= 0);
        if (old && gone < ended->count && index_pair_order(&now->at[i], &ended->at[gone]) == 0)
            gone++;
        else
            found_pairs_add(next, old ? &now->at[i] : &began->at[k], 1);
        i += old;
        k += !old;
    }
    found_pairs swapped = self->now;
    self->now = *next;
    self->spare = swapped;
    if (self->renewed)
        memset(self->renewed, 0, self->renewed_space);
    return !self->now.failed;
}

static void mix_pairs(scene_index *self, const found_pairs *list)
{
    index_mix(self, list->count);
    for (size_t i = 0; i < list->count; i++)
        index_mix(self, (uint64_t)list->at[i].a << 32 | list->at[i].b);
}

index_contacts index_ask_contacts(scene_index *self)
{
    static const index_contacts nothing = { NULL, NULL, 0, 0, 0 };
    contact_memory *own = &self->contacts;
    const found_pairs *host = own->changes[INDEX_HOST];
    index_call call = { .kind = CALL_CONTACTS };
    own->asked = true;
    index_ask(self, &call, ask_changes);
    if (self->failed)
        return nothing;
    if (self->workers[INDEX_GUEST].self)
        index_compare_changes(self, &call, host, own->changes[INDEX_GUEST]);
    self->failed = self->failed || !remember(own, host);
    if (self->failed)
        return nothing;
    if (self->watched && !self->mute) {
        mix_pairs(self, &host[BEGAN]);
        mix_pairs(self, &host[ENDED]);
    }
    return (index_contacts){ host[BEGAN].at, host[ENDED].at, host[BEGAN].count, host[ENDED].count, own->now.count };
}
