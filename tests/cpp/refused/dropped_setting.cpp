// Warns: buffer() returns a definition, and leaves this one as it is.
#include <quadrille/quadrille.hpp>
alignas(QD_ALIGNMENT) static unsigned char memory[8192];
int main()
{
    quadrille::definition def;
    def.buffer(memory, sizeof memory);
    return quadrille::tree<int>(def).empty() ? 0 : 1;
}
