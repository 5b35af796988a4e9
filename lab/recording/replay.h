/// `quadrille replay`.
#ifndef QUADRILLE_LAB_REPLAY_H
#define QUADRILLE_LAB_REPLAY_H

#include <command.h>

extern const command replay_command;

#endif
