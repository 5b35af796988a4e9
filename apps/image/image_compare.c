// quadrille image compare: how far one picture is from another.
#include "image_commands.h"
#include "limit_option.h"
#include "measure.h"
#include "output.h"
#include "picture_file.h"

#include <math.h>
#include <stddef.h>

typedef struct settings {
    const char *a, *b;
    bool json, quiet;
    int64_t limit;
} settings;

static const option options[] = {
    { OPTION("json", 'j', settings, json), TAKES_NOTHING, .help = "print the same as JSON" },
    QUIET_OPTION(settings, quiet),
    LIMIT_OPTION(settings, limit),
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

// Gives a picture the form that both are compared in, and says so. Grey is red, green and blue alike, and what has no
// alpha is opaque.
static status take_form(const char *path, pixels *self, bool colors, bool alpha)
{
    static const char *const names[] = { "grey", "grey and alpha", "red, green and blue",
                                         "red, green, blue and alpha" };
    const uint32_t channels = (colors ? 3u : 1u) + (alpha ? 1u : 0u);
    if (self->size.channels == channels)
        return STATUS_DONE;
    note_at(path, "%s, compared as %s", names[self->size.channels - 1], names[channels - 1]);
    return pixels_take_form(self, path, channels);
}

static status make_alike(const settings *set, pixels *a, pixels *b)
{
    const bool colors = a->size.channels >= 3 || b->size.channels >= 3;
    const bool alike = a->size.channels % 2 == b->size.channels % 2;
    const bool alpha = alike ? a->size.channels % 2 == 0 : !pixels_are_opaque(a) || !pixels_are_opaque(b);
    const status result = take_form(set->a, a, colors, alpha);
    return result == STATUS_DONE ? take_form(set->b, b, colors, alpha) : result;
}

static status compare(const settings *set, pixels *a, pixels *b, size_t bytes)
{
    if (a->size.width != b->size.width || a->size.height != b->size.height) {
        complain_at(set->b, 0, "%u x %u pixels, but %s has %u x %u; compare pictures of the same size", b->size.width,
                    b->size.height, set->a, a->size.width, a->size.height);
        return STATUS_USAGE;
    }
    const status alike = make_alike(set, a, b);
    if (alike != STATUS_DONE)
        return alike;
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
    result = picture_read(&a, set.a, (uint64_t)set.limit, &size_a);
    if (result == STATUS_DONE)
        result = picture_read(&b, set.b, (uint64_t)set.limit, &size_b);
    if (result == STATUS_DONE)
        result = compare(&set, &a, &b, size_b != 0 ? size_b : size_a);
    pixels_free(&a);
    pixels_free(&b);
    return result;
}

const command image_compare_command = {
    .name = "image compare",
    .summary = "how far one picture is from another",
    .description = "Measures how far one picture is from another: PSNR, SSIM, and the size of encoded files. A grey\n"
                   "picture is compared with colours as colours, and one without alpha as opaque.",
    .example = "quadrille image compare photo.png photo.qdi",
    .operand = "FILE",
    .operand_offset = offsetof(settings, a),
    .second = "FILE",
    .second_offset = offsetof(settings, b),
    .options = options,
    .run = run,
};
