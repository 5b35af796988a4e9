// Any numbers through the inline functions of the headers, and through the test of what a box is, each against what its
// comment says.
#include "entry.h"

#include <math.h>
#include <quadrille/quadrille.h>
#include <string.h>

static bool same(float a, float b)
{
    return a == b || (isnan(a) && isnan(b));
}

static void try_boxes(const float v[8])
{
    qd_box a = { { v[0], v[1] }, { v[2], v[3] } }, b = { { v[4], v[5] }, { v[6], v[7] } };
    bool finite = isfinite(v[0]) && isfinite(v[1]) && isfinite(v[2]) && isfinite(v[3]);
    bool valid = qd_box_is_valid(a);
    demand(valid == (finite && v[0] <= v[2] && v[1] <= v[3]), "a box is valid if finite and not inverted");
    demand(qd_box_overlaps(a, b) == qd_box_overlaps(b, a), "overlapping goes both ways");
    demand(!valid || qd_box_overlaps(a, a), "a valid box overlaps itself");
    qd_box sized = qd_box_xywh(v[0], v[1], v[2], v[3]);
    demand(same(sized.min.x, v[0]) && same(sized.max.x, v[0] + v[2]) && same(sized.max.y, v[1] + v[3]), "sizes add up");
    qd_box around = qd_box_around(a.min, v[2], v[3]);
    demand(same(around.min.x, v[0] - v[2]) && same(around.max.y, v[1] + v[3]), "half sizes go both ways");
    demand(!finite || qd_box_is_valid(qd_box_between(a.min, a.max)), "any two finite corners make a box");
}

static void try_rays(const float v[8])
{
    qd_vec2 from = { v[0], v[1] }, to = { v[2], v[3] };
    qd_ray toward = qd_ray_toward(from, to), between = qd_ray_between(from, to);
    demand(isinf(toward.t_max) && same(toward.direction.x, v[2]) && same(toward.origin.y, v[1]), "a ray is endless");
    demand(between.t_max == 1 && same(between.direction.y, v[3] - v[1]), "a segment ends at 1");
}

// Two boxes that meet one way round meet the other way round, at the same time, with the normal turned about.
static void try_moving(const float v[8])
{
    qd_moving_box a = { { { v[0], v[1] }, { v[2], v[3] } }, { v[4], v[5] }, v[6] };
    qd_moving_box b = { { { v[3], v[2] }, { v[5], v[4] } }, { v[7], v[0] }, v[1] };
    for (int edges = QD_EDGES_CLOSED; edges <= QD_EDGES_OPEN; edges++) {
        qd_impact one = { -1, { 0, 0 } }, other = { -1, { 0, 0 } };
        bool meet = qd_moving_boxes_meet(a, b, (qd_edges)edges, &one);
        demand(qd_moving_boxes_meet(b, a, (qd_edges)edges, &other) == meet, "meeting goes both ways");
        demand(meet || one.t == -1, "boxes that do not meet leave the answer alone");
        demand(!meet || (qd_box_is_valid(a.box) && qd_box_is_valid(b.box)), "no bad box meets anything");
        demand(!meet || (one.t >= 0 && one.t <= v[6] && one.t <= v[1]), "they meet while both move");
        demand(!meet || one.t == other.t, "at one time");
        demand(!meet || (one.normal.x == -other.normal.x && one.normal.y == -other.normal.y), "on opposite sides");
    }
}

static void try_ids(const uint8_t *data)
{
    qd_id id;
    memcpy(&id.slot, data, 4);
    memcpy(&id.generation, data + 4, 4);
    uint64_t bits = qd_id_to_u64(id);
    demand(qd_id_equal(qd_id_from_u64(bits), id), "an id comes back from its number");
    demand((uint32_t)bits == id.slot, "the slot is in the low half");
    demand(qd_id_is_null(id) == (id.slot == 0), "slot 0 is null");
}

// Any number as a result, those too that the library never returns.
static void try_results(const uint8_t *data)
{
    int32_t code;
    memcpy(&code, data, sizeof code);
    const char *text = qd_result_text((qd_result)code);
    demand(text != NULL && *text != 0, "every result has a text");
    demand(qd_version() / 10000 == QD_VERSION_MAJOR, "the library is of the headers' version");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    float values[8];
    for (; size >= sizeof values; data += sizeof values, size -= sizeof values) {
        memcpy(values, data, sizeof values);
        try_boxes(values);
        try_rays(values);
        try_moving(values);
        try_ids(data);
        try_results(data);
    }
    return 0;
}
