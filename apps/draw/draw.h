/// `quadrille draw`.
#ifndef QUADRILLE_DRAW_DRAW_H
#define QUADRILLE_DRAW_DRAW_H

#include "command.h"

extern const command draw_command;

#endif
