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
    const char *their_brute, *their_tree; ///< Tests a tick, as printed there.
    const char *their_times;
} figure;

// S1: Aethor, "(Simple) Introduction to Quadtrees for Games", 2020. S2: Pena Hernando, "Spatial partitioning:
// Quadtree", 2020. S3: Skjerning, "Quadtrees for Efficient Collision Detection", 2019.
static const figure figures[] = {
    { "S1", &scene_drift, 20, "190", "182", "-" },
    { "S1", &scene_drift, 100, "4950", "1330", "-" },
    { "S1", &scene_drift, 400, "-", "-", "-" },
    { "S2", &scene_entities, 20, "400", "29", "-" },
    { "S2", &scene_entities, 1000, "999000", "1530", "199 ms, 39 ms" },
    { "S3", &scene_snacks, 540, "-", "-", "-" },
    { "S3", &scene_snacks, 2000, "-", "-", "25 ms, 50 ms" },
};

enum { FIGURES = sizeof figures / sizeof *figures };

static double per_tick(const contest *c, uint64_t sum)
{
    return (double)sum / (double)c->def.ticks;
}

static void put_figure(output *out, const figure *f, contest *c)
{
    const index_costs *tree = &c->entrants[0].sums, *brute = &c->entrants[1].sums;
    put(out, "%-3s %-9s %5zu  %8s %8s %-14s", f->article, f->scene->name, f->count, f->their_brute, f->their_tree,
        f->their_times);
    put(out, " %9.0f %8.0f %8.0f %8.1f %9.4f %9.4f\n", per_tick(c, brute->tests), per_tick(c, tree->tests),
        per_tick(c, tree->upkeep), per_tick(c, tree->hits), entrant_times(&c->entrants[1], PART_BOTH).p50,
        entrant_times(&c->entrants[0], PART_BOTH).p50);
}

static bool run_figure(output *out, const figure *f)
{
    contest_def def = {
        .stage = { .scene = f->scene,
                   .scene_def = { .count = f->count, .seed = 1, .size = -1, .speed = -1 },
                   .index_def = { .method = contender_number(&contender_quadtree), .clock = clock_ms },
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
    put(out, "%-20s %-32s %s\n", "", "as printed", "here, every answer compared with brute force's");
    put(out, "%-20s %8s %8s %-14s %9s %8s %8s %8s %9s %9s\n", "", "brute", "tree", "times", "brute", "tree", "tree", "",
        "brute", "tree");
    put(out, "%-20s %8s %8s %-14s %9s %8s %8s %8s %9s %9s\n\n", "       scene     n", "tests", "tests", "brute, tree",
        "tests", "tests", "moving", "found", "ms", "ms");
}

static void put_notes(output *out)
{
    put(out, "\n"
             "moving: records examined or copied to keep the tree in order.\n"
             "S1 counts the tests of its queries; what moving every box costs, which it does by deleting and\n"
             "   inserting, it leaves out. 20 boxes fit into one leaf here: the tree tests what brute force tests.\n"
             "S2 looks only into the bucket of each entity, and so misses 58 %% of the collisions that 1000\n"
             "   entities have; it counts each pair twice (n * (n - 1)), and its times include drawing. Here\n"
             "   entities ask for all pairs, types that never meet are left out by their layers, and two more\n"
             "   questions a tick are about the mouse: what is nearest, and what is around that.\n"
             "S3 gives frames per second, 40 by brute force and 20 by its tree at 2000 snacks, drawing included:\n"
             "   one query a tick cannot repay storing every snack again. Here snacks stay where they are stored,\n"
             "   and a car asks more than one question a tick.\n");
}

status articles_print(void)
{
    output out = output_standard();
    put_head(&out);
    for (size_t i = 0; i < FIGURES; i++) {
        if (!run_figure(&out, &figures[i]))
            return output_finish(&out, STATUS_FAILED);
        output_flush(&out);
    }
    put_notes(&out);
    return output_finish(&out, STATUS_DONE);
}
