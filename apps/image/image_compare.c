// quadrille image compare: how far one picture is from another.
#include "image_commands.h"
#include "measure.h"
#include "output.h"
#include "picture_file.h"

#include <math.h>
#include <stddef.h>

typedef struct settings {
    const char *a, *b;
    bool json;
} settings;

static const option options[] = {
    { .name = "json",
      .letter = 'j',
      .kind = OPTION_FLAG,
      .offset = offsetof(settings, json),
      .help = "print the same as JSON" },
    { .name = NULL },
};

static void print_text(output *out, double psnr, double ssim, double bits)
{
    if (isinf(psnr))
        put(out, "PSNR  the same pictures\n");
    else
        put(out, "PSNR  %.2f dB\n", psnr);
    put(out, "SSIM  %.4f\n", ssim);
    if (bits > 0)
        put(out, "size  %.4f bits a pixel\n", bits);
}

static void print_json(output *out, double psnr, double ssim, double bits)
{
    put(out, "{\"psnr\": ");
    put(out, isinf(psnr) ? "null" : "%.4f", psnr);
    put(out, ", \"ssim\": %.6f", ssim);
    if (bits > 0)
        put(out, ", \"bits_a_pixel\": %.6f", bits);
    put(out, "}\n");
}

static status compare(const settings *set, const pixels *a, const pixels *b, size_t bytes)
{
    if (a->size.width != b->size.width || a->size.height != b->size.height || a->size.channels != b->size.channels) {
        complain_at(set->b, 0, "%u x %u with %u channels, but %s is %u x %u with %u; compare pictures of the same form",
                    b->size.width, b->size.height, b->size.channels, set->a, a->size.width, a->size.height,
                    a->size.channels);
        return STATUS_USAGE;
    }
    double ssim = 0;
    if (!measure_ssim(a, b, &ssim)) {
        complain("not enough memory to compare them");
        return STATUS_FAILED;
    }
    double bits = 8.0 * (double)bytes / ((double)a->size.width * a->size.height);
    output out = output_standard();
    (set->json ? print_json : print_text)(&out, measure_psnr(a, b), ssim, bits);
    return output_finish(&out, STATUS_DONE);
}

static status run(int argc, char **argv)
{
    settings set = { 0 };
    status result = STATUS_DONE;
    if (!command_parse(&image_compare_command, argc, argv, &set, &result))
        return result;
    pixels a, b = { 0 };
    size_t size_a = 0, size_b = 0;
    result = picture_read(&a, set.a, &size_a);
    if (result == STATUS_DONE)
        result = picture_read(&b, set.b, &size_b);
    if (result == STATUS_DONE)
        result = compare(&set, &a, &b, size_b != 0 ? size_b : size_a);
    pixels_free(&a);
    pixels_free(&b);
    return result;
}

const command image_compare_command = {
    .name = "image compare",
    .summary = "how far one picture is from another",
    .description = "Says how far one picture is from another: PSNR, SSIM, and the size of what is encoded.",
    .example = "quadrille image compare photo.png photo.qdi",
    .operand = "FILE",
    .operand_offset = offsetof(settings, a),
    .second = "FILE",
    .second_offset = offsetof(settings, b),
    .options = options,
    .run = run,
};
