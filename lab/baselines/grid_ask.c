/// What a grid answers beside pairs: windows, nearest, first hit of a ray. All of them look at runs of boxes of whole
/// rows; the latter two at windows that grow, or advance, until nothing beyond can matter.
#include "catcher.h"
#include "grid_bag.h"
#include "grid_parts.h"
#include "nearest.h"
#include "outward.h"
#include "ray.h"

/// What begins strictly inside a window meets it, and what begins in a cell between those of the window's corners does:
/// such runs are handed out as they are.
static inline void window_of_row(const grid *own, int32_t row, grid_range reached, grid_range touched, fbox window,
                                 bool open_edges, catcher *out)
{
    const uint32_t *starts = grid_row(own, row);
    lanes_box lanes = lanes_of(window);
    size_t begin = starts[reached.x0], end = starts[touched.x1 + 1];
    if (row > touched.y0 && row < touched.y1 && touched.x0 + 1 < touched.x1) {
        size_t inner = starts[touched.x0 + 1], outer = starts[touched.x1];
        catcher_scan(out, &own->boxes, own->items, lanes, begin, inner, open_edges);
        catcher_add_all(out, own->items + inner, outer - inner);
        begin = outer;
    }
    for (size_t to; begin < end && !out->stopped; begin = to) {
        to = end - begin > CATCHER_RUN ? begin + CATCHER_RUN : end;
        catcher_scan(out, &own->boxes, own->items, lanes, begin, to, open_edges);
    }
}

static inline void window_of_all(const grid *own, fbox window, bool open_edges, catcher *out)
{
    grid_range reached = grid_before(&own->layout, own->reach, window);
    grid_range touched = grid_before(&own->layout, (fvec2){ 0, 0 }, window);
    for (int32_t row = reached.y0; row <= reached.y1 && !out->stopped; row++)
        window_of_row(own, row, reached, touched, window, open_edges, out);
    if (!out->stopped)
        catcher_scan(out, &own->boxes, own->items, lanes_of(window), own->small, own->count, open_edges);
}

contender_found grid_window(const contender *self, fbox window, contender_item_visitor *visitor, void *context)
{
    const grid *own = (const grid *)self;
    catcher out;
    catcher_begin(&out, visitor, context);
    if (own->bag)
        grid_bag_window(own->bag, window, own->open_edges, &out);
    else if (own->count > 0 && own->open_edges)
        window_of_all(own, window, true, &out);
    else if (own->count > 0)
        window_of_all(own, window, false, &out);
    return catcher_end(&out);
}

bool grid_collides(const contender *self, fbox box)
{
    bool found = false;
    grid_window(self, box, catcher_any, &found);
    return found;
}

static bool is_everything(const grid *own, grid_range cells)
{
    return cells.x0 == 0 && cells.y0 == 0 && cells.x1 == own->layout.x.cells - 1 && cells.y1 == own->layout.y.cells - 1;
}

size_t grid_near(const contender *self, fvec2 point, size_t k, contender_near *out)
{
    const grid *own = (const grid *)self;
    nearest list = { out, k, 0 };
    if (own->count == 0 || k == 0)
        return 0;
    // About k boxes are expected within the first distance.
    double cells = (double)grid_cells(&own->layout) / (double)own->count * (double)(k + 1);
    double per_unit = own->layout.x.per_unit > 0 ? own->layout.x.per_unit : own->layout.y.per_unit;
    double distance = per_unit > 0 ? sqrt(cells) / per_unit / 2 : INFINITY;
    for (bool enough = false; !enough; distance *= 2) {
        fbox around = outward_box(point, distance);
        grid_range range = grid_before(&own->layout, own->reach, around);
        list.count = 0;
        for (int32_t row = range.y0; row <= range.y1; row++) {
            const uint32_t *starts = grid_row(own, row);
            nearest_scan(&list, &own->boxes, own->items, point, starts[range.x0], starts[range.x1 + 1]);
        }
        nearest_scan(&list, &own->boxes, own->items, point, own->small, own->count);
        enough = is_everything(own, range) || (list.count == k && list.best[k - 1].squared <= distance * distance);
    }
    return list.count;
}

/// Offers everything that the ray may meet between two times.
static void look(const grid *own, double from, double to, ray_search *search)
{
    fbox part = ray_part(search->ray, from, to);
    search->part = lanes_of(part);
    grid_range cells = grid_before(&own->layout, own->reach, part);
    for (int32_t row = cells.y0; row <= cells.y1; row++) {
        const uint32_t *starts = grid_row(own, row);
        ray_scan(search, &own->boxes, own->items, starts[cells.x0], starts[cells.x1 + 1]);
    }
}

/// Where the cells lie, but for their outermost ones, which have no end.
static ray_range clip_to_cells(const grid *own, contender_ray ray)
{
    ray_range range = { 0, ray.t_max };
    grid_axis x = own->layout.x, y = own->layout.y;
    if (x.per_unit > 0)
        range = ray_slab(range, ray.origin.x, ray.direction.x, x.origin, x.origin + (double)x.cells / x.per_unit);
    if (y.per_unit > 0 && range.from <= range.to)
        range = ray_slab(range, ray.origin.y, ray.direction.y, y.origin, y.origin + (double)y.cells / y.per_unit);
    return range;
}

/// How long the ray takes from one cell to the next.
static double step_of(const grid *own, contender_ray ray)
{
    double x = fabs((double)ray.direction.x) * own->layout.x.per_unit;
    double y = fabs((double)ray.direction.y) * own->layout.y.per_unit;
    return 1 / (x > y ? x : y);
}

/// In steps of a cell through the cells, and in one step up to them and from there on.
contender_hit grid_ray(const contender *self, contender_ray ray)
{
    const grid *own = (const grid *)self;
    ray_search search = ray_begin(ray);
    if (own->count == 0)
        return search.first;
    ray_scan(&search, &own->boxes, own->items, own->small, own->count);
    ray_range inside = clip_to_cells(own, ray);
    if (!(inside.from <= inside.to))
        inside = (ray_range){ ray.t_max, ray.t_max };
    double seen = -1, from = inside.from, step = step_of(own, ray); // every item met until `seen` was offered
    if (from > 0) {
        look(own, 0, from, &search);
        seen = from;
    }
    while (from < inside.to && search.first.t > seen) {
        seen = from + step < inside.to ? from + step : inside.to;
        seen = seen > from ? seen : inside.to;
        look(own, from, seen, &search);
        from = seen;
    }
    if (search.first.t > seen)
        look(own, from, ray.t_max, &search);
    return search.first;
}

/// Where the cells along an axis are drawn: those of a layout without a length are as long as what lies in the grid.
typedef struct grid_edges {
    grid_axis axis;
    float low, high;
} grid_edges;

static grid_edges edges_of(grid_axis axis, const float *min, const float *max, size_t count)
{
    grid_edges edges = { axis, min[0], max[0] };
    for (size_t i = 0; i < count && axis.per_unit <= 0; i++) {
        edges.low = min[i] < edges.low ? min[i] : edges.low;
        edges.high = max[i] > edges.high ? max[i] : edges.high;
    }
    return edges;
}

static float edge_of(const grid_edges *edges, int32_t cell)
{
    if (edges->axis.per_unit > 0)
        return edges->axis.origin + (float)cell / edges->axis.per_unit;
    return cell > 0 ? edges->high : edges->low;
}

/// The cells of a rectangle as one, which reaches on without end where the grid ends.
static contender_node node_of(const grid_edges *x, const grid_edges *y, grid_range cells)
{
    contender_node node = { .cell = { { edge_of(x, cells.x0), edge_of(y, cells.y0) },
                                      { edge_of(x, cells.x1 + 1), edge_of(y, cells.y1 + 1) } } };
    node.reach = (fbox){ { cells.x0 > 0 ? node.cell.min.x : -INFINITY, cells.y0 > 0 ? node.cell.min.y : -INFINITY },
                         { cells.x1 + 1 < x->axis.cells ? node.cell.max.x : INFINITY,
                           cells.y1 + 1 < y->axis.cells ? node.cell.max.y : INFINITY } };
    return node;
}

/// The whole grid, whose own items are those kept apart, and in it the cells, row by row. After an insert or a removal
/// the grid has nothing to show until the next set.
void grid_nodes(const contender *self, contender_node_visitor *visitor, void *context)
{
    const grid *own = (const grid *)self;
    if (own->count == 0 || own->bag != NULL)
        return;
    const grid_edges x = edges_of(own->layout.x, own->boxes.min_x, own->boxes.max_x, own->count);
    const grid_edges y = edges_of(own->layout.y, own->boxes.min_y, own->boxes.max_y, own->count);
    contender_node node = node_of(&x, &y, (grid_range){ 0, 0, x.axis.cells - 1, y.axis.cells - 1 });
    node.items = own->count - own->small;
    bool go_on = visitor(context, node);
    for (int32_t row = 0; row < y.axis.cells; row++) {
        const uint32_t *starts = grid_row(own, row);
        for (int32_t cell = 0; cell < x.axis.cells && go_on; cell++) {
            node = node_of(&x, &y, (grid_range){ cell, row, cell, row });
            node.items = starts[cell + 1] - starts[cell];
            node.depth = 1;
            node.leaf = true;
            go_on = visitor(context, node);
        }
    }
}
