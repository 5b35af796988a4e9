/// A hand that adds, drags and erases, in every scene: what it does is done or refused, nothing else changes, and the
/// scene goes on as brute force says, however little is left of it.
#include "all.h"
#include "play.h"

#include <float.h>
#include <math.h>
#include <random.h>

enum { EDITS = 400 };

typedef struct hand {
    stage played;
    scene_random random;
    size_t done[3], refused[3]; ///< By scene_edit_kind.
} hand;

/// A few steps beyond the world, too, and now and then as far as floats go.
static fvec2 some_place(hand *self)
{
    fbox world = self->played.scene->world;
    fvec2 room = { world.max.x - world.min.x, world.max.y - world.min.y };
    fvec2 place;
    place.x = world.min.x + room.x * scene_random_between(&self->random, -0.1f, 1.1f);
    place.y = world.min.y + room.y * scene_random_between(&self->random, -0.1f, 1.1f);
    if (scene_random_bits(&self->random) % 16 == 0)
        place.x = place.x < room.x / 2 ? -FLT_MAX : FLT_MAX;
    return place;
}

/// One that there is, or INDEX_NONE.
static uint32_t some_item(hand *self)
{
    const scene_index *index = self->played.index;
    uint32_t room = (uint32_t)index_room(index);
    uint32_t from = room > 0 ? (uint32_t)(scene_random_bits(&self->random) % room) : 0;
    for (uint32_t i = 0; i < room; i++)
        if (index_has(index, (from + i) % room))
            return (from + i) % room;
    return INDEX_NONE;
}

static size_t count_of(const hand *self)
{
    return index_count(self->played.index);
}

/// As near to the place as the world lets it: its middle is there, or it is at the world's edge.
static void check_place(const hand *self, uint32_t item, fvec2 at)
{
    fbox box = index_box(self->played.index, item), world = self->played.scene->world;
    fvec2 middle = { 0.5f * (box.min.x + box.max.x), 0.5f * (box.min.y + box.max.y) };
    fvec2 half = { 0.51f * (box.max.x - box.min.x) + 11, 0.51f * (box.max.y - box.min.y) + 11 }; // a car's half: 10
    float slack = 1e-3f;
    assert_true(fbox_is_valid(box));
    if (at.x > world.min.x + half.x && at.x < world.max.x - half.x)
        assert_true(fabsf(middle.x - at.x) <= slack);
    if (at.y > world.min.y + half.y && at.y < world.max.y - half.y)
        assert_true(fabsf(middle.y - at.y) <= slack);
    assert_true(middle.x >= world.min.x - slack && middle.x <= world.max.x + slack);
    assert_true(middle.y >= world.min.y - slack && middle.y <= world.max.y + slack);
}

static void edit(hand *self, scene_edit_kind kind)
{
    scene_edit asked = { .kind = kind, .item = INDEX_NONE, .at = some_place(self) };
    if (kind != EDIT_ADD && (asked.item = some_item(self)) == INDEX_NONE)
        return;
    size_t before = count_of(self);
    uint64_t contents = index_contents(self->played.index);
    uint32_t item = self->played.scene->kind->edit(self->played.scene, &asked);
    bool done = kind == EDIT_ERASE ? count_of(self) < before : item != INDEX_NONE;
    self->done[kind] += done;
    self->refused[kind] += !done;
    size_t wanted = before + (done && kind == EDIT_ADD) - (done && kind == EDIT_ERASE);
    assert_int_equal(count_of(self), wanted);
    if (!done)
        assert_true(index_contents(self->played.index) == contents);
    else if (kind != EDIT_ERASE)
        check_place(self, item, asked.at);
}

/// With ticks and events between, until nothing is left that can be erased; then some more. The hash at the end.
static uint64_t handle(const scene_kind *kind, size_t method, size_t guest, hand *self)
{
    const scene_def def = { .count = 60, .seed = 3, .size = -1, .speed = -1 };
    *self = (hand){ .played = play_open(kind, &def, method), .random = { 5 } };
    assert_true(index_invite(self->played.index, guest));
    index_watch(self->played.index, true);
    for (int i = 0; i < EDITS; i++) {
        edit(self, (scene_edit_kind)(scene_random_bits(&self->random) % 3));
        if (i % 3 == 0)
            play(&self->played, 1);
    }
    for (int i = 0; i < 3 * EDITS; i++) {
        edit(self, EDIT_ERASE);
        if (i % 40 == 0)
            play_alone(&self->played, 1);
    }
    for (int i = 0; i < EDITS / 4; i++)
        edit(self, i % 2 ? EDIT_MOVE : EDIT_ADD);
    play(&self->played, 20);
    drawing seen = { .view = self->played.scene->world, .pixel = 1 };
    kind->draw(self->played.scene, &seen);
    assert_false(seen.failed);
    drawing_free(&seen);
    uint64_t hash = stage_hash(&self->played) ^ index_answers(self->played.index);
    stage_close(&self->played);
    return hash;
}

static void a_hand_does_what_it_is_to(void)
{
    for (size_t i = 0; scenes[i]; i++) {
        hand self;
        if (!scenes[i]->edit)
            continue;
        handle(scenes[i], 0, 1, &self);
        for (int kind = EDIT_ADD; kind <= EDIT_MOVE; kind++)
            if (self.done[kind] < 40)
                fail_msg("%s: of kind %d only %zu done, %zu refused", scenes[i]->name, kind, self.done[kind],
                         self.refused[kind]);
    }
}

// Each method with some of the scenes; or with all.
static void every_method_goes_the_same_way(void)
{
    const size_t each = all_or(1, 3);
    for (size_t i = 0; scenes[i]; i++) {
        hand self;
        if (!scenes[i]->edit)
            continue;
        uint64_t hash = handle(scenes[i], 0, NO_METHOD, &self);
        for (size_t method = 1 + i % each; method < CONTENDERS; method += each)
            if (handle(scenes[i], method, NO_METHOD, &self) != hash)
                fail_msg("%s goes another way by %s", scenes[i]->name, contender_names[method]);
    }
}

static void every_compiler_goes_the_same_way(void)
{
    uint64_t all = 0;
    for (size_t i = 0; scenes[i]; i++) {
        hand self;
        if (!scenes[i]->edit)
            continue;
        all = (all ^ handle(scenes[i], 0, NO_METHOD, &self)) * 0x100000001b3u;
    }
    if (all != 0x16b43d99a0791d89u)
        fail_msg("together they arrive at 0x%llx", (unsigned long long)all);
}

tests_named(edit, plain_test(a_hand_does_what_it_is_to), plain_test(every_method_goes_the_same_way),
            plain_test(every_compiler_goes_the_same_way))
