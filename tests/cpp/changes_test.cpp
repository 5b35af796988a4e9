// What changes a tree: one item, ranges of structs in each layout, errors and their messages, trees that were moved.
#include "check.hpp"

#include <array>
#include <unordered_set>

using quadrille::box;
using quadrille::point;

namespace
{

struct unit {
    int life = 3;
    box place = {};
    std::array<float, 4> sides = {};
    double corner[2] = {};
    std::uint16_t number = 0;
    box bounds() const
    {
        return place;
    }
    std::uint16_t twice() const noexcept
    {
        return static_cast<std::uint16_t>(2 * number);
    }
};
struct rect {
    float left, top, right, bottom;
};
enum class kind : std::uint8_t { oak, house };

std::vector<unit> some_units()
{
    std::vector<unit> units(300);
    const std::vector<box> boxes = random_boxes(units.size(), 200, 1);
    for (std::size_t i = 0; i < units.size(); i++) {
        const box &b = boxes[i];
        units[i].place = b;
        units[i].sides = { static_cast<float>(b.min.x), static_cast<float>(b.min.y), static_cast<float>(b.max.x),
                           static_cast<float>(b.max.y) };
        units[i].corner[0] = b.min.x;
        units[i].corner[1] = b.min.y;
        units[i].number = static_cast<std::uint16_t>(i * 3);
    }
    return units;
}

bool same(const box &a, const box &b)
{
    return std::memcmp(&a, &b, sizeof a) == 0;
}

void test_one()
{
    quadrille::tree<kind> tree;
    CHECK(tree.empty() && tree.bounds().min.x > tree.bounds().max.x);
    const auto oak = tree.insert({ { 1, 1 }, { 2, 4 } }, kind::oak);
    const auto house = tree.insert(point{ 4, 0 }, kind::house, { { 2, 3 }, 0 });
    CHECK(tree.size() == 2 && oak != house && !(oak == house) && (oak < house) != (house < oak));
    CHECK(oak && !quadrille::tree<kind>::id() && oak.slot() == 1 && tree.has(house));
    tree.move(oak, quadrille::xywh(20, 1, 1, 3));
    tree.move(house, point{ 5, 5 });
    tree.set_value(house, kind::oak);
    CHECK(tree.get(house)->value == kind::oak && tree.get(house)->filter.mask == 3);
    CHECK(same(tree.get(house)->box, quadrille::at({ 5, 5 })) && same(tree.bounds(), { { 5, 1 }, { 21, 5 } }));
    CHECK(same(quadrille::between({ 2, 1 }, { 1, 3 }), { { 1, 1 }, { 2, 3 } }));
    tree.remove(oak);
    CHECK(!tree.has(oak) && !tree.get(oak));
    std::unordered_set<quadrille::tree<kind>::id> ids = { oak, house };
    CHECK(ids.count(house) == 1);
    tree.insert({ { 4, 4 }, { 9, 9 } }, kind::house);
    CHECK(tree.remove_found({ { 0, 0 }, { 5, 5 } }) == 2 && tree.empty());
    tree.insert({ { 4, 4 }, { 9, 9 } }, kind::house);
    tree.rebuild();
    tree.clear();
    CHECK(tree.empty());
}

// The same boxes by each layout and by a callable give the same trees.
void test_views()
{
    std::vector<unit> units = some_units();
    quadrille::tree<unit *> by_box, by_sides, by_call;
    const auto ids = by_box.insert(units, &unit::place);
    const auto sided = by_sides.insert(units, &unit::sides);
    const auto called_for = by_call.insert(units, [](const unit &u) { return u.place; });
    CHECK(ids.size() == units.size());
    for (std::size_t i = 0; i < units.size(); i++) {
        CHECK(by_box.get(ids[i])->value == &units[i] && same(by_box.get(ids[i])->box, units[i].place));
        CHECK(same(by_sides.get(sided[i])->box, units[i].place) &&
              same(by_call.get(called_for[i])->box, units[i].place));
        units[i].place = quadrille::at(units[i].place.min);
    }
    by_box.move(ids, units, &unit::place);
    quadrille::tree<> points, called;
    const auto others = points.insert(units, &unit::corner);
    called.insert(units, [](const unit &u) { return u.place.min; });
    for (std::size_t i = 0; i < units.size(); i++) {
        CHECK(same(by_box.get(ids[i])->box, units[i].place) && same(points.get(others[i])->box, units[i].place));
        CHECK(points.get(others[i])->value == i); // the index
    }
    CHECK(points.count_pairs() == called.count_pairs());

    // Values by a member, by a callable, and the elements themselves.
    quadrille::tree<std::uint16_t> numbers;
    const auto numbered = numbers.insert(units, &unit::place, &unit::number);
    CHECK(numbers.count(units[7].place) > 0);
    CHECK(numbers.get(quadrille::tree<std::uint16_t>::id(numbered[7].raw()))->value == 21);
    quadrille::tree<double> lives;
    const auto live = lives.insert(units, &unit::place, [](const unit &u) { return u.life / 2.0; });
    CHECK(lives.get(live[9])->value == 1.5);
    const auto doubled = numbers.insert(units, &unit::bounds, &unit::twice); // member functions
    CHECK(same(numbers.get(doubled[7])->box, units[7].place) && numbers.get(doubled[7])->value == 42);
    numbers.move(doubled, units, [](const unit &u) { return u.place.max; });
    numbers.move(doubled, units, &unit::bounds);
    CHECK(same(numbers.get(doubled[7])->box, units[7].place));
    std::vector<unit *> pointers = { &units[4], &units[2] };
    quadrille::tree<unit *> pointed;
    const auto both = pointed.insert(pointers, [](const unit *u) { return u->place; });
    CHECK(pointed.get(both[1])->value == &units[2]);
    quadrille::tree<const unit *> constant;
    const auto &const_units = units;
    CHECK(constant.get(constant.insert(const_units, &unit::place)[3])->value == &units[3]);

    // Arrays of boxes and points, empty ranges, removal of many.
    const box boxes[] = { { { 0, 0 }, { 1, 1 } }, { { 5, 5 }, { 6, 6 } } };
    const auto two = points.insert(boxes);
    CHECK(points.size() == units.size() + 2);
    points.remove(two);
    CHECK(points.size() == units.size() && !points.has(two[0]));
    CHECK(points.insert(std::vector<point>()).empty());
    points.move(std::vector<quadrille::tree<>::id>(), std::vector<unit>(), &unit::place);
}

// A failed call throws, says why, and changes nothing.
void test_errors()
{
    quadrille::tree<> tree;
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const box bad = { { 0, 0 }, { nan, 1 } }, good = { { 0, 0 }, { 1, 1 } };
    CHECK(refuses([&] { tree.insert(bad, 1); }, QD_BAD_VALUE, "quadrille: insert: "));
    const auto id = tree.insert(good, 1);
    CHECK(refuses([&] { tree.move(id, bad); }, QD_BAD_VALUE, "move"));
    CHECK(refuses([&] { tree.set_number(id, 3); }, QD_BAD_VALUE, "set_number"));
    CHECK(refuses([&] { (void)tree.remove_found(bad); }, QD_BAD_VALUE, "remove_found"));
    tree.remove(id);
    CHECK(refuses([&] { tree.remove(id); }, QD_STALE_ID, "remove: the id names no live item"));
    CHECK(refuses([&] { tree.set_value(id, 3); }, QD_STALE_ID, "set_value"));
    CHECK(refuses([&] { tree.set_filter(id, { 1, 1 }); }, QD_STALE_ID, "set_filter"));
    CHECK(tree.empty());

    // Of many, none is inserted; the error names the first wrong one.
    const std::vector<box> boxes = { good, good, bad, good };
    CHECK(refuses([&] { (void)tree.insert(boxes); }, QD_BAD_VALUE, "entry 2: "));
    CHECK(tree.empty());
    std::vector<quadrille::tree<>::id> ids(4);
    const auto outcome = tree.insert_into(boxes, quadrille::detail::itself(), quadrille::detail::itself(), ids);
    CHECK(!outcome && outcome.bad == 2 && outcome.code == QD_BAD_VALUE && !ids[2] && ids[3] && tree.size() == 3);
    CHECK(refuses([&] { tree.remove(ids); }, QD_STALE_ID, "entry 2: "));
    CHECK(tree.empty());
    CHECK(refuses([&] { tree.move(ids, boxes); }, QD_STALE_ID, "entry 0: "));
    CHECK(refuses([&] { tree.move(ids, std::vector<box>(3, good)); }, QD_BAD_VALUE, "numbers of ids"));
    ids.resize(3);
    CHECK(refuses([&] { tree.insert_into(boxes, quadrille::detail::itself(), quadrille::detail::itself(), ids); },
                  QD_BAD_VALUE, "fewer ids"));
    try {
        tree.remove(ids);
    } catch (const quadrille::error &e) {
        CHECK(e.index() == 0);
    }

    CHECK(refuses([] { quadrille::tree<> t(quadrille::definition().leaf_capacity(5000)); }, QD_BAD_VALUE,
                  "leaf_capacity"));
    CHECK(refuses([] { (void)quadrille::tree<>::create(quadrille::definition().max_depth(99)); }, QD_BAD_VALUE,
                  "max_depth"));
    CHECK(quadrille::definition().world({ { 0, 0 }, { 0, 0 } }).reserve(10).problem() == nullptr);
    CHECK(quadrille::tree<>::create(quadrille::definition().leaf_capacity(8)).settings().raw().leaf_capacity == 8);
}

// After a move the old tree is empty, and each of its calls throws; so does a range over it.
void test_moved()
{
    quadrille::tree<> tree;
    tree.insert({ { 0, 0 }, { 1, 1 } }, 7);
    auto range = tree.all();
    quadrille::tree<> other(std::move(tree));
    CHECK(!tree && other.size() == 1); // NOLINT(bugprone-use-after-move): this is the test
    CHECK(refuses([&] { (void)tree.size(); }, QD_BAD_VALUE, "size: the tree is empty: it was moved from"));
    CHECK(refuses([&] { tree.insert({ { 0, 0 }, { 1, 1 } }, 7); }, QD_BAD_VALUE, "moved from"));
    CHECK(refuses([&] { (void)tree.in(point{ 0, 0 }); }, QD_BAD_VALUE, "moved from"));
    CHECK(refuses([&] { tree.pairs([](std::uint64_t, std::uint64_t) {}); }, QD_BAD_VALUE, "moved from"));
    CHECK(refuses([&] { (void)range.begin(); }, QD_BAD_VALUE, "has changed"));
    tree = std::move(other);
    CHECK(tree.size() == 1 && !other); // NOLINT(bugprone-use-after-move)
    auto &itself = tree;
    tree = std::move(itself);
    CHECK(tree.size() == 1);
    qd_tree *released = tree.release();
    CHECK(qd_tree_count(released, nullptr) == 1);
    quadrille::tree<> adopted(released);
    CHECK(adopted.handle() == released && adopted.first(point{ 1, 1 }) == 7u);
}

// A tree that changes during a loop ends it with an error; leaving the loop at once is allowed.
void test_changed()
{
    quadrille::tree<> tree;
    tree.insert(random_boxes(300, 100, 2));
    std::size_t steps = 0;
    CHECK(refuses(
        [&] {
            for (auto [id, value] : tree.all().entries()) {
                tree.remove(id);
                steps++;
            }
        },
        QD_BAD_VALUE, "range: the tree has changed"));
    CHECK(steps == 1 && tree.size() == 299);
    for (auto [id, value] : tree.all().entries()) {
        tree.remove(id);
        break;
    }
    CHECK(tree.size() == 298);
    // Changed by the C interface: the search ends behind its batch.
    steps = 0;
    for (const std::uint64_t value : tree.all()) {
        if (steps++ == 0)
            qd_tree_clear(tree.handle());
        CHECK(value < 300);
    }
    CHECK(steps == 64);
}

} // namespace

int main()
{
    test_one();
    test_views();
    test_errors();
    test_moved();
    test_changed();
}
