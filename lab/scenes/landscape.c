// Mountains from noise by layers, the far ones bright; the lake mirrors what is above it.
#include "landscape.h"

#include "parts.h"

enum { SHORE = 190, RIDGES = 4, FIRS = 12 };

typedef struct ridge {
    float foot, height, width; ///< Where it stands, how high it rises, how wide its hills are; in pixels.
    float shade, grain;
} ridge;

typedef struct landscape {
    uint64_t seed;
    fvec2 sun;
    float tops[RIDGES][LANDSCAPE_SIDE + 1];
    fvec2 firs[FIRS]; ///< Their feet.
    float heights[FIRS];
} landscape;

static const ridge ridges[RIDGES] = {
    { 178, 120, 75, 150, 10 }, { 182, 78, 52, 112, 14 }, { 188, 44, 40, 74, 18 }, { 192, 22, 26, 44, 22 }
};

// A number for each place of a grid, 0 to 1.
static float value_at(uint64_t seed, int x, int y)
{
    scene_random random = { seed ^ (uint64_t)(x + 4096) * 0x9e3779b97f4a7c15u ^ (uint64_t)(y + 4096) << 40 };
    return scene_random_unit(&random);
}

static float smooth(float t)
{
    return t * t * (3 - 2 * t);
}

static float noise(uint64_t seed, float x, float y)
{
    const int i = (int)x, j = (int)y;
    const float u = smooth(x - (float)i), v = smooth(y - (float)j);
    const float above = value_at(seed, i, j) + u * (value_at(seed, i + 1, j) - value_at(seed, i, j));
    const float below = value_at(seed, i, j + 1) + u * (value_at(seed, i + 1, j + 1) - value_at(seed, i, j + 1));
    return above + v * (below - above);
}

// Noise and finer noise on it, 0 to 1.
static float rough_noise(uint64_t seed, float x, float y)
{
    float sum = 0, part = 0.5f;
    for (int octave = 0; octave < 5; octave++) {
        sum += part * noise(seed + (uint64_t)octave, x, y);
        x = x + x;
        y = y + y;
        part = 0.5f * part;
    }
    return sum;
}

static void plan(landscape *self, uint64_t seed)
{
    scene_random random = { seed };
    self->seed = scene_random_bits(&random);
    self->sun = scene_random_point(&random, (fvec2){ 60, 44 }, (fvec2){ 196, 84 });
    for (int r = 0; r < RIDGES; r++)
        for (int x = 0; x <= LANDSCAPE_SIDE; x++)
            self->tops[r][x] = ridges[r].foot - ridges[r].height * rough_noise(self->seed + 31 * (uint64_t)r,
                                                                               (float)x / ridges[r].width, 0);
    for (int f = 0; f < FIRS; f++) {
        self->firs[f] = scene_random_point(&random, (fvec2){ 4, 228 }, (fvec2){ 252, 262 });
        self->heights[f] = scene_random_between(&random, 24, 58);
    }
}

static float sky(const landscape *self, float x, float y)
{
    const float dx = x - self->sun.x, dy = y - self->sun.y, far = dx * dx + dy * dy;
    if (far < 15 * 15)
        return 252;
    const float clouds = rough_noise(self->seed + 7, x / 70, y / 16);
    const float lit = clouds > 0.5f ? 130 * (clouds - 0.5f) : 0;
    return 118 + 0.5f * y + 70 / (1 + far / 900) + lit;
}

static float above_the_shore(const landscape *self, int x, int y)
{
    for (int r = RIDGES - 1; r >= 0; r--) {
        const float top = self->tops[r][x], deep = (float)y - top;
        if (deep < 0)
            continue;
        const float slope = self->tops[r][x + 1] - top, grain = noise(self->seed + 99, (float)x / 2, (float)y / 2);
        const float snow = r == 0 && (float)y < 108 + 22 * grain ? 70 : 0;
        return ridges[r].shade + 8 * slope + ridges[r].grain * (grain - 0.5f) + snow;
    }
    return sky(self, (float)x, (float)y);
}

static float lake(const landscape *self, int x, int y)
{
    const float wave = noise(self->seed + 200, (float)x / 18, (float)y / 1.5f) - 0.5f;
    const int seen = 2 * SHORE - y - (int)(3 + 3 * wave); // what is mirrored there
    return 0.72f * above_the_shore(self, x, seen > 0 ? seen : 0) + 30 * wave;
}

// Dark, and wider towards the foot in five steps; false: it is not there.
static bool on_a_fir(const landscape *self, int x, int y)
{
    for (int f = 0; f < FIRS; f++) {
        const float down = (float)y - (self->firs[f].y - self->heights[f]), aside = fabsf((float)x - self->firs[f].x);
        if (down < 0 || down > self->heights[f])
            continue;
        const float storey = 0.2f * self->heights[f], within = down - storey * (float)(int)(down / storey);
        if (aside < 0.14f * down + 0.3f * within)
            return true;
    }
    return false;
}

void landscape_draw(uint8_t *pixels, uint64_t seed)
{
    landscape self;
    plan(&self, seed);
    for (int y = 0; y < LANDSCAPE_SIDE; y++) {
        for (int x = 0; x < LANDSCAPE_SIDE; x++) {
            const float seen = y < SHORE ? above_the_shore(&self, x, y) : lake(&self, x, y);
            const float shown =
                on_a_fir(&self, x, y) ? 14 + 16 * noise(self.seed + 300, (float)x / 2, (float)y / 2) : seen;
            pixels[y * LANDSCAPE_SIDE + x] = (uint8_t)value_within(shown, 0, 255);
        }
    }
}
