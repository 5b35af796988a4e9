"""`Index` answers each call as Pyqtree's does, but for the order of objects."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

own = pytest.importorskip("pyqtree", reason="pyqtree is not installed")

from quadrille.compat import pyqtree as ours  # noqa: E402


def random_box(rng: np.random.Generator) -> tuple[float, ...]:
    x, y, width, height = (rng.integers([-4, -4, 0, 0], [44, 44, 6, 6]) / 2.0).tolist()
    kind = rng.random()
    if kind < 0.2:
        return x, y
    return (x + width, y, x, y + height) if kind < 0.4 else (x, y, x + width, y + height)


SETTINGS: list[dict[str, Any]] = [
    {"bbox": (0, 0, 20, 20)},
    {"bbox": (0, 0, 20, 20), "max_items": 1, "max_depth": 3},
    {"x": 10, "y": 10, "width": 20, "height": 20, "max_items": 3},
    {"bbox": (0, 0, 0, 0), "max_depth": 2},
    {"bbox": (20, 20, 0, 0), "max_items": 0, "max_depth": 3},
    {"x": 0, "y": 0, "width": 1, "height": 1, "max_depth": 0, "max_items": 10000},
]


@pytest.mark.parametrize("settings", SETTINGS)
@pytest.mark.parametrize("seed", range(3))
def test_random_calls(seed: int, settings: dict[str, Any]) -> None:
    rng = np.random.default_rng(seed)
    one, other = own.Index(**settings), ours.Index(**settings)
    for name in ("center", "width", "height", "max_items", "max_depth"):
        assert getattr(one, name) == getattr(other, name)
    objects = [*range(-10, 20), *map(str, range(30)), *([i] for i in range(10))]
    kept: list[tuple[Any, tuple[float, ...]]] = []
    for _ in range(500):
        if rng.random() < 0.6 or not kept:
            call = objects[rng.integers(len(objects))], random_box(rng)
            kept.append(call)
            for index in (one, other):
                index.insert(*call)
        else:
            call = kept.pop(int(rng.integers(len(kept))))
            for index in (one, other):
                index.remove(*call)
        assert len(other) == len(kept)
        window = random_box(rng)
        assert sorted(map(repr, one.intersect(window))) == sorted(map(repr, other.intersect(window)))


def test_equal_objects_are_found_each_and_removed_by_value() -> None:
    first, second = [1], [1]
    for kind in (own, ours):
        index = kind.Index((0, 0, 9, 9))
        index.insert(first, (1, 1, 2, 2))
        index.insert(second, (1, 1, 2, 2))
        assert index.intersect((0, 0, 9, 9)) == [[1], [1]]
        index.remove([1], (2, 2, 1, 1))
        assert index.intersect((0, 0, 9, 9)) == [[1]]


@pytest.mark.parametrize(
    ("method", "arguments"),
    [
        ("insert", ("n", (0, 0, 1))),
        ("intersect", ((0, 0, 1),)),
        ("remove", ("b", (0, 0, 1, 1))),
        ("remove", ("a", (0, 0, 1, 2))),
        ("insert", ("n", 3)),
        ("insert", ("n", None)),
    ],
)
def test_bad_calls_raise_the_same_and_change_nothing(method: str, arguments: tuple[Any, ...]) -> None:
    one, other = own.Index((0, 0, 9, 9)), ours.Index((0, 0, 9, 9))
    for index in (one, other):
        index.insert("a", (0, 0, 1, 1))
    with pytest.raises(Exception) as expected:
        getattr(one, method)(*arguments)
    with pytest.raises(expected.type):
        getattr(other, method)(*arguments)
    assert other.intersect((0, 0, 9, 9)) == ["a"]


@pytest.mark.parametrize("settings", [{}, {"x": 1, "y": 2, "width": 3}, {"bbox": (0, 0, 1)}])
def test_bad_settings(settings: dict[str, Any]) -> None:
    for kind in (own, ours):
        with pytest.raises(Exception, match=r"must be set|expected 4"):
            kind.Index(**settings)


def test_what_differs() -> None:
    index = ours.Index((0, 0, 9, 9), max_items=1)
    for i in range(20):
        index.insert(i, (0, 0, 9, 9))
    assert len(index) == 20
    with pytest.raises(NotImplementedError):
        iter(index)
    for box in ((float("nan"), 0, 1, 1), (0, 0, float("inf"), 1)):
        with pytest.raises(ValueError, match="finite"):
            index.insert("n", box)
    with pytest.raises(TypeError):
        index.insert("n", "abcd")
    with pytest.raises(TypeError):
        ours.Index((0, 0, 1, 1), max_items="a")  # type: ignore[arg-type]
    assert pickle.loads(pickle.dumps(index)).intersect((1, 1)) == list(range(20))
