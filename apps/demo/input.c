// Events: the panel's first, then the camera's, the keys', and the rest goes to the tool or the scene.
#include "input.h"

#include "keys.h"
#include "tools.h"

#include <inttypes.h>
#include <math.h>
#include <report.h>

static void choose_scene(demo *show, int number)
{
    int count = 0;
    while (scenes[count])
        count++;
    if (number < count)
        demo_set_scene(show, scenes[number]);
}

static void escape(demo *show)
{
    show->help = false;
    show->message[0] = 0;
    explanation_end(&show->explanation);
    if (show->tool != TOOL_NEAREST)
        show->question.kind = ASK_NOTHING;
}

static void save_picture(app *on)
{
    char path[64];
    snprintf(path, sizeof path, "quadrille-%" PRIu64 ".png", on->demo.sides[0].stage.ticks);
    bool good = app_frame(on, 3) && app_picture(on, path);
    snprintf(on->demo.message, sizeof on->demo.message, good ? "written: %s" : "cannot write %s", path);
}

static void zoom_middle(demo *show, double factor)
{
    view one = demo_side_view(show, 0);
    view_zoom(&one, factor, one.left + 0.5 * one.width, one.top + 0.5 * one.height);
    show->view.scale = one.scale;
}

static void look_act(app *on, const key *pressed)
{
    const double nearer = 1.25, larger = 0.25;
    demo *show = &on->demo;
    switch (pressed->action) {
    case ACTION_FIT:
        demo_fit(show);
        break;
    case ACTION_ZOOM_IN:
        zoom_middle(show, nearer);
        break;
    case ACTION_ZOOM_OUT:
        zoom_middle(show, 1 / nearer);
        break;
    case ACTION_TEXT_LARGER:
        app_set_text(on, on->text + larger);
        break;
    case ACTION_TEXT_SMALLER:
        app_set_text(on, on->text - larger);
        break;
    case ACTION_PANEL:
        app_show_panel(on, !on->facts.shown);
        break;
    case ACTION_PICTURE:
        save_picture(on);
        break;
    case ACTION_OVERLAY:
        show->overlays[pressed->which] = !show->overlays[pressed->which];
        break;
    case ACTION_HELP:
        show->help = !show->help;
        break;
    default:
        break;
    }
}

static void act(app *on, const key *pressed)
{
    demo *show = &on->demo;
    const size_t method = index_method(show->sides[0].stage.index);
    switch (pressed->action) {
    case ACTION_PAUSE:
        show->paused = !show->paused;
        break;
    case ACTION_STEP:
        show->paused = true;
        explanation_end(&show->explanation);
        demo_tick(show);
        break;
    case ACTION_RESTART:
        demo_restart(show);
        break;
    case ACTION_SCENE:
        choose_scene(show, pressed->which);
        break;
    case ACTION_METHOD_NEXT:
        demo_set_method(show, (method + 1) % CONTENDERS);
        break;
    case ACTION_METHOD_BACK:
        demo_set_method(show, (method + CONTENDERS - 1) % CONTENDERS);
        break;
    case ACTION_SPLIT:
        demo_set_split(show, show->side_count > 1 ? NO_METHOD : method == 0 ? 1 : 0);
        break;
    case ACTION_VERIFY:
        demo_set_verify(show, !show->def.verify);
        break;
    case ACTION_TOOL:
        tools_choose(show, (tool)pressed->which);
        break;
    case ACTION_EXPLAIN:
        tools_explain(show);
        break;
    case ACTION_EXPLAIN_INSERT:
        tools_explain_insert(show);
        break;
    case ACTION_NEXT:
    case ACTION_BACK:
        explanation_go(&show->explanation, pressed->action == ACTION_NEXT ? 1 : -1);
        break;
    case ACTION_ESCAPE:
        escape(show);
        break;
    case ACTION_QUIT:
        show->quit = true;
        break;
    default:
        look_act(on, pressed);
    }
}

static void take_key(app *on, const SDL_KeyboardEvent *event)
{
    SDL_Keymod mod = (SDL_Keymod)event->keysym.mod;
    const key *pressed = keys_find(event->keysym.sym, mod & KMOD_CTRL, mod & KMOD_ALT, mod & KMOD_SHIFT);
    if (!pressed)
        return;
    if (pressed->action == ACTION_SCENE_KEY) {
        scene_event sent = { .kind = event->type == SDL_KEYDOWN ? EVENT_KEY : EVENT_KEY_UP,
                             .at = on->demo.mouse,
                             .key = (scene_key)pressed->which };
        if (!event->repeat)
            demo_event(&on->demo, &sent);
    } else if (event->type == SDL_KEYDOWN) {
        act(on, pressed);
    }
}

static void take_button(input *self, app *on, const SDL_MouseButtonEvent *event)
{
    if (event->button != SDL_BUTTON_LEFT && event->button != SDL_BUTTON_RIGHT && event->button != SDL_BUTTON_MIDDLE)
        return;
    const bool drags = event->button == SDL_BUTTON_MIDDLE || (event->button == SDL_BUTTON_LEFT && self->shift);
    if (event->type == SDL_MOUSEBUTTONDOWN && drags)
        self->dragging = true;
    else if (event->type == SDL_MOUSEBUTTONDOWN)
        tools_press(&on->demo, event->button, event->x, event->y);
    else if (self->dragging)
        self->dragging = false;
    else
        tools_release(&on->demo, event->button, event->x, event->y);
}

static void take_wheel(app *on, const SDL_MouseWheelEvent *event)
{
    int x = 0, y = 0;
    demo *show = &on->demo;
    SDL_GetMouseState(&x, &y);
    view second = demo_side_view(show, 1);
    view under = demo_side_view(show, show->side_count > 1 && x >= second.left);
    view_zoom(&under, pow(1.2, event->y), x, y);
    show->view.x = under.x;
    show->view.y = under.y;
    show->view.scale = under.scale;
}

static bool take_loss(app *on)
{
    if (on->texture)
        SDL_DestroyTexture(on->texture);
    on->texture = NULL;
    if (panel_restore(on->panel))
        return true;
    complain("the window was lost: %s", SDL_GetError());
    return false;
}

static tap_moment moment_of(const app *on)
{
    const demo *show = &on->demo;
    return (tap_moment){ on->frames, show->sides[0].stage.ticks, show->paused || show->broken };
}

// True: the key goes up too soon to be seen, and that is kept for later.
static bool keep_back(input *self, const app *on, const SDL_Event *event)
{
    int code = (int)event->key.keysym.scancode;
    if (event->type == SDL_KEYDOWN && !event->key.repeat)
        taps_down(&self->taps, code, moment_of(on));
    int slot = event->type == SDL_KEYUP ? taps_up(&self->taps, code, moment_of(on)) : TAP_NONE;
    if (slot != TAP_NONE)
        self->ups[slot] = *event;
    return slot != TAP_NONE;
}

static bool take(input *self, app *on, const SDL_Event *event)
{
    if (panel_takes(on->panel, event))
        return true;
    switch (event->type) {
    case SDL_QUIT:
        on->demo.quit = true;
        break;
    case SDL_WINDOWEVENT:
        if (event->window.event == SDL_WINDOWEVENT_SIZE_CHANGED)
            app_resize(on, event->window.data1, event->window.data2);
        break;
    case SDL_KEYDOWN:
    case SDL_KEYUP:
        take_key(on, &event->key);
        break;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        take_button(self, on, &event->button);
        break;
    case SDL_MOUSEMOTION:
        if (self->dragging)
            view_pan(&on->demo.view, -event->motion.xrel, -event->motion.yrel);
        tools_point(&on->demo, event->motion.x, event->motion.y);
        break;
    case SDL_MOUSEWHEEL:
        take_wheel(on, &event->wheel);
        break;
    case SDL_RENDER_DEVICE_RESET:
    case SDL_RENDER_TARGETS_RESET:
        return take_loss(on);
    default:
        break;
    }
    return true;
}

bool input_take(input *self, app *on, const SDL_Event *event)
{
    if (event->type != SDL_KEYDOWN && event->type != SDL_KEYUP)
        return take(self, on, event);
    self->shift = (event->key.keysym.mod & KMOD_SHIFT) != 0;
    return keep_back(self, on, event) || take(self, on, event);
}

bool input_catch_up(input *self, app *on)
{
    bool good = true;
    for (int slot = 0; good && slot != TAP_NONE;) {
        slot = taps_next(&self->taps, moment_of(on));
        good = slot == TAP_NONE || take(self, on, &self->ups[slot]);
    }
    return good;
}

// -1, 0 or 1 by two keys and two others that count only if the scene leaves them.
static int direction(const input *self, const int less[2], const int more[2], int kinds)
{
    const Uint8 *down = SDL_GetKeyboardState(NULL);
    int sum = 0;
    for (int i = 0; i < kinds; i++)
        sum += (down[more[i]] || taps_hold(&self->taps, more[i])) - (down[less[i]] || taps_hold(&self->taps, less[i]));
    return sum < 0 ? -1 : sum > 0;
}

void input_hold(input *self, app *on)
{
    const double pixels_a_second = 600;
    int kinds = on->demo.def.scene->steered ? 1 : 2;
    bool free = (SDL_GetModState() & (KMOD_CTRL | KMOD_ALT)) == 0;
    int right = direction(self, (int[]){ SDL_SCANCODE_A, SDL_SCANCODE_LEFT },
                          (int[]){ SDL_SCANCODE_D, SDL_SCANCODE_RIGHT }, kinds);
    int below = direction(self, (int[]){ SDL_SCANCODE_W, SDL_SCANCODE_UP },
                          (int[]){ SDL_SCANCODE_S, SDL_SCANCODE_DOWN }, kinds);
    double now = app_clock(), passed = self->last_ms > 0 ? fmin(now - self->last_ms, 100) : 16;
    if ((right == 0 && below == 0) || !free || panel_types(on->panel)) {
        self->last_ms = 0;
        return;
    }
    view_pan(&on->demo.view, right * pixels_a_second * passed / 1000, below * pixels_a_second * passed / 1000);
    self->last_ms = now;
}
