//     quadrille_hashes [memory] [EXPECTED]
//
// Prints one line for each subject: its name and a hash of what the library answers, what that costs, what the bytes of
// snapshots are, which forces act, where scenes go. All lines are the same on every machine, with every compiler, at
// every level of optimisation: tools/platforms builds this program for all that there are and compares. With a file of
// what is expected it prints the lines that differ, and fails if there are any. With `memory` there is a line for the
// requests for memory of each subject alone: they are the same wherever pointers have as many bytes.
#include "place.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t all;
static size_t lines;
static FILE *expected; // NULL: all lines are printed
static size_t different;
static bool only_memory;
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
    if (!fgets(wanted, sizeof wanted, expected)) {
        wanted[0] = 0;
    }
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

static const struct {
    const char *name;
    hash_subject *run;
    bool costs; // Does it count any?
} subjects[] = {
    { "box", hash_boxes, true },
    { "point", hash_points, true },
    { "circle", hash_circles, true },
    { "polygon", hash_polygons, true },
    { "cursor", hash_cursors, true },
    { "nearest", hash_nearest, true },
    { "ray", hash_rays, true },
    { "cast", hash_casts, true },
    { "meeting", hash_meetings, false },
    { "many", hash_many, true },
    { "many ranked", hash_many_ranked, true },
    { "pairs", hash_pairs, true },
    { "pairs within", hash_near_pairs, true },
    { "join", hash_joins, true },
    { "contacts", hash_contacts, true },
    { "interest", hash_interest, true },
    { "changes", hash_changes, true },
    { "nodes", hash_nodes, true },
    { "totals", hash_totals, true },
    { "details", hash_details, true },
    { "snapshot", hash_snapshots, true },
    { "large", hash_large, true },
};

static void run_subject(size_t which, qd_precision precision)
{
    static hash_place place;
    hash_sums sums = { 0, 0 };
    requests = 0;
    char name[64];
    for (int field = 0; field < HASH_FIELDS; field++) {
        for (int edges = 0; edges < 2; edges++) {
            hash_open(&place, precision, (qd_edges)edges, (hash_field)field);
            subjects[which].run(&place, &sums);
            hash_close(&place);
        }
    }
    (void)snprintf(name, sizeof name, "%s.%s", subjects[which].name, precision == QD_DOUBLE ? "double" : "float");
    if (only_memory) {
        hash_print(name, "memory", requests);
        return;
    }
    hash_print(name, "answers", sums.answers);
    if (subjects[which].costs) {
        hash_print(name, "cost", sums.costs);
    }
}

int main(int argc, char **argv)
{
    char line[128];
    only_memory = argc > 1 && strcmp(argv[1], "memory") == 0;
    const char *path = argc > 1 + only_memory ? argv[1 + only_memory] : NULL;
    if (path && !(expected = fopen(path, "r"))) {
        fprintf(stderr, "hashes: %s cannot be read\n", path);
        return 1;
    }
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++) {
        run_subject(i, QD_FLOAT);
        run_subject(i, QD_DOUBLE);
    }
    if (!only_memory) {
        hash_gravity();
        hash_scenes();
    }
    (void)snprintf(line, sizeof line, "all %u lines %016" PRIx64, (unsigned)lines, all);
    print_line(line);
    if (expected) {
        (void)fclose(expected);
    }
    if (different > 0) {
        printf("If that is meant, `make hashes` writes what is expected, and `make platforms` the table of all "
               "machines.\n");
    }
    return different > 0;
}
