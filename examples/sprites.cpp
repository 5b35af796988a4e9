// Sprites by position and size in C++: read where they lie, with layers, and removed by an explosion.
#include <cstdio>
#include <quadrille/quadrille.hpp>

enum layer : unsigned { walls = 1, monsters = 2, ghosts = 4 };

struct rect {
    float x, y, width, height;
};
template <> struct quadrille::layout<rect> : quadrille::numbers<float, 4, QD_SIZES> {
};

struct sprite {
    const char *name;
    unsigned layers, meets;
    rect place;
};

int main()
{
    std::vector<sprite> sprites = { { "wall", walls, monsters, { 0, 0, 10, 1 } },
                                    { "orc", monsters, walls | monsters, { 2, 1, 1, 2 } },
                                    { "troll", monsters, walls | monsters, { 5, 1, 2, 3 } },
                                    { "ghost", ghosts, 0, { 2, 0, 1, 2 } } };
    quadrille::tree<sprite *> tree;
    const auto ids = tree.insert(sprites, &sprite::place);
    for (std::size_t i = 0; i < ids.size(); i++)
        tree.set_filter(ids[i], { sprites[i].layers, sprites[i].meets ? sprites[i].meets : QD_NO_LAYER });
    for (auto [a, b] : tree.pairs())
        std::printf("%s touches the %s\n", a->name, b->name);

    // The filter of one item: its layers, and the layers that it meets.
    sprite bat = { "bat", monsters, walls, { 4, 5, 1, 1 } };
    tree.insert(quadrille::xywh(4, 5, 1, 1), &bat, quadrille::filter{ bat.layers, bat.meets });

    // A search must not change the tree, so collect first what to change. A question sees the layers of its mask.
    const auto blast = quadrille::question(quadrille::circle{ { 4, 3 }, 2 }).seen_by({ 0, monsters });
    for (const auto &hit : tree.find_entries(blast)) {
        std::printf("the blast hits the %s\n", hit.value()->name);
        tree.remove(hit.id());
    }
    std::printf("%zu left\n", tree.size());
}

// Output:
// wall touches the orc
// wall touches the troll
// the blast hits the orc
// the blast hits the troll
// the blast hits the bat
// 2 left
