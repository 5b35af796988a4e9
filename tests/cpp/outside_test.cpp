// The kinds of tests that quadtree templates in C++ have, through the adapter of examples/: any number of nodes from
// none to thousands; add, query, remove; all pairs; open edges. Expected answers are loops over the nodes.
#include "../../examples/adapter.hpp"
#include "check.hpp"

namespace
{

// What such templates index: nodes of the program, with a place in floats.
struct place {
    float left, top, width, height;
};
struct node {
    place box;
    std::size_t number;
};
struct box_of_node {
    const place &operator()(const node *n) const
    {
        return n->box;
    }
};
using tree_of_nodes = Quadtree<node *, box_of_node>;
constexpr place world = { 0, 0, 1, 1 };

std::size_t cases;

// Nodes in the unit square with sides of up to a hundredth; every ninth begins where the one before ends.
std::vector<node> random_nodes(std::size_t count)
{
    random_numbers random(count + 1);
    std::vector<node> nodes(count);
    for (std::size_t i = 0; i < count; i++) {
        const auto part = [&](float most) { return most * static_cast<float>(random.below(1u << 20)) / (1u << 20); };
        place p = { part(1), part(1), part(0.01F), part(0.01F) };
        if (i % 9 == 8)
            p.left = nodes[i - 1].box.left + nodes[i - 1].box.width;
        nodes[i] = { p, i };
    }
    return nodes;
}

// Open edges, in floats: boxes that only touch do not intersect.
bool intersect(const place &a, const place &b)
{
    return a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height &&
           b.top < a.top + a.height;
}

// The question about each node's own box.
void compare_queries(const tree_of_nodes &tree, const std::vector<node *> &kept)
{
    for (const node *asked : kept) {
        std::vector<std::size_t> expected, found;
        for (const node *n : kept)
            if (intersect(asked->box, n->box))
                expected.push_back(n->number);
        for (const node *n : tree.query(asked->box))
            found.push_back(n->number);
        CHECK(sorted(found) == expected);
    }
    cases++;
}

void compare_pairs(const tree_of_nodes &tree, const std::vector<node *> &kept)
{
    std::vector<std::pair<std::size_t, std::size_t>> expected, found;
    for (std::size_t i = 0; i < kept.size(); i++) {
        for (std::size_t k = i + 1; k < kept.size(); k++)
            if (intersect(kept[i]->box, kept[k]->box))
                expected.emplace_back(kept[i]->number, kept[k]->number);
    }
    for (auto [a, b] : tree.findAllIntersections())
        found.emplace_back(std::minmax(a->number, b->number));
    CHECK(sorted(found) == expected);
    cases++;
}

// Four cases: questions and pairs, before and after about half of the nodes are removed. Then the rest goes.
void test_nodes(std::size_t count)
{
    std::vector<node> nodes = random_nodes(count);
    std::vector<node *> kept, rest;
    tree_of_nodes tree(world);
    for (node &n : nodes) {
        tree.add(&n);
        kept.push_back(&n);
    }
    compare_queries(tree, kept);
    compare_pairs(tree, kept);
    random_numbers random(count);
    for (node *n : kept)
        if (random.below(2) == 0)
            tree.remove(n);
        else
            rest.push_back(n);
    compare_queries(tree, rest);
    compare_pairs(tree, rest);
    for (node *n : rest)
        tree.remove(n);
    CHECK(tree.query(world).empty() && tree.findAllIntersections().empty());
}

// Beside what such templates accept: nodes without a size, equal ones, nodes outside of the world, and removal of what
// is not there.
void test_hard_ones()
{
    std::vector<node> nodes = { { { 0.5F, 0.5F, 0, 0 }, 0 },
                                { { 0.5F, 0.5F, 0, 0 }, 1 },
                                { { 0.25F, 0.25F, 0.5F, 0.5F }, 2 },
                                { { 7, -3, 1, 1 }, 3 },
                                { { 7, -3, 1, 1 }, 4 } };
    tree_of_nodes tree(world);
    for (std::size_t i = 0; i < 4; i++)
        tree.add(&nodes[i]);
    CHECK(tree.query(place{ 0.4F, 0.4F, 0.2F, 0.2F }).size() == 3 &&
          tree.query(place{ 7.5F, -2.5F, 1, 1 }).size() == 1);
    tree.remove(&nodes[1]);
    CHECK(tree.query(place{ 0.4F, 0.4F, 0.2F, 0.2F }).size() == 2);
    tree.remove(&nodes[1]);
    tree.remove(&nodes[4]);
    CHECK(tree.query(place{ 7.5F, -2.5F, 1, 1 }).size() == 1 && tree.findAllIntersections().size() == 1);
    cases++;
}

// Tiles that share their sides: no pairs with open edges, eight neighbours with closed ones.
void test_tiles()
{
    quadrille::tree<> open(quadrille::definition().open_edges()), closed;
    for (int y = 0; y < 20; y++) {
        for (int x = 0; x < 20; x++) {
            open.insert(quadrille::xywh(x, y, 1, 1), 0);
            closed.insert(quadrille::xywh(x, y, 1, 1), 0);
        }
    }
    CHECK(open.count_pairs() == 0 && open.count(quadrille::xywh(5, 5, 1, 1)) == 1);
    CHECK(closed.count_pairs() == 2 * 20 * 19 + 2 * 19 * 19 && closed.count(quadrille::xywh(5, 5, 1, 1)) == 9);
    cases++;
}

} // namespace

int main()
{
    for (std::size_t count = 0; count < 200; count++)
        test_nodes(count);
    for (const std::size_t count : { 200u, 500u, 1000u, 3000u, 10000u })
        test_nodes(count);
    test_hard_ones();
    test_tiles();
    CHECK(cases == 4 * 205 + 2);
    std::printf("%zu cases\n", cases);
}
