"""The first tree: arrays in, numbers out, and the numbers index the arrays again."""

import numpy as np
import quadrille as qd

names = np.array(["oak", "house", "pond", "dog"])
boxes = np.array([[1, 1, 2, 4], [4, 0, 7, 3], [9, 5, 15, 7], [6, 2, 7, 3.0]])
tree = qd.Tree(boxes)

found = tree.search(0, 0, 5, 5)
print("in the window:", names[found])

for a, b in tree.pairs():
    print(names[a], "overlaps", names[b])

boxes[3] += [4, 4, 4, 4]
tree.move([3], boxes[[3]])
distance, number = tree.nearest([8, 6])
print(f"nearest to (8, 6): {names[number]}, at {distance:g}; the dog: {tree.boxes(3)}")

cat = tree.insert([0, 0, 1, 1])
tree.remove([0, 1])
print(f"the cat has the number {cat}; left are {tree.numbers()}: {len(tree)} items")
print(tree)

# Output:
# in the window: ['oak' 'house']
# house overlaps dog
# nearest to (8, 6): pond, at 1; the dog: [10.  6. 11.  7.]
# the cat has the number 4; left are [2 3 4]: 3 items
# <quadrille.Tree of 3 items, double, in (0, 0, 15, 7)>
