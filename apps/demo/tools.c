// Tools.
#include "tools.h"

#include <stdio.h>

// What the mouse is at: an item that it is in, or one within a few pixels; INDEX_NONE: none.
static uint32_t item_at(const demo *self, fvec2 place)
{
    float reach = (float)(3 / self->view.scale);
    scene_index *index = self->sides[0].stage.index;
    index_list near = index_look(index, fbox_around(place, reach, reach));
    for (size_t i = 0; i < near.count; i++) {
        fbox box = index_box(index, near.items[i]);
        if (fbox_overlap(box, (fbox){ place, place }, false))
            return near.items[i];
    }
    return near.count > 0 ? near.items[0] : INDEX_NONE;
}

static void erase_at(demo *self, fvec2 place)
{
    uint32_t item = item_at(self, place);
    if (item != INDEX_NONE)
        demo_edit(self, &(scene_edit){ .kind = EDIT_ERASE, .item = item, .at = place });
}

static void begin_question(demo *self, question_kind kind, fvec2 place)
{
    self->question = (question){ kind, place, place };
}

static void send(demo *self, scene_event_kind kind, int button)
{
    demo_event(self, &(scene_event){ .kind = kind, .at = self->mouse, .button = button });
}

static void start(demo *self)
{
    static const question_kind asked[TOOLS] = {
        [TOOL_BOX] = ASK_BOX, [TOOL_CIRCLE] = ASK_CIRCLE, [TOOL_NEAREST] = ASK_NEAREST, [TOOL_RAY] = ASK_RAY
    };
    switch (self->tool) {
    case TOOL_ADD:
        demo_edit(self, &(scene_edit){ .kind = EDIT_ADD, .at = self->mouse });
        break;
    case TOOL_ERASE:
        erase_at(self, self->mouse);
        break;
    case TOOL_DRAG:
        self->held = item_at(self, self->mouse);
        break;
    default:
        begin_question(self, asked[self->tool], self->mouse);
    }
}

void tools_press(demo *self, int button, double x, double y)
{
    self->mouse = demo_place(self, x, y);
    if (self->tool == TOOL_SCENE) {
        send(self, EVENT_PRESS, button);
        return;
    }
    if (button == 3) {
        self->question.kind = ASK_NOTHING;
        return;
    }
    explanation_end(&self->explanation);
    self->pressed = true;
    start(self);
}

void tools_release(demo *self, int button, double x, double y)
{
    self->mouse = demo_place(self, x, y);
    self->held = INDEX_NONE;
    self->pressed = self->pressed && button != 1;
    if (self->tool == TOOL_SCENE)
        send(self, EVENT_RELEASE, button);
}

void tools_point(demo *self, double x, double y)
{
    self->mouse = demo_place(self, x, y);
    if (self->tool == TOOL_SCENE) {
        send(self, EVENT_POINT, 0);
        return;
    }
    if (self->tool == TOOL_NEAREST && self->question.kind == ASK_NEAREST)
        self->question.from = self->mouse;
    if (!self->pressed)
        return;
    self->question.to = self->mouse;
    if (self->tool == TOOL_ERASE)
        erase_at(self, self->mouse);
    if (self->tool == TOOL_DRAG && self->held != INDEX_NONE)
        demo_edit(self, &(scene_edit){ .kind = EDIT_MOVE, .item = self->held, .at = self->mouse });
}

void tools_choose(demo *self, tool choice)
{
    self->tool = choice;
    self->pressed = false;
    self->held = INDEX_NONE;
    self->message[0] = 0;
    if (choice == TOOL_NEAREST)
        begin_question(self, ASK_NEAREST, self->mouse);
    else
        self->question.kind = ASK_NOTHING;
}

// The tree of the first side, or NULL and a message.
static const qd_tree *explained_tree(demo *self)
{
    const qd_tree *tree = index_tree(self->sides[0].stage.index);
    self->message[0] = 0;
    if (!tree)
        snprintf(self->message, sizeof self->message, "only the quadtree is explained: choose it as the method");
    return tree;
}

static question question_to_explain(const demo *self)
{
    const question *now = &self->question;
    bool no_ray = now->kind == ASK_RAY && now->from.x == now->to.x && now->from.y == now->to.y;
    if (now->kind != ASK_NOTHING && !no_ray)
        return *now;
    demo copy = *self;
    copy.explanation = (explanation){ 0 };
    copy.question.kind = ASK_NOTHING;
    copy.overlays[OVERLAY_VISITED] = true;
    return demo_question(&copy);
}

void tools_explain(demo *self)
{
    const qd_tree *tree = explained_tree(self);
    if (!tree)
        return;
    question asked = question_to_explain(self);
    answer found = { 0 };
    cells tree_cells = { 0 };
    cells_take(&tree_cells, tree);
    demo_ask(&self->sides[0], &asked, &found);
    if (asked.kind == ASK_NEAREST || asked.kind == ASK_RAY)
        explanation_ranked(&self->explanation, &tree_cells, tree, &asked, &found, demo_edges_open(self));
    else
        explanation_question(&self->explanation, &tree_cells, &asked, &found, qd_tree_count(tree, NULL),
                             demo_edges_open(self));
    if (!explanation_shown(&self->explanation))
        snprintf(self->message, sizeof self->message, "not enough memory to explain that");
    answer_free(&found);
    cells_free(&tree_cells);
    self->paused = true;
}

void tools_explain_insert(demo *self)
{
    const qd_tree *tree = explained_tree(self);
    if (!tree)
        return;
    enum { DEFAULT_CAPACITY = 64 };
    int capacity = self->def.index_def.leaf_capacity;
    cells before = { 0 }, after = { 0 };
    cells_take(&before, tree);
    scene_index *index = self->sides[0].stage.index;
    uint32_t item = demo_edit(self, &(scene_edit){ .kind = EDIT_ADD, .at = self->mouse });
    cells_take(&after, tree);
    if (item != INDEX_NONE)
        explanation_insert(&self->explanation, &before, &after, index_box(index, item),
                           capacity ? capacity : DEFAULT_CAPACITY);
    cells_free(&before);
    cells_free(&after);
    self->paused = true;
}
