// Regions of points and boxes: see regions.h. A box goes down the squares that it touches, in the order of the curve,
// until the keys of a square belong to one region, or the box covers the square: then it touches all of them.
#include "regions.h"

/// The region that owns a key, of regions `first` to `last`.
static uint32_t owner_between(const qd__cut *cut, uint64_t key, uint32_t first, uint32_t last)
{
    uint32_t low = first, high = last + 1; // begins[low] <= key < begins[high]
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (cut->begins[middle] <= key)
            low = middle;
        else
            high = middle;
    }
    return low;
}

uint32_t qd__cut_owner_of_key(const qd__cut *cut, uint64_t key)
{
    return owner_between(cut, key, 0, cut->count - 1);
}

/// Cells from the lowest to the highest, both included.
typedef struct cell_range {
    uint32_t x0, y0, x1, y1;
} cell_range;

static cell_range cells_of(const qd__curve_lattice *lattice, const qd_box *box)
{
    return (cell_range){ qd__curve_cell(&lattice->x, box->min.x), qd__curve_cell(&lattice->y, box->min.y),
                         qd__curve_cell(&lattice->x, box->max.x), qd__curve_cell(&lattice->y, box->max.y) };
}

/// The region of all these cells: goes down the squares that have all of them, which mostly ends after a few, where a
/// square belongs to one region or the cells are in several of its quarters.
static uint32_t region_of_cells(const qd__cut *cut, const cell_range *cells)
{
    const uint32_t differing = (cells->x0 ^ cells->x1) | (cells->y0 ^ cells->y1);
    qd__curve_pose pose = { 0, 0 };
    uint64_t key = 0;
    uint32_t first = 0, last = cut->count - 1;
    for (int bit = 31; first < last; bit--) {
        if (differing >> bit)
            return QD__CUT_SEVERAL;
        key |= (uint64_t)qd__curve_digit(&pose, cells->x0 >> bit & 1, cells->y0 >> bit & 1) << 2 * bit;
        const uint64_t end = key | ((UINT64_C(1) << 2 * bit) - 1);
        first = owner_between(cut, key, first, last);
        last = owner_between(cut, end, first, last);
    }
    return first;
}

uint32_t qd__cut_home(const qd__cut *cut, const qd_box *box)
{
    const cell_range cells = cells_of(&cut->lattice, box);
    return region_of_cells(cut, &cells);
}

uint32_t qd__cut_owner(const qd__cut *cut, double x, double y)
{
    const uint32_t cell_x = qd__curve_cell(&cut->lattice.x, x), cell_y = qd__curve_cell(&cut->lattice.y, y);
    const cell_range cells = { cell_x, cell_y, cell_x, cell_y };
    return region_of_cells(cut, &cells);
}

/// Going down the squares.
typedef struct cut_descent {
    const qd__cut *cut;
    cell_range cells;
    qd__cut_taker *take;
    void *context;
    uint32_t next; ///< Regions below it have been handed out.
} cut_descent;

/// A square of the curve with a side of 2^level cells.
typedef struct curve_square {
    uint32_t x, y; ///< Its lowest cell.
    int level;
    uint64_t key; ///< Its first.
    qd__curve_pose pose;
} curve_square;

static curve_square quarter_of(const curve_square *square, uint32_t x, uint32_t y)
{
    curve_square quarter = *square;
    quarter.level--;
    quarter.x |= x << quarter.level;
    quarter.y |= y << quarter.level;
    quarter.key |= (uint64_t)qd__curve_digit(&quarter.pose, x, y) << 2 * quarter.level;
    return quarter;
}

static void descend_square(cut_descent *descent, const curve_square *square)
{
    const cell_range *cells = &descent->cells;
    const uint64_t side = UINT64_C(1) << square->level;
    const uint32_t x0 = square->x, x1 = (uint32_t)(x0 + side - 1), y0 = square->y, y1 = (uint32_t)(y0 + side - 1);
    if (cells->x0 > x1 || x0 > cells->x1 || cells->y0 > y1 || y0 > cells->y1)
        return;
    const bool covered = cells->x0 <= x0 && x1 <= cells->x1 && cells->y0 <= y0 && y1 <= cells->y1;
    const uint64_t last_key = square->key | (side * side - 1); // the product overflows to 0 for the whole lattice
    const uint32_t first = qd__cut_owner_of_key(descent->cut, square->key);
    const uint32_t last = qd__cut_owner_of_key(descent->cut, last_key);
    if (first == last || covered) {
        // Hands out regions `first` to `last`: but those that are empty, and those that were before.
        const qd__cut *cut = descent->cut;
        for (uint32_t region = first > descent->next ? first : descent->next; region <= last; region++) {
            if (region + 1 == cut->count || cut->begins[region] < cut->begins[region + 1])
                descent->take(descent->context, region);
            descent->next = region + 1;
        }
        return;
    }
    curve_square quarters[4];
    for (uint32_t place = 0; place < 4; place++) {
        const curve_square quarter = quarter_of(square, place & 1, place >> 1);
        quarters[quarter.key >> 2 * quarter.level & 3] = quarter;
    }
    for (int digit = 0; digit < 4; digit++)
        descend_square(descent, &quarters[digit]);
}

void qd__cut_touched(const qd__cut *cut, const qd_box *box, qd__cut_taker *take, void *context)
{
    cut_descent descent = { cut, cells_of(&cut->lattice, box), take, context, 0 };
    const curve_square whole = { 0, 0, 32, 0, { 0, 0 } };
    descend_square(&descent, &whole);
}
