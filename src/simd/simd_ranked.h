// The kernels that rank boxes: by distance, and by when a line comes to them. Part of simd_kernels.h. Floats sift
// first: see sketch.h.

/// Squared distances of a group of boxes from one, each side of which is in all lanes.
LANES_TARGET static QD__ALWAYS_INLINE LANES(wide) LANES(squares)(LANES(sides) group, LANES(sides) from)
{
    const LANES(wide) zero = LANES(splat)(0);
    const LANES(wide) below = LANES(plus)(group.v[0], from.v[2]), above = LANES(plus)(group.v[2], from.v[0]);
    const LANES(wide) left = LANES(plus)(group.v[1], from.v[3]), right = LANES(plus)(group.v[3], from.v[1]);
    const LANES(wide) x = LANES(most)(zero, LANES(most)(below, above)), y = LANES(most)(zero, LANES(most)(left, right));
    return LANES(plus)(LANES(times)(x, x), LANES(times)(y, y));
}

#if defined(LANES_PLAIN)
static uint64_t LANES(near)(qd__boxes boxes, qd__aabb from, double cut, double *squares)
{
    uint64_t mask = 0;
    for (uint32_t i = 0; i < boxes.count; i++) {
        const qd__aabb aabb = qd__boxes_at(boxes, i);
        squares[i] = qd__gap_squared(&aabb, &from);
        mask |= (uint64_t)(squares[i] <= cut) << i;
    }
    return mask;
}
#elif !defined(LANES_SHORT)
/// How far boxes are from one on an axis, squared. Upper sides are negated, as in an AABB.
LANES_TARGET static QD__ALWAYS_INLINE LANES(doubles)
    LANES(gaps)(const float *low, const float *high, double from_low, double from_high)
{
    const LANES(doubles) below = LANES(double_plus)(LANES(double_widen)(low), LANES(double_splat)(from_high));
    const LANES(doubles) above = LANES(double_plus)(LANES(double_widen)(high), LANES(double_splat)(from_low));
    const LANES(doubles) gap = LANES(double_most)(LANES(double_most)(below, above), LANES(double_splat)(0));
    return LANES(double_times)(gap, gap);
}

/// The same steps as qd__gap_squared, in double, each rounded alike.
LANES_TARGET static uint64_t LANES(near)(qd__boxes boxes, qd__aabb from, double cut, double *squares)
{
    const size_t stride = boxes.stride;
    uint64_t mask = 0;
    for (uint32_t i = 0; i < boxes.count; i += LANES_WIDTH / 2) {
        const float *at = boxes.sides + i;
        const LANES(doubles) x = LANES(gaps)(at, at + 2 * stride, from.v[0], from.v[2]);
        const LANES(doubles) y = LANES(gaps)(at + stride, at + 3 * stride, from.v[1], from.v[3]);
        const LANES(doubles) sum = LANES(double_plus)(x, y);
        LANES(double_store)(squares + i, sum);
        mask |= (uint64_t)LANES(double_below)(sum, LANES(double_splat)(cut)) << i;
    }
    return mask & qd__low_bits_long(boxes.count);
}
#endif

#if defined(LANES_PLAIN) || !defined(LANES_SHORT)
/// Among numbers no two of which are equal: ranks[i], first <= i < end, grows by how many of numbers[other] up to
/// numbers[count - 1] are less than numbers[i]. `first` is a multiple of LANES_WIDTH.
LANES_TARGET static LANES_TWICE void LANES(rank)(const int32_t *numbers, uint32_t first, uint32_t end, uint32_t other,
                                                 uint32_t count, uint32_t *ranks)
{
#if defined(LANES_PLAIN)
    for (uint32_t i = first; i < end; i++)
        for (uint32_t k = other; k < count; k++)
            ranks[i] += numbers[k] < numbers[i];
#else
    for (uint32_t i = first; i < end; i += LANES_WIDTH) {
        const LANES(wide) some = LANES(load)(numbers + i);
        LANES(wide) less = LANES(load)(ranks + i);
        for (uint32_t k = other; k < count; k++) // true is -1
            less = LANES(minus_int)(less, LANES(greater_int)(some, LANES(splat_int)(numbers[k])));
        LANES(store)(ranks + i, less);
    }
#endif
}

LANES_TARGET static void LANES(order)(const double *numbers, uint32_t sorted, uint32_t count, uint32_t *ranks)
{
    int32_t keys[QD__RANKS_MOST];
    sorted &= ~(LANES_WIDTH - 1u); // some more come to those that are not
    for (uint32_t i = 0; i < count; i++) {
        keys[i] = distinct((float)(numbers[i] < FLT_MAX ? numbers[i] : FLT_MAX), i);
        ranks[i] = i < sorted ? i : 0;
    }
    LANES(rank)(keys, 0, sorted, sorted, count, ranks);
    LANES(rank)(keys, sorted, count, 0, count, ranks);
}
#endif

/// No less than the number of this rank among many. The least of every sixteenth number are sixteen different numbers,
/// so it is no more than the one of this rank among theirs.
LANES_TARGET static QD__ALWAYS_INLINE float LANES(ranked)(const float numbers[QD__BOXES_MOST], uint32_t rank)
{
    float least[COLUMNS];
    int32_t keys[COLUMNS];
    uint32_t ranks[COLUMNS] = { 0 };
    for (uint32_t lane = 0; lane < COLUMNS; lane += LANES_WIDTH) {
        LANES(wide) column = LANES(splat)(INFINITY);
        for (uint32_t i = lane; i < QD__BOXES_MOST; i += COLUMNS)
            column = LANES(least)(LANES(load)(numbers + i), column); // NaN leaves no trace
        LANES(store)(least + lane, column);
    }
    for (uint32_t i = 0; i < COLUMNS; i++)
        keys[i] = distinct(least[i], i);
    LANES_LONG(rank)(keys, 0, COLUMNS, 0, COLUMNS, ranks);
    float most[QD__GROUP]; // negated: of the first ranks, since their order is rough
    for (uint32_t i = 0; i < QD__GROUP; i++) {
        const float one = ranks[i] < rank ? -least[i] : 0,
                    other = ranks[i + QD__GROUP] < rank ? -least[i + QD__GROUP] : 0;
        most[i] = lesser(one, other);
    }
    return -least_of(most);
}

/// Where more boxes than are wanted lie within the cut, the `wanted`-th of the distances, and the spread, limit the
/// search. How many boxes there are cannot be predicted: so one loop goes by that, and the others run to the end.
LANES_TARGET static uint64_t LANES(nearest)(qd__boxes boxes, qd__aabb from, double cut, uint32_t wanted, double spread,
                                            double *squares)
{
    float rough[QD__BOXES_MOST];
    const LANES(sides) at = LANES(splat_aabb)(from);
    const float limit = qd__rough_cut(cut);
    for (uint32_t i = 0; i < QD__BOXES_MOST; i += LANES_WIDTH)
        LANES(store)(rough + i, LANES(splat)(INFINITY));
    uint64_t near = 0;
    LANES(wide) first = LANES(splat)(INFINITY);
    for (uint32_t i = 0; i < boxes.count; i += LANES_WIDTH) {
        const LANES(wide) sum = LANES(squares)(LANES(load_group)(boxes.sides + i, boxes.stride), at);
        LANES(store)(rough + i, sum);
        first = LANES(least)(sum, first); // NaN leaves no trace
        near |= (uint64_t)LANES(mask)(LANES(below)(sum, LANES(splat)(limit), false)) << i;
    }
    near &= qd__low_bits_long(boxes.count);
    if (wanted <= COLUMNS && LANES(count_bits)(near) > wanted) {
        float least[QD__GROUP];
        LANES(store)(least, first);
        LANES(store)(least + QD__GROUP - LANES_WIDTH, first);
        const float limiting = wanted == 1 ? least_of(least) : LANES(ranked)(rough, wanted);
        const LANES(wide) last = LANES(splat)(spread_cut(limiting, spread));
        uint64_t nearest = 0;
        for (uint32_t i = 0; i < QD__BOXES_MOST; i += LANES_WIDTH)
            nearest |= (uint64_t)LANES(mask)(LANES(below)(LANES(load)(rough + i), last, false)) << i;
        near &= nearest;
    }
    if (LANES_WIDTH == 8 && LANES(count_bits)(near) > QD__GROUP) // all together are sooner done
        return near & LANES_LONG(near)(boxes, from, cut, squares);
    return near_exactly(boxes, near, from, cut, squares);
}

LANES_TARGET static uint64_t LANES(enter)(qd__boxes boxes, const qd__line *line, const qd__sketch *sketch, double cut,
                                          uint32_t wanted, double *enters)
{
    if (!sketch->good || sketch->still)
        return enter_exactly(boxes, line, cut, enters);
    const qd__sketch_axis x = sketch->axis[0], y = sketch->axis[1];
    const float sooner = 1 - QD__SLACK, later = -(1 + QD__SLACK);
    const LANES(wide) limit = LANES(splat)(qd__rough_cut(cut)), tiny = LANES(splat)(FLT_MIN);
    const LANES(wide) to_first_x = LANES(splat)(x.from_first), to_last_x = LANES(splat)(x.from_last);
    const LANES(wide) to_first_y = LANES(splat)(y.from_first), to_last_y = LANES(splat)(y.from_last);
    const LANES(wide) sooner_x = LANES(splat)(x.inverse * sooner), later_x = LANES(splat)(x.inverse * later);
    const LANES(wide) sooner_y = LANES(splat)(y.inverse * sooner), later_y = LANES(splat)(y.inverse * later);
    const float *first_x = boxes.sides + (size_t)x.first * boxes.stride,
                *last_x = boxes.sides + (size_t)x.last * boxes.stride;
    const float *first_y = boxes.sides + (size_t)y.first * boxes.stride,
                *last_y = boxes.sides + (size_t)y.last * boxes.stride;
    float rough[QD__BOXES_MOST];
    uint64_t mask = 0;
    for (uint32_t i = 0; i < boxes.count; i += LANES_WIDTH) {
        const LANES(wide) come_x = LANES(times)(LANES(plus)(LANES(load)(first_x + i), to_first_x), sooner_x);
        const LANES(wide) come_y = LANES(times)(LANES(plus)(LANES(load)(first_y + i), to_first_y), sooner_y);
        const LANES(wide) leave_x = LANES(times)(LANES(plus)(LANES(load)(last_x + i), to_last_x), later_x);
        const LANES(wide) leave_y = LANES(times)(LANES(plus)(LANES(load)(last_y + i), to_last_y), later_y);
        // What overflows is not sifted out: it is infinite on both sides of the comparison.
        const LANES(wide) come = LANES(most)(LANES(splat)(0), LANES(most)(come_x, come_y));
        const LANES(wide) leave = LANES(plus)(LANES(least)(leave_x, leave_y), tiny);
        LANES(store)(rough + i, come);
        mask |= (uint64_t)LANES(mask)(LANES(below)(come, LANES(least)(leave, limit), false)) << i;
    }
    return enter_sifted(boxes, mask & qd__low_bits_long(boxes.count), rough, line, cut, wanted, enters);
}
