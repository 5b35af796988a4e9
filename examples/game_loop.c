// A game loop: all balls move in one call, an update says which boxes began and ceased to overlap, and the exact test
// of two circles is the game's own. Boxes meet before circles do, so the exact test follows at every tick of a contact.
#include <quadrille/quadrille.h>
#include <stdio.h>

static struct ball {
    qd_vec2 at, speed;
    double radius;
    qd_box box;
} balls[] = { { .at = { 0.5, 0 }, .speed = { 1.5, 0 }, .radius = 1 }, { .at = { 4, 1.6 }, .radius = 1 } };
enum { BALLS = sizeof balls / sizeof *balls, ROOM = BALLS * BALLS };

static void test_circles(int tick, const qd_pair *pairs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct ball *a = &balls[pairs[i].a.user], *b = &balls[pairs[i].b.user];
        const bool touch = hypot(a->at.x - b->at.x, a->at.y - b->at.y) <= a->radius + b->radius;
        printf("tick %d: boxes overlap, circles %s\n", tick, touch ? "touch" : "are apart");
    }
}

int main(void)
{
    qd_boxes boxes = qd_boxes_double(&balls[0].box);
    boxes.stride = sizeof(struct ball); // the tree reads the boxes inside the structs
    const qd_items items = { .boxes = boxes };
    qd_id ids[BALLS];
    qd_pair stayed[ROOM];
    qd_contacts *contacts;
    qd_tree *tree = qd_tree_new(NULL);
    if (!tree || qd_contacts_create(tree, NULL, &contacts) != QD_OK ||
        qd_tree_insert_many(tree, &items, BALLS, ids, NULL) != QD_OK)
        return 1;
    for (int tick = 1; tick <= 4; tick++) {
        for (struct ball *b = balls; b < balls + BALLS; b++) {
            b->at.x += b->speed.x, b->at.y += b->speed.y;
            b->box = qd_box_around(b->at, b->radius, b->radius);
        }
        qd_tree_move_many(tree, ids, &boxes, BALLS, NULL);
        if (qd_contacts_update(contacts) != QD_OK)
            return 1; // out of memory; a program that goes on loses no event

        size_t count;
        const qd_pair *began = qd_contacts_began(contacts, &count);
        test_circles(tick, began, count);
        count = qd_contacts_stayed(contacts, stayed, ROOM, NULL);
        test_circles(tick, stayed, count);
        qd_contacts_ended(contacts, &count);
        if (count > 0)
            printf("tick %d: %zu ended\n", tick, count);
    }
    qd_contacts_destroy(contacts);
    qd_tree_destroy(tree);
}

// Output:
// tick 1: boxes overlap, circles are apart
// tick 2: boxes overlap, circles touch
// tick 3: boxes overlap, circles touch
// tick 4: 1 ended
