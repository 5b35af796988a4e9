// Snapshots in C++: a tree is saved into a file, and loaded from it. The values are indices, which mean the same later.
#include <cstdio>
#include <quadrille/quadrille.hpp>

int main()
{
    quadrille::tree<std::uint32_t> cities(quadrille::definition().doubles());
    cities.insert(quadrille::point{ 8.54, 47.37 }, 0);
    cities.insert(quadrille::point{ 13.40, 52.52 }, 1);

    const std::vector<unsigned char> bytes = cities.save();
    std::FILE *file = std::tmpfile();
    if (!file || std::fwrite(bytes.data(), 1, bytes.size(), file) != bytes.size())
        return 1;

    std::rewind(file);
    std::vector<unsigned char> read(bytes.size());
    const std::size_t size = std::fread(read.data(), 1, read.size(), file);
    const auto loaded = quadrille::tree<std::uint32_t>::load(read.data(), size);
    for (auto [city, distance] : loaded.nearest({ 9, 48 }, 1))
        std::printf("%zu cities, the nearest is number %u at %.2f\n", loaded.size(), city, distance);
    (void)std::fclose(file);
}

// Output:
// 2 cities, the nearest is number 0 at 0.78
