//     quadrille_hashes [memory] [EXPECTED]
//
// Prints one line for each subject: its name and a hash of what the library answers, what that costs, what the bytes of
// snapshots are, which forces act, where scenes go. All lines are the same on every machine, with every compiler, at
// every level of optimisation: tools/platforms builds this program for all that there are and compares. With a file of
// what is expected it prints the lines that differ, and fails if there are any. With `memory` there is a line for the
// requests for memory of each subject alone: they are the same wherever pointers have as many bytes.
#include "place.h"

#include <stdio.h>

static bool only_memory;

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
    { "interest chosen", hash_chosen, true },
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
    hash_requests();
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
        hash_print(name, "memory", hash_requests());
        return;
    }
    hash_print(name, "answers", sums.answers);
    if (subjects[which].costs)
        hash_print(name, "cost", sums.costs);
}

int main(int argc, char **argv)
{
    only_memory = argc > 1 && strcmp(argv[1], "memory") == 0;
    const char *path = argc > 1 + only_memory ? argv[1 + only_memory] : NULL;
    FILE *expected = path ? fopen(path, "r") : NULL;
    if (path && !expected) {
        fprintf(stderr, "hashes: %s cannot be read\n", path);
        return 1;
    }
    hash_compare_with(expected);
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++) {
        run_subject(i, QD_FLOAT);
        run_subject(i, QD_DOUBLE);
    }
    if (!only_memory) {
        hash_gravity();
        hash_scenes();
    }
    const size_t different = hash_finish();
    if (expected)
        (void)fclose(expected);
    if (different > 0) {
        printf("If that is meant, `make hashes` writes what is expected, and `make platforms` the table of all "
               "machines.\n");
    }
    return different > 0;
}
