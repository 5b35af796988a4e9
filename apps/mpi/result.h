/// What becomes of the pairs that the ranks find: counted, printed as an object, printed in order by rank 0, or written
/// by each rank into a file of its own.
#ifndef QUADRILLE_MPI_RESULT_H
#define QUADRILLE_MPI_RESULT_H

#include "names.h"
#include "query_parts.h"

#include <quadrille/distributed.h>

typedef struct result_output {
    bool count, json, merged;
    const char *files;
} result_output;

/// The options for a `result_output` that is a member of the settings of a command.
#define RESULT_OPTIONS(settings, member)                                                                               \
    { OPTION("count", 0, settings, member.count), TAKES_NOTHING, .help = "print only how many there are" },            \
        { OPTION("merged", 0, settings, member.merged), TAKES_NOTHING,                                                 \
          .help = "rank 0 prints all of them, as quadrille does (the\ndefault)" },                                     \
    {                                                                                                                  \
        OPTION("files", 'o', settings, member.files), TAKES_OUTPUT("OUT", OUTPUT_CSV),                                 \
            .help =                                                                                                    \
                "each rank writes a file, OUT.0, OUT.1, ..; one behind\nthe other they are what rank 0 would print"    \
    }

/// What is wrong with them, or NULL.
const char *result_problem(const result_output *how);

/// Pairs as they are found.
typedef struct result {
    qd_mpi_pair *pairs;
    size_t count, room;
    bool failed; ///< No memory.
} result;

/// A qd_mpi_visitor.
qd_flow result_take(void *context, const qd_mpi_pair *pairs, size_t count);

/// Collective: prints named pairs as lines, and frees them.
status result_print_named(named_pairs *named, const query_settings *set, const result_output *how);

/// Collective: prints a line for each question of each rank: what it is called, and how many were found.
status result_print_counts(const part_of_items *questions, const uint64_t *each, const query_settings *set);

/// Collective: prints a number that all ranks have.
status result_print_count(uint64_t count);

/// Collective: prints what is wanted. `head`: the first members of the object. Frees the pairs.
status result_print(result *self, const result_output *how, const part_of_items *a, const part_of_items *b,
                    const char *head, const qd_mpi_cost *cost);

#endif
