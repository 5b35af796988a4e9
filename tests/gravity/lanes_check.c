// Any kind of vector instructions sums up to the same bits as plain C. This looks inside: the library offers no choice
// among them. Without cmocka, so that it runs wherever a compiler for the machine is: `make lanes` has qemu run it.
#include <pull.h>
#include <stdio.h>
#include <string.h>

enum { ROUNDS = 40, NODES = 64 };

static uint64_t random_bits(uint64_t *state)
{
    uint64_t bits = *state += 0x9e3779b97f4a7c15u;
    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9u;
    return bits ^ bits >> 27;
}

static double some(uint64_t *state)
{
    static const double sizes[] = { 1, 1e-3, 1e-18, 0 };
    const double unit = (double)(int64_t)(random_bits(state) >> 11) * 0x1p-53;
    return (2 * unit - 1) * sizes[random_bits(state) % 4];
}

static void fill(double *values, size_t count, uint64_t *state)
{
    for (size_t i = 0; i < count; i++)
        values[i] = some(state);
}

static bool same(const qd__pulled *a, const qd__pulled *b)
{
    const size_t bytes = a->count * sizeof *a->ax;
    return memcmp(a->ax, b->ax, bytes) == 0 && memcmp(a->ay, b->ay, bytes) == 0 &&
           memcmp(a->potential, b->potential, bytes) == 0;
}

// A round of bodies and nodes, with every law, by one kind and by plain C.
static bool agree(const qd__pull_simd *simd, uint64_t *state)
{
    static double x[QD__PULLING_MOST], y[QD__PULLING_MOST], mass[QD__PULLING_MOST];
    static qd__pulling_node nodes[NODES];
    static qd__pulled places, one, two;
    const qd__pull_simd *plain = qd__pull_simd_list(0);
    const qd__pulling bodies = { x, y, mass, (uint32_t)(random_bits(state) % QD__PULLING_MOST) };
    fill(x, bodies.count, state);
    fill(y, bodies.count, state);
    fill(mass, bodies.count, state);
    fill(&nodes[0].x, NODES * sizeof *nodes / sizeof(double), state);
    memset(&places, 0, sizeof places);
    places.count = 1 + (uint32_t)(random_bits(state) % QD__PULLED_MOST);
    fill(places.x, QD__PULLED_MOST, state);
    fill(places.y, QD__PULLED_MOST, state);
    memcpy(places.x, x, bodies.count < 4 ? 0 : 4 * sizeof *x); // some lie where a body lies
    memcpy(places.y, y, bodies.count < 4 ? 0 : 4 * sizeof *y);
    for (unsigned i = 0; i < 8; i++) {
        const qd__pull_rule rule = { i & 1 ? 1e-4 : 0, 0.25, i & 2, i & 4 };
        one = two = places;
        plain->bodies(&one, &bodies, &rule);
        plain->nodes(&one, nodes, NODES, &rule);
        simd->bodies(&two, &bodies, &rule);
        simd->nodes(&two, nodes, NODES, &rule);
        if (!same(&one, &two))
            return false;
    }
    return true;
}

// Fails too where the kind named as an argument is not there.
int main(int argc, char **argv)
{
    const qd__pull_simd *simd;
    bool wanted = argc < 2;
    for (unsigned kind = 0; (simd = qd__pull_simd_list(kind)) != NULL; kind++) {
        uint64_t state = 1;
        wanted = wanted || strcmp(simd->name, argv[1]) == 0;
        for (int i = 0; i < ROUNDS; i++)
            if (!agree(simd, &state)) {
                printf("%s: other bits than plain C in round %d\n", simd->name, i);
                return 1;
            }
        printf("%s: the bits of plain C\n", simd->name);
    }
    return wanted ? 0 : 1;
}
