// The kinds of tests that other C++ libraries of this sort have: quadtree templates (sizes from none to thousands; add,
// query, remove; all pairs; open edges) and R-trees (intersects, within, covers, disjoint, satisfies, nearest, and
// several at once). Expected answers are loops over the boxes.
#include "check.hpp"

using quadrille::box;
using quadrille::point;

namespace
{

// What such templates index: nodes of the program, found by their address.
struct node {
    box place;
    std::size_t id;
};

std::vector<node> random_nodes(std::size_t count)
{
    std::vector<node> nodes;
    for (const box &b : random_boxes(count, 1000, count + 1)) {
        nodes.push_back({ { b.min, { b.max.x + 1, b.max.y + 1 } }, nodes.size() });
    }
    return nodes;
}

// Open edges: boxes that only touch do not intersect.
bool intersect(const box &a, const box &b)
{
    return a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y;
}

using pairs_of_ids = std::vector<std::pair<std::size_t, std::size_t>>;

pairs_of_ids all_pairs(const std::vector<node> &nodes, const std::vector<bool> &removed)
{
    pairs_of_ids out;
    for (std::size_t i = 0; i < nodes.size(); i++) {
        for (std::size_t k = i + 1; k < nodes.size(); k++) {
            if (!removed[i] && !removed[k] && intersect(nodes[i].place, nodes[k].place)) {
                out.emplace_back(i, k);
            }
        }
    }
    return out;
}

void compare(const quadrille::tree<node *> &tree, const std::vector<node> &nodes, const std::vector<bool> &removed)
{
    // The question about each node's own box, and all pairs.
    for (std::size_t i = 0; i < nodes.size(); i += 1 + nodes.size() / 200) {
        std::vector<std::size_t> expected, found;
        for (std::size_t k = 0; k < nodes.size(); k++) {
            if (!removed[k] && intersect(nodes[i].place, nodes[k].place)) {
                expected.push_back(k);
            }
        }
        for (const node *n : tree.in(nodes[i].place)) {
            found.push_back(n->id);
        }
        CHECK(sorted(found) == expected);
    }
    pairs_of_ids found;
    for (auto [a, b] : tree.pairs()) {
        found.emplace_back(std::minmax(a->id, b->id));
    }
    CHECK(sorted(found) == all_pairs(nodes, removed));
}

void test_template(std::size_t count)
{
    std::vector<node> nodes = random_nodes(count);
    quadrille::tree<node *> tree(quadrille::definition().open_edges().world({ { 0, 0 }, { 1000, 1000 } }));
    std::vector<quadrille::tree<node *>::id> ids;
    std::vector<bool> removed(count);
    ids.reserve(count);
    for (node &n : nodes) {
        ids.push_back(tree.insert(n.place, &n));
    }
    compare(tree, nodes, removed);
    random_numbers random(count);
    for (std::size_t i = 0; i < count; i++) { // about half
        if (random.below(2) == 0) {
            tree.remove(ids[i]);
            removed[i] = true;
        }
    }
    compare(tree, nodes, removed);
    for (std::size_t i = 0; i < count; i++) {
        if (!removed[i]) {
            tree.remove(ids[i]);
        }
    }
    CHECK(tree.empty() && tree.pairs().empty());
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
}

// The predicates of R-trees, for boxes and for points.
void test_predicates(const std::vector<box> &boxes)
{
    quadrille::tree<std::uint32_t> tree;
    tree.insert(boxes);
    const auto meets = [](const box &a, const box &b) { return qd_box_overlaps(a, b); };
    const auto in = [](const box &a, const box &b) {
        return b.min.x <= a.min.x && a.max.x <= b.max.x && b.min.y <= a.min.y && a.max.y <= b.max.y;
    };
    for (const box &q : random_boxes(60, 100, 77)) {
        const box w = { q.min, { q.max.x + 9, q.max.y + 9 } };
        const auto intersects = brute_force(boxes, [&](const box &b) { return meets(b, w); });
        CHECK(sorted(tree.find(w)) == intersects);
        CHECK(sorted(tree.find(quadrille::inside(w))) == brute_force(boxes, [&](const box &b) { return in(b, w); }));
        CHECK(sorted(tree.find(quadrille::containing(q))) ==
              brute_force(boxes, [&](const box &b) { return in(q, b); }));
        // Disjoint: everything that is not in the answer.
        std::vector<std::uint32_t> disjoint, rest;
        for (const std::uint32_t i : tree.all()) {
            disjoint.push_back(i);
        }
        disjoint = sorted(disjoint);
        std::set_difference(disjoint.begin(), disjoint.end(), intersects.begin(), intersects.end(),
                            std::back_inserter(rest));
        CHECK(rest == brute_force(boxes, [&](const box &b) { return !meets(b, w); }));
        // Satisfies, and several at once: a condition of the program in the loop.
        std::vector<std::uint32_t> both;
        for (const std::uint32_t i : tree.in(w)) {
            if (i % 3 == 0 && !in(boxes[i], w)) {
                both.push_back(i);
            }
        }
        std::vector<std::uint32_t> expected;
        for (const std::uint32_t i : intersects) {
            if (i % 3 == 0 && !in(boxes[i], w)) {
                expected.push_back(i);
            }
        }
        CHECK(sorted(both) == expected);
        // Nearest with a condition, and removal of what a question finds.
        std::vector<double> near, all;
        for (const auto &hit : tree.nearest(q.min)) {
            if (hit.value() % 2 == 0) {
                near.push_back(hit.distance());
            }
            if (near.size() == 7) {
                break;
            }
        }
        for (std::size_t i = 0; i < boxes.size(); i += 2) {
            const box p = quadrille::at(q.min);
            const double x = std::max({ boxes[i].min.x - p.min.x, 0.0, p.min.x - boxes[i].max.x });
            const double y = std::max({ boxes[i].min.y - p.min.y, 0.0, p.min.y - boxes[i].max.y });
            all.push_back(x * x + y * y);
        }
        all = sorted(all);
        CHECK(near.size() == std::min<std::size_t>(7, all.size()));
        for (std::size_t i = 0; i < near.size(); i++) {
            CHECK(std::abs(near[i] * near[i] - all[i]) < 1e-3 * (1 + all[i]));
        }
    }
    const box half = { { 0, 0 }, { 50, 100 } };
    const std::size_t before = tree.count(half);
    CHECK(tree.remove_found(half) == before && tree.size() == boxes.size() - before && !tree.any(half));
}

} // namespace

int main()
{
    for (const std::size_t count :
         { 0u, 1u, 2u, 3u, 5u, 10u, 16u, 17u, 50u, 64u, 65u, 100u, 200u, 500u, 1000u, 3000u }) {
        test_template(count);
    }
    test_tiles();
    test_predicates({});
    test_predicates(random_boxes(1, 100, 1));
    test_predicates(random_boxes(500, 100, 2));
    std::vector<box> points = random_boxes(500, 100, 3);
    for (box &b : points) {
        b = quadrille::at(b.min);
    }
    test_predicates(points);
}
