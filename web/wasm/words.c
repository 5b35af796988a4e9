// The demo for JavaScript: what there is to say, as lines of text.
#include "play.h"

#include <labels.h>
#include <legend.h>
#include <readout.h>

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static char text[16384];
static size_t used;

// Appends; what does not fit is left out.
__attribute__((format(printf, 1, 2))) static void say(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int length = vsnprintf(text + used, sizeof text - used, format, list);
    va_end(list);
    if (length > 0)
        used += (size_t)length < sizeof text - used ? (size_t)length : sizeof text - used - 1;
}

static void begin(void)
{
    used = 0;
    text[0] = 0;
}

const char *play_lists(void)
{
    begin();
    for (int i = 0; scenes[i]; i++) {
        const scene_kind *kind = scenes[i];
        say("scene\t%s\t%s\t%zu\t%zu\t%zu\t%d\t%s\t%s\t%s\t%d\n", kind->name, label_scene(kind), kind->count,
            kind->least, kind->most, kind->steered, kind->summary, kind->help,
            kind->size_name ? kind->size_name : "Size", kind->levels_most);
    }
    for (size_t i = 0; i < CONTENDERS; i++)
        say("method\t%s\t%s\n", contender_names[i], label_method(i));
    for (int i = 0; i < TOOLS; i++)
        say("tool\t%s\t%s\n", tool_names[i], label_tool((tool)i));
    for (int i = 0; i < OVERLAYS; i++)
        say("overlay\t%s\t%s\n", overlay_names[i], label_overlay((overlay)i));
    return text;
}

static void say_costs(void)
{
    for (int i = 0; i < play_demo.side_count; i++) {
        const figures *f = &play_demo.sides[i].figures;
        say("cost\t%d\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%.3f\t%d\n", i, figures_tests(f),
            f->costs.upkeep, figures_brute(f), f->costs.pairs, f->costs.moving_ms + f->costs.finding_ms,
            f->costs.uncounted == 0);
    }
}

static void say_rows(void)
{
    readout_row rows[READOUT_ROWS];
    size_t count = readout_figures(&play_demo, true, rows);
    for (size_t i = 0; i < count; i++) {
        say("figure\t%s", rows[i].name);
        for (int k = 0; k < play_demo.side_count; k++)
            say("\t%s\t%d", rows[i].cells[k].text, rows[i].cells[k].tone);
        say("\n");
    }
    count = readout_counters(&play_demo, rows);
    for (size_t i = 0; i < count; i++) {
        char name[64];
        label_words(rows[i].name, name, sizeof name);
        say("counter\t%s\t%s\n", name, rows[i].cells[0].text);
    }
}

static void say_legend(void)
{
    scene_sign signs[LEGEND_MOST];
    size_t count = legend_of(&play_demo, signs);
    for (size_t i = 0; i < count; i++)
        say("sign\t%d\t%d\t%s\n", signs[i].shape, signs[i].ink, signs[i].means);
}

static void say_answers(void)
{
    char line[400];
    for (int i = 0; i < play_demo.side_count; i++)
        if (readout_question(&play_demo, i, line, sizeof line))
            say("question\t%d\t%s\n", i, line);
    if (readout_difference(&play_demo, line, sizeof line)) {
        for (char *at = line; *at; at++)
            if (*at == '\n')
                *at = ' ';
        say("difference\t%s\n", line);
    }
    if (play_demo.message[0])
        say("message\t%s\n", play_demo.message);
    const step *now = explanation_now(&play_demo.explanation);
    if (now)
        say("step\t%zu\t%zu\t%s\n", play_demo.explanation.at + 1, play_demo.explanation.count, now->text);
}

const char *play_status(void)
{
    begin();
    const scene_kind *kind = play_demo.def.scene;
    say("now\t%" PRIu64 "\t%d\t%d\t%d\n", play_demo.sides[0].stage.ticks, play_demo.paused, play_demo.broken,
        demo_sees_nothing(&play_demo));
    say("definition\t%zu\t%zu\t%zu\n", demo_count(&play_demo), kind->least, kind->most);
    say_costs();
    say_rows();
    say_legend();
    say_answers();
    return text;
}

const char *play_hash(void)
{
    begin();
    say("%016" PRIx64, stage_hash(&play_demo.sides[0].stage));
    return text;
}
