// Sensors are items on a layer of their own: they meet creatures, and neither walls nor each other. Doors open when a
// creature comes near and shut when the last one has left.
#include <quadrille/quadrille.h>
#include <stdio.h>

enum { CREATURE = 1 << 0, WALL = 1 << 1, SENSOR = 1 << 2, DOORS = 2 };

static qd_id add(qd_tree *tree, qd_box box, uint32_t layers, uint32_t mask)
{
    const qd_item item = { .box = box, .filter = { layers, mask } };
    qd_id id;
    qd_tree_insert(tree, &item, &id);
    return id;
}

int main(void)
{
    qd_tree *tree = qd_tree_new(NULL);
    qd_contacts *contacts;
    if (qd_contacts_create(tree, NULL, &contacts) != QD_OK)
        return 1;
    qd_id sensors[DOORS];
    for (int door = 0; door < DOORS; door++) {
        double x = 10 * (door + 1);
        sensors[door] = add(tree, qd_box_xywh(x - 3, -3, 6, 6), SENSOR, CREATURE);
        add(tree, qd_box_xywh(x, 2, 1, 9), WALL, CREATURE);
    }
    qd_id cat = add(tree, qd_box_xywh(0, 0, 1, 1), CREATURE, SENSOR | WALL);
    qd_id dog = add(tree, qd_box_xywh(0, 0, 1, 1), CREATURE, SENSOR | WALL);

    bool open[DOORS] = { false, false };
    for (int tick = 0; tick < 6; tick++) {
        qd_tree_move(tree, cat, qd_box_xywh(tick * 4, 0, 1, 1));
        qd_tree_move(tree, dog, qd_box_xywh(tick * 4 - 4, 0, 1, 1));
        if (qd_contacts_update(contacts) != QD_OK)
            return 1;
        for (int door = 0; door < DOORS; door++) {
            size_t inside;
            qd_contacts_of(contacts, sensors[door], NULL, 0, &inside);
            if (open[door] != (inside > 0))
                printf("tick %d: door %d %s\n", tick, door + 1, open[door] ? "shuts" : "opens");
            open[door] = inside > 0;
        }
    }
    qd_contacts_destroy(contacts);
    qd_tree_destroy(tree);
}

// Output:
// tick 2: door 1 opens
// tick 4: door 2 opens
// tick 5: door 1 shuts
