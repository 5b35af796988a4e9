// Prints one line for each subject: its name and a hash of what the library answers, what that costs, what the bytes of
// snapshots are, which forces act, where scenes go. All lines are the same on every machine, with every compiler, at
// every level of optimisation: tools/platforms builds this program for all that there are and compares.
#include "place.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t all;
static size_t lines;

void hash_print(const char *name, const char *kind, uint64_t sum)
{
    printf("%-28s %-8s %016" PRIx64 "\n", name, kind, sum);
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
};

static void run_subject(size_t which, qd_precision precision)
{
    static hash_place place;
    hash_sums sums = { 0, 0 };
    char name[64];
    for (int field = 0; field < HASH_FIELDS; field++) {
        for (int edges = 0; edges < 2; edges++) {
            hash_open(&place, precision, (qd_edges)edges, (hash_field)field);
            subjects[which].run(&place, &sums);
            hash_close(&place);
        }
    }
    (void)snprintf(name, sizeof name, "%s.%s", subjects[which].name, precision == QD_DOUBLE ? "double" : "float");
    hash_print(name, "answers", sums.answers);
    if (subjects[which].costs) {
        hash_print(name, "cost", sums.costs);
    }
}

int main(void)
{
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++) {
        run_subject(i, QD_FLOAT);
        run_subject(i, QD_DOUBLE);
    }
    hash_gravity();
    hash_scenes();
    printf("all %u lines %016" PRIx64 "\n", (unsigned)lines, all);
    return 0;
}
