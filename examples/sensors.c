// Sensors are items on a layer of their own: they meet creatures, and neither walls nor each other. Doors open when
// a creature comes near and shut when the last one has left.
#include <quadrille/quadrille.h>
#include <stdio.h>

enum { CREATURE = 1 << 0, WALL = 1 << 1, SENSOR = 1 << 2 };
enum { DOORS = 2, TICKS = 6 };

static int near_door[DOORS]; // how many creatures are near

// A pair is told with the lower slot first: which of the two is the sensor, its user value says.
static size_t door_of(const qd_pair *pair)
{
    return (size_t)(pair->a.user > 0 ? pair->a.user : pair->b.user) - 1;
}

int main(void)
{
    qd_tree *tree = qd_tree_create(NULL);
    qd_contacts *contacts = qd_contacts_create(tree, NULL);
    for (uint64_t door = 0; door < DOORS; door++) {
        float x = 10 * (float)(door + 1);
        qd_tree_insert(tree, (qd_item){ .box = qd_box_xywh(x - 3, -3, 6, 6),
                                        .user = door + 1,
                                        .filter = { .layers = SENSOR, .mask = CREATURE } });
        qd_tree_insert(tree,
                       (qd_item){ .box = qd_box_xywh(x, 2, 1, 9), .filter = { .layers = WALL, .mask = CREATURE } });
    }
    qd_id cat = qd_tree_insert(tree, (qd_item){ .filter = { .layers = CREATURE, .mask = SENSOR | WALL } });
    qd_id dog = qd_tree_insert(tree, (qd_item){ .filter = { .layers = CREATURE, .mask = SENSOR | WALL } });

    for (int tick = 0; tick < TICKS; tick++) {
        qd_tree_move(tree, cat, qd_box_xywh((float)tick * 4, 0, 1, 1));
        qd_tree_move(tree, dog, qd_box_xywh((float)tick * 4 - 4, 0, 1, 1));
        if (qd_contacts_update(contacts) != QD_OK)
            return 1;
        qd_contact_list began = qd_contacts_began(contacts), ended = qd_contacts_ended(contacts);
        for (size_t i = 0; i < began.count; i++)
            if (near_door[door_of(&began.pairs[i])]++ == 0)
                printf("tick %d: door %zu opens\n", tick, door_of(&began.pairs[i]) + 1);
        for (size_t i = 0; i < ended.count; i++)
            if (--near_door[door_of(&ended.pairs[i])] == 0)
                printf("tick %d: door %zu shuts\n", tick, door_of(&ended.pairs[i]) + 1);
    }
    qd_contacts_destroy(contacts);
    qd_tree_destroy(tree);
}

// Output:
// tick 2: door 1 opens
// tick 4: door 2 opens
// tick 5: door 1 shuts
