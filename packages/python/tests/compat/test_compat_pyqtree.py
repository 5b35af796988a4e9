"""`Index` answers each call as Pyqtree's does, but for the order of objects."""

from __future__ import annotations

import pickle
from decimal import Decimal
from fractions import Fraction
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


@pytest.mark.parametrize("name", ["max_items", "max_depth"])
@pytest.mark.parametrize(
    "limit", [10.5, 0.5, -1, -0.5, 3.0, float("inf"), True, np.float64(2), np.int8(3), Decimal("2.5")]
)
def test_limits_of_any_number(name: str, limit: Any) -> None:
    settings: dict[str, Any] = {"max_items": 12, "max_depth": 3, name: limit}  # Pyqtree takes ages with one item a quad
    one, other = own.Index((0, 0, 10, 10), **settings), ours.Index((0, 0, 10, 10), **settings)
    for i in range(40):
        for index in (one, other):
            index.insert(i, (i % 7, i % 9))
    assert getattr(one, name) == getattr(other, name)
    assert type(getattr(one, name)) is type(getattr(other, name))
    for window in ((0, 0, 10, 10), (3, 3), (6.5, 0, 9, 2)):
        assert sorted(one.intersect(window)) == sorted(other.intersect(window))


BOXES: list[Any] = [
    tuple(map(Decimal, "1122")),
    (Fraction(1, 2), Fraction(3, 2)),
    (np.int64(1), np.uint8(1), True, 2.5),
]
BOXES += [np.array([1, 1, 2, 2]), range(1, 5), b"\1\1\2\2", (1 << 53, 1, 1 << 60, 2), (1e300, 1, 1e300, 2)]
BOXES += [(-(1 << 53), -(1 << 62), 0, 0), tuple(map(Decimal, ("2", "2", "1", "1")))]


@pytest.mark.parametrize("box", BOXES, ids=repr)
def test_kinds_of_numbers(box: Any) -> None:
    answers = []
    for kind in (own, ours):
        index = kind.Index((0, 0, 9, 9))
        index.insert("a", (1, 1, 2, 2))
        index.insert("b", box)
        found = sorted(index.intersect(box)), sorted(index.intersect((-1e301, -1e301, 1e301, 1e301)))
        index.remove("b", box)
        answers.append((*found, index.intersect((0, 0, 9, 9))))
    assert answers[0] == answers[1]


@pytest.mark.parametrize("number", [(1 << 53) + 1, -(1 << 53) - 1, (1 << 62) + 1, np.int64((1 << 53) + 1), 10**400])
def test_whole_numbers_beyond_53_bits_are_refused(number: Any) -> None:
    """Pyqtree keeps them; a double would be another number, with which another box finds and removes them."""
    index = ours.Index((0, 0, 9, 9))
    low, high = min(number, 0), max(number, 0)
    for box in ((number, 1), (1, number), (low, 0, high, 1), (0, low, 1, high)):
        for call, arguments in ((index.insert, ("a", box)), (index.intersect, (box,)), (index.remove, ("a", box))):
            with pytest.raises(ValueError, match=r"53 bits|too large"):
                call(*arguments)
    assert len(index) == 0
