/// Where and with what something was measured: part of every output.
#ifndef QUADRILLE_BENCH_MACHINE_H
#define QUADRILLE_BENCH_MACHINE_H

typedef struct machine {
    char cpu[128], kernel[160], pages[160], date[32];
    long cores;
    double memory_gib;
    const char *compiler, *flags;
} machine;

/// What cannot be found out is "unknown" or 0.
machine machine_here(void);

/// Has malloc keep its memory instead of giving it back to the system, so that what a contender uses again is warm.
void machine_keep_memory(void);

#endif
