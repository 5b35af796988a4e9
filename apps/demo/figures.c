// Figures of ticks.
#include "figures.h"

#include <quadrille/inspect.h>
#include <stdlib.h>
#include <string.h>

static bool count_node(void *context, contender_node node)
{
    qd_tree_stats *stats = context;
    stats->nodes++;
    stats->depth = node.depth > stats->depth ? node.depth : stats->depth;
    return true;
}

void figures_take_shape(figures *self, const scene_index *index)
{
    const qd_tree *tree = index_tree(index);
    qd_tree_stats stats = { 0 };
    if (tree)
        qd_tree_get_stats(tree, &stats);
    else
        index_nodes(index, count_node, &stats);
    self->bytes = index_bytes(index);
    self->cells = stats.nodes;
    self->depth = stats.depth;
    self->visits = tree != NULL;
}

void figures_take(figures *self, const stage *from, bool shape)
{
    scene_index *index = from->index;
    self->costs = index_costs_of(index, INDEX_HOST);
    self->asked = index_asked_of(index);
    self->work = stage_work(from);
    self->items = index_count(index);
    if (shape)
        figures_take_shape(self, index);
    self->ms[self->next] = (float)(self->costs.moving_ms + self->costs.finding_ms);
    self->next = (self->next + 1) % FIGURES_KEPT;
    self->kept += self->kept < FIGURES_KEPT;
}

uint64_t figures_tests(const figures *self)
{
    return self->costs.tests + self->work.tests;
}

uint64_t figures_brute(const figures *self)
{
    return self->asked.brute_tests + self->work.brute_tests;
}

double figures_saved(const figures *self)
{
    double brute = (double)figures_brute(self), tests = (double)(figures_tests(self) + self->costs.upkeep);
    return brute > 0 ? 100 * (1 - tests / brute) : 0;
}

static int compare(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

float figures_quantile(const figures *self, double share)
{
    float sorted[FIGURES_KEPT];
    if (self->kept == 0)
        return 0;
    memcpy(sorted, self->ms, self->kept * sizeof *sorted);
    qsort(sorted, self->kept, sizeof *sorted, compare);
    return sorted[(size_t)(share * (double)(self->kept - 1) + 0.5)];
}
