// quadrille image decode: a picture of our own codec becomes a PNG.
#include "image_commands.h"
#include "limit_option.h"
#include "picture_file.h"
#include "report.h"

#include <stddef.h>

typedef struct settings {
    const char *file, *output;
    int64_t limit;
} settings;

static const option options[] = {
    { OPTION("output", 'o', settings, output), TAKES_OUTPUT("FILE", OUTPUT_PNG | OUTPUT_JPEG),
      .help = "where to write: FILE.png, or FILE.jpg; - is a PNG on\nstandard output" },
    LIMIT_OPTION(settings, limit),
    { .name = NULL },
};

static status run(int argc, char **argv)
{
    settings set = { 0 };
    status result = STATUS_DONE;
    if (!command_parse(&image_decode_command, argc, argv, &set, &result))
        return result;
    pixels picture;
    size_t size = 0;
    if (!picture_output_is_good(set.output, set.file, "picture.png"))
        return STATUS_USAGE;
    const bool jpeg = output_form_of(set.output, OUTPUT_PNG | OUTPUT_JPEG, OUTPUT_PNG) == OUTPUT_JPEG;
    result = picture_read_encoded(&picture, set.file, (uint64_t)set.limit, &size);
    if (result == STATUS_DONE && !(jpeg ? pixels_write_jpeg : pixels_write_png)(&picture, set.output))
        result = STATUS_FAILED;
    pixels_free(&picture);
    return result;
}

const command image_decode_command = {
    .name = "image decode",
    .summary = "a small picture becomes a PNG or a JPEG",
    .description = "Makes a file of quadrille image encode, or the beginning of one, into a PNG or a JPEG.",
    .example = "quadrille image decode photo.qdi -o photo.png",
    .operand = "FILE",
    .operand_offset = offsetof(settings, file),
    .options = options,
    .run = run,
};
