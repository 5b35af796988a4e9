/// The items of an index: which there are, where they are, and that its methods know it.
#include "parts.h"

#include <stdlib.h>
#include <string.h>

// Doubling, from 64 on.
static bool reserve(items *all, size_t wanted)
{
    size_t space = all->space ? all->space : 64;
    if (wanted <= all->space)
        return true;
    if (wanted >= INDEX_NONE)
        return false;
    while (space < wanted)
        space *= 2;
    fbox *boxes = realloc(all->boxes, space * sizeof *boxes);
    if (boxes)
        all->boxes = boxes;
    uint8_t *alive = realloc(all->alive, space);
    if (alive)
        all->alive = alive;
    qd_filter *filters = all->filters ? realloc(all->filters, space * sizeof *filters) : NULL;
    if (filters)
        all->filters = filters;
    bool good = boxes && alive && (filters || !all->filters);
    if (good)
        all->space = space;
    return good;
}

static qd_filter resolved(qd_filter filter)
{
    return (qd_filter){ filter.layers ? filter.layers & INDEX_ALL_LAYERS : INDEX_FIRST_LAYER,
                        filter.mask ? filter.mask : INDEX_ALL_LAYERS };
}

static bool is_default(qd_filter filter)
{
    return filter.layers == INDEX_FIRST_LAYER && filter.mask == INDEX_ALL_LAYERS;
}

// Filters are kept from the first one on that is not the default.
static bool need_filters(items *all)
{
    if (all->filters)
        return true;
    all->filters = malloc(all->space * sizeof *all->filters);
    for (size_t i = 0; all->filters && i < all->room; i++)
        all->filters[i] = (qd_filter){ INDEX_FIRST_LAYER, INDEX_ALL_LAYERS };
    return all->filters != NULL;
}

scene_index *index_create(const index_def *def)
{
    scene_index *self = calloc(1, sizeof *self);
    if (!self)
        return NULL;
    self->def = *def;
    if (worker_start(&self->workers[INDEX_HOST], self, def->method))
        return self;
    free(self);
    return NULL;
}

void index_destroy(scene_index *self)
{
    if (!self)
        return;
    worker_end(&self->workers[INDEX_HOST]);
    worker_end(&self->workers[INDEX_GUEST]);
    free(self->items.boxes);
    free(self->items.filters);
    free(self->items.alive);
    free(self->free_numbers);
    free(self->answers[0].at);
    free(self->answers[1].at);
    free(self->seen.at);
    contacts_free(&self->contacts);
    free(self->near[0]);
    free(self->near[1]);
    free(self);
}

static void tell_workers_of_new(scene_index *self, uint32_t first, size_t count)
{
    for (int part = 0; part < 2; part++) {
        worker *at = &self->workers[part];
        double start = index_clock(self);
        if (at->self && !method_add(at->self, &self->items, first, count))
            self->failed = true;
        at->costs.moving_ms += index_clock(self) - start;
    }
}

// Room for so many more, and filters if this one needs them.
static bool prepare(scene_index *self, size_t wanted, qd_filter filter)
{
    bool good = !self->failed && reserve(&self->items, wanted) && (is_default(filter) || need_filters(&self->items));
    self->failed = !good;
    return good;
}

static void enter(scene_index *self, uint32_t item, fbox box, qd_filter filter)
{
    items *all = &self->items;
    all->boxes[item] = box;
    all->alive[item] = 1;
    if (all->filters)
        all->filters[item] = filter;
    all->live++;
}

uint32_t index_add(scene_index *self, fbox box, qd_filter filter)
{
    index_tell(self, &(index_call){ .kind = CALL_ADD, .boxes = &box, .count = 1, .filter = filter });
    items *all = &self->items;
    filter = resolved(filter);
    bool again = self->free_count > 0;
    if (!prepare(self, all->room + !again, filter))
        return INDEX_NONE;
    uint32_t item = again ? self->free_numbers[--self->free_count] : (uint32_t)all->room++;
    enter(self, item, box, filter);
    tell_workers_of_new(self, item, 1);
    self->asked.adds++;
    return item;
}

uint32_t index_add_many(scene_index *self, const fbox *boxes, size_t count, qd_filter filter)
{
    index_tell(self, &(index_call){ .kind = CALL_ADD, .boxes = boxes, .count = count, .filter = filter });
    items *all = &self->items;
    filter = resolved(filter);
    if (count == 0 || count >= INDEX_NONE || !prepare(self, all->room + count, filter))
        return INDEX_NONE;
    uint32_t first = (uint32_t)all->room;
    for (size_t i = 0; i < count; i++)
        enter(self, first + (uint32_t)i, boxes[i], filter);
    all->room += count;
    tell_workers_of_new(self, first, count);
    self->asked.adds += count;
    return first;
}

void index_remove(scene_index *self, uint32_t item)
{
    if (!index_has(self, item))
        return;
    index_tell(self, &(index_call){ .kind = CALL_REMOVE, .item = item });
    uint32_t *grown = realloc(self->free_numbers, (self->free_count + 1) * sizeof *grown);
    if (!grown || !contacts_forget_item(self, item)) {
        self->failed = true;
        self->free_numbers = grown ? grown : self->free_numbers;
        return;
    }
    self->free_numbers = grown;
    self->free_numbers[self->free_count++] = item;
    self->items.alive[item] = 0;
    self->items.live--;
    for (int part = 0; part < 2; part++) {
        worker *at = &self->workers[part];
        double start = index_clock(self);
        if (at->self)
            method_remove(at->self, item);
        at->costs.moving_ms += index_clock(self) - start;
    }
    self->asked.removes++;
}

void index_move_many(scene_index *self, uint32_t first, const fbox *boxes, size_t count)
{
    if (count == 0)
        return;
    index_tell(self, &(index_call){ .kind = CALL_MOVE, .item = first, .boxes = boxes, .count = count });
    if (boxes != self->items.boxes + first)
        memmove(self->items.boxes + first, boxes, count * sizeof *boxes);
    for (int turn = 0; turn < 2; turn++) {
        worker *at = &self->workers[turn ^ self->guest_first];
        double start = index_clock(self);
        if (at->self)
            method_move(at->self, &self->items, first, count);
        at->costs.moving_ms += index_clock(self) - start;
    }
    self->asked.moves += count;
}

void index_move(scene_index *self, uint32_t item, fbox box)
{
    if (index_has(self, item))
        index_move_many(self, item, &box, 1);
}

fbox *index_boxes(scene_index *self)
{
    return self->items.boxes;
}

size_t index_room(const scene_index *self)
{
    return self->items.room;
}

size_t index_count(const scene_index *self)
{
    return self->items.live;
}

bool index_has(const scene_index *self, uint32_t item)
{
    return item < self->items.room && self->items.alive[item];
}

fbox index_box(const scene_index *self, uint32_t item)
{
    return self->items.boxes[item];
}

qd_filter index_filter(const scene_index *self, uint32_t item)
{
    return items_filter(&self->items, item);
}

bool index_left(const scene_index *self)
{
    return self->left;
}

bool index_failed(const scene_index *self)
{
    return self->failed;
}

size_t index_bytes(const scene_index *self)
{
    return method_bytes(self->workers[INDEX_HOST].self);
}

index_asked index_asked_of(const scene_index *self)
{
    return self->asked;
}

void index_report(scene_index *self, index_log *log, void *context)
{
    self->log = log;
    self->log_context = context;
}

uint64_t index_contents(const scene_index *self)
{
    uint64_t sum = 0xcbf29ce484222325u;
    const items *all = &self->items;
    for (size_t i = 0; i < all->room; i++) {
        if (!all->alive[i])
            continue;
        uint32_t bits[4];
        memcpy(bits, &all->boxes[i], sizeof bits);
        sum = (sum ^ i) * 0x100000001b3u;
        for (int k = 0; k < 4; k++)
            sum = (sum ^ bits[k]) * 0x100000001b3u;
    }
    return sum;
}
