/// @file commands.h
/// The commands of quadrille-mpi.
#ifndef QUADRILLE_MPI_COMMANDS_H
#define QUADRILLE_MPI_COMMANDS_H

#include "command.h"

extern const command mpi_pairs_command, mpi_join_command;

#endif
