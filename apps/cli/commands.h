/// The commands that are one file here.
#ifndef QUADRILLE_CLI_COMMANDS_H
#define QUADRILLE_CLI_COMMANDS_H

#include "command.h"

extern const command image_command, index_command, stats_command;

#endif
