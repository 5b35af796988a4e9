/// What lib.rs offers to C: rstar's R*-tree and kiddo's k-d tree.
#ifndef QUADRILLE_BENCH_CRATES_H
#define QUADRILLE_BENCH_CRATES_H

#include <contender.h>

typedef struct crates_rtree crates_rtree;
typedef struct crates_kdtree crates_kdtree;

crates_rtree *crates_rtree_new(void);
void crates_rtree_free(crates_rtree *own);
void crates_rtree_load(crates_rtree *own, const fbox *boxes, size_t count);
void crates_rtree_insert(crates_rtree *own, fbox box);
bool crates_rtree_remove(crates_rtree *own, uint32_t item);
uint64_t crates_rtree_pairs(const crates_rtree *own, contender_visitor *visitor, void *context);
uint64_t crates_rtree_window(const crates_rtree *own, fbox window, contender_item_visitor *visitor, void *context);
bool crates_rtree_collides(const crates_rtree *own, fbox window);

/// Reads the lower corners. NULL: they cannot be loaded.
crates_kdtree *crates_kdtree_new(const fbox *points, size_t count);
void crates_kdtree_free(crates_kdtree *own);
size_t crates_kdtree_near(const crates_kdtree *own, float x, float y, size_t k, contender_near *out);

#endif
