// The kernels about where boxes lie and whether they are valid in plain C, box by box: for every processor.
// simd_place.h has them for vectors, which leave to these what is seldom. Part of simd.c, which includes it once.
static bool plain_all_sound(const void *boxes, size_t bytes, size_t count)
{
    const char *at = (const char *)boxes;
    bool good = true;
    for (size_t i = 0; i < count; i++, at += bytes)
        good &= qd__fbox_is_valid(*(const qd__fbox *)(const void *)at);
    return good;
}

static void plain_narrow(const void *boxes, ptrdiff_t bytes, size_t count, const qd__origin *origin, qd__fbox *out)
{
#if defined(QD__CAN_DOUBLES) && !QD__CAN_DOUBLES // of a build without such trees (abilities.h)
    count = 0;
#endif
    const qd__fbox invalid = { { NAN, NAN }, { NAN, NAN } };
    for (size_t i = 0; i < count; i++) {
        const qd_box *box = (const qd_box *)(const void *)((const char *)boxes + (ptrdiff_t)i * bytes);
        out[i] = qd__box_is_valid(box) ? qd__narrow(origin, *box) : invalid;
    }
}

static bool plain_all_live(const qd_id *ids, const uint32_t *slots, uint32_t first, size_t count)
{
    uint32_t differing = 0, odd = 1;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t generation = (uint32_t)(ids[i] >> 32);
        differing |= (qd_id_slot(ids[i]) ^ (first + i)) | (generation ^ slots[2 * i + 1]);
        odd &= generation;
    }
    return differing == 0 && odd;
}

static void plain_list_spots(qd__boxes boxes, const qd__lattice *lattice, qd__spots *spots)
{
    const qd__lattice by = *lattice; // nothing changes it meanwhile
    for (uint32_t i = 0; i < boxes.count; i++)
        qd__lattice_span(&by, qd__boxes_at(boxes, i), &spots->x[i], &spots->y[i], &spots->sides[i]);
}

static uint64_t plain_leavers(qd__boxes boxes, const qd__lattice *lattice, const qd__home *home)
{
    uint64_t mask = 0;
    for (uint32_t i = 0; i < boxes.count; i++)
        mask |= (uint64_t)!qd__home_keeps(home, qd__lattice_spot(lattice, qd__boxes_at(boxes, i))) << i;
    return mask;
}

static QD__NEVER_INLINE uint64_t plain_take_in(float *sides, uint32_t stride, uint32_t count, qd__fresh fresh,
                                               const qd__lattice *lattice, const qd__home *home, qd__aabb *bounds)
{
    uint64_t leavers = 0;
    qd__aabb all = qd__aabb_empty();
    for (uint32_t i = 0; i < count; i++) {
        const qd__fbox *box = &fresh.boxes[fresh.from[i] - fresh.first];
        const bool sound = qd__fbox_is_valid(*box);
        const qd__boxes old = { sides, stride, count };
        const qd__aabb aabb = sound ? qd__aabb_from(box) : qd__boxes_at(old, i);
        *fresh.unsound |= !sound;
        const bool stays = qd__home_keeps(home, qd__lattice_spot(lattice, aabb));
        qd__boxes_set(sides, stride, i, aabb);
        all = stays ? qd__union(all, aabb) : all;
        leavers |= (uint64_t)!stays << i;
    }
    *bounds = all;
    return leavers;
}

static qd__aabb plain_lay(float *sides, uint32_t stride, uint32_t count, qd__laid laid)
{
    qd__aabb all = qd__aabb_empty();
    for (uint32_t i = 0; i < count; i++) {
        const qd__aabb aabb = qd__aabb_from(&laid.boxes[laid.from[i]]);
        qd__boxes_set(sides, stride, i, aabb);
        all = qd__union(all, aabb);
    }
    for (uint32_t i = count; i % QD__GROUP != 0; i++)
        qd__boxes_set(sides, stride, i, qd__aabb_unused());
    return all;
}

static bool plain_keys(const qd__fbox *given, uint32_t count, const qd__lattice *lattice, unsigned floor, unsigned node,
                       uint32_t *keys)
{
    const qd__lattice by = *lattice; // nothing changes it meanwhile
    const uint32_t least = qd__low_bits(floor), largest = UINT32_C(1) << node;
    bool all_small = true;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t x, y, side;
        qd__lattice_span(&by, qd__aabb_of(given[i]), &x, &y, &side);
        const uint32_t within = qd__smear((side ? side - 1 : 0) | least); // the bits of steps within the item's node
        x ^= QD__WORLD_CORNER;
        y ^= QD__WORLD_CORNER;
        const bool outside = (x | y | within) >> QD__WORLD_SHIFT;
        const uint32_t code = qd__spread((x & ~within) >> floor) | qd__spread((y & ~within) >> floor) << 1;
        const uint32_t key = code << QD__KEY_RANK_BITS | (floor + QD__KEY_LEVELS - qd__exponent_of(within + 1));
        keys[i] = outside ? QD__NO_KEY : key;
        all_small &= !outside && side <= largest;
    }
    return all_small;
}
