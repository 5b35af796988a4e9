"""
Puts an adapter over `quadrille.Tree` in the place of scipy's k-d trees before scipy's tests of them are imported.

The adapter says what it cannot do. EXPECTED lists scipy's cases that need it, and each has to fail; ELSEWHERE lists
those that ask trees for something else than neighbours and pairs, or no tree at all.
"""

from __future__ import annotations

import importlib
import os
import re
from typing import Any

import numpy as np
import pytest
import quadrille as qd

sparse: Any = importlib.import_module("scipy.sparse")
spatial: Any = importlib.import_module("scipy.spatial")

NORM = "another norm than the Euclidean"
REPEATS = "a world that repeats"
SPACE = "points of three dimensions, or of one"
SETUP = r"Test_(small|small_nonleaf|vectorization|sorted_query_ball_point)::.*"

# Pattern of the test, without the kind of tree and parameters; why it fails; by which exception.
EXPECTED: list[tuple[str, str, str]] = [
    (SETUP, SPACE, "Unsupported"),
    (r"test_(short_knn|query_ball_point_vector_r|query_ball_point_length|discontiguous)", SPACE, "Unsupported"),
    (r"test_(kdtree_duplicated_inputs|kdtree_empty_input|nonfinite_inputs_gh_18223)", SPACE, "Unsupported"),
    (r"Test_random(_far)?::test_points_near_l(1|inf)", NORM, "Unsupported"),
    (r"Test_random_ball_(largep_issue9890|l1|linf)::.*", NORM, "Unsupported"),
    (r"Test_two_random_trees_linf::.*", NORM, "Unsupported"),
    (r"Test_random_ball(_far)?_periodic::.*", REPEATS, "Unsupported"),
    (r"Test_two_random_trees(_far|_linf)?_periodic::.*", REPEATS, "Unsupported"),
    (r"test_kdtree_(box|box_0boxsize|box_upper_bounds|pickle_boxsize)", REPEATS, "Unsupported"),
    (r"Test_sparse_distance_matrix::test_ckdtree_return_types", "only a matrix is returned", "Unsupported"),
    (r"test_query_pairs_eps", "needs pairs beyond the distance, up to r * (1 + eps)", "AssertionError"),
    (r"Test_random::test_points_near", "fails with scipy's own trees too, in the plane", "AssertionError"),
]
ELSEWHERE = (
    r"Test_(rectangle|count_neighbors)::.*|test_(distance|minkowski|ckdtree_memuse|ckdtree_view|kdtree_comparisons|len0).*|"
    + (r"test_kdtree_(weights|count_neigh|noncumulative|tree_access|attributes|complex_data|box_lower_bounds).*")
)


class Unsupported(NotImplementedError):
    """What a quadtree in the plane cannot do, or the adapter leaves out."""


class Adapter:
    """Points, `query`, `query_ball_point`, `query_pairs`, `query_ball_tree`, `sparse_distance_matrix` by Quadrille."""

    def __init__(self, data: Any, leafsize: int = 10, *_: Any, boxsize: Any = None, **__: Any) -> None:
        if np.iscomplexobj(data):
            raise TypeError("complex data")
        self.data = np.ascontiguousarray(data, dtype=np.float64)
        if self.data.ndim != 2:
            raise ValueError("data must be 2 dimensions")
        if not np.isfinite(self.data).all():
            raise ValueError("data must be finite, check for nan or inf values")
        self.n, self.m, self.boxsize = *self.data.shape, boxsize
        if self.m != 2:
            raise Unsupported(f"{self.m} dimensions")
        if boxsize is not None:
            raise Unsupported("a world that repeats")
        self.tree = qd.Tree(self.data, leaf_capacity=max(int(leafsize), 1))

    @staticmethod
    def plain(p: float, eps: float) -> None:
        if p != 2:
            raise Unsupported("another norm than the Euclidean")
        if eps < 0:
            raise ValueError("eps is negative")  # an exact answer is near enough for every other

    def query(
        self, x: Any, k: Any = 1, eps: float = 0, p: float = 2, distance_upper_bound: float = np.inf, workers: int = 1
    ) -> Any:
        if k is None:
            raise ValueError("k must be an integer or a sequence of integers")
        points = np.asarray(x, dtype=np.float64)
        if points.shape[-1:] != (2,):
            raise ValueError("x must consist of vectors of length 2")
        if not np.isfinite(points).all():
            raise ValueError("'x' must be finite, check for nan or inf values")
        self.plain(p, eps)
        if workers == -1 and os.cpu_count() is None:
            raise NotImplementedError("Cannot determine the number of processors")
        several = np.ndim(k) > 0
        most = int(max(k)) if several else int(k)
        if most < 1:
            raise ValueError("k must be an integer greater than or equal to 1")
        # a bound of scipy's is not reached; Quadrille's may be
        limit = None if np.isinf(distance_upper_bound) else np.nextafter(distance_upper_bound, 0)
        flat = points.reshape(-1, 2)
        distances, numbers = self.tree.nearest(flat, most, max_distance=limit)
        distances, numbers = distances.reshape(len(flat), most), numbers.reshape(len(flat), most)
        if several:
            columns = np.asarray(k) - 1
            distances, numbers = distances[:, columns], numbers[:, columns]
        shape = points.shape[:-1] if most == 1 and not several else (*points.shape[:-1], distances.shape[1])
        distances, numbers = distances.reshape(shape), numbers.reshape(shape)
        return (float(distances), int(numbers)) if shape == () else (distances, numbers)

    def query_ball_point(
        self,
        x: Any,
        r: Any,
        p: float = 2,
        eps: float = 0,
        workers: int = 1,
        return_sorted: Any = None,
        return_length: bool = False,
    ) -> Any:
        points = np.asarray(x, dtype=np.float64)
        if points.shape[-1:] != (2,):
            raise ValueError("x must consist of vectors of length 2")
        if not np.isfinite(points).all():
            raise ValueError("'x' must be finite, check for nan or inf values")
        self.plain(p, eps)
        flat = points.reshape(-1, 2)
        radii = np.broadcast_to(np.asarray(r, dtype=np.float64), points.shape[:-1]).reshape(-1)
        if return_length:
            counts = self.tree.count_many(flat, radii=radii).reshape(points.shape[:-1])
            return counts if counts.shape else int(counts)
        offsets, numbers = self.tree.search_many(flat, radii=radii)
        lists: Any = np.empty(len(flat), dtype=object)
        for row, part in enumerate(np.split(numbers, offsets[1:-1])):
            lists[row] = sorted(part.tolist())
        lists = lists.reshape(points.shape[:-1])
        return lists if lists.shape else lists.item()

    def query_pairs(self, r: float, p: float = 2, eps: float = 0, output_type: str = "set") -> Any:
        self.plain(p, eps)
        pairs = self.tree.pairs(distance=r)
        return pairs if output_type == "ndarray" else set(map(tuple, pairs.tolist()))

    def query_ball_tree(self, other: Adapter, r: float, p: float = 2, eps: float = 0) -> Any:
        self.plain(p, eps)
        lists: list[list[int]] = [[] for _ in range(self.n)]
        for mine, others in self.tree.join(other.tree, distance=r).tolist():
            lists[mine].append(others)
        return lists

    def sparse_distance_matrix(
        self, other: Adapter, max_distance: float, p: float = 2, output_type: str = "dok_matrix"
    ) -> Any:
        self.plain(p, 0)
        pairs, distances = self.tree.join(other.tree, distance=max_distance, distances=True)
        if output_type != "dok_matrix":
            raise Unsupported("another type than a matrix of scipy")
        matrix = sparse.dok_matrix((self.n, other.n))
        for (mine, others), distance in zip(pairs.tolist(), distances.tolist(), strict=True):
            matrix[mine, others] = distance
        return matrix

    def count_neighbors(self, *_: Any, **__: Any) -> Any:
        raise Unsupported("counts of neighbours by radius")


asked: dict[str, int] = {}


def counted(name: str) -> Any:
    method = getattr(Adapter, name)

    def call(self: Adapter, *arguments: Any, **named: Any) -> Any:
        answer = method(self, *arguments, **named)
        asked[name] = asked.get(name, 0) + 1
        return answer

    return call


for name in ("query", "query_ball_point", "query_pairs", "query_ball_tree", "sparse_distance_matrix"):
    setattr(Adapter, name, counted(name))


class KDTree(Adapter):
    pass


class cKDTree(Adapter):
    pass


spatial.KDTree = KDTree
spatial.cKDTree = cKDTree


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    unused = {pattern for pattern, _, _ in EXPECTED}
    others = []
    for item in items:
        name = re.sub(r"_?c?KDTree(?=::)|\[.*", "", item.nodeid.split("::", 1)[1])
        if re.fullmatch(ELSEWHERE, name):
            others.append(item)
        for pattern, reason, raised in EXPECTED:
            if re.fullmatch(pattern, name):
                unused.discard(pattern)
                kind = {"Unsupported": Unsupported, "AssertionError": AssertionError}[raised]
                item.add_marker(pytest.mark.xfail(reason=reason, raises=kind, strict=True))
    if unused:
        raise pytest.UsageError(f"no case of scipy has the name {sorted(unused)}")
    config.hook.pytest_deselected(items=others)
    items[:] = [item for item in items if item not in others]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    terminalreporter.write_line(f"answers of Quadrille: {sorted(asked.items())}")
