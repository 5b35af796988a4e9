// The line is written again four times a second, with the time that has passed and what is left.
#include "progress.h"

#include "report.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static const double first_after_ms = 1000, then_every_ms = 250;

double clock_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

progress progress_begin(const char *what)
{
    double now = clock_ms();
    progress p = { what, now, now + first_after_ms, !report_is_quiet() && isatty(STDERR_FILENO) == 1, false };
    return p;
}

void progress_step(progress *p, uint64_t done, uint64_t total)
{
    if (!p->terminal)
        return;
    double now = clock_ms();
    if (now < p->next)
        return;
    const double seconds = (now - p->start) / 1e3;
    if (total > 0)
        fprintf(stderr, "\r\033[K%s: %" PRIu64 " of %" PRIu64 " (%d %%), %.0f s", p->what, done, total,
                (int)(100.0 * (double)done / (double)total), seconds);
    else
        fprintf(stderr, "\r\033[K%s: %" PRIu64 ", %.0f s", p->what, done, seconds);
    // The rest takes as long as the work so far, share for share.
    if (done > 0 && done <= total)
        fprintf(stderr, ", %.0f s left", seconds * (double)(total - done) / (double)done);
    fflush(stderr);
    p->shown = true;
    p->next = now + then_every_ms;
}

void progress_end(progress *p)
{
    if (p->shown)
        fputs("\r\033[K", stderr);
    p->shown = false;
}
