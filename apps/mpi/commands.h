/// The commands of quadrille-mpi.
#ifndef QUADRILLE_MPI_COMMANDS_H
#define QUADRILLE_MPI_COMMANDS_H

#include "command.h"

/// Collective: command_parse on all ranks, where rank 0 alone complains or prints the help. False: *wrong on all ranks.
bool commands_parse(const command *c, int argc, char **argv, void *settings, status *wrong);

/// Collective: does the file of pairs or answers have what it needs? Complains where `problem` is not NULL.
status commands_check(const command *c, const char *problem);

/// Collective: options_keep_to_floats unless doubles are wanted.
status commands_keep_to_floats(const command *c, const void *settings, bool doubles);

/// Collective: where this rank writes of -o OUT, OUT.RANK or with `merged` OUT itself, in a buffer. NULL: the
/// name is too long, complained.
const char *commands_output(const char *output, bool merged, char name[4200]);

/// Collective: would the output be written over a file that is read, on any rank? Complains then. NULL is no file.
status commands_spare(const char *output, bool merged, const char *first, const char *second);

extern const command mpi_pairs_command, mpi_join_command, mpi_query_command, mpi_gravity_command;

#endif
