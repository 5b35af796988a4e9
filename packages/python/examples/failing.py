"""Errors name the argument and the row, and change nothing; floats round, doubles do not."""

import numpy as np
import quadrille as qd

tree = qd.Tree([[0, 0, 1, 1], [2, 2, 3, 3]])
for change in (
    lambda: tree.insert([[4.0, 4, 5, 5], [6, 6, np.nan, 7]]),
    lambda: tree.move([0, 9], [[0, 0, 1, 1], [2, 2, 3, 3]]),
    lambda: tree.search(5, 5, 1, 1),
    lambda: tree.nearest([1, 2, 3]),
    lambda: tree.insert([4, 4, 5, 5], values=1),
):
    try:
        change()
    except ValueError as error:
        print(error)
print("unchanged:", len(tree), tree.boxes().tolist())

places = np.array([[7.4474, 43.7311], [7.447400001, 43.7311]])
for kind in (np.float32, np.float64):
    tree = qd.Tree(places.astype(kind))
    print(tree.precision, "holds two places:", len(tree.pairs()) == 0)
print("chosen:", qd.Tree(places, precision="float").pairs().tolist())

# Output:
# boxes: row 1 is (6, 6, nan, 7); boxes are finite, with min_x <= max_x and min_y <= max_y
# numbers: row 1: no item has the number 9
# min_x is 5, which is more than max_x, 1
# points: expected boxes of shape (n, 4) or points of shape (n, 2), not an array of shape (3,)
# values: this tree keeps none; make it with totals=True
# unchanged: 2 [[0.0, 0.0, 1.0, 1.0], [2.0, 2.0, 3.0, 3.0]]
# float holds two places: False
# double holds two places: True
# chosen: [[0, 1]]
