// Every question, in every way to ask it, against brute force; the same on a tree and on a checker, which compares each
// answer with the oracle.
#include "check.hpp"

#include <quadrille/oracle.hpp>

using quadrille::box;
using quadrille::circle;
using quadrille::point;
using quadrille::polygon;
using number = std::uint32_t;

namespace
{

bool overlaps(const box &a, const box &b)
{
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
}

double distance_squared(point p, const box &b)
{
    const double x = std::max({ b.min.x - p.x, 0.0, p.x - b.max.x });
    const double y = std::max({ b.min.y - p.y, 0.0, p.y - b.max.y });
    return x * x + y * y;
}

// One question in every way.
template <class Tree> void ask(const Tree &tree, const quadrille::question &q, const std::vector<number> &expected)
{
    std::vector<number> looped;
    for (const number i : tree.in(q))
        looped.push_back(i);
    CHECK(sorted(looped) == expected);
    CHECK(sorted(tree.find(q)) == expected);
    CHECK(tree.count(q) == expected.size());
    CHECK(tree.any(q) == !expected.empty());
    CHECK(tree.check(q));
    const auto one = tree.first(q);
    CHECK(one.has_value() == !expected.empty());
    CHECK(!one || std::binary_search(expected.begin(), expected.end(), *one));

    std::vector<number> visited, with_ids, found;
    tree.visit(q, [&](number i) { visited.push_back(i); });
    CHECK(sorted(visited) == expected);
    for (auto [id, i] : tree.in(q).entries()) {
        CHECK(tree.get(id)->value == i);
        with_ids.push_back(i);
    }
    CHECK(sorted(with_ids) == expected);
    for (const auto &e : tree.find_entries(q)) {
        CHECK(tree.get(e.id())->value == e);
        found.push_back(e);
    }
    CHECK(sorted(found) == expected);

    std::vector<typename Tree::entry_type> room(expected.size() + 1);
    CHECK(tree.find_into(q, room) == expected.size());
    std::size_t all = 0;
    CHECK(tree.find_into(q, room.data(), 1, &all) == std::min<std::size_t>(1, expected.size()));
    CHECK(all == expected.size());
    // Standard algorithms take the iterators.
    auto range = tree.in(q);
    CHECK(sorted(std::vector<number>(range.begin(), range.end())) == expected);
}

template <class Tree> void test_items(const Tree &tree, const std::vector<box> &boxes)
{
    for (const box &window : random_boxes(40, 200, 5)) {
        const box w = quadrille::around(window.min, window.max.x - window.min.x + 1, 12);
        ask(tree, w, brute_force(boxes, [&](const box &b) { return overlaps(b, w); }));
        ask(tree, quadrille::inside(w), brute_force(boxes, [&](const box &b) {
                return w.min.x <= b.min.x && b.max.x <= w.max.x && w.min.y <= b.min.y && b.max.y <= w.max.y;
            }));
        ask(tree, window.min, brute_force(boxes, [&](const box &b) { return overlaps(b, quadrille::at(window.min)); }));
        ask(tree, quadrille::containing(window), brute_force(boxes, [&](const box &b) {
                return b.min.x <= window.min.x && window.max.x <= b.max.x && b.min.y <= window.min.y &&
                       window.max.y <= b.max.y;
            }));
        ask(tree, circle{ window.min, 13 },
            brute_force(boxes, [&](const box &b) { return distance_squared(window.min, b) <= 13 * 13; }));
        // A box as a polygon.
        const polygon corners{ w.min, { w.max.x, w.min.y }, w.max, { w.min.x, w.max.y } };
        ask(tree, corners, brute_force(boxes, [&](const box &b) { return overlaps(b, w); }));
    }
    ask(tree, quadrille::question(), brute_force(boxes, [](const box &) { return true; }));
    ask(tree, box{ { 900, 900 }, { 901, 901 } }, {});
    CHECK(tree.count({ { 0, 0 }, { 300, 300 } }) == boxes.size());
    std::size_t all = 0;
    for (const number i : tree.all())
        all += i < boxes.size() ? 1 : 0;
    CHECK(all == boxes.size());
    // A polygon that is gone when the loop runs, before and after its first batch.
    auto range = tree.in(polygon{ { 0, 0 }, { 300, 0 }, { 300, 300 }, { 0, 300 } });
    std::vector<number> from_range(range.begin(), range.end());
    CHECK(from_range.size() == boxes.size());
    auto entries = tree.in(polygon{ { 0, 0 }, { 300, 0 }, { 300, 300 }, { 0, 300 } }).entries();
    CHECK(static_cast<std::size_t>(std::distance(entries.begin(), entries.end())) == boxes.size());
    // More corners than a polygon may have, and a window with its sides the wrong way round: malformed, nothing found.
    const std::vector<point> many(QD_MAX_CORNERS + 1);
    CHECK(!tree.check(polygon(many.data(), many.size())) && tree.find(polygon(many.data(), many.size())).empty());
    CHECK(!tree.check(box{ { 1, 1 }, { 0, 0 } }) && !tree.any(box{ { 1, 1 }, { 0, 0 } }));
}

template <class Tree> void test_ranked(const Tree &tree, const std::vector<box> &boxes)
{
    const point p = { 77, 61 };
    std::vector<double> distances(boxes.size());
    std::transform(boxes.begin(), boxes.end(), distances.begin(), [&](const box &b) { return distance_squared(p, b); });
    distances = sorted(distances);

    std::size_t rank = 0;
    for (auto [i, distance] : tree.nearest(p)) {
        CHECK(distance * distance - distances[rank] < 1e-3 * (1 + distances[rank]));
        CHECK(distance_squared(p, boxes[i]) == distances[rank]);
        rank++;
    }
    CHECK(rank == boxes.size());
    const auto five = tree.nearest(p, 5);
    CHECK(five.size() == 5 && tree.nearest(p, 1000000).size() == boxes.size());
    CHECK(tree.first(quadrille::nearest_to(p))->id() == five[0].id());
    CHECK(!tree.first(quadrille::nearest_to(point{ 1e6, 0 }, 1)));
    CHECK(tree.check(quadrille::nearest_to(p)) && !tree.check(quadrille::nearest_to(p, -1)));
    const auto within = quadrille::nearest_to(quadrille::at(p), 20);
    const auto near =
        static_cast<std::size_t>(std::count_if(distances.begin(), distances.end(), [](double d) { return d <= 400; }));
    CHECK(tree.count(within) == near && near > 5);
    std::size_t visited = 0;
    tree.visit(within, [&](const auto &hit) {
        CHECK(hit.distance() <= 20 && hit.normal().x == 0);
        visited++;
    });
    CHECK(visited == near);
    // The limit shrinks to the hit that is accepted.
    double best = 20;
    tree.visit(within, [&](const auto &hit, double &limit) {
        best = std::min(best, hit.distance());
        limit = hit.distance();
    });
    CHECK(best == five[0].distance());
    typename Tree::hit_type three[3];
    CHECK(tree.find_into(within, three) == 3 && three[2].id() == five[2].id());

    // A ray along y = 50 hits what overlaps this line, in the order of x.
    double before = 0;
    std::size_t hits = 0;
    for (const auto &hit : tree.ray({ 0, 50 }, { 1, 0 })) {
        const box &b = boxes[hit.value()];
        CHECK(b.min.y <= 50 && 50 <= b.max.y && hit.t() == std::max(0.0, b.min.x) && hit.t() >= before);
        CHECK(hit.point().y == 50);
        before = hit.t();
        hits++;
    }
    CHECK(hits == brute_force(boxes, [](const box &b) { return b.min.y <= 50 && 50 <= b.max.y; }).size() && hits > 9);
    CHECK(tree.count(quadrille::segment({ 0, 50 }, { 400, 50 })) == hits);
    const box mover = quadrille::xywh(-4, 40, 2, 2);
    std::size_t met = 0;
    for (auto [i, t] : tree.cast(mover, { 400, 0 })) {
        CHECK(boxes[i].min.y <= 42 && boxes[i].max.y >= 40 && t <= 1);
        met++;
    }
    CHECK(met == brute_force(boxes, [](const box &b) { return b.min.y <= 42 && 40 <= b.max.y; }).size());
    CHECK(tree.count(quadrille::cast(circle{ { -4, 40 }, 1 }, { 400, 0 })) > 0);
}

template <class Tree> void test_pairs(const Tree &tree, const Tree &other, const std::vector<box> &boxes)
{
    std::vector<std::pair<number, number>> expected, looped, visited, by_pair;
    for (number i = 0; i < boxes.size(); i++) {
        for (number k = i + 1; k < boxes.size(); k++)
            if (overlaps(boxes[i], boxes[k]))
                expected.emplace_back(i, k);
    }
    for (auto [a, b] : tree.pairs())
        looped.emplace_back(std::minmax(a, b));
    tree.pairs([&](number a, number b) { visited.emplace_back(std::minmax(a, b)); });
    tree.pairs([&](const typename Tree::pair_type &p) {
        CHECK(tree.has(p.a().id()) && tree.has(p.b().id()));
        by_pair.emplace_back(std::min<number>(p.a(), p.b()), std::max<number>(p.a(), p.b()));
    });
    CHECK(sorted(looped) == expected && sorted(visited) == expected && sorted(by_pair) == expected);
    CHECK(tree.count_pairs() == expected.size());
    std::vector<typename Tree::pair_type> room(expected.size());
    std::size_t all = 0;
    CHECK(tree.pairs_into(room.data(), 3, &all) == 3 && all == expected.size());

    std::size_t near = 0;
    tree.pairs(
        [&](number a, number b, double distance) {
            CHECK(distance <= 4 && (distance > 0) == !overlaps(boxes[a], boxes[b]));
            near++;
        },
        quadrille::within(4));
    CHECK(near == tree.count_pairs(quadrille::within(4)) && near > expected.size());
    CHECK(tree.pairs(quadrille::within(4)).size() == near);
    // No distance is computed for pairs that overlap.
    tree.pairs([&](number, number, double distance) { CHECK(distance == 0); });

    // The other tree has the same boxes: every pair twice, and each item with its twin.
    std::size_t with = 0;
    tree.pairs_with(other, [&](number a, number b) { with += overlaps(boxes[a], boxes[b]) ? 1 : 0; });
    CHECK(with == 2 * expected.size() + boxes.size());
    CHECK(tree.pairs_with(other).size() == with);
}

template <class Tree> void test_all(const quadrille::definition &def)
{
    const std::vector<box> boxes = random_boxes(700, 200, 3);
    Tree tree(def), other(def);
    for (number i = 0; i < boxes.size(); i++) {
        tree.insert(boxes[i], i);
        other.insert(boxes[i], i);
    }
    const Tree &questions = tree;
    test_items(questions, boxes);
    test_ranked(questions, boxes);
    test_pairs(questions, static_cast<const Tree &>(other), boxes);
}

// Filters and ignored items, in each kind of question.
void test_filters()
{
    quadrille::tree<number> tree;
    const auto a = tree.insert(quadrille::xywh(0, 0, 2, 2), 0, { { 1, 0 }, 0 });
    const auto b = tree.insert(quadrille::xywh(1, 1, 2, 2), 1, { { 2, 0 }, 0 });
    const quadrille::question everything;
    CHECK(tree.find(everything.seen_by({ 0, 2 })) == std::vector<number>{ 1 });
    CHECK(tree.find(everything.ignoring(b)) == std::vector<number>{ 0 });
    CHECK(tree.first(quadrille::nearest_to(point{ 0, 0 }).seen_by({ 0, 2 }))->value() == 1);
    CHECK(tree.first(quadrille::nearest_to(point{ 0, 0 }).ignoring(a))->value() == 1);
    CHECK(tree.count_pairs() == 1 && tree.count_pairs(quadrille::pairing().seen_by({ 0, 4 })) == 0);
    tree.set_filter(a, { 4, 4 });
    CHECK(tree.get(a)->filter.layers == 4 && tree.count_pairs() == 0);
}

void test_nodes()
{
    quadrille::tree<number> tree;
    tree.insert(random_boxes(700, 200, 3));
    std::size_t items = 0, nodes = 0;
    for (const qd_node &node : tree.nodes()) {
        items += node.items;
        nodes++;
    }
    CHECK(items == tree.size() && nodes > 10 && tree.stats().items == items && tree.is_sound());
    auto range = tree.nodes();
    CHECK(range.begin()->items_below + range.begin()->items > 0);
}

number value_of(number value)
{
    return value;
}

number value_of(const quadrille::hit<number> &hit)
{
    return hit.value();
}

// A loop that ends early, and another over the same range, or over a copy of it: all results, each once.
template <class Range> std::vector<number> stop_and_go_on(Range range, std::size_t stop)
{
    std::vector<number> first, rest, copied;
    for (const auto &one : range) {
        first.push_back(value_of(one));
        if (first.size() == stop)
            break;
    }
    Range copy = range;
    for (const auto &one : copy)
        copied.push_back(value_of(one));
    for (const auto &one : range)
        rest.push_back(value_of(one));
    CHECK(first.size() <= stop && copied == rest);
    first.insert(first.end(), rest.begin(), rest.end());
    return sorted(first);
}

template <class Tree> void test_two_loops()
{
    Tree tree;
    tree.insert(random_boxes(300, 200, 3));
    const circle some{ { 100, 100 }, 30 };
    const auto all = sorted(tree.find(quadrille::question())), few = sorted(tree.find(some));
    CHECK(few.size() > 5 && few.size() < 64);
    for (std::size_t stop = 1; stop <= all.size(); stop += stop < 70 ? 1 : 29) {
        CHECK(stop_and_go_on(tree.all(), stop) == all);
        CHECK(stop_and_go_on(tree.in(some), stop) == few);
        CHECK(stop_and_go_on(tree.nearest({ 3, 3 }), stop) == all);
    }
}

void test_many()
{
    const std::vector<box> boxes = random_boxes(700, 200, 3), windows = random_boxes(90, 200, 9);
    quadrille::tree<number> tree;
    tree.insert(boxes);
    const auto rows = tree.in_many(windows);
    std::vector<quadrille::question> each;
    CHECK(rows.size() == windows.size());
    std::size_t all = 0;
    for (std::size_t i = 0; i < windows.size(); i++) {
        const auto expected = brute_force(boxes, [&](const box &b) { return overlaps(b, windows[i]); });
        CHECK(sorted(std::vector<number>(rows[i].begin(), rows[i].end())) == expected);
        all += expected.size();
        each.emplace_back(circle{ windows[i].min, 30 });
    }
    CHECK(rows.total() == all);
    const auto circles = tree.find_many(each); // has more results than the first try has room for
    const auto nearest = tree.nearest_many(windows, 3);
    std::vector<quadrille::ranking> rays;
    for (std::size_t i = 0; i < windows.size(); i++) {
        CHECK(circles[i].size() == tree.count(each[i]));
        const auto hits = tree.find(quadrille::nearest_to(windows[i]), 3);
        CHECK(nearest[i].size() == 3 && nearest[i][2].distance() == hits[2].distance());
        rays.push_back(quadrille::ray(windows[i].min, { 1, 1 }));
    }
    CHECK(circles.total() > 16 * each.size());
    const auto first = tree.find_many(rays, 1);
    CHECK(first.size() == rays.size() && first[0].size() <= 1);
    CHECK(tree.in_many(std::vector<box>()).size() == 0 && quadrille::rows<number>().size() == 0);
    CHECK(quadrille::hit_rows<number>().size() == 0);
    CHECK(refuses([&] { (void)tree.nearest_many(windows, 0); }, QD_BAD_VALUE, "range"));
    // Rows take memory for what the tree has, however many are asked for.
    const auto every = tree.nearest_many(windows, SIZE_MAX);
    CHECK(every.size() == windows.size() && every[0].size() == boxes.size());
    CHECK(quadrille::tree<number>().nearest_many(windows, SIZE_MAX)[1].empty());
}

} // namespace

int main()
{
    test_all<quadrille::tree<number>>(quadrille::definition());
    test_all<quadrille::tree<number>>(quadrille::definition().doubles());
    test_all<quadrille::checker<number>>(quadrille::definition());
    test_filters();
    test_nodes();
    test_two_loops<quadrille::tree<number>>();
    test_two_loops<quadrille::checker<number>>();
    test_many();
}
