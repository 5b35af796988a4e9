// PNG shows the light itself; SVG a dot for each body, in the colour that the light has there.
#include "gravity_frames.h"

#include "picture_png.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PIXELS = GLOW_SIDE * GLOW_SIDE, TONES = 12 };

// Of the bodies' distances the one that so many parts of them do not exceed, times the room beyond it.
#define MOST 0.9
#define ROOM 1.5

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// The square that holds most bodies. False: no memory.
static bool choose_view(const bodies *list, double *x, double *y, double *half)
{
    double *far = malloc((list->count + 1) * sizeof *far), count = (double)list->count;
    if (far == NULL)
        return false;
    *x = *y = 0;
    for (size_t i = 0; i < list->count; i++) {
        *x += list->x[i] / count;
        *y += list->y[i] / count;
    }
    for (size_t i = 0; i < list->count; i++)
        far[i] = fmax(fabs(list->x[i] - *x), fabs(list->y[i] - *y));
    qsort(far, list->count, sizeof *far, compare);
    *half = ROOM * far[(size_t)(MOST * (count - 1))];
    free(far);
    return true;
}

bool frames_begin(frames *self, const gravity_settings *set, const bodies *list)
{
    const double *v = set->view.exact;
    double x = (v[0] + v[2]) / 2, y = (v[1] + v[3]) / 2, half = fmax(v[2] - v[0], v[3] - v[1]) / 2;
    self->set = set;
    self->pixels = malloc(PIXELS * sizeof *self->pixels);
    bool good = self->pixels != NULL && (set->view.count > 0 || choose_view(list, &x, &y, &half));
    // All in one place: any square about it will do that doubles can tell apart.
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

static bool write_png(frames *self, const char *path)
{
    for (size_t i = 0; i < PIXELS; i++)
        self->pixels[i] = glow_color(glow_tone(&self->glow, i));
    return picture_png(path, self->pixels, GLOW_SIDE, GLOW_SIDE);
}

// The bodies of one tone as one path of dots: a line of no length has round ends. Many have none of a tone.
static void put_tone(output *out, const glow *light, const bodies *list, int tone)
{
    bool any = false;
    for (size_t i = 0; i < list->count; i++) {
        double across = 0, down = 0;
        if (!glow_pixel(light, list->x[i], list->y[i], &across, &down))
            continue;
        double bright = glow_tone(light, (size_t)down * GLOW_SIDE + (size_t)across);
        if ((int)(bright * TONES) != tone)
            continue;
        if (!any)
            put(out, "<path stroke=\"#%06x\" d=\"", (unsigned)(glow_color((tone + 1.0) / TONES) & 0xffffff));
        put(out, "M%.1f %.1fh0", across, down);
        any = true;
    }
    put(out, any ? "\"/>\n" : "");
}

static bool write_svg(const frames *self, const char *path, const bodies *list)
{
    output out;
    if (!output_open(&out, path))
        return false;
    put(&out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">\n"
        "<rect width=\"%d\" height=\"%d\" fill=\"#%06x\"/>\n"
        "<g fill=\"none\" stroke-width=\"%d\" stroke-linecap=\"round\">\n",
        GLOW_SIDE, GLOW_SIDE, GLOW_SIDE, GLOW_SIDE, GLOW_SIDE, GLOW_SIDE, (unsigned)(glow_color(0) & 0xffffff),
        list->count > 5000  ? 2
        : list->count > 300 ? 3
                            : 6);
    for (int tone = 0; tone < TONES; tone++)
        put_tone(&out, &self->glow, list, tone);
    put(&out, "</g>\n</svg>\n");
    return output_finish(&out, STATUS_DONE) == STATUS_DONE;
}

bool frames_write(frames *self, const bodies *list, int64_t step)
{
    char path[1024];
    const bool svg = self->set->format == FRAME_SVG;
    int length =
        snprintf(path, sizeof path, "%s/frame-%06lld.%s", self->set->frames, (long long)step, svg ? "svg" : "png");
    if (length < 0 || (size_t)length >= sizeof path) {
        complain_at(self->set->frames, 0, "the name is too long");
        return false;
    }
    glow_light(&self->glow, list->x, list->y, list->mass, list->count);
    return svg ? write_svg(self, path, list) : write_png(self, path);
}
