// quadrille image encode: a PNG or a JPEG becomes a picture of our own codec.
#include "image_commands.h"
#include "limit_option.h"
#include "output.h"
#include "picture_file.h"
#include "progress.h"

#include <stddef.h>
#include <stdlib.h>

typedef struct settings {
    const char *file, *output;
    int64_t quality, bytes, limit; ///< 0: not given.
    bool quiet;
} settings;

static const option options[] = {
    { OPTION("output", 'o', settings, output), TAKES_OUTPUT("FILE", OUTPUT_QDI),
      .help = "where to write; - is standard output" },
    { OPTION("quality", 'Q', settings, quality), TAKES_INT("Q", 1, 100),
      .help = "1, the coarsest, to 100 (default 50)" },
    { OPTION("bytes", 'b', settings, bytes), TAKES_INT("N", QD_IMAGE_LEAST, INT32_MAX),
      .help = "the size to reach, 64 or more: the file has 98 to 100 % of it,\nless only at the finest step" },
    QUIET_OPTION(settings, quiet),
    LIMIT_OPTION(settings, limit),
    { .name = NULL },
};

static void show(void *shown, uint64_t done, uint64_t total)
{
    progress_step(shown, done, total);
}

static status encode(const settings *set, const pixels *picture)
{
    progress shown = progress_begin("encoding");
    qd_image_def def = {
        .quality = (uint32_t)set->quality, .bytes = (size_t)set->bytes, .progress = show, .progress_context = &shown
    };
    size_t size = 0, capacity = set->bytes > 0 ? (size_t)set->bytes : 65536;
    for (;;) {
        void *bytes = malloc(capacity);
        qd_result result = bytes != NULL ? qd_image_encode(&picture->size, picture->bytes, &def, bytes, capacity, &size)
                                         : QD_NO_MEMORY;
        status done = STATUS_FAILED;
        progress_end(&shown);
        output out;
        if (result == QD_OK && output_open_bytes(&out, set->output)) {
            put_raw(&out, bytes, size);
            done = output_finish(&out, STATUS_DONE);
        }
        free(bytes);
        if (result == QD_OK)
            return done;
        if (result != QD_TOO_SMALL || size <= capacity) {
            complain_at(set->file, 0, "not enough memory to encode it; make it smaller");
            return STATUS_FAILED;
        }
        capacity = size;
    }
}

static status run(int argc, char **argv)
{
    settings set = { 0 };
    status result = STATUS_DONE;
    if (!command_parse(&image_encode_command, argc, argv, &set, &result))
        return result;
    if (set.quality != 0 && set.bytes != 0) {
        complain("--quality and --bytes do not go together: give one of them");
        return STATUS_USAGE;
    }
    pixels picture;
    if (!picture_output_is_good(set.output, set.file, "picture.qdi"))
        return STATUS_USAGE;
    result = picture_read_source(&picture, set.file, (uint64_t)set.limit);
    if (result == STATUS_DONE)
        result = encode(&set, &picture);
    pixels_free(&picture);
    return result;
}

const command image_encode_command = {
    .name = "image encode",
    .summary = "a PNG or a JPEG becomes a small picture",
    .description = "Makes a PNG or a JPEG into a small file that is almost the same picture, by trees of squares.",
    .example = "quadrille image encode photo.png -o photo.qdi --bytes 20000",
    .operand = "FILE",
    .operand_offset = offsetof(settings, file),
    .options = options,
    .run = run,
};
