/// The published figures of three articles beside ours, for the same scenes.
#ifndef QUADRILLE_SIMULATE_ARTICLES_H
#define QUADRILLE_SIMULATE_ARTICLES_H

#include "command.h"

/// Runs all of them and prints the table.
status articles_print(void);

#endif
