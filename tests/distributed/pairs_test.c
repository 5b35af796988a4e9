// Pairs and joins on as many ranks as there are, against brute force: the same pairs, and none twice.
//
//   pairs_test [COUNT]
//
// With a number of boxes every kind of scene is dealt out in every way. Without one it is each kind in two ways, small.
//
// Every rank makes the whole scene and gives its part of it. Rank 0 gathers what all have found, sorts it, and compares
// it with all pairs of boxes, tried one by one.
#include "scenes.h"

#include <quadrille/distributed.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// How boxes are dealt out to ranks.
enum { EVENLY, BY_TURNS, TO_THE_LAST, BY_CHANCE, DEALS };

static const char *const deal_names[DEALS] = { "evenly", "by turns", "to the last rank", "by chance" };

typedef struct scene {
    int kind, deal;
    qd_precision precision;
    qd_edges edges;
    uint64_t memory;
    uint32_t message;
    size_t counts[2]; // the second is 0: pairs within one set
} scene;

typedef struct pairs {
    qd_mpi_pair *list;
    size_t count, room;
} pairs;

static int rank, ranks, failures;

static void stop_without_memory(const void *block)
{
    if (block == NULL) {
        fprintf(stderr, "out of memory\n");
        MPI_Abort(MPI_COMM_WORLD, 3);
    }
}

static qd_flow keep_pairs(void *context, const qd_mpi_pair *found, size_t count)
{
    pairs *all = context;
    if (all->count + count > all->room) {
        all->room = (all->count + count) * 2;
        all->list = realloc(all->list, all->room * sizeof *all->list);
        stop_without_memory(all->list);
    }
    memcpy(all->list + all->count, found, count * sizeof *found);
    all->count += count;
    return QD_CONTINUE;
}

// User values use all 64 bits, and are not in the order of the boxes.
static uint64_t user_of(int set, size_t i)
{
    return (uint64_t)(i + 1) * UINT64_C(0x9e3779b97f4a7c15) ^ (uint64_t)set << 63;
}

static int rank_of(int deal, size_t i, size_t count)
{
    switch (deal) {
    case EVENLY:
        return (int)(i * (size_t)ranks / count);
    case BY_TURNS:
        return (int)(i % (size_t)ranks);
    case TO_THE_LAST:
        return ranks - 1;
    default:
        return (int)(user_of(0, i) >> 33) % ranks;
    }
}

// This rank's part, in arrays that are not packed alike: doubles as boxes, or floats.
typedef struct part {
    qd_box *boxes;
    float *floats;
    uint64_t *users;
    qd_mpi_boxes given;
} part;

static part part_of(const scene *s, int set, const qd_box *boxes)
{
    const size_t count = s->counts[set];
    part p = { calloc(count + 1, sizeof *p.boxes),
               calloc(count + 1, 4 * sizeof *p.floats),
               calloc(count + 1, sizeof *p.users),
               { 0 } };
    stop_without_memory(p.boxes);
    stop_without_memory(p.floats);
    stop_without_memory(p.users);
    size_t mine = 0;
    for (size_t i = 0; i < count; i++) {
        if (rank_of(s->deal, i, count) != rank)
            continue;
        const qd_box box = boxes[i];
        const float sides[] = { (float)box.min.x, (float)box.min.y, (float)box.max.x, (float)box.max.y };
        memcpy(p.floats + 4 * mine, sides, sizeof sides);
        p.boxes[mine] = box;
        p.users[mine++] = user_of(set, i);
    }
    p.given.count = mine;
    p.given.boxes = s->kind % 2 == 0 ? qd_boxes_double(p.boxes) : qd_boxes_float(p.floats);
    p.given.users = p.users;
    return p;
}

static void free_part(part *p)
{
    free(p->boxes);
    free(p->floats);
    free(p->users);
}

static bool overlap(const qd_box *a, const qd_box *b, qd_edges edges)
{
    return edges == QD_OPEN
               ? a->min.x < b->max.x && b->min.x < a->max.x && a->min.y < b->max.y && b->min.y < a->max.y
               : a->min.x <= b->max.x && b->min.x <= a->max.x && a->min.y <= b->max.y && b->min.y <= a->max.y;
}

static int compare_pairs(const void *a, const void *b)
{
    const qd_mpi_pair *left = a, *right = b;
    if (left->a != right->a)
        return left->a < right->a ? -1 : 1;
    return (left->b > right->b) - (left->b < right->b);
}

static pairs try_all(const scene *s, qd_box *const boxes[2])
{
    pairs all = { NULL, 0, 0 };
    const bool two = s->counts[1] > 0;
    for (size_t i = 0; i < s->counts[0]; i++)
        for (size_t j = two ? 0 : i + 1; j < s->counts[two]; j++)
            if (overlap(&boxes[0][i], &boxes[two][j], s->edges)) {
                const uint64_t a = user_of(0, i), b = user_of(two, j);
                const qd_mpi_pair pair = { !two && b < a ? b : a, !two && b < a ? a : b };
                keep_pairs(&all, &pair, 1);
            }
    return all;
}

// All pairs of all ranks, on rank 0.
static pairs gather(const pairs *mine)
{
    int count = (int)mine->count * 2, *counts = calloc((size_t)ranks, sizeof *counts);
    int *starts = calloc((size_t)ranks, sizeof *starts);
    stop_without_memory(counts);
    stop_without_memory(starts);
    MPI_Gather(&count, 1, MPI_INT, counts, 1, MPI_INT, 0, MPI_COMM_WORLD);
    int sum = 0;
    for (int r = 0; r < ranks; r++) {
        starts[r] = sum;
        sum += counts[r];
    }
    pairs all = { calloc((size_t)sum / 2 + 1, sizeof(qd_mpi_pair)), (size_t)sum / 2, (size_t)sum / 2 };
    stop_without_memory(all.list);
    MPI_Gatherv(mine->list, count, MPI_UINT64_T, all.list, counts, starts, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    free(counts);
    free(starts);
    return all;
}

static void expect(bool right, const scene *s, const char *what)
{
    if (right)
        return;
    failures++;
    if (rank == 0)
        fprintf(stderr, "%s, %s, %s, %s edges, %zu and %zu boxes, memory %llu, %d ranks: %s\n", scene_names[s->kind],
                deal_names[s->deal], s->precision == QD_DOUBLE ? "doubles" : "floats",
                s->edges == QD_OPEN ? "open" : "closed", s->counts[0], s->counts[1], (unsigned long long)s->memory,
                ranks, what);
}

static void compare(const scene *s, const pairs *mine, qd_box *const boxes[2], const qd_mpi_cost *cost)
{
    pairs found = gather(mine);
    if (rank == 0) {
        pairs wanted = try_all(s, boxes);
        if (found.count > 0)
            qsort(found.list, found.count, sizeof *found.list, compare_pairs);
        if (wanted.count > 0)
            qsort(wanted.list, wanted.count, sizeof *wanted.list, compare_pairs);
        const bool as_many = found.count == wanted.count && cost->all_pairs == wanted.count;
        expect(as_many, s, "not as many pairs as brute force finds");
        expect(!as_many || found.count == 0 || memcmp(found.list, wanted.list, found.count * sizeof *found.list) == 0,
               s, "other pairs than brute force finds");
        free(wanted.list);
    }
    free(found.list);
}

static qd_result ask(const scene *s, part parts[2], qd_mpi_visitor *visit, pairs *mine, qd_mpi_cost *cost)
{
    qd_mpi_def def = { 0 };
    def.precision = s->precision;
    def.edges = s->edges;
    def.memory = s->memory;
    def.message = s->message;
    size_t bad = 77;
    const qd_result result =
        s->counts[1] > 0 ? qd_mpi_join(MPI_COMM_WORLD, &def, &parts[0].given, &parts[1].given, visit, mine, cost, &bad)
                         : qd_mpi_pairs(MPI_COMM_WORLD, &def, &parts[0].given, visit, mine, cost, &bad);
    expect(bad == 77, s, "a bad box was named, and there is none");
    return result;
}

static void try_scene(const scene *s, uint64_t seed)
{
    qd_box *boxes[2] = { NULL, NULL };
    part parts[2];
    for (int set = 0; set < 2; set++) {
        boxes[set] = calloc(s->counts[set] + 1, sizeof *boxes[set]);
        stop_without_memory(boxes[set]);
        scene_make(s->kind, seed + (uint64_t)set, s->counts[set], boxes[set]);
        parts[set] = part_of(s, set, boxes[set]);
    }
    qd_mpi_cost cost, counted;
    pairs mine = { NULL, 0, 0 };
    const qd_result result = ask(s, parts, keep_pairs, &mine, &cost);
    expect(result == QD_OK, s, qd_result_text(result));
    expect(cost.pairs == mine.count, s, "the cost has another number of pairs than the visitor got");
    if (seed % 3 == 0)
        expect(ask(s, parts, NULL, NULL, &counted) == QD_OK && counted.pairs == mine.count, s,
               "counting finds another number on a rank");
    expect(s->memory == 0 || cost.rounds > 1, s, "so little memory, and one round");
    if (result == QD_OK)
        compare(s, &mine, boxes, &cost);
    free(mine.list);
    for (int set = 0; set < 2; set++) {
        free(boxes[set]);
        free_part(&parts[set]);
    }
}

// One set or two, floats or doubles, open or closed edges, small messages.
static void try_kind(int kind, int deal, int way, size_t count)
{
    const scene s = { kind,
                      deal,
                      way % 2 == 0 ? QD_FLOAT : QD_DOUBLE,
                      (way / 2 + deal) % 2 == 0 ? QD_CLOSED : QD_OPEN,
                      0,
                      way == 1 ? 64 : 0,
                      { count, way >= 2 ? count / 2 + 1 : 0 } };
    try_scene(&s, (uint64_t)kind * 64 + (uint64_t)deal * 8 + (uint64_t)way * 2);
}

static void try_all_kinds(size_t count)
{
    for (int kind = 0; kind < SCENE_KINDS; kind++)
        for (int deal = 0; deal < DEALS; deal++)
            for (int way = 0; way < 4; way++)
                try_kind(kind, deal, way, count);
}

static void try_some_kinds(size_t count)
{
    for (int kind = 0; kind < SCENE_KINDS; kind++) {
        try_kind(kind, kind % DEALS, kind / 2 % 2, count);
        try_kind(kind, (kind + 1) % DEALS, 2 + kind / 3 % 2, count);
    }
}

// Fewer boxes than ranks, one box, none.
static void try_few(void)
{
    for (size_t count = 0; count < 4; count++) {
        const scene s = { 2, (int)count, QD_FLOAT, QD_CLOSED, 0, 0, { count, count % 2 == 0 ? 0 : 2 } };
        try_scene(&s, count + 1);
    }
}

// Rounds: with memory for a tenth of the boxes.
static void try_rounds(size_t largest)
{
    for (int kind = 0; kind < 2; kind++) {
        const scene s = { kind,
                          BY_TURNS,
                          QD_DOUBLE,
                          QD_CLOSED,
                          largest * 120 / 10 / (uint64_t)ranks + 2000,
                          0,
                          { largest * 2, kind > 0 ? largest : 0 } };
        try_scene(&s, 5);
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const size_t given = argc > 1 ? (size_t)strtoul(argv[1], NULL, 10) : 0;
    if (given > 0)
        try_all_kinds(given);
    else
        try_some_kinds(200);
    try_few();
    try_rounds(given > 0 ? given * 4 : 1000);
    int all = 0;
    MPI_Allreduce(&failures, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d ranks: %s\n", ranks, all == 0 ? "as brute force finds them" : "wrong");
    MPI_Finalize();
    return all == 0 ? 0 : 1;
}
