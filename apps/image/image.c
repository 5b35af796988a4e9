// quadrille image: the commands below it.
#include "image_commands.h"

static const command *const parts[] = {
    &image_encode_command,
    &image_decode_command,
    &image_compare_command,
    NULL,
};

const command image_command = {
    .name = "image",
    .summary = "pictures by quadtree: encode, decode, compare",
    .description = "Makes pictures small by trees of squares, and says how far one is from another.",
    .example = "quadrille image encode photo.png -o photo.qdi --bytes 20000",
    .parts = parts,
};
