/// `quadrille completion`: what makes a shell complete the commands of a program.
#ifndef QUADRILLE_CONSOLE_COMPLETION_H
#define QUADRILLE_CONSOLE_COMPLETION_H

#include "command.h"

extern const command completion_command;

#endif
