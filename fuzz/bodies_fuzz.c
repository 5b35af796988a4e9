// Any bytes as CSV of bodies. What is accepted is some bodies that the library takes, is the same when bad rows are
// passed over, and reads the same again when it is written out; what is refused has a complaint.
#include "entry.h"
#include "quiet.h"

#include <gravity_bodies.h>
#include <quadrille/gravity.h>
#include <string.h>

static bool read_bodies(bodies *list, const char *bytes, size_t size, bool skip_bad)
{
    FILE *file = fmemopen((void *)(uintptr_t)bytes, size, "rb");
    demand(file != NULL, "bytes can be read as a file");
    memset(list, 0, sizeof *list);
    bool good = bodies_read_from(list, file, "input", size, &(bodies_reading){ .skip_bad = skip_bad });
    fclose(file);
    unsigned complaints = quiet_complaints();
    demand(good || complaints > 0, "what is refused has a complaint");
    demand(!good || skip_bad || complaints <= 1, "what is accepted has none, but for bytes that are not UTF-8");
    demand(!good || list->count > 0, "what is accepted is not nothing");
    return good;
}

static void demand_taken(const bodies *list)
{
    qd_gravity *gravity = NULL;
    demand(qd_gravity_create(NULL, &gravity) == QD_OK, "there is memory for gravity");
    const qd_bodies places = { list->count, list->x, list->y, list->mass };
    demand(qd_gravity_set_bodies(gravity, &places, NULL) == QD_OK, "the library takes the bodies");
    qd_gravity_destroy(gravity);
}

static bool same_numbers(const double *a, const double *b, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (a[i] != b[i])
            return false;
    return true;
}

static void demand_same(const bodies *a, const bodies *b, const char *what)
{
    const size_t count = a->count;
    demand(count == b->count && same_numbers(a->x, b->x, count) && same_numbers(a->y, b->y, count) &&
               same_numbers(a->vx, b->vx, count) && same_numbers(a->vy, b->vy, count) &&
               same_numbers(a->mass, b->mass, count),
           what);
}

static void write_and_read_again(const bodies *list)
{
    char *bytes = NULL;
    size_t size = 0;
    output out = { .file = open_memstream(&bytes, &size), .name = "memory" };
    demand(out.file != NULL, "there is memory for the bodies as text");
    bodies_put_head(&out);
    bodies_put(&out, list);
    fclose(out.file);
    bodies again;
    demand(read_bodies(&again, bytes, size, false), "what was written out is accepted");
    demand_same(list, &again, "and is the same");
    bodies_free(&again);
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    bodies strict, lenient;
    bool accepted = read_bodies(&strict, (const char *)data, size, false);
    bool passed = read_bodies(&lenient, (const char *)data, size, true);
    if (accepted) {
        demand(passed, "what is accepted is so when bad rows are passed over");
        demand_same(&strict, &lenient, "and is the same");
    }
    if (passed) {
        demand_taken(&lenient);
        write_and_read_again(&lenient);
    }
    bodies_free(&strict);
    bodies_free(&lenient);
    return 0;
}
