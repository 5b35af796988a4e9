// PNG shows the light itself; SVG a dot for each body, in the colour that the light has there.
#include "gravity_frames.h"

#include "order.h"
#include "picture_png.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PIXELS = GLOW_SIDE * GLOW_SIDE, TONES = 12 };

// The distance that this part of the bodies does not exceed, and the factor for the room beyond it.
#define MOST 0.9
#define ROOM 1.5

// What bodies have on average.
typedef struct averages {
    double count, x, y, mass;
} averages;

static void add_averages(void *context, const bodies *some)
{
    averages *to = context;
    for (size_t i = 0; i < some->count; i++) {
        to->x += some->x[i] / to->count;
        to->y += some->y[i] / to->count;
        to->mass += fabs(some->mass[i]) / to->count;
    }
}

// How far bodies are from a place, along the axis on which they are farther.
typedef struct distances {
    double x, y, *far;
    size_t count;
} distances;

static void add_distances(void *context, const bodies *some)
{
    distances *to = context;
    for (size_t i = 0; i < some->count; i++)
        to->far[to->count++] = fmax(fabs(some->x[i] - to->x), fabs(some->y[i] - to->y));
}

// Half the side of the square about a place that holds most bodies. False: no memory.
static bool choose_half(const bodies_source *all, double x, double y, double *half)
{
    distances to = { x, y, malloc((all->count + 1) * sizeof *to.far), 0 };
    if (to.far == NULL)
        return false;
    all->pass(all->from, add_distances, &to);
    qsort(to.far, to.count, sizeof *to.far, order_doubles);
    *half = ROOM * to.far[(size_t)(MOST * ((double)to.count - 1))];
    free(to.far);
    return true;
}

bool frames_begin(frames *self, const gravity_settings *set, const bodies_source *all)
{
    const double *v = set->view.exact;
    averages mean = { (double)all->count, 0, 0, 0 };
    all->pass(all->from, add_averages, &mean);
    const bool chosen = set->view.count > 0;
    const double x = chosen ? (v[0] + v[2]) / 2 : mean.x, y = chosen ? (v[1] + v[3]) / 2 : mean.y;
    double half = fmax(v[2] - v[0], v[3] - v[1]) / 2;
    self->set = set;
    self->mean = mean.mass;
    self->pixels = malloc(PIXELS * sizeof *self->pixels);
    bool good = self->pixels != NULL && (chosen || choose_half(all, x, y, &half));
    // All in one place: any square around it will do if its corners differ as doubles.
    double least = fmax(fabs(x), fabs(y)) * 1e-12;
    good = good && glow_begin(&self->glow, x, y, half > least ? half : least > 0 ? least : 1);
    if (!good)
        complain("%s", strerror(ENOMEM));
    return good;
}

void frames_end(frames *self)
{
    glow_free(&self->glow);
    free(self->pixels);
}

// The bodies of one tone as one path of dots: a line of no length has round ends. Many have none of a tone.
typedef struct tone_path {
    output *out;
    const glow *light;
    int tone;
    bool any;
} tone_path;

static void put_dots(void *context, const bodies *some)
{
    tone_path *path = context;
    for (size_t i = 0; i < some->count; i++) {
        double across = 0, down = 0;
        if (!glow_pixel(path->light, some->x[i], some->y[i], &across, &down))
            continue;
        double bright = glow_tone(path->light, (size_t)down * GLOW_SIDE + (size_t)across);
        if ((int)(bright * TONES) != path->tone)
            continue;
        if (!path->any)
            put(path->out, "<path stroke=\"#%06x\" d=\"",
                (unsigned)(glow_color((path->tone + 1.0) / TONES) & 0xffffff));
        put(path->out, "M%.1f %.1fh0", across, down);
        path->any = true;
    }
}

static bool write_svg(const frames *self, const char *path, const bodies_source *all)
{
    output out;
    if (!output_open(&out, path))
        return false;
    put(&out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">\n"
        "<rect width=\"%d\" height=\"%d\" fill=\"#%06x\"/>\n"
        "<g fill=\"none\" stroke-width=\"%d\" stroke-linecap=\"round\">\n",
        GLOW_SIDE, GLOW_SIDE, GLOW_SIDE, GLOW_SIDE, GLOW_SIDE, GLOW_SIDE, (unsigned)(glow_color(0) & 0xffffff),
        all->count > 5000  ? 2
        : all->count > 300 ? 3
                           : 6);
    for (int tone = 0; tone < TONES; tone++) {
        tone_path dots = { &out, &self->glow, tone, false };
        all->pass(all->from, put_dots, &dots);
        put(&out, dots.any ? "\"/>\n" : "");
    }
    put(&out, "</g>\n</svg>\n");
    return output_finish(&out, STATUS_DONE) == STATUS_DONE;
}

static void add_light(void *context, const bodies *some)
{
    glow_light(context, some->x, some->y, some->mass, some->count);
}

bool frames_write(frames *self, const bodies_source *all, int64_t step)
{
    char path[FRAME_PATH];
    const frame_names names = gravity_frames(self->set);
    if (!frame_path(&names, step, path))
        return false;
    glow_clear(&self->glow, all->count, self->mean);
    all->pass(all->from, add_light, &self->glow);
    glow_spread(&self->glow);
    if (self->set->format == FRAME_SVG)
        return write_svg(self, path, all);
    for (size_t i = 0; i < PIXELS; i++)
        self->pixels[i] = glow_color(glow_tone(&self->glow, i));
    return picture_png(path, self->pixels, GLOW_SIDE, GLOW_SIDE);
}
