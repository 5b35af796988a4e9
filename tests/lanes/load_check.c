// Checks of the lane operations that load many items at once: see lanes_check.h.
#include "lanes_check.h"

#include "crowd.h"

static void some_boxes(prng *random, qd__fbox *boxes, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        boxes[i] = qd__aabb_box(some_aabb(random));
}

const char *boxes_are_laid_one_after_the_other(void)
{
    prng random = { 31 };
    const qd__simd *simd;
    for (unsigned which = 0; (simd = qd__simd_list(which)) != NULL; which++) {
        for (int round = 0; round < ROUNDS / 4; round++) {
            qd__fbox boxes[QD__BOXES_MOST];
            uint32_t from[QD__BOXES_MOST];
            crowd all;
            const uint32_t count = some_count(&random);
            some_boxes(&random, boxes, QD__BOXES_MOST);
            fill(&random, &all, count);
            for (uint32_t i = 0; i < QD__BOXES_MOST; i++)
                from[i] = i < count ? prng_below(&random, QD__BOXES_MOST) : from[0];
            qd__aabb expected = qd__aabb_empty();
            const qd__laid laid = { boxes, from };
            const qd__aabb united = simd->lay(all.sides, all.boxes.stride, count, laid);
            for (uint32_t i = 0; i < count; i++) {
                const qd__aabb aabb = qd__aabb_of(boxes[from[i]]), found = at(&all, i);
                HOLDS(memcmp(&found, &aabb, sizeof aabb) == 0);
                expected = qd__union(expected, aabb);
            }
            for (uint32_t i = count; i < all.boxes.stride; i++)
                HOLDS(isnan(at(&all, i).v[0]) && isnan(at(&all, i).v[3]));
            HOLDS(memcmp(&united, &expected, sizeof united) == 0);
        }
    }
    return NULL;
}

/// A node, and new boxes, of which about half belong there. The rest as a whole is no node, but a home.
static void some_arrivals(prng *random, qd__lattice *lattice, qd__home *home, qd__fbox *boxes, uint32_t count)
{
    const unsigned shift = QD__WORLD_SHIFT - prng_below(random, QD__WORLD_SHIFT + 1);
    const uint32_t steps = UINT32_C(1) << shift, places = UINT32_C(1) << (QD__WORLD_SHIFT - shift);
    const float size = (float)(1 + prng_below(random, 40));
    qd__lattice_lay_square(lattice, size / 2, size / 3, size);
    home->leaf = prng_below(random, 2);
    const bool in_world = prng_below(random, 8) != 0;
    home->square = (qd__square){ QD__WORLD_CORNER + steps * prng_below(random, places),
                                 QD__WORLD_CORNER + steps * prng_below(random, places), shift, false, true };
    if (!in_world)
        home->square = (qd__square){ 0, 0, QD__REST_SHIFT, false, false };
    const qd__fbox node = qd__lattice_box(lattice, home->square);
    const float width = in_world ? node.max.x - node.min.x : 8 * size;
    const float left = in_world ? node.min.x : -3 * size, low = in_world ? node.min.y : -3 * size;
    for (uint32_t i = 0; i < count; i++) {
        qd__fbox *box = &boxes[i];
        box->min.x = left + width * (float)((int)prng_below(random, 1400) - 200) / 1000;
        box->min.y = low + width * (float)((int)prng_below(random, 1400) - 200) / 1000;
        box->max.x = box->min.x + width * (float)prng_below(random, 1200) / 1000;
        box->max.y = box->min.y + width * (float)prng_below(random, 1200) / 1000;
    }
}

/// Makes a box one that is not valid.
static void spoil(prng *random, qd__fbox *box)
{
    float *sides[4] = { &box->min.x, &box->min.y, &box->max.x, &box->max.y };
    const float wrong[3] = { NAN, INFINITY, -INFINITY };
    if (prng_below(random, 2)) {
        *sides[prng_below(random, 4)] = wrong[prng_below(random, 3)];
    } else {
        const qd__fvec2 corner = box->min;
        box->min = box->max;
        box->max = corner;
    }
}

const char *new_boxes_are_taken_in_one_after_the_other(void)
{
    prng random = { 33 };
    const qd__simd *simd;
    size_t stayed = 0, left = 0;
    for (unsigned which = 0; (simd = qd__simd_list(which)) != NULL; which++) {
        for (int round = 0; round < ROUNDS / 4; round++) {
            qd__fbox boxes[QD__BOXES_MOST];
            uint32_t from[QD__BOXES_MOST];
            qd__lattice lattice;
            qd__home home;
            crowd all;
            const uint32_t count = some_count(&random), first = prng_below(&random, 1000);
            some_arrivals(&random, &lattice, &home, boxes, QD__BOXES_MOST);
            fill(&random, &all, count);
            qd__aabb before[QD__BOXES_MOST];
            for (uint32_t i = 0; i < count; i++)
                before[i] = at(&all, i);
            const bool spoiled = prng_below(&random, 2);
            for (uint32_t i = 0; spoiled && i < 4; i++)
                spoil(&random, &boxes[prng_below(&random, QD__BOXES_MOST)]);
            for (uint32_t i = 0; i < QD__BOXES_MOST; i++) // behind the last are numbers of no box
                from[i] = i < count ? first + prng_below(&random, QD__BOXES_MOST) : UINT32_MAX;
            qd__aabb expected = qd__aabb_empty(), bounds = expected;
            bool unsound = false, some_unsound = false;
            const qd__fresh fresh = { boxes, from, first, &unsound };
            const uint64_t leavers = simd->take_in(all.sides, all.boxes.stride, count, fresh, &lattice, &home, &bounds);
            for (uint32_t i = 0; i < count; i++) {
                const qd__fbox *box = &boxes[from[i] - first];
                const bool sound = qd__fbox_is_valid(*box);
                const qd__aabb aabb = sound ? qd__aabb_of(*box) : before[i], found = at(&all, i);
                some_unsound |= !sound;
                const bool keeps = qd__home_keeps(&home, qd__lattice_spot(&lattice, aabb));
                HOLDS(memcmp(&found, &aabb, sizeof aabb) == 0);
                HOLDS((leavers >> i & 1) == !keeps);
                expected = keeps ? qd__union(expected, aabb) : expected;
                stayed += keeps;
                left += !keeps;
            }
            HOLDS((leavers & ~qd__low_bits_long(count)) == 0);
            HOLDS(unsound == some_unsound);
            for (uint32_t i = count; i < all.boxes.stride; i++)
                HOLDS(isnan(at(&all, i).v[0]) && isnan(at(&all, i).v[3]));
            HOLDS(memcmp(&bounds, &expected, sizeof bounds) == 0);
        }
    }
    HOLDS(stayed > ROUNDS && left > ROUNDS);
    return NULL;
}

/// A number of steps, as a length.
static double steps_in(const qd__lattice *lattice, double steps)
{
    return steps / ((double)lattice->scale * (double)(UINT32_C(1) << (QD__WORLD_SHIFT - 1)));
}

/// A box that is small beside a node and lies well inside it; or one of which the centre is a few steps from the node's
/// edge, or the longer side about as long as the node is high.
static qd__fbox box_near_edge(prng *random, const qd__lattice *lattice, qd__square square, bool near)
{
    const double height = (double)(UINT32_C(1) << square.shift), width = square.wide ? 2 * height : height;
    const double low_x = (double)square.x - QD__LATTICE_ORIGIN, low_y = (double)square.y - QD__LATTICE_ORIGIN;
    const double few = (double)prng_below(random, 81) - 40;
    double x = low_x + width * (0.3 + 0.4 * (double)prng_below(random, 1000) / 1000);
    double y = low_y + height * (0.3 + 0.4 * (double)prng_below(random, 1000) / 1000);
    double side = height * (double)prng_below(random, 200) / 1000;
    switch (near ? prng_below(random, 4) : 4) {
    case 0:
        x = low_x + (prng_below(random, 2) ? width : 0) + few;
        break;
    case 1:
        y = low_y + (prng_below(random, 2) ? height : 0) + few;
        break;
    case 2:
        side = height + few;
        break;
    case 3: // it may reach out of the world, where steps are not even
        x = low_x + (prng_below(random, 2) ? width : 0) + few;
        side = height * (double)prng_below(random, 1000) / 1000;
        break;
    default:
        break;
    }
    const double half = steps_in(lattice, side > 0 ? side : 0) / 2;
    const double at_x = (double)lattice->center[0] + steps_in(lattice, x);
    const double at_y = (double)lattice->center[1] + steps_in(lattice, y);
    const qd__fbox box = { { (float)(at_x - half), (float)(at_y - half) },
                           { (float)(at_x + half), (float)(at_y + half) } };
    return box;
}

const char *new_boxes_at_the_edge_of_a_leaf_are_told_apart(void)
{
    static const double sides[6] = { 1, 1e-30, 1e30, 3e38, 1000, 1e-6 }, centers[3] = { 0, 1, 1000 };
    prng random = { 34 };
    const qd__simd *simd;
    size_t stayed = 0, left = 0, whole = 0;
    for (unsigned which = 0; (simd = qd__simd_list(which)) != NULL; which++) {
        for (int round = 0; round < ROUNDS; round++) {
            const unsigned shift = prng_below(&random, QD__WORLD_SHIFT);
            const uint32_t places = UINT32_C(1) << (QD__WORLD_SHIFT - shift), far = places - 1;
            const bool wide = prng_below(&random, 4) == 0, at_edge = prng_below(&random, 2);
            const uint32_t at_x = at_edge ? far * prng_below(&random, 2) : prng_below(&random, places);
            const uint32_t column = wide ? at_x & ~1u : at_x, row = prng_below(&random, places);
            const double side = sides[prng_below(&random, 6)];
            qd__lattice lattice;
            qd__lattice_lay_square(&lattice, side < 1e30 ? side * centers[prng_below(&random, 3)] : 0, 0, side);
            const qd__home home = {
                { QD__WORLD_CORNER + (column << shift), QD__WORLD_CORNER + (row << shift), shift, wide, true }, true
            };
            qd__fbox boxes[QD__GROUP];
            uint32_t from[QD__GROUP];
            for (uint32_t i = 0; i < QD__GROUP; i++) {
                boxes[i] = box_near_edge(&random, &lattice, home.square, i == (unsigned)round % (2 * QD__GROUP));
                from[i] = i;
            }
            crowd all;
            fill(&random, &all, QD__GROUP);
            qd__aabb bounds;
            bool unsound = false;
            const qd__fresh fresh = { boxes, from, 0, &unsound };
            const uint64_t leavers =
                simd->take_in(all.sides, all.boxes.stride, QD__GROUP, fresh, &lattice, &home, &bounds);
            for (uint32_t i = 0; i < QD__GROUP; i++) {
                const bool keeps = !qd__fbox_is_valid(boxes[i]) ||
                                   qd__home_keeps(&home, qd__lattice_spot(&lattice, qd__aabb_of(boxes[i])));
                HOLDS(!qd__fbox_is_valid(boxes[i]) || (leavers >> i & 1) == !keeps);
                stayed += keeps;
                left += !keeps;
            }
            whole += leavers == 0;
        }
    }
    HOLDS(stayed > ROUNDS && left > ROUNDS / 8 && whole > ROUNDS / 8);
    return NULL;
}

/// The key of one item, bit by bit, where nodes are no smaller than 2^floor steps; QD__NO_KEY where it has none.
static uint32_t key_of(const qd__lattice *lattice, unsigned floor, const qd__fbox *item)
{
    const qd__spot spot = qd__lattice_spot(lattice, qd__aabb_of(*item));
    const unsigned shift = spot.shift > floor ? spot.shift : floor;
    const uint32_t x = (spot.x - QD__WORLD_CORNER) >> shift << shift, y = (spot.y - QD__WORLD_CORNER) >> shift << shift;
    uint32_t code = 0;
    if (!qd__spot_in_world(spot))
        return QD__NO_KEY;
    for (unsigned bit = 0; bit < QD__WORLD_SHIFT - floor; bit++)
        code |= (x >> floor >> bit & 1) << 2 * bit | (y >> floor >> bit & 1) << (2 * bit + 1);
    return code << QD__KEY_RANK_BITS | (floor + QD__KEY_LEVELS - shift);
}

const char *keys_are_those_of_the_spots(void)
{
    prng random = { 32 };
    const qd__simd *simd;
    size_t small = 0, large = 0, others = 0, all_small = 0;
    for (unsigned which = 0; (simd = qd__simd_list(which)) != NULL; which++) {
        for (int round = 0; round < ROUNDS / 4; round++) {
            qd__fbox boxes[QD__BOXES_MOST];
            uint32_t keys[QD__BOXES_MOST + 1];
            qd__lattice lattice;
            const float size = (float)(1 + prng_below(&random, 40));
            const unsigned floor = QD__WORLD_SHIFT - prng_below(&random, QD__KEY_LEVELS + 1);
            const unsigned node = floor + prng_below(&random, QD__WORLD_SHIFT - floor + 1);
            const uint32_t count = some_count(&random);
            qd__lattice_lay_square(&lattice, size / 2, size / 3, size);
            some_boxes(&random, boxes, count);
            keys[count] = 7;
            const bool fit = simd->keys(boxes, count, &lattice, floor, node, keys);
            bool expected = true;
            for (uint32_t i = 0; i < count; i++) {
                const bool fits = keys[i] != QD__NO_KEY && qd__key_shift(keys[i], floor) <= node;
                HOLDS(keys[i] == key_of(&lattice, floor, &boxes[i]));
                small += fits;
                large += !fits && keys[i] != QD__NO_KEY;
                others += keys[i] == QD__NO_KEY;
                expected &= fits;
            }
            HOLDS(fit == expected);
            HOLDS(keys[count] == 7);
            all_small += fit;
        }
    }
    HOLDS(small > ROUNDS && large > ROUNDS / 4 && others > ROUNDS && all_small > ROUNDS / 100); // each has been seen
    return NULL;
}
