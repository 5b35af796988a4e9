// Names at the ends of lines would cover one another where lines end close together: they are pushed apart, and a thin
// line leads from each to where it belongs.
//
//       title
//     1000 +-------------------------+
//          |               ____------|- brute
//      100 |  ___----''''           .|- grid
//          |........----''''''''''   |- quadrille
//       10 +-------------------------+
//            1,000    10,000  100,000
#include "chart.h"

#include <math.h>
#include <stdlib.h>

static const double width = 960, height = 560;
static const double left = 78, right = 776, top = 108, bottom = 508;
static const double label_height = 18;

static const char *const colors[] = { "#d55e00", "#7f7f7f", "#0072b2", "#56b4e9", "#009e73", "#cc79a7",
                                      "#e69f00", "#8c6d1f", "#000000", "#4a3aa7", "#7a9a01", "#b0413e",
                                      "#00838f", "#6d6875", "#c2185b", "#5d4037" };

typedef struct axes {
    double n0, n1, v0, v1; ///< Logarithms of the ends.
} axes;

static axes axes_of(const chart *c)
{
    axes a = { INFINITY, -INFINITY, INFINITY, -INFINITY };
    for (size_t i = 0; i < c->count; i++)
        for (size_t k = 0; k < c->lines[i].count; k++) {
            double n = log10(c->lines[i].points[k].n), v = log10(c->lines[i].points[k].value);
            a.n0 = fmin(a.n0, n);
            a.n1 = fmax(a.n1, n);
            a.v0 = fmin(a.v0, v);
            a.v1 = fmax(a.v1, v);
        }
    double pad = fmax(0.06 * (a.v1 - a.v0), 0.08);
    return (axes){ a.n0 - 0.04 * (a.n1 - a.n0), a.n1, a.v0 - pad, a.v1 + pad };
}

static double across(const axes *a, double n)
{
    return left + (log10(n) - a->n0) / (a->n1 - a->n0) * (right - left);
}

static double down(const axes *a, double value)
{
    return bottom - (log10(value) - a->v0) / (a->v1 - a->v0) * (bottom - top);
}

static const char *color_of(const chart *c, const chart_line *line)
{
    return c->plain && line->style > 0 ? "#8a8f98" : colors[line->style % (sizeof colors / sizeof *colors)];
}

// A number with a comma at each thousand.
static void put_number(output *out, double value)
{
    char digits[32];
    int length = snprintf(digits, sizeof digits, value < 1 ? "%.2g" : "%.0f", value);
    for (int i = 0; i < length; i++)
        put(out, i > 0 && value >= 1 && (length - i) % 3 == 0 ? ",%c" : "%c", digits[i]);
}

static void put_head(output *out, const chart *c)
{
    put(out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" "
        "font-family=\"Inter, 'Helvetica Neue', Helvetica, Arial, 'DejaVu Sans', sans-serif\" font-size=\"13\">\n",
        width, height, width, height);
    put(out, "<rect width=\"%.0f\" height=\"%.0f\" fill=\"#ffffff\"/>\n", width, height);
    put(out, "<text x=\"24\" y=\"36\" font-size=\"20\" font-weight=\"600\" fill=\"#1a1a1a\">");
    put_xml_text(out, c->title);
    put(out, "</text>\n<text x=\"24\" y=\"58\" fill=\"#666666\">");
    put_xml_text(out, c->subtitle);
    put(out, "</text>\n");
}

static void put_value_line(output *out, double y, double value, bool strong)
{
    put(out, "<path d=\"M%.1f %.1fH%.1f\" stroke=\"%s\"/>\n", left, y, right, strong ? "#dcdcdc" : "#efefef");
    put(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\" fill=\"#666666\">", left - 8, y + 4.5);
    put_number(out, value);
    put(out, "</text>\n");
}

// Lines at 1, 2 and 5 of each decade, or at the decades alone if there are many.
static void put_grid(output *out, const chart *c, const axes *a)
{
    const double steps[] = { 1, 2, 5 };
    bool wide = a->v1 - a->v0 > 2.6;
    for (int decade = (int)floor(a->v0); decade <= (int)ceil(a->v1); decade++)
        for (size_t i = 0; i < (wide ? 1 : 3); i++) {
            double value = steps[i] * pow(10, decade), y = down(a, value);
            if (y >= top && y <= bottom)
                put_value_line(out, y, value, i == 0);
        }
    for (int decade = (int)ceil(a->n0); decade <= (int)floor(a->n1 + 1e-9); decade++) {
        double n = pow(10, decade), x = across(a, n);
        put(out, "<path d=\"M%.1f %.1fV%.1f\" stroke=\"#dcdcdc\"/>\n", x, top, bottom);
        put(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" fill=\"#666666\">", x, bottom + 20);
        put_number(out, n);
        put(out, "</text>\n");
    }
    put(out, "<path d=\"M%.1f %.1fH%.1f\" stroke=\"#999999\"/>\n", left, bottom, right);
    put(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" fill=\"#444444\">boxes</text>\n", (left + right) / 2,
        bottom + 42);
    put(out, "<text x=\"24\" y=\"%.1f\" fill=\"#444444\">%s</text>\n", top - 12, c->unit);
}

static void put_mark(output *out, const chart *c, const axes *a)
{
    double y = down(a, c->mark);
    if (c->mark <= 0 || y < top || y > bottom)
        return;
    put(out, "<path d=\"M%.1f %.1fH%.1f\" stroke=\"#1a1a1a\" stroke-width=\"1.2\" stroke-dasharray=\"6 4\"/>\n", left,
        y, right);
    put(out, "<text x=\"%.1f\" y=\"%.1f\" fill=\"#1a1a1a\">", left + 8, y - 6);
    put_xml_text(out, c->mark_name);
    put(out, "</text>\n");
}

static void put_line(output *out, const chart *c, const chart_line *line, const axes *a)
{
    bool own = line->style == 0;
    put(out, "<path d=\"M%.1f %.1f", across(a, line->points[0].n), down(a, line->points[0].value));
    for (size_t i = 1; i < line->count; i++)
        put(out, "L%.1f %.1f", across(a, line->points[i].n), down(a, line->points[i].value));
    put(out,
        "\" fill=\"none\" stroke=\"%s\" stroke-width=\"%s\" stroke-linejoin=\"round\" stroke-linecap=\"round\"/>\n",
        color_of(c, line), own ? "3.5" : "2");
    for (size_t i = 0; i < line->count; i++)
        put(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%s\" fill=\"%s\" stroke=\"#ffffff\" stroke-width=\"1.5\"/>\n",
            across(a, line->points[i].n), down(a, line->points[i].value), own ? "5" : "4", color_of(c, line));
}

typedef struct label {
    const chart_line *line;
    double x, y, at; ///< The line's end, and the height that the name gets.
} label;

static int compare_labels(const void *a, const void *b)
{
    const label *p = a, *q = b;
    return (p->y > q->y) - (p->y < q->y);
}

// Pushes names down until none covers the one above it, then up again where the lowest is out of the picture.
static void push_apart(label *labels, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        labels[i].at = labels[i].y;
        if (i > 0 && labels[i].at < labels[i - 1].at + label_height)
            labels[i].at = labels[i - 1].at + label_height;
    }
    double lowest = bottom;
    for (size_t i = count; i > 0 && labels[i - 1].at > lowest; i--) {
        labels[i - 1].at = lowest;
        lowest -= label_height;
    }
}

static void put_label(output *out, const chart *c, const label *l)
{
    const char *color = color_of(c, l->line);
    double x = right + 26;
    put(out, "<path d=\"M%.1f %.1fL%.1f %.1fH%.1f\" fill=\"none\" stroke=\"%s\" stroke-opacity=\"0.55\"%s/>\n",
        l->x + 6, l->y, right + 16, l->at, x - 4, color, l->x < right - 1 ? " stroke-dasharray=\"1 3\"" : "");
    put(out, "<text x=\"%.1f\" y=\"%.1f\" fill=\"%s\" font-weight=\"%s\">", x, l->at + 4.5, color,
        l->line->style == 0 ? "700" : "500");
    put_xml_text(out, l->line->name);
    put(out, "</text>\n");
}

void chart_put(output *out, const chart *c)
{
    axes a = axes_of(c);
    label labels[CHART_LINES];
    put_head(out, c);
    put_grid(out, c, &a);
    put_mark(out, c, &a);
    // The one that stands out is drawn last, over all others.
    for (size_t i = c->count; i > 0; i--)
        if (c->lines[i - 1].count > 0)
            put_line(out, c, &c->lines[i - 1], &a);
    size_t count = 0;
    for (size_t i = 0; i < c->count; i++) {
        const chart_line *line = &c->lines[i];
        if (line->count == 0)
            continue;
        chart_point end = line->points[line->count - 1];
        labels[count++] = (label){ line, across(&a, end.n), down(&a, end.value), 0 };
    }
    qsort(labels, count, sizeof *labels, compare_labels);
    push_apart(labels, count);
    for (size_t i = 0; i < count; i++)
        put_label(out, c, &labels[i]);
    put(out, "</svg>\n");
}
