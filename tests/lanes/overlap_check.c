// Checks of the lane operations that compare boxes with boxes: see lanes_check.h.
#include "crowd.h"
#include "lanes_check.h"

static qd__aabb some_probe(prng *random)
{
    switch (prng_below(random, 8)) {
    case 0:
        return qd__aabb_all(INFINITY); // a window over everything
    case 1:
        return qd__aabb_unused();
    case 2:
        return qd__probe(qd__aabb_empty());
    default:
        return qd__probe(some_aabb(random));
    }
}

static bool overlaps(qd__aabb aabb, qd__aabb probe, bool open)
{
    for (int i = 0; i < 4; i++)
        if (open ? !(aabb.v[i] < probe.v[i]) : !(aabb.v[i] <= probe.v[i]))
            return false;
    return true;
}

const char *overlap_is_four_comparisons(void)
{
    prng random = { 1 };
    crowd all;
    const qd__simd *simd;
    for (unsigned which = 0; (simd = qd__simd_list(which)) != NULL; which++) {
        for (int round = 0; round < ROUNDS; round++) {
            const qd__aabb probe = some_probe(&random);
            const bool open = prng_below(&random, 2);
            fill(&random, &all, some_count(&random));
            uint64_t expected = 0;
            for (uint32_t i = 0; i < all.boxes.count; i++)
                expected |= (uint64_t)overlaps(at(&all, i), probe, open) << i;
            HOLDS(simd->overlap(all.boxes, probe, open) == expected);
        }
    }
    return NULL;
}

const char *picked_items_are_those_of_overlaps(void)
{
    prng random = { 11 };
    static crowd lots[3];
    const qd__simd *simd;
    qd_entry items[QD__BOXES_MOST], out[3 * QD__BOXES_MOST + QD__PICKED_AT_ONCE];
    for (unsigned i = 0; i < QD__BOXES_MOST; i++)
        items[i] = (qd_entry){ i + 1, 7 * i };
    for (unsigned which = 0; (simd = qd__simd_list(which)) != NULL; which++) {
        for (int round = 0; round < ROUNDS; round++) {
            qd__window windows[3];
            const bool open = prng_below(&random, 2);
            qd__picked picked[3], again[3];
            qd_entry expected[3 * QD__BOXES_MOST];
            size_t count = 0;
            for (unsigned k = 0; k < 3; k++) {
                fill(&random, &lots[k], 16 + prng_below(&random, 4) * 16); // the lanes of a bucket
                windows[k].probe = some_probe(&random);
                windows[k].certain = some_probe(&random);
                picked[k] = (qd__picked){ .boxes = lots[k].boxes,
                                          .hits = qd__low_bits_long(lots[k].boxes.count),
                                          .items = items,
                                          .window = &windows[k] };
                picked[k].hits &= prng_below(&random, 2) ? UINT64_MAX : UINT64_C(0x123456789abcdef);
                picked[k].boxes.count = prng_below(&random, 4) ? picked[k].boxes.count : 0;
                for (uint32_t i = 0; i < QD__BOXES_MOST; i++)
                    if ((picked[k].hits >> i & 1) &&
                        (picked[k].boxes.count == 0 || overlaps(at(&lots[k], i), windows[k].probe, open)))
                        expected[count++] = items[i];
                again[k] = picked[k];
            }
            HOLDS(simd->pick(picked, 3, open, false, out) == out + count);
            HOLDS(count == 0 || memcmp(out, expected, count * sizeof *out) == 0);
            HOLDS(simd->pick(again, 3, open, true, NULL) == NULL);
            for (unsigned k = 0; k < 3; k++) {
                for (uint32_t i = 0; i < QD__BOXES_MOST; i++) {
                    const bool doubtful = (again[k].hits >> i & 1) && again[k].boxes.count > 0 &&
                                          !overlaps(at(&lots[k], i), qd__probe(windows[k].certain), true);
                    HOLDS((again[k].doubtful >> i & 1) == doubtful);
                }
                HOLDS(again[k].hits == picked[k].hits);
                HOLDS(picked[k].found == qd__count_bits_long(picked[k].hits) && again[k].found == picked[k].found);
            }
        }
    }
    return NULL;
}

const char *four_are_compared_each(void)
{
    prng random = { 2 };
    for (int round = 0; round < ROUNDS; round++) {
        const qd__aabb probe = some_probe(&random);
        const bool open = prng_below(&random, 2);
        const qd__four four = some_four(&random);
        const uint32_t mask = qd__four_overlap(&four, probe, open);
        HOLDS(mask >> 4 == 0);
        for (uint32_t i = 0; i < 4; i++)
            HOLDS((mask >> i & 1) == overlaps(qd__four_at(&four, i), probe, open));
    }
    return NULL;
}

const char *few_are_compared_as_many_are(void)
{
    prng random = { 6 };
    for (int round = 0; round < ROUNDS; round++) {
        const qd__fbox box = { { coordinate(&random), coordinate(&random) },
                               { coordinate(&random), prng_below(&random, 9) ? coordinate(&random) : NAN } };
        const qd__fbox infinite = { { -INFINITY, 0 }, { coordinate(&random), INFINITY } };
        struct {
            qd__fbox box;
            uint64_t other;
        } items[9] = { { { { 0, 0 }, { 0, 0 } }, 0 } };
        const uint32_t one = prng_below(&random, 9);
        const qd__simd *simd;
        for (unsigned which = 0; (simd = qd__simd_list(which)) != NULL; which++) {
            HOLDS(simd->all_sound(&box, sizeof box, 1) == qd__fbox_is_valid(box));
            HOLDS(!simd->all_sound(&infinite, sizeof infinite, 1));
            items[one].box = items[(one + 1) % 9].box;
            HOLDS(simd->all_sound(&items->box, sizeof *items, 9) && simd->all_sound(items, sizeof *items, 0));
            items[one].box = box;
            HOLDS(simd->all_sound(&items->box, sizeof *items, 9) == qd__fbox_is_valid(box));
        }
        const qd__aabb from = qd__aabb_from(&box), of = qd__aabb_of(box);
        HOLDS(isnan(box.max.y) || memcmp(&from, &of, sizeof of) == 0);
    }
    return NULL;
}

enum { ALL_CODES = QD__BOXES_MOST * QD__BOXES_MOST + QD__CODES_MOST };

/// Codes of a naive double loop, in ascending order.
static unsigned naive_codes(const crowd *all, uint64_t live, const crowd *others, uint64_t some, bool open,
                            qd__code *codes)
{
    unsigned count = 0;
    for (uint32_t i = 0; i < all->boxes.count; i++) {
        for (uint32_t j = 0; j < others->boxes.count; j++)
            if ((live >> i & some >> j & 1) && overlaps(at(others, j), qd__probe(at(all, i)), open))
                codes[count++] = (qd__code)(i << 8 | j);
    }
    return count;
}

/// Sometimes all boxes are the same, so that each overlaps each.
static void fill_some(prng *random, crowd *all)
{
    fill(random, all, some_count(random));
    const qd__aabb same = some_aabb(random);
    for (uint32_t i = 0, alike = prng_below(random, 8) == 0; alike && i < all->boxes.count; i++)
        set(all, i, same);
}

const char *pairs_within_are_those_of_two_loops(void)
{
    prng random = { 3 };
    crowd all;
    static qd__code expected[ALL_CODES], codes[ALL_CODES + 1];
    const qd__simd *simd;
    for (unsigned which = 0; (simd = qd__simd_list(which)) != NULL; which++) {
        for (int round = 0; round < ROUNDS / 8; round++) {
            const bool open = prng_below(&random, 2);
            fill_some(&random, &all);
            unsigned count = naive_codes(&all, UINT64_MAX, &all, UINT64_MAX, open, expected), pairs = 0;
            for (unsigned i = 0; i < count; i++) {
                expected[pairs] = expected[i];
                pairs += expected[i] >> 8 < (expected[i] & 0xff);
            }
            unsigned listed = 0;
            for (uint32_t row = 0; row < all.boxes.count;) {
                codes[listed + QD__CODES_MOST] = 0xabcd;
                const unsigned more = simd->overlap_within(all.boxes, &row, open, codes + listed);
                HOLDS(codes[listed + QD__CODES_MOST] == 0xabcd);
                listed += more;
            }
            HOLDS(listed == pairs && memcmp(codes, expected, pairs * sizeof *codes) == 0);
        }
    }
    return NULL;
}

/// Bounds that cover a crowd's boxes, larger now and then.
static qd__lot lot_of(prng *random, const crowd *all)
{
    qd__lot lot = { all->boxes, qd__aabb_empty() };
    for (uint32_t i = 0; i < all->boxes.count; i++)
        lot.bounds = qd__union(lot.bounds, qd__boxes_at(all->boxes, i));
    if (prng_below(random, 4) == 0)
        lot.bounds = qd__union(lot.bounds, some_aabb(random));
    return lot;
}

/// Lists what is left, behind `count` codes, by as many calls as that takes. Returns how many there are; 0 if a call
/// does too much or writes too far.
static unsigned list_rest(const qd__simd *simd, const crowd *all, uint64_t *left, const crowd *others, uint64_t some,
                          bool open, qd__code *codes, unsigned count)
{
    while (*left) {
        const uint64_t before = *left;
        codes[count + QD__CODES_MOST] = 0xabcd;
        const unsigned more = simd->overlap_each(all->boxes, left, others->boxes, some, open, codes + count);
        if (codes[count + QD__CODES_MOST] != 0xabcd || (*left & before) != *left || *left == before)
            return 0;
        count += more;
    }
    return count;
}

const char *pairs_across_are_those_of_two_loops(void)
{
    prng random = { 4 };
    crowd all, others;
    static qd__code expected[ALL_CODES], codes[ALL_CODES + 1];
    const qd__simd *simd;
    size_t met = 0;
    for (unsigned which = 0; (simd = qd__simd_list(which)) != NULL; which++) {
        for (int round = 0; round < ROUNDS / 8; round++) {
            const bool open = prng_below(&random, 2);
            fill_some(&random, &all);
            if (prng_below(&random, 8) == 0) {
                others = all;
                others.boxes.sides = others.sides;
            } else {
                fill_some(&random, &others);
            }
            const uint64_t live = some_mask(&random, all.boxes.count), some = some_mask(&random, others.boxes.count);
            const unsigned count = naive_codes(&all, live, &others, some, open, expected);
            uint64_t left = live;
            HOLDS(list_rest(simd, &all, &left, &others, some, open, codes, 0) == count);
            HOLDS(memcmp(codes, expected, count * sizeof *codes) == 0);
            met += count;
            const qd__lot lot = lot_of(&random, &all), other = lot_of(&random, &others);
            const unsigned more = naive_codes(&all, live, &others, UINT64_MAX, open, expected);
            uint64_t tests = 7, reaching;
            left = live;
            codes[QD__CODES_MOST] = 0xabcd;
            const unsigned listed = simd->overlap_lots(&lot, &left, &other, &reaching, open, codes, &tests);
            HOLDS(codes[QD__CODES_MOST] == 0xabcd);
            HOLDS(list_rest(simd, &all, &left, &others, reaching, open, codes, listed) == more);
            HOLDS(memcmp(codes, expected, more * sizeof *codes) == 0 && tests >= 7 + more);
        }
    }
    HOLDS(met > ROUNDS);
    return NULL;
}

const char *lots_apart_leave_nothing(void)
{
    prng random = { 9 };
    crowd all, others;
    qd__code codes[QD__CODES_MOST];
    const qd__simd *simd;
    for (unsigned which = 0; (simd = qd__simd_list(which)) != NULL; which++) {
        fill(&random, &all, 3);
        fill(&random, &others, 3);
        const qd__aabb here = qd__aabb_all(0), there = { { 2, 0, -2, 0 } };
        const qd__lot lot = { all.boxes, here }, other = { others.boxes, there };
        uint64_t live = 7, some = 7, tests = 7;
        HOLDS(simd->overlap_lots(&lot, &live, &other, &some, false, codes, &tests) == 0);
        HOLDS(live == 0 && some == 0 && tests == 7);
    }
    return NULL;
}

const char *sixteen_at_once_are_sixteen(void)
{
    prng random = { 3 };
    for (int round = 0; round < ROUNDS; round++) {
        const bool open = prng_below(&random, 2);
        const qd__four bounds = some_four(&random), others = some_four(&random);
        const uint32_t mask = qd__sixteen_overlap(&bounds, &others, open);
        for (uint32_t i = 0; i < 4; i++) {
            for (uint32_t j = 0; j < 4; j++) {
                const qd__aabb probe = qd__probe(qd__four_at(&others, i));
                HOLDS((mask >> (4 * i + j) & 1) == overlaps(qd__four_at(&bounds, j), probe, open));
            }
        }
    }
    return NULL;
}

const char *sixteen_numbers_are_compared_each(void)
{
    prng random = { 5 };
    uint32_t numbers[16];
    for (int round = 0; round < ROUNDS; round++) {
        for (unsigned i = 0; i < 16; i++)
            numbers[i] = prng_below(&random, 4) - 1; // all bits, none, and few
        for (uint32_t number = 0; number < 4; number++) {
            const uint32_t mask = qd__sixteen_equal(numbers, number - 1);
            HOLDS(mask >> 16 == 0);
            for (unsigned i = 0; i < 16; i++)
                HOLDS((mask >> i & 1) == (numbers[i] == number - 1));
        }
    }
    return NULL;
}

const char *covering_is_four_comparisons_the_other_way(void)
{
    prng random = { 8 };
    size_t covers = 0;
    for (int round = 0; round < ROUNDS; round++) {
        const bool open = prng_below(&random, 2);
        const qd__aabb box = prng_below(&random, 8) ? some_aabb(&random) : qd__aabb_all(-INFINITY);
        qd__four bounds = some_four(&random);
        qd__four_set(&bounds, prng_below(&random, 4), prng_below(&random, 2) ? qd__aabb_empty() : box);
        const uint32_t mask = qd__four_covered(&bounds, &box, open);
        for (uint32_t i = 0; i < 4; i++) {
            HOLDS((mask >> i & 1) == overlaps(box, qd__four_at(&bounds, i), open)); // each side of the box below
            covers += mask >> i & 1;
        }
    }
    HOLDS(covers > ROUNDS / 4);
    return NULL;
}
