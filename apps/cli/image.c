// quadrille image: the commands below it.
#include "commands.h"

#include <image_bench.h>
#include <image_commands.h>

static const command *const parts[] = {
    &image_encode_command,
    &image_decode_command,
    &image_compare_command,
    &image_art_command,
    &image_tree_command,
    &image_bench_command,
    NULL,
};

const command image_command = {
    .name = "image",
    .summary = "pictures by quadtree: encode, decode, compare, art, tree, bench",
    .description = "Encodes pictures as trees of squares, measures how far one is from another, and draws\nthem as "
                   "cells and level by level.",
    .example = "quadrille image encode photo.png -o photo.qdi --bytes 20000",
    .parts = parts,
};
