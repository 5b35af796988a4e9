// The order of all decisions, written once for both ways: coder_out.c includes it with CODE_WRITES 1 and coder_in.c
// with 0. CODE(name) gives its functions names of their own, CODE_CODER is the state. Written are the numbers that the
// planes hold; read ones go there. A step returns false where bytes are missing: then it has changed nothing.

static inline unsigned CODE(bit)(CODE_CODER *coder, qd__chance *chance, unsigned bit)
{
#if CODE_WRITES
    coder->bits += qd__bits_of(&coder->table, chance, bit);
    qd__range_put(&coder->range, chance, bit);
    return bit;
#else
    (void)bit;
    return qd__range_get(&coder->range, chance);
#endif
}

static inline unsigned CODE(even)(CODE_CODER *coder, unsigned bit)
{
#if CODE_WRITES
    coder->bits += 1;
    qd__range_put_even(&coder->range, bit);
    return bit;
#else
    (void)bit;
    return qd__range_get_even(&coder->range);
#endif
}

static inline bool CODE(over)(const CODE_CODER *coder)
{
#if CODE_WRITES
    (void)coder;
    return false;
#else
    return coder->range.over;
#endif
}

/// A size of 1 or more: one decision for each up to `most`, then how much more in Exp-Golomb code.
static inline int32_t CODE(size)(CODE_CODER *coder, qd__chance *chances, int32_t most, int32_t size)
{
    for (int32_t got = 1; got < most; got++)
        if (!CODE(bit)(coder, &chances[got - 1], size > got))
            return got;
    const uint32_t rest = (uint32_t)(size - most) + 1;
    int bits = 0;
    while (bits < 16 && CODE(even)(coder, rest >> bits > 1))
        bits++;
    uint32_t value = 1;
    for (int k = bits - 1; k >= 0; k--)
        value = value << 1 | CODE(even)(coder, rest >> k & 1);
    return qd__within((int64_t)most + value - 1);
}

static inline int32_t CODE(number)(CODE_CODER *coder, qd__chance *zero, qd__chance *sizes, int32_t most, int32_t q)
{
    if (!CODE(bit)(coder, zero, q != 0))
        return 0;
    const bool minus = CODE(even)(coder, q < 0) != 0;
    const int32_t size = CODE(size)(coder, sizes, most, qd__magnitude(q));
    return minus ? -size : size;
}

static bool CODE(root)(CODE_CODER *coder, qd__plane *plane)
{
    const int32_t middle = 128 << QD__FINE;
    int32_t q = 0;
#if CODE_WRITES
    q = nearest_number(*plane->wish[plane->top] - (float)middle, plane->step, plane->top, 0.5f);
#endif
    q = CODE(number)(coder, &coder->contexts.root[0], &coder->contexts.root[1], 2, q);
    if (CODE(over)(coder))
        return false;
    *plane->mean[plane->top] = (int16_t)qd__within(middle + qd__scale_back(q, plane->step, plane->top));
#if !CODE_WRITES
    *plane->state[plane->top] = QD__LEAF;
#endif
    return true;
}

/// One of the differences of a split, beyond what is expected. `came`: the sizes of those before, up to 2 each.
static int32_t CODE(detail)(CODE_CODER *coder, const qd__plane *plane, int s, int which, const qd__guess *guess,
                            int *came)
{
    const int level = qd__up_to(s - 3, 7);
    qd__chance *chances = coder->contexts.detail[plane->kind][level][which];
    int32_t q = 0;
#if CODE_WRITES
    q = nearest_number(guess->wish[which] - (float)guess->expected[which], plane->step, s, DETAIL_ROUNDING);
    const float before = coder->bits;
#endif
    q = CODE(number)(coder, &chances[qd__up_to(*came, 2)], &chances[3], 10, q);
    *came += qd__up_to(qd__magnitude(q), 2);
#if CODE_WRITES
    qd__cost_note(&coder->seen.detail[plane->kind][level][qd__size_class(q)], coder->bits - before);
#endif
    return guess->expected[which] + qd__scale_back(q, plane->step, s);
}

/// Does the node split?
static bool CODE(split)(CODE_CODER *coder, const qd__plane *plane, int s, uint32_t i, uint32_t j, int rough)
{
    if (s > QD__LARGEST)
        return true;
    const uint8_t *state = &plane->state[s][qd__plane_at(plane, s, i, j)];
    const int around = (i > 0 && state[-1] == QD__SPLIT) + (j > 0 && state[-(ptrdiff_t)plane->across[s]] == QD__SPLIT);
    qd__chance *chance = &coder->contexts.split[plane->kind][s - 3][around][rough];
#if CODE_WRITES
    const unsigned split = *state == QD__SPLIT;
    qd__cost_note(&coder->seen.split[plane->kind][s - 3][split], qd__bits_of(&coder->table, chance, split));
    return CODE(bit)(coder, chance, split) != 0;
#else
    return CODE(bit)(coder, chance, 0) != 0;
#endif
}

/// How are the children of a node joined that splits and has all four?
static int CODE(join)(CODE_CODER *coder, const qd__plane *plane, int s, uint32_t i, uint32_t j)
{
    const uint8_t *state = &plane->state[s][qd__plane_at(plane, s, i, j)];
    const int around =
        (i > 0 && state[-1] == QD__SPLIT && qd__join_of(plane, s, i - 1, j) != QD__APART) +
        (j > 0 && state[-(ptrdiff_t)plane->across[s]] == QD__SPLIT && qd__join_of(plane, s, i, j - 1) != QD__APART);
    qd__chance *chances = coder->contexts.joined[plane->kind][s - 3];
    int join = QD__APART;
#if CODE_WRITES
    join = qd__join_of(plane, s, i, j);
    const float before = coder->bits;
#endif
    int got = QD__APART;
    if (CODE(bit)(coder, &coder->contexts.join[plane->kind][s - 3][around], join != QD__APART)) {
        got = CODE(bit)(coder, &chances[0], join >= QD__LEFT) ? QD__LEFT : QD__TOP;
        if (CODE(bit)(coder, &chances[1], join == QD__ROWS || join == QD__COLUMNS))
            got += 2;
        else
            got += CODE(bit)(coder, &chances[2], join == QD__BOTTOM || join == QD__RIGHT) != 0;
    }
#if CODE_WRITES
    qd__cost_note(&coder->seen.join[plane->kind][s - 3][join], coder->bits - before);
#endif
    return got;
}

static void CODE(children)(qd__plane *plane, int s, uint32_t i, uint32_t j, const int32_t by[3], bool split, int join)
{
    int16_t means[4];
    qd__join_means(plane->mean[s][qd__plane_at(plane, s, i, j)], by, join, means);
    for (uint32_t k = 0; k < 4; k++) {
        const uint32_t a = 2 * i + (k & 1), b = 2 * j + (k >> 1);
        if (qd__plane_has(plane, s - 1, a, b)) {
            const size_t at = qd__plane_at(plane, s - 1, a, b);
            plane->mean[s - 1][at] = means[k];
#if !CODE_WRITES
            plane->state[s - 1][at] = split ? qd__join_state(join, k) : QD__ABSENT;
#endif
        }
    }
    (void)split;
}

/// One place of a level: does its node split, and what are the means below?
static bool CODE(node)(CODE_CODER *coder, qd__plane *plane, int s, uint32_t i, uint32_t j)
{
    uint8_t *state = &plane->state[s][qd__plane_at(plane, s, i, j)];
    int32_t by[3] = { 0, 0, 0 };
    bool split = false;
    int join = QD__APART;
    if (*state == QD__LEAF || *state == QD__SPLIT) {
        qd__guess guess = { .rough = 0 };
        qd__guess_node(&guess, plane, s, i, j);
        split = CODE(split)(coder, plane, s, i, j, guess.rough);
        const bool right = qd__plane_has(plane, s - 1, 2 * i + 1, 2 * j),
                   below = qd__plane_has(plane, s - 1, 2 * i, 2 * j + 1);
        const bool exists[3] = { right, below, right && below };
        int came = 0;
        if (split && right && below && s <= QD__LARGEST)
            join = CODE(join)(coder, plane, s, i, j);
        for (int which = 0; which < 3; which++)
            if (split && exists[which] && qd__join_has(join, which))
                by[which] = CODE(detail)(coder, plane, s, which, &guess, &came);
        if (CODE(over)(coder))
            return false;
        *state = split ? QD__SPLIT : QD__LEAF;
    }
    CODE(children)(plane, s, i, j, by, split, join);
    return true;
}

/// The trees of all planes, level by level.
static bool CODE(trees)(CODE_CODER *coder, qd__plane *planes, int count)
{
    int top = 0;
    for (int k = 0; k < count; k++) {
        if (!CODE(root)(coder, &planes[k]))
            return false;
        top = planes[k].top > top ? planes[k].top : top;
    }
    for (int s = top; s > QD__SMALLEST; s--) {
        for (int k = 0; k < count; k++) {
            for (uint32_t j = 0; s <= planes[k].top && j < planes[k].down[s]; j++) {
                for (uint32_t i = 0; i < planes[k].across[s]; i++)
                    if (!CODE(node)(coder, &planes[k], s, i, j))
                        return false;
            }
        }
    }
    return true;
}

/// The three differences of a square of a Haar leaf. Returns the sum of their sizes, up to 2 each.
static int CODE(square)(CODE_CODER *coder, const qd__plane *plane, bool within, int16_t got[3])
{
    qd__chance(*chances)[32] = coder->contexts.fine[plane->kind][within];
    int came = 0;
    for (int which = 0; which < 3; which++) {
#if CODE_WRITES
        const float before = coder->bits;
#endif
        got[which] =
            (int16_t)CODE(number)(coder, &chances[which][qd__up_to(came, 2)], &chances[which][3], 24, got[which]);
        came += qd__up_to(qd__magnitude(got[which]), 2);
#if CODE_WRITES
        qd__cost_note(&coder->seen.fine[plane->kind][within][qd__size_class(got[which])], coder->bits - before);
#endif
    }
    return came;
}

/// A smallest leaf: is it a Haar leaf, and what are the differences between its quarters?
static bool CODE(haar)(CODE_CODER *coder, qd__plane *plane, qd__leaf *leaf)
{
    const qd__beside beside = qd__beside_of(plane, leaf);
    const int around = (beside.left && beside.left->haar) + (beside.up && beside.up->haar);
    const int rough = qd__rough(plane, QD__SMALLEST, leaf->x >> QD__SMALLEST, leaf->y >> QD__SMALLEST);
    qd__chance *chance = &coder->contexts.haar[plane->kind][around][rough];
    int16_t *coefs = plane->coefs + leaf->at, got[3] = { 0, 0, 0 };
#if CODE_WRITES
    qd__cost_note(&coder->seen.haar[plane->kind][leaf->haar], qd__bits_of(&coder->table, chance, leaf->haar));
    if (leaf->haar)
        memcpy(got, coefs, sizeof got);
#endif
    const bool haar = CODE(bit)(coder, chance, leaf->haar) != 0;
    const int came = haar ? CODE(square)(coder, plane, false, got) : 0;
    if (CODE(over)(coder))
        return false;
    leaf->haar = haar;
    if (haar) {
        memcpy(coefs, got, sizeof got);
        leaf->busy = (uint8_t)qd__up_to(came, 2);
    }
    return true;
}

/// The quarters of a Haar leaf: which split, and the differences within these.
static bool CODE(quarters)(CODE_CODER *coder, qd__plane *plane, qd__leaf *leaf)
{
    int16_t *coefs = plane->coefs + leaf->at;
    int before = 0;
    for (size_t k = 0; k < 4; k++) {
        int16_t *by = qd__haar_quarter(coefs, k), got[3];
        qd__chance *chance = &coder->contexts.quarter[plane->kind][leaf->busy][before];
        const unsigned splits = qd__haar_splits(by);
        memcpy(got, by, sizeof got);
#if CODE_WRITES
        qd__cost_note(&coder->seen.quarter[plane->kind][splits], qd__bits_of(&coder->table, chance, splits));
#endif
        if (CODE(bit)(coder, chance, splits)) {
            (void)CODE(square)(coder, plane, true, got);
            before++;
        }
        if (CODE(over)(coder))
            return false;
        memcpy(by, got, sizeof got);
    }
    return true;
}

/// For the smallest leaves of all planes: their kind, or the quarters of those that are Haar leaves.
static bool CODE(haars)(CODE_CODER *coder, qd__plane *planes, int count, bool quarters)
{
    for (int k = 0; k < count; k++) {
        for (uint32_t n = 0; n < planes[k].leaf_count; n++) {
            qd__leaf *leaf = &planes[k].leaves[n];
            if (leaf->level == QD__SMALLEST && leaf->shape == QD__LEAF && (!quarters || leaf->haar) &&
                !(quarters ? CODE(quarters) : CODE(haar))(coder, &planes[k], leaf))
                return false;
        }
    }
    return true;
}

/// The coefficients of a degree of a leaf that has them.
static void CODE(coefs)(CODE_CODER *coder, qd__plane *plane, qd__leaf *leaf, const qd__beside *beside, int degree)
{
    // By what is around, within the leaf and beside it: together 0 and 1, 2 and 3, or more.
    static const uint8_t rich[12] = { 0, 0, 1, 0, 1, 1, 1, 1, 2, 1, 2, 2 };
    const int bits = qd__order_bits(leaf->level), level = leaf->level - QD__SMALLEST;
    const qd__degree these = qd__degree_of(bits, degree);
    int16_t around[QD__ORDERS];
    qd__find_around(plane->coefs + leaf->at, bits, (int16_t)degree, qd__near_of(plane, beside->left, leaf, degree),
                    qd__near_of(plane, beside->up, leaf, degree), around);
    int16_t *coefs = plane->coefs + leaf->at + these.start;
    const int class = qd__degree_class(degree);
    qd__chance *zero = coder->contexts.zero[plane->kind][level][class],
               (*sizes)[14] = coder->contexts.sizes[plane->kind][level];
    int busy = 0;
    for (int u = these.first; u <= these.last; u++) {
        int32_t q = coefs[u];
#if CODE_WRITES
        const float before = coder->bits;
#endif
        q = CODE(number)(coder, &zero[around[u]], sizes[rich[around[u]]], 14, q);
#if CODE_WRITES
        qd__cost_note(&coder->seen.coef[plane->kind][level][class][around[u] / 3][qd__size_class(q)],
                      coder->bits - before);
#else
        coefs[u] = (int16_t)q;
#endif
        busy += q != 0;
    }
    if (CODE(over)(coder)) {
        for (int u = these.first; u <= these.last; u++) // bytes are missing: none of this degree counts
            coefs[u] = 0;
        return;
    }
    leaf->busy = (uint8_t)qd__up_to(busy, 2);
    leaf->reach = (uint8_t)degree;
}

/// A degree of a leaf. False: it has none of this degree or a higher one.
static bool CODE(leaf)(CODE_CODER *coder, qd__plane *plane, qd__leaf *leaf, int degree)
{
    const int level = leaf->level - QD__SMALLEST, capped = qd__up_to(degree, 15);
    const qd__beside beside = qd__beside_of(plane, leaf);
    const int around = (beside.left && beside.left->reach >= degree) + (beside.up && beside.up->reach >= degree);
    qd__chance *chance = &coder->contexts.more[plane->kind][level][capped][leaf->busy][around];
#if CODE_WRITES
    const unsigned wants = leaf->order >= degree;
    qd__cost_note(&coder->seen.more[plane->kind][level][capped][leaf->busy][wants],
                  qd__bits_of(&coder->table, chance, wants));
#else
    const unsigned wants = 0;
#endif
    const unsigned more = CODE(bit)(coder, chance, wants);
    if (!more || CODE(over)(coder))
        return false;
    CODE(coefs)(coder, plane, leaf, &beside, degree);
    return true;
}

/// The leaves of all planes, degree by degree.
static bool CODE(leaves)(CODE_CODER *coder, qd__plane *planes, int count)
{
    for (int degree = 1; degree <= 2 * (QD__ORDERS - 1); degree++) {
        for (int k = 0; k < count; k++) {
            qd__plane *plane = &planes[k];
            uint32_t kept = 0;
            for (uint32_t n = 0; n < plane->alive_count && !CODE(over)(coder); n++) {
                qd__leaf *leaf = &plane->leaves[plane->alive[n]];
                if (!leaf->haar && degree <= 2 * ((1 << qd__order_bits(leaf->level)) - 1) &&
                    CODE(leaf)(coder, plane, leaf, degree))
                    plane->alive[kept++] = plane->alive[n];
            }
            plane->alive_count = kept;
            if (CODE(over)(coder))
                return false;
        }
    }
    return true;
}
