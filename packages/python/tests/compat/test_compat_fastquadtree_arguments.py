"""Ids, counts, settings, copies and whole numbers of 64 bits: fastquadtree's trees and the drop-ins take the same."""

from __future__ import annotations

import copy
import operator
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

own = pytest.importorskip("fastquadtree", reason="fastquadtree is not installed")

from quadrille.compat import fastquadtree as ours  # noqa: E402

WORLD = (0, 0, 40, 40)
NAMES = ["RectQuadTree", "QuadTree", "RectQuadTreeObjects", "QuadTreeObjects"]
NUMBERS: list[Any] = [0, 1, -1, 300, 1 << 64, True, False, None, "0", "a", 0.0, -0.0, 1.5, 99.9, float("inf")]
NUMBERS += [np.int64(0), np.uint8(1), np.float64(0), np.array(0), np.array([0]), [0], (0,)]


def outcome(call: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
    """What a call answers, or the type of what it raises."""
    try:
        return call(*arguments, **named)
    except Exception as error:
        return type(error)


def tree_with_one(module: Any, name: str, **settings: Any) -> tuple[Any, tuple[int, ...]]:
    tree = getattr(module, name)(WORLD, 4, **settings)
    place = (1, 1, 2, 2) if name.startswith("Rect") else (1, 1)
    tree.insert(place)
    return tree, place


def rows(tree: Any) -> list[Any]:
    return sorted((row.id_, *row.geom) if hasattr(row, "id_") else row for row in tree)


@pytest.mark.parametrize("number", NUMBERS, ids=repr)
@pytest.mark.parametrize("name", NAMES)
def test_ids_and_counts(name: str, number: Any) -> None:
    """An id or a count is what the package takes for one: a whole number, none of the kind that only equals one."""
    answers = []
    for module in (own, ours):

        def ask(method: str, *arguments: Any, module: Any = module) -> Any:
            tree, place = tree_with_one(module, name)
            return outcome(getattr(tree, method), *(place if each is ... else each for each in arguments)), rows(tree)

        tree, place = tree_with_one(module, name)
        if "Objects" in name:
            calls = [ask("delete", number), ask("update", number, *place), ask("get", number)]
        else:
            calls = [ask("delete", number, *place), ask("delete_tuple", (number, *place)), ask("insert", ..., number)]
            calls += [ask("update", number, *place, *place), ask("update_tuple", number, ..., ...)]
        near = outcome(lambda tree=tree: len(tree.nearest_neighbors((1, 1), number)))
        answers.append((calls, near, outcome(lambda tree=tree: len(tree.nearest_neighbors_np((1, 1), number)[0]))))
    assert answers[0] == answers[1]


@pytest.mark.parametrize("number", NUMBERS, ids=repr)
@pytest.mark.parametrize("name", NAMES)
def test_settings(name: str, number: Any) -> None:
    for settings in ({"capacity": number}, {"capacity": 4, "max_depth": number}):
        kinds = [getattr(module, name) for module in (own, ours)]
        expected, answer = (outcome(kind, WORLD, **settings) for kind in kinds)
        assert expected is answer or len(expected) == len(answer) == 0
        if not isinstance(answer, type) and not isinstance(number, np.ndarray):
            assert len(kinds[1].from_bytes(kinds[1](WORLD, **settings).to_bytes())) == 0


@pytest.mark.parametrize("dtype", ["f32", "f64", "i32", "i64"])
@pytest.mark.parametrize(
    "bounds",
    [(0, 0, 9, 9), (0.0, 0.0, 9.0, 9.0), (0, 0, 9.5, 9), (True, 0, 9, 9), (0, 0, 1 << 31, 9), (0, 0, (1 << 53) + 1, 9)]
    + [(0, 0, 1 << 70, 9), (0, 0, 1e300, 9), np.array([0.0, 0, 9, 9]), np.array([0, 0, 9, 9])],
    ids=repr,
)
def test_bounds(bounds: Any, dtype: str) -> None:
    for name in NAMES:
        place = (1, 1, 2, 2) if name.startswith("Rect") else (1, 1)
        kinds = [getattr(module, name) for module in (own, ours)]
        expected, answer = (outcome(kind, bounds, 4, dtype=dtype) for kind in kinds)
        assert expected is answer or expected.insert(place) == answer.insert(place) == 0


PLACES: list[Any] = [(1, 1), [1, 1], np.array([1, 1]), np.array([1.0, 1.0]), iter((1, 1)), "11", ("1", "1"), None, 5]
PLACES += [(1,), (1, 1, 1), [2, 1], (1.5, 1), {1: 1, 2: 2}, (None, 1), (1, 1, 2, 2), [1, 1, 2, 2], (1.0, 1.0), ()]


@pytest.mark.parametrize("dtype", ["f32", "f64", "i32", "i64"])
@pytest.mark.parametrize("name", NAMES)
def test_in(name: str, dtype: str) -> None:
    trees = [tree_with_one(module, name, dtype=dtype)[0] for module in (own, ours)]
    for place in PLACES:
        expected, answer = (outcome(operator.contains, tree, copy.copy(place)) for tree in trees)
        if "Objects" not in name:
            assert expected == answer, place
        elif not isinstance(place, tuple):  # a list that has the numbers is refused or not equal there
            assert answer in (expected, True, ValueError, TypeError), place


# ---- whole numbers that doubles do not have

E = 1 << 53
EDGE = [E - 1, E, E + 1, E + 2, E + 3, (1 << 63) - 1, -E, -E - 1, -E - 2, -(1 << 63), 0]


@pytest.mark.parametrize("name", NAMES)
def test_questions_beyond_53_bits(name: str) -> None:
    """What is in the tree has at most 53 bits. Questions may have more, and are not rounded."""
    bounds = (-(1 << 62), -(1 << 62), 1 << 62, 1 << 62)
    trees = [getattr(module, name)(bounds, 4, dtype="i64") for module in (own, ours)]
    sides = 2 if name.startswith("Rect") else 1
    for x in (E, E - 1, -E, 1 - E, 0):
        for tree in trees:
            tree.insert((x, 5) * sides)
    one, other = trees
    for low in EDGE:
        for high in (high for high in EDGE if high >= low):
            window = low, 0, high, 10
            assert sorted(one.query_np(window)[0].tolist()) == sorted(other.query_np(window)[0].tolist()), window
    for x in EDGE:
        place = (x, 5) * sides
        small = abs(x) < (1 << 63) - 1  # fastquadtree asks for its neighbours too
        if small:
            assert (place in one) == (place in other)
        if "Objects" in name:
            calls: list[Any] = [("delete_at", place)] if small else []
        else:
            calls = [(verb, (id_, *place, *more)) for id_ in range(3) for verb, more in CHANGES[sides]]
        for method, arguments in calls:
            assert getattr(one, method)(*arguments) == getattr(other, method)(*arguments), (method, arguments)
        assert rows(one) == rows(other)
    with pytest.raises(ValueError, match="53 bits"):
        other.nearest_neighbor((E + 1, 0))
    before, after = (1 - E, 5) * sides, (E + 1, 0) * sides
    with pytest.raises(ValueError, match="53 bits"):
        other.insert(after)
    with pytest.raises(ValueError, match="53 bits"):
        other.update(3, *(() if "Objects" in name else before), *after)


CHANGES: dict[int, list[tuple[str, tuple[int, ...]]]] = {1: [("update", (7, 7)), ("delete", ())]}
CHANGES[2] = [("update", (7, 7, 7, 7)), ("delete", ())]


# ---- squares, copies, bytes


@pytest.mark.parametrize("name", ["RectQuadTree", "RectQuadTreeObjects"])
def test_boundaries_of_boxes_that_leave_the_world(name: str) -> None:
    for boxes in ([(9, 9, 90, 90)], [(-90, -90, 90, 90)], [(9, 9, 1e30, 1e30)], [], [(1, 1, 2, 2), (9, 9, 90, 90)]):
        tree = getattr(ours, name)((0, 0, 10, 10), 4, dtype="f64")
        assert tree.insert_many(boxes).count == len(boxes)
        boundaries = tree.get_all_node_boundaries()
        assert len(boundaries) >= 1
        for x0, y0, x1, y1 in boundaries:
            assert -10 < x0 < x1 < 20, boxes
            assert -10 < y0 < y1 < 20, boxes


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, lambda tree: pickle.loads(pickle.dumps(tree))])
def test_copies_are_independent(name: str, way: Callable[[Any], Any]) -> None:
    tree, place = tree_with_one(ours, name)
    again = way(tree)
    for i in range(100):
        assert again.insert(tuple(i % 30 + each for each in place)) == i + 1
    again.delete(0, *(() if "Objects" in name else place))
    assert (len(tree), len(again), len(tree.query(WORLD)), len(again.query(WORLD))) == (1, 100, 1, 100)
    for i in range(40):
        assert tree.insert(tuple(i % 30 + each for each in place)) == i + 1
    assert (len(tree), len(again)) == (41, 100)
    assert rows(tree)[0] == (0, *place)
    if "Objects" in name:
        tree.attach(0, thing := [1])
        shallow = copy.copy(tree)
        assert (shallow.delete_by_object(thing), shallow.get(0), tree.get(0)) == (1, None, thing)


@pytest.mark.parametrize("name", NAMES)
def test_subclasses_read_bytes_of_the_class_and_the_reverse(name: str) -> None:
    for module in (own, ours):
        kind = getattr(module, name)

        class Named(kind):  # type: ignore[misc,valid-type]
            def __init__(self, title: str) -> None:
                super().__init__(WORLD, 4)
                self.title = title

            def clear(self) -> None:
                super().clear()
                self.title += ", cleared"

        named = Named("of mine")
        place = (1, 1, 2, 2) if name.startswith("Rect") else (1, 1)
        named.insert(place)
        for reader in (kind, Named):
            for writer in (named, tree_with_one(module, name)[0]):
                again = reader.from_bytes(writer.to_bytes())
                assert (type(again), place in again, again.insert(place)) == (reader, True, 1)


@pytest.mark.parametrize("name", NAMES)
def test_damaged_bytes(name: str) -> None:
    """Whatever is damaged, also the pickles: `SerializationError`, or a tree."""
    rng = np.random.default_rng(5)
    tree, place = tree_with_one(ours, name)
    for _ in range(5):
        tree.insert(place)
    allow: dict[str, bool] = {}
    if "Objects" in name:
        for i in range(6):
            tree.attach(i, [{"a": i}, ("b", 2.5, None), {7}])
        data, allow = tree.to_bytes(include_objects=True), {"allow_objects": True}
    else:
        data = tree.to_bytes()
    refused = 0
    for _ in range(2000):
        bad = bytearray(data)
        for at in rng.integers(len(bad), size=rng.integers(1, 4)):
            bad[at] = rng.integers(256)
        try:
            again = type(tree).from_bytes(bytes(bad), **allow)
            assert isinstance(again, type(tree))
        except ours.SerializationError:
            refused += 1
    assert refused > 500
    nested = data.replace(b'"bounds": [0', b'"bounds": ' + b"[" * 100000 + b"0")
    for bad in (nested, data.replace(b'"next_id": 6', b'"next_id":-6') if not allow else data[:-900]):
        with pytest.raises(ours.SerializationError):
            type(tree).from_bytes(bad, **allow)
