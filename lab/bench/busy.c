// What all processors did is what Linux says in /proc/stat; what this process did is subtracted. Elsewhere nothing is
// known.
#include "busy.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

static const double busy_from = 0.1;  // processors
static const double precision = 0.05; // seconds: a few ticks of /proc/stat, which counts hundredths

static double seconds_on(clockid_t clock)
{
    struct timespec now;
    return clock_gettime(clock, &now) == 0 ? (double)now.tv_sec + 1e-9 * (double)now.tv_nsec : 0;
}

// "cpu", then ticks: user, nice, system, idle, waiting for a disk, interrupts, more interrupts, stolen. Guests' ticks,
// which follow, are among the user's.
double busy_machine_seconds(const char *line, double ticks_per_second)
{
    enum { IDLE = 3, WAITING = 4, FIELDS = 8 };
    unsigned long long ticks[FIELDS] = { 0 }, sum = 0;
    int read = sscanf(line, "cpu %llu %llu %llu %llu %llu %llu %llu %llu", &ticks[0], &ticks[1], &ticks[2], &ticks[3],
                      &ticks[4], &ticks[5], &ticks[6], &ticks[7]);
    if (read <= IDLE || !(ticks_per_second > 0))
        return -1;
    for (int i = 0; i < read; i++)
        sum += i == IDLE || i == WAITING ? 0 : ticks[i];
    return (double)sum / ticks_per_second;
}

static double machine_seconds(void)
{
    char line[512] = "";
    FILE *file = fopen("/proc/stat", "r");
    if (!file)
        return -1;
    bool there = fgets(line, sizeof line, file);
    fclose(file);
    return there ? busy_machine_seconds(line, (double)sysconf(_SC_CLK_TCK)) : -1;
}

busy_clocks busy_now(void)
{
    return (busy_clocks){ seconds_on(CLOCK_MONOTONIC), machine_seconds(), seconds_on(CLOCK_PROCESS_CPUTIME_ID) };
}

// Differences below the clock's resolution count as 0.
double busy_others(busy_clocks from, busy_clocks to)
{
    double wall = to.wall - from.wall;
    if (from.machine < 0 || to.machine < 0 || !(wall > 0))
        return -1;
    double others = to.machine - from.machine - (to.own - from.own);
    return others > precision ? others / wall : 0;
}

bool busy_is(double others)
{
    return others > busy_from;
}
