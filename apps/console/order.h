/// Numbers in ascending order, for qsort.
#ifndef QUADRILLE_CONSOLE_ORDER_H
#define QUADRILLE_CONSOLE_ORDER_H

static inline int order_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

#endif
