// Most of it is what Linux says in /proc and /sys; elsewhere less is known.
#include "machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "unknown"
#endif

static void read_line(const char *path, const char *beginning, char *into, size_t size)
{
    FILE *file = fopen(path, "r");
    char line[512];
    while (file && fgets(line, sizeof line, file)) {
        if (strncmp(line, beginning, strlen(beginning)) != 0)
            continue;
        const char *colon = *beginning ? strchr(line, ':') : NULL;
        const char *from = colon ? colon + 2 : line;
        snprintf(into, size, "%.*s", (int)strcspn(from, "\n"), from);
        break;
    }
    if (file)
        fclose(file);
}

static double memory_gib(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? (double)pages * (double)size / (1024.0 * 1024 * 1024) : 0;
}

machine machine_here(void)
{
    machine m = {
        "unknown", "unknown", "", "", sysconf(_SC_NPROCESSORS_ONLN), memory_gib(), COMPILER, QUADRILLE_BENCH_FLAGS
    };
    read_line("/proc/cpuinfo", "model name", m.cpu, sizeof m.cpu);
    struct utsname system;
    if (uname(&system) == 0)
        snprintf(m.kernel, sizeof m.kernel, "%.60s %.60s", system.sysname, system.release);
    char policy[64] = "unknown";
    read_line("/sys/kernel/mm/transparent_hugepage/enabled", "", policy, sizeof policy);
    const char *tunables = getenv("GLIBC_TUNABLES");
    snprintf(m.pages, sizeof m.pages, "huge pages %s; malloc %.64s", policy, tunables ? tunables : "as it is");
    time_t now = time(NULL);
    strftime(m.date, sizeof m.date, "%Y-%m-%d", gmtime(&now));
    return m;
}

void machine_keep_memory(void)
{
#if defined(__GLIBC__)
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, 2000000000);
    mallopt(M_TOP_PAD, 64 << 20);
#endif
}
