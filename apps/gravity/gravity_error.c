// Samples of fields, and how far one is from another: see gravity_error.h.
#include "gravity_error.h"
#include "order.h"

#include <math.h>
#include <stdlib.h>

bool sampled_open(sampled_field *field, size_t of)
{
    *field = (sampled_field){ .count = of <= DIRECT_MOST ? of : SAMPLE, .bodies = of };
    field->ax = calloc(field->count + 1, sizeof *field->ax);
    field->ay = calloc(field->count + 1, sizeof *field->ay);
    return field->ax != NULL && field->ay != NULL;
}

void sampled_free(sampled_field *field)
{
    free(field->ax);
    free(field->ay);
}

size_t sampled_body(const sampled_field *field, size_t i)
{
    return (size_t)((double)i * (double)field->bodies / (double)field->count);
}

size_t sampled_from(const sampled_field *field, size_t body)
{
    size_t low = 0, high = field->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (sampled_body(field, middle) < body)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void sampled_sum_up(sampled_field *field, size_t i, const qd_gravity_def *def, const bodies *list, double x, double y)
{
    double ax = 0, ay = 0;
    for (size_t k = 0; k < list->count; k++) {
        double dx = list->x[k] - x, dy = list->y[k] - y;
        double u = dx * dx + dy * dy + def->softening * def->softening;
        double factor = u > 0 ? list->mass[k] / (def->law == QD_GRAVITY_SPACE ? u * sqrt(u) : u) : 0;
        ax += factor * dx;
        ay += factor * dy;
    }
    field->ax[i] += def->constant * ax;
    field->ay[i] += def->constant * ay;
}

bool error_compare(error_figures *figures, const sampled_field *exact, const sampled_field *field)
{
    const size_t count = exact->count;
    double mean = 0; // size of an acceleration
    for (size_t i = 0; i < count; i++)
        mean += hypot(exact->ax[i], exact->ay[i]) / (double)count;
    double *errors = malloc((count + 1) * sizeof *errors), squares = 0, lengths = 0;
    if (errors == NULL)
        return false;
    for (size_t i = 0; i < count; i++) {
        double off = hypot(field->ax[i] - exact->ax[i], field->ay[i] - exact->ay[i]);
        double size = hypot(exact->ax[i], exact->ay[i]), scale = size > 0 ? size : mean;
        errors[i] = off > 0 ? off / scale : 0;
        squares += errors[i] * errors[i] / (double)count;
        lengths += off * off / (double)count;
    }
    qsort(errors, count, sizeof *errors, order_doubles);
    figures->median = (errors[(count - 1) / 2] + errors[count / 2]) / 2;
    figures->p99 = errors[(99 * count + 99) / 100 - 1];
    figures->most = errors[count - 1];
    figures->rms = sqrt(squares);
    figures->mean = mean > 0 ? sqrt(lengths) / mean : 0;
    free(errors);
    return true;
}
