/// `quadrille pairs` and `quadrille join`.
#ifndef QUADRILLE_PAIRS_PAIRS_H
#define QUADRILLE_PAIRS_PAIRS_H

#include "command.h"

extern const command pairs_command, join_command;

#endif
