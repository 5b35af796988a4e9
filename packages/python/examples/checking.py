"""Brute force beside the tree: boxes move, and every answer is compared."""

import numpy as np
import quadrille as qd


def brute_force(boxes: np.ndarray, window: np.ndarray) -> np.ndarray:
    return np.flatnonzero((boxes[:, :2] <= window[2:]).all(axis=1) & (boxes[:, 2:] >= window[:2]).all(axis=1))


source = np.random.default_rng(9)
corners = source.integers(0, 100, (1000, 2))
boxes = np.hstack([corners, corners + source.integers(0, 5, (1000, 2))]).astype(float)
tree = qd.Tree(boxes)
compared = 0
for tick in range(20):
    boxes += np.tile(source.integers(-2, 3, (1000, 2)), 2)
    tree.move(None, boxes)
    offsets, numbers = tree.search_many(boxes[:50])
    for i in range(50):
        found = np.sort(numbers[offsets[i] : offsets[i + 1]])
        assert np.array_equal(found, brute_force(boxes, boxes[i]))
        compared += 1
print(compared, "windows: every answer is that of brute force")

# Output:
# 1000 windows: every answer is that of brute force
