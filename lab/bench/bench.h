/// `quadrille bench`.
#ifndef QUADRILLE_LAB_BENCH_H
#define QUADRILLE_LAB_BENCH_H

#include <command.h>

extern const command bench_command;

#endif
