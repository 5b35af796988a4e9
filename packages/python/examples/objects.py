"""Objects in place of numbers: an index is a dictionary from objects to their boxes that answers questions."""

from dataclasses import dataclass

import quadrille as qd


@dataclass(eq=False)  # each is itself alone, and so can be a key
class Ship:
    name: str
    length: float

    def box(self, x: float, y: float) -> tuple[float, float, float, float]:
        return (x, y, x + self.length, y + 1)


heron, swift, whale = Ship("Heron", 2), Ship("Swift", 1), Ship("Whale", 6)
index = qd.Index({heron: heron.box(0, 0), swift: swift.box(5, 5)})
index[whale] = whale.box(4, 3)

print("in the window:", sorted(ship.name for ship in index.search(0, 0, 4, 4)))
print("nearest first:", [ship.name for ship in index.nearest(0, 9, 2)])
index[swift] = swift.box(9, 3.5)
print("overlapping:", [(a.name, b.name) for a, b in index.pairs()])
print("the whale:", index[whale], whale in index, len(index))

for ship in index.within(0, 0, 5):
    del index[ship]
print("left:", [ship.name for ship in index])
index.insert_many([Ship("Crane", 2), Ship("Robin", 1)], [[0, 0, 2, 1], [3, 3, 4, 4]])
print("at (3, 3):", [ship.name for ship in index.at(3, 3)])

# Output:
# in the window: ['Heron', 'Whale']
# nearest first: ['Swift', 'Whale']
# overlapping: [('Swift', 'Whale')]
# the whale: (4.0, 3.0, 10.0, 4.0) True 3
# left: ['Swift']
# at (3, 3): ['Robin']
