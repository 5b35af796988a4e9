// A map owns what lies in it: values of any size, with names and destructors, at addresses that stay.
#include <cstdio>
#include <quadrille/quadrille.hpp>
#include <string>

struct village {
    std::string name;
    int people;
};

int main()
{
    quadrille::map<village> land;
    const auto here = land.insert(quadrille::at({ 2, 3 }), { "Oakham", 80 });
    land.insert(quadrille::at({ 7, 1 }), { "Pondbury", 300 });
    land.insert(quadrille::xywh(20, 20, 5, 5), { "Castleton", 5000 });

    for (village &v : land.in({ { 0, 0 }, { 10, 10 } }))
        v.people += 20;
    std::printf("%s has %d people\n", land[here].name.c_str(), land[here].people);
    for (auto [v, distance] : land.index().nearest({ 0, 0 }, 2))
        std::printf("%s is %.1f away\n", v->name.c_str(), distance);
    land.remove(here);
    std::printf("%zu left, %s\n", land.size(), land.find(here) ? "Oakham too" : "Oakham is gone");
}

// Output:
// Oakham has 100 people
// Oakham is 3.6 away
// Pondbury is 7.1 away
// 2 left, Oakham is gone
