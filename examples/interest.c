// Interest: a server sends each player what comes near and what goes away. Three walk about, and two of them watch.
// An item enters a view within 10 and leaves it beyond 13, so that it does not flicker at the edge; a view has at most
// 20 items.
#include <quadrille/quadrille.h>
#include <stdio.h>

enum { ANN, BOB, CAT, PLAYERS }; // the cat watches nothing
static const char *const names[PLAYERS] = { "Ann", "Bob", "the cat" };

int main(void)
{
    const qd_vec2 origin = { 0, 0 };
    qd_tree *tree = qd_tree_new(NULL);
    qd_interest *interest;
    if (qd_interest_create(tree, NULL, &interest) != QD_OK)
        return 1;
    qd_id bodies[PLAYERS], eyes[CAT];
    for (uint64_t i = 0; i < PLAYERS; i++)
        bodies[i] = qd_tree_add(tree, qd_box_at(origin), i);
    for (uint64_t i = 0; i < CAT; i++) {
        qd_observer observer = { .user = i, .margin = 3, .nearest = 20 };
        observer.view.shape = qd_shape_circle(origin, 10);
        observer.view.ignore = bodies[i];
        qd_interest_add(interest, &observer, &eyes[i]);
    }
    size_t count;
    for (int tick = 0; tick < 4; tick++) {
        const qd_vec2 at[] = { { 0, 0 }, { 14 - 3.0 * tick, 0 }, { 0, 6.0 * tick } };
        const qd_boxes points = qd_points_double(at);
        qd_tree_move_many(tree, bodies, &points, PLAYERS, NULL);
        qd_interest_move_many(interest, eyes, &points, CAT, NULL);
        if (qd_interest_update(interest) != QD_OK)
            return 1; // out of memory; a program that goes on loses no event
        printf("tick %d\n", tick);
        const qd_interest_event *entered = qd_interest_entered(interest, &count);
        for (size_t i = 0; i < count; i++)
            printf("  %s: %s comes\n", names[entered[i].observer_user], names[entered[i].item.user]);
        const qd_interest_event *left = qd_interest_left(interest, &count);
        for (size_t i = 0; i < count; i++)
            printf("  %s: %s goes\n", names[left[i].observer_user], names[left[i].item.user]);
    }
    if (qd_interest_seen(interest, eyes[ANN], &count))
        printf("Ann sees %zu in the end\n", count);
    qd_entry seer;
    if (qd_interest_of(interest, bodies[ANN], &seer, 1, &count) > 0)
        printf("%zu sees Ann: %s\n", count, names[seer.user]);
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
// tick 3
//   Ann: the cat goes
// Ann sees 1 in the end
// 1 sees Ann: Bob
