// The sides, one or two beside each other: where each is seen, and what a question finds in it.
#include "demo_parts.h"

void demo_resize(demo *self, double left, double top, double width, double height)
{
    self->view.left = left;
    self->view.top = top;
    self->view.width = width > 1 ? width : 1;
    self->view.height = height > 1 ? height : 1;
}

view demo_side_view(const demo *self, int number)
{
    view one = self->view;
    if (self->side_count < 2)
        return one;
    double gap = 2, half = 0.5 * (one.width - gap);
    one.left += number * (half + gap);
    one.width = half > 1 ? half : 1;
    return one;
}

static view fitted(const demo *self)
{
    view one = demo_side_view(self, 0);
    view_fit(&one, self->sides[0].stage.scene->world);
    return one;
}

bool demo_is_fitted(const demo *self)
{
    view one = fitted(self);
    const view *now = &self->view;
    return now->x == one.x && now->y == one.y && now->scale == one.scale;
}

void demo_fit(demo *self)
{
    view one = fitted(self);
    self->view.x = one.x;
    self->view.y = one.y;
    self->view.scale = one.scale;
}

fvec2 demo_place(const demo *self, double x, double y)
{
    view second = demo_side_view(self, 1);
    view under = demo_side_view(self, self->side_count > 1 && x >= second.left);
    return view_to_world(&under, x, y);
}

void demo_ask(side *at, const question *asked, answer *out)
{
    scene_index *index = at->stage.index;
    index_mute(index, true);
    question_ask(asked, index, out);
    index_mute(index, false);
}

bool demo_edges_open(const demo *self)
{
    return self->def.index_def.edges == QD_OPEN;
}
