/// The settings of `quadrille simulate`, and its report.
#ifndef QUADRILLE_SIMULATE_SIMULATE_H
#define QUADRILLE_SIMULATE_SIMULATE_H

#include "contest.h"
#include "output.h"
#include "tree_options.h"
#include "world_options.h"

extern const command simulate_command;

typedef struct simulation {
    int scene;
    int64_t count; ///< 0: the scene's default.
    int64_t ticks, seed, limit;
    world_area area;
    float size, speed; ///< Negative: the scene's default.
    int method;
    tree_shape shape;
    int64_t threads; ///< 0: not said, so 1.
    struct {
        int edges;
    } rule;
    bool verify, no_brute, json, list, articles, quiet;
    const char *svg, *record, *map, *layers, *root;
    config_file config;
} simulation;

/// The table, or the object for --json.
void simulate_put_table(output *out, const simulation *set, contest *c);
void simulate_put_json(output *out, const simulation *set, contest *c);

/// Complains about the tick in which the two did not answer alike.
void simulate_complain(const contest *c);

#endif
