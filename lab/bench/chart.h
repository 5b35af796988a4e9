/// A line chart on two logarithmic axes, as SVG. Names stand at the lines' ends, so that no legend is needed; colours
/// are those of Okabe and Ito, which every kind of colour vision distinguishes.
#ifndef QUADRILLE_BENCH_CHART_H
#define QUADRILLE_BENCH_CHART_H

#include <output.h>

enum { CHART_POINTS = 32, CHART_LINES = 32 };

typedef struct chart_point {
    double n, value; ///< Both above 0.
} chart_point;

typedef struct chart_line {
    const char *name;
    size_t style; ///< Which colour; 0 stands out.
    size_t count;
    chart_point points[CHART_POINTS]; ///< In order of n.
} chart_line;

typedef struct chart {
    char title[128], subtitle[256];
    const char *unit; ///< What the values are.
    double mark;      ///< A value to draw a line at, with mark_name beside it; 0: none.
    const char *mark_name;
    bool plain; ///< One line stands out, the others are grey.
    size_t count;
    chart_line lines[CHART_LINES];
} chart;

void chart_put(output *out, const chart *c);

#endif
