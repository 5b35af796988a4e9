/// `quadrille query`.
#ifndef QUADRILLE_QUERY_QUERY_H
#define QUADRILLE_QUERY_QUERY_H

#include "command.h"

extern const command query_command;

#endif
