// A game's own structs in C++: the tree reads the boxes inside them, and hands out pointers to them.
#include <cstdio>
#include <quadrille/quadrille.hpp>

struct unit {
    const char *name;
    quadrille::box box;
    quadrille::point speed;
    int life;
};

int main()
{
    std::vector<unit> units = {
        { "archer", { { 0, 0 }, { 1, 1 } }, { 1, 0 }, 3 },
        { "knight", { { 4, 0 }, { 5, 1 } }, { 0, 0 }, 5 },
        { "dragon", { { 9, 3 }, { 12, 5 } }, { -1, -1 }, 9 },
    };
    quadrille::tree<unit *> tree;
    const auto ids = tree.insert(units, &unit::box);
    quadrille::contacts<unit *> contacts(tree);

    for (int tick = 1; tick <= 4; tick++) {
        for (unit &u : units) {
            u.box = { { u.box.min.x + u.speed.x, u.box.min.y + u.speed.y },
                      { u.box.max.x + u.speed.x, u.box.max.y + u.speed.y } };
        }
        tree.move(ids, units, &unit::box);
        contacts.update();
        for (auto [a, b] : contacts.began())
            std::printf("tick %d: %s meets %s\n", tick, a->name, b->name);
        for (auto [a, b] : contacts.ended())
            std::printf("tick %d: %s leaves %s\n", tick, a->name, b->name);
    }
    for (unit *u : tree.in({ { 3, 0 }, { 6, 2 } }))
        u->life--;
    tree.pairs([](const unit *a, const unit *b) { std::printf("%s and %s overlap\n", a->name, b->name); });
    tree.pairs(
        [](const unit *a, const unit *b, double apart) { std::printf("%s, %s: %.1f\n", a->name, b->name, apart); },
        quadrille::within(3));
    std::printf("lives: %d %d %d\n", units[0].life, units[1].life, units[2].life);
}

// Output:
// tick 3: archer meets knight
// tick 4: archer meets dragon
// tick 4: knight meets dragon
// archer and knight overlap
// archer and dragon overlap
// knight and dragon overlap
// archer, knight: 0.0
// archer, dragon: 0.0
// knight, dragon: 0.0
// lives: 2 4 8
