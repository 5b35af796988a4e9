/// `quadrille image bench`.
#ifndef QUADRILLE_LAB_IMAGE_BENCH_H
#define QUADRILLE_LAB_IMAGE_BENCH_H

#include <command.h>

extern const command image_bench_command;

#endif
