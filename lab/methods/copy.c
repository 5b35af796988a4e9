/// A second index that holds what a first one does, by any method.
#include "parts.h"

#include <stdlib.h>
#include <string.h>

// A copy of `count` things in memory for `space` of them; NULL for no array, and when out of memory.
static void *copy_of(const void *from, size_t count, size_t space, size_t size)
{
    void *copy = from ? malloc((space ? space : 1) * size) : NULL;
    if (copy && count > 0)
        memcpy(copy, from, count * size);
    return copy;
}

static bool copy_items(items *to, const items *from)
{
    *to = *from;
    to->boxes = copy_of(from->boxes, from->room, from->space, sizeof *from->boxes);
    to->alive = copy_of(from->alive, from->room, from->space, sizeof *from->alive);
    to->filters = copy_of(from->filters, from->room, from->space, sizeof *from->filters);
    return !to->boxes == !from->boxes && !to->alive == !from->alive && !to->filters == !from->filters;
}

// The contacts, and the items gone since; the rest is made on demand.
static bool copy_contacts(contact_memory *to, const contact_memory *from)
{
    to->asked = from->asked;
    to->renewed_space = from->renewed_space;
    to->renewed = copy_of(from->renewed, from->renewed_space, from->renewed_space, sizeof *from->renewed);
    found_pairs_add(&to->now, from->now.at, from->now.count);
    return !to->now.failed && !to->renewed == !from->renewed;
}

scene_index *index_copy(const scene_index *self, size_t choice)
{
    scene_index *copy = calloc(1, sizeof *copy);
    if (!copy || self->failed) {
        free(copy);
        return NULL;
    }
    copy->def = self->def;
    copy->def.method = choice;
    copy->free_count = self->free_count;
    copy->free_numbers = copy_of(self->free_numbers, self->free_count, self->free_count, sizeof *self->free_numbers);
    bool good = copy_items(&copy->items, &self->items) && copy_contacts(&copy->contacts, &self->contacts) &&
                !copy->free_numbers == !self->free_numbers;
    if (good && worker_start(&copy->workers[INDEX_HOST], copy, choice))
        return copy;
    index_destroy(copy);
    return NULL;
}
