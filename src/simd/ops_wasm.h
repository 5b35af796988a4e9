// The operations of WebAssembly, four lanes: see simd_ops.h, which includes it once.

typedef v128_t wasm_wide, wasm_truth;

/// The number is loaded by itself: clang 14 makes a load and its splat one instruction, and moves that past later
/// stores and calls.
static QD__ALWAYS_INLINE v128_t wasm_splat(float value)
{
    __asm__("" : "+r"(value));
    return wasm_f32x4_splat(value);
}

static QD__ALWAYS_INLINE v128_t wasm_splat_int(int32_t value)
{
    if (!__builtin_constant_p(value))
        __asm__("" : "+r"(value)); // as above
    return wasm_i32x4_splat(value);
}

QD__OP(v128_t, wasm_load, (const void *from), wasm_v128_load(from))
QD__DO(wasm_store, (void *to, v128_t a), wasm_v128_store(to, a))
QD__OP(v128_t, wasm_negate, (v128_t a), wasm_f32x4_neg(a))
QD__OP(v128_t, wasm_plus, (v128_t a, v128_t b), wasm_f32x4_add(a, b))
QD__OP(v128_t, wasm_minus, (v128_t a, v128_t b), wasm_f32x4_sub(a, b))
QD__OP(v128_t, wasm_times, (v128_t a, v128_t b), wasm_f32x4_mul(a, b))
QD__OP(v128_t, wasm_least, (v128_t a, v128_t b), wasm_f32x4_pmin(b, a)) // a < b ? a : b
QD__OP(v128_t, wasm_most, (v128_t a, v128_t b), wasm_f32x4_pmax(b, a))  // a > b ? a : b
QD__OP(v128_t, wasm_below, (v128_t a, v128_t b, bool open), open ? wasm_f32x4_lt(a, b) : wasm_f32x4_le(a, b))
QD__OP(v128_t, wasm_above, (v128_t a, v128_t b, bool open), wasm_below(b, a, open))
QD__OP(v128_t, wasm_both, (v128_t a, v128_t b), wasm_v128_and(a, b))
QD__OP(uint32_t, wasm_mask, (v128_t a), (uint32_t)wasm_i32x4_bitmask(a))
QD__OP(unsigned, wasm_count_bits, (uint64_t bits), qd__count_bits_long(bits))

QD__OP(v128_t, wasm_either, (v128_t a, v128_t b), wasm_v128_or(a, b))
QD__OP(v128_t, wasm_differ, (v128_t a, v128_t b), wasm_v128_xor(a, b))
QD__OP(v128_t, wasm_without, (v128_t a, v128_t b), wasm_v128_andnot(a, b))
QD__OP(v128_t, wasm_choose, (v128_t set, v128_t a, v128_t b), wasm_v128_bitselect(a, b, set))
QD__OP(v128_t, wasm_plus_int, (v128_t a, v128_t b), wasm_i32x4_add(a, b))
QD__OP(v128_t, wasm_minus_int, (v128_t a, v128_t b), wasm_i32x4_sub(a, b))
QD__OP(v128_t, wasm_equal_int, (v128_t a, v128_t b), wasm_i32x4_eq(a, b))
QD__OP(v128_t, wasm_greater_int, (v128_t a, v128_t b), wasm_i32x4_gt(a, b))
QD__OP(v128_t, wasm_least_int, (v128_t a, v128_t b), wasm_i32x4_min(a, b))
QD__OP(v128_t, wasm_right, (v128_t a, unsigned by), wasm_u32x4_shr(a, by))

static QD__ALWAYS_INLINE v128_t wasm_signed_like(v128_t a, v128_t b)
{
    const v128_t sign = wasm_i32x4_shr(b, 31);
    return wasm_i32x4_sub(wasm_v128_xor(a, sign), sign);
}

QD__OP(v128_t, wasm_low, (v128_t a, v128_t b), wasm_i32x4_shuffle(a, b, 0, 4, 1, 5))
QD__OP(v128_t, wasm_high, (v128_t a, v128_t b), wasm_i32x4_shuffle(a, b, 2, 6, 3, 7))
QD__OP(v128_t, wasm_low_pairs, (v128_t a, v128_t b), wasm_i32x4_shuffle(a, b, 0, 1, 4, 5))
QD__OP(v128_t, wasm_high_pairs, (v128_t a, v128_t b), wasm_i32x4_shuffle(a, b, 2, 3, 6, 7))
QD__OP(v128_t, wasm_two, (const void *a, const void *b), ((void)b, wasm_v128_load(a)))
QD__DO(wasm_store_four, (float to[4], v128_t a), wasm_v128_store(to, a))

static QD__ALWAYS_INLINE v128_t wasm_keep(v128_t a, uint32_t mask)
{
    const v128_t set = wasm_v128_and(wasm_i32x4_splat((int32_t)mask), wasm_i32x4_const(1, 2, 4, 8));
    return wasm_v128_or(a, wasm_i32x4_eq(set, wasm_i32x4_const(0, 0, 0, 0)));
}
