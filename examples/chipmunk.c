// Contacts as Chipmunk's broad phase. Boxes meet before the balls in them do: a contact that stays is compared again.
#include <chipmunk/chipmunk.h>
#include <quadrille/quadrille.h>
#include <stdio.h>
enum { BALLS = 3, PAIRS = BALLS * BALLS };
static cpBody *bodies[BALLS];
static cpShape *shapes[BALLS];

static void collide(int step, const qd_pair *pair)
{
    const uint64_t a = pair->a.user, b = pair->b.user;
    const cpContactPointSet touch = cpShapesCollide(shapes[a], shapes[b]); // the normal points from a to b
    const double speed = cpvdot(cpvsub(cpBodyGetVelocity(bodies[a]), cpBodyGetVelocity(bodies[b])), touch.normal);
    if (touch.count == 0 || speed <= 0)
        return; // the boxes overlap, but the balls do not touch or are parting
    cpBodyApplyImpulseAtWorldPoint(bodies[a], cpvmult(touch.normal, -speed), touch.points[0].pointA); // mass 1
    cpBodyApplyImpulseAtWorldPoint(bodies[b], cpvmult(touch.normal, speed), touch.points[0].pointB);
    printf("step %d: ball %d hits ball %d at %.1f\n", step, (int)a, (int)b, speed);
}

int main(void)
{
    cpBB boxes[BALLS]; // left, bottom, right, top: read in place
    for (int i = 0; i < BALLS; i++) {
        bodies[i] = cpBodyNew(1, 1);
        shapes[i] = cpCircleShapeNew(bodies[i], 1, cpvzero);
        cpBodySetPosition(bodies[i], cpv(4 * i, i % 2 * 0.2));
        cpBodySetVelocity(bodies[i], cpv(i == 0 ? 6 : 0, 0));
        boxes[i] = cpShapeCacheBB(shapes[i]);
    }
    const qd_boxes view = { &boxes->l, &boxes->b, &boxes->r, &boxes->t, sizeof *boxes, QD_DOUBLE, QD_CORNERS };
    const qd_tree_def def = { .precision = QD_DOUBLE };
    const qd_items items = { .boxes = view };
    qd_tree *tree = qd_tree_new(&def);
    qd_contacts *contacts;
    qd_id ids[BALLS];
    if (!tree || qd_contacts_create(tree, NULL, &contacts) != QD_OK)
        return 1;
    qd_tree_insert_many(tree, &items, BALLS, ids, NULL); // users 0, 1, 2
    for (int step = 0; step < 120; step++) {
        for (int i = 0; i < BALLS; i++) {
            cpBodyUpdatePosition(bodies[i], 1.0 / 60);
            boxes[i] = cpShapeCacheBB(shapes[i]);
        }
        qd_tree_move_many(tree, ids, &view, BALLS, NULL);
        qd_contacts_update(contacts);
        qd_pair stayed[PAIRS];
        size_t fresh, old = qd_contacts_stayed(contacts, stayed, PAIRS, NULL);
        const qd_pair *began = qd_contacts_began(contacts, &fresh);
        for (size_t i = 0; i < old + fresh; i++)
            collide(step, i < old ? &stayed[i] : &began[i - old]);
    }
    for (int i = 0; i < BALLS; i++)
        cpShapeFree(shapes[i]), cpBodyFree(bodies[i]);
    qd_contacts_destroy(contacts);
    qd_tree_destroy(tree);
}
// Output:
// step 20: ball 0 hits ball 1 at 6.0
// step 41: ball 1 hits ball 2 at 5.7
