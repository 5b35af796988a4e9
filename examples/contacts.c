// What begins and what ends: a ball rolls over three plates. An update costs what has moved.
#include <quadrille/quadrille.h>
#include <stdio.h>

static const char *const names[] = { "ball", "first plate", "second plate", "third plate" };

static void print(const char *what, const qd_pair *pairs, size_t count)
{
    for (size_t i = 0; i < count; i++)
        printf("  %s %s %s\n", names[pairs[i].a.user], what, names[pairs[i].b.user]);
}

int main(void)
{
    qd_tree *tree = qd_tree_new(NULL);
    qd_contacts *contacts;
    if (!tree || qd_contacts_create(tree, NULL, &contacts) != QD_OK)
        return 1;
    qd_id ball = qd_tree_add(tree, qd_box_xywh(0, 1, 2, 2), 0), plate = 0;
    for (uint64_t i = 1; i <= 3; i++)
        plate = qd_tree_add(tree, qd_box_xywh((double)i * 4 - 3, 0, 3, 1), i);

    for (int tick = 0; tick < 6; tick++) {
        qd_tree_move(tree, ball, qd_box_xywh(tick * 2, 1, 2, 2));
        if (tick == 5)
            qd_tree_remove(tree, plate); // a removed item is in contact with nothing
        if (qd_contacts_update(contacts) != QD_OK)
            return 1; // out of memory; a program that goes on loses no event
        size_t touched, count;
        qd_contacts_of(contacts, ball, NULL, 0, &touched);
        printf("tick %d: the ball is on %zu\n", tick, touched);
        const qd_pair *pairs = qd_contacts_began(contacts, &count);
        print("reaches", pairs, count);
        pairs = qd_contacts_ended(contacts, &count);
        print("leaves", pairs, count);
    }
    qd_contacts_destroy(contacts);
    qd_tree_destroy(tree);
}

// Output:
// tick 0: the ball is on 1
//   ball reaches first plate
// tick 1: the ball is on 1
// tick 2: the ball is on 2
//   ball reaches second plate
// tick 3: the ball is on 1
//   ball leaves first plate
// tick 4: the ball is on 2
//   ball reaches third plate
// tick 5: the ball is on 0
//   ball leaves second plate
//   ball leaves third plate
