/// What was measured of pictures, as tables and as a plot.
#ifndef QUADRILLE_LAB_RATE_REPORT_H
#define QUADRILLE_LAB_RATE_REPORT_H

#include "rates.h"

#include <output.h>

/// Markdown: every picture at every rate, how far ours is ahead on average, and speed.
void rate_put_tables(output *out, const rate_picture *pictures, size_t count);

/// SVG: PSNR by bits a pixel on average, a line for each.
void rate_put_plot(output *out, const rate_picture *pictures, size_t count);

#endif
