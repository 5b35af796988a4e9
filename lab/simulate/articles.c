// The figures that three articles about quadtrees print, beside ours for scenes of the same kind and size. Theirs count
// what they count; what they leave out stands below.
#include "articles.h"

#include "contest.h"
#include "output.h"
#include "progress.h"

#include <inttypes.h>

enum { TICKS = 200 };

typedef struct figure {
    const char *article;
    const scene_kind *scene;
    size_t count;
    fbox world;                           ///< The article's, or of its density: it need not be the root of our tree.
    int capacity, depth;                  ///< The article's tree's.
    bool pairs;                           ///< It counts what finding collisions takes, and nothing else.
    const char *their_brute, *their_tree; ///< Tests a tick, as printed there.
    const char *their_times;
} figure;

// S1: Aethor, "(Simple) Introduction to Quadtrees for Games", 2020. S2: Pena Hernando, "Spatial partitioning:
// Quadtree", 2020. S3: Skjerning, "Quadtrees for Efficient Collision Detection", 2019; its tree has no end of levels.
static const figure figures[] = {
    { "S1", &scene_drift, 20, { { 0, 0 }, { 72, 72 } }, 4, 6, true, "190", "182", "-" },
    { "S1", &scene_drift, 100, { { 0, 0 }, { 160, 160 } }, 4, 6, true, "4950", "1330", "-" },
    { "S1", &scene_drift, 400, { { 0, 0 }, { 320, 320 } }, 4, 6, true, "-", "-", "-" },
    { "S2", &scene_entities, 20, { { -760, 10 }, { 840, 810 } }, 4, 6, true, "400", "29", "-" },
    { "S2", &scene_entities, 1000, { { -760, 10 }, { 840, 810 } }, 4, 6, true, "999000", "1530", "199 ms, 39 ms" },
    { "S3", &scene_snacks, 540, { { 0, 0 }, { 1000, 600 } }, 4, QD_MAX_DEPTH, false, "-", "-", "-" },
    { "S3", &scene_snacks, 2000, { { 0, 0 }, { 1000, 600 } }, 4, QD_MAX_DEPTH, false, "-", "-", "25 ms, 50 ms" },
};

enum { FIGURES = sizeof figures / sizeof *figures };

static double per_tick(const contest *c, uint64_t sum)
{
    return (double)sum / (double)c->def.ticks;
}

static uint64_t tests_of(const figure *f, const index_costs *costs)
{
    return f->pairs ? costs->pair_tests : costs->tests;
}

static void put_figure(output *out, const figure *f, contest *c)
{
    const index_costs *tree = &c->entrants[0].sums, *brute = &c->entrants[1].sums;
    qd_tree_def shape;
    qd_tree_get_def(index_tree(c->stage.index), &shape);
    put(out, "%-3s %-9s %5zu  %-7s %3d %3d", f->article, f->scene->name, f->count,
        c->def.stage.index_def.leaf_capacity > 0 ? "theirs" : "default", shape.leaf_capacity, shape.max_depth);
    put(out, "  %8s %8s %-14s", f->their_brute, f->their_tree, f->their_times);
    put(out, " %7.0f %7.0f %7.0f %7.1f %8.4f %8.4f\n", per_tick(c, tests_of(f, brute)), per_tick(c, tests_of(f, tree)),
        per_tick(c, tree->upkeep), per_tick(c, f->pairs ? tree->pairs : tree->hits),
        entrant_times(&c->entrants[1], PART_BOTH).p50, entrant_times(&c->entrants[0], PART_BOTH).p50);
}

static bool run_figure(output *out, const figure *f, int capacity, int depth)
{
    contest_def def = {
        .stage = { .scene = f->scene,
                   .scene_def = { .count = f->count, .seed = 1, .world = f->world, .size = -1, .speed = -1 },
                   .index_def = { .method = contender_number(&contender_quadtree),
                                  .leaf_capacity = capacity,
                                  .max_depth = depth,
                                  .clock = clock_ms },
                   .guest = contender_number(&contender_brute) },
        .ticks = TICKS,
        .second_ticks = TICKS,
    };
    contest c;
    bool good = contest_run(&c, &def) && c.differed == 0;
    if (good)
        put_figure(out, f, &c);
    else if (c.differed > 0)
        complain("tick %zu of %s: quadtree and brute force do not answer alike", c.differed, f->scene->name);
    else
        complain("simulate: %s", c.complaint);
    contest_end(&c);
    return good;
}

static void put_head(output *out)
{
    put(out, "Averages of %d ticks; milliseconds are medians a tick, drawing not included.\n\n", TICKS);
    put(out, "%-36s %-32s %s\n", "", "as printed", "here, every answer compared with brute force's");
    put(out, "%-36s %8s %8s %-14s %7s %7s %7s %7s %8s %8s\n", "                     capacity", "brute", "tree", "times",
        "brute", "tree", "tree", "", "brute", "tree");
    put(out, "%-36s %8s %8s %-14s %7s %7s %7s %7s %8s %8s\n\n", "       scene     n   and depth", "tests", "tests",
        "brute, tree", "tests", "tests", "moving", "found", "ms", "ms");
}

static void put_notes(output *out)
{
    put(out, "\n"
             "theirs: the capacity and depth of the article's tree; default: Quadrille's own.\n"
             "moving: records examined or copied to keep the tree in order.\n"
             "S1 counts the tests of its queries; what moving every box costs, which it does by deleting and\n"
             "   inserting, it leaves out. By default 20 boxes fit into one leaf: the tree tests what brute force\n"
             "   tests.\n"
             "S2 looks only into the bucket of each entity, and so misses 58 %% of the collisions that 1000\n"
             "   entities have; it counts each pair twice (n * (n - 1)), and its times include drawing. Here\n"
             "   entities ask for all pairs, and types that never meet are left out by their layers. Two more\n"
             "   questions a tick, about the mouse, are in the times and not among tests and found.\n"
             "S3 gives frames per second, 40 by brute force and 20 by its tree at 2000 snacks, drawing included:\n"
             "   one query a tick cannot repay storing every snack again. Here snacks stay where they are stored,\n"
             "   and a car asks more than one question a tick.\n");
}

status articles_print(void)
{
    output out = output_standard();
    put_head(&out);
    for (size_t i = 0; i < FIGURES; i++) {
        const figure *f = &figures[i];
        if (!run_figure(&out, f, f->capacity, f->depth) || !run_figure(&out, f, 0, 0))
            return output_finish(&out, STATUS_FAILED);
        output_flush(&out);
    }
    put_notes(&out);
    return output_finish(&out, STATUS_DONE);
}
