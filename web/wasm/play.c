// The demo for JavaScript: what changes it.
#include "play.h"

#include <tools.h>

#include <math.h>

demo play_demo;
bool play_is_open;
static const char *why = "";

static size_t method_or_none(int method)
{
    return method < 0 || method >= CONTENDERS ? NO_METHOD : (size_t)method;
}

const char *play_why(void)
{
    return why;
}

bool play_open(int scene, int method, int beside, double count, double size, double speed, double seed, int capacity,
               int depth, bool open_edges, bool verify, double width, double height)
{
    demo fresh;
    demo_def def = {
        .scene = scenes[scene],
        .scene_def = { .count = count > 0 ? (size_t)count : 0,
                       .seed = (uint64_t)seed,
                       .size = (float)size,
                       .speed = (float)speed },
        .index_def = { .method = (size_t)method,
                       .edges = open_edges ? QD_OPEN : QD_CLOSED,
                       .leaf_capacity = capacity,
                       .max_depth = depth,
                       .clock = play_clock },
        .split = method_or_none(beside),
        .verify = verify,
    };
    if (!demo_open(&fresh, &def, width, height, &why))
        return false;
    if (play_is_open)
        demo_close(&play_demo);
    play_demo = fresh;
    play_demo.mouse = demo_place(&play_demo, 0.5 * width, 0.5 * height);
    play_is_open = true;
    return true;
}

void play_tick(int ticks)
{
    explanation_end(&play_demo.explanation);
    for (int i = 0; i < ticks && !play_demo.broken; i++)
        demo_tick(&play_demo);
}

void play_restart(void)
{
    demo_restart(&play_demo);
}

void play_set_method(int method)
{
    demo_set_method(&play_demo, (size_t)method);
}

void play_set_beside(int method)
{
    demo_set_split(&play_demo, method_or_none(method));
}

void play_set_count(double count)
{
    demo_set_count(&play_demo, (size_t)count);
}

void play_set_size(double size)
{
    demo_set_size(&play_demo, (float)size);
}

void play_set_speed(double speed)
{
    demo_set_speed(&play_demo, (float)speed);
}

void play_set_seed(double seed)
{
    demo_set_seed(&play_demo, (uint64_t)seed);
}

void play_set_shape(int capacity, int depth)
{
    demo_set_shape(&play_demo, capacity, depth);
}

void play_set_verify(bool verify)
{
    demo_set_verify(&play_demo, verify);
}

void play_set_levels(int levels)
{
    demo_set_levels(&play_demo, levels);
}

void play_set_overlay(int which, bool shown)
{
    play_demo.overlays[which] = shown;
}

void play_pause(bool paused)
{
    play_demo.paused = paused;
    if (paused && play_demo.sides[0].stage.ticks == 0)
        play_tick(1);
}

void play_resize(double width, double height)
{
    demo_resize(&play_demo, 0, 0, width, height);
}

void play_fit(void)
{
    demo_fit(&play_demo);
}

void play_pan(double right, double down)
{
    view_pan(&play_demo.view, right, down);
}

void play_zoom(double factor, double x, double y)
{
    view second = demo_side_view(&play_demo, 1);
    view under = demo_side_view(&play_demo, play_demo.side_count > 1 && x >= second.left);
    view_zoom(&under, factor, x, y);
    play_show(under.x, under.y, under.scale);
}

void play_show(double x, double y, double scale)
{
    if (!isfinite(x) || !isfinite(y) || !isfinite(scale) || scale <= 0)
        return;
    play_demo.view.x = x;
    play_demo.view.y = y;
    play_demo.view.scale = scale;
}

void play_choose_tool(int which)
{
    tools_choose(&play_demo, (tool)which);
}

void play_pointer(int kind, int button, double x, double y)
{
    if (kind == 0)
        tools_press(&play_demo, button, x, y);
    else if (kind == 1)
        tools_release(&play_demo, button, x, y);
    else
        tools_point(&play_demo, x, y);
}

void play_key(int key, bool down)
{
    demo_event(&play_demo,
               &(scene_event){ .kind = down ? EVENT_KEY : EVENT_KEY_UP, .at = play_demo.mouse, .key = (scene_key)key });
}

void play_explain(bool insert)
{
    if (insert)
        tools_explain_insert(&play_demo);
    else
        tools_explain(&play_demo);
}

void play_explain_go(int steps)
{
    explanation_go(&play_demo.explanation, steps);
}

void play_escape(void)
{
    play_demo.message[0] = 0;
    explanation_end(&play_demo.explanation);
    if (play_demo.tool != TOOL_NEAREST)
        play_demo.question.kind = ASK_NOTHING;
}

void play_record(bool record)
{
    if (!record) {
        demo_end_record(&play_demo);
        play_demo.def.record = NULL;
        return;
    }
    play_demo.def.record = "recording";
    demo_restart(&play_demo);
}
