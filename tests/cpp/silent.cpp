// Uses all of the headers, for compilers that warn about everything: they have nothing to say.
#include <quadrille/oracle.hpp>

struct unit {
    quadrille::box place;
    float corner[2];
};

template class quadrille::tree<int>;
template class quadrille::checker<int>;
template class quadrille::map<unit>;
template class quadrille::contacts<int>;
template class quadrille::interest<int, char>;
template class quadrille::result<int>;
template class quadrille::rows<int>;
template class quadrille::hit_rows<int>;

int use();

int use()
{
    quadrille::tree<unit *> tree(quadrille::definition().doubles());
    std::vector<unit> units(3);
    (void)tree.insert(units, &unit::place);
    (void)tree.insert(units, &unit::corner);
    (void)tree.insert(units, [](const unit &u) { return u.place; });
    std::size_t found = 0;
    for (const unit *u : tree.in({ { 0, 0 }, { 1, 1 } }))
        found += u ? 1 : 0;
    for (auto [u, distance] : tree.nearest({ 0, 0 }))
        found += u && distance >= 0 ? 1 : 0;
    for (auto [a, b] : tree.pairs())
        found += a != b ? 1 : 0;
    tree.pairs([&](const unit *, const unit *) { found++; });
    tree.visit(quadrille::circle{ { 0, 0 }, 1 }, [&](unit *) { return quadrille::flow::stop; });
    return found > 0 ? 0 : 1;
}
