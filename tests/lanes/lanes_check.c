// Checks of the lane operations that are about each box, and the list of all checks: see lanes_check.h.
#include "lanes_check.h"

#include "crowd.h"

static const char *unions_pass_unused_boxes_by(void)
{
    prng random = { 4 };
    crowd all;
    const qd__simd *simd;
    for (unsigned which = 0; (simd = qd__simd_list(which)) != NULL; which++) {
        for (int round = 0; round < ROUNDS; round++) {
            fill(&random, &all, some_count(&random));
            const uint64_t mask = some_mask(&random, all.boxes.count);
            qd__aabb expected = qd__aabb_empty(), expected_some = expected;
            for (uint32_t i = 0; i < all.boxes.count; i++) {
                expected = qd__union(expected, at(&all, i));
                expected_some = mask >> i & 1 ? qd__union(expected_some, at(&all, i)) : expected_some;
            }
            const qd__aabb united = simd->unite(all.boxes), some = qd__unite_some(all.boxes, mask);
            HOLDS(memcmp(&united, &expected, sizeof united) == 0);
            HOLDS(memcmp(&some, &expected_some, sizeof some) == 0);
        }
    }
    return NULL;
}

/// A node of the world somewhere near an AABB, or the rest.
static qd__home some_home(prng *random, const qd__lattice *lattice, qd__aabb near)
{
    const qd__spot spot = qd__lattice_spot(lattice, near);
    const unsigned shift = prng_below(random, QD__WORLD_SHIFT + 1);
    const uint32_t mask = (UINT32_C(1) << QD__WORLD_SHIFT) - 1;
    qd__home home;
    home.square.x = QD__WORLD_CORNER | (spot.x & mask) >> shift << shift;
    home.square.y = QD__WORLD_CORNER | (spot.y & mask) >> shift << shift;
    home.square.shift = shift;
    home.square.wide = shift < QD__WORLD_SHIFT && prng_below(random, 2);
    home.square.x &= ~((uint32_t)home.square.wide << shift);
    home.leaf = prng_below(random, 2);
    home.square.in_world = prng_below(random, 8) != 0;
    if (!home.square.in_world) {
        const qd__square rest = { 0, 0, QD__REST_SHIFT, false, false };
        home.square = rest;
    }
    return home;
}

/// A small box around a place on a line, near the ends of [low, high] or anywhere in it.
static void near_the_ends(prng *random, float low, float high, float *min, float *max)
{
    const float ends[] = { low, high, low + (high - low) * (float)prng_below(random, 1000) / 1000 };
    const float at = ends[prng_below(random, 3)], size = (high - low) * (float)prng_below(random, 1200) / 1000;
    const float center = prng_below(random, 2) ? at : nextafterf(at, prng_below(random, 2) ? low : high);
    *min = center - size / 2;
    *max = center + size / 2;
}

/// Boxes that mostly belong to a node, but some only just, or just not.
static void fill_node(prng *random, const qd__lattice *lattice, qd__square square, crowd *all)
{
    const qd__fbox node = qd__lattice_box(lattice, square);
    const bool all_well_inside = prng_below(random, 2);
    const float width = node.max.x - node.min.x;
    for (uint32_t i = 0; i < all->boxes.count; i++) {
        qd__fbox box;
        near_the_ends(random, node.min.x, node.max.x, &box.min.x, &box.max.x);
        near_the_ends(random, node.min.y, node.max.y, &box.min.y, &box.max.y);
        if (all_well_inside) {
            box.min.x = node.min.x + width / 1024 * (float)(1 + prng_below(random, 500));
            box.min.y = node.min.y + width / 1024 * (float)(1 + prng_below(random, 500));
            box.max.x = box.min.x + width / 1024 * (float)prng_below(random, 500);
            box.max.y = box.min.y + width / 1024 * (float)prng_below(random, 500);
        }
        if (qd__fbox_is_valid(box))
            set(all, i, qd__aabb_of(box));
    }
}

/// A world of some size; its side is a power of two, or not.
static qd__lattice some_lattice(prng *random)
{
    static const float sizes[] = { 1e-30f, 1, 12, 1000, 1e20f, FLT_MAX };
    const float size = sizes[prng_below(random, 6)];
    qd__lattice lattice = { { 0, 0, 0, 0 }, 0 };
    if (prng_below(random, 2))
        qd__lattice_lay_square(&lattice, (double)size / 2, (double)size / 3, (double)size);
    else
        qd__lattice_lay(&lattice, (qd__fbox){ { 0, 0 }, { size, size } });
    return lattice;
}

/// One box among many is perhaps not valid.
static const char *one_bad_box_among_many_is_seen(void)
{
    prng random = { 15 };
    const qd__simd *simd;
    const float odd[] = { NAN, INFINITY, -INFINITY, FLT_MAX, -FLT_MAX, 0, 2 };
    size_t sound = 0, unsound = 0;
    for (unsigned which = 0; (simd = qd__simd_list(which)) != NULL; which++) {
        for (int round = 0; round < ROUNDS; round++) {
            const uint32_t count = prng_below(&random, 12);
            struct {
                qd__fbox box;
                uint64_t other;
            } items[12];
            qd__fbox boxes[12];
            for (uint32_t i = 0; i < count; i++)
                boxes[i] = (qd__fbox){ { 0, 0 }, { 1, (float)prng_below(&random, 3) } };
            if (count > 0) {
                float *sides[4] = { &boxes[0].min.x, &boxes[0].min.y, &boxes[0].max.x, &boxes[0].max.y };
                sides[prng_below(&random, 4)][4 * (size_t)prng_below(&random, count)] = odd[prng_below(&random, 7)];
            }
            bool valid = true;
            for (uint32_t i = 0; i < count; i++) {
                items[i].box = boxes[i];
                valid = valid && qd__fbox_is_valid(boxes[i]);
            }
            HOLDS(simd->all_sound(boxes, sizeof *boxes, count) == valid);
            HOLDS(simd->all_sound(items, sizeof *items, count) == valid);
            sound += valid;
            unsound += !valid;
        }
    }
    HOLDS(sound > ROUNDS / 8 && unsound > ROUNDS / 8);
    return NULL;
}

/// A coordinate: one that few floats are near, or a special one.
static double odd_double(prng *random)
{
    const double special[] = { 0,     -0.0,   1,       -1,       FLT_MAX,  -FLT_MAX, 3e38,
                               1e300, -1e300, DBL_MAX, -DBL_MAX, 4.9e-324, 1e-45 };
    const uint32_t which = prng_below(random, 40);
    return which < 13 ? special[which]
                      : ((double)prng_next(random) / 4294967296.0 - 2147483648.0) * (which < 20 ? 1 : 1e-9);
}

/// Boxes of doubles become those of floats as one by one, bit for bit.
static const char *boxes_of_doubles_become_narrow_as_one_by_one(void)
{
    enum { MOST = 7 };
    prng random = { 18 };
    const qd__simd *simd;
    size_t valid = 0, invalid = 0;
    for (unsigned which = 0; (simd = qd__simd_list(which)) != NULL; which++) {
        for (int round = 0; round < 20 * ROUNDS; round++) {
            struct {
                qd_box box;
                double other;
            } items[MOST];
            qd__fbox narrow[MOST + 1], one_by_one[MOST + 1];
            const size_t count = prng_below(&random, MOST + 1);
            const qd__origin origin = qd__origin_at((qd_vec2){ odd_double(&random) / 4, odd_double(&random) / 4 });
            memset(narrow, 7, sizeof narrow);
            memset(one_by_one, 7, sizeof one_by_one);
            for (size_t i = 0; i < count; i++) {
                const double x = odd_double(&random), y = odd_double(&random);
                items[i].box = (qd_box){ { x, y }, { x, prng_below(&random, 2) ? y : fabs(y) + 1 } };
                double *sides[4] = { &items[i].box.min.x, &items[i].box.min.y, &items[i].box.max.x,
                                     &items[i].box.max.y };
                const double odd[4] = { NAN, INFINITY, -INFINITY, x };
                if (prng_below(&random, 4) == 0)
                    *sides[prng_below(&random, 4)] = odd[prng_below(&random, 4)];
                const bool is_valid = qd__box_is_valid(&items[i].box);
                one_by_one[i] = is_valid ? qd__narrow(&origin, items[i].box) : (qd__fbox){ { NAN, NAN }, { NAN, NAN } };
                valid += is_valid;
                invalid += !is_valid;
            }
            simd->narrow(items, sizeof *items, count, &origin, narrow);
            HOLDS(memcmp(narrow, one_by_one, sizeof narrow) == 0);
        }
    }
    HOLDS(valid > ROUNDS && invalid > ROUNDS);
    return NULL;
}

/// One id among many perhaps has another slot or generation, or all at one place are of a slot that is free.
static const char *one_dead_id_among_many_is_seen(void)
{
    prng random = { 16 };
    const qd__simd *simd;
    size_t alive = 0, dead = 0;
    for (unsigned which = 0; (simd = qd__simd_list(which)) != NULL; which++) {
        for (int round = 0; round < ROUNDS; round++) {
            const uint32_t count = prng_below(&random, 12), first = 1 + prng_below(&random, 1u << 30);
            qd_id ids[12];
            uint32_t slots[24];
            for (uint32_t i = 0; i < count; i++) {
                slots[2 * i] = prng_below(&random, UINT32_MAX);
                slots[2 * i + 1] = 2 * prng_below(&random, 1u << 30) + 1;
                ids[i] = (qd_id)slots[2 * i + 1] << 32 | (first + i);
            }
            const uint32_t what = count > 0 ? prng_below(&random, 5) : 4,
                           at = prng_below(&random, count + (count == 0));
            const uint32_t bit = UINT32_C(1) << prng_below(&random, 32);
            if (what == 0) {
                ids[at] ^= bit;
            } else if (what == 1) {
                ids[at] ^= (qd_id)bit << 32;
            } else if (what == 2) {
                slots[2 * at + 1] ^= bit;
            } else if (what == 3) {
                slots[2 * at + 1] &= ~UINT32_C(1);
                ids[at] &= ~(UINT64_C(1) << 32);
            }
            HOLDS(simd->all_live(ids, slots, first, count) == (what == 4));
            alive += what == 4;
            dead += what < 4;
        }
    }
    HOLDS(alive > ROUNDS / 8 && dead > ROUNDS / 8);
    return NULL;
}

static const char *spots_and_leavers_are_those_of_placing(void)
{
    prng random = { 5 };
    crowd all;
    const qd__simd *simd;
    size_t stayed = 0, left = 0, all_stayed = 0;
    for (unsigned which = 0; (simd = qd__simd_list(which)) != NULL; which++) {
        for (int round = 0; round < ROUNDS; round++) {
            const qd__lattice lattice = some_lattice(&random);
            fill(&random, &all, some_count(&random));
            const uint32_t count = all.boxes.count;
            const qd__aabb near = count ? at(&all, prng_below(&random, count)) : some_aabb(&random);
            const qd__home home = some_home(&random, &lattice, near);
            if (home.square.in_world && prng_below(&random, 2))
                fill_node(&random, &lattice, home.square, &all);
            qd__spots spots;
            simd->spots(all.boxes, &lattice, &spots);
            const uint64_t mask = simd->leavers(all.boxes, &lattice, &home);
            all_stayed += mask == 0;
            for (uint32_t i = 0; i < count; i++) {
                uint32_t x, y, side;
                qd__lattice_span(&lattice, at(&all, i), &x, &y, &side);
                HOLDS(spots.x[i] == x && spots.y[i] == y && spots.sides[i] == side);
                const bool keeps = qd__home_keeps(&home, qd__lattice_spot(&lattice, at(&all, i)));
                HOLDS((mask >> i & 1) == !keeps);
                stayed += keeps;
                left += !keeps;
            }
            HOLDS((mask & ~qd__low_bits_long(count)) == 0);
        }
    }
    HOLDS(stayed > ROUNDS / 4 && left > ROUNDS / 4 && all_stayed > ROUNDS / 16); // each has been seen
    return NULL;
}

/// Keys as a kernel gives them are those of one AABB after the other, bit for bit, as far as they are within the cut.
static const char *keys_are_those(const double *keys, uint64_t mask, const double *expected, unsigned count, double cut)
{
    for (unsigned i = 0; i < count; i++) {
        HOLDS((mask >> i & 1) == (expected[i] <= cut));
        HOLDS(!(mask >> i & 1) || memcmp(&keys[i], &expected[i], sizeof *keys) == 0);
    }
    HOLDS((mask & ~qd__low_bits_long(count)) == 0);
    return NULL;
}

/// A cut that is often one of the keys.
static double some_cut(prng *random, const double *keys, unsigned count)
{
    const double key = count ? keys[prng_below(random, count)] : INFINITY;
    return prng_below(random, 4) == 0 || !(key >= 0) ? INFINITY : key;
}

static const char *near_is_one_distance_after_the_other(void)
{
    prng random = { 6 };
    crowd all;
    const qd__simd *simd;
    for (unsigned which = 0; (simd = qd__simd_list(which)) != NULL; which++) {
        for (int round = 0; round < ROUNDS; round++) {
            const qd__aabb from = some_aabb(&random); // often a point
            fill_either(&random, &all, some_count(&random));
            double expected[QD__BOXES_MOST], keys[QD__BOXES_MOST];
            for (uint32_t i = 0; i < all.boxes.count; i++) {
                const qd__aabb aabb = at(&all, i);
                expected[i] = qd__gap_squared(&aabb, &from);
            }
            const double cut = some_cut(&random, expected, all.boxes.count);
            const uint64_t mask = simd->near(all.boxes, from, cut, keys);
            const char *wrong = keys_are_those(keys, mask, expected, all.boxes.count, cut);
            HOLDS(!wrong);
        }
    }
    return NULL;
}

/// Is a mask that of the keys up to the cut, but for some that are farther by more than the spread than as many others
/// as are wanted?
static const char *first_are_there(const double *keys, uint64_t mask, const double *expected, unsigned count,
                                   double cut, uint32_t wanted, double spread)
{
    for (unsigned i = 0; i < count; i++) {
        unsigned before = 0;
        for (unsigned k = 0; k < count; k++)
            before += expected[k] < expected[i] && sqrt(expected[k]) + spread < sqrt(expected[i]);
        const bool may = expected[i] <= cut, must = may && before < wanted, is = mask >> i & 1;
        HOLDS(is ? may : !must);
        HOLDS(!is || memcmp(&keys[i], &expected[i], sizeof keys[i]) == 0);
    }
    HOLDS((mask & ~qd__low_bits_long(count)) == 0);
    return NULL;
}

static const char *nearest_are_the_first_of_all_distances(void)
{
    prng random = { 16 };
    crowd all;
    const qd__simd *simd;
    size_t left_out = 0;
    for (unsigned which = 0; (simd = qd__simd_list(which)) != NULL; which++) {
        for (int round = 0; round < ROUNDS; round++) {
            const qd__aabb from = some_aabb(&random); // often a point
            fill(&random, &all, some_count(&random));
            double expected[QD__BOXES_MOST], keys[QD__BOXES_MOST], plain_keys[QD__BOXES_MOST];
            unsigned within = 0;
            for (uint32_t i = 0; i < all.boxes.count; i++) {
                const qd__aabb aabb = at(&all, i);
                expected[i] = qd__gap_squared(&aabb, &from);
            }
            const double cut = some_cut(&random, expected, all.boxes.count);
            for (uint32_t i = 0; i < all.boxes.count; i++)
                within += expected[i] <= cut;
            const uint32_t wanted = 1 + prng_below(&random, 20);
            const double spread = prng_below(&random, 2) ? prng_below(&random, 4) / 2.0 : 0;
            const uint64_t mask = simd->nearest(all.boxes, from, cut, wanted, spread, keys);
            const char *wrong = first_are_there(keys, mask, expected, all.boxes.count, cut, wanted, spread);
            HOLDS(!wrong);
            HOLDS(mask == qd__simd_list(0)->nearest(all.boxes, from, cut, wanted, spread, plain_keys));
            left_out += within - qd__count_bits_long(mask);
        }
    }
    HOLDS(left_out > ROUNDS);
    return NULL;
}

/// Wherever it is among the boxes.
static const char *the_nearest_one_leaves_out_the_others(void)
{
    prng random = { 19 };
    crowd all;
    const qd__simd *simd;
    for (unsigned which = 0; (simd = qd__simd_list(which)) != NULL; which++) {
        for (uint32_t nearest = 0; nearest < 20; nearest++) {
            fill(&random, &all, 20);
            for (uint32_t i = 0; i < 20; i++) {
                set(&all, i, qd__aabb_all(0));
                all.sides[i] = i == nearest ? 2 : 3 + (float)prng_below(&random, 9);
                all.sides[2 * all.boxes.stride + i] = -all.sides[i];
            }
            double squares[QD__BOXES_MOST];
            HOLDS(simd->nearest(all.boxes, qd__aabb_all(0), INFINITY, 1, 0, squares) == UINT64_C(1) << nearest);
            HOLDS(squares[nearest] == 4);
        }
    }
    return NULL;
}

/// Numbers far apart and close together, equal ones, the smallest and the largest.
static double some_number(prng *random)
{
    static const double extremes[] = { 0, 0x1p-1074, 0x1p-140, 1, 1 + 0x1p-30, 1e30, 1e300, INFINITY };
    return prng_below(random, 2) ? prng_below(random, 1000) * 0x1p-6 : extremes[prng_below(random, 8)];
}

/// Is it a sequence without gaps, as `numbers` ascend, but for what differs in its last bits?
static bool ranks_ascend(const double *numbers, const uint32_t *ranks, uint32_t count)
{
    double in_order[QD__RANKS_MOST];
    bool taken[QD__RANKS_MOST] = { false };
    for (uint32_t i = 0; i < count; i++) {
        if (ranks[i] >= count || taken[ranks[i]])
            return false;
        taken[ranks[i]] = true;
        in_order[ranks[i]] = numbers[i];
    }
    double most = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (fmin(in_order[i], FLT_MAX) < most * (1 - 0x1p-15) - 0x1p-126)
            return false;
        most = fmin(fmax(in_order[i], most), FLT_MAX);
    }
    return true;
}

static const char *order_is_that_of_numbers(void)
{
    prng random = { 23 };
    const qd__simd *simd;
    for (unsigned which = 0; (simd = qd__simd_list(which)) != NULL; which++) {
        for (int round = 0; round < ROUNDS; round++) {
            double numbers[QD__RANKS_MOST];
            uint32_t ranks[QD__RANKS_MOST], plain_ranks[QD__RANKS_MOST];
            const uint32_t sorted = prng_below(&random, 65), count = sorted + prng_below(&random, 25);
            const uint32_t end = (count + 7) & ~7u;
            for (uint32_t i = 0; i < end; i++)
                numbers[i] = i < sorted ? 3.0 * i : i < count ? some_number(&random) : INFINITY;
            simd->order(numbers, sorted, end, ranks);
            HOLDS(ranks_ascend(numbers, ranks, end));
            for (uint32_t i = 1; i < sorted; i++)
                HOLDS(ranks[i - 1] < ranks[i]);
            qd__simd_list(0)->order(numbers, sorted, end, plain_ranks);
            HOLDS(memcmp(ranks, plain_ranks, end * sizeof *ranks) == 0);
        }
    }
    return NULL;
}

/// A ray, or a box that moves; upright at times.
static qd__line some_line(prng *random)
{
    qd__line line = { .direction = { 0, 1 }, .end = INFINITY };
    const double size = prng_below(random, 3); // 0: a ray
    for (int axis = 0; axis < 2; axis++) {
        line.low[axis] = coordinate(random);
        line.high[axis] = line.low[axis] + size;
    }
    const float to_x = coordinate(random) - 6, to_y = coordinate(random) - 6;
    if ((to_x != 0 || to_y != 0) && fabsf(to_x) <= FLT_MAX) {
        line.direction[0] = to_x;
        line.direction[1] = to_y;
    }
    line.end = prng_below(random, 2) ? (double)prng_below(random, 4) : line.end;
    line.open = prng_below(random, 2);
    return line;
}

/// Of the bounds of nothing, and of AABBs that are unused, nothing.
static double enters(qd__aabb aabb, const qd__line *line)
{
    const qd_box box = qd__aabb_exact(aabb);
    return aabb.v[0] <= FLT_MAX ? qd__line_enters(&box, line) : NAN;
}

/// Are all boxes that the line comes to first among few of those that it meets, with their numbers?
static bool first_are_among(const double *keys, uint64_t few, const double *expected, uint64_t all)
{
    double least = INFINITY;
    for (uint64_t left = all; left; left &= left - 1)
        least = fmin(least, expected[qd__lowest_bit_long(left)]);
    bool sound = true;
    for (uint64_t left = all; left; left &= left - 1) {
        const uint32_t lane = qd__lowest_bit_long(left);
        const bool among = few >> lane & 1;
        sound = sound && (among || expected[lane] > least) && (!among || keys[lane] == expected[lane]);
    }
    return sound;
}

static const char *rays_enter_one_box_after_the_other(void)
{
    prng random = { 7 };
    crowd all;
    const qd__simd *simd;
    size_t met = 0;
    for (unsigned which = 0; (simd = qd__simd_list(which)) != NULL; which++) {
        for (int round = 0; round < ROUNDS; round++) {
            const qd__line line = some_line(&random);
            fill(&random, &all, some_count(&random));
            if (all.boxes.count > 0) { // where an item was removed
                const qd__aabb none = prng_below(&random, 2) ? qd__aabb_unused() : qd__aabb_empty();
                set(&all, prng_below(&random, all.boxes.count), none);
            }
            double expected[QD__BOXES_MOST], keys[QD__BOXES_MOST];
            for (uint32_t i = 0; i < all.boxes.count; i++) {
                expected[i] = enters(at(&all, i), &line);
                met += expected[i] >= 0;
            }
            const double cut = some_cut(&random, expected, all.boxes.count);
            const qd__sketch sketch = qd__sketch_of(&line);
            const uint64_t mask = simd->enter(all.boxes, &line, &sketch, cut, QD__BOXES_MOST, keys);
            const char *wrong = keys_are_those(keys, mask, expected, all.boxes.count, cut);
            HOLDS(!wrong);
            const uint64_t few = simd->enter(all.boxes, &line, &sketch, cut, 1, keys);
            HOLDS((few & ~mask) == 0 && first_are_among(keys, few, expected, mask));
        }
    }
    HOLDS(met > ROUNDS);
    return NULL;
}

/// Of nodes, the floats never say that a line comes later than it does, nor that it passes them by when it does not.
static const char *rays_come_to_four_nodes_in_time(void)
{
    prng random = { 17 };
    size_t met = 0, passed = 0;
    for (int round = 0; round < ROUNDS; round++) {
        const qd__line line = some_line(&random);
        const qd__sketch sketch = qd__sketch_of(&line);
        const qd__four four = some_four(&random);
        if (!sketch.good)
            continue;
        double expected[4], keys[4];
        for (uint32_t lane = 0; lane < 4; lane++)
            expected[lane] = enters(qd__four_at(&four, lane), &line);
        const double cut = some_cut(&random, expected, 4);
        const uint32_t mask = qd__four_enter(qd__four_boxes(&four), &sketch, cut, keys);
        for (uint32_t lane = 0; lane < 4; lane++) {
            const bool must = expected[lane] <= cut;
            HOLDS(!must || (mask >> lane & 1 && keys[lane] <= expected[lane]));
            met += must;
            passed += !(mask >> lane & 1);
        }
    }
    HOLDS(met > ROUNDS / 8 && passed > ROUNDS / 8);
    return NULL;
}

/// Of nodes, the floats never say that one is farther away than it is.
static const char *four_nodes_are_no_farther_than_they_are(void)
{
    prng random = { 18 };
    size_t near = 0, far = 0;
    for (int round = 0; round < ROUNDS; round++) {
        const qd__aabb from = some_aabb(&random);
        const qd__four four = some_four(&random);
        double expected[4], keys[4];
        for (uint32_t lane = 0; lane < 4; lane++) {
            const qd__aabb aabb = qd__four_at(&four, lane);
            expected[lane] = qd__gap_squared(&aabb, &from);
        }
        const double cut = some_cut(&random, expected, 4);
        const uint32_t mask = qd__four_near(qd__four_boxes(&four), from, cut, keys);
        for (uint32_t lane = 0; lane < 4; lane++) {
            const bool must = expected[lane] <= cut && expected[lane] < INFINITY;
            HOLDS(!must || (mask >> lane & 1 && keys[lane] <= expected[lane]));
            near += must;
            far += !(mask >> lane & 1);
        }
    }
    HOLDS(near > ROUNDS / 8 && far > ROUNDS / 8);
    return NULL;
}

const lanes_check lanes_checks[] = {
    { "meeting is four comparisons", overlap_is_four_comparisons },
    { "picked items are those of overlaps", picked_items_are_those_of_overlaps },
    { "four are compared each", four_are_compared_each },
    { "few are compared as many are", few_are_compared_as_many_are },
    { "pairs within are those of two loops", pairs_within_are_those_of_two_loops },
    { "pairs across are those of two loops", pairs_across_are_those_of_two_loops },
    { "lots apart leave nothing", lots_apart_leave_nothing },
    { "sixteen at once are sixteen", sixteen_at_once_are_sixteen },
    { "sixteen numbers are compared each", sixteen_numbers_are_compared_each },
    { "covering is four comparisons the other way", covering_is_four_comparisons_the_other_way },
    { "unions pass unused boxes by", unions_pass_unused_boxes_by },
    { "one bad box among many is seen", one_bad_box_among_many_is_seen },
    { "boxes of doubles become narrow as one by one", boxes_of_doubles_become_narrow_as_one_by_one },
    { "one dead id among many is seen", one_dead_id_among_many_is_seen },
    { "spots and leavers are those of placing", spots_and_leavers_are_those_of_placing },
    { "near is one distance after the other", near_is_one_distance_after_the_other },
    { "nearest are the first of all distances", nearest_are_the_first_of_all_distances },
    { "the nearest one leaves out the others", the_nearest_one_leaves_out_the_others },
    { "the order is that of the numbers", order_is_that_of_numbers },
    { "rays enter one box after the other", rays_enter_one_box_after_the_other },
    { "rays come to four nodes in time", rays_come_to_four_nodes_in_time },
    { "four nodes are no farther than they are", four_nodes_are_no_farther_than_they_are },
    { "boxes are laid one after the other", boxes_are_laid_one_after_the_other },
    { "new boxes are taken in one after the other", new_boxes_are_taken_in_one_after_the_other },
    { "a leaf keeps those new boxes at its edge that belong to it", new_boxes_at_the_edge_of_a_leaf_are_told_apart },
    { "keys are those of the spots", keys_are_those_of_the_spots },
    { NULL, NULL },
};
