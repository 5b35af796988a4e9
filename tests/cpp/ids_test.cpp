// In a debug build no call takes an id of another tree for one of its own, though both have the same type: NDEBUG is
// off here, whatever the build of the library.
#undef NDEBUG
#include "check.hpp"
#include <quadrille/oracle.hpp>

using quadrille::box;

namespace
{

// Every call that takes an id, on two trees with the same slots.
template <class Tree> void test_calls()
{
    Tree ours, theirs;
    const std::vector<box> boxes = random_boxes(50, 100, 1);
    const auto own = ours.insert(boxes);
    const auto other = theirs.insert(boxes);
    std::size_t refused = 0;
    for (std::size_t i = 0; i < boxes.size(); i++) {
        const auto id = other[i];
        CHECK(id != own[i] && id.slot() == own[i].slot());
        CHECK(theirs.has(id) && ours.has(own[i]) && !ours.has(id) && !theirs.has(own[i]) && !ours.get(id));
        refused += refuses([&] { ours.move(id, boxes[i]); }, QD_STALE_ID, "move") ? 1u : 0u;
        refused += refuses([&] { ours.set_value(id, 7); }, QD_STALE_ID, "set_value") ? 1u : 0u;
        refused += refuses([&] { ours.set_filter(id, { 1, 1 }); }, QD_STALE_ID, "set_filter") ? 1u : 0u;
        refused += refuses([&] { ours.remove(id); }, QD_STALE_ID, "remove") ? 1u : 0u;
    }
    CHECK(refused == 4 * boxes.size());
    CHECK(refuses([&] { ours.move(other, boxes); }, QD_STALE_ID, "entry 0"));
    CHECK(refuses([&] { ours.remove(other); }, QD_STALE_ID, "entry 0"));
    CHECK(ours.size() == boxes.size() && theirs.size() == boxes.size());
    // Slots that are reused, and those of a tree that begins anew, still have ids of their own.
    for (std::size_t i = 0; i < boxes.size(); i += 2) {
        ours.remove(own[i]);
        theirs.remove(other[i]);
    }
    for (const auto id : ours.insert(boxes))
        CHECK(!theirs.has(id));
    ours.clear();
    CHECK(!theirs.has(ours.insert(boxes[0], 0)));
}

// What is written down keeps the ids of the tree that wrote it; what is added then has others.
void test_loaded()
{
    quadrille::tree<int> saved;
    const auto id = saved.insert({ { 0, 0 }, { 1, 1 } }, 1);
    const auto bytes = saved.save();
    auto loaded = quadrille::tree<int>::load(bytes.data(), bytes.size());
    CHECK(loaded.has(id) && loaded.get(id)->value == 1);
    const auto fresh = loaded.insert({ { 2, 2 }, { 3, 3 } }, 2), later = saved.insert({ { 2, 2 }, { 3, 3 } }, 2);
    CHECK(fresh.slot() == later.slot() && fresh != later && !saved.has(fresh));
    quadrille::tree<int> like(saved.settings());
    CHECK(!saved.has(like.insert({ { 0, 0 }, { 1, 1 } }, 1)));
}

// A number of the program's own choice.
void test_chosen()
{
    const auto def = quadrille::definition().id_series(1000);
    quadrille::tree<int> a(def), b(def);
    const auto id = a.insert({ { 0, 0 }, { 1, 1 } }, 1);
    CHECK(id == b.insert({ { 0, 0 }, { 1, 1 } }, 1) && id.raw() >> 48 == 1000);
}

} // namespace

int main()
{
    test_calls<quadrille::tree<int>>();
    test_calls<quadrille::checker<int>>();
    test_loaded();
    test_chosen();
}
