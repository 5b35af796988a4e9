// From Boost's R-tree to quadrille::tree, line by line. Where Boost is installed both answer, and must agree.
#include <cstdio>
#include <quadrille/quadrille.hpp>
#ifdef WITH_BOOST
#include <boost/geometry.hpp>
#include <boost/geometry/index/rtree.hpp>
namespace bgi = boost::geometry::index;
using boost_point = boost::geometry::model::point<double, 2, boost::geometry::cs::cartesian>;
using boost_box = boost::geometry::model::box<boost_point>;
using boost_value = std::pair<boost_box, int>;
#define BOOST(...) __VA_ARGS__
#else
#define BOOST(...)
#endif

static void print(const char *name, std::size_t ours, [[maybe_unused]] std::size_t boost)
{
    std::printf("%s: %zu%s\n", name, ours, BOOST(ours != boost ? ", but not in Boost" :) "");
}

int main()
{
    std::size_t n = 0;
    BOOST(bgi::rtree<boost_value, bgi::rstar<16>> rtree; std::vector<boost_value> out;)
    quadrille::tree<int> tree(quadrille::definition().doubles());
    std::vector<quadrille::tree<int>::id> ids;
    for (int i = 0; i < 1000; i++) {
        const double x = i * 37 % 100, y = i * 53 % 101;
        BOOST(rtree.insert({ boost_box({ x, y }, { x + 2, y + 1 }), i });)
        ids.push_back(tree.insert({ { x, y }, { x + 2, y + 1 } }, i));
    }
    BOOST(const boost_box b({ 20, 20 }, { 40, 30 }); const boost_point p(38, 53); auto all = std::back_inserter(out);)
    const quadrille::box w = { { 20, 20 }, { 40, 30 } };
    BOOST(n = rtree.query(bgi::intersects(b), all);)
    print("intersects", tree.find(w).size(), n);
    BOOST(n = rtree.query(bgi::covered_by(b), all);)
    print("covered by", tree.find(quadrille::inside(w)).size(), n);
    BOOST(n = rtree.query(bgi::covers(p), all);)
    print("covers", tree.count(quadrille::containing(quadrille::point{ 38, 53 })), n);
    BOOST(n = rtree.query(bgi::disjoint(b), all);)
    print("disjoint", tree.size() - tree.count(w), n);
    BOOST(n = rtree.query(bgi::nearest(p, 7), all);)
    print("nearest", tree.nearest({ 38, 53 }, 7).size(), n);

    BOOST(n = rtree.query(bgi::intersects(b) && bgi::satisfies([](auto &v) { return v.second % 2 == 0; }), all);)
    std::size_t even = 0;
    tree.visit(w, [&](int i) { even += i % 2 == 0 ? 1 : 0; });
    print("intersects and satisfies", even, n);
    BOOST(rtree.remove({ boost_box({ 0, 0 }, { 2, 1 }), 0 }); n = rtree.size();)
    tree.remove(ids[0]); // by its id: no search
    print("left", tree.size(), n);
}
// Output:
// intersects: 27
// covered by: 20
// covers: 1
// disjoint: 973
// nearest: 7
// intersects and satisfies: 15
// left: 999
