// The village's people, trees and towers: for the files that make it live, change it by hand and draw it.
#ifndef QUADRILLE_SCENE_VILLAGE_H
#define QUADRILLE_SCENE_VILLAGE_H

#include "parts.h"
#include "random.h"

enum {
    LAYER_VILLAGER = 1,
    LAYER_RAIDER = 2,
    LAYER_HOUSE = 4,
    LAYER_TOWER = 8,
    LAYER_TREE = 16,
    CHOP_TICKS = 20, ///< How long a piece of wood takes.
    PIECES = 5,      ///< Pieces of wood in a tree.
    GROW_TICKS = 300,
    RELOAD_TICKS = 12,
    RAIDER_LIVES = 3,
};

typedef enum errand { SEEK_TREE, GO_TO_TREE, CHOP, SEEK_HOUSE, GO_HOME } errand;

typedef struct villager {
    errand errand;
    uint32_t target; ///< Which tree; meaningless on other errands.
    int timer;
    fvec2 place, goal;
} villager;

typedef struct raider {
    fvec2 place, velocity;
    int lives;
} raider;

typedef struct tree {
    uint32_t item;
    int pieces; ///< 0: it has fallen.
    int timer;  ///< Until it grows again.
} tree;

typedef struct tower {
    fvec2 place, aim; ///< aim: what it shoots at in this tick.
    int timer;
    bool shoots;
} tower;

typedef struct village {
    scene base;
    scene_random random;
    float size, speed, sight, range;
    villager *villagers;
    raider *raiders;
    tower *towers;
    tree *trees;
    size_t villager_count, raider_count, house_count, tower_count, tree_count;
    uint32_t raider_first, tower_first; ///< Their items follow one another; those of the villagers from 0 on.
    size_t tree_room;                   ///< Of `trees`.
    uint32_t *tree_of;                  ///< By item: which tree it is.
    size_t room;                        ///< That array's.
    uint64_t wood, felled, shots, defeated;
} village;

// Sides of bodies, in those of a definition.
#define VILLAGER_SIDE 0.5f
#define RAIDER_SIDE 0.6f
#define TREE_SIDE 0.8f
#define TOWER_SIDE 1.5f
#define HOUSE_SIDE 2.0f

static inline fbox village_body(const village *own, fvec2 place, float side)
{
    return fbox_around(place, 0.5f * (side * own->size), 0.5f * (side * own->size));
}

/// A tree stands there from now on, as number `which`. Its item; INDEX_NONE: no memory.
uint32_t village_plant(village *own, size_t which, fvec2 place);

/// One more tree, as near to there as the world goes. Its item; INDEX_NONE: no memory.
uint32_t village_add_tree(village *own, fvec2 place);

/// The last tree takes its number; whatever is on the way to that one still is.
void village_uproot(village *own, uint32_t item);

uint32_t village_edit(scene *self, const scene_edit *edit);

void village_draw(const scene *self, drawing *out);

#endif
