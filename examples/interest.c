// Interest: a server tells each player what comes near and what goes away. Here three walk about, and two of them
// watch.
#include <quadrille/quadrille.h>
#include <stdio.h>

enum { ANN, BOB, CAT, PLAYERS };
static const char *const names[PLAYERS] = { "Ann", "Bob", "the cat" };

static void print(qd_sighting_list list, const char *what)
{
    for (size_t i = 0; i < list.count; i++)
        printf("  %s: %s %s\n", names[list.sightings[i].observer_user], names[list.sightings[i].item.user], what);
}

int main(void)
{
    qd_tree *tree = qd_tree_create(NULL);
    qd_interest *interest = qd_interest_create(NULL);
    qd_id bodies[PLAYERS], eyes[PLAYERS];
    for (uint64_t i = 0; i < PLAYERS; i++) {
        bodies[i] = qd_tree_insert(tree, (qd_item){ .user = i });
        qd_observer observer = { .radius = 10, .filter = { .ignore = bodies[i] }, .user = i };
        if (i != CAT)
            eyes[i] = qd_interest_add(interest, observer);
    }

    for (int tick = 0; tick < 4; tick++) {
        const qd_vec2 places[PLAYERS] = { { 0, 0 }, { 14 - 3 * (float)tick, 0 }, { 0, 6 * (float)tick } };
        for (int i = 0; i < PLAYERS; i++) {
            qd_tree_move(tree, bodies[i], (qd_box){ places[i], places[i] });
            if (i != CAT)
                qd_interest_move(interest, eyes[i], places[i]);
        }
        if (qd_interest_update(interest, tree) != QD_OK)
            return 1; // no memory; nothing is lost, and the next update tells it
        printf("tick %d\n", tick);
        print(qd_interest_came(interest), "comes");
        print(qd_interest_left(interest), "goes");
    }
    const qd_found *seen;
    printf("Ann sees %zu in the end\n", qd_interest_view(interest, eyes[ANN], &seen));
    qd_interest_destroy(interest);
    qd_tree_destroy(tree);
}

// Output:
// tick 0
//   Ann: the cat comes
// tick 1
// tick 2
//   Ann: Bob comes
//   Bob: Ann comes
//   Ann: the cat goes
// tick 3
// Ann sees 1 in the end
