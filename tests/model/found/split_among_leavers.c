// Moving many: a leaf splits while it still holds items that are about to leave it, out of the rest and into the world.
#define HANDLES 70
#include "model/printed.h"

int main(void)
{
    qd_tree_destroy(tree);
    tree = qd_tree_new(&(qd_tree_def){ .world = box(0x1.e848p+19f, 0x1.e848p+19f, 0x1.e85p+19f, 0x1.e85p+19f),
                                       .reserve = 0,
                                       .edges = (qd_edges)0,
                                       .leaf_capacity = 1,
                                       .max_depth = 2,
                                       .allocator = ledger_allocator(&memory) });
    THEN(tree);
    ids[27] = insert((qd_item){ box(-0x1.acp-141f, 0x1.b4p-141f, 0x1p+6f, 0x1.b4p-141f), 143u, { 0x0u, 0x0u }, 0 });
    THEN(ids[27]);
    {
        qd_id names[6];
        const qd_item items[] = {
            { box(0x1.08p-2f, 0x1.e8p-1f, 0x1.88p-2f, 0x1.7ap+1f), 195u, { 0x0u, 0x0u }, 0 },
            { box(0x1.3ap-138f, 0x1.e8p-1f, 0x1.ep-4f, 0x1.18p+0f), 54u, { 0x0u, 0x0u }, 0 },
            { box(-0x1.56p-142f, 0x1.9p-2f, -0x1.56p-142f, 0x1.9p-2f), 204u, { 0x0u, 0x0u }, 0 },
            { box(-0x1.acp-141f, -0x1.6p-144f, -0x1.acp-141f, -0x1.6p-144f), 107u, { 0x0u, 0x0u }, 0 },
            { box(0x1p+0f, 0x1.96p-135f, 0x1.8p+0f, 0x1.08p-1f), 219u, { 0x0u, 0x0u }, 0 },
            { box(0x1.c4p-135f, 0x1.34p-135f, 0x1.dp-3f, 0x1p-1f), 12u, { 0x0u, 0x0u }, 0 },
        };
        result = insert_many(items, 6, 0, names, &bad);
        ids[30] = names[0];
        ids[31] = names[1];
        ids[33] = names[2];
        ids[34] = names[3];
        ids[35] = names[4];
        ids[37] = names[5];
    }
    THEN(result == 0);
    {
        qd_id names[2] = {
            ids[27],
            ids[37],
        };
        const qd_box boxes[] = {
            box(-0x1.7p-135f, 0x1.b8p-140f, 0x1p-9f, 0x1p-9f),
            box(0x1.c4p-135f, 0x1.34p-135f, 0x1.088p+2f, 0x1.f4p+1f),
        };
        result = move_many(names, boxes, 2, 0, &bad);
    }
    THEN(result == 0);
    return printed_end();
}
