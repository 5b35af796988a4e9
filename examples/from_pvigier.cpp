// From a quadtree template to quadrille::tree: its calls in comments, ours below them. Both index pointers to nodes.
// A program that keeps its calls includes adapter.hpp.
#include <cstdio>
#include <quadrille/quadrille.hpp>

struct node {
    quadrille::box box; // left, top, width, height there; two corners here, or quadrille::xywh
    int number;
    quadrille::tree<node *>::id id;
};

int main()
{
    std::vector<node> nodes;
    nodes.reserve(6);
    for (int i = 0; i < 6; i++)
        nodes.push_back({ quadrille::xywh(i * 2.0, i, 3, 2), i, {} });

    // Quadtree<node *, get_box> tree(Box<float>(0, 0, 20, 20), get_box);
    // Its edges are open: boxes that only touch do not intersect. Items outside of its world are an error there.
    quadrille::tree<node *> tree(quadrille::definition().open_edges());

    // tree.add(&n);    the box comes from get_box, the item is found again by its box
    for (node &n : nodes)
        n.id = tree.insert(n.box, &n);

    // std::vector<node *> found = tree.query(Box<float>(4, 2, 3, 2));
    for (const node *n : tree.in(quadrille::xywh(4, 2, 3, 2)))
        std::printf("node %d\n", n->number);

    // std::vector<std::pair<node *, node *>> pairs = tree.findAllIntersections();
    for (auto [a, b] : tree.pairs())
        std::printf("nodes %d and %d\n", a->number, b->number);

    // tree.remove(&n);    before its box changes
    tree.remove(nodes[2].id);

    // tree.remove(&n); n.box = box; tree.add(&n);    a move is one call here, and the box may have changed before
    nodes[5].box = quadrille::xywh(3, 2, 3, 2);
    tree.move(nodes[5].id, nodes[5].box);
    std::printf("%zu pairs now\n", tree.count_pairs());
}

// Output:
// node 1
// node 2
// node 3
// nodes 0 and 1
// nodes 1 and 2
// nodes 2 and 3
// nodes 3 and 4
// nodes 4 and 5
// 3 pairs now
