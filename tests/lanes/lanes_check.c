// The checks of the lane operations: see lanes_check.h. Nothing here needs more than a C compiler, so that they also
// run where there is no test library.
#include "lanes_check.h"

#include <lanes.h>
#include <lanes_base.h>

/// Ends a check that does not hold.
#define HOLDS(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            return #condition;                                                                                         \
        }                                                                                                              \
    } while (0)

/// Deterministic random numbers (splitmix64).
typedef struct prng {
    uint64_t state;
} prng;

static uint64_t prng_next(prng *random)
{
    uint64_t z = random->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static uint32_t prng_below(prng *random, uint32_t limit)
{
    return (uint32_t)((prng_next(random) >> 32) * limit >> 32);
}

enum { LANES = 32, ROUNDS = 20000 };

/// A few coordinates that often coincide, and some that are extreme.
static float coordinate(prng *random)
{
    static const float special[] = { -FLT_MAX, FLT_MAX, 0, 1e-45f, -1e-45f, 1e9f, -1e30f, 16777216, 0.5f };
    const uint32_t kind = prng_below(random, 20);
    if (kind < sizeof special / sizeof *special) {
        return special[kind];
    }
    return (float)prng_below(random, 12);
}

static qd__record some_record(prng *random)
{
    const qd_vec2 p = { coordinate(random), coordinate(random) }, q = { coordinate(random), coordinate(random) };
    return qd__record_of(prng_below(random, 4) ? qd_box_between(p, q) : qd_box_between(p, p));
}

/// `count` live records, the rest unused.
static void fill(prng *random, qd__record *records, unsigned count)
{
    for (unsigned i = 0; i < LANES; i++) {
        records[i] = i < count ? some_record(random) : qd__record_unused();
    }
}

static qd__record some_probe(prng *random)
{
    switch (prng_below(random, 8)) {
    case 0:
        return qd__record_all(INFINITY); // a window over everything
    case 1:
        return qd__record_unused();
    case 2:
        return qd__probe(qd__record_empty());
    default:
        return qd__probe(some_record(random));
    }
}

static bool meets(qd__record record, qd__record probe, bool open)
{
    for (int i = 0; i < 4; i++) {
        if (open ? !(record.v[i] < probe.v[i]) : !(record.v[i] <= probe.v[i])) {
            return false;
        }
    }
    return true;
}

static const char *meet_is_four_comparisons(void)
{
    prng random = { 1 };
    qd__record records[LANES];
    const qd__lanes *lanes;
    for (unsigned which = 0; (lanes = qd__lanes_list(which)) != NULL; which++) {
        for (int round = 0; round < ROUNDS; round++) {
            const unsigned count = 1 + prng_below(&random, LANES);
            const qd__record probe = some_probe(&random);
            const bool open = prng_below(&random, 2);
            fill(&random, records, count);
            uint32_t expected = 0;
            for (unsigned i = 0; i < count; i++) {
                expected |= (uint32_t)meets(records[i], probe, open) << i;
            }
            HOLDS(lanes->meet(records, count, probe, open) == expected);
            HOLDS(qd__four_meet(records, probe, open) == (expected & 0xf));
        }
    }
    return NULL;
}

static const char *few_are_compared_as_many_are(void)
{
    prng random = { 6 };
    for (int round = 0; round < ROUNDS; round++) {
        const qd__record a = some_record(&random), b = some_record(&random);
        const bool open = prng_below(&random, 2);
        HOLDS(qd__one_meets(&a, &b, open) == meets(a, qd__probe(b), open));
        const qd_box box = { { coordinate(&random), coordinate(&random) },
                             { coordinate(&random), prng_below(&random, 9) ? coordinate(&random) : NAN } };
        HOLDS(qd__box_is_sound(&box) == qd__box_is_valid(box));
        const qd_box infinite = { { -INFINITY, 0 }, { coordinate(&random), INFINITY } };
        HOLDS(!qd__box_is_sound(&infinite));
        const qd__record from = qd__record_from(&box), of = qd__record_of(box);
        HOLDS(isnan(box.max.y) || memcmp(&from, &of, sizeof of) == 0);
    }
    return NULL;
}

/// Boxes in the layout of a block, and their coarse boxes in some frame.
typedef struct crowd {
    qd__record records[LANES];
    uint8_t sides[8 * LANES]; // reading beyond the last side is allowed
    qd__frame frame;
    qd__coarse boxes;
} crowd;

static void gather(prng *random, crowd *all, const qd__lanes *lanes)
{
    const unsigned count = 1 + prng_below(random, LANES), room = (count + 7) / 8 * 8;
    memset(all, 0, sizeof *all);
    fill(random, all->records, count);
    // A frame that fits them all, or only the first few.
    const unsigned fitting = prng_below(random, 2) ? count : 1 + prng_below(random, count);
    all->frame = qd__frame_of(lanes->unite(all->records, fitting));
    lanes->coarsen(all->records, count, &all->frame, all->sides, room);
    all->boxes = (qd__coarse){ all->records, all->sides, &all->frame, room, count };
}

static bool steps_meet(const crowd *all, unsigned i, const uint8_t probe[4])
{
    const uint8_t *side = all->sides + i;
    const size_t room = all->boxes.lanes;
    return side[0] <= probe[2] && side[room] <= probe[3] && side[2 * room] >= probe[0] && side[3 * room] >= probe[1];
}

/// Which of the coarse boxes meet that of a record in the same frame.
static uint32_t coarsely_met(const crowd *all, qd__record record)
{
    uint8_t probe[4];
    for (unsigned side = 0; side < 4; side++) {
        probe[side] = qd__frame_step(&all->frame, record, side);
    }
    uint32_t mask = 0;
    for (unsigned i = 0; i < all->boxes.count; i++) {
        mask |= (uint32_t)steps_meet(all, i, probe) << i;
    }
    return mask;
}

static const char *coarse_boxes_are_made_step_by_step(void)
{
    prng random = { 7 };
    crowd all;
    const qd__lanes *lanes;
    for (unsigned which = 0; (lanes = qd__lanes_list(which)) != NULL; which++) {
        for (int round = 0; round < ROUNDS; round++) {
            gather(&random, &all, lanes);
            for (unsigned i = 0; i < 4 * all.boxes.count; i++) {
                const unsigned side = i % 4, lane = i / 4;
                HOLDS(all.sides[side * all.boxes.lanes + lane] == qd__frame_step(&all.frame, all.records[lane], side));
            }
        }
    }
    return NULL;
}

static const char *coarse_boxes_lose_nobody(void)
{
    prng random = { 8 };
    crowd all;
    const qd__lanes *lanes;
    for (unsigned which = 0; (lanes = qd__lanes_list(which)) != NULL; which++) {
        for (int round = 0; round < ROUNDS; round++) {
            gather(&random, &all, lanes);
            const qd__record everything = { { -INFINITY, -INFINITY, -INFINITY, -INFINITY } };
            const qd__record record = prng_below(&random, 16) ? some_record(&random) : everything;
            const uint32_t mask = lanes->may_meet(&all.boxes, &record);
            HOLDS(mask == coarsely_met(&all, record));
            for (unsigned i = 0; i < all.boxes.count; i++) {
                HOLDS(mask >> i & 1 || !meets(all.records[i], qd__probe(record), false));
            }
        }
    }
    return NULL;
}

/// Is the list what `masks` tells of each record that is set in `live`?
static bool lists(const uint16_t *hits, unsigned count, const uint32_t *masks, uint32_t live)
{
    unsigned at = 0;
    for (unsigned i = 0; i < LANES; i++) {
        for (unsigned j = 0; j < LANES; j++) {
            if ((live >> i & 1) && (masks[i] >> j & 1) && (at == count || hits[at++] != (i | j << 8))) {
                return false;
            }
        }
    }
    return at == count;
}

static const char *many_probes_are_one_after_the_other(void)
{
    prng random = { 2 };
    crowd all, others;
    uint16_t hits[QD__HITS_MOST];
    const qd__lanes *lanes;
    for (unsigned which = 0; (lanes = qd__lanes_list(which)) != NULL; which++) {
        for (int round = 0; round < ROUNDS / 4; round++) {
            gather(&random, &all, lanes);
            gather(&random, &others, lanes);
            const uint32_t some = (uint32_t)prng_next(&random) & qd__low_bits(others.boxes.count);
            uint32_t across[LANES] = { 0 }, within[LANES] = { 0 };
            for (unsigned i = 0; i < others.boxes.count; i++) {
                across[i] = coarsely_met(&all, others.records[i]);
            }
            HOLDS(lists(hits, lanes->may_meet_each(&all.boxes, others.records, some, hits), across, some));
            for (unsigned i = 0; i < all.boxes.count; i++) {
                within[i] = coarsely_met(&all, all.records[i]) & ~qd__low_bits(i + 1);
            }
            HOLDS(lists(hits, lanes->may_meet_within(&all.boxes, hits), within, UINT32_MAX));
        }
    }
    return NULL;
}

/// A frame that fits leaves few boxes in doubt: without that, coarse boxes would be right and useless.
static const char *coarse_boxes_tell_most_apart(void)
{
    prng random = { 9 };
    size_t may = 0, do_meet = 0;
    const qd__lanes *lanes = qd__lanes_best();
    for (int round = 0; round < 1000; round++) {
        crowd all = { .boxes = { 0 } };
        for (unsigned i = 0; i < LANES; i++) {
            const float x = (float)prng_below(&random, 1000000), y = (float)prng_below(&random, 1000000);
            all.records[i] = qd__record_of((qd_box){ { x, y }, { x + 100000, y + 100000 } });
        }
        all.frame = qd__frame_of(lanes->unite(all.records, LANES));
        lanes->coarsen(all.records, LANES, &all.frame, all.sides, LANES);
        all.boxes = (qd__coarse){ all.records, all.sides, &all.frame, LANES, LANES };
        const qd__record probe = all.records[prng_below(&random, LANES)];
        may += qd__count_bits(lanes->may_meet(&all.boxes, &probe));
        do_meet += qd__count_bits(lanes->meet(all.records, LANES, qd__probe(probe), false));
    }
    HOLDS(may >= do_meet && may < do_meet + do_meet / 10);
    return NULL;
}

static const char *sixteen_at_once_are_sixteen(void)
{
    prng random = { 3 };
    qd__record bounds[LANES], others[LANES];
    for (int round = 0; round < ROUNDS; round++) {
        const bool open = prng_below(&random, 2);
        fill(&random, bounds, LANES);
        fill(&random, others, LANES);
        if (prng_below(&random, 2)) {
            bounds[prng_below(&random, 4)] = qd__record_empty();
        }
        const uint32_t mask = qd__sixteen_meet(bounds, others, open);
        for (unsigned i = 0; i < 4; i++) {
            for (unsigned j = 0; j < 4; j++) {
                HOLDS((mask >> (4 * i + j) & 1) == meets(bounds[j], qd__probe(others[i]), open));
            }
        }
    }
    return NULL;
}

static const char *sixteen_numbers_are_compared_each(void)
{
    prng random = { 5 };
    uint32_t numbers[16];
    for (int round = 0; round < ROUNDS; round++) {
        for (unsigned i = 0; i < 16; i++) {
            numbers[i] = prng_below(&random, 4) - 1; // all bits, none, and few
        }
        for (uint32_t number = 0; number < 4; number++) {
            const uint32_t mask = qd__sixteen_equal(numbers, number - 1);
            HOLDS(mask >> 16 == 0);
            for (unsigned i = 0; i < 16; i++) {
                HOLDS((mask >> i & 1) == (numbers[i] == number - 1));
            }
        }
    }
    return NULL;
}

static const char *covering_is_four_comparisons_the_other_way(void)
{
    prng random = { 8 };
    qd__record bounds[LANES];
    size_t covers = 0;
    for (int round = 0; round < ROUNDS; round++) {
        const bool open = prng_below(&random, 2);
        const qd__record box = prng_below(&random, 8) ? some_record(&random) : qd__record_all(-INFINITY);
        fill(&random, bounds, LANES);
        bounds[prng_below(&random, 4)] = prng_below(&random, 2) ? qd__record_empty() : box;
        const uint32_t mask = qd__four_covered(bounds, &box, open);
        for (unsigned i = 0; i < 4; i++) {
            HOLDS((mask >> i & 1) == meets(box, bounds[i], open)); // each lane of the box below that of the bounds
            covers += mask >> i & 1;
        }
    }
    HOLDS(covers > ROUNDS / 4);
    return NULL;
}

static const char *unions_pass_unused_records_by(void)
{
    prng random = { 4 };
    qd__record records[LANES];
    const qd__lanes *lanes;
    for (unsigned which = 0; (lanes = qd__lanes_list(which)) != NULL; which++) {
        for (int round = 0; round < ROUNDS; round++) {
            const unsigned count = 1 + prng_below(&random, LANES);
            fill(&random, records, count);
            qd__record expected = records[0];
            for (unsigned i = 1; i < count; i++) {
                expected = qd__union(expected, records[i]);
            }
            const qd__record all = lanes->unite(records, count), some = qd__unite_some(records, qd__low_bits(count));
            HOLDS(memcmp(&all, &expected, sizeof all) == 0 && memcmp(&some, &expected, sizeof some) == 0);
        }
    }
    return NULL;
}

/// A cell of the world somewhere near a record, or the rest.
static qd__home some_home(prng *random, const qd__lattice *lattice, qd__record near)
{
    const qd__spot spot = qd__lattice_spot(lattice, near);
    const unsigned shift = 1 + prng_below(random, QD__WORLD_SHIFT);
    const uint32_t mask = (UINT32_C(1) << QD__WORLD_SHIFT) - 1;
    qd__home home;
    home.square.x = QD__WORLD_CORNER | (spot.x & mask) >> shift << shift;
    home.square.y = QD__WORLD_CORNER | (spot.y & mask) >> shift << shift;
    home.square.shift = shift;
    home.leaf = prng_below(random, 2);
    home.in_world = prng_below(random, 8) != 0;
    if (!home.in_world) {
        const qd__square rest = { 0, 0, QD__REST_SHIFT };
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

/// Boxes that mostly belong to a cell, but some only just, or just not.
static void fill_cell(prng *random, const qd__lattice *lattice, qd__square square, qd__record *records, unsigned count)
{
    const qd_box cell = qd__lattice_box(lattice, square);
    const bool all_well_inside = prng_below(random, 2);
    const float width = cell.max.x - cell.min.x;
    for (unsigned i = 0; i < count; i++) {
        qd_box box;
        near_the_ends(random, cell.min.x, cell.max.x, &box.min.x, &box.max.x);
        near_the_ends(random, cell.min.y, cell.max.y, &box.min.y, &box.max.y);
        if (all_well_inside) {
            box.min.x = cell.min.x + width / 1024 * (float)(1 + prng_below(random, 500));
            box.min.y = cell.min.y + width / 1024 * (float)(1 + prng_below(random, 500));
            box.max.x = box.min.x + width / 1024 * (float)prng_below(random, 500);
            box.max.y = box.min.y + width / 1024 * (float)prng_below(random, 500);
        }
        if (qd__box_is_valid(box)) {
            records[i] = qd__record_of(box);
        }
    }
}

static const char *leavers_are_those_that_placing_puts_elsewhere(void)
{
    prng random = { 5 };
    qd__record records[LANES];
    const qd__lanes *lanes;
    size_t stayed = 0, left = 0, all_stayed = 0;
    for (unsigned which = 0; (lanes = qd__lanes_list(which)) != NULL; which++) {
        for (int round = 0; round < ROUNDS; round++) {
            static const float sizes[] = { 1e-30f, 1, 12, 1000, 1e20f, FLT_MAX };
            const float size = sizes[prng_below(&random, 6)];
            const qd_box world = { { 0, 0 }, { size, size } };
            qd__lattice lattice = { { 0, 0, 0, 0 }, 0 };
            HOLDS(qd__lattice_lay(&lattice, world));
            const unsigned count = 1 + prng_below(&random, LANES);
            fill(&random, records, count);
            const qd__home home = some_home(&random, &lattice, records[prng_below(&random, count)]);
            if (home.in_world && prng_below(&random, 2)) {
                fill_cell(&random, &lattice, home.square, records, count);
            }
            const uint32_t mask = lanes->leavers(records, count, &lattice, &home);
            all_stayed += mask == 0;
            for (unsigned i = 0; i < count; i++) {
                const bool keeps = qd__home_keeps(&home, qd__lattice_spot(&lattice, records[i]));
                HOLDS((mask >> i & 1) == !keeps);
                stayed += keeps;
                left += !keeps;
            }
            HOLDS((mask & ~qd__low_bits(count)) == 0);
        }
    }
    HOLDS(stayed > ROUNDS / 4 && left > ROUNDS / 4 && all_stayed > ROUNDS / 16); // each has been seen
    return NULL;
}

/// Keys as a kernel gives them are those of one record after the other, bit for bit, as far as they are within the cut.
static const char *keys_are_those(const double *keys, uint32_t mask, const double *expected, unsigned count, double cut)
{
    for (unsigned i = 0; i < count; i++) {
        HOLDS((mask >> i & 1) == (expected[i] <= cut));
        HOLDS(!(mask >> i & 1) || memcmp(&keys[i], &expected[i], sizeof *keys) == 0);
    }
    HOLDS((mask & ~qd__low_bits(count)) == 0);
    return NULL;
}

/// A cut that is often one of the keys.
static double some_cut(prng *random, const double *keys, unsigned count)
{
    const double key = keys[prng_below(random, count)];
    return prng_below(random, 4) == 0 || !(key >= 0) ? INFINITY : key;
}

static const char *near_is_one_distance_after_the_other(void)
{
    prng random = { 6 };
    qd__record records[LANES];
    const qd__lanes *lanes;
    for (unsigned which = 0; (lanes = qd__lanes_list(which)) != NULL; which++) {
        for (int round = 0; round < ROUNDS; round++) {
            const unsigned count = 1 + prng_below(&random, LANES);
            const qd_vec2 point = { coordinate(&random), coordinate(&random) };
            fill(&random, records, count);
            records[prng_below(&random, count)] = prng_below(&random, 2) ? qd__record_empty() : some_record(&random);
            double expected[LANES], keys[LANES];
            for (unsigned i = 0; i < count; i++) {
                expected[i] = qd__distance_squared(&records[i], point);
            }
            const double cut = some_cut(&random, expected, count);
            const uint32_t mask = lanes->near(records, count, point, cut, keys);
            const char *wrong = keys_are_those(keys, mask, expected, count, cut);
            HOLDS(!wrong);
        }
    }
    return NULL;
}

static const char *rays_enter_one_box_after_the_other(void)
{
    prng random = { 7 };
    qd__record records[LANES];
    const qd__lanes *lanes;
    size_t met = 0;
    for (unsigned which = 0; (lanes = qd__lanes_list(which)) != NULL; which++) {
        for (int round = 0; round < ROUNDS; round++) {
            const unsigned count = 1 + prng_below(&random, LANES);
            qd__line line = { .direction = { 0, 1 }, .end = INFINITY };
            const double size = prng_below(&random, 3); // 0: a ray
            for (int axis = 0; axis < 2; axis++) {
                line.low[axis] = coordinate(&random);
                line.high[axis] = line.low[axis] + size;
            }
            const float to_x = coordinate(&random) - 6;
            const float to_y = coordinate(&random) - 6;
            if ((to_x != 0 || to_y != 0) && fabsf(to_x) <= FLT_MAX) {
                line.direction[0] = to_x;
                line.direction[1] = to_y;
            }
            line.end = prng_below(&random, 2) ? (double)prng_below(&random, 4) : line.end;
            line.open = prng_below(&random, 2);
            fill(&random, records, count);
            records[prng_below(&random, count)] = prng_below(&random, 2) ? qd__record_empty() : some_record(&random);
            double expected[LANES], keys[LANES];
            for (unsigned i = 0; i < count; i++) {
                expected[i] = qd__line_enters(&records[i], &line);
                met += expected[i] >= 0;
            }
            const double cut = some_cut(&random, expected, count);
            const uint32_t mask = lanes->enter(records, count, &line, cut, keys);
            const char *wrong = keys_are_those(keys, mask, expected, count, cut);
            HOLDS(!wrong);
        }
    }
    HOLDS(met > ROUNDS);
    return NULL;
}

const lanes_check lanes_checks[] = {
    { "meeting is four comparisons", meet_is_four_comparisons },
    { "few are compared as many are", few_are_compared_as_many_are },
    { "coarse boxes are made step by step", coarse_boxes_are_made_step_by_step },
    { "coarse boxes lose nobody", coarse_boxes_lose_nobody },
    { "coarse boxes tell most apart", coarse_boxes_tell_most_apart },
    { "many probes are one after the other", many_probes_are_one_after_the_other },
    { "sixteen at once are sixteen", sixteen_at_once_are_sixteen },
    { "sixteen numbers are compared each", sixteen_numbers_are_compared_each },
    { "covering is four comparisons the other way", covering_is_four_comparisons_the_other_way },
    { "unions pass unused records by", unions_pass_unused_records_by },
    { "leavers are those that placing puts elsewhere", leavers_are_those_that_placing_puts_elsewhere },
    { "near is one distance after the other", near_is_one_distance_after_the_other },
    { "rays enter one box after the other", rays_enter_one_box_after_the_other },
    { NULL, NULL },
};
