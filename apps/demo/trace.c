// Lines of KEY=VALUE, the tick first.
#include "trace.h"

#include <errno.h>
#include <inttypes.h>
#include <report.h>
#include <stdlib.h>
#include <string.h>

bool trace_open(trace *self)
{
    const char *path = getenv("QUADRILLE_TRACE");
    *self = (trace){ NULL, "" };
    if (!path || !*path)
        return true;
    self->file = fopen(path, "w");
    if (!self->file)
        complain_at(path, 0, "cannot write: %s", strerror(errno));
    return self->file != NULL;
}

static void list_overlays(const demo *show, char *out, size_t size)
{
    size_t length = 0;
    out[0] = 0;
    for (int i = 0; i < OVERLAYS; i++)
        if (show->overlays[i] && length < size)
            length += (size_t)snprintf(out + length, size - length, "%s%s", length ? "," : "", overlay_names[i]);
    if (length == 0)
        snprintf(out, size, "none");
}

void trace_line(trace *self, const demo *show, bool panel, double text)
{
    char line[sizeof self->last], overlays[64];
    const side *at = &show->sides[0];
    if (!self->file)
        return;
    list_overlays(show, overlays, sizeof overlays);
    const index_difference *difference = demo_difference(show);
    snprintf(
        line, sizeof line,
        "tick=%" PRIu64 " scene=%s method=%s split=%s items=%zu pairs=%" PRIu64 " tests=%" PRIu64 " brute=%" PRIu64
        " paused=%d tool=%s overlays=%s question=%s found=%zu explained=%zu/%zu verify=%d differ=%d help=%d"
        " panel=%d empty=%d text=%.2f capacity=%d depth=%d view=%.0fx%.0f scale=%.4g center=%.6g,%.6g message=%s\n",
        at->stage.ticks, show->def.scene->name, contender_names[index_method(at->stage.index)],
        show->side_count > 1 ? contender_names[show->def.split] : "none", index_count(at->stage.index),
        at->figures.costs.pairs, at->figures.costs.tests, at->figures.asked.brute_tests, show->paused,
        tool_names[show->tool], overlays, question_name(demo_question(show).kind), at->found.count,
        show->explanation.count ? show->explanation.at + 1 : 0, show->explanation.count, show->def.verify,
        difference != NULL, show->help, panel, demo_sees_nothing(show), text, show->def.index_def.leaf_capacity,
        show->def.index_def.max_depth, show->view.width, show->view.height, show->view.scale, show->view.x,
        show->view.y, show->message);
    if (strcmp(line, self->last) == 0)
        return;
    memcpy(self->last, line, sizeof line);
    fputs(line, self->file);
    fflush(self->file);
}

void trace_close(trace *self)
{
    if (self->file)
        fclose(self->file);
    self->file = NULL;
}
