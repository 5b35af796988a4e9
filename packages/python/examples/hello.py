"""Three boxes: what is in a window, and what overlaps after one has moved."""

import quadrille as qd

tree = qd.Tree([[1, 1, 2, 4], [4, 0, 7, 3], [9, 5, 15, 7]])
print("in the window:", tree.search(0, 0, 5, 5))
tree.move([2], [[6, 2, 12, 4]])
print("overlapping:", tree.pairs())
print("nearest to (8, 8):", tree.nearest([8, 8])[1])

# Output:
# in the window: [0 1]
# overlapping: [[1 2]]
# nearest to (8, 8): 2
