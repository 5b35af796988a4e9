// What the tests of the C++ header share: a check that names its line, random boxes, sorted results.
#ifndef QUADRILLE_TEST_CHECK_HPP
#define QUADRILLE_TEST_CHECK_HPP

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <quadrille/quadrille.hpp>
#include <vector>

// Ends the test when the condition is false.
#define CHECK(condition) ((condition) ? (void)0 : fail(__FILE__, __LINE__, #condition))

[[noreturn]] inline void fail(const char *file, int line, const char *what)
{
    (void)std::fprintf(stderr, "%s:%d: not true: %s\n", file, line, what);
    std::exit(1);
}

// The same numbers on every machine.
class random_numbers
{
  public:
    explicit random_numbers(std::uint64_t seed) : state_(seed)
    {
    }
    std::uint32_t below(std::uint32_t limit)
    {
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;
        return static_cast<std::uint32_t>(state_ >> 33) % limit;
    }

  private:
    std::uint64_t state_;
};

// Boxes with whole sides in a world of 0 to `world`; every eighth is a point.
inline std::vector<quadrille::box> random_boxes(std::size_t count, std::uint32_t world, std::uint64_t seed)
{
    random_numbers random(seed);
    std::vector<quadrille::box> boxes;
    for (std::size_t i = 0; i < count; i++) {
        const double x = random.below(world), y = random.below(world);
        const double size = i % 8 == 7 ? 0 : 1;
        boxes.push_back(quadrille::xywh(x, y, size * random.below(9), size * random.below(9)));
    }
    return boxes;
}

template <class T> std::vector<T> sorted(std::vector<T> values)
{
    std::sort(values.begin(), values.end());
    return values;
}

// The indices of boxes for which a rule holds.
template <class Rule> std::vector<std::uint32_t> brute_force(const std::vector<quadrille::box> &boxes, Rule rule)
{
    std::vector<std::uint32_t> out;
    for (std::size_t i = 0; i < boxes.size(); i++)
        if (rule(boxes[i]))
            out.push_back(static_cast<std::uint32_t>(i));
    return out;
}

#if QUADRILLE_EXCEPTIONS
// Does it throw an error with this code, and a message that has these words?
template <class F> bool refuses(F f, qd_result code, const char *words)
{
    try {
        f();
    } catch (const quadrille::error &e) {
        if (e.code() == code && std::strstr(e.what(), words))
            return true;
        (void)std::fprintf(stderr, "another error: %s\n", e.what());
    }
    return false;
}
#endif

#endif
