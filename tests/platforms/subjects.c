// The lines that are printed, or compared with those that are expected.
#include "subjects.h"

#include <inttypes.h>
#include <stdlib.h>

static uint64_t all;
static size_t lines;
static FILE *expected;
static size_t different;
static uint64_t requests;

static void *take_request(void *context, void *block, size_t old_size, size_t new_size)
{
    (void)context;
    hash_take(&requests, old_size);
    hash_take(&requests, new_size);
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, new_size);
}

qd_allocator hash_allocator(void)
{
    return (qd_allocator){ .resize = take_request };
}

static void print_line(const char *line)
{
    char wanted[128];
    if (!expected) {
        puts(line);
        return;
    }
    if (!fgets(wanted, sizeof wanted, expected))
        wanted[0] = 0;
    wanted[strcspn(wanted, "\r\n")] = 0;
    if (strcmp(line, wanted) != 0) {
        printf("%s, and expected was\n%s\n", line, wanted);
        different++;
    }
}

void hash_print(const char *name, const char *kind, uint64_t sum)
{
    char line[128];
    (void)snprintf(line, sizeof line, "%-28s %-8s %016" PRIx64, name, kind, sum);
    print_line(line);
    hash_take(&all, sum);
    lines++;
}

void hash_fail(const char *what)
{
    fprintf(stderr, "hashes: this went wrong: %s\n", what);
    exit(1);
}

uint64_t hash_requests(void)
{
    const uint64_t sum = requests;
    requests = 0;
    return sum;
}

void hash_compare_with(FILE *lines_expected)
{
    expected = lines_expected;
}

size_t hash_finish(void)
{
    char line[128];
    (void)snprintf(line, sizeof line, "all %u lines %016" PRIx64, (unsigned)lines, all);
    print_line(line);
    return different;
}
