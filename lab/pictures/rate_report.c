#include "rate_report.h"

#include <machine.h>
#include <math.h>

static void put_row(output *out, const rate_picture *picture, const rate_row *row)
{
    put(out, "| %s | %.3f |", picture->name, row->bits);
    for (int k = 0; rivals[k] != NULL; k++)
        if (isnan(row->psnr[k]))
            put(out, " - |");
        else if (isinf(row->psnr[k]))
            put(out, " exact |");
        else
            put(out, " %.2f %.3f |", row->psnr[k], row->ssim[k]);
    put(out, "\n");
}

static void put_names(output *out, const char *first, int from)
{
    put(out, "%s", first);
    for (int k = from; rivals[k] != NULL; k++)
        put(out, " %s |", rivals[k]->name);
    put(out, "\n");
}

static void put_line(output *out, int columns)
{
    put(out, "|");
    for (int k = 0; k < columns; k++)
        put(out, k == 0 ? " --- |" : " --: |");
    put(out, "\n");
}

static int rival_count(void)
{
    int count = 0;
    while (rivals[count] != NULL)
        count++;
    return count;
}

static bool comparable(const rate_row *row, int k)
{
    return isfinite(row->psnr[k]) && isfinite(row->psnr[0]);
}

// How far ours is ahead of a rival at a rate: on average, and where least.
static size_t ahead(const rate_picture *pictures, size_t count, int rate, int k, double *mean, double *least)
{
    size_t seen = 0;
    *mean = 0;
    *least = INFINITY;
    for (size_t i = 0; i < count; i++) {
        const rate_row *row = &pictures[i].rows[rate];
        if (!comparable(row, k))
            continue;
        *mean += row->psnr[0] - row->psnr[k];
        *least = fmin(*least, row->psnr[0] - row->psnr[k]);
        seen++;
    }
    if (seen > 0)
        *mean /= (double)seen;
    return seen;
}

static void put_ahead(output *out, const rate_picture *pictures, size_t count)
{
    put(out, "\nHow many dB quadrille is ahead, on average and where it is least, of the pictures that both have so "
             "small:\n\n");
    put_names(out, "| aimed at |", 1);
    put_line(out, rival_count());
    for (int rate = 0; rate < RATES; rate++) {
        put(out, "| %g bits |", rates[rate]);
        for (int k = 1; rivals[k] != NULL; k++) {
            double mean = 0, least = 0;
            if (ahead(pictures, count, rate, k, &mean, &least) > 0)
                put(out, " %+.2f, %+.2f |", mean, least);
            else
                put(out, " - |");
        }
        put(out, "\n");
    }
}

static void put_speed(output *out, const rate_picture *pictures, size_t count)
{
    put(out,
        "\nSpeed of quadrille on one thread at half a bit a pixel, in megapixels a second: medians of %d rounds, and "
        "the best of them. Memory\n"
        "beside the picture's in bytes a pixel:\n\n"
        "| picture | decode | encode by quality | encode to a size | memory, encode | memory, decode |\n",
        SPEED_ROUNDS);
    put_line(out, 6);
    for (size_t i = 0; i < count; i++) {
        const rate_speed *s = &pictures[i].speed;
        put(out, "| %s |", pictures[i].name);
        for (int k = 0; k < SPEEDS; k++)
            put(out, k == SPEED_DECODE ? " %.1f, %.1f |" : " %.2f, %.2f |", s->median[k], s->best[k]);
        put(out, " %.1f | %.1f |\n", s->encode_memory, s->decode_memory);
    }
}

void rate_put_tables(output *out, const rate_picture *pictures, size_t count)
{
    const machine here = machine_here();
    put(out,
        "Measured on %s on %ld cores of %s, compiled by %s. PSNR over all channels in dB and SSIM of luma, at equal "
        "sizes: those that\n"
        "JPEG takes where it is aimed at 0.1, 0.25, 0.5, 1 and 2 bits a pixel.\n\n",
        here.date, here.cores, here.cpu, here.compiler);
    put_names(out, "| picture | bits a pixel |", 0);
    put_line(out, rival_count() + 2);
    for (size_t i = 0; i < count; i++)
        for (int rate = 0; rate < RATES; rate++)
            put_row(out, &pictures[i], &pictures[i].rows[rate]);
    put_ahead(out, pictures, count);
    put_speed(out, pictures, count);
}

// ---- The plot ----

enum { WIDTH = 720, HEIGHT = 440, LEFT = 60, RIGHT = 590, TOP = 60, BOTTOM = 390 };

typedef struct scale {
    double low, high; ///< dB
} scale;

// The averages over all pictures. False: it does not get as small in one of them, or is exact there.
static bool average(const rate_picture *pictures, size_t count, int rate, int k, double *bits, double *psnr)
{
    *bits = *psnr = 0;
    for (size_t i = 0; i < count; i++) {
        const rate_row *row = &pictures[i].rows[rate];
        if (!isfinite(row->psnr[k]))
            return false;
        *bits += row->bits / (double)count;
        *psnr += row->psnr[k] / (double)count;
    }
    return count > 0;
}

static double x_of(double bits)
{
    return LEFT + (RIGHT - LEFT) * log(bits / 0.08) / log(2.5 / 0.08);
}

static double y_of(const scale *s, double psnr)
{
    return BOTTOM - (BOTTOM - TOP) * (psnr - s->low) / (s->high - s->low);
}

static scale scale_for(const rate_picture *pictures, size_t count)
{
    scale s = { INFINITY, -INFINITY };
    for (int rate = 0; rate < RATES; rate++) {
        for (int k = 0; rivals[k] != NULL; k++) {
            double bits = 0, psnr = 0;
            if (average(pictures, count, rate, k, &bits, &psnr)) {
                s.low = fmin(s.low, psnr);
                s.high = fmax(s.high, psnr);
            }
        }
    }
    if (!(s.low <= s.high))
        return (scale){ 20, 40 };
    return (scale){ 5 * floor(s.low / 5), 5 * ceil((s.high + 0.1) / 5) };
}

static void put_axes(output *out, const scale *s)
{
    for (int rate = 0; rate < RATES; rate++)
        put(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%g</text>\n", x_of(rates[rate]), BOTTOM + 20,
            rates[rate]);
    for (int step = 0; s->low + 5 * step <= s->high; step++) {
        const double db = s->low + 5 * step;
        put(out, "<path d=\"M%d %.1fH%d\" stroke=\"#ddd\"/>\n<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%g</text>\n",
            LEFT, y_of(s, db), RIGHT, LEFT - 8, y_of(s, db) + 4, db);
    }
    put(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">bits a pixel</text>\n", (LEFT + RIGHT) / 2, BOTTOM + 42);
}

static void put_curve(output *out, const rate_picture *pictures, size_t count, const scale *s, int k, double *last)
{
    // Okabe and Ito's colours, which all kinds of eyes distinguish.
    static const char *const colors[] = { "#d55e00", "#0072b2", "#009e73", "#cc79a7", "#808080" };
    double x = 0, y = 0;
    const char *step = "M";
    put(out, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%d\" d=\"", colors[k], k == 0 ? 3 : 2);
    for (int rate = 0; rate < RATES; rate++) {
        double bits = 0, psnr = 0;
        if (!average(pictures, count, rate, k, &bits, &psnr))
            continue;
        x = x_of(bits);
        y = y_of(s, psnr);
        put(out, "%s%.1f %.1f", step, x, y);
        step = "L";
    }
    put(out, "\"/>\n");
    // Names that would lie on each other move down.
    const double at = fmax(y + 4, *last + 15);
    *last = at;
    put(out, "<text x=\"%.1f\" y=\"%.1f\" fill=\"%s\">%s</text>\n", x + 8, at, colors[k], rivals[k]->name);
}

void rate_put_plot(output *out, const rate_picture *pictures, size_t count)
{
    const scale s = scale_for(pictures, count);
    put(out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
        "font-family=\"sans-serif\" font-size=\"13\" fill=\"#222\">\n"
        "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n"
        "<text x=\"%d\" y=\"28\" font-size=\"16\" font-weight=\"bold\">PSNR in dB, average of %zu pictures</text>\n"
        "<text x=\"%d\" y=\"46\">at equal sizes; more is better. A line begins where all pictures get as "
        "small</text>\n",
        WIDTH, HEIGHT, WIDTH, HEIGHT, LEFT, count, LEFT);
    put_axes(out, &s);
    double last = 0;
    // From the top down at the right end: which of two lines is higher there is not known before.
    int order[RATE_RIVALS], rivals_there = rival_count();
    for (int k = 0; k < rivals_there; k++)
        order[k] = k;
    for (int a = 1; a < rivals_there; a++) {
        for (int b = a; b > 0; b--) {
            double bits = 0, upper = 0, lower = 0;
            average(pictures, count, RATES - 1, order[b - 1], &bits, &upper);
            average(pictures, count, RATES - 1, order[b], &bits, &lower);
            if (!(lower > upper))
                break;
            const int swapped = order[b];
            order[b] = order[b - 1];
            order[b - 1] = swapped;
        }
    }
    for (int k = 0; k < rivals_there; k++)
        put_curve(out, pictures, count, &s, order[k], &last);
    put(out, "</svg>\n");
}
