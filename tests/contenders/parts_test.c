/// The parts that baselines are made of: the radix sort, and how a grid is laid.
#include "boxes_of.h"

#include <float.h>
#include <grid_lay.h>
#include <radix.h>
#include <stdlib.h>
#include <unit.h>

static void keys_order_as_floats_do(void)
{
    static const float rising[] = {
        -FLT_MAX, -1e30f, -1, -FLT_MIN, -FLT_TRUE_MIN, 0, FLT_TRUE_MIN, FLT_MIN, 1, FLT_MAX
    };
    for (size_t i = 0; i + 1 < sizeof rising / sizeof *rising; i++)
        assert_true(radix_key(rising[i]) < radix_key(rising[i + 1]));
    assert_int_equal(radix_key(-0.0f), radix_key(0.0f));
}

static void the_sort_is_stable(void)
{
    enum { COUNT = 5000 };
    radix_item items[COUNT], spare[COUNT];
    scene_random random = { 3 };
    for (uint32_t i = 0; i < COUNT; i++) {
        uint32_t key = (uint32_t)scene_random_bits(&random);
        items[i] = (radix_item){ i % 3 ? key : key & 0x80100401u, i };
    }
    const radix_item *sorted = radix_sort(items, spare, COUNT, 32);
    for (size_t i = 0; i + 1 < COUNT; i++) {
        assert_true(sorted[i].key <= sorted[i + 1].key);
        if (sorted[i].key == sorted[i + 1].key)
            assert_true(sorted[i].item < sorted[i + 1].item);
    }
}

static void sorting_looks_at_as_many_bits_as_it_is_told(void)
{
    enum { COUNT = 3000 };
    static radix_item items[COUNT], spare[COUNT];
    for (unsigned bits = 1; bits <= 32; bits++) {
        uint32_t mask = UINT32_MAX >> (32 - bits);
        scene_random random = { bits };
        for (uint32_t i = 0; i < COUNT; i++)
            items[i] = (radix_item){ (uint32_t)scene_random_bits(&random) & mask, i };
        const radix_item *sorted = radix_sort(items, spare, COUNT, bits);
        assert_ptr_equal(sorted, radix_passes(bits) % 2 ? spare : items);
        for (size_t i = 0; i + 1 < COUNT; i++)
            assert_true(sorted[i].key < sorted[i + 1].key ||
                        (sorted[i].key == sorted[i + 1].key && sorted[i].item < sorted[i + 1].item));
    }
}

static void a_grid_has_few_cells_and_orders_coordinates(void)
{
    enum { COUNT = 2000 };
    static fbox boxes[COUNT];
    static const float scales[] = { 0, 1, 0.01f, 1e-30f, 7, 1e30f };
    for (const box_set *set = box_sets; set->name; set++) {
        fill_boxes(set, 11, boxes, COUNT);
        for (size_t s = 0; s < sizeof scales / sizeof *scales; s++) {
            grid_layout layout = grid_lay(boxes, COUNT, (grid_scale){ scales[s], scales[s] });
            assert_in_range(grid_cells(&layout), 1, 16 * COUNT);
            for (size_t i = 0; i < COUNT; i++) {
                int32_t x0 = grid_cell(layout.x, boxes[i].min.x), x1 = grid_cell(layout.x, boxes[i].max.x);
                int32_t y0 = grid_cell(layout.y, boxes[i].min.y), y1 = grid_cell(layout.y, boxes[i].max.y);
                assert_true(0 <= x0 && x0 <= x1 && x1 < layout.x.cells);
                assert_true(0 <= y0 && y0 <= y1 && y1 < layout.y.cells);
            }
        }
    }
}

static void the_outermost_cells_reach_to_infinity(void)
{
    grid_axis axis = { 8, 0.5f, 4 };
    static const struct {
        float value;
        int32_t cell;
    } cases[] = { { -FLT_MAX, 0 }, { 7, 0 },  { 8, 0 },  { 9.875f, 0 },  { 10, 1 },
                  { 13, 2 },       { 14, 3 }, { 16, 3 }, { 16.125f, 3 }, { FLT_MAX, 3 } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(grid_cell(axis, cases[i].value), cases[i].cell);
    assert_int_equal(grid_cell((grid_axis){ 8, 0, 1 }, FLT_MAX), 0);
    assert_int_equal(grid_cell((grid_axis){ -FLT_MAX, 1, 9 }, FLT_MAX), 8); // the difference is infinite
    assert_int_equal(grid_cell((grid_axis){ -FLT_MAX, 0, 1 }, FLT_MAX), 0); // and here infinity times zero
}

static void a_far_box_does_not_stretch_the_grid(void)
{
    enum { COUNT = 2000 };
    static fbox boxes[COUNT];
    fill_boxes(&box_sets[0], 1, boxes, COUNT);
    grid_layout before = grid_lay(boxes, COUNT, (grid_scale){ 1, 1 });
    boxes[0] = boxes[COUNT / 2] = boxes[COUNT - 1] = fbox_xywh(FLT_MAX, -1e9f, 0, 0);
    grid_layout after = grid_lay(boxes, COUNT, (grid_scale){ 1, 1 });
    size_t cells = grid_cells(&before);
    assert_in_range(cells, 10, 16 * COUNT);
    assert_in_range(grid_cells(&after), cells * 3 / 4, cells * 5 / 4);
    assert_true(after.limit.x <= 2 * before.limit.x);
}

tests_main(plain_test(keys_order_as_floats_do), plain_test(the_sort_is_stable),
           plain_test(sorting_looks_at_as_many_bits_as_it_is_told),
           plain_test(a_grid_has_few_cells_and_orders_coordinates), plain_test(the_outermost_cells_reach_to_infinity),
           plain_test(a_far_box_does_not_stretch_the_grid))
