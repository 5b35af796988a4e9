/// @file commands.h
/// Every command of the program.
#ifndef QUADRILLE_CLI_COMMANDS_H
#define QUADRILLE_CLI_COMMANDS_H

#include "command.h"

/// In the order in which the help lists them; ends with NULL.
extern const command *const commands[];

#endif
