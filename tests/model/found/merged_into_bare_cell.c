// A quad whose last items leave is merged into a cell that has none of its own: no bounds may stay behind.
#define HANDLES 116
#include "model/printed.h"

int main(void)
{
    qd_tree_destroy(tree);
    tree = qd_tree_new(&(qd_tree_def){ .world = box(0x1p+24f, -0x1p+24f, 0x1.00001p+24f, -0x1.ffffep+23f),
                                       .reserve = 0,
                                       .edges = (qd_edges)0,
                                       .leaf_capacity = 2,
                                       .max_depth = 0,
                                       .allocator = ledger_allocator(&memory) });
    THEN(tree);
    ids[5] = insert(
        (qd_item){ box(0x1.00001p+24f, -0x1.fffffp+23f, 0x1.00001p+24f, -0x1.fffffp+23f), 72u, { 0x8u, 0x6u }, 0 });
    THEN(ids[5]);
    ids[8] = insert(
        (qd_item){ box(0x1.00001p+24f, -0x1.ffffe2p+23f, 0x1.00001p+24f, -0x1.ffffe2p+23f), 201u, { 0x0u, 0x0u }, 0 });
    THEN(ids[8]);
    {
        qd_id names[3];
        const qd_item items[] = {
            { box(0x1.000008p+24f, -0x1.ffffeap+23f, 0x1.000008p+24f, -0x1.ffffeap+23f), 105u, { 0x6u, 0x0u }, 0 },
            { box(0x1.00000ep+24f, -0x1.ffffeep+23f, 0x1.00001p+24f, -0x1.ffffecp+23f), 141u, { 0x4u, 0xau }, 0 },
            { box(0x1.000008p+24f, -0x1.ffffe4p+23f, 0x1.000008p+24f, -0x1.ffffe4p+23f),
              239u,
              { 0xffffffffu, 0x80000001u },
              0 },
        };
        result = insert_many(items, 3, 0, names, &bad);
        ids[13] = names[0];
        ids[14] = names[1];
        ids[15] = names[2];
    }
    THEN(result == 0);
    {
        qd_id names[3] = {
            ids[5],
            ids[8],
            ids[14],
        };
        const qd_box boxes[] = {
            box(0x1.00000cp+24f, -0x1.ffffe6p+23f, 0x1.00000cp+24f, -0x1.ffffe6p+23f),
            box(0x1.000008p+24f, -0x1.ffffe8p+23f, 0x1.000008p+24f, -0x1.ffffe8p+23f),
            box(0x1.00002p+24f, -0x1.fffffp+23f, 0x1.00002p+24f, -0x1.fffffp+23f),
        };
        result = move_many(names, boxes, 3, 0, &bad);
    }
    THEN(result == 0);
    result = qd_tree_move(tree, ids[14], box(0x1.ffffe6p+23f, -0x1.ffffd8p+23f, 0x1.ffffe6p+23f, -0x1.ffffd8p+23f));
    THEN(result == 0);
    return printed_end();
}
