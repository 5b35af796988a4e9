// What an oracle consists of, and the numbers as it takes them.
//
// Of a float tree's oracle each number of an item and of a question is rounded to the nearest float first, and what it
// reports as well; everything in between is computed in double.
#ifndef QD_ORACLE_STATE_H
#define QD_ORACLE_STATE_H

#include <float.h>
#include <quadrille/oracle.h>

typedef struct qd__oracle_entry {
    qd_id id;        ///< 0: the slot has no live item.
    uint64_t unseen; ///< The lowest generation that no item has had here.
    qd_item item;    ///< As stored.
} qd__oracle_entry;

/// A hit with its key, which results have rounded.
typedef struct qd__oracle_scored {
    double key;
    qd_hit hit;
} qd__oracle_scored;

/// An item and its box, which is read most.
typedef struct qd__oracle_placed {
    qd_box box;
    const qd__oracle_entry *entry;
} qd__oracle_placed;

struct qd_oracle {
    qd_precision precision;
    qd_edges edges;
    bool totals;
    qd_allocator allocator;
    qd__oracle_entry *entries; ///< By slot; the first is not used.
    qd__oracle_scored *scored; ///< Scratch of ranked questions, as long.
    qd__oracle_placed *sorted; ///< Scratch of questions about pairs, as long.
    size_t slots;              ///< Length of the three.
    size_t count;              ///< Live items.
    size_t peak;               ///< No slot may be higher.
};

static inline double qd__oracle_round(const qd_oracle *oracle, double x)
{
    // Adding zero makes 0.0 of -0.0. Added to the float it also keeps GCC 12 with -O2 from dropping the conversions.
    return oracle->precision == QD_DOUBLE ? x + 0.0 : (double)((float)x + 0.0f);
}

static inline qd_vec2 qd__oracle_round_vec(const qd_oracle *oracle, qd_vec2 v)
{
    const qd_vec2 rounded = { qd__oracle_round(oracle, v.x), qd__oracle_round(oracle, v.y) };
    return rounded;
}

static inline qd_box qd__oracle_round_box(const qd_oracle *oracle, qd_box box)
{
    const qd_box rounded = { qd__oracle_round_vec(oracle, box.min), qd__oracle_round_vec(oracle, box.max) };
    return rounded;
}

/// A result of arithmetic, which the tree reports in its own precision and which is finite.
static inline double qd__oracle_told(const qd_oracle *oracle, double x)
{
    const double most = oracle->precision == QD_DOUBLE ? DBL_MAX : FLT_MAX;
    return qd__oracle_round(oracle, x > most ? most : x < -most ? -most : x);
}

static inline bool qd__oracle_is_finite(qd_vec2 v)
{
    return v.x >= -DBL_MAX && v.x <= DBL_MAX && v.y >= -DBL_MAX && v.y <= DBL_MAX;
}

static inline bool qd__oracle_is_ordered(qd_box box)
{
    return box.min.x <= box.max.x && box.min.y <= box.max.y;
}

/// "Below", by the tree's rule of edges.
static inline bool qd__oracle_below(bool open, double a, double b)
{
    return open ? a < b : a <= b;
}

static inline bool qd__oracle_overlap(bool open, qd_box a, qd_box b)
{
    return qd__oracle_below(open, a.min.x, b.max.x) && qd__oracle_below(open, b.min.x, a.max.x) &&
           qd__oracle_below(open, a.min.y, b.max.y) && qd__oracle_below(open, b.min.y, a.max.y);
}

static inline qd_entry qd__oracle_told_entry(const qd__oracle_entry *entry)
{
    const qd_entry told = { entry->id, entry->item.user };
    return told;
}

/// Does a question see the item? Stored filters say QD_NO_LAYER for none, and bit 31 counts nowhere.
static inline bool qd__oracle_sees(qd_filter filter, qd_id ignore, const qd__oracle_entry *entry)
{
    const uint32_t all = 0x7fffffffu;
    return entry->id != ignore && (filter.mask == 0 || (filter.mask & entry->item.filter.layers & all) != 0) &&
           (filter.layers == 0 || (filter.layers & entry->item.filter.mask & all) != 0);
}

/// The live item of that id, or NULL.
static inline const qd__oracle_entry *qd__oracle_find_entry(const qd_oracle *oracle, qd_id id)
{
    const size_t slot = qd_id_slot(id);
    return id != 0 && slot < oracle->slots && oracle->entries[slot].id == id ? &oracle->entries[slot] : NULL;
}

#endif
