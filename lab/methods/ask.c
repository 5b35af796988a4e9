/// Questions: put to the host, and to the guest if there is one, each by itself and timed apart; what they answer is
/// sorted, so that it is the same whatever method answers, compared, and mixed into the sum.
#include "compare.h"
#include "parts.h"

#include <checksum.h>
#include <float.h>
#include <stdlib.h>

void index_ask(scene_index *self, const index_call *call, asker *ask)
{
    index_tell(self, call);
    self->asked.questions++;
    size_t n = self->items.live;
    bool all_pairs = call->kind == CALL_PAIRS || call->kind == CALL_CONTACTS;
    self->asked.brute_tests += all_pairs ? (uint64_t)n * (n - (n > 0)) / 2 : n;
    for (int turn = 0; turn < 2; turn++) {
        int part = turn ^ self->guest_first;
        worker *at = &self->workers[part];
        if (!at->self || self->failed)
            continue;
        double start = index_clock(self);
        bool good = method_ready(at->self, &self->items);
        double ready = method_follows(at->self) ? start : index_clock(self);
        uint64_t tests = at->costs.tests;
        good = good && ask(self, at, part, call);
        at->costs.pair_tests += all_pairs ? at->costs.tests - tests : 0;
        at->costs.moving_ms += ready - start;
        at->costs.finding_ms += index_clock(self) - ready;
        self->left = self->left || (self->def.leave && self->def.leave());
        self->failed = self->failed || !good || self->left;
    }
    if (all_pairs)
        self->guest_first = !self->guest_first && self->workers[INDEX_GUEST].self;
}

static bool has_guest(const scene_index *self)
{
    return self->workers[INDEX_GUEST].self != NULL;
}

static int compare_numbers(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void sort(number_list *list)
{
    if (list->count > 1)
        qsort(list->at, list->count, sizeof *list->at, compare_numbers);
}

static void mix_list(scene_index *self, const number_list *list)
{
    if (!self->watched || self->mute)
        return;
    index_mix(self, list->count);
    for (size_t i = 0; i < list->count; i++)
        index_mix(self, list->at[i]);
}

// What is left to do with a list of items once all have answered.
static index_list list_of(scene_index *self, const index_call *call)
{
    if (self->failed)
        return (index_list){ NULL, 0 };
    number_list *host = &self->answers[INDEX_HOST], *guest = &self->answers[INDEX_GUEST];
    sort(host);
    if (has_guest(self)) {
        sort(guest);
        index_compare_items(self, call, host, guest);
    }
    mix_list(self, host);
    return (index_list){ host->at, host->count };
}

static bool ask_box(scene_index *self, worker *at, int part, const index_call *call)
{
    number_list *out = &self->answers[part];
    out->count = 0;
    return method_in_box(at->self, &self->items, call->box, call->mask, out, &at->costs);
}

index_list index_in_box(scene_index *self, fbox box, uint32_t mask)
{
    index_call call = { .kind = CALL_BOX, .box = box, .mask = mask };
    index_ask(self, &call, ask_box);
    return list_of(self, &call);
}

static bool ask_circle(scene_index *self, worker *at, int part, const index_call *call)
{
    number_list *out = &self->answers[part];
    out->count = 0;
    return method_in_circle(at->self, &self->items, call->ray.origin, call->reach, call->mask, out, &at->costs);
}

index_list index_in_circle(scene_index *self, fvec2 center, float radius, uint32_t mask)
{
    index_call call = { .kind = CALL_CIRCLE, .ray.origin = center, .reach = radius, .mask = mask };
    index_ask(self, &call, ask_circle);
    return list_of(self, &call);
}

static bool ask_touches(scene_index *self, worker *at, int part, const index_call *call)
{
    number_list *out = &self->answers[part];
    out->count = 0;
    if (method_touches(at->self, &self->items, call->box, call->mask, call->item, &at->costs))
        number_list_add(out, 0);
    return !out->failed;
}

bool index_touches(scene_index *self, fbox box, uint32_t mask, uint32_t except)
{
    index_call call = { .kind = CALL_TOUCHES, .box = box, .mask = mask, .item = except };
    index_ask(self, &call, ask_touches);
    return list_of(self, &call).count > 0;
}

static bool reserve_near(scene_index *self, size_t k)
{
    if (k <= self->near_space)
        return true;
    for (int part = 0; part < 2; part++) {
        near_item *grown = realloc(self->near[part], k * sizeof *grown);
        if (!grown)
            return false;
        self->near[part] = grown;
    }
    self->near_space = k;
    return true;
}

static bool ask_nearest(scene_index *self, worker *at, int part, const index_call *call)
{
    number_list *out = &self->answers[part];
    out->count = 0;
    near_list list = { self->near[part], 0, call->count };
    if (!method_nearest(at->self, &self->items, call->ray.origin, call->reach, call->mask, &list, &at->costs))
        return false;
    for (size_t i = 0; i < list.count; i++)
        number_list_add(out, list.at[i].item);
    return !out->failed;
}

size_t index_nearest(scene_index *self, fvec2 point, float most, uint32_t mask, index_near *out, size_t k)
{
    index_call call = { .kind = CALL_NEAREST, .ray.origin = point, .reach = most, .mask = mask, .count = k };
    if (k == 0)
        return 0;
    self->failed = self->failed || !reserve_near(self, k);
    index_ask(self, &call, ask_nearest);
    const number_list *host = &self->answers[INDEX_HOST];
    if (self->failed)
        return 0;
    if (has_guest(self))
        index_compare_items(self, &call, host, &self->answers[INDEX_GUEST]);
    mix_list(self, host);
    for (size_t i = 0; i < host->count; i++) {
        double distance = sqrt(squared_distance(point, self->items.boxes[host->at[i]]));
        out[i] = (index_near){ host->at[i], distance < (double)FLT_MAX ? (float)distance : FLT_MAX };
    }
    return host->count;
}

static bool ask_ray(scene_index *self, worker *at, int part, const index_call *call)
{
    number_list *out = &self->answers[part];
    out->count = 0;
    first_hit first = method_ray(at->self, &self->items, call->ray, call->mask, &at->costs);
    if (first.item != INDEX_NONE)
        number_list_add(out, first.item);
    return !out->failed;
}

index_hit index_first_on_ray(scene_index *self, index_ray ray, uint32_t mask)
{
    index_call call = { .kind = CALL_RAY, .ray = ray, .mask = mask };
    index_ask(self, &call, ask_ray);
    index_list found = list_of(self, &call);
    if (found.count == 0)
        return (index_hit){ INDEX_NONE, 0 };
    double t = ray_enters(ray, self->items.boxes[found.items[0]], false);
    return (index_hit){ found.items[0], t < (double)FLT_MAX ? (float)t : FLT_MAX };
}

typedef struct pair_taker {
    index_pair_visitor *visitor;
    void *context;
    uint64_t sum;
} pair_taker;

static void take_and_sum(void *context, const index_pair *pairs, size_t count)
{
    pair_taker *self = context;
    for (size_t i = 0; i < count; i++)
        self->sum += checksum_of_pair((contender_pair){ pairs[i].a, pairs[i].b });
    if (self->visitor)
        self->visitor(self->context, pairs, count);
}

// Sums cost time, so they are made only where they are looked at. What the guest finds goes nowhere else.
static bool ask_pairs(scene_index *self, worker *at, int part, const index_call *call)
{
    (void)call;
    pair_question *question = &self->pairs;
    bool summed = self->watched || has_guest(self);
    pair_taker taker = { part == INDEX_HOST ? question->visitor : NULL, question->context, 0 };
    pair_sink direct = { taker.visitor, taker.context }, sum = { take_and_sum, &taker };
    uint64_t before = at->costs.pairs;
    method_pairs(at->self, &self->items, summed ? sum : direct, &at->costs);
    question->sums[part] = taker.sum;
    question->found[part] = at->costs.pairs - before;
    return true;
}

void index_pairs(scene_index *self, index_pair_visitor *visitor, void *context)
{
    index_call call = { .kind = CALL_PAIRS };
    self->pairs = (pair_question){ .visitor = visitor, .context = context };
    index_ask(self, &call, ask_pairs);
    if (self->failed)
        return;
    if (has_guest(self))
        index_compare_pairs(self, &call);
    if (self->watched && !self->mute) {
        index_mix(self, self->pairs.found[INDEX_HOST]);
        index_mix(self, self->pairs.sums[INDEX_HOST]);
    }
}

index_list index_look(scene_index *self, fbox box)
{
    worker *host = &self->workers[INDEX_HOST];
    index_costs ignored = { 0 };
    self->seen.count = 0;
    bool good = !self->failed && method_ready(host->self, &self->items) &&
                method_in_box(host->self, &self->items, box, 0, &self->seen, &ignored);
    return good ? (index_list){ self->seen.at, self->seen.count } : (index_list){ NULL, 0 };
}

void index_watch(scene_index *self, bool watch)
{
    self->watched = watch;
    self->sum = 0;
}

void index_mute(scene_index *self, bool mute)
{
    self->mute = mute;
}

uint64_t index_answers(const scene_index *self)
{
    return self->sum;
}
