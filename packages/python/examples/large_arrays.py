"""Large arrays: read in place, saved to a file, mapped by other processes, and asked by several threads."""

import os
import tempfile
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import quadrille as qd

source = np.random.default_rng(5)
table = source.random((200_000, 5), dtype=np.float32)  # of which columns 1 and 2 are places
tree = qd.Tree(table[:, 1:3], threads=0)  # no copy of the columns; all processors build
print(f"{len(tree)} points, stored as {tree.precision}")

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "points.qdt")
    tree.save(path)
    mapped = qd.open(path)
    print("the same answers:", np.array_equal(mapped.nearest([0.5, 0.5], 9), tree.nearest([0.5, 0.5], 9)))
    try:
        mapped.move([0], [[0, 0]])
    except ValueError as error:
        print(error)
    windows = np.hstack([table[:1000, 1:3], table[:1000, 1:3] + np.float32(0.01)])
    with ThreadPoolExecutor(4) as pool:  # every call on arrays releases the global lock
        counts = pool.map(mapped.count_many, np.array_split(windows, 4))
    print("results of 1000 windows:", sum(int(part.sum()) for part in counts))
    copy = qd.load(path)  # one that can change
    copy.remove(np.arange(100_000))
    print(f"after removals {len(copy)}, with room for numbers below {copy.capacity}")
    del mapped

# Output:
# 200000 points, stored as float
# the same answers: True
# the tree is mapped and cannot change; quadrille.load gives one that can
# results of 1000 windows: 20736
# after removals 100000, with room for numbers below 200000
