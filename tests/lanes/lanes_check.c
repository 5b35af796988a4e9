// The checks of the lane operations: see lanes_check.h. Nothing here needs more than a C compiler, so that they also
// run where there is no test library.
#include "lanes_check.h"

#include <lanes.h>

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

static const char *many_probes_are_one_after_the_other(void)
{
    prng random = { 2 };
    qd__record records[LANES], others[LANES];
    const qd__lanes *lanes;
    for (unsigned which = 0; (lanes = qd__lanes_list(which)) != NULL; which++) {
        for (int round = 0; round < ROUNDS; round++) {
            const unsigned count = 1 + prng_below(&random, LANES), other_count = 1 + prng_below(&random, LANES);
            const bool open = prng_below(&random, 2);
            fill(&random, records, count);
            fill(&random, others, other_count);
            const uint32_t live = (uint32_t)prng_next(&random) & qd__low_bits(other_count);
            uint32_t masks[LANES] = { 0 }, within[LANES] = { 0 }, met = 0, met_within = 0;
            for (unsigned i = 0; i < LANES; i++) {
                const uint32_t hits = live >> i & 1 ? lanes->meet(records, count, qd__probe(others[i]), open) : 0;
                met |= (uint32_t)(hits != 0) << i;
            }
            HOLDS(lanes->meet_each(records, count, others, live, masks, open) == met);
            for (uint32_t left = live; left; left &= left - 1) {
                const unsigned i = qd__lowest_bit(left);
                HOLDS(masks[i] == lanes->meet(records, count, qd__probe(others[i]), open));
            }
            for (unsigned i = 0; i + 1 < count; i++) {
                const uint32_t later = ~qd__low_bits(i + 1);
                met_within |= (uint32_t)((lanes->meet(records, count, qd__probe(records[i]), open) & later) != 0) << i;
            }
            HOLDS(lanes->meet_within(records, count, within, open) == met_within);
            for (uint32_t left = met_within; left; left &= left - 1) {
                const unsigned i = qd__lowest_bit(left);
                const uint32_t later = ~qd__low_bits(i + 1);
                HOLDS(within[i] == (lanes->meet(records, count, qd__probe(records[i]), open) & later));
            }
        }
    }
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
            const qd__record all = lanes->unite(records, count);
            HOLDS(memcmp(&all, &expected, sizeof all) == 0);
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

static const char *leavers_are_those_that_placing_puts_elsewhere(void)
{
    prng random = { 5 };
    qd__record records[LANES];
    const qd__lanes *lanes;
    size_t stayed = 0, left = 0;
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
            const uint32_t mask = lanes->leavers(records, count, &lattice, &home);
            for (unsigned i = 0; i < count; i++) {
                const bool keeps = qd__home_keeps(&home, qd__lattice_spot(&lattice, records[i]));
                HOLDS((mask >> i & 1) == !keeps);
                stayed += keeps;
                left += !keeps;
            }
            HOLDS((mask & ~qd__low_bits(count)) == 0);
        }
    }
    HOLDS(stayed > ROUNDS / 4 && left > ROUNDS / 4); // both have been seen
    return NULL;
}

const lanes_check lanes_checks[] = {
    { "meeting is four comparisons", meet_is_four_comparisons },
    { "many probes are one after the other", many_probes_are_one_after_the_other },
    { "sixteen at once are sixteen", sixteen_at_once_are_sixteen },
    { "unions pass unused records by", unions_pass_unused_records_by },
    { "leavers are those that placing puts elsewhere", leavers_are_those_that_placing_puts_elsewhere },
    { NULL, NULL },
};
