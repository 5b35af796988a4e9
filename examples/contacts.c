// What begins and what ends: a ball rolls over three plates. Contacts are asked for once a tick, and cost what has
// moved.
#include <quadrille/quadrille.h>
#include <stdio.h>

static const char *const names[] = { "ball", "first plate", "second plate", "third plate" };

static void print(const char *what, qd_contact_list list)
{
    for (size_t i = 0; i < list.count; i++)
        printf("  %s %s %s\n", names[list.pairs[i].a.user], what, names[list.pairs[i].b.user]);
}

int main(void)
{
    qd_tree *tree = qd_tree_create(NULL);
    qd_contacts *contacts = qd_contacts_create(tree, NULL);
    qd_id ball = qd_tree_insert(tree, (qd_item){ .box = qd_box_xywh(0, 1, 2, 2), .user = 0 });
    qd_id plate = { 0, 0 };
    for (uint64_t i = 1; i <= 3; i++)
        plate = qd_tree_insert(tree, (qd_item){ .box = qd_box_xywh((float)i * 4 - 3, 0, 3, 1), .user = i });

    for (int tick = 0; tick < 6; tick++) {
        qd_tree_move(tree, ball, qd_box_xywh((float)tick * 2, 1, 2, 2));
        if (tick == 5)
            qd_tree_remove(tree, plate); // what is gone is in contact with nothing
        qd_contact_list stayed;
        if (qd_contacts_update(contacts) != QD_OK || qd_contacts_stayed(contacts, &stayed) != QD_OK)
            return 1; // no memory; nothing is lost, and the next update tells it
        printf("tick %d: %zu in contact\n", tick, qd_contacts_figures(contacts).contacts);
        print("reaches", qd_contacts_began(contacts));
        print("is still on", stayed);
        print("leaves", qd_contacts_ended(contacts));
    }
    qd_contacts_destroy(contacts);
    qd_tree_destroy(tree);
}

// Output:
// tick 0: 1 in contact
//   ball reaches first plate
// tick 1: 1 in contact
//   ball is still on first plate
// tick 2: 2 in contact
//   ball reaches second plate
//   ball is still on first plate
// tick 3: 1 in contact
//   ball is still on second plate
//   ball leaves first plate
// tick 4: 2 in contact
//   ball reaches third plate
//   ball is still on second plate
// tick 5: 0 in contact
//   ball leaves second plate
//   ball leaves third plate
