// The operations in plain C, four lanes: see simd_ops.h, which includes it once.
typedef struct plain_wide {
    float v[4];
} plain_wide;

typedef uint32_t plain_truth; ///< The mask itself.

/// An operation on two vectors, by its lane i.
#define QD__EACH(name, value)                                                                                          \
    static inline plain_wide name(plain_wide a, plain_wide b)                                                          \
    {                                                                                                                  \
        for (unsigned i = 0; i < 4; i++)                                                                               \
            b.v[i] = value;                                                                                            \
        return b;                                                                                                      \
    }
QD__EACH(plain_least, a.v[i] < b.v[i] ? a.v[i] : b.v[i])
QD__EACH(plain_most, a.v[i] > b.v[i] ? a.v[i] : b.v[i])
QD__EACH(plain_plus, a.v[i] + b.v[i])
QD__EACH(plain_times, a.v[i] * b.v[i])
#undef QD__EACH

static inline plain_wide plain_load(const float *from)
{
    return (plain_wide){ { from[0], from[1], from[2], from[3] } };
}

static inline plain_wide plain_splat(float value)
{
    return (plain_wide){ { value, value, value, value } };
}

static inline plain_wide plain_negate(plain_wide a)
{
    return (plain_wide){ { -a.v[0], -a.v[1], -a.v[2], -a.v[3] } };
}

static inline plain_wide plain_keep(plain_wide a, uint32_t mask)
{
    for (unsigned i = 0; i < 4; i++)
        a.v[i] = mask >> i & 1 ? a.v[i] : NAN;
    return a;
}

static inline plain_truth plain_below(plain_wide a, plain_wide b, bool open)
{
    uint32_t mask = 0;
    for (unsigned i = 0; i < 4; i++)
        mask |= (uint32_t)(open ? a.v[i] < b.v[i] : a.v[i] <= b.v[i]) << i;
    return mask;
}

QD__DO(plain_store, (float *to, plain_wide a), memcpy(to, a.v, sizeof a.v))
QD__OP(plain_truth, plain_above, (plain_wide a, plain_wide b, bool open), plain_below(b, a, open))
QD__OP(plain_truth, plain_both, (plain_truth a, plain_truth b), a &b)
QD__OP(uint32_t, plain_mask, (plain_truth a), a)
QD__OP(unsigned, plain_count_bits, (uint64_t bits), qd__count_bits_long(bits))
