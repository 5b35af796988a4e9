/// The commands below `quadrille image` that work on pictures; its bench lies in lab/pictures.
#ifndef QUADRILLE_APP_IMAGE_COMMANDS_H
#define QUADRILLE_APP_IMAGE_COMMANDS_H

#include "command.h"

extern const command image_encode_command, image_decode_command, image_compare_command, image_art_command,
    image_tree_command;

#endif
