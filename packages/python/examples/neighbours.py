"""The nearest neighbours of many points, and clusters of points that are close to each other."""

import numpy as np
import quadrille as qd

source = np.random.default_rng(3)
middles = np.array([[0, 0], [6, 1], [3, 6]])
points = np.vstack([source.normal(middle, 0.5, (100, 2)) for middle in middles] + [[[20, 20]]])
tree = qd.Tree(points)

distances, numbers = tree.nearest([[0, 0], [6, 1]], 3)
print("shapes:", distances.shape, numbers.shape)

# Each point's neighbours: all but itself.
distances, numbers = tree.nearest(points, 5, ignore=tree.numbers())
print(f"median distance to the fifth neighbour: {np.median(distances[:, 4]):.2f}")

# At most so far away. Where there are fewer than k, the distance is infinite and the number is tree.capacity.
distances, numbers = tree.nearest(points, 5, ignore=tree.numbers(), max_distance=1)
print("the last point:", distances[-1], numbers[-1], tree.capacity)
found = np.isfinite(distances)
print("neighbours within 1, at most 5:", found.sum(axis=1)[[0, -1]])

# Clusters: the parts of the graph of all pairs within 0.8.
parent = np.arange(len(tree))
while True:
    first, second = parent[tree.pairs(distance=0.8)].T
    least = parent.copy()
    np.minimum.at(least, np.maximum(first, second), np.minimum(first, second))
    least = least[least]
    if np.array_equal(least, parent):
        break
    parent = least
print("clusters of", np.unique(parent, return_counts=True)[1])

# Output:
# shapes: (2, 3) (2, 3)
# median distance to the fifth neighbour: 0.22
# the last point: [inf inf inf inf inf] [301 301 301 301 301] 301
# neighbours within 1, at most 5: [5 0]
# clusters of [100 100  99   1   1]
