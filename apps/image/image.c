// quadrille image: finds the command below it.
#include "image_commands.h"
#include "report.h"

#include <string.h>

static const option options[] = { { .name = NULL } };

static status run(int argc, char **argv)
{
    static const struct {
        const char *name;
        const command *command;
    } parts[] = {
        { "encode", &image_encode_command },
        { "decode", &image_decode_command },
        { "compare", &image_compare_command },
    };
    if (argc < 2 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        if (argc >= 2)
            return command_help(&image_command);
        complain("image: encode, decode or compare? quadrille image --help shows how they are used");
        return STATUS_USAGE;
    }
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (strcmp(argv[1], parts[i].name) == 0)
            return parts[i].command->run(argc - 1, argv + 1);
    complain("image: unknown command '%s'; there are encode, decode and compare", argv[1]);
    return STATUS_USAGE;
}

const command image_command = {
    .name = "image",
    .summary = "pictures by quadtree: encode, decode, compare",
    .description = "Makes pictures small by trees of squares, and says how far one is from another:\n"
                   "\n"
                   "  encode FILE -o FILE   a PNG becomes a small file\n"
                   "  decode FILE -o FILE   which becomes a PNG\n"
                   "  compare FILE FILE     how far one is from another\n"
                   "\n"
                   "quadrille image COMMAND --help shows the options of each.",
    .example = "quadrille image encode photo.png -o photo.qdi --bytes 20000",
    .operand = "COMMAND",
    .options = options,
    .run = run,
};
