// Add and remove around every power of two up to 2^20, up to 2^17 where it is to be quick: no call may cost a burst of
// work, since a burst is a frame that is dropped. What is left aside is the upkeep of one cell that itself holds
// thousands: its bounds cannot be made tight without reading all of its items, which is due once in half as many
// removals as there are items. It is counted, and it may come that often and no more.
#include "all.h"
#include "support.h"

#include <stdlib.h>

// A batch of changes may cost this many records. One change may split a leaf of 33 on each of up to 24 levels, where
// all its items fall into one child again and again: 24 * 33 = 792. A refit reads the four cells of one quad, and each
// once more to see whether it should split; at the depth limit they hold up to 200 each in these scenes: 8 * 200. A
// few dozen changes do each of that once or hardly at all, and a merge gathers fewer. Beside it refits go on all the
// time, at two records a removal, each perhaps read twice, and they come in pieces of 256.
enum { BATCH = 64, CALM = 2700, BATCHES = 40 };

typedef qd_box maker(struct prng *random, size_t i);

static qd_box anywhere(struct prng *random, size_t i)
{
    (void)i;
    double x = prng_between(random, 0, 1000), y = prng_between(random, 0, 1000);
    return box(x, y, x + 1, y + 1);
}

static qd_box same_point(struct prng *random, size_t i)
{
    (void)random, (void)i;
    return point_at(400, 400);
}

static qd_box world_sized(struct prng *random, size_t i)
{
    (void)random, (void)i;
    return box(0, 0, 1000, 1000);
}

static qd_box clusters(struct prng *random, size_t i)
{
    float x = (float)(i % 10) * 100, y = (float)(i / 10 % 10) * 100;
    return point_at(prng_between(random, x, x + 0.5f), prng_between(random, y, y + 0.5f));
}

static qd_box half_outside(struct prng *random, size_t i)
{
    float far = i % 2 ? 1e6f : 0;
    return point_at(far + prng_between(random, 0, 1000), far + prng_between(random, 0, 1000));
}

struct subject {
    qd_tree *tree;
    qd_id *ids;
    size_t count, made;
    struct prng random;
    maker *make;
};

static void add(struct subject *subject)
{
    qd_box box = subject->make(&subject->random, subject->made++);
    qd_id id = put(subject->tree, item_at(box));
    assert_true(id != 0);
    subject->ids[subject->count++] = id;
}

static void take(struct subject *subject)
{
    size_t which = prng_below(&subject->random, (uint32_t)subject->count);
    assert_int_equal(qd_tree_remove(subject->tree, subject->ids[which]), QD_OK);
    subject->ids[which] = subject->ids[--subject->count];
}

// Adds and removes around the present size, one of each in turn, and looks at what each batch cost.
static void stir(struct subject *subject)
{
    size_t bursts = 0, changes = BATCHES * BATCH;
    uint64_t sum = 0, before = work_of(subject->tree);
    for (int i = 0; i < BATCHES; i++) {
        for (int k = 0; k < BATCH / 2; k++) {
            add(subject);
            take(subject);
        }
        const uint64_t now = work_of(subject->tree), cost = now - before;
        before = now;
        bursts += cost > CALM;
        sum += cost;
    }
    // Two may be due from before: a split that is tried again since the tree has grown, and a refit; then a refit after
    // each half as many removals as there are items, and every second change is one. Each reads and copies a record a
    // few times over (sixteen at most, see the test of piles).
    size_t due = 2 + changes / subject->count;
    if (bursts > due)
        fail_msg("%zu bursts in %zu changes at %zu items", bursts, changes, subject->count);
    assert_in_range(sum, 0, 16 * due * subject->count + CALM * (uint64_t)BATCHES);
}

static void assert_no_burst(maker *make)
{
    const size_t most = all_or((size_t)1 << 20, (size_t)1 << 17);
    struct subject subject = { tree_over(box(0, 0, 1000, 1000)), need(most + 2, sizeof(qd_id)), 0, 0, { 9 }, make };
    for (size_t power = 1; power <= most; power *= 2)
        for (size_t size = power - 1; size <= power + 1; size++) {
            while (subject.count < size)
                add(&subject);
            if (size > 0 && size <= most)
                stir(&subject);
        }
    assert_true(qd_tree_check(subject.tree));
    // And on the way down again.
    for (size_t power = most; power >= 1; power /= 8) {
        while (subject.count > power)
            take(&subject);
        stir(&subject);
    }
    qd_tree_destroy(subject.tree);
    free(subject.ids);
}

static void items_anywhere_come_and_go_without_a_burst(void)
{
    assert_no_burst(anywhere);
}

static void items_at_one_point_come_and_go_without_a_burst(void)
{
    assert_no_burst(same_point);
}

static void world_sized_items_come_and_go_without_a_burst(void)
{
    assert_no_burst(world_sized);
}

static void items_in_clusters_come_and_go_without_a_burst(void)
{
    assert_no_burst(clusters);
}

static void items_half_outside_the_world_come_and_go_without_a_burst(void)
{
    assert_no_burst(half_outside);
}

tests_main(plain_test(items_anywhere_come_and_go_without_a_burst),
           plain_test(items_at_one_point_come_and_go_without_a_burst),
           plain_test(world_sized_items_come_and_go_without_a_burst),
           plain_test(items_in_clusters_come_and_go_without_a_burst),
           plain_test(items_half_outside_the_world_come_and_go_without_a_burst))
