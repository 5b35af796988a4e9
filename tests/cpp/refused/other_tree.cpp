// Does not compile: the id is from a tree with another T.
#include <quadrille/quadrille.hpp>
int main()
{
    quadrille::tree<int> numbers;
    quadrille::tree<char> letters;
    const auto id = numbers.insert({ { 0, 0 }, { 1, 1 } }, 1);
    letters.remove(id);
}
