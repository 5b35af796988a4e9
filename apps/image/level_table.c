#include "level_table.h"

#include "output.h"

#include <inttypes.h>

static double mean_error(const qd_image_size *size, const pixel_level *level)
{
    return (double)level->error / ((double)size->width * size->height * size->channels);
}

void level_put_table(output *out, const qd_image_size *size, const pixel_level *levels, uint32_t level)
{
    put(out, "level      nodes     leaves      bytes  mean error\n");
    for (uint32_t k = 0; k <= level; k++)
        put(out, "%5u %10" PRIu64 " %10" PRIu64 " %10" PRIu64 " %11.3f\n", k, levels[k].nodes, levels[k].leaves,
            levels[k].bytes, mean_error(size, &levels[k]));
}

void level_put_json(output *out, const qd_image_size *size, const pixel_level *levels, uint32_t level)
{
    put(out, "{\"width\": %u, \"height\": %u, \"channels\": %u,\n \"levels\": [", size->width, size->height,
        size->channels);
    for (uint32_t k = 0; k <= level; k++)
        put(out,
            "%s\n  {\"level\": %u, \"nodes\": %" PRIu64 ", \"leaves\": %" PRIu64 ", \"bytes\": %" PRIu64
            ", \"mean_error\": %.6f}",
            k > 0 ? "," : "", k, levels[k].nodes, levels[k].leaves, levels[k].bytes, mean_error(size, &levels[k]));
    put(out, "]}\n");
}
