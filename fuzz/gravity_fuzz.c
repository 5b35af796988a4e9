// The fuzzer of gravity. Its bytes are a definition, then calls: bodies of many scales, what acts on them, steps, and
// memory that runs out. What all pairs do is held against an oracle in long doubles.
#include "entry.h"
#include "gravity/gravity_oracle.h"
#include "ledger.h"

#include <math.h>
#include <string.h>

enum { MOST = 48, PLACES = 4, NUMBERS = 7 * MOST };
#define LARGEST 1e60
#define THETA_EXACT 1e-300 // by which nothing is taken together

struct play {
    const uint8_t *data;
    size_t size;
    struct ledger memory;
    qd_gravity_def def;
    qd_gravity *gravity;
    size_t count;                         // of the bodies that the library has
    double x[MOST], y[MOST], mass[MOST];  // of them
    double next[3][MOST];                 // of those that it is to get
    double ax[MOST], ay[MOST], pot[MOST]; // what it says about them
    double motion[7][MOST];               // x, y, vx, vy, ax, ay, potential
};

static unsigned byte_of(struct play *play)
{
    if (play->size == 0)
        return 0;
    play->size--;
    return *play->data++;
}

// Lattices, all scales, and any double at all.
static double number_of(struct play *play)
{
    const unsigned kind = byte_of(play), a = byte_of(play);
    const double sign = kind & 128 ? -1 : 1;
    if (kind % 8 < 4)
        return sign * (double)(a % 32) / 16;
    if (kind % 8 < 6)
        return sign * (1 + a / 256.0) * ldexp(1, (int)(byte_of(play) % 80) - 60);
    if (kind % 8 == 6)
        return sign * (1 + a / 256.0) * ldexp(1, (int)(byte_of(play) * 2) - 300);
    uint64_t bits = a;
    for (int i = 0; i < 7; i++)
        bits = bits << 8 | byte_of(play);
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

// What is nearly nothing is nothing: products with it would underflow.
static double mass_of(double number)
{
    return fabs(number) < 1e-40 ? 0 : number;
}

static bool in_range(double number)
{
    return fabs(number) <= LARGEST;
}

static bool is_sound(const qd_gravity_def *def)
{
    return def->theta >= 0 && def->theta <= 2 && def->order >= 0 && def->order <= 2 && def->softening >= 0 &&
           def->softening <= LARGEST && in_range(def->constant) && def->leaf >= 0 && def->leaf <= 4096 &&
           def->group >= 0 && def->group <= 256;
}

static void begin(struct play *play)
{
    qd_gravity_def *def = &play->def;
    const unsigned what = byte_of(play);
    def->law = what & 1 ? QD_GRAVITY_PLANE : QD_GRAVITY_SPACE;
    def->order = what & 2 ? 1 : 0;
    def->theta = what & 4 ? THETA_EXACT : byte_of(play) / 125.0;
    def->softening = what & 8 ? number_of(play) : 0;
    def->constant = what & 16 ? mass_of(number_of(play)) : 0;
    def->leaf = what & 32 ? 1 : 0;
    def->group = what & 64 ? (int)byte_of(play) : 0;
    if (what & 128)
        def->order = (int)byte_of(play) % 5;
    def->allocator = ledger_allocator(&play->memory);
    const qd_result result = qd_gravity_create(def, &play->gravity);
    demand(result == (is_sound(def) ? QD_OK : QD_BAD_VALUE), "what is in range is accepted, and nothing else");
    demand((play->gravity != NULL) == (result == QD_OK), "what is accepted is there");
}

static qd_bodies bodies_of(const struct play *play)
{
    const qd_bodies bodies = { play->count, play->x, play->y, play->mass };
    return bodies;
}

static double extent_of(const double *values, size_t count)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        low = fmin(low, values[i]);
        high = fmax(high, values[i]);
    }
    return count ? high - low : 0;
}

// Is something so near to a place that the library does not tell the distance?
static bool is_too_near(const struct play *play, double x, double y)
{
    const double extent = fmax(extent_of(play->x, play->count), extent_of(play->y, play->count));
    const double least = 0x1p-58 * fmax(fmax(extent, play->def.softening), 1e-60);
    for (size_t i = 0; i < play->count; i++) {
        const double distance = hypot(hypot(play->x[i] - x, play->y[i] - y), play->def.softening);
        if (distance > 0 && distance < least)
            return true;
    }
    return false;
}

// Beside rounding there is underflow.
static void compare(struct gravity_pull pull, double ax, double ay, double potential, double error)
{
    pull.force_size += 1e-280L / error;
    pull.potential_size += 1e-280L / error;
    demand(gravity_oracle_agrees(&pull, ax, ay, &potential, error), "what acts is what the oracle says");
}

static void solve(struct play *play)
{
    const qd_bodies bodies = bodies_of(play);
    const qd_field field = { play->ax, play->ay, play->pot };
    for (int direct = 0; direct < 2; direct++) {
        const bool exact = direct || play->def.theta == THETA_EXACT;
        qd_gravity_cost cost, kept;
        direct ? qd_gravity_solve_direct(play->gravity, &field, &cost) : qd_gravity_solve(play->gravity, &field, &cost);
        qd_gravity_get_cost(play->gravity, &kept);
        demand(cost.bodies == kept.bodies && cost.cells == kept.cells && cost.nodes == kept.nodes,
               "what solving says it has cost is remembered");
        for (size_t i = 0; i < play->count; i++) {
            demand(isfinite(play->ax[i]) && isfinite(play->ay[i]) && isfinite(play->pot[i]), "it is a number");
            if (!is_too_near(play, play->x[i], play->y[i]) && (exact || play->def.theta <= 0.5))
                compare(gravity_oracle_on(&play->def, &bodies, i), play->ax[i], play->ay[i], play->pot[i],
                        exact ? 1e-12 : 0.25);
        }
    }
}

static void solve_at(struct play *play)
{
    double x[PLACES], y[PLACES], ax[PLACES], ay[PLACES], potential[PLACES];
    const qd_field field = { ax, ay, potential };
    const qd_bodies bodies = bodies_of(play);
    size_t first_bad = PLACES, bad = PLACES;
    for (size_t i = 0; i < PLACES; i++) {
        x[i] = number_of(play);
        y[i] = number_of(play);
        if (first_bad == PLACES && !(in_range(x[i]) && in_range(y[i])))
            first_bad = i;
    }
    const qd_bodies places = { PLACES, x, y, NULL };
    const qd_result result = qd_gravity_solve_at(play->gravity, &places, &field, &bad);
    demand(bad == first_bad && result == (bad < PLACES ? QD_BAD_VALUE : QD_OK), "bad places are refused");
    for (size_t i = 0; i < PLACES && result == QD_OK && play->def.theta == THETA_EXACT; i++)
        if (!is_too_near(play, x[i], y[i]))
            compare(gravity_oracle_at(&play->def, &bodies, x[i], y[i], SIZE_MAX), ax[i], ay[i], potential[i], 1e-12);
}

struct seen {
    const struct play *play;
    double x, y;
    unsigned times[MOST];
    unsigned calls, stop_at;
    size_t parts;
};

static qd_flow see(void *context, const qd_gravity_part *parts, size_t count)
{
    struct seen *seen = context;
    demand(seen->calls == 0 || seen->calls != seen->stop_at, "a visitor that has stopped is left alone");
    for (size_t i = 0; i < count; i++) {
        const qd_gravity_part *part = &parts[i];
        const bool has_extent = part->min_x < part->max_x || part->min_y < part->max_y;
        const bool inside =
            seen->x >= part->min_x && seen->x <= part->max_x && seen->y >= part->min_y && seen->y <= part->max_y;
        demand(!(has_extent && inside), "no cell acts as one on what is in it");
        for (size_t k = 0; k < part->count; k++)
            seen->times[part->bodies[k]]++;
    }
    seen->parts += count;
    return ++seen->calls == seen->stop_at ? QD_STOP : QD_CONTINUE;
}

// The same parts in an array, which may be too small.
static void find(const struct play *play, const struct seen *seen)
{
    qd_gravity_part parts[MOST];
    const size_t room = (seen->parts * 5 + play->count) % (MOST + 1);
    size_t total = 0;
    const size_t count = qd_gravity_find_parts(play->gravity, seen->x, seen->y, parts, room, &total);
    demand(count == (total < room ? total : room), "an array gets what it has room for");
    demand(total >= seen->parts && (seen->stop_at != 0 || total == seen->parts), "it is told how many there are");
    for (size_t i = 0; i < count; i++)
        demand(parts[i].count > 0 && parts[i].bodies[0] < play->count, "parts have bodies");
}

// From a body, or from anywhere.
static void visit(struct play *play)
{
    const unsigned which = byte_of(play);
    const bool body = which < play->count;
    struct seen seen = { .play = play, .stop_at = which % 3 };
    seen.x = body ? play->x[which] : number_of(play);
    seen.y = body ? play->y[which] : number_of(play);
    const bool good = in_range(seen.x) && in_range(seen.y);
    qd_gravity_visit_parts(play->gravity, seen.x, seen.y, see, &seen);
    demand(good || seen.parts == 0, "a bad place sees nothing");
    for (size_t i = 0; i < play->count && good && seen.stop_at == 0; i++)
        demand(seen.times[i] == 1, "every body comes once");
    find(play, &seen);
}

// Bodies of a few places and masses; the last one may be near another.
static size_t read_bodies(struct play *play)
{
    const size_t count = byte_of(play) % (MOST + 1);
    for (size_t i = 0; i < count; i++) {
        const unsigned how = byte_of(play);
        for (int k = 0; k < 3; k++)
            play->next[k][i] = i > 0 && (how >> k & 1) ? play->next[k][how % i] : number_of(play);
        play->next[2][i] = mass_of(play->next[2][i]);
        if (how & 8)
            play->next[0][i] *= 1 + 0x1p-40 * (double)(how >> 4);
    }
    return count;
}

static size_t first_bad_of(const double *x, const double *y, const double *mass, size_t count)
{
    size_t i = 0;
    while (i < count && in_range(x[i]) && in_range(y[i]) && in_range(mass[i]))
        i++;
    return i;
}

// What a call that takes bodies may say. True: it has taken them.
static bool is_taken(struct play *play, qd_result result, size_t first_bad, size_t count, size_t bad)
{
    if (result == QD_NO_MEMORY) {
        demand(play->memory.refused > 0, "memory is missed where it was refused");
    } else {
        demand(result == (first_bad < count ? QD_BAD_VALUE : QD_OK), "bad bodies are refused");
        demand(result == QD_OK || bad == first_bad, "the bad body is named");
    }
    return result == QD_OK;
}

static void took(struct play *play, const double *x, const double *y, size_t count)
{
    memcpy(play->x, x, count * sizeof *x);
    memcpy(play->y, y, count * sizeof *y);
    memcpy(play->mass, play->next[2], count * sizeof *play->mass);
    play->count = count;
}

static void set(struct play *play)
{
    const size_t count = read_bodies(play);
    const qd_bodies bodies = { count, play->next[0], play->next[1], play->next[2] };
    const size_t first_bad = first_bad_of(bodies.x, bodies.y, bodies.mass, count);
    size_t bad = MOST;
    const qd_result result = qd_gravity_set_bodies(play->gravity, &bodies, &bad);
    if (is_taken(play, result, first_bad, count, bad))
        took(play, bodies.x, bodies.y, count);
}

static void step(struct play *play, size_t count, const qd_motion *motion)
{
    const double time = number_of(play);
    double before[7][MOST];
    size_t bad = MOST;
    memcpy(before, play->motion, sizeof before);
    const qd_result result = qd_gravity_step(play->gravity, motion, time, &bad);
    if (result == QD_OK) {
        demand(first_bad_of(motion->x, motion->y, motion->mass, count) == count, "bodies stay in range");
        took(play, motion->x, motion->y, count);
    } else {
        demand(memcmp(before, play->motion, sizeof before) == 0, "a step that fails changes nothing");
        demand(result == QD_BAD_VALUE ? bad < count : play->memory.refused > 0, "a step fails for a reason");
    }
}

static void move(struct play *play)
{
    const size_t count = read_bodies(play);
    double(*to)[MOST] = play->motion;
    const qd_motion motion = {
        count, to[0], to[1], to[2], to[3], play->next[2], to[4], to[5], to[6], byte_of(play) % 2
    };
    memcpy(to[0], play->next[0], sizeof to[0]);
    memcpy(to[1], play->next[1], sizeof to[1]);
    for (size_t i = 0; i < count; i++) {
        to[2][i] = number_of(play);
        to[3][i] = number_of(play);
    }
    const size_t first_bad = first_bad_of(motion.x, motion.y, motion.mass, count);
    size_t bad = MOST;
    const qd_result result = qd_gravity_begin(play->gravity, &motion, &bad);
    if (!is_taken(play, result, first_bad, count, bad))
        return;
    took(play, motion.x, motion.y, count);
    for (unsigned steps = byte_of(play) % 4; steps > 0; steps--)
        step(play, count, &motion);
    if (byte_of(play) % 2) { // to and fro, by nothing
        qd_motion_kick(&motion, 0);
        qd_motion_drift(&motion, 0);
    }
    qd_motion_sums sums;
    qd_motion_get_sums(&motion, &sums);
    demand(isfinite(sums.mass) && (sums.mass != 0 || (sums.center_x == 0 && sums.center_y == 0)), "masses add up");
}

// The parts that some boxes see, as bodies and cells.
struct given {
    const struct play *play;
    const qd_box *boxes;
    size_t box_count, bodies, cells;
    double x[MOST], y[MOST], mass[MOST];
    qd_gravity_part part[MOST];
    unsigned times[MOST];
};

static bool overlap(const qd_gravity_part *part, const qd_box *box)
{
    return part->min_x <= box->max.x && part->max_x >= box->min.x && part->min_y <= box->max.y &&
           part->max_y >= box->min.y;
}

static qd_flow take_parts(void *context, const qd_gravity_part *parts, size_t count)
{
    struct given *given = context;
    for (size_t i = 0; i < count; i++) {
        const qd_gravity_part *part = &parts[i];
        const bool cell = part->count > 1; // at one place they may be heavier than a body may be
        const bool has_extent = part->min_x < part->max_x || part->min_y < part->max_y;
        for (size_t k = 0; k < part->count; k++)
            given->times[part->bodies[k]]++;
        for (size_t k = 0; k < given->box_count && has_extent; k++)
            demand(!overlap(part, &given->boxes[k]), "no cell acts as one on a box that it touches");
        if (cell) {
            given->part[given->cells++] = *part;
        } else {
            given->x[given->bodies] = part->x;
            given->y[given->bodies] = part->y;
            given->mass[given->bodies++] = part->mass;
        }
    }
    return QD_CONTINUE;
}

// What is added to the field of each body by sources that are all bodies one by one: what it has already.
static void add_field(struct play *play, const qd_gravity *sources, bool exact)
{
    const qd_bodies bodies = bodies_of(play);
    const qd_field field = { play->ax, play->ay, NULL };
    memset(play->ax, 0, sizeof play->ax);
    memset(play->ay, 0, sizeof play->ay);
    qd_gravity_add_field(play->gravity, sources, &field, NULL);
    for (size_t i = 0; i < play->count; i++) {
        demand(isfinite(play->ax[i]) && isfinite(play->ay[i]), "what is added is a number");
        struct gravity_pull pull = gravity_oracle_on(&play->def, &bodies, i);
        pull.force_size += 1e-280L / 1e-12L;
        demand(!exact || is_too_near(play, play->x[i], play->y[i]) ||
                   gravity_oracle_agrees(&pull, play->ax[i], play->ay[i], NULL, 1e-12),
               "what is added is what acts");
    }
}

// Everything, by what the boxes around it, or any others, need to know.
static void share(struct play *play)
{
    static struct given given;
    qd_box boxes[MOST] = { 0 };
    const size_t room = byte_of(play) % MOST;
    const bool around = byte_of(play) % 2;
    size_t count = around ? qd_gravity_find_boxes(play->gravity, boxes, room) : room % 3;
    demand(count <= room, "boxes have room");
    bool good = count > 0;
    for (size_t i = 0; i < count && !around; i++) {
        boxes[i] = (qd_box){ { number_of(play), number_of(play) }, { number_of(play), number_of(play) } };
        const qd_box *box = &boxes[i];
        good = good && in_range(box->min.x) && in_range(box->min.y) && in_range(box->max.x) && in_range(box->max.y) &&
               box->min.x <= box->max.x && box->min.y <= box->max.y;
    }
    memset(&given, 0, sizeof given);
    given.boxes = boxes;
    given.box_count = count;
    qd_gravity_visit_box_parts(play->gravity, boxes, count, take_parts, &given);
    for (size_t i = 0; i < play->count; i++)
        demand(given.times[i] == (good ? 1 : 0), "every body comes once, or none for bad boxes");
    qd_gravity *sources = NULL;
    if (!good || qd_gravity_create(&play->def, &sources) != QD_OK)
        return;
    const qd_bodies bodies = { given.bodies, given.x, given.y, given.mass };
    const qd_result result = qd_gravity_set_sources(sources, &bodies, given.part, given.cells, NULL);
    demand(result == QD_OK || (result == QD_NO_MEMORY && play->memory.refused > 0), "parts are taken back");
    if (result == QD_OK)
        add_field(play, sources, given.bodies == play->count && play->def.theta == THETA_EXACT);
    qd_gravity_destroy(sources);
}

// One cell of any numbers.
static void set_cell(struct play *play)
{
    qd_gravity_part cell = { 0 };
    double *const numbers[] = { &cell.x, &cell.y, &cell.mass, &cell.dx, &cell.dy, &cell.sxx, &cell.sxy, &cell.syy };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        *numbers[i] = number_of(play);
    cell.min_x = cell.x - fabs(number_of(play));
    cell.min_y = cell.y - fabs(number_of(play));
    cell.max_x = cell.x + fabs(number_of(play));
    cell.max_y = cell.y + fabs(number_of(play));
    const qd_bodies bodies = bodies_of(play);
    qd_gravity *sources = NULL;
    if (qd_gravity_create(&play->def, &sources) != QD_OK)
        return;
    size_t bad = SIZE_MAX;
    const qd_result result = qd_gravity_set_sources(sources, &bodies, &cell, 1, &bad);
    demand(result != QD_BAD_VALUE || bad == play->count, "the bad cell is named");
    if (result == QD_OK) {
        const qd_field field = { play->ax, play->ay, play->pot };
        qd_gravity_solve(sources, &field, NULL);
        for (size_t i = 0; i < play->count; i++)
            demand(isfinite(play->ax[i]) && isfinite(play->ay[i]) && isfinite(play->pot[i]), "cells give numbers");
    }
    qd_gravity_destroy(sources);
}

static void act(struct play *play)
{
    switch (byte_of(play) % 8) {
    case 0:
        ledger_refuse(&play->memory, byte_of(play) % 40, byte_of(play) % 2);
        break;
    case 1:
        move(play);
        break;
    case 2:
        solve_at(play);
        break;
    case 3:
        visit(play);
        break;
    case 4:
        share(play);
        break;
    case 5:
        set_cell(play);
        break;
    default:
        set(play);
        break;
    }
    demand(qd_gravity_count(play->gravity) == play->count, "it has the bodies that it took");
    solve(play);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct play play;
    memset(&play, 0, sizeof play);
    play.data = data;
    play.size = size;
    begin(&play);
    while (play.gravity && play.size > 0)
        act(&play);
    qd_gravity_destroy(play.gravity);
    demand(play.memory.complaint == NULL && play.memory.bytes == 0, "all memory comes back");
    return 0;
}
