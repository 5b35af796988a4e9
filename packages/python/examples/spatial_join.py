"""
Which points lie in which polygons? A spatial join by a tree of the points and Shapely, by the drop-in for Shapely's
STRtree, and by geopandas; all find the same pairs. With 1000000 and 5000 as arguments it joins a million points with
5000 polygons, and writes how long each takes.
"""

import sys
import time
from collections.abc import Callable

import geopandas
import numpy as np
import quadrille as qd
import shapely
from quadrille.compat.shapely import STRtree


def by_tree(points: np.ndarray, polygons: np.ndarray) -> np.ndarray:
    """The tree finds the points in the box of each polygon; Shapely decides about those."""
    polygon, point = qd.Tree(points).search_many(shapely.bounds(polygons), output="pairs")
    order = np.argsort(polygon)  # Shapely is faster with one polygon after the other
    polygon, point = polygon[order], point[order]
    shapely.prepare(polygons)
    inside = shapely.intersects_xy(polygons[polygon], points[point])
    return np.column_stack((point[inside], polygon[inside]))


def by_drop_in(points: np.ndarray, polygons: np.ndarray) -> np.ndarray:
    return STRtree(polygons).query(shapely.points(points), predicate="intersects").T


def by_geopandas(points: np.ndarray, polygons: np.ndarray) -> np.ndarray:
    left = geopandas.GeoDataFrame(geometry=geopandas.points_from_xy(*points.T))
    joined = left.sjoin(geopandas.GeoDataFrame(geometry=polygons), predicate="intersects")
    return np.column_stack((joined.index, joined["index_right"]))


def main(count: int = 20_000, areas: int = 300) -> None:
    random = np.random.default_rng(1)
    points = random.uniform(0, 1000, (count, 2))
    centers = random.uniform(0, 1000, (areas, 2))
    polygons = shapely.buffer(shapely.points(centers), random.uniform(2, 15, areas), quad_segs=16)
    answers = []
    methods: list[Callable[[np.ndarray, np.ndarray], np.ndarray]] = [by_tree, by_drop_in, by_geopandas]
    for method in methods:
        start = time.perf_counter()
        pairs = method(points, polygons.copy())
        print(f"{method.__name__:14} {len(pairs)} pairs in {time.perf_counter() - start:.2f} s", file=sys.stderr)
        answers.append(pairs[np.lexsort(pairs.T)])
    assert all(np.array_equal(answers[0], answer) for answer in answers[1:])
    print(f"{count} points, {areas} polygons: {len(answers[0])} pairs, the same by {len(methods)} methods")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

# Output:
# 20000 points, 300 polygons: 1726 pairs, the same by 3 methods
