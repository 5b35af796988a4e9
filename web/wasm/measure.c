// A scene to be timed. The boxes of a few ticks are made beforehand and gone through forth and back, so that a run does
// nothing but what is measured.
#include "measure.h"

#include <contenders.h>
#include <mover.h>

enum { BRUTE, TREE, METHODS };
enum { BUILD, MOVE, TICK, WINDOW };
enum { TICKS_MADE = 8, WINDOWS_MADE = 64 };

typedef struct timed {
    const contender_kind *kind;
    contender *own;
    size_t tick, window;
} timed;

static struct {
    size_t count;
    fbox *boxes; // TICKS_MADE times `count`
    fbox windows[WINDOWS_MADE];
    timed methods[METHODS];
    contender *loop; // brute force's windows
    uint64_t found, sum;
} measured;

void play_measure_end(void)
{
    for (int i = 0; i < METHODS; i++)
        if (measured.methods[i].own)
            measured.methods[i].kind->destroy(measured.methods[i].own);
    if (measured.loop)
        contender_loop.destroy(measured.loop);
    free(measured.boxes);
    measured.boxes = NULL;
    measured.loop = NULL;
    measured.count = 0;
    measured.methods[BRUTE] = (timed){ .kind = &contender_brute };
    measured.methods[TREE] = (timed){ .kind = &contender_quadtree };
}

static fbox *boxes_at(size_t tick)
{
    const size_t last = TICKS_MADE - 1, place = tick % (2 * last);
    return measured.boxes + measured.count * (place <= last ? place : 2 * last - place);
}

static void make_boxes(const scene_def *def)
{
    scene_random random = { def->seed };
    for (size_t i = 0; i < def->count; i++) {
        mover one = mover_random(&random, def);
        for (size_t tick = 0; tick < TICKS_MADE; tick++) {
            boxes_at(tick)[i] = mover_box(&one);
            mover_step(&one, def->world);
        }
    }
    const fvec2 low = def->world.min, high = def->world.max;
    for (size_t i = 0; i < WINDOWS_MADE; i++) {
        const float half = 2.7f * def->size;
        measured.windows[i] = fbox_around(scene_random_point(&random, low, high), half, half);
    }
}

bool play_measure_begin(double count, double seed)
{
    play_measure_end();
    const size_t items = count >= 1 ? (size_t)count : 1;
    const float size = 8, side = 2 * size * (float)sqrt((double)items);
    measured.boxes = malloc(items * TICKS_MADE * sizeof *measured.boxes);
    measured.loop = contender_loop.create(false);
    for (int i = 0; i < METHODS; i++)
        measured.methods[i].own = measured.methods[i].kind->create(false);
    measured.count = items;
    if (!measured.boxes || !measured.loop || !measured.methods[BRUTE].own || !measured.methods[TREE].own) {
        play_measure_end();
        return false;
    }
    make_boxes(&(scene_def){ .count = items,
                             .seed = (uint64_t)seed,
                             .size = size,
                             .speed = size / 4,
                             .world = fbox_xywh(0, 0, side, side) });
    if (play_measure_rewind())
        return true;
    play_measure_end();
    return false;
}

bool play_measure_rewind(void)
{
    for (int i = 0; i < METHODS; i++) {
        timed *method = &measured.methods[i];
        method->tick = method->window = 0;
        if (!method->own || method->kind->set(method->own, boxes_at(0), measured.count))
            return false;
    }
    return !contender_loop.set(measured.loop, boxes_at(0), measured.count);
}

// Adds what no order changes: the sum of mixed bits of each pair, or of each box and its window.
static void note(uint32_t a, uint32_t b)
{
    uint64_t bits = ((uint64_t)a << 32 | b) * 0x9e3779b97f4a7c15u;
    measured.sum += bits ^ bits >> 29;
}

static bool take_pairs(void *context, const contender_pair *pairs, size_t count)
{
    (void)context;
    measured.found += count;
    for (size_t i = 0; i < count; i++)
        note(pairs[i].a, pairs[i].b);
    return true;
}

static bool take_items(void *context, const uint32_t *items, size_t count)
{
    const size_t *window = context;
    measured.found += count;
    for (size_t i = 0; i < count; i++)
        note((uint32_t)*window, items[i]);
    return true;
}

static qd_result run_once(timed *method, int what)
{
    if (what == WINDOW) {
        const bool loops = method->kind == &contender_brute;
        size_t window = method->window++ % WINDOWS_MADE;
        (loops ? contender_loop.window : method->kind->window)(loops ? measured.loop : method->own,
                                                               measured.windows[window], take_items, &window);
        return QD_OK;
    }
    if (what == BUILD)
        return method->kind->set(method->own, boxes_at(method->tick), measured.count);
    qd_result result = method->kind->move(method->own, boxes_at(++method->tick));
    if (method->kind == &contender_brute)
        contender_loop.move(measured.loop, boxes_at(method->tick));
    if (result == QD_OK && what == TICK)
        method->kind->pairs(method->own, take_pairs, NULL);
    return result;
}

bool play_measure_run(int method, int what, int times)
{
    measured.found = measured.sum = 0;
    if (!measured.boxes)
        return false;
    for (int i = 0; i < times; i++)
        if (run_once(&measured.methods[method == TREE], what))
            return false;
    return true;
}

double play_measure_found(void)
{
    return (double)measured.found;
}

double play_measure_sum(void)
{
    return (double)(measured.sum & (UINT64_C(1) << 53) - 1);
}

const float *play_measure_boxes(int tick)
{
    return (const float *)(const void *)boxes_at((size_t)tick);
}

const float *play_measure_windows(void)
{
    return (const float *)(const void *)measured.windows;
}

int play_measure_ticks(void)
{
    return TICKS_MADE;
}

int play_measure_window_count(void)
{
    return WINDOWS_MADE;
}
