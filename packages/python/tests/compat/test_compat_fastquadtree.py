"""`RectQuadTree` and `QuadTree` answer each call as those of fastquadtree do, but for the order of rows."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

own = pytest.importorskip("fastquadtree", reason="fastquadtree is not installed")

from quadrille.compat import fastquadtree as ours  # noqa: E402

WORLD = (0, 0, 40, 40)
TYPES = {"f32": np.float32, "f64": np.float64, "i32": np.int32, "i64": np.int64}
CASES = [(name, dtype) for name in ("RectQuadTree", "QuadTree") for dtype in TYPES]


def random_geometry(rng: np.random.Generator, name: str, dtype: str) -> tuple[Any, ...]:
    """On a coarse grid of whole numbers or tenths, in the world."""
    scale = 1 if dtype.startswith("i") else 0.7
    x, y = (int(value) * scale for value in rng.integers(0, 39, 2))
    if name == "QuadTree":
        return x, y
    width, height = (int(value) * scale for value in rng.integers(0, 8, 2))
    return x, y, x + width, y + height


def rows(answer: Any) -> list[tuple[Any, ...]]:
    return sorted(answer)


def distance(point: tuple[Any, ...], row: tuple[Any, ...]) -> float:
    low, high = row[1:3], row[-2:]
    return math.hypot(*(max(a - p, p - b, 0) for p, a, b in zip(point, low, high, strict=True)))


def compare(one: Any, other: Any, window: tuple[Any, ...], k: int) -> None:
    assert len(one) == len(other)
    expected, answer = one.query(window), other.query(window)
    assert rows(expected) == rows(answer)
    assert {type(value) for row in expected for value in row} == {type(value) for row in answer for value in row}
    (ids, geometries), (our_ids, our_geometries) = one.query_np(window), other.query_np(window)
    assert (ids.dtype, geometries.dtype) == (our_ids.dtype, our_geometries.dtype)
    assert geometries.shape == our_geometries.shape
    assert rows(zip(our_ids.tolist(), *our_geometries.T.tolist(), strict=True)) == rows(answer)
    point = window[:2]
    expected, answer = one.nearest_neighbors(point, k), other.nearest_neighbors(point, k)
    expected_distances = [distance(point, row) for row in expected]
    assert [distance(point, row) for row in answer] == pytest.approx(expected_distances, rel=1e-5, abs=1e-5)
    assert other.nearest_neighbors_np(point, k)[0].tolist() == [row[0] for row in answer]
    first, our_first = one.nearest_neighbor(point), other.nearest_neighbor(point)
    assert (first is None) == (our_first is None)
    if our_first is not None:
        number, geometry = other.nearest_neighbor_np(point)
        assert (number, *geometry.tolist()) == our_first
    assert rows(one) == rows(other)


@pytest.mark.parametrize(("name", "dtype"), CASES)
@pytest.mark.parametrize("settings", [{}, {"max_depth": 3}, {"capacity": 0, "max_depth": 5}, {"capacity": 5000}])
def test_random_calls(name: str, dtype: str, settings: dict[str, Any]) -> None:
    rng = np.random.default_rng(len(name) + len(settings))
    settings = {"capacity": 4, "dtype": dtype, **settings}
    one, other = getattr(own, name)(WORLD, **settings), getattr(ours, name)(WORLD, **settings)
    for _ in range(150):
        geometry = random_geometry(rng, name, dtype)
        choice = rng.random()
        present = rows(one)
        if choice < 0.4 or not present:
            id_ = None if rng.random() < 0.7 else int(rng.integers(1 << 20, 1 << 40))
            assert one.insert(geometry, id_) == other.insert(geometry, id_)
        elif choice < 0.5:
            many = [random_geometry(rng, name, dtype) for _ in range(5)]
            assert vars(one.insert_many(many)) == vars(other.insert_many(many))
            array = np.array(many, dtype=TYPES[dtype])
            assert vars(one.insert_many_np(array)) == vars(other.insert_many_np(array))
        else:
            row = present[rng.integers(len(present))] if rng.random() < 0.8 else (int(rng.integers(50)), *geometry)
            if choice < 0.6:
                assert one.delete(*row) == other.delete(*row)
            elif choice < 0.7:
                assert one.delete_tuple(row) == other.delete_tuple(row)
            elif choice < 0.85:
                assert one.update(*row, *geometry) == other.update(*row, *geometry)
            else:
                assert one.update_tuple(row[0], row[1:], geometry) == other.update_tuple(row[0], row[1:], geometry)
            assert (row[1:] in one) == (row[1:] in other)
        assert (geometry in one) == (geometry in other)
        compare(one, other, random_geometry(rng, "RectQuadTree", dtype), int(rng.integers(0, 6)))
    for tree in (one, other):
        tree.clear()
        assert len(tree) == 0
        assert tree.nearest_neighbor((1, 1)) is None
        assert tree.nearest_neighbor_np((1, 1)) is None
        assert tree.insert(random_geometry(rng, name, dtype)) == 0


def test_boxes_that_leave_the_world() -> None:
    boxes = [(-5, -5, 0, 0), (39, 39, 50, 50), (-5, 10, 50, 11), (40, 40, 40, 40), (-1, -1, 41, 41)]
    one, other = own.RectQuadTree(WORLD, 2), ours.RectQuadTree(WORLD, 2)
    assert [one.insert(box) for box in boxes] == [other.insert(box) for box in boxes]
    for window in ((0, 0, 40, 40), (40, 40, 41, 41), (0, 0, 1, 1), (5, 10.5, 6, 10.6)):
        assert rows(one.query(window)) == rows(other.query(window))


BAD_CALLS: list[Any] = [
    ("RectQuadTree", "insert", ((200, 2, 300, 3),)),
    ("RectQuadTree", "insert", ((float("nan"), 0, 1, 1),)),
    ("RectQuadTree", "insert", ((0, 0, 1),)),
    ("RectQuadTree", "insert", ("abcd",)),
    ("RectQuadTree", "insert", ([2, 2, 3, 3],)),
    ("RectQuadTree", "insert", ((1, 1, 1, 1), -3)),
    ("RectQuadTree", "insert", ((1, 1, 1, 1), "a")),
    ("RectQuadTree", "insert", ((1, 1, 1, 1), 1 << 70)),
    ("RectQuadTree", "insert_many", ([(0, 0, 1, 1), (200, 2, 300, 3)],)),
    ("RectQuadTree", "insert_many", (np.zeros((2, 4)),)),
    ("RectQuadTree", "insert_many_np", (np.zeros((2, 4)),)),
    ("RectQuadTree", "insert_many_np", ([1],)),
    ("RectQuadTree", "insert_many_np", (np.zeros((2, 3), np.float32),)),
    ("RectQuadTree", "query", ([0, 0, 1, 1],)),
    ("RectQuadTree", "query", ((0, 0, 1),)),
    ("RectQuadTree", "nearest_neighbors", ((0, 0), -1)),
    ("RectQuadTree", "nearest_neighbor", ((0, 0, 1, 1),)),
    ("RectQuadTree", "update", (0, 1, 1, 2, 2, 200, 2, 300, 3)),
    ("QuadTree", "insert", ((40, 40),)),
    ("QuadTree", "insert", ((-1, 0),)),
    ("QuadTree", "insert_many_np", (np.zeros((2, 4), np.float32),)),
]


@pytest.mark.parametrize(("name", "method", "arguments"), BAD_CALLS)
def test_bad_calls_raise_the_same_and_change_nothing(name: str, method: str, arguments: tuple[Any, ...]) -> None:
    geometry = (1, 1, 2, 2)[: 4 if name == "RectQuadTree" else 2]
    one, other = getattr(own, name)(WORLD, 4), getattr(ours, name)(WORLD, 4)
    one.insert(geometry)
    other.insert(geometry)
    with pytest.raises(Exception) as expected:
        getattr(one, method)(*arguments)
    with pytest.raises(expected.type):
        getattr(other, method)(*arguments)
    assert list(other) == [(0, *geometry)]
    assert other.insert(geometry) == 1


@pytest.mark.parametrize(
    ("bounds", "capacity", "settings"),
    [
        ((0, 0, 0, 0), 4, {}),
        ((0, 0, 1), 4, {}),
        ((0, 0, 1, 1), -1, {}),
        ((0, 0, 1, 1), "a", {}),
        ((0, 0, 1, math.inf), 4, {}),
        ("abcd", 4, {}),
        ((0, 0, 1, 1), 4, {"dtype": "x"}),
        ((0, 0, 1, 1), 4, {"max_depth": -1}),
    ],
)
def test_bad_settings_raise_the_same(bounds: Any, capacity: Any, settings: dict[str, Any]) -> None:
    with pytest.raises(Exception) as expected:
        own.RectQuadTree(bounds, capacity, **settings)
    with pytest.raises(expected.type):
        ours.RectQuadTree(bounds, capacity, **settings)


def test_bytes() -> None:
    rng = np.random.default_rng(3)
    for name, dtype in CASES:
        kind = getattr(ours, name)
        tree = kind(WORLD, 4, max_depth=7, dtype=dtype)
        tree.insert_many([random_geometry(rng, name, dtype) for _ in range(50)])
        tree.delete_tuple(next(iter(tree)))
        data = tree.to_bytes()
        again = kind.from_bytes(data, disable_preallocation_limit=True)
        assert list(again) == list(tree)
        assert again.insert(random_geometry(rng, name, dtype)) == 50
        for bad in (data[:40], data[:-1], b"", b"other" + data, getattr(own, name)(WORLD, 4).to_bytes()):
            with pytest.raises(ours.SerializationError):
                kind.from_bytes(bad)
        with pytest.raises(TypeError):
            kind.from_bytes("text")
        with pytest.raises(NotImplementedError):
            kind.from_bytes(data, preallocation_limit_bytes=1024)
    with pytest.raises(ours.SerializationError, match="a QuadTree"):
        ours.RectQuadTree.from_bytes(data)


def test_what_differs() -> None:
    tree = ours.RectQuadTree(WORLD, 4)
    with pytest.raises(ValueError, match="min_x <= max_x"):
        tree.insert((5, 5, 3, 3))
    with pytest.raises(ValueError, match="more than max_x"):
        tree.query((5, 5, 3, 3))
    with pytest.raises(ValueError, match="finite"):
        tree.nearest_neighbor((float("nan"), 0))
    with pytest.raises(ValueError, match="53 bits"):
        ours.RectQuadTree((0, 0, 1 << 60, 1 << 60), 4, dtype="i64").insert((1, 1, (1 << 55) + 1, 2))
    assert tree.get_inner_max_depth() == 16
    assert ours.RectQuadTree(WORLD, 4, max_depth=3).get_inner_max_depth() == 3
    for i in range(20):
        tree.insert((i, i, i + 1, i + 1))
    boundaries = tree.get_all_node_boundaries()
    assert len(boundaries) > 1
    assert all(len(square) == 4 for square in boundaries)
    tree.insert((0, 1, 2, 3), 19)
    assert [row[0] for row in tree.nearest_neighbors((19, 19), 21)].count(19) == 2
