/// What the ticks of a stage cost: the last one's figures, and the times of those before.
#ifndef QUADRILLE_DEMO_FIGURES_H
#define QUADRILLE_DEMO_FIGURES_H

#include <stage.h>

enum { FIGURES_KEPT = 240 };

typedef struct figures {
    index_costs costs; ///< The last tick's, like its questions, and what the scene computed by itself.
    index_asked asked;
    scene_work work;
    size_t items, bytes;
    size_t cells; ///< 0 for methods without cells.
    bool visits;  ///< Are the nodes that it visits counted? The quadtree's alone.
    int depth;
    float ms[FIGURES_KEPT]; ///< Moving and finding together, the oldest at `next` once all are in use.
    size_t kept, next;
} figures;

/// After a tick; `shape`: looks up cells, depth and bytes as well.
void figures_take(figures *self, const stage *from, bool shape);
/// Cells, depth and bytes alone, in O(cells).
void figures_take_shape(figures *self, const scene_index *index);

/// Tests of the tick, and those that brute force would have made: for the scene's questions and for what it computed
/// besides them. Questions of an onlooker are in neither.
uint64_t figures_tests(const figures *self);
uint64_t figures_brute(const figures *self);

/// Per cent of brute force's tests that were not needed; negative: more were.
double figures_saved(const figures *self);

/// The time that half of the kept ticks stayed within, or 95 of a hundred.
float figures_quantile(const figures *self, double share);

#endif
