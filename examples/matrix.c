// The classic matrix of what collides with what, a callback for each side. The matrix becomes the filters, so that
// pairs that it leaves out are never looked for; contacts say when a collision begins, and each side is called once.
#include <quadrille/quadrille.h>
#include <stdio.h>

enum { SHIP, ROCK, SHOT, TYPES };
static const char *const names[TYPES] = { "ship", "rock", "shot" };

typedef void on_hit(uint64_t self, uint64_t other);

static void break_up(uint64_t self, uint64_t other)
{
    printf("the %s breaks up on the %s\n", names[self], names[other]);
}

// What the type of the row does when it hits the type of the column; NULL on both sides: they pass each other.
static on_hit *const matrix[TYPES][TYPES] = {
    { NULL, break_up, NULL },     // the ship
    { break_up, NULL, break_up }, // the rock
    { NULL, break_up, NULL },     // the shot
};

static qd_filter filter_of(int type)
{
    qd_filter filter = { .layers = 1u << type, .mask = QD_NO_LAYER }; // 0 would meet everything
    for (int other = 0; other < TYPES; other++)
        if (matrix[type][other] || matrix[other][type])
            filter.mask |= 1u << other;
    return filter;
}

int main(void)
{
    qd_tree *tree = qd_tree_new(NULL);
    qd_contacts *contacts;
    if (!tree || qd_contacts_create(tree, NULL, &contacts) != QD_OK)
        return 1;
    for (int type = 0; type < TYPES; type++) { // all in one place
        const qd_item item = { .user = (uint64_t)type, .filter = filter_of(type) };
        qd_tree_insert(tree, &item, NULL);
    }
    if (qd_contacts_update(contacts) != QD_OK)
        return 1;
    size_t count;
    const qd_pair *began = qd_contacts_began(contacts, &count);
    for (size_t i = 0; i < 2 * count; i++) { // both ways round
        uint64_t a = began[i / 2].a.user, b = began[i / 2].b.user, self = i % 2 ? b : a, other = i % 2 ? a : b;
        if (matrix[self][other])
            matrix[self][other](self, other);
    }
    qd_contacts_destroy(contacts);
    qd_tree_destroy(tree);
}

// Output:
// the ship breaks up on the rock
// the rock breaks up on the ship
// the rock breaks up on the shot
// the shot breaks up on the rock
