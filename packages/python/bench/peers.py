"""The packages that the bench compares: each with the calls that it has. Missing packages are left out."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
import quadrille as qd


def without_double(first: Any, second: Any) -> np.ndarray[Any, Any]:
    """Pairs that came both ways round, each once, without an item's pair with itself."""
    pairs = np.column_stack((np.asarray(first), np.asarray(second))).astype(np.int64)
    return pairs[pairs[:, 0] < pairs[:, 1]]


class Quadrille:
    """Ours. `kind` is 'double' or 'float'."""

    needs: tuple[str, ...] = ()

    def __init__(self, kind: str, threads: int = 1) -> None:
        self.name = f"quadrille, {kind}" + (f", {threads} threads" if threads > 1 else "")
        self.kind, self.threads = np.float64 if kind == "double" else np.float32, threads

    def give(self, boxes: Any) -> Any:
        return np.ascontiguousarray(boxes, dtype=self.kind)

    def build(self, boxes: Any) -> Any:
        return qd.Tree(boxes, threads=self.threads)

    build_points = build

    def windows_rows(self, tree: Any, windows: Any) -> Any:
        offsets, numbers = tree.search_many(windows)
        return lambda: (np.repeat(np.arange(len(windows)), np.diff(offsets)), numbers)

    def windows_pairs(self, tree: Any, windows: Any) -> Any:
        questions, numbers = tree.search_many(windows, output="pairs")
        return lambda: (questions, numbers)

    def all_pairs(self, tree: Any, boxes: Any) -> Any:
        pairs = tree.pairs()
        return lambda: pairs

    def near_pairs(self, tree: Any, points: Any, distance: float) -> Any:
        pairs = tree.pairs(distance=distance)
        return lambda: pairs

    def nearest(self, tree: Any, points: Any, k: int) -> Any:
        return tree.nearest(points, k)

    def in_circles(self, tree: Any, centers: Any, radius: float) -> Any:
        return tree.count_many(centers, radii=radius)

    def begin_tick(self, boxes: Any) -> Any:
        tree = self.build(boxes)
        tree.pairs()
        return tree

    def tick(self, tree: Any, boxes: Any) -> Any:
        tree.move(None, boxes)
        pairs = tree.pairs()
        return lambda: pairs

    def one_window(self, tree: Any) -> Any:
        return tree.search

    def one_nearest(self, tree: Any) -> Any:
        return lambda x, y: tree.nearest((x, y), 8)


class Peer:
    needs: tuple[str, ...] = ()
    name = ""

    def __init__(self) -> None:
        for module in self.needs:
            setattr(self, module.rsplit(".", 1)[-1], importlib.import_module(module))

    def give(self, boxes: Any) -> Any:
        return boxes


class Shapely(Peer):
    name = "shapely STRtree"
    needs = ("shapely",)

    def build(self, boxes: Any) -> Any:
        tree = self.shapely.STRtree(boxes)  # type: ignore[attr-defined]
        tree.query(boxes[0])  # it builds at the first question
        return tree

    def give(self, boxes: Any) -> Any:  # the geometries are made outside of the time
        columns = boxes.T
        return self.shapely.points(boxes) if len(columns) == 2 else self.shapely.box(*columns)  # type: ignore[attr-defined]

    build_points = build

    def windows_pairs(self, tree: Any, windows: Any) -> Any:
        found = tree.query(windows)
        return lambda: (found[0], found[1])

    def all_pairs(self, tree: Any, boxes: Any) -> Any:
        found = tree.query(boxes)
        return lambda: without_double(*found)

    def tick(self, tree: Any, boxes: Any) -> Any:
        geometries = self.give(boxes)
        return self.all_pairs(self.build(geometries), geometries)

    def one_window(self, tree: Any) -> Any:
        box = self.shapely.box  # type: ignore[attr-defined]
        return lambda *window: tree.query(box(*window))


class Kd(Peer):
    name = "scipy cKDTree"
    needs = ("scipy.spatial",)
    workers = 1

    def build_points(self, points: Any) -> Any:
        return self.spatial.cKDTree(points)  # type: ignore[attr-defined]

    def near_pairs(self, tree: Any, points: Any, distance: float) -> Any:
        pairs = tree.query_pairs(distance, output_type="ndarray")
        return lambda: pairs

    def nearest(self, tree: Any, points: Any, k: int) -> Any:
        return tree.query(points, k, workers=self.workers)

    def in_circles(self, tree: Any, centers: Any, radius: float) -> Any:
        return tree.query_ball_point(centers, radius, workers=self.workers, return_length=True)

    def one_nearest(self, tree: Any) -> Any:
        return lambda x, y: tree.query((x, y), 8)


class KdTwo(Kd):
    name = "scipy cKDTree, 2 workers"
    workers = 2


class PyKd(Peer):
    name = "pykdtree"
    needs = ("pykdtree.kdtree",)

    def build_points(self, points: Any) -> Any:
        return self.kdtree.KDTree(points)  # type: ignore[attr-defined]

    def nearest(self, tree: Any, points: Any, k: int) -> Any:
        return tree.query(points, k=k)


class Ball(Peer):
    name = "sklearn BallTree"
    needs = ("sklearn.neighbors",)

    def build_points(self, points: Any) -> Any:
        return self.neighbors.BallTree(points)  # type: ignore[attr-defined]

    def nearest(self, tree: Any, points: Any, k: int) -> Any:
        distances, numbers = tree.query(points, k)
        return (distances[:, 0], numbers[:, 0]) if k == 1 else (distances, numbers)

    def in_circles(self, tree: Any, centers: Any, radius: float) -> Any:
        return tree.query_radius(centers, radius, count_only=True)


class Rtree(Peer):
    name = "rtree"
    needs = ("rtree.index",)

    def build(self, boxes: Any) -> Any:
        low, high = np.ascontiguousarray(boxes[:, :2]), np.ascontiguousarray(boxes[:, 2:])
        return self.index.Index((np.arange(len(boxes)), low, high))  # type: ignore[attr-defined]

    def windows_rows(self, tree: Any, windows: Any) -> Any:
        numbers, counts = tree.intersection_v(
            np.ascontiguousarray(windows[:, :2]), np.ascontiguousarray(windows[:, 2:])
        )
        return lambda: (np.repeat(np.arange(len(windows)), counts.astype(np.int64)), numbers)

    def all_pairs(self, tree: Any, boxes: Any) -> Any:
        found = self.windows_rows(tree, boxes)
        return lambda: without_double(*found())

    def one_window(self, tree: Any) -> Any:
        return lambda *window: list(tree.intersection(window))

    def one_nearest(self, tree: Any) -> Any:
        return lambda x, y: list(tree.nearest((x, y, x, y), 8))


class Rstar(Peer):
    name = "rstar-python"
    needs = ("rstar_python",)

    def build(self, boxes: Any) -> Any:
        tree = self.rstar_python.PyBBoxRTree(2)  # type: ignore[attr-defined]
        tree.bulk_load(boxes[:, :2], boxes[:, 2:])
        return tree

    def build_points(self, points: Any) -> Any:
        tree = self.rstar_python.PyRTree(2)  # type: ignore[attr-defined]
        tree.bulk_load(points)
        return tree

    def windows_rows(self, tree: Any, windows: Any) -> Any:
        numbers, offsets = tree.intersection_batch(windows[:, :2], windows[:, 2:])
        return lambda: (np.repeat(np.arange(len(windows)), np.diff(np.asarray(offsets).astype(np.int64))), numbers)

    def all_pairs(self, tree: Any, boxes: Any) -> Any:
        found = self.windows_rows(tree, boxes)
        return lambda: without_double(*found())

    def tick(self, tree: Any, boxes: Any) -> Any:
        return self.all_pairs(self.build(boxes), boxes)

    def nearest(self, tree: Any, points: Any, k: int) -> Any:
        distances, numbers = tree.query(points, k)
        return (distances[:, 0], numbers[:, 0]) if k == 1 else (distances, numbers)

    def one_window(self, tree: Any) -> Any:
        return lambda x0, y0, x1, y1: tree.intersection((x0, y0), (x1, y1))


class GeoIndex(Peer):
    name = "geoindex-rs"
    needs = ("geoindex_rs.rtree",)

    def build(self, boxes: Any) -> Any:
        builder = self.rtree.RTreeBuilder(len(boxes))  # type: ignore[attr-defined]
        builder.add(*np.ascontiguousarray(boxes.T))
        return builder.finish()

    def all_pairs(self, tree: Any, boxes: Any) -> Any:
        found = self.rtree.tree_join(tree, tree)  # type: ignore[attr-defined]
        return lambda: without_double(np.asarray(found["left"]), np.asarray(found["right"]))

    def tick(self, tree: Any, boxes: Any) -> Any:
        return self.all_pairs(self.build(boxes), boxes)

    def one_window(self, tree: Any) -> Any:
        search = self.rtree.search  # type: ignore[attr-defined]
        return lambda *window: np.asarray(search(tree, *window))


class Fast(Peer):
    name = "fastquadtree"
    needs = ("fastquadtree",)

    def build(self, boxes: Any) -> Any:
        low, high = float(boxes.min()) - 1, float(boxes.max()) + 1
        tree = self.fastquadtree.RectQuadTree((low, low, high, high), 64, dtype="f64")  # type: ignore[attr-defined]
        tree.insert_many_np(boxes)
        return tree

    def one_window(self, tree: Any) -> Any:
        query = tree.query_np
        return lambda *window: query(window)[0]


class PyQuad(Peer):
    name = "pyqtree"
    needs = ("pyqtree",)
    most = 10_000  # it takes seconds for more

    def build(self, boxes: Any) -> Any:
        low, high = float(boxes.min()) - 1, float(boxes.max()) + 1
        tree = self.pyqtree.Index(bbox=(low, low, high, high))  # type: ignore[attr-defined]
        for number, box in enumerate(boxes.tolist()):
            tree.insert(number, box)
        return tree

    def one_window(self, tree: Any) -> Any:
        return lambda *window: tree.intersect(window)


class Brute(Peer):
    name = "numpy, brute force"
    most = 10_000

    def build(self, boxes: Any) -> Any:
        return boxes

    def one_window(self, tree: Any) -> Any:
        x0, y0, x1, y1 = np.ascontiguousarray(tree.T)
        return lambda a, b, c, d: np.flatnonzero((x0 <= c) & (x1 >= a) & (y0 <= d) & (y1 >= b))

    def all_pairs(self, tree: Any, boxes: Any) -> Any:
        first, second = [], []
        for i, (x0, y0, x1, y1) in enumerate(boxes):
            rest = boxes[i + 1 :]
            hits = np.flatnonzero((rest[:, 0] <= x1) & (rest[:, 2] >= x0) & (rest[:, 1] <= y1) & (rest[:, 3] >= y0))
            first.append(np.full(len(hits), i))
            second.append(hits + i + 1)
        pairs = np.column_stack((np.concatenate(first), np.concatenate(second)))
        return lambda: pairs

    def tick(self, tree: Any, boxes: Any) -> Any:
        return self.all_pairs(boxes, boxes)


OTHERS = (Shapely, Kd, KdTwo, PyKd, Ball, Rtree, Rstar, GeoIndex, Fast, PyQuad, Brute)


def peers() -> tuple[list[Any], list[str]]:
    """Ours and the others that are installed; the names of those that are not."""
    found: list[Any] = [Quadrille("double"), Quadrille("float"), Quadrille("double", 2), Quadrille("float", 2)]
    missing = []
    for kind in OTHERS:
        try:
            found.append(kind())
        except ImportError:
            missing.append(kind.name)
    return found, missing
