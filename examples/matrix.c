// The classic matrix of what collides with what, a callback for each side. The matrix becomes the filters, so that
// pairs that it leaves out are never looked for; contacts say when a collision begins, and each side is called once.
#include <quadrille/quadrille.h>
#include <stdio.h>

enum type { SHIP, ROCK, SHOT, TYPES };
static const char *const names[TYPES] = { "ship", "rock", "shot" };

typedef void on_hit(enum type self, enum type other);

static void break_up(enum type self, enum type other)
{
    printf("the %s breaks up on the %s\n", names[self], names[other]);
}

// What the type of the row does when it hits the type of the column; NULL on both sides: they pass each other.
static on_hit *const matrix[TYPES][TYPES] = {
    [SHIP] = { [ROCK] = break_up },
    [ROCK] = { [SHIP] = break_up, [SHOT] = break_up },
    [SHOT] = { [ROCK] = break_up },
};

static void call(enum type self, enum type other)
{
    if (matrix[self][other])
        matrix[self][other](self, other);
}

static qd_filter filter_of(enum type type)
{
    qd_filter filter = { .layers = 1u << type, .mask = QD_NO_LAYERS }; // 0 would meet everybody
    for (int other = 0; other < TYPES; other++)
        if (matrix[type][other] || matrix[other][type])
            filter.mask |= 1u << other;
    return filter;
}

int main(void)
{
    qd_tree *tree = qd_tree_create(NULL);
    qd_contacts *contacts = qd_contacts_create(tree, NULL);
    for (int type = 0; type < TYPES; type++) // all in one place
        qd_tree_insert(tree, (qd_item){ .user = (uint64_t)type, .filter = filter_of((enum type)type) });
    if (qd_contacts_update(contacts) != QD_OK)
        return 1;
    qd_contact_list began = qd_contacts_began(contacts);
    for (size_t i = 0; i < began.count; i++) {
        enum type a = (enum type)began.pairs[i].a.user, b = (enum type)began.pairs[i].b.user;
        call(a, b);
        call(b, a);
    }
    qd_contacts_destroy(contacts);
    qd_tree_destroy(tree);
}

// Output:
// the ship breaks up on the rock
// the rock breaks up on the ship
// the rock breaks up on the shot
// the shot breaks up on the rock
