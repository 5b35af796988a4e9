// The kinds of questions that R-trees in C++ answer, each by the calls of the header, beside a loop over the boxes:
// intersects, within, covered by, covers, contains, overlaps, disjoint, satisfies, nearest, and several at once, also
// with a limit. With WITH_BOOST Boost's R-tree answers each of them too.
#include "check.hpp"
#include <cmath>
#ifdef WITH_BOOST
#include <boost/geometry.hpp>
#include <boost/geometry/index/rtree.hpp>
namespace bgi = boost::geometry::index;
using boost_point = boost::geometry::model::point<double, 2, boost::geometry::cs::cartesian>;
using boost_box = boost::geometry::model::box<boost_point>;
using boost_value = std::pair<boost_box, std::uint32_t>;
#endif

using quadrille::box;
using quadrille::point;

namespace
{

using numbers = std::vector<std::uint32_t>;

std::size_t answers, boost_answers;

bool meets(const box &a, const box &b)
{
    return qd_box_overlaps(a, b);
}
bool lies_in(const box &a, const box &b)
{
    return qd_box_contains(b, a);
}
bool has_area(const box &b)
{
    return b.min.x < b.max.x && b.min.y < b.max.y;
}
bool third(std::uint32_t i)
{
    return i % 3 == 0;
}
double apart(const box &b, point p)
{
    const double x = std::max({ b.min.x - p.x, 0.0, p.x - b.max.x }),
                 y = std::max({ b.min.y - p.y, 0.0, p.y - b.max.y });
    return std::sqrt(x * x + y * y);
}

// The same boxes in a tree, in an array, and with Boost in its R-tree.
struct scene {
    const std::vector<box> &boxes;
    quadrille::tree<std::uint32_t> tree;
#ifdef WITH_BOOST
    bgi::rtree<boost_value, bgi::rstar<16>> rtree{};
#endif

    scene(const std::vector<box> &all, bool doubles)
        : boxes(all), tree(doubles ? quadrille::definition().doubles() : quadrille::definition())
    {
        for (std::uint32_t i = 0; i < all.size(); i++) {
            tree.insert(all[i], i, quadrille::filter{ 1u << i % 3, 0 });
#ifdef WITH_BOOST
            rtree.insert({ boost_box({ all[i].min.x, all[i].min.y }, { all[i].max.x, all[i].max.y }), i });
#endif
        }
    }
};

#ifdef WITH_BOOST
boost_box as_boost(const box &b)
{
    return boost_box({ b.min.x, b.min.y }, { b.max.x, b.max.y });
}
// What Boost finds.
template <class Predicates> numbers by_boost(const scene &s, const Predicates &predicates)
{
    std::vector<boost_value> out;
    s.rtree.query(predicates, std::back_inserter(out));
    numbers found;
    for (const boost_value &v : out)
        found.push_back(v.second);
    boost_answers++;
    return sorted(found);
}
#define BOOST(...) by_boost(__VA_ARGS__)
#else
#define BOOST(...) numbers()
#endif

// One question: what the tree finds, which boxes it should find, and what Boost finds, if it is there.
template <class Rule> void same(const scene &s, const numbers &found, Rule rule, const numbers &boost)
{
    numbers expected;
    for (std::uint32_t i = 0; i < s.boxes.size(); i++)
        if (rule(s.boxes[i], i))
            expected.push_back(i);
    CHECK(sorted(found) == expected);
#ifdef WITH_BOOST
    CHECK(boost == expected);
#else
    CHECK(boost.empty());
#endif
    answers++;
}

// What is left of a question's answer when a condition of the program has chosen.
template <class Condition> numbers chosen(const scene &s, const quadrille::question &q, Condition condition)
{
    numbers out;
    s.tree.visit(q, [&](std::uint32_t i) {
        if (condition(i))
            out.push_back(i);
    });
    return out;
}

void test_relations(const scene &s, const box &w)
{
    const auto q = quadrille::question(w);
    const auto in_it = quadrille::inside(w), around_it = quadrille::containing(w);
    same(
        s, s.tree.find(q), [&](const box &b, auto) { return meets(b, w); }, BOOST(s, bgi::intersects(as_boost(w))));
    same(
        s, s.tree.find(in_it), [&](const box &b, auto) { return lies_in(b, w); },
        BOOST(s, bgi::covered_by(as_boost(w))));
    same(
        s, chosen(s, in_it, [&](std::uint32_t i) { return has_area(s.boxes[i]); }),
        [&](const box &b, auto) { return lies_in(b, w) && has_area(b); }, BOOST(s, bgi::within(as_boost(w))));
    same(
        s, s.tree.find(around_it), [&](const box &b, auto) { return lies_in(w, b); },
        BOOST(s, bgi::covers(as_boost(w))));
    same(
        s, s.tree.find(quadrille::containing(w.min)),
        [&](const box &b, auto) {
            return lies_in({ w.min, w.min }, b);
        },
        BOOST(s, bgi::covers(boost_point(w.min.x, w.min.y))));
    same(
        s, s.tree.find(w.max), [&](const box &b, auto) { return meets(b, quadrille::at(w.max)); },
        BOOST(s, bgi::intersects(boost_point(w.max.x, w.max.y))));
    // Disjoint: all but the answer.
    std::vector<bool> met(s.boxes.size());
    for (const std::uint32_t i : s.tree.in(w))
        met[i] = true;
    same(
        s, chosen(s, quadrille::question(), [&](std::uint32_t i) { return !met[i]; }),
        [&](const box &b, auto) { return !meets(b, w); }, BOOST(s, bgi::disjoint(as_boost(w))));
}

// Conditions of the program, filters, and several relations at once.
void test_combined(const scene &s, const box &w, const box &v)
{
    const auto small = [&](std::uint32_t i) { return third(i) && s.boxes[i].max.x - s.boxes[i].min.x < 4; };
#ifdef WITH_BOOST
    const auto is_third = bgi::satisfies([](const boost_value &one) { return third(one.second); });
    const auto is_small = bgi::satisfies([&](const boost_value &one) { return small(one.second); });
#endif
    same(
        s, chosen(s, quadrille::question(), small), [&](const box &, std::uint32_t i) { return small(i); },
        BOOST(s, is_small));
    same(
        s, chosen(s, w, third), [&](const box &b, std::uint32_t i) { return meets(b, w) && third(i); },
        BOOST(s, bgi::intersects(as_boost(w)) && is_third));
    same(
        s, s.tree.find(quadrille::question(w).seen_by({ 0, 1 })), // items whose number is divisible by 3 are on layer 0
        [&](const box &b, std::uint32_t i) { return meets(b, w) && third(i); },
        BOOST(s, bgi::intersects(as_boost(w)) && is_third));
    same(
        s, s.tree.find(quadrille::inside(w).seen_by({ 0, 1 })),
        [&](const box &b, std::uint32_t i) { return lies_in(b, w) && third(i); },
        BOOST(s, bgi::covered_by(as_boost(w)) && is_third));
    same(
        s, chosen(s, w, [&](std::uint32_t i) { return !lies_in(s.boxes[i], w); }),
        [&](const box &b, auto) { return meets(b, w) && !lies_in(b, w); },
        BOOST(s, bgi::intersects(as_boost(w)) && !bgi::covered_by(as_boost(w))));
    same(
        s, chosen(s, w, [&](std::uint32_t i) { return meets(s.boxes[i], v); }),
        [&](const box &b, auto) { return meets(b, w) && meets(b, v); },
        BOOST(s, bgi::intersects(as_boost(w)) && bgi::intersects(as_boost(v))));
    same(
        s, chosen(s, w, [&](std::uint32_t i) { return !meets(s.boxes[i], v) && small(i); }),
        [&](const box &b, std::uint32_t i) { return meets(b, w) && !meets(b, v) && small(i); },
        BOOST(s, bgi::intersects(as_boost(w)) && bgi::disjoint(as_boost(v)) && is_small));
}

// The least distances among the boxes that a rule allows, at most k.
template <class Rule> std::vector<double> least(const scene &s, point p, std::size_t k, Rule rule)
{
    std::vector<double> all;
    for (std::uint32_t i = 0; i < s.boxes.size(); i++)
        if (rule(s.boxes[i], i))
            all.push_back(apart(s.boxes[i], p));
    all = sorted(all);
    all.resize(std::min(k, all.size()));
    return all;
}

void same_distances(const std::vector<double> &found, const std::vector<double> &expected)
{
    CHECK(found.size() == expected.size());
    for (std::size_t i = 0; i < found.size(); i++)
        CHECK(std::abs(found[i] - expected[i]) < 1e-4 * (1 + expected[i]));
    answers++;
}

// Boxes at one distance may come in any order, so distances are compared.
void same_by_boost([[maybe_unused]] const scene &s, [[maybe_unused]] point p, [[maybe_unused]] const numbers &by_boost,
                   [[maybe_unused]] const std::vector<double> &expected)
{
#ifdef WITH_BOOST
    std::vector<double> distances;
    for (const std::uint32_t i : by_boost)
        distances.push_back(apart(s.boxes[i], p));
    same_distances(sorted(distances), expected);
    answers--;
#endif
}

void test_nearest(const scene &s, point p, const box &w)
{
    const auto any = [](const box &, std::uint32_t) { return true; };
    const auto is_third = [](const box &, std::uint32_t i) { return third(i); };
    const auto in_window = [&](const box &b, std::uint32_t) { return meets(b, w); };
    for (const std::size_t k : { 1u, 7u, 5000u }) {
        std::vector<double> plain, odd, layered, inside;
        for (const auto &hit : s.tree.nearest(p, k))
            plain.push_back(hit.distance());
        // A condition in the loop, which ends when it has k.
        for (const auto &hit : s.tree.nearest(p)) {
            if (third(hit.value()))
                odd.push_back(hit.distance());
            if (meets(s.boxes[hit.value()], w) && inside.size() < k)
                inside.push_back(hit.distance());
            if (odd.size() >= k && inside.size() >= k)
                break;
        }
        odd.resize(std::min(k, odd.size()));
        for (const auto &hit : s.tree.find(quadrille::nearest_to(p).seen_by({ 0, 1 }), k))
            layered.push_back(hit.distance());
        [[maybe_unused]] const auto most = static_cast<unsigned>(k);
        same_distances(plain, least(s, p, k, any));
        same_by_boost(s, p, BOOST(s, bgi::nearest(boost_point(p.x, p.y), most)), plain);
        same_distances(odd, least(s, p, k, is_third));
        same_distances(layered, odd);
        same_by_boost(s, p,
                      BOOST(s, bgi::nearest(boost_point(p.x, p.y), most) &&
                                   bgi::satisfies([](const boost_value &v) { return third(v.second); })),
                      odd);
        same_distances(inside, least(s, p, k, in_window));
        same_by_boost(s, p, BOOST(s, bgi::nearest(boost_point(p.x, p.y), most) && bgi::intersects(as_boost(w))),
                      inside);
    }
}

// No more than k, of those that are right; and the number of all.
void test_limits(const scene &s, const box &w)
{
    const numbers all = brute_force(s.boxes, [&](const box &b) { return meets(b, w); });
    for (const std::size_t k : { 0u, 1u, 5u, 5000u }) {
        std::vector<quadrille::entry<std::uint32_t>> some(k);
        std::size_t total = 0;
        some.resize(s.tree.find_into(w, some.data(), k, &total));
        CHECK(total == all.size() && some.size() == std::min(k, all.size()));
        std::size_t seen = 0;
        s.tree.visit(w, [&](std::uint32_t i) {
            CHECK(meets(s.boxes[i], w));
            return ++seen >= k ? quadrille::flow::stop : quadrille::flow::proceed;
        });
        CHECK(seen == std::min(std::max<std::size_t>(k, 1), all.size()));
        numbers found;
        for (const auto &one : some)
            found.push_back(one.value());
        found = sorted(found);
        CHECK(std::includes(all.begin(), all.end(), found.begin(), found.end()));
        answers++;
    }
    CHECK(s.tree.count(w) == all.size() && s.tree.any(w) == !all.empty() &&
          s.tree.first(w).has_value() == !all.empty());
    answers += 3;
}

void test_scene(const std::vector<box> &boxes)
{
    for (const bool doubles : { false, true }) {
        scene s(boxes, doubles);
        const std::vector<box> windows = random_boxes(41, 100, 77);
        for (std::size_t i = 0; i + 1 < windows.size(); i++) {
            const box w =
                i % 2 == 0 ? windows[i] : box{ windows[i].min, { windows[i].max.x + 20, windows[i].max.y + 9 } };
            test_relations(s, w);
            test_combined(s, w, windows[i + 1]);
            test_nearest(s, w.min, windows[i + 1]);
            test_limits(s, w);
        }
        const box half = { { 0, 0 }, { 50, 100 } };
        const std::size_t before = s.tree.count(half);
        CHECK(s.tree.remove_found(half) == before && s.tree.size() == boxes.size() - before && !s.tree.any(half));
    }
}

} // namespace

int main()
{
    std::vector<box> points = random_boxes(500, 100, 3);
    for (box &b : points)
        b = quadrille::at(b.min);
    test_scene({});
    test_scene(random_boxes(1, 100, 1));
    test_scene(random_boxes(500, 100, 2));
    test_scene(random_boxes(3000, 100, 4));
    test_scene(points);
    CHECK(answers == 5 * 2 * 40 * (7 + 7 + 12 + 7));
    std::printf("%zu answers as by brute force, %zu as by Boost\n", answers, boost_answers);
}
