"""Exact shapes: the tree finds pairs of bounds, and shapely tests the shapes. Needs shapely."""

import numpy as np
import quadrille as qd
import shapely

source = np.random.default_rng(8)
shapes = shapely.buffer(shapely.points(source.random((2000, 2)) * 100), source.uniform(0.5, 2, 2000))
corners = source.random((500, 1, 2)) * 100 + source.normal(0, 2, (500, 3, 2))
triangles = np.asarray(shapely.polygons(corners))

tree = qd.Tree(shapely.bounds(shapes))
window, item = tree.search_many(shapely.bounds(triangles), output="pairs")
exact = shapely.intersects(triangles[window], shapes[item])
window, item = window[exact], item[exact]

index = shapely.STRtree(shapes)
expected = index.query(triangles, predicate="intersects")
same = set(zip(window.tolist(), item.tolist())) == set(zip(*expected.tolist()))
print(f"{len(exact)} pairs of bounds, {len(item)} of shapes; as STRtree has them: {same}")

# Output:
# 3341 pairs of bounds, 2144 of shapes; as STRtree has them: True
