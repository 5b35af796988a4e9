// Questions about a place. The quadtree is asked itself, since it says what a question cost; any other method through
// the index.
#include "question.h"

#include "colors.h"

#include <math.h>
#include <quadrille/ranked.h>
#include <stdlib.h>

fbox question_box(const question *self)
{
    return fbox_between(self->from, self->to);
}

float question_radius(const question *self)
{
    double x = (double)self->to.x - (double)self->from.x, y = (double)self->to.y - (double)self->from.y;
    return (float)fmin(sqrt(x * x + y * y), 3e38);
}

static void keep(answer *out, uint32_t item)
{
    if (out->count == out->space) {
        size_t space = out->space ? 2 * out->space : 256;
        uint32_t *grown = realloc(out->items, space * sizeof *grown);
        if (!grown) {
            out->failed = true;
            return;
        }
        out->items = grown;
        out->space = space;
    }
    out->items[out->count++] = item;
}

void answer_free(answer *self)
{
    free(self->items);
    *self = (answer){ 0 };
}

static qd_flow take(void *context, const qd_entry *items, size_t count)
{
    for (size_t i = 0; i < count; i++)
        keep(context, (uint32_t)items[i].user);
    return QD_CONTINUE;
}

static qd_flow take_first(void *context, const qd_hit *hit, double *limit)
{
    answer *out = context;
    if (out->count == 0)
        keep(out, 0);
    if (out->count == 1)
        out->items[0] = (uint32_t)hit->item.user;
    out->reach = (float)hit->t;
    *limit = hit->t;
    return QD_CONTINUE;
}

// The tree's own cost of anything but the nearest.
static qd_cost ask_tree(const question *self, const qd_tree *tree, answer *out)
{
    qd_cost cost = { 0 };
    qd_query query = { .shape = qd_shape_box(fbox_wide(question_box(self))) };
    qd_ranked ray = qd_segment(fvec2_wide(self->from), fvec2_wide(self->to));
    if (self->kind == ASK_CIRCLE)
        query.shape = qd_shape_circle(fvec2_wide(self->from), (double)question_radius(self));
    if (self->kind == ASK_RAY)
        qd_tree_visit_ranked(tree, &ray, take_first, out, &cost);
    else if (self->kind != ASK_NOTHING)
        qd_tree_visit(tree, &query, take, out, &cost);
    return cost;
}

static void ask_index(const question *self, scene_index *index, answer *out)
{
    index_list list = { 0 };
    if (self->kind == ASK_NEAREST) {
        index_near near[NEAREST_ASKED];
        const size_t count = index_nearest(index, self->from, INFINITY, 0, near, NEAREST_ASKED);
        for (size_t i = 0; i < count; i++)
            keep(out, near[i].item);
        out->reach = count == NEAREST_ASKED ? near[count - 1].distance : INFINITY;
    } else if (self->kind == ASK_RAY) {
        const fvec2 way = { self->to.x - self->from.x, self->to.y - self->from.y };
        const index_hit hit = index_first_on_ray(index, (index_ray){ self->from, way, 1 }, 0);
        if (hit.item != INDEX_NONE) {
            keep(out, hit.item);
            out->reach = hit.t;
        }
    } else if (self->kind == ASK_CIRCLE) {
        list = index_in_circle(index, self->from, question_radius(self), 0);
    } else if (self->kind == ASK_BOX) {
        list = index_in_box(index, question_box(self), 0);
    }
    for (size_t i = 0; i < list.count; i++)
        keep(out, list.items[i]);
}

void question_ask(const question *self, scene_index *index, answer *out)
{
    const qd_tree *tree = index_tree(index);
    out->count = 0;
    out->failed = false;
    out->reach = INFINITY;
    out->nodes = out->tests = 0;
    if (self->kind == ASK_RAY && self->from.x == self->to.x && self->from.y == self->to.y)
        return; // no ray yet
    if (tree && self->kind != ASK_NEAREST) {
        qd_cost cost = ask_tree(self, tree, out);
        out->nodes = cost.nodes;
        out->tests = cost.tests;
        return;
    }
    index_costs before = index_costs_of(index, INDEX_HOST);
    ask_index(self, index, out);
    index_costs after = index_costs_of(index, INDEX_HOST);
    out->nodes = after.nodes - before.nodes;
    out->tests = after.tests - before.tests;
}

static double outside(double value, double low, double high)
{
    return value < low ? low - value : value > high ? value - high : 0;
}

static double distance_of(fvec2 point, fbox box)
{
    double x = outside((double)point.x, (double)box.min.x, (double)box.max.x);
    double y = outside((double)point.y, (double)box.min.y, (double)box.max.y);
    return sqrt(x * x + y * y);
}

static bool in_reach(fvec2 point, double reach, fbox box, bool open)
{
    double distance = distance_of(point, box);
    return open ? distance < reach : distance <= reach;
}

// Where the segment from a to a + t (b - a) enters the box; INFINITY: it does not.
static double entered(const question *self, fbox box, bool open)
{
    const double origin[] = { (double)self->from.x, (double)self->from.y };
    const double step[] = { (double)self->to.x - origin[0], (double)self->to.y - origin[1] };
    const double low[] = { (double)box.min.x, (double)box.min.y }, high[] = { (double)box.max.x, (double)box.max.y };
    double enter = 0, leave = 1;
    for (int axis = 0; axis < 2; axis++) {
        bool beside = open ? origin[axis] <= low[axis] || origin[axis] >= high[axis]
                           : origin[axis] < low[axis] || origin[axis] > high[axis];
        if (step[axis] == 0 && beside)
            return INFINITY;
        if (step[axis] == 0)
            continue;
        double a = (low[axis] - origin[axis]) / step[axis], b = (high[axis] - origin[axis]) / step[axis];
        enter = fmax(enter, fmin(a, b));
        leave = fmin(leave, fmax(a, b));
    }
    return (open ? enter < leave : enter <= leave) ? enter : INFINITY;
}

double question_distance(const question *self, fbox bounds, bool open)
{
    if (!(bounds.min.x <= bounds.max.x)) // holds nothing
        return INFINITY;
    return self->kind == ASK_RAY ? entered(self, bounds, open) : distance_of(self->from, bounds);
}

fvec2 question_place(const question *self, double t)
{
    return (fvec2){ (float)((1 - t) * (double)self->from.x + t * (double)self->to.x),
                    (float)((1 - t) * (double)self->from.y + t * (double)self->to.y) };
}

double question_length(const question *self)
{
    return self->kind == ASK_RAY ? (double)question_radius(self) : 1;
}

bool question_meets(const question *self, fbox bounds, float reach, bool open)
{
    if (!(bounds.min.x <= bounds.max.x)) // holds nothing
        return false;
    switch (self->kind) {
    case ASK_BOX:
        return fbox_overlap(question_box(self), bounds, open);
    case ASK_CIRCLE:
        return in_reach(self->from, (double)question_radius(self), bounds, open);
    case ASK_NEAREST:
        return in_reach(self->from, (double)reach, bounds, false);
    case ASK_RAY:
        return entered(self, bounds, false) <= fmin((double)reach, 1);
    case ASK_NOTHING:
        break;
    }
    return false;
}

bool question_covers(const question *self, fbox bounds, bool open)
{
    fbox box = question_box(self);
    if (self->kind != ASK_BOX)
        return false;
    if (open)
        return bounds.min.x > box.min.x && bounds.min.y > box.min.y && bounds.max.x < box.max.x &&
               bounds.max.y < box.max.y;
    return bounds.min.x >= box.min.x && bounds.min.y >= box.min.y && bounds.max.x <= box.max.x &&
           bounds.max.y <= box.max.y;
}

static fvec2 middle(fbox box)
{
    return (fvec2){ 0.5f * box.min.x + 0.5f * box.max.x, 0.5f * box.min.y + 0.5f * box.max.y };
}

static bool is_point(const question *self)
{
    return self->kind == ASK_BOX && self->from.x == self->to.x && self->from.y == self->to.y;
}

void question_outline(const question *self, drawing *out)
{
    float spot = 4 * out->pixel;
    if (self->kind == ASK_BOX)
        drawing_frame(out, (ink)INK_ASKED, question_box(self));
    if (self->kind == ASK_CIRCLE)
        drawing_ring(out, (ink)INK_ASKED, self->from, question_radius(self));
    if (self->kind == ASK_RAY)
        drawing_line(out, (ink)INK_ASKED, self->from, self->to);
    if (self->kind == ASK_RAY || self->kind == ASK_NEAREST || is_point(self))
        drawing_disc(out, (ink)INK_ASKED, self->from, spot);
}

static void draw_answer(const question *self, fbox box, drawing *out)
{
    bool far = self->kind == ASK_NEAREST;
    fvec2 asker = self->kind == ASK_BOX ? middle(question_box(self)) : self->from;
    const fvec2 nearest = { fmaxf(box.min.x, fminf(asker.x, box.max.x)), fmaxf(box.min.y, fminf(asker.y, box.max.y)) };
    fvec2 met = far ? nearest : middle(box);
    if (self->kind != ASK_RAY)
        drawing_line(out, INK_LINK, asker, met);
    drawing_frame(out, (ink)INK_FOUND, box);
    if (far)
        drawing_disc(out, (ink)INK_MARK, met, 3 * out->pixel);
}

// Where the ray ends, and what is behind that.
static void draw_ray(const question *self, float reach, drawing *out)
{
    fvec2 end = question_place(self, fmin((double)reach, 1));
    drawing_line(out, INK_STATIC, self->from, self->to);
    drawing_line(out, (ink)INK_ASKED, self->from, end);
    drawing_disc(out, (ink)INK_ASKED, self->from, 3 * out->pixel);
    if (reach <= 1)
        drawing_disc(out, (ink)INK_MARK, end, 5 * out->pixel);
}

void question_draw(const question *self, const answer *found, const scene_index *index, drawing *out)
{
    enum { ONE_BY_ONE = 400 }; // more outlines would cover what they are about
    for (size_t i = 0; i < found->count; i++) {
        fbox box = index_box(index, found->items[i]);
        if (found->count > ONE_BY_ONE)
            drawing_box(out, (ink)INK_ANSWERS, box);
        else
            draw_answer(self, box, out);
    }
    if (self->kind == ASK_RAY)
        draw_ray(self, found->reach, out);
    else
        question_outline(self, out);
    if (self->kind == ASK_NEAREST && isfinite(found->reach))
        drawing_ring(out, (ink)INK_ASKED, self->from, found->reach);
}

const char *question_name(question_kind kind)
{
    static const char *const names[] = { "nothing", "box", "circle", "nearest", "ray" };
    return names[kind];
}

const char *question_noun(const question *self)
{
    return is_point(self) ? "point" : question_name(self->kind);
}
