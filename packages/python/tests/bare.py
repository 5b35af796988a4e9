"""What a machine with Python and numpy alone can run: each kind of answer, compared with brute force."""

from __future__ import annotations

import brute
import numpy as np
import quadrille as qd


def main() -> None:
    random = np.random.default_rng(1)
    low = random.random((2000, 2)) * 50
    boxes = np.hstack([low, low + random.random((2000, 2))])
    tree = qd.Tree(boxes, threads=2)
    near = brute.near(boxes, boxes, 0)
    assert sorted(map(tuple, tree.pairs())) == sorted(map(tuple, np.argwhere(np.triu(near, 1))))
    offsets, numbers = tree.search_many(boxes)
    assert (np.diff(offsets) == near.sum(axis=1)).all() and len(numbers) == near.sum()
    distances, nearest = tree.nearest(low - 1, 3)
    for row in range(0, 2000, 100):
        expected = brute.first(brute.distances(boxes, np.tile(low[row] - 1, 2)), 3, 2000)
        assert np.allclose(expected[0], distances[row], rtol=1e-12) and (expected[1] == nearest[row]).all()
    began, _ = tree.contacts().update()
    assert len(began) == len(tree.pairs())
    assert (qd.load(bytes(tree)).boxes() == boxes).all()
    print(f"quadrille {qd.__version__} with numpy {np.__version__}: {len(began)} pairs, as brute force has them")


if __name__ == "__main__":
    main()
